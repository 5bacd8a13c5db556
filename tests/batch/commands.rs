//! The other commands over many documents: each as it does with one, in the order of the inputs.

use serde_json::Value;

use super::place::{Place, checkpoint, corpus};

/// Three packets of checkpoints in `in`, the second of which does not have the root it states.
fn packets(place: &Place) {
    for number in 1..=3 {
        place.put("one.json", checkpoint(number));
        let packet = place.run(&["convert", "one.json", "-q"]).ends(0).out();
        let packet = if number == 2 { packet.replace("Number 2", "Number 3") } else { packet };
        place.put(&format!("in/{number}.json"), packet);
    }
}

fn reports(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn digests_and_canonical_bytes_are_those_of_one_document() {
    let place = Place::new();
    let (mut lines, mut digests, mut canonical) = (String::new(), String::new(), String::new());
    for (number, (name, text)) in corpus().into_iter().enumerate() {
        let name = format!("in/{name}");
        place.put(&name, &text);
        lines += &(text + "\r\n");
        canonical += &(place.run(&["canon", "--profile", "jcs", "-q", &name]).ends(0).out() + "\n");
        let digest = place.run(&["digest", "-q", &name]).ends(0).out();
        digests += &digest.replace(&name, &format!("in.ndjson:{}", number + 1));
    }
    place.put("in.ndjson", lines);
    for jobs in ["1", "7"] {
        let ran = place.run(&["digest", "--ndjson", "in.ndjson", "-q", "--jobs", jobs]).ends(0);
        assert_eq!(ran.out(), digests);
        let ran = place.run(&["canon", "--profile", "jcs", "in", "-q", "--jobs", jobs]).ends(0);
        assert_eq!(ran.out(), canonical);
        let ran =
            place.run(&["canon", "--profile", "jcs", "--ndjson", "in.ndjson", "-q", "--jobs", jobs]).ends(0);
        assert_eq!(ran.out(), canonical);
    }
    // The raw bytes of a line are without its end.
    place.put("abc.ndjson", "abc\r\nabc");
    let ran = place.run(&["digest", "--profile", "raw", "--ndjson", "abc.ndjson", "-q"]).ends(0);
    // The first example of FIPS 180-4.
    let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(ran.out(), format!("{abc}  abc.ndjson:1\n{abc}  abc.ndjson:2\n"));
}

#[test]
fn validate_says_the_same_of_lines_as_of_files() {
    let place = Place::new();
    place.put("in/1.json", checkpoint(1));
    place.put("in/2.json", checkpoint(2).replace("active", "lively"));
    place.put("in/3.json", "");
    place.put("in/4.json", checkpoint(4));
    let lines: Vec<_> = (1..=4).map(|number| place.get(&format!("in/{number}.json"))).collect();
    place.put("in.ndjson", lines.join("\n"));
    let by_file = place.run(&["validate", "in", "--format", "json"]).ends(1);
    let by_line =
        place.run(&["validate", "--ndjson", "in.ndjson", "--format", "json", "--jobs", "7"]).ends(1);
    for ran in [&by_file, &by_line] {
        let verdicts: Vec<_> = reports(&ran.out()).iter().map(|report| report["verdict"].clone()).collect();
        assert_eq!(verdicts, ["ok", "invalid", "invalid", "ok"]);
        assert_eq!(ran.err(), "");
    }
    let codes = |report: &Value| -> Vec<(Value, Value)> {
        let findings = report["findings"].as_array().unwrap();
        findings.iter().map(|f| (f["code"].clone(), f["pointer"].clone())).collect()
    };
    let (files, lines) = (reports(&by_file.out()), reports(&by_line.out()));
    assert_eq!(codes(&files[1]), codes(&lines[1]));
    assert_eq!((&lines[1]["line"], &lines[1]["findings"][0]["position"]["line"]), (&2.into(), &2.into()));
    let args = ["validate", "--ndjson", "in.ndjson", "--errors", "errors", "--summary", "summary"];
    let ran = place.run(&args).ends(1);
    let passes = "well-formed and internally consistent";
    assert!(ran.out().starts_with(&format!("in.ndjson:1: {passes} (checkpoint)\n")), "{}", ran.out());
    assert!(
        ran.out().ends_with(&format!("4 documents: 2 {passes}, 2 refused, 0 not read\n")),
        "{}",
        ran.out()
    );
    let told: Vec<_> = place.lines("errors").iter().map(|error| error["line"].clone()).collect();
    assert_eq!(told, [2, 3]);
    assert_eq!(place.json("summary")["documents"]["refused"], 2);
    let ran = place.run(&["validate", "in", "--fail-fast", "--format", "json"]).ends(1);
    assert_eq!(reports(&ran.out()).len(), 2);
}

#[test]
fn verify_says_a_line_a_packet() {
    let place = Place::new();
    packets(&place);
    let args = ["verify", "in", "--allow-unsigned", "--now", "2026-09-03T00:00:00Z"];
    let ran = place.run(&[&args[..], &["--errors", "errors"]].concat()).ends(1);
    let lines: Vec<_> = ran.out().lines().map(str::to_owned).collect();
    assert!(lines.iter().any(|l| l.starts_with("in/1.json: integrity-only (unsigned")), "{}", ran.out());
    assert!(lines.contains(&"in/2.json: invalid".to_owned()), "{}", ran.out());
    assert_eq!(lines.last().unwrap(), "3 documents: 2 whole, 1 refused, 0 not read");
    let error = &place.lines("errors")[0];
    assert_eq!(
        (&error["input"], &error["verification"]["verdict"]),
        (&"in/2.json".into(), &"invalid".into())
    );
    let text: String = (1..=3).map(|number| place.get(&format!("in/{number}.json"))).collect();
    place.put("in.ndjson", text);
    let args = ["verify", "--ndjson", "in.ndjson", "--allow-unsigned", "--format", "json", "--jobs", "7"];
    let ran = place.run(&args).ends(1);
    let verdicts: Vec<_> = reports(&ran.out()).iter().map(|r| r["verification"]["verdict"].clone()).collect();
    assert_eq!(verdicts, ["integrity-only", "invalid", "integrity-only"]);
    // Without the leave to take unsigned packets there is none that passes.
    let ran = place.run(&["verify", "in", "-q"]).ends(1);
    assert!(ran.out().ends_with("3 documents: 0 authentic, 3 refused, 0 not read\n"), "{}", ran.out());
}

#[test]
fn ingest_takes_in_a_folder_each_packet_with_its_receipt() {
    let place = Place::new();
    packets(&place);
    // The first one once more.
    place.put("in/4.json", place.get("in/1.json"));
    let args = ["ingest", "in", "--allow-unsigned", "--now", "2026-09-03T00:00:00Z", "--seen", "seen.db"];
    let into =
        |folder: &'static str, more: &[&'static str]| [&args[..], &["--output-dir", folder], more].concat();
    let ran = place.run(&into("out", &["--errors", "errors", "--jobs", "7"])).ends(1);
    let expected = ["1.ocp.json", "1.receipt.json", "3.ocp.json", "3.receipt.json"];
    assert_eq!(place.names("out"), expected);
    assert!(ran.err().starts_with("4 documents: 2 taken in, 2 refused\n"), "{}", ran.err());
    let errors = place.lines("errors");
    assert_eq!(errors[0]["input"], "in/2.json");
    assert_eq!(
        (&errors[1]["input"], &errors[1]["findings"][0]["code"]),
        (&"in/4.json".into(), &"packet_replayed".into())
    );
    place
        .run(&["receipt", "out/3.receipt.json", "--packet", "in/3.json", "--checkpoint", "out/3.ocp.json"])
        .ends(0);
    // One packet alone gives the same bytes.
    let alone = [
        "ingest",
        "in/3.json",
        "--allow-unsigned",
        "--now",
        "2026-09-03T00:00:00Z",
        "-o",
        "c",
        "--receipt",
        "r",
    ];
    place.run(&alone).ends(0);
    assert_eq!(
        (place.get("c"), place.get("r")),
        (place.get("out/3.ocp.json"), place.get("out/3.receipt.json"))
    );
    // What was taken in once is not taken in again, and what stands in the way is found before that.
    let ran = place.run(&into("again", &["-q"])).ends(1);
    assert_eq!(place.names("again").len(), 0, "{}", ran.err());
    place.put("other/1.receipt.json", "mine");
    let args = ["ingest", "in/1.json", "--allow-unsigned", "--seen", "new.db", "--output-dir", "other"];
    place.put("other/in/1.receipt.json", "mine");
    let ran = place.run(&args).ends(2);
    assert!(ran.err().contains("other/in/1.receipt.json exists already"), "{}", ran.err());
    std::fs::remove_file(place.path("other/in/1.receipt.json")).unwrap();
    place.run(&args).ends(0);
    // Many packets have no one checkpoint to go to.
    let ran = place.run(&["ingest", "in", "--receipt", "r2"]).ends(2);
    assert!(ran.err().contains("--output-dir"), "{}", ran.err());
}

#[test]
fn of_two_packets_for_one_name_the_first_is_taken_in() {
    let place = Place::new();
    packets(&place);
    for name in ["x.json", "x.zcf.json"] {
        place
            .put(&format!("two/{name}"), place.get(if name == "x.json" { "in/1.json" } else { "in/3.json" }));
    }
    let args = ["ingest", "two", "--allow-unsigned", "--output-dir", "out", "--force", "--errors", "errors"];
    place.run(&args).ends(2);
    assert_eq!(place.json("out/x.ocp.json")["task"]["objective"], "Number 1");
    let error = &place.lines("errors")[0];
    assert_eq!((&error["input"], &error["verdict"]), (&"two/x.zcf.json".into(), &"broken".into()));
}

#[test]
fn fail_fast_takes_in_nothing_behind_a_failure() {
    let place = Place::new();
    packets(&place);
    let args =
        ["ingest", "in", "--allow-unsigned", "--seen", "seen.db", "--output-dir", "out", "--fail-fast"];
    place.run(&args).ends(1);
    assert_eq!(place.names("out"), ["1.ocp.json", "1.receipt.json"]);
    // The guard has not seen the third one either.
    place
        .run(&["ingest", "in/3.json", "--allow-unsigned", "--seen", "seen.db", "-o", "c", "--receipt", "r"])
        .ends(0);
}
