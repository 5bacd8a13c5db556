//! `convert` as a process: its options, its files, what it leaves behind when it refuses.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

/// A folder of its own with a checkpoint in it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ocp/20-support-refund.ocp.json");
        fs::copy(sample, desk.path("in.json")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn files(&self) -> Vec<String> {
        let name = |e: fs::DirEntry| e.file_name().to_string_lossy().into_owned();
        let mut files: Vec<_> = fs::read_dir(self.0.path()).unwrap().map(|e| name(e.unwrap())).collect();
        files.sort();
        files
    }

    fn run_on(&self, args: &[&str], input: &[u8]) -> Output {
        let mut child = Command::new(TOOL)
            .arg("convert")
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // The tool may end before it has read everything.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        output
    }

    fn run(&self, args: &[&str]) -> Output {
        self.run_on(args, b"")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_document_goes_to_standard_output_and_the_summary_to_standard_error() {
    let desk = Desk::new();
    let from_file = desk.run(&["in.json"]);
    assert_eq!(code(&from_file), 0);
    let packet: Value = serde_json::from_slice(&from_file.stdout).unwrap();
    assert_eq!(packet["format"], "zephr-continuity");
    assert!(from_file.stdout.ends_with(b"}\n"));
    let text = stderr(&from_file);
    assert!(text.starts_with("checkpoint to packet: 87 values: "), "{text}");
    assert!(text.contains("OZ-call-arguments"), "{text}");
    let source = fs::read(desk.path("in.json")).unwrap();
    for args in [&["-"][..], &[]] {
        assert_eq!(desk.run_on(args, &source).stdout, from_file.stdout);
    }
    assert_eq!(stderr(&desk.run(&["in.json", "--quiet"])), "");
    assert_eq!(desk.files(), ["in.json"]);
}

#[test]
fn pretty_is_the_same_document() {
    let desk = Desk::new();
    let (plain, pretty) = (desk.run(&["in.json"]), desk.run(&["in.json", "--pretty"]));
    assert!(pretty.stdout.starts_with(b"{\n  \""));
    let value = |o: &Output| serde_json::from_slice::<Value>(&o.stdout).unwrap();
    assert_eq!(value(&plain), value(&pretty));
}

#[test]
fn ledger_and_id_map_stand_beside_the_document() {
    let desk = Desk::new();
    let output = desk.run(&["in.json", "-o", "out.json", "--ledger", "l.json", "--id-map", "ids.json"]);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
    assert_eq!(desk.files(), ["ids.json", "in.json", "l.json", "out.json"]);
    let ledger = desk.json("l.json");
    assert_eq!(ledger["direction"], "ocp-to-zephr");
    assert_eq!(ledger["summary"]["sourceLeaves"], 87);
    let base = "urn:uuid:01999053-7e61-7676-95a8-ac7955783350";
    // The two statements that became beliefs.
    assert_eq!(
        desk.json("ids.json"),
        json!([{"from": "o", "to": format!("{base}#o")}, {"from": "x", "to": format!("{base}#x")}])
    );
    let audit = Command::new(TOOL)
        .arg("audit")
        .args(["in.json", "out.json", "l.json"])
        .current_dir(desk.0.path())
        .output();
    assert_eq!(code(&audit.unwrap()), 0);
}

#[test]
fn explain_says_where_a_value_went() {
    let desk = Desk::new();
    let output = desk.run(&[
        "in.json",
        "--dry-run",
        "-q",
        "--explain",
        "/statements/3",
        "--explain",
        "/task/extensions",
    ]);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
    let text = stderr(&output);
    assert!(text.contains("/statements/3/text: narrated by OZ-statement-told: "), "{text}");
    assert!(text.contains("  to /content/beliefs/1/content (narrated)\n"), "{text}");
    assert!(
        text.contains("/task/extensions/com.example.care/tags/1: omitted (dropped) by OZ-extensions: "),
        "{text}"
    );
    assert!(!text.contains("/statements/2"), "{text}");
    for pointer in ["/statements/9", "/statement", "nonsense", "/task/objective/x"] {
        let output = desk.run(&["in.json", "-o", "out.json", "--explain", pointer]);
        assert_eq!(code(&output), 2, "{pointer}");
        assert!(stderr(&output).contains("the document has no value at"), "{pointer}");
    }
    assert_eq!(desk.files(), ["in.json"]);
}

#[test]
fn explanations_are_not_mixed_into_reports_for_programs() {
    let desk = Desk::new();
    let output = desk.run(&["in.json", "--format", "json", "--explain", "/id"]);
    assert_eq!(code(&output), 2);
    let output = desk.run(&["in.json", "--format", "json"]);
    assert_eq!(code(&output), 0);
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(report["verdict"], "ok");
}

#[test]
fn a_denied_loss_writes_nothing() {
    let desk = Desk::new();
    let args = ["in.json", "-o", "out.json", "--ledger", "l.json"];
    let with = |more: &[&str]| desk.run(&[&args[..], more].concat());
    for class in ["omitted", "narrated", "demoted"] {
        let output = with(&["--deny", class]);
        assert_eq!(code(&output), 1, "{class}");
        assert!(stderr(&output).contains("error[loss_denied]"), "{class}");
        assert_eq!(desk.files(), ["in.json"], "{class}");
    }
    assert_eq!(code(&with(&["--deny", "everything"])), 2);
    fs::write(desk.path("agreed"), "# what we know\nOZ-extensions\n\nOZ-call-arguments # sensitive\n")
        .unwrap();
    assert_eq!(code(&with(&["--deny", "omitted", "--accept", "agreed"])), 0);
    // With a list alone every loss that is not on it is denied.
    let output = with(&["--accept", "agreed", "--force"]);
    assert_eq!(code(&output), 1);
    assert!(!stderr(&output).contains("OZ-extensions"));
    fs::write(desk.path("agreed"), "OZ-extensions\nOZ-extension\n").unwrap();
    let output = with(&["--accept", "agreed", "--force"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`OZ-extension` is not a rule"));
    assert_eq!(code(&with(&["--accept", "missing", "--force"])), 2);
}

#[test]
fn a_dry_run_reports_and_writes_nothing() {
    let desk = Desk::new();
    let output =
        desk.run(&["in.json", "--dry-run", "-o", "out.json", "--ledger", "l.json", "--id-map", "ids.json"]);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
    assert!(stderr(&output).starts_with("checkpoint to packet"));
    assert_eq!(desk.files(), ["in.json"]);
}

#[test]
fn an_existing_output_is_kept_and_nothing_else_is_written() {
    let desk = Desk::new();
    for (taken, args) in [
        ("out.json", &["in.json", "-o", "out.json", "--ledger", "l.json"]),
        ("l.json", &["in.json", "-o", "out.json", "--ledger", "l.json"]),
        ("ids.json", &["in.json", "-o", "out.json", "--id-map", "ids.json"]),
    ] {
        fs::write(desk.path(taken), "mine").unwrap();
        let output = desk.run(args);
        assert_eq!(code(&output), 2, "{taken}");
        assert!(stderr(&output).contains("--force"), "{taken}");
        assert_eq!(fs::read(desk.path(taken)).unwrap(), b"mine");
        assert_eq!(desk.files().len(), 2, "{taken}");
        assert_eq!(code(&desk.run(&[args, &["--force"][..]].concat())), 0, "{taken}");
        for file in desk.files().iter().filter(|f| *f != "in.json") {
            fs::remove_file(desk.path(file)).unwrap();
        }
    }
}

#[test]
fn two_outputs_in_one_place_and_folders_that_are_not_there_are_noticed_before_anything_is_written() {
    let desk = Desk::new();
    for args in [
        &["in.json", "-o", "out.json", "--ledger", "./out.json"][..],
        &["in.json", "-o", "out.json", "--ledger", "l.json", "--id-map", "l.json"],
        &["in.json", "--ledger", "-"],
        &["in.json", "-o", "no/out.json", "--ledger", "l.json"],
        &["in.json", "-o", "out.json", "--ledger", "no/l.json"],
    ] {
        assert_eq!(code(&desk.run(args)), 2, "{args:?}");
        assert_eq!(desk.files(), ["in.json"], "{args:?}");
    }
    let output = desk.run(&["in.json", "-o", "out.json", "--ledger", "-"]);
    let ledger: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(ledger["ledgerVersion"], 1);
}

#[test]
fn option_values_that_cannot_stand_are_usage_errors() {
    let desk = Desk::new();
    for args in [
        ["--now", "yesterday"],
        ["--now", "2026-02-30T00:00:00Z"],
        ["--client-kind", "emacs"],
        ["--recipient", ""],
        ["--installation-key-id", ""],
        ["--review-by", "30"],
        ["--review-by", "-1d"],
        ["--review-by", "1y"],
        ["--to", "pdf"],
    ] {
        let output = desk.run(&["in.json", "-o", "out.json", args[0], args[1]]);
        assert_eq!(code(&output), 2, "{args:?}");
        assert_eq!(desk.files(), ["in.json"], "{args:?}");
    }
}

#[test]
fn options_reach_the_packet() {
    let desk = Desk::new();
    let output = desk.run(&[
        "in.json",
        "--now",
        "2026-09-03T00:00:00Z",
        "--client-kind",
        "cursor",
        "--recipient",
        "desk-2",
        "--review-by",
        "2w",
        "--installation-key-id",
        "desk-1",
        "--to",
        "zephr",
    ]);
    let packet: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(packet["retention"]["exportedAt"], "2026-09-03T00:00:00Z");
    assert_eq!(packet["retention"]["reviewBy"], "2026-09-17T00:00:00Z");
    assert_eq!(packet["source"]["client"]["kind"], "cursor");
    assert_eq!(packet["source"]["installationKeyId"], "desk-1");
    assert_eq!(packet["recipientIntent"]["destinationInstallationKeyId"], "desk-2");
    let output = desk.run(&["in.json", "--to", "ocp"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("already_in_format"));
}

#[test]
fn undefined_members_need_lenient() {
    let desk = Desk::new();
    let mut source = desk.json("in.json");
    source["mood"] = "glad".into();
    fs::write(desk.path("in.json"), source.to_string()).unwrap();
    let refused = desk.run(&["in.json", "-o", "out.json"]);
    assert_eq!(code(&refused), 1);
    assert_eq!(desk.files(), ["in.json"]);
    let output = desk.run(&["in.json", "-o", "out.json", "--lenient"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("OZ-undefined"));
}

#[test]
fn what_is_no_checkpoint_ends_with_one_finding_and_no_file() {
    let desk = Desk::new();
    let good = fs::read_to_string(desk.path("in.json")).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from));
        good.replacen(from, to, 1).into_bytes()
    };
    for (input, finding) in [
        (b"".to_vec(), "json_syntax"),
        (good.as_bytes()[..good.len() - 9].to_vec(), "json_syntax"),
        (b"\xEF\xBB\xBF{}".to_vec(), "json_encoding"),
        (b"{}".to_vec(), "format_unrecognised"),
        (b"[1]".to_vec(), "format_unrecognised"),
        (changed("\"0.1\"", "\"0.2\""), "version_unsupported"),
        (changed("\"status\": \"awaiting_input\"", "\"status\": \"done\""), "schema"),
        (changed("\"depends_on\": [\n        \"ra\"", "\"depends_on\": [\n        \"zz\""), "OCP-S002"),
        (changed("\"created_at\": \"2026-09-02T", "\"created_at\": \"2026-02-30T"), "review_by_uncomputable"),
    ] {
        let output = desk.run_on(&["-o", "out.json", "--ledger", "l.json"], &input);
        let text = stderr(&output);
        assert_eq!(code(&output), 1, "{finding}: {text}");
        assert_eq!(text.matches("error[").count(), 1, "{finding}: {text}");
        assert!(text.contains(&format!("error[{finding}]")), "{finding}: {text}");
        assert_eq!(desk.files(), ["in.json"], "{finding}");
    }
    assert_eq!(code(&desk.run(&["missing.json"])), 2);
}

#[test]
fn a_closed_pipe_is_a_quiet_normal_end() {
    let desk = Desk::new();
    fs::write(desk.path("in.json"), many(2_000)).unwrap();
    let mut child = Command::new(TOOL)
        .args(["convert", "-q", "in.json"])
        .current_dir(desk.0.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

/// A checkpoint with this many statements, each with evidence, steps that refer to them, and a ledger's worth of losses.
fn many(statements: usize) -> String {
    let list = |item: &dyn Fn(usize) -> String| (0..statements).map(item).collect::<Vec<_>>().join(",");
    let resources = list(&|n| format!(r#"{{"id":"r{n}","uri":"https://h.example/{n}"}}"#));
    let texts = list(&|n| {
        format!(
            r#"{{"id":"s{n}","kind":"observation","text":"Finding {n} of the survey.","origin":{{"type":"agent"}},
            "evidence":["r{n}"],"extensions":{{"com.example.x":{n}}}}}"#
        )
    });
    let steps = list(&|n| format!(r#"{{"description":"Look at {n}.","refs":["s{n}","r{n}"]}}"#));
    let omissions = list(&|n| {
        format!(
            r#"{{"reason":"irrelevant","description":
            "ocp-convert 1: OZ-extensions: left out, no place for it here: \"/statements/{n}/extensions\""}}"#
        )
    });
    format!(
        r#"{{"opencheckpoint":"0.1","id":"urn:x:1","created_at":"2026-01-10T12:00:00Z",
        "source":{{"producer":{{"name":"p"}}}},"task":{{"objective":"o","status":"active"}},
        "resources":[{resources}],"statements":[{texts}],"progress":{{"next":[{steps}]}},
        "derivation":{{"method":"compacted","omissions":[{omissions}]}}}}"#
    )
}

/// More than 20 MB and 50,000 statements, without optimisation: anything quadratic would take hours.
#[test]
fn a_large_document_converts_in_reasonable_time() {
    let desk = Desk::new();
    let text = many(50_000);
    assert!(text.len() > 20 << 20, "{}", text.len());
    fs::write(desk.path("in.json"), text).unwrap();
    let start = Instant::now();
    let output = desk.run(&["in.json", "-o", "out.json", "--ledger", "l.json", "-q"]);
    let took = start.elapsed();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(took < Duration::from_secs(240), "{took:?}");
    let packet = desk.json("out.json");
    assert_eq!(packet["content"]["evidenceAnchors"].as_array().unwrap().len(), 50_000);
    // Each of the source's own omissions is one that this conversion records again.
    let entries = packet["omissionManifest"]["entries"].as_array().unwrap();
    assert!(entries.iter().all(|e| e["section"] != "derivation"));
}
