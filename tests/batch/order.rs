//! The same bytes whatever the number of jobs and however the documents come: each what a call of its own gives.

use std::fmt::Write as _;
use std::process::Command;

use super::place::{Place, TOOL, checkpoint, corpus};

/// A corpus in a folder `in` and in `in.ndjson`, with what a call of its own makes of each document.
fn prepared(place: &Place) -> Vec<(String, Vec<u8>)> {
    let mut lines = String::new();
    let mut alone = Vec::new();
    for (number, (name, text)) in corpus().into_iter().enumerate() {
        let name = format!("in/{}/{name}", number % 3);
        place.put(&name, &text);
        let output = Command::new(TOOL).args(["convert", "-q"]).arg(place.path(&name)).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        alone.push((name, output.stdout));
    }
    alone.sort();
    for (name, _) in &alone {
        writeln!(lines, "{}", place.get(name)).unwrap();
    }
    place.put("in.ndjson", lines);
    alone
}

#[test]
fn jobs_and_the_way_in_change_no_byte() {
    let place = Place::new();
    let alone = prepared(&place);
    let expected: Vec<u8> = alone.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    let mut ledgers = Vec::new();
    let mut totals = Vec::new();
    for (number, args) in [
        &["in", "--jobs", "1"][..],
        &["in", "--jobs", "7"],
        &["--ndjson", "in.ndjson", "--jobs", "1"],
        &["--ndjson", "in.ndjson", "--jobs", "7"],
        &["in/*/*.json"],
    ]
    .into_iter()
    .enumerate()
    {
        let (ledger, summary, out) = (format!("{number}.l"), format!("{number}.s"), format!("{number}.o"));
        let more = ["--ledger", &ledger, "--summary", &summary, "-o", &out];
        let ran = place.run(&[&["convert"], args, &more].concat()).ends(0);
        assert_eq!(ran.out(), "");
        assert!(place.get(&out).as_bytes() == expected, "{args:?}");
        ledgers.push(place.get(&ledger));
        totals.push(place.get(&summary));
    }
    ledgers.dedup();
    totals.dedup();
    assert_eq!((ledgers.len(), totals.len()), (1, 1));
    // Each line is a ledger that the auditor takes for its document.
    for (line, (name, target)) in ledgers[0].lines().zip(&alone) {
        place.put("ledger.json", line);
        place.put("target.json", target);
        place.run(&["audit", name, "target.json", "ledger.json"]).ends(0);
    }
    assert_eq!(ledgers[0].lines().count(), alone.len());

    for (number, jobs) in ["1", "7"].into_iter().enumerate() {
        let folder = format!("out{number}");
        place.run(&["convert", "in", "--output-dir", &folder, "--jobs", jobs]).ends(0);
        let files = place.tree(&folder);
        assert_eq!(files.len(), alone.len());
        for ((name, bytes), (source, expected)) in files.iter().zip(&alone) {
            let other = if source.ends_with(".ocp.json") { ".zcf.json" } else { ".ocp.json" };
            let stem = source.strip_prefix("in/").unwrap().trim_end_matches(".json");
            let stem = stem.trim_end_matches(".ocp").trim_end_matches(".zcf");
            assert_eq!(*name, format!("{stem}{other}"));
            assert!(bytes == expected, "{name}");
        }
    }
}

#[test]
fn names_come_from_a_list_too() {
    let place = Place::new();
    for number in 0..3 {
        place.put(&format!("a b/{number}.json"), checkpoint(number));
    }
    place.put("2\n.json", checkpoint(9));
    let ids = |text: &str| -> Vec<String> {
        let ids = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let id = |v: serde_json::Value| v["packet"]["id"].as_str().unwrap().to_owned();
        ids.map(id).collect()
    };
    let expected = ["urn:example:2", "urn:example:0"];
    // Blank lines in between are no names.
    let ran = place.feed(&["convert", "--files-from", "-"], b"a b/2.json\n\na b/0.json").ends(0);
    assert_eq!(ids(&ran.out()), expected);
    place.put("list", "a b/2.json\na b/0.json\n");
    assert_eq!(ids(&place.run(&["convert", "--files-from", "list"]).ends(0).out()), expected);
    // What was named besides comes first, and a NUL lets a name have a line feed.
    let ran = place.feed(&["convert", "a b/1.json", "--files-from", "-"], b"2\n.json\0a b/0.json\0").ends(0);
    assert_eq!(ids(&ran.out()), ["urn:example:1", "urn:example:9", "urn:example:0"]);
    let ran = place.run(&["convert", "--files-from", "no-such-list", "-q"]).ends(2);
    assert!(ran.err().contains("cannot read no-such-list"), "{}", ran.err());
}

#[test]
fn ndjson_ends_its_lines_in_three_ways() {
    let place = Place::new();
    let [a, b] = [checkpoint(1), checkpoint(2)];
    let expected = place.feed(&["convert", "--ndjson", "-q"], format!("{a}\n{b}\n").as_bytes()).ends(0).out();
    assert_eq!(expected.lines().count(), 2);
    for text in [format!("{a}\r\n{b}\r\n"), format!("{a}\n{b}"), format!("{a}\r\n{b}")] {
        assert_eq!(place.feed(&["convert", "--ndjson", "-q"], text.as_bytes()).ends(0).out(), expected);
    }
    // The digest of a line is that of the document, whatever ends it.
    let text = format!("{a}\r\n{a}\n{a}");
    let digests = place.feed(&["canon", "--profile", "jcs", "--ndjson"], text.as_bytes()).ends(0).out();
    let lines: Vec<&str> = digests.lines().collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| *line == lines[0]));
    // Nothing at all is no document, and no failure.
    assert_eq!(place.feed(&["convert", "--ndjson", "-q"], b"").ends(0).out(), "");
}

#[test]
fn ndjson_goes_into_a_tree_by_its_line_numbers() {
    let place = Place::new();
    let lines: String = (1..=12).map(|number| checkpoint(number) + "\n").collect();
    place.put("a/corpus.ndjson", lines);
    place.put("a/other.jsonl", checkpoint(1));
    place.put("a/left.json", "no NDJSON");
    place.run(&["convert", "--ndjson", "a", "--output-dir", "out", "-q"]).ends(0);
    let names = place.names("out");
    assert_eq!(names.len(), 13);
    assert!(
        names.contains(&"corpus/12.zcf.json".to_owned()) && names.contains(&"other/1.zcf.json".to_owned())
    );
    assert_eq!(place.json("out/corpus/12.zcf.json")["packet"]["id"], "urn:example:12");
    assert_eq!(place.get("out/corpus/1.zcf.json"), place.get("out/other/1.zcf.json"));
}

/// Whoever writes line by line and waits for each answer gets it.
#[test]
fn a_line_is_answered_while_the_pipe_stays_open() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let place = Place::new();
    let mut child = place.start(&["convert", "--ndjson", "-q"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 1..=3 {
        writeln!(stdin, "{}", checkpoint(number)).unwrap();
        assert!(answers.next().unwrap().unwrap().contains(&format!("urn:example:{number}")));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
