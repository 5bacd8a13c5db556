//! One bad document never stops the rest: what is told of it, and where.

use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::place::{Place, checkpoint};

/// As another implementation of SHA-256 would be asked: over exactly these bytes.
fn sha256(bytes: &[u8]) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(bytes)))
}

fn holds_to_schema(place: &Place, report: &Value) {
    let schema: Value = serde_json::from_str(&place.run(&["schema", "report"]).ends(0).out()).unwrap();
    assert!(jsonschema::is_valid(&schema, report), "{report}");
}

#[test]
fn a_bad_line_is_told_of_by_its_number_and_the_rest_goes_on() {
    let place = Place::new();
    let bad = r#"{"opencheckpoint":"0.1", "x":1,"x":2}"#;
    let lines = [&checkpoint(1), bad, "", &checkpoint(4), " ", "[1", &checkpoint(7)];
    place.put("in.ndjson", lines.join("\r\n"));
    let args = ["convert", "--ndjson", "in.ndjson", "--errors", "errors", "--summary", "summary"];
    let ran = place.run(&args).ends(1);
    assert_eq!(ran.out().lines().count(), 3);
    let errors = place.lines("errors");
    let told: Vec<_> = errors
        .iter()
        .map(|e| (e["line"].as_u64().unwrap(), e["findings"][0]["code"].as_str().unwrap()))
        .collect();
    let expected = [(2, "json_duplicate_member"), (3, "json_syntax"), (5, "json_syntax"), (6, "json_syntax")];
    assert_eq!(told, expected);
    for error in &errors {
        holds_to_schema(&place, error);
        assert_eq!((&error["input"], &error["verdict"]), (&"in.ndjson".into(), &"invalid".into()));
        assert_eq!(error["findings"][0]["position"]["line"], error["line"]);
    }
    assert_eq!(errors[0]["digest"], sha256(bad.as_bytes()));
    // Of no bytes at all.
    assert_eq!(
        errors[1]["digest"],
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    // In the file the second name stands after the first line, its CR and LF, and 31 bytes more.
    let position = &errors[0]["findings"][0]["position"];
    assert_eq!((&position["offset"], &position["column"]), (&(lines[0].len() + 2 + 31).into(), &32.into()));
    let summary = place.json("summary");
    assert_eq!(
        summary["documents"],
        serde_json::json!({ "total": 7, "ok": 3, "skipped": 0, "refused": 4, "broken": 0 })
    );
    assert_eq!(summary["complete"], true);

    // Without the file people read of them on standard error, with the line of the file.
    let ran = place.run(&["convert", "--ndjson", "in.ndjson"]).ends(1);
    for told in ["in.ndjson:2:32\n", "        2 | {\"open", "in.ndjson:3:1\n", "in.ndjson:6:3\n"] {
        assert!(ran.err().contains(told), "{}", ran.err());
    }
    assert!(ran.err().contains("7 documents: 3 converted, 4 refused\n"), "{}", ran.err());
    // Programs get a report a document, in order.
    let ran = place.run(&["convert", "--ndjson", "in.ndjson", "--format", "json"]).ends(1);
    let reports: Vec<Value> = ran.err().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<_> = reports.iter().map(|report| report["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
    // And a scanner one log.
    let ran = place.run(&["convert", "--ndjson", "in.ndjson", "--format", "sarif"]).ends(1);
    let log: Value = serde_json::from_str(&ran.err()).unwrap();
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region, &serde_json::json!({ "startLine": 2, "startColumn": 32 }));
}

#[test]
fn a_bom_is_no_part_of_the_first_document() {
    let place = Place::new();
    let text = format!("\u{feff}{}\r\n{}\r\n", checkpoint(1), checkpoint(2));
    place.put("in.ndjson", text);
    let ran = place.run(&["convert", "--ndjson", "in.ndjson", "--errors", "errors"]).ends(1);
    assert_eq!(ran.out().lines().count(), 1);
    let errors = place.lines("errors");
    assert_eq!((&errors[0]["line"], &errors[0]["findings"][0]["code"]), (&1.into(), &"json_encoding".into()));
}

#[test]
fn a_line_beyond_the_limit_is_refused_alone() {
    let place = Place::new();
    let large = format!("\"{}\"", "x".repeat(200_000));
    place.put("in.ndjson", format!("{}\n{large}\n{}", checkpoint(1), checkpoint(3)));
    let args = ["convert", "--ndjson", "in.ndjson", "--errors", "errors", "--max-bytes", "1000"];
    assert_eq!(place.run(&args).ends(1).out().lines().count(), 2);
    let error = &place.lines("errors")[0];
    assert_eq!((&error["line"], &error["findings"][0]["code"]), (&2.into(), &"json_size".into()));
    // The digest of a part would be that of another document.
    assert!(error.get("digest").is_none());
}

#[test]
fn of_five_files_the_second_is_bad() {
    let place = Place::new();
    for number in 1..=5 {
        place.put(&format!("in/{number}.json"), checkpoint(number));
    }
    place.put("in/2.json", "{");
    let args = ["convert", "in", "--output-dir", "out", "--errors", "errors"];
    let ran = place.run(&args).ends(1);
    assert_eq!(place.names("out"), ["1.zcf.json", "3.zcf.json", "4.zcf.json", "5.zcf.json"]);
    let errors = place.lines("errors");
    assert_eq!(errors.len(), 1);
    assert_eq!((&errors[0]["input"], &errors[0]["digest"]), (&"in/2.json".into(), &sha256(b"{").into()));
    assert!(ran.err().starts_with("5 documents: 4 converted, 1 refused\n"), "{}", ran.err());
    // With `--quiet` only the errors are told, and with a file for them nothing.
    let ran = place.run(&["convert", "in", "--output-dir", "out2", "--errors", "errors2", "-q"]).ends(1);
    assert_eq!(ran.err(), "");
}

#[test]
fn the_first_failure_can_be_the_end() {
    let place = Place::new();
    for number in 1..=300 {
        place.put(&format!("in/{number:03}.json"), checkpoint(number));
    }
    place.put("in/040.json", "{");
    place.put("in/041.json", "{");
    for (folder, jobs) in [("out1", "1"), ("out7", "7")] {
        let (errors, summary) = (format!("{folder}.e"), format!("{folder}.s"));
        let more = ["--fail-fast", "--jobs", jobs, "--errors", &errors, "--summary", &summary];
        place.run(&[&["convert", "in", "--output-dir", folder], &more[..]].concat()).ends(1);
        // What stands before it in the input is there, and nothing that stands behind it.
        assert_eq!(place.names(folder).len(), 39);
        assert_eq!(place.lines(&errors).len(), 1);
        assert_eq!(place.json(&summary)["complete"], false);
    }
    // Half of an NDJSON would be taken for all of it.
    place.run(&["convert", "in", "-o", "all.ndjson", "--fail-fast", "-q"]).ends(1);
    assert!(!place.path("all.ndjson").exists());
    // Input that never ends is not waited for.
    let mut child = place.start(&["convert", "--ndjson", "--fail-fast", "-q"]);
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"{\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_denied_loss_refuses_its_document_alone() {
    let place = Place::new();
    let plain = checkpoint(1);
    let (plain, _) = plain.split_once(r#","extensions""#).unwrap();
    place.put("in.ndjson", format!("{}\n{plain}}}\n", checkpoint(1)));
    let args = ["convert", "--ndjson", "in.ndjson", "--deny", "omitted", "--errors", "e", "--summary", "s"];
    assert_eq!(place.run(&args).ends(1).out().lines().count(), 1);
    assert_eq!(place.lines("e")[0]["findings"][0]["code"], "loss_denied");
    assert_eq!(place.json("s")["findings"][0]["code"], "loss_denied");
    // A dry run tells the same of a corpus and writes no document.
    let ran = place.run(&["convert", "--ndjson", "in.ndjson", "--dry-run", "--summary", "dry"]).ends(0);
    assert_eq!(ran.out(), "");
    let losses = &place.json("dry")["losses"];
    let left_out = losses.as_array().unwrap().iter().find(|l| l["rule"] == "OZ-extensions").unwrap();
    assert_eq!((&left_out["class"], &left_out["values"]), (&"omitted".into(), &1.into()));
    assert!(!Path::new(&place.path("in.zcf.json")).exists());
}

#[test]
fn what_only_one_document_can_have_is_refused() {
    let place = Place::new();
    place.put("in.ndjson", checkpoint(1));
    for args in [
        &["--explain", ""][..],
        &["--id-map", "ids"],
        &["--restore", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
        &["--pretty"],
        &["-o", "x", "--errors", "x"],
        &["-o", "x", "--ledger", "./x"],
        &["--summary", "-"],
    ] {
        let ran = place.run(&[&["convert", "--ndjson", "in.ndjson"], args].concat()).ends(2);
        assert_eq!(ran.out(), "", "{args:?}");
        assert!(!place.path("x").exists());
    }
}
