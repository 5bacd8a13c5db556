//! `goldens generate` and `goldens check` as a process: exit codes, reports, and what they leave in the folder.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use folder::{COUNTS, goldens, place};
use ocp_convert::goldens::SCHEMA;
use serde_json::{Value, json};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

fn tool(args: &[&str], folder: &Path) -> Output {
    let mut tool = Command::new(TOOL);
    tool.args(["goldens", args[0]]).arg(folder).args(&args[1..]).output().unwrap()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// A copy of the folder, or of what is written by hand in it.
fn copy(only_by_hand: bool) -> tempfile::TempDir {
    let out = tempfile::tempdir().unwrap();
    for (path, bytes) in goldens() {
        if !only_by_hand || ocp_convert::goldens::is_by_hand(&path) {
            let path = out.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
    out
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_folder_passes_and_is_counted() {
    let output = tool(&["check"], &place());
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!((code(&output), output.stderr.as_slice()), (Some(0), &b""[..]), "{text}");
    let total: usize = COUNTS.iter().map(|(_, count)| count).sum();
    assert!(text.contains(&format!("{total} vectors")), "{text}");
    let report = report(&tool(&["check", "--group", "lineage", "--format", "json"], &place()));
    assert_eq!(report["verdict"], "ok");
    assert_eq!(report["groups"], json!({"lineage": {"vectors": 43, "failed": 0}}));
    assert_eq!((&report["vectors"], &report["failures"]), (&json!(43), &json!([])));
    assert_eq!((&report["tool"], &report["profileVersion"]), (&json!("ocp-convert"), &json!(1)));
}

#[test]
fn making_it_anew_gives_the_same_folder() {
    let made = copy(true);
    // What is made no longer goes; what is nobody's stays, and is found.
    fs::create_dir(made.path().join("lineage")).unwrap();
    fs::write(made.path().join("lineage/old.json"), "{}").unwrap();
    fs::write(made.path().join("mine.txt"), "x").unwrap();
    assert_eq!(code(&tool(&["generate"], made.path())), Some(0));
    for (path, bytes) in goldens() {
        assert!(fs::read(made.path().join(&path)).unwrap() == bytes, "{path}");
    }
    assert!(!made.path().join("lineage/old.json").exists() && made.path().join("mine.txt").exists());
    let output = tool(&["check"], made.path());
    assert_eq!(code(&output), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("mine.txt: file\n"));
}

#[test]
fn drift_is_reported_and_exits_with_1() {
    let drifted = copy(false);
    let path = drifted.path().join("lineage/vectors.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"OCP-T002\"", "\"OCP-T001\"", 1).replacen("A child", "A kid", 1))
        .unwrap();
    let output = tool(&["check", "--group", "lineage", "--format", "json"], drifted.path());
    assert_eq!(code(&output), Some(1));
    let report = report(&output);
    assert_eq!(report["verdict"], "invalid");
    let failure = &report["failures"][0];
    assert_eq!(failure["at"], "lineage/vectors.json");
    assert!(failure["expected"].as_str().unwrap().contains("A child"), "{failure}");
    assert!(failure["found"].as_str().unwrap().contains("A kid"), "{failure}");
    // Another group is not looked at.
    assert_eq!(code(&tool(&["check", "--group", "manifest"], drifted.path())), Some(0));
}

// clause: ZCF-GOLD-4
#[test]
fn a_vendor_key_that_is_planted_is_refused() {
    let planted = copy(false);
    let path = planted.path().join("inputs/publication.json");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let mut vector = file["vectors"][0].clone();
    vector["id"] = json!("publication-planted");
    vector["input"]["document"]["set"] = json!([["/extensions/com.example", {"X-Zephr-Private": 1}]]);
    file["vectors"].as_array_mut().unwrap().push(vector);
    fs::write(&path, file.to_string()).unwrap();
    for command in [&["generate"][..], &["check", "--group", "publication"]] {
        let output = tool(command, planted.path());
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(code(&output), Some(1), "{command:?}");
        assert!(
            said.contains("publication-planted: publication") && said.contains("X-Zephr-Private"),
            "{said}"
        );
    }
    let before = goldens();
    let file = fs::read(planted.path().join("publication/vectors.json")).unwrap();
    assert!(file == before["publication/vectors.json"], "nothing is written");
}

#[test]
fn calls_that_are_wrong_are_no_verdict() {
    assert_eq!(code(&tool(&["check"], Path::new("/no/such/folder"))), Some(2));
    assert_eq!(code(&tool(&["check", "--group", "other"], &place())), Some(2));
    assert_eq!(code(&tool(&["check", "--unknown"], &place())), Some(2));
    assert_eq!(code(&tool(&["check", "--format", "sarif"], &place())), Some(2));
    assert_eq!(code(&tool(&["make"], &place())), Some(2));
    // A folder without inputs is no folder of goldens.
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(code(&tool(&["check"], empty.path())), Some(1));
    assert_eq!(code(&tool(&["generate"], empty.path())), Some(1));
}

#[test]
fn the_schema_is_printed_and_stands_in_the_folder() {
    let output = Command::new(TOOL).args(["schema", "vector"]).output().unwrap();
    assert_eq!(output.stdout, SCHEMA.as_bytes());
    assert_eq!(goldens()["vector.schema.json"], SCHEMA.as_bytes());
}

// clause: ZCF-GOLD-6, ZCF-LIC-5
#[test]
fn the_page_says_whose_vectors_these_are() {
    let page = String::from_utf8(goldens()["README.md"].clone()).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("are not the official goldens of either format"));
    assert!(page.contains("Apache-2.0 OR MIT"));
    // And what it says of the words of vectors is true of the schema.
    for word in [
        "text",
        "hex",
        "file",
        "maxBytes",
        "destinationKey",
        "maxBeliefChars",
        "receiptSeed",
        "messageSha256",
    ] {
        assert!(SCHEMA.contains(&format!("\"{word}\"")) && page.contains(word), "{word}");
    }
}
