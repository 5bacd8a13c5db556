//! The command as a process: streams, files, exit codes.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");

fn start(args: &[&str]) -> Child {
    Command::new(TOOL)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the tool with `input` on standard input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The tool may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

fn data(folder: &str) -> Vec<PathBuf> {
    let files = files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder));
    assert!(!files.is_empty());
    files
}

/// A document that no pipe holds at once.
fn large() -> Vec<u8> {
    let items = vec!["\"some text that takes up room\""; 50_000].join(",");
    format!(r#"{{"format":"zephr-continuity","content":{{"list":[{items}]}}}}"#).into_bytes()
}

#[test]
fn a_closed_pipe_is_a_quiet_normal_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.json");
    fs::write(&file, large()).unwrap();
    let file = file.to_str().unwrap();
    for args in [
        &["canon", "--profile", "jcs", file][..],
        &["canon", "--profile", "zcf", "--pretty", file],
        &["manifest", "--write", file],
        &["digest", file],
        &["completions", "bash"],
        &["man"],
    ] {
        let mut child = start(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn a_closed_standard_error_changes_no_verdict() {
    let mut child = start(&["canon", "--profile", "jcs"]);
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(b"{").unwrap();
    assert_eq!(code(&child.wait_with_output().unwrap()), 1);
}

#[test]
fn standard_input_is_read_for_a_dash_and_for_no_file() {
    for args in [&["canon", "--profile", "jcs"][..], &["canon", "--profile", "jcs", "-"]] {
        let output = run(args, br#"{ "b": 1, "a": [2.0] }"#);
        assert_eq!((code(&output), output.stdout.as_slice()), (0, &br#"{"a":[2],"b":1}"#[..]));
    }
    // sha256sum of `{}`.
    let output = run(&["digest"], b"{ }\n");
    let expected = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a  -\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn a_document_at_fault_gives_one_finding_and_no_output() {
    let deep = "[".repeat(1_000_000);
    let cases: [(&[u8], &str); 8] = [
        (b"", "json_syntax"),
        (b"{} x", "json_syntax"),
        (b"\xEF\xBB\xBF{}", "json_encoding"),
        (b"{\"a\":\"\xFF\"}", "json_encoding"),
        (br#"{"a":1,"\u0061":2}"#, "json_duplicate_member"),
        (br#"["\ud800"]"#, "json_lone_surrogate"),
        (b"[9007199254740993]", "json_number_range"),
        (deep.as_bytes(), "json_depth"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    for (document, expected) in cases {
        for command in [&["canon", "--profile", "jcs", "-o"][..], &["manifest", "--write", "-o"]] {
            let output = run(&[command, &[out.to_str().unwrap()]].concat(), document);
            assert_eq!((code(&output), output.stdout.len()), (1, 0), "{expected}");
            let said = stderr(&output);
            assert!(said.starts_with(&format!("error[{expected}]: ")), "{said}");
            assert_eq!(said.matches("error[").count(), 1, "{said}");
            assert_eq!(files_in(folder.path()), Vec::<PathBuf>::new(), "{expected}");
        }
    }
}

#[test]
fn what_cannot_be_read_or_written_is_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("file"), "{}").unwrap();
    let canon = ["canon", "--profile", "jcs"];
    let below_a_file = at("file/out.json");
    let in_no_folder = at("nowhere/out.json");
    let cases = [
        (vec![at("missing.json")], "cannot read"),
        // A folder stands for the documents in it, and there are none.
        (vec![at("")], "there is no `.json` file in the folder"),
        (vec![at("file"), "-o".to_owned(), below_a_file], "cannot write"),
        (vec![at("file"), "-o".to_owned(), in_no_folder], "cannot write"),
        (vec![at("file"), "-o".to_owned(), at("")], "cannot write"),
        (vec![at("file"), "--no-such-option".to_owned()], "unexpected argument"),
    ];
    for (args, expected) in cases {
        let args: Vec<_> = canon.into_iter().chain(args.iter().map(String::as_str)).collect();
        let output = run(&args, b"");
        assert_eq!((code(&output), output.stdout.len()), (2, 0), "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(files_in(folder.path()), [folder.path().join("file")]);
}

#[test]
fn an_output_appears_whole_and_replaces_nothing_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    let canon = ["canon", "--profile", "jcs", "-o", out.to_str().unwrap()];
    let force = [&canon[..], &["--force"]].concat();
    let output = run(&canon, b"[1.0]");
    assert_eq!((code(&output), output.stdout.len(), fs::read(&out).unwrap()), (0, 0, b"[1]".to_vec()));
    let output = run(&canon, b"[2.0]");
    assert_eq!((code(&output), fs::read(&out).unwrap()), (2, b"[1]".to_vec()));
    assert!(stderr(&output).contains("--force"));
    let output = run(&force, b"[3.0]");
    assert_eq!((code(&output), fs::read(&out).unwrap()), (0, b"[3]".to_vec()));
    // Nothing replaces it when there is nothing to write.
    let output = run(&force, b"[4.0");
    assert_eq!((code(&output), fs::read(&out).unwrap()), (1, b"[3]".to_vec()));
    assert_eq!(files_in(folder.path()), std::slice::from_ref(&out));
    // A dash is standard output here too.
    assert_eq!(run(&["canon", "--profile", "jcs", "-o", "-"], b"[5.0]").stdout, b"[5]");
}

#[cfg(unix)]
#[test]
fn an_output_is_an_ordinary_file() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (plain, out, link) =
        (folder.path().join("plain"), folder.path().join("out"), folder.path().join("link"));
    fs::write(&plain, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let canon = ["canon", "--profile", "jcs", "--force", "-o"];
    assert_eq!(code(&run(&[&canon[..], &[out.to_str().unwrap()]].concat(), b"[1]")), 0);
    // The mode of any file under this umask, never more than 0644.
    assert_eq!(mode(&out), mode(&plain) & 0o644);
    // The file behind a link is replaced, not the link.
    symlink(&out, &link).unwrap();
    assert_eq!(code(&run(&[&canon[..], &[link.to_str().unwrap()]].concat(), b"[2]")), 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&out).unwrap(), b"[2]");
    // A device is written to, not replaced.
    assert_eq!(code(&run(&["canon", "--profile", "jcs", "-o", "/dev/null"], b"[3]")), 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_verdict() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(TOOL);
    command.args(["canon", "--profile", "jcs", "-"]).stdin(Stdio::piped()).stdout(full);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"[1]").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write standard output"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (
        folder.path().join(OsStr::from_bytes(b"in-\xFF")),
        folder.path().join(OsStr::from_bytes(b"out-\xFE")),
    );
    fs::write(&file, "[1.0]").unwrap();
    let output =
        Command::new(TOOL).args(["canon", "--profile", "jcs", "-o"]).arg(&out).arg(&file).output().unwrap();
    assert_eq!((code(&output), fs::read(&out).unwrap()), (0, b"[1]".to_vec()));
    let output = Command::new(TOOL).arg("digest").arg(&file).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("in-\u{FFFD}\n"));
}

#[test]
fn text_of_a_document_steers_no_terminal() {
    let name = "\u{1b}[2J\u{202e}\u{9b}";
    let document = "{\"\\u001b[2J\u{202e}\u{9b}\":{\"a\":1,\"a\":2}}";
    let said = stderr(&run(&["canon", "--profile", "jcs"], document.as_bytes()));
    assert!(said.contains(r"/\u{1b}[2J\u{202e}\u{9b}/a"), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{said}");
    // A program gets the name itself, in characters that are safe to print too.
    let said = stderr(&run(&["canon", "--profile", "jcs", "--format", "json"], document.as_bytes()));
    assert!(!said.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{said}");
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["findings"][0]["pointer"], format!("/{name}/a"));
    assert_eq!(report["verdict"], "invalid");
}

#[test]
fn warnings_are_counted_beyond_what_a_reader_wants_to_see() {
    let document = format!("[{}]", vec!["18014398509481984"; 30].join(","));
    let output = run(&["canon", "--profile", "jcs", "--format", "json"], document.as_bytes());
    let report: serde_json::Value = serde_json::from_str(&stderr(&output)).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!((code(&output), findings.len()), (0, 21));
    assert_eq!(findings[19]["pointer"], "/19");
    assert!(findings[20]["message"].as_str().unwrap().starts_with("10 more"));
    assert_eq!(stderr(&run(&["canon", "--profile", "jcs", "--quiet"], document.as_bytes())), "");
}

#[test]
fn the_shipped_documents_pass() {
    for file in data("zcf") {
        let file = file.to_str().unwrap();
        let output = run(&["manifest", file], b"");
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{file}");
        // Setting a root that is right already changes nothing but the form.
        let written = run(&["manifest", "--write", file], b"").stdout;
        let canonical = run(&["canon", "--profile", "zcf", file], b"").stdout;
        assert_eq!(written, [&canonical[..], b"\n"].concat(), "{file}");
    }
    for file in data("ocp") {
        let file = file.to_str().unwrap();
        let once = run(&["canon", "--profile", "jcs", file], b"");
        assert_eq!(code(&once), 0, "{file}");
        assert_eq!(run(&["canon", "--profile", "jcs"], &once.stdout).stdout, once.stdout, "{file}");
        let output = run(&["manifest", file], b"");
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains("error[not_a_packet]"), "{file}");
    }
}

#[test]
fn a_new_root_under_an_old_signature_is_worth_a_warning() {
    let packet = |kind: &str| {
        format!(r#"{{"format":"zephr-continuity","content":{{}},"authentication":{{"kind":"{kind}"}}}}"#)
    };
    let output = run(&["manifest", "--write"], packet("recipient-bound-mac").as_bytes());
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).starts_with("warning[authentication_stale]"));
    let output = run(&["manifest", "--write"], packet("unsigned").as_bytes());
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
fn every_command_has_a_page_and_every_shell_a_script() {
    for command in ["canon", "digest", "manifest", "completions", "man"] {
        let page = String::from_utf8(run(&["man", command], b"").stdout).unwrap();
        assert!(page.contains(&format!(".TH ocp-convert-{command} 1")), "{page}");
    }
    assert_eq!(code(&run(&["man", "no-such-command"], b"")), 2);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = String::from_utf8(run(&["completions", shell], b"").stdout).unwrap();
        assert!(script.contains("manifest"), "{shell}");
    }
}
