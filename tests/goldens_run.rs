//! `goldens run`: another implementation is asked line by line, and whatever it does wrong is said.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use folder::{goldens, place};
use ocp_convert::goldens::perform;
use ocp_convert::goldens::protocol::{Exceptions, Request, questions};
use ocp_convert::goldens::vector::Group;
use serde_json::{Value, json};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");
/// A group of 43 vectors, small and quick.
const GROUP: &str = "lineage";
const VECTORS: usize = 43;

fn run(command: &str, more: &[&str]) -> Output {
    let mut tool = Command::new(TOOL);
    tool.args(["goldens", "run"]).arg(place()).args(["--command", command, "--group", GROUP]);
    tool.args(["--format", "json"]).args(more).output().unwrap()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| json!(String::from_utf8_lossy(&output.stderr)))
}

/// What is said of the first vector.
fn first(report: &Value) -> &str {
    report["failures"][0]["found"].as_str().unwrap()
}

/// The answers of this tool itself, a line each, as a file that a shell reads out.
fn answers(change: impl Fn(usize, &mut Value)) -> (tempfile::TempDir, String) {
    let questions = questions(&goldens(), Some(Group::Lineage)).unwrap();
    let mut lines = String::new();
    for (number, (_, question)) in questions.iter().enumerate() {
        let request: Request = serde_json::from_str(&question.line).unwrap();
        let bytes = |_: &str, document: &_| ocp_convert::goldens::resolve(&goldens(), document);
        let answer = perform(&request.id, request.operation, &request.input.map(bytes).unwrap()).unwrap();
        let mut answer = serde_json::to_value(&answer).unwrap();
        change(number, &mut answer);
        lines += &answer.to_string();
        lines.push('\n');
    }
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("answers");
    fs::write(&file, lines).unwrap();
    let script = place.path().join("speak.sh");
    let loop_ =
        "while read -r request; do IFS= read -r answer <&3; printf '%s\\n' \"$answer\"; done 3<\"$1\"\n";
    fs::write(&script, loop_).unwrap();
    let command = format!("sh '{}' '{}'", script.display(), file.display());
    (place, command)
}

#[test]
fn right_answers_pass() {
    let (_place, command) = answers(|_, _| {});
    let output = run(&command, &[]);
    let report = report(&output);
    assert_eq!((output.status.code(), &report["verdict"]), (Some(0), &json!("ok")), "{report}");
    assert_eq!((&report["vectors"], &report["failed"]), (&json!(VECTORS), &json!(0)));
    // An implementation that has no warnings and no pointers to give gives none.
    let (_place, command) = answers(|_, answer| {
        for member in ["warnings", "pointer", "also"] {
            answer.as_object_mut().unwrap().remove(member);
        }
    });
    assert_eq!(run(&command, &[]).status.code(), Some(0));
}

#[test]
fn wrong_answers_fail_with_both_sides() {
    let wrong = |number: usize, member: &'static str, value: Value| {
        let (_place, command) = answers(move |n, answer| {
            if n == number {
                answer[member] = value.clone();
            }
        });
        let output = run(&command, &[]);
        assert_eq!(output.status.code(), Some(1));
        let report = report(&output);
        assert_eq!(
            (&report["failed"], report["failures"].as_array().unwrap().len()),
            (&json!(1), 1),
            "{report}"
        );
        report["failures"][0].clone()
    };
    let failure = wrong(0, "result", json!("invalid"));
    assert_eq!(
        failure,
        json!({"at": "lineage-plain", "what": "result", "expected": "valid", "found": "invalid"})
    );
    let failure = wrong(2, "code", json!("OCP-T001"));
    assert_eq!((&failure["expected"], &failure["found"]), (&json!("OCP-T002"), &json!("OCP-T001")));
    let failure = wrong(2, "pointer", json!("/parent"));
    assert_eq!((&failure["what"], &failure["found"]), (&json!("pointer"), &json!("/parent")));
    let failure = wrong(0, "warnings", json!([{"code": "x", "pointer": ""}]));
    assert_eq!((&failure["expected"], &failure["found"]), (&json!("none"), &json!("x at ``")));
    let failure = wrong(0, "id", json!("lineage-same-time"));
    assert_eq!((&failure["what"], &failure["found"]), (&json!("id"), &json!("lineage-same-time")));
    let failure = wrong(0, "more", json!(1));
    assert!(failure["found"].as_str().unwrap().contains("unknown field `more`"));
    let failure = wrong(0, "result", json!("perhaps"));
    assert!(failure["found"].as_str().unwrap().contains("perhaps"));
}

#[test]
fn a_command_that_misbehaves_is_told_how() {
    for (script, found) in [
        ("while read -r r; do echo nonsense; done", "nonsense"),
        ("while read -r r; do echo; done", "EOF"),
        ("while read -r r; do echo '[]'; done", "invalid"),
        ("while read -r r; do printf '\\377\\n'; done", ""),
        ("exit 3", "ended (exit status: 3)"),
        ("read -r r; kill -9 $$", "signal: 9"),
        ("exec >&-; sleep 30", "closed its output"),
        ("read -r r; printf {", "EOF while parsing"),
    ] {
        let output = run(&format!("sh -c \"{script}\""), &[]);
        let report = report(&output);
        assert_eq!(
            (output.status.code(), &report["failed"]),
            (Some(1), &json!(VECTORS)),
            "{script}: {report}"
        );
        assert!(first(&report).contains(found), "{script}: {}", first(&report));
    }
}

#[test]
fn silence_ends_after_the_time_and_for_good_after_three() {
    let start = Instant::now();
    for script in ["sleep 60", "exec <&-; sleep 60"] {
        let output = run(&format!("sh -c '{script}'"), &["--timeout", "1"]);
        let report = report(&output);
        assert_eq!((output.status.code(), &report["failed"]), (Some(1), &json!(VECTORS)));
        let all = report["failures"].as_array().unwrap();
        let asked = all.iter().filter(|f| !f["found"].as_str().unwrap().starts_with("not asked")).count();
        assert_eq!(asked, 3, "{report}");
    }
    assert!(start.elapsed().as_secs() < 30);
}

#[test]
fn a_command_that_crashes_once_is_started_anew() {
    let place = tempfile::tempdir().unwrap();
    let (_answers, command) = answers(|_, _| {});
    let script = place.path().join("once.sh");
    let once = place.path().join("once");
    // The first time it ends without an answer; from then on it is one question late, and says so itself.
    let text = format!("[ -e '{0}' ] || {{ : >'{0}'; exit 1; }}\nexec {command}\n", once.display());
    fs::write(&script, text).unwrap();
    let report = report(&run(&format!("sh '{}'", script.display()), &[]));
    let what: Vec<&str> =
        report["failures"].as_array().unwrap().iter().map(|f| f["what"].as_str().unwrap()).collect();
    assert_eq!(what[0], "answer");
    assert!(what[1..].iter().all(|w| *w == "id"), "{what:?}");
    assert_eq!(what.len(), VECTORS);
}

#[test]
fn lines_nobody_asked_for_fail_the_run() {
    let (place, _) = answers(|_, _| {});
    let script = place.path().join("chatty.sh");
    fs::write(&script, "sh \"$1\" \"$2\"\necho more\n").unwrap();
    let path = |name: &str| place.path().join(name).display().to_string();
    let command = format!("sh '{}' '{}' '{}'", path("chatty.sh"), path("speak.sh"), path("answers"));
    let output = run(&command, &[]);
    assert_eq!((output.status.code(), first(&report(&output))), (Some(1), "a line after the last answer"));
}

fn file(place: &Path, text: &str) -> PathBuf {
    let path = place.join("exceptions");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn exceptions_have_to_be_needed() {
    let (place, command) = answers(|n, answer| {
        if n < 2 {
            answer["result"] = json!("invalid");
        }
    });
    let with = |text: &str| {
        let path = file(place.path(), text);
        let output = run(&command, &["--exceptions", path.to_str().unwrap()]);
        let report = report(&output);
        let of = |f: &Value| format!("{} {}", f["at"].as_str().unwrap(), f["what"].as_str().unwrap());
        let failures: Vec<String> =
            report["failures"].as_array().map(|l| l.iter().map(of).collect()).unwrap_or_default();
        (output.status.code(), failures, report["excepted"].clone())
    };
    let both = "# known\nlineage-plain  not done yet\n\nlineage-same-time\tnor this\n";
    assert_eq!(with(both), (Some(0), vec![], json!(2)));
    let (code, failures, excepted) = with("lineage-plain not done yet\n");
    assert_eq!((code, failures, excepted), (Some(1), vec!["lineage-same-time result".to_owned()], json!(1)));
    let (code, failures, _) = with(&format!("{both}lineage-digest it passes by now\n"));
    assert_eq!((code, failures), (Some(1), vec!["lineage-digest exception".to_owned()]));
    // Those of other groups are none of this run's.
    assert_eq!(with(&format!("{both}manifest-minimal not done\n")).0, Some(0));
    // A list that is none is a mistake in the call.
    assert_eq!(with("lineage-plain\n").0, Some(2));
    assert_eq!(with(&format!("{both}{both}")).0, Some(2));
    let exceptions = Exceptions::read("no-such-vector x\n").unwrap();
    let asked = std::collections::BTreeMap::new();
    assert_eq!(exceptions.stale(&asked, true).len(), 1);
    assert_eq!(exceptions.stale(&asked, false).len(), 0);
}

#[test]
fn a_call_that_is_wrong_is_no_verdict() {
    assert_eq!(run("no-such-program-anywhere", &[]).status.code(), Some(2));
    assert_eq!(run("", &[]).status.code(), Some(2));
    assert_eq!(run("sh 'open", &[]).status.code(), Some(2));
    assert_eq!(run("sh", &["--exceptions", "/no/such/file"]).status.code(), Some(2));
    assert_eq!(run("sh", &["--timeout", "0"]).status.code(), Some(2));
    assert_eq!(run("sh", &["--groups", "x"]).status.code(), Some(2));
}

// clause: ZCF-VER-10
/// A reader that shares nothing with this project but the published pages.
#[test]
fn a_reader_in_another_language_passes() {
    let probe = Command::new("python3").arg("--version").output();
    if !probe.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no Python");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens_reader");
    for group in ["canonical", "manifest", "authentication"] {
        let mut tool = Command::new(TOOL);
        tool.args(["goldens", "run"]).arg(place()).args(["--group", group, "--timeout", "60"]);
        let output =
            tool.arg("--command").arg(format!("python3 -B '{}'", script.display())).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{group}: {said}");
    }
}
