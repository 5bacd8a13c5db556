//! What `validate` is given to read: folders and files that are there in part, named twice or strangely, and outputs
//! that take nothing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use documents::{change, changed, rich, smallest};
use serde_json::{Value, json};

/// Exit code and standard output of `validate`.
fn validate(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
    command.arg("validate").args(args).current_dir(folder).stdin(Stdio::null());
    let out = command.output().unwrap();
    (out.status.code().unwrap(), String::from_utf8(out.stdout).unwrap())
}

fn write(folder: &Path, name: &str, document: &Value) {
    fs::write(folder.join(name), document.to_string()).unwrap();
}

#[test]
fn no_limit_on_findings_makes_a_document_valid() {
    let folder = tempfile::tempdir().unwrap();
    let many: Vec<Value> = (0..300).map(|i| json!({"id": format!("x {i}")})).collect();
    write(folder.path(), "a.json", &change(&smallest(), "/statements", &json!(many).to_string()));
    for limit in ["1", "2", "100", "100000"] {
        for format in ["human", "json", "sarif"] {
            let (code, out) =
                validate(folder.path(), &["a.json", "--max-findings", limit, "--format", format]);
            assert_eq!(code, 1, "{limit} {format}");
            assert!(!out.contains("well-formed"), "{out}");
        }
        let (_, out) = validate(folder.path(), &["a.json", "--max-findings", limit, "--format", "json"]);
        let report: Value = serde_json::from_str(&out).unwrap();
        let count = report["findings"].as_array().unwrap().len();
        let limit: usize = limit.parse().unwrap();
        assert!(count <= limit && count > 0, "{count} of {limit}");
        assert_eq!(report["truncated"] == true, count == limit);
    }
    assert_eq!(validate(folder.path(), &["a.json", "--max-findings", "0"]).0, 2);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_in_a_folder_is_said_and_stops_nothing() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "a.json", &smallest());
    write(at, "z.json", &smallest());
    symlink("nowhere", at.join("dangling.json")).unwrap();
    fs::create_dir_all(at.join("in/deep")).unwrap();
    symlink("../..", at.join("in/deep/loop")).unwrap();
    symlink("a.json", at.join("in/deep/loop.json")).unwrap();
    fs::create_dir(at.join("named-as.json")).unwrap();
    fs::create_dir(at.join("locked")).unwrap();
    fs::set_permissions(at.join("locked"), PermissionsExt::from_mode(0o000)).unwrap();
    // Whoever may read everything sees an empty folder instead.
    let locked = fs::read_dir(at.join("locked")).is_err();
    let (code, out) = validate(at, &["--format", "json", "."]);
    fs::set_permissions(at.join("locked"), PermissionsExt::from_mode(0o700)).unwrap();
    let reports: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shown: Vec<String> = reports
        .iter()
        .map(|r| format!("{} {}", r["input"].as_str().unwrap(), r["verdict"].as_str().unwrap()))
        .collect();
    let mut expected = vec!["./a.json ok", "./dangling.json broken", "./in/deep/loop.json broken"];
    expected.extend(locked.then_some("./locked broken"));
    expected.push("./z.json ok");
    assert_eq!((code, shown), (2, expected.iter().map(|s| (*s).to_owned()).collect()));
    let (code, out) = validate(at, &["--format", "sarif", "."]);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &log["runs"][0]["invocations"][0]["executionSuccessful"]), (2, &json!(false)));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_read_and_shown() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"b\xff\x1b[2J.json");
    fs::write(folder.path().join(name), smallest().to_string()).unwrap();
    for format in ["human", "json", "sarif"] {
        let (code, out) = validate(folder.path(), &["--format", format, "."]);
        assert_eq!(code, 0, "{out}");
        assert!(!out.contains('\u{1b}'), "{out:?}");
    }
}

#[test]
fn a_fork_named_twice_is_no_sibling_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let fork =
        changed(&rich(), &[("/derivation/method", "\"forked\""), ("/continuation/stop_conditions", "[]")]);
    write(folder.path(), "a.json", &fork);
    write(folder.path(), "b.json", &change(&fork, "/id", "\"urn:example:sibling\""));
    let shared = |args: &[&str]| validate(folder.path(), args).1.matches("fork_action_shared").count();
    assert_eq!(shared(&["a.json", "./a.json", "."]), 1);
    assert_eq!(shared(&["a.json", "./a.json"]), 0);
    assert_eq!(shared(&["a.json", "b.json"]), 1);
}

#[test]
fn each_parent_is_compared_with_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let link = |id: &str, parent: &str, time: &str| {
        let mut document = smallest();
        document["id"] = json!(id);
        document["created_at"] = json!(time);
        if !parent.is_empty() {
            document["parent"] = json!({ "id": parent });
        }
        document
    };
    write(at, "c.json", &link("c", "b", "2026-01-03T00:00:00Z"));
    write(at, "b.json", &link("b", "a", "2026-01-02T00:00:00Z"));
    write(at, "a.json", &link("a", "", "2026-01-01T00:00:00Z"));
    write(at, "late.json", &link("a", "", "2026-01-02T00:00:01Z"));
    write(at, "stranger.json", &link("x", "", "2026-01-01T00:00:00Z"));
    let run = |args: &[&str]| {
        let (code, out) = validate(at, args);
        (code, out.matches("error[OCP-T002]").count())
    };
    assert_eq!(run(&["c.json", "--parent", "b.json"]), (0, 0));
    assert_eq!(run(&["c.json", "--parent", "b.json", "--parent", "a.json"]), (0, 0));
    assert_eq!(run(&["c.json", "--parent", "a.json", "--parent", "b.json"]), (0, 0));
    assert_eq!(run(&["c.json", "b.json", "--parent", "b.json", "--parent", "a.json"]), (0, 0));
    // The second pair is the bad one: older than its parent, then no child of what is given next.
    assert_eq!(run(&["c.json", "--parent", "b.json", "--parent", "late.json"]), (1, 1));
    assert_eq!(run(&["c.json", "--parent", "b.json", "--parent", "stranger.json"]), (1, 1));
    assert_eq!(run(&["c.json", "--parent", "stranger.json"]), (1, 1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_every_rendering() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.json", &change(&smallest(), "/task/status", "\"done\""));
    for format in ["human", "json", "sarif"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
        command.args(["validate", "--format", format, "a.json"]).current_dir(folder.path());
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let out = command.stdout(full).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{format}");
        assert!(String::from_utf8(out.stderr).unwrap().contains("cannot write"), "{format}");
    }
}

#[test]
fn conversion_and_audit_show_the_place_that_validation_shows() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let bad = change(&smallest(), "/task/status", "\"done\"");
    fs::write(at.join("bad.json"), format!("{bad:#}")).unwrap();
    fs::write(at.join("good.json"), smallest().to_string()).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
        let out = command.args(args).current_dir(at).output().unwrap();
        let text = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
        let place = text.lines().find_map(|l| l.strip_prefix("  in        ")).map(str::to_owned);
        (out.status.code().unwrap(), place)
    };
    assert_eq!(run(&["convert", "good.json", "-o", "t.json", "--ledger", "l.json"]).0, 0);
    // serde_json writes `"status"` of the last object on the line before the last two.
    let line = format!("{bad:#}").lines().position(|l| l.contains("\"done\"")).unwrap() + 1;
    let place = Some(format!("bad.json:{line}:5"));
    assert_eq!(run(&["validate", "bad.json"]), (1, place.clone()));
    assert_eq!(run(&["convert", "bad.json", "-o", "u.json"]), (1, place.clone()));
    assert_eq!(run(&["audit", "bad.json", "t.json", "l.json"]), (1, place));
    assert!(!at.join("u.json").exists());
}
