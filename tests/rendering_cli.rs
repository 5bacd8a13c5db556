//! How findings look: on a narrow screen, of a document on one long line, with text that tries to steer the terminal;
//! and whether a SARIF log is one by the public schema.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use documents::{change, rich, smallest};
use ocp_convert::json::{Limits, read};
use ocp_convert::shape::Schema;
use serde_json::{Value, json};

/// Standard output of `validate`, on a screen of so many columns when they are given.
fn validate(args: &[&str], input: &str, columns: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
    command.arg("validate").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    String::from_utf8(out.stdout).unwrap()
}

/// A status no task has, after so much other text on the same line.
fn on_one_line(before: &str) -> String {
    let mut document = change(&smallest(), "/task/status", "\"done\"");
    document["task"]["objective"] = json!(before);
    document.to_string()
}

/// The two lines of the first excerpt, without the line number.
fn excerpt(out: &str) -> (String, String) {
    let mut lines = out.lines().filter_map(|line| line.split_once(" | ")).map(|(_, shown)| shown.to_owned());
    (lines.next().unwrap(), lines.next().unwrap())
}

#[test]
fn forty_columns_are_enough() {
    let long = "a sentence that goes on and on ".repeat(20);
    for document in
        [on_one_line("short"), on_one_line(&long), format!("{:#}", rich()).replace("\"ask\"", "\"retry\"")]
    {
        for columns in ["40", "60", "80", "200"] {
            let limit: usize = columns.parse().unwrap();
            let out = validate(&[], &document, Some(columns));
            assert!(out.contains("schema"), "{out}");
            let longest = out.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= limit, "{longest} of {columns}:\n{out}");
        }
    }
    // Where nothing is known of a screen no line is broken.
    let out = validate(&[], &on_one_line("short"), None);
    assert!(out.lines().any(|line| line.chars().count() > 80), "{out}");
    // What is no number is no width; nothing is laid out for less than can be read.
    assert_eq!(validate(&[], &on_one_line("short"), Some("wide")), out);
    assert_eq!(validate(&[], &on_one_line("short"), Some("0")), out);
    assert_eq!(validate(&[], &on_one_line("x"), Some("1")), validate(&[], &on_one_line("x"), Some("24")));
}

#[test]
fn a_line_of_200_kilobytes_is_shown_around_the_place() {
    for columns in [None, Some("40")] {
        let out = validate(&[], &on_one_line(&"x".repeat(200_000)), columns);
        let (text, mark) = excerpt(&out);
        // The mark is under the member, whatever was left out in front of it.
        let start = mark.find('^').unwrap();
        let under: String = text.chars().skip(start).take(mark.len() - start).collect();
        assert_eq!(under, "\"status\":\"done\"", "{out}");
        assert!(text.starts_with('…') && out.len() < 1500, "{out}");
    }
}

#[test]
fn escape_sequences_are_shown_and_not_obeyed() {
    let steering = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\u{2066}\u{200b}\r";
    let mut document = change(&smallest(), "/task/status", &json!(steering).to_string());
    document["task"][steering] = json!(steering);
    document["created_at"] = json!(steering);
    for columns in [None, Some("40")] {
        for format in ["human", "json", "sarif"] {
            let out = validate(&["--format", format], &document.to_string(), columns);
            let steers =
                |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{202e}' | '\u{2066}' | '\u{9b}'));
            assert!(!out.contains(steers), "{format}: {out:?}");
            assert!(out.contains("created_at"), "{out}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_shown_as_such() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bytes.json");
    fs::write(&file, b"{\"a\": \"\xff\xfe\x1b[2J\"}").unwrap();
    let out = command.arg("validate").arg(&file).output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    let out = String::from_utf8(out.stdout).unwrap();
    assert!(out.contains("json_encoding") && !out.contains('\u{1b}'), "{out}");
}

/// The documents of a folder of samples, broken ones included.
fn sample_folder(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_sarif_log_is_one_by_the_public_schema() {
    let Some(path) = env::var_os("OCP_CONVERT_SARIF_SCHEMA") else {
        eprintln!("skipped: OCP_CONVERT_SARIF_SCHEMA names no file with the schema of SARIF 2.1.0");
        return;
    };
    let mut schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    // The published pattern of `language` is no regular expression to a strict reader; no log here has that member.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"]["pattern"] = json!("^");
    }
    let schema = Schema::new(&schema).unwrap();
    let steering = change(&smallest(), "/task/status", &json!("\u{1b}[2J").to_string()).to_string();
    let logs = [
        validate(
            &["--format", "sarif", &sample_folder("invalid"), &sample_folder("ocp"), &sample_folder("zcf")],
            "",
            None,
        ),
        validate(&["--format", "sarif", "no such file", "-"], &steering, None),
        validate(&["--format", "sarif"], "{", None),
        validate(&["--format", "sarif"], &smallest().to_string(), None),
    ];
    let results: Vec<usize> = logs
        .iter()
        .map(|log| {
            let tree = read(log.as_bytes(), &Limits::default()).unwrap();
            assert_eq!(schema.check(&tree, 10), [], "{log}");
            tree.root().get("runs").item(0).get("results").len()
        })
        .collect();
    assert!(results[0] > 60, "{results:?}");
    assert_eq!(results[1..], [1, 1, 0]);
    // The check sees faults: a level that SARIF does not have.
    let broken = logs[2].replace("\"level\":\"error\"", "\"level\":\"fatal\"");
    assert!(!schema.check(&read(broken.as_bytes(), &Limits::default()).unwrap(), 1).is_empty());
}
