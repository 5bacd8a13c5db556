//! `validate` and `schema` as a process: verdicts and exit codes in every rendering, many documents, hostile text.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use documents::{change, changed, packet, rich, smallest};
use ocp_convert::json::{Limits, read};
use ocp_convert::shape::Schema;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Exit code, standard output and standard error.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ocp-convert"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

/// Files with these documents in a new folder.
fn files(documents: &[(&str, &Value)]) -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(name, document): &(&str, &Value)| {
        let path: PathBuf = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, document.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths = documents.iter().map(write).collect();
    (folder, paths)
}

fn invalid() -> Value {
    change(&smallest(), "/task/status", "\"done\"")
}

fn warned() -> Value {
    change(&smallest(), "/task/status", "\"blocked\"")
}

// clause: OCP-8.2-1, OCP-8.2-2, OCP-5.1-4
#[test]
fn the_exit_code_follows_the_verdict_in_every_rendering() {
    let later = change(&smallest(), "/opencheckpoint", "\"0.2\"");
    for format in ["human", "json", "sarif"] {
        let exit = |document: &Value, more: &[&str]| {
            let mut args = vec!["validate", "--format", format];
            args.extend(more);
            let (code, out, _) = run(&args, &document.to_string());
            assert!(!out.is_empty() || more.contains(&"-q") || code == 2);
            code
        };
        assert_eq!(exit(&rich(), &[]), 0, "{format}");
        assert_eq!(exit(&packet(), &[]), 0, "{format}");
        assert_eq!(exit(&warned(), &[]), 0, "{format}");
        assert_eq!(exit(&warned(), &["-q"]), 0, "{format}");
        assert_eq!(exit(&warned(), &["--deny-warnings"]), 1, "{format}");
        assert_eq!(exit(&invalid(), &[]), 1, "{format}");
        assert_eq!(exit(&invalid(), &["-q"]), 1, "{format}");
        assert_eq!(exit(&later, &[]), 1, "{format}");
        assert_eq!(exit(&smallest(), &["no such file"]), 2, "{format}");
    }
    let (_, out, _) = run(&["validate"], &later.to_string());
    assert!(!out.contains("valid") && !out.contains("well-formed"), "{out}");
    let signed = json!({"kind": "source-signature", "algorithm": "ed25519", "signature": "", "publicKeyFingerprint": ""});
    let (code, out, _) =
        run(&["validate"], &change(&packet(), "/authentication", &signed.to_string()).to_string());
    assert_eq!(code, 0);
    assert!(out.contains("warning[source_signature_unverifiable]"), "{out}");
}

// clause: OCP-8.1-3
#[test]
fn reports_for_programs_follow_their_schema() {
    let (code, schema, _) = run(&["schema", "report"], "");
    assert_eq!(code, 0);
    let schema = Schema::from_json(schema.as_bytes()).unwrap();
    let (_folder, paths) =
        files(&[("a.json", &rich()), ("b.json", &invalid()), ("c.json", &packet()), ("d.json", &json!([]))]);
    let mut args = vec!["validate", "--format", "json", "--max-findings", "1"];
    args.extend(paths.iter().map(String::as_str));
    args.push("missing.json");
    let (code, out, err) = run(&args, "");
    assert_eq!((code, err.as_str()), (2, ""));
    let reports: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 5);
    for line in out.lines() {
        let tree = read(line.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(schema.check(&tree, 10), [], "{line}");
    }
    let verdicts: Vec<&Value> = reports.iter().map(|r| &r["verdict"]).collect();
    assert_eq!(verdicts, ["ok", "invalid", "ok", "invalid", "broken"]);
    let formats: Vec<&Value> = reports.iter().map(|r| &r["format"]).collect();
    assert_eq!(json!(formats), json!(["checkpoint", "checkpoint", "packet", null, null]));
    let levels = |report: &Value| -> Vec<String> {
        let all = report["levels"].as_array().unwrap();
        all.iter().map(|l| format!("{} {}", l["level"], l["result"].as_str().unwrap())).collect()
    };
    let rest = ["3 not evaluated", "4 not evaluated", "5 not evaluated"];
    assert_eq!(levels(&reports[0]), [&["1 pass", "2 pass"][..], &rest].concat());
    assert_eq!(levels(&reports[1]), [&["1 fail", "2 pass"][..], &rest].concat());
    let inconsistent = change(&rich(), "/parent/id", "\"urn:example:own\"");
    let (_, out, _) = run(&["validate", "--format", "json"], &inconsistent.to_string());
    assert_eq!(levels(&serde_json::from_str(&out).unwrap()), [&["1 pass", "2 fail"][..], &rest].concat());
}

#[test]
fn sarif_names_rules_files_and_places() {
    let (_folder, paths) = files(&[("a b.json", &invalid()), ("c.json", &warned())]);
    let (code, out, _) = run(&["validate", "--format", "sarif", &paths[0], &paths[1]], "");
    assert_eq!(code, 1);
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for (result, code, level, file) in
        [(&results[0], "schema", "error", "a%20b.json"), (&results[1], "OCP-W001", "warning", "c.json")]
    {
        let rule =
            &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!((&result["ruleId"], &rule["id"]), (&json!(code), &json!(code)));
        assert_eq!(result["level"], level);
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with(file));
        assert_eq!(place["region"]["startLine"], 1);
    }
}

#[test]
fn folders_are_read_to_the_bottom_and_nothing_stops_the_rest() {
    let (folder, _) = files(&[
        ("deep/er/x.json", &invalid()),
        ("a.ocp.json", &smallest()),
        ("deep/p.json", &packet()),
        ("notes.txt", &json!("no document")),
    ]);
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    let (code, out, _) = run(&["validate", folder.path().to_str().unwrap()], "");
    assert_eq!(code, 1);
    let verdicts: Vec<&str> =
        out.lines().filter(|l| l.contains("json: ")).map(|l| l.rsplit('/').next().unwrap()).collect();
    assert_eq!(
        verdicts,
        [
            "a.ocp.json: well-formed and internally consistent (checkpoint)",
            "broken.json: refused (1 error)",
            "x.json: refused (checkpoint, 1 error)",
            "p.json: well-formed and internally consistent (packet)",
        ]
    );
    assert!(out.ends_with("4 documents: 2 well-formed and internally consistent, 2 refused, 0 not read\n"));
}

#[test]
fn a_parent_a_schema_and_lenience() {
    let parent = changed(&rich(), &[("/id", "\"urn:example:parent\""), ("/parent", "-")]);
    let other = change(&parent, "/id", "\"urn:example:other\"");
    let own = json!({"required": ["extensions"], "properties": {"task": {"required": ["outcome"]}}});
    let undefined = change(&smallest(), "/priority", "1");
    let (_folder, paths) = files(&[
        ("parent.json", &parent),
        ("other.json", &other),
        ("child.json", &change(&rich(), "/parent/digest", "-")),
        ("own.json", &own),
        ("undefined.json", &undefined),
    ]);
    let [parent, other, child, own, undefined] = [0, 1, 2, 3, 4].map(|i| paths[i].as_str());
    assert_eq!(run(&["validate", child, "--parent", parent], "").0, 0);
    assert_eq!(run(&["validate", child, "--parent", other, "--parent", parent], "").0, 0);
    let (code, out, _) = run(&["validate", child, "--parent", other], "");
    assert!(code == 1 && out.contains("OCP-T002"), "{out}");
    assert_eq!(run(&["validate", child, "--parent", "nope"], "").0, 2);
    assert_eq!(run(&["validate", undefined], "").0, 1);
    assert_eq!(run(&["validate", undefined, "--lenient"], "").0, 0);
    let (code, out, _) = run(&["validate", undefined, "--schema", own], "");
    assert!(code == 1 && out.contains("`outcome`") && out.contains("`extensions`"), "{out}");
    let (_folder, remote) = files(&[("s.json", &json!({"$ref": "https://example.com/s"}))]);
    let (code, _, err) = run(&["validate", undefined, "--schema", &remote[0]], "");
    assert!(code == 2 && err.contains("https://example.com/s") && err.contains("never fetched"), "{err}");
}

#[test]
fn sibling_forks_are_compared() {
    let fork =
        changed(&rich(), &[("/derivation/method", "\"forked\""), ("/continuation/stop_conditions", "[]")]);
    let (_folder, paths) = files(&[("a.json", &fork), ("b.json", &fork)]);
    let (code, out, _) = run(&["validate", &paths[0], &paths[1]], "");
    assert_eq!(code, 0);
    assert_eq!(out.matches("fork_action_shared").count(), 1, "{out}");
}

#[test]
fn hostile_text_renders_sanely() {
    // One long line, escape sequences, bidi overrides, wide and combining characters around the place.
    let mut doc = invalid();
    doc["task"]["outcome"] = json!(format!("{}\u{1b}[31m\u{202e}日本e\u{301}", "x".repeat(200_000)));
    doc["task"]["status"] = json!("\u{1b}[2J\u{202e}done");
    let (code, out, _) = run(&["validate"], &doc.to_string());
    assert_eq!(code, 1);
    assert!(out.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{out:?}");
    let lines: Vec<&str> = out.lines().filter(|l| l.contains(" | ")).collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines.iter().all(|l| l.chars().count() < 80), "{lines:?}");
    let (code, out, _) = run(&["validate", "--format", "json"], &doc.to_string());
    assert_eq!(code, 1);
    assert!(out.trim_end().chars().all(|c| !c.is_control() && c != '\u{202e}'), "{out:?}");
}

// clause: OCP-6.4-9
#[test]
fn credentials_are_not_repeated() {
    let uri = json!([{"id": "r", "uri": "https://joe:hunter2@h.example/"}]).to_string();
    // On the same line as another fault, and on a line of its own.
    let doc = change(&invalid(), "/resources", &uri);
    for text in [doc.to_string(), format!("{doc:#}")] {
        for format in ["human", "json", "sarif"] {
            let (code, out, err) = run(&["validate", "--format", format], &text);
            assert_eq!(code, 1);
            assert!(out.contains("OCP-S008") && !(out + &err).contains("hunter2"));
        }
    }
}

// clause: ZCF-VER-9
#[test]
fn the_words_promise_nothing() {
    for document in [rich(), packet(), warned(), invalid()] {
        for format in ["human", "json", "sarif"] {
            let (_, out, err) = run(&["validate", "--format", format], &document.to_string());
            for word in ["safe", "authorized", "resumable", "verified", "authentic"] {
                assert!(!(out.clone() + &err).contains(word), "{word}: {out}");
            }
        }
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_end_with_the_verdict_of_the_documents() {
    let (_folder, paths) = files(&[("a.json", &invalid())]);
    for format in ["human", "json", "sarif"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ocp-convert"))
            .args(["validate", "--format", format, &paths[0]])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let out = child.wait_with_output().unwrap();
        assert_eq!((out.status.code(), out.stderr.len()), (Some(1), 0), "{format}");
    }
}

#[test]
fn printed_schemas_are_schemas() {
    for of in ["checkpoint", "packet", "report"] {
        let (code, out, _) = run(&["schema", of], "");
        assert_eq!(code, 0);
        assert!(Schema::from_json(out.as_bytes()).is_ok(), "{of}");
    }
}
