//! Every command shows a finding as `validate` does: the line of the document, the place underlined, one log a run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(TOOL).current_dir(folder).args(args).env_remove("COLUMNS").output().unwrap()
}

/// Everything that was said, wherever.
fn said(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr[..]].concat()).unwrap()
}

/// A folder with a checkpoint whose task has a status that there is not, and a packet with another root than it says.
fn documents() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = concat!(
        "{\"opencheckpoint\": \"0.1\", \"id\": \"urn:example:1\", \"created_at\": \"2026-01-01T00:00:00Z\",\n",
        " \"source\": {\"producer\": {\"name\": \"p\"}},\n",
        " \"task\": {\"objective\": \"o\",\n  \"status\": \"done\"}}\n"
    );
    fs::write(folder.path().join("checkpoint.json"), checkpoint).unwrap();
    fs::write(folder.path().join("broken.json"), "{\"a\": 1,\n  \"a\": 2}").unwrap();
    let packet = fs::read(data("zcf/01-claude-code-handoff.zcf.json")).unwrap();
    let mut packet: Value = serde_json::from_slice(&packet).unwrap();
    packet["manifest"]["rootHash"] = json!(format!("sha256:{}", "0".repeat(64)));
    fs::write(folder.path().join("packet.json"), format!("{packet:#}")).unwrap();
    fs::write(folder.path().join("ledger.json"), fs::read(data("../cmd/data/empty.ledger.json")).unwrap())
        .unwrap();
    folder
}

#[test]
fn every_command_underlines_the_place() {
    let folder = documents();
    let status = "          4 |   \"status\": \"done\"}}\n";
    let under_status = "            |   ^^^^^^^^^^^^^^^^\n";
    let root = "\"rootHash\": \"sha256:0000";
    let doubled = "          2 |   \"a\": 2}\n            |   ^\n";
    let ingest = ["ingest", "-o", "out.json", "--receipt", "receipt.json"];
    let cases: &[(&[&str], &[&str], &str)] = &[
        (&["validate"], &["checkpoint.json"], status),
        (&["convert"], &["checkpoint.json"], status),
        (&["audit"], &["checkpoint.json", "packet.json", "ledger.json"], status),
        (&["validate"], &["packet.json"], root),
        (&["convert"], &["packet.json"], root),
        (&["verify"], &["packet.json"], root),
        (&["manifest"], &["packet.json"], root),
        (&ingest, &["packet.json"], root),
        (&["validate"], &["broken.json"], doubled),
        (&["convert"], &["broken.json"], doubled),
        (&["verify"], &["broken.json"], doubled),
        (&["manifest"], &["broken.json"], doubled),
        (&ingest, &["broken.json"], doubled),
        (&["canon", "--profile", "jcs"], &["broken.json"], doubled),
        (&["digest"], &["broken.json"], doubled),
        (&["audit"], &["broken.json", "packet.json", "ledger.json"], doubled),
    ];
    for (command, files, line) in cases {
        let output = run(folder.path(), &[*command, *files].concat());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
        assert!(said.contains(line), "{command:?} {files:?}: {said}");
        if *line == status {
            assert!(said.contains(under_status), "{command:?}: {said}");
        }
        assert!(said.contains('^'), "{command:?}: {said}");
    }
}

/// The value may stand on another line than its name, and next to another fault.
#[test]
fn no_command_shows_a_line_with_a_credential() {
    let folder = documents();
    let text = fs::read_to_string(folder.path().join("checkpoint.json")).unwrap();
    let resources = concat!(
        " \"resources\": [{\"id\": \"r\", \"uri\":\n",
        "  \"https://u:hunter2@example.org/\", \"kind\": 7}],\n \"task\""
    );
    fs::write(folder.path().join("secret.json"), text.replace(" \"task\"", resources)).unwrap();
    for args in [
        &["validate", "secret.json"][..],
        &["convert", "secret.json"],
        &["audit", "secret.json", "packet.json", "ledger.json"],
    ] {
        for format in ["human", "json", "sarif"] {
            let output = run(folder.path(), &[args, &["--format", format]].concat());
            let said = said(&output);
            assert!(said.contains("OCP-S008") && said.contains("/resources/0/kind"), "{args:?}: {said}");
            assert!(!said.contains("hunter2"), "{args:?} {format}: {said}");
        }
    }
}

#[test]
fn an_audit_is_one_log_and_one_object_a_document() {
    let folder = documents();
    let args = ["audit", "checkpoint.json", "packet.json", "ledger.json", "--format"];
    let output = run(folder.path(), &[&args[..], &["sarif"]].concat());
    let log: Value = serde_json::from_slice(&output.stderr).unwrap();
    let files: std::collections::BTreeSet<&str> = log["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap())
        .collect();
    assert_eq!(files.into_iter().collect::<Vec<_>>(), ["checkpoint.json", "ledger.json", "packet.json"]);

    let output = run(folder.path(), &[&args[..], &["json"]].concat());
    let inputs: Vec<String> = String::from_utf8(output.stderr)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["input"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(inputs, ["checkpoint.json", "packet.json", "ledger.json"]);

    // So are the digests of many.
    let args = ["digest", "broken.json", "checkpoint.json", "none.json", "broken.json", "--format", "sarif"];
    let output = run(folder.path(), &args);
    assert_eq!(output.status.code(), Some(2));
    let log: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 2);
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert!(told[0]["message"]["text"].as_str().unwrap().contains("none.json"));
}

/// A document with thousands of faults, or with a name of a megabyte, is no reason to print as much.
#[test]
fn no_document_makes_a_report_endless() {
    let folder = documents();
    let text = fs::read_to_string(folder.path().join("checkpoint.json")).unwrap();
    let secret = "{\"id\": \"s\", \"kind\": 7, \"uri\": \"https://u:hunter2@example.org/\"}";
    let many = format!(" \"resources\": [{}{secret}],\n \"task\"", "{},".repeat(2000));
    fs::write(folder.path().join("many.json"), text.replace(" \"task\"", &many)).unwrap();
    let name = "x".repeat(1 << 20);
    let packet = fs::read_to_string(folder.path().join("packet.json")).unwrap();
    let long = packet.replacen('{', &format!("{{\"{name}\": 1,"), 1);
    fs::write(folder.path().join("long.json"), &long).unwrap();
    let members: Vec<String> = (0..3000).map(|i| format!("\"m{i}\": {i},")).collect();
    let members = members.concat();
    fs::write(folder.path().join("members.json"), packet.replacen('{', &format!("{{{members}"), 1)).unwrap();
    for command in
        [&["validate"][..], &["convert"], &["verify"], &["ingest", "-o", "out", "--receipt", "receipt"]]
    {
        for file in ["many.json", "long.json", "members.json"] {
            let output = run(folder.path(), &[command, &[file]].concat());
            let said = said(&output);
            assert_eq!(output.status.code(), Some(1), "{command:?} {file}");
            assert!(said.len() < 100_000, "{command:?} {file}: {}", said.len());
            assert!(!said.contains("hunter2"), "{command:?} {file}");
        }
    }
    let output = run(folder.path(), &["convert", "many.json"]);
    assert!(said(&output).ends_with("more findings are not listed\n"), "{}", said(&output));
    let output = run(folder.path(), &["convert", "many.json", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((report["findings"].as_array().unwrap().len(), &report["truncated"]), (100, &json!(true)));
    // To a program a name is told whole.
    let output = run(folder.path(), &["verify", "long.json", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pointer = format!("/{name}");
    assert!(report["findings"].as_array().unwrap().iter().any(|f| f["pointer"] == pointer));
}

/// What is verified is told within the screen, and a refusal is called one.
#[test]
fn verification_is_told_to_people() {
    let folder = documents();
    fs::copy(data("signed/01-mac-ok.zcf.json"), folder.path().join("signed.json")).unwrap();
    let mut command = Command::new(TOOL);
    command.current_dir(folder.path()).args(["verify", "signed.json"]).env("COLUMNS", "40");
    let text = said(&command.output().unwrap());
    // A fingerprint is one word.
    let longest =
        text.lines().filter(|line| !line.contains("sha256:")).map(|l| l.chars().count()).max().unwrap();
    assert!(longest <= 40, "{text}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains("covered by nothing: /format /formatVersion /artifactKind"), "{text}");

    let tools = data("zcf/10-allowed-tools-admin.zcf.json");
    let args = ["ingest", tools.to_str().unwrap(), "-o", "out", "--receipt", "receipt"];
    for format in ["human", "json"] {
        let output = run(folder.path(), &[&args[..], &["--strict", "--format", format]].concat());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("tool_refused") && !said.contains("integrity-only"), "{said}");
        assert!(said.contains("verdict: refused\n") || said.contains("\"verdict\":\"refused\""), "{said}");
    }
    // A tool that nobody has published, and one that steers a terminal.
    for name in ["zephr_everything", "\u{1b}[2J\u{202e}"] {
        let output = run(folder.path(), &[&args[..], &["--capabilities", name]].concat());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains("zephr_remember, ") && !said.contains(['\u{1b}', '\u{202e}']), "{said}");
    }
    assert!(!folder.path().join("out").exists());
}
