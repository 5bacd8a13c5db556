//! A call that is not understood: exit code 2 and a report in the rendering that was asked for.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ocp-convert")).args(args).output().unwrap()
}

const COMMANDS: [&str; 15] = [
    "convert",
    "canon",
    "digest",
    "manifest",
    "validate",
    "verify",
    "ingest",
    "receipt",
    "sign",
    "keygen",
    "schema",
    "audit",
    "mappings",
    "completions",
    "man",
];

/// Where a command reports: where documents may go to standard output, on standard error.
fn report<'o>(command: &str, output: &'o Output) -> &'o [u8] {
    let (report, other) = match command {
        "validate" | "verify" | "receipt" | "none such" => (&output.stdout, &output.stderr),
        _ => (&output.stderr, &output.stdout),
    };
    assert_eq!(String::from_utf8_lossy(other), "", "{command}");
    report
}

#[test]
fn a_program_reads_a_report_whatever_is_wrong_with_the_call() {
    let schema: Value = serde_json::from_slice(&run(&["schema", "report"]).stdout).unwrap();
    for command in COMMANDS.into_iter().chain(["none such"]) {
        for args in [
            &[command, "--no-such-option", "--format", "json"][..],
            &["--format=json", command, "--no-such-option"],
            &[command, "--max-bytes", "many", "--format", "json"],
            &[command, "--quiet", "--quiet", "--format", "json"],
            &[command, "--format", "json", "--format", "sarif"],
            &[command, "--format", "json", "a", "b", "c", "d"],
        ] {
            if matches!(command, "validate" | "verify" | "digest" | "convert" | "canon")
                && args.contains(&"d")
            {
                // These read any number of files.
                continue;
            }
            let output = run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let report: Value = serde_json::from_slice(report(command, &output)).unwrap();
            assert!(jsonschema::is_valid(&schema, &report), "{report}");
            assert_eq!(report["verdict"], "broken");
            let failure = report["failure"].as_str().unwrap();
            assert!(
                !failure.is_empty() && !failure.contains("Usage:") && !failure.starts_with("error"),
                "{failure}"
            );
        }
    }
    let output = run(&["validate", "--format", "json", "--leniant"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        report["failure"],
        "unexpected argument '--leniant' found tip: a similar argument exists: '--lenient'"
    );
}

#[test]
fn a_scanner_reads_a_run_that_failed() {
    for command in COMMANDS {
        let output = run(&[command, "--format", "sarif", "--no-such-option"]);
        assert_eq!(output.status.code(), Some(2));
        let log: Value = serde_json::from_slice(report(command, &output)).unwrap();
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let told = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
        assert!(told.contains("--no-such-option"), "{told}");
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 0);
    }
    // So is a document that cannot be read, by name.
    let output = run(&["validate", "--format", "sarif", "no-such-file", "nor-this"]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(told.as_array().unwrap().len(), 2);
    assert!(told[1]["message"]["text"].as_str().unwrap().starts_with("cannot read nor-this"));
}

/// Whatever keeps a command from its work, its report is where its reports are.
#[test]
fn every_failure_of_a_command_is_reported_in_one_place() {
    for args in [
        &["validate", "--schema", "no-such-file", "x"][..],
        &["validate", "--parent", "no-such-file", "x"],
        &["validate", "no-such-file"],
        &["verify", "no-such-file"],
        &["verify", "--now", "noon", "Cargo.toml"],
        &["verify", "--trust", "no-such-folder", "Cargo.toml"],
        &["convert", "no-such-file"],
        &["convert", "--now", "noon", "x"],
        &[
            "sign",
            "--secret-key",
            "none",
            "--source-installation-key",
            "n",
            "--destination-installation-key",
            "n",
        ],
        &["keygen", "--installation-key", "/"],
        &["man", "no-such-command"],
    ] {
        let output = run(&[args, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let report: Value = serde_json::from_slice(report(args[0], &output)).unwrap();
        assert_eq!(report["verdict"], "broken", "{args:?}");
    }
}

#[test]
fn people_read_plain_words_and_no_escape_sequences() {
    let output = run(&["validate", "--leniant"]);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.starts_with("error: unexpected argument '--leniant'") && told.contains("\nUsage: "),
        "{told}"
    );
    // A file of such a name is all it takes, and a glob.
    for format in ["human", "json", "sarif"] {
        let output = run(&["validate", "--\u{1b}[2J\u{9b}31m\n\u{202e}", "--format", format]);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let steers = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!told.contains(steers) && told.contains("[2J"), "{told:?}");
    }
}

#[test]
fn help_and_version_are_no_failures() {
    for args in
        [&["--help"][..], &["--version"], &["validate", "--help", "--format", "json"], &["help", "verify"]]
    {
        let output = run(args);
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{args:?}");
        assert!(!output.stdout.is_empty());
    }
    assert_eq!(run(&[]).status.code(), Some(2));
}
