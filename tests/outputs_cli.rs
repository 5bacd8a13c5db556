//! Outputs of one run stand together or not at all, and streams are used for one thing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CHECKPOINT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ocp/01-refund-minimal.ocp.json");
const PACKET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zcf/01-claude-code-handoff.zcf.json");

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ocp-convert"))
        .current_dir(folder)
        .args(args)
        .stdin(File::open(CHECKPOINT).unwrap())
        .output()
        .unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What is in a folder, hidden files too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_checkpoint_and_its_receipt_appear_together() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("folder")).unwrap();
    fs::write(at.join("file"), "as it was").unwrap();
    let mut pairs = vec![
        ("out", "./out"),
        ("out", "folder/../out"),
        ("out", "folder"),
        ("out", "file"),
        ("out", "file/receipt"),
        ("out", "none/receipt"),
        ("folder", "receipt"),
        ("none/out", "receipt"),
        ("-", "-"),
    ];
    let mut expected = vec!["file", "folder"];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("out", at.join("link")).unwrap();
        pairs.push(("out", "link"));
        expected.push("link");
        if Path::new("/dev/full").exists() {
            pairs.extend([("out", "/dev/full"), ("/dev/full", "receipt")]);
        }
    }
    for (out, receipt) in pairs {
        let output = run(at, &["ingest", PACKET, "-o", out, "--receipt", receipt]);
        assert_eq!(output.status.code(), Some(2), "{out} {receipt}: {}", err(&output));
        assert!(output.stdout.is_empty());
        assert_eq!(names(at), expected, "{out} {receipt}: {}", err(&output));
    }
    assert_eq!(fs::read_to_string(at.join("file")).unwrap(), "as it was");
    // The database is no output of this run, and no output is the database.
    for (out, receipt) in [("seen", "receipt"), ("out", "./seen")] {
        let output = run(at, &["ingest", PACKET, "-o", out, "--receipt", receipt, "--seen", "seen"]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(names(at), expected, "{}", err(&output));
    }
    let output = run(at, &["ingest", PACKET, "-o", "out", "--receipt", "receipt", "--seen", "seen"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    expected.extend(["out", "receipt", "seen"]);
    assert_eq!(names(at), expected);
}

#[test]
fn a_document_and_its_ledger_appear_together() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("file"), "as it was").unwrap();
    let convert = |out: &str, ledger: &str, ids: &str| {
        run(at, &["convert", CHECKPOINT, "-o", out, "--ledger", ledger, "--id-map", ids])
    };
    for (out, ledger, ids) in [
        ("file/out", "ledger", "ids"),
        ("out", "file/ledger", "ids"),
        ("out", "ledger", "none/ids"),
        ("file", "l", "i"),
    ] {
        assert_eq!(convert(out, ledger, ids).status.code(), Some(2));
        assert_eq!(names(at), ["file"], "{out} {ledger} {ids}");
    }
    if Path::new("/dev/full").exists() {
        for (out, ledger, ids) in [("/dev/full", "l", "i"), ("o", "/dev/full", "i"), ("o", "l", "/dev/full")]
        {
            assert_eq!(convert(out, ledger, ids).status.code(), Some(2));
            assert_eq!(names(at), ["file"], "{out} {ledger} {ids}");
        }
    }
    assert_eq!(convert("out", "ledger", "ids").status.code(), Some(0));
    assert_eq!(names(at), ["file", "ids", "ledger", "out"]);
}

#[test]
fn standard_input_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["validate", "-", "-"][..],
        &["audit", "-", "-", "-"],
        &["digest", "-", "-"],
        &["validate", "--parent", "-", "-"],
    ] {
        let output = run(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains("standard input can be read once"), "{args:?}: {}", err(&output));
    }
    assert_eq!(run(folder.path(), &["validate", "-", CHECKPOINT]).status.code(), Some(0));
}

#[test]
fn a_folder_without_documents_is_not_passed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("empty/notes.txt"), "{}").unwrap();
    for format in ["human", "json", "sarif"] {
        let output = run(folder.path(), &["validate", "empty", CHECKPOINT, "--format", format]);
        assert_eq!(output.status.code(), Some(2), "{format}");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains("there is no `.json` file in the folder empty"), "{format}: {said}");
    }
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full");
        return;
    };
    for args in [&["--help"][..], &["--version"], &["verify", "--help"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
        let output = command.args(args).stdout(Stdio::from(full.try_clone().unwrap())).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains("cannot write standard output"), "{}", err(&output));
    }
}

/// Whatever has become of the database, nothing is taken in on its word.
#[test]
fn a_damaged_database_takes_nothing_in() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let ingest = |number: usize, database: &str| {
        let (out, receipt) = (format!("out-{number}"), format!("receipt-{number}"));
        run(at, &["ingest", PACKET, "-o", &out, "--receipt", &receipt, "--seen", database])
    };
    assert_eq!(ingest(0, "seen").status.code(), Some(0));
    assert_eq!(ingest(1, "seen").status.code(), Some(1));
    let good = fs::read(at.join("seen")).unwrap();
    let damage = |with: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        with(&mut bytes);
        bytes
    };
    let flipped = |from: usize, step: usize| {
        damage(&|bytes| bytes.iter_mut().skip(from).step_by(step).for_each(|byte| *byte ^= 0x55))
    };
    let damaged = [
        damage(&|bytes| bytes.truncate(3000)),
        damage(&|bytes| bytes.truncate(good.len() - 1)),
        damage(&|bytes| bytes.extend([0; 4096])),
        damage(&|bytes| bytes[0] ^= 1),
        damage(&|bytes| bytes.fill(0)),
        // The version of the file format.
        damage(&|bytes| bytes[64] = 9),
        flipped(4096, 97),
        flipped(4096, 1),
        flipped(512, 7),
        flipped(0, 4093),
        b"{}".to_vec(),
    ];
    for (number, bytes) in damaged.into_iter().enumerate() {
        let name = format!("damaged-{number}");
        fs::write(at.join(&name), bytes).unwrap();
        let output = ingest(number + 2, &name);
        let told = err(&output);
        // Where the entry can still be read, it is a replay; else there is no verdict.
        let replay = output.status.code() == Some(1) && told.contains("packet_replayed");
        let broken = output.status.code() == Some(2) && told.contains(&name);
        assert!((replay || broken) && !told.contains("panicked"), "{number}: {told}");
        assert!(
            !at.join(format!("out-{}", number + 2)).exists()
                && !at.join(format!("receipt-{}", number + 2)).exists()
        );
    }
    fs::create_dir(at.join("folder")).unwrap();
    for odd in ["folder", "none/seen", "/dev/null"] {
        assert_eq!(ingest(99, odd).status.code(), Some(2), "{odd}");
    }
    assert!(!at.join("out-99").exists());
}

/// Two keys in one file would be one key; a secret is not for a screen.
#[test]
fn keys_are_written_together_and_apart() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("folder")).unwrap();
    let keygen = |secret: &str, public: &str, installation: &str, more: &[&str]| {
        let args =
            ["keygen", "--secret-key", secret, "--public-key", public, "--installation-key", installation];
        run(at, &[&args[..], more].concat())
    };
    for (secret, public, installation) in [
        ("a", "a", "b"),
        ("a", "./a", "b"),
        ("a", "b", "folder/../a"),
        ("a", "b", "./b"),
        ("-", "b", "c"),
        ("a", "b", "-"),
        ("a", "b", "folder"),
        ("a", "folder", "c"),
        ("a", "b", "none/c"),
        ("none/a", "b", "c"),
    ] {
        for more in [&[][..], &["--force"]] {
            let output = keygen(secret, public, installation, more);
            assert_eq!(output.status.code(), Some(2), "{secret} {public} {installation}");
            assert!(output.stdout.is_empty());
            assert_eq!(names(at), ["folder"], "{secret} {public} {installation}");
        }
    }
    assert_eq!(keygen("a", "b", "c", &[]).status.code(), Some(0));
    assert_eq!(names(at), ["a", "b", "c", "folder"]);
    // With keys that the kind of authentication does not take, or without those it does.
    for more in [&[][..], &["--source-installation-key", "c"], &["--destination-installation-key", "c"]] {
        let output = run(at, &[&["sign", PACKET, "--secret-key", "a"], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("takes --source-installation-key and --dest"), "{}", err(&output));
    }
    assert_eq!(run(at, &["keygen", "--force"]).status.code(), Some(2), "no key was asked for");
    // The public half may be printed.
    let output = run(at, &["keygen", "--secret-key", "d", "--public-key", "-"]);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("-----BEGIN PUBLIC KEY-----\n"));
}

/// Replacing, by name, keeps the file behind a link and its owner's rights.
#[cfg(unix)]
#[test]
fn a_replaced_file_is_whole_and_has_its_own_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("old"), "old").unwrap();
    fs::set_permissions(at.join("old"), fs::Permissions::from_mode(0o666)).unwrap();
    std::os::unix::fs::symlink("old", at.join("link")).unwrap();
    let output = run(at, &["keygen", "--installation-key", "link", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(fs::read_to_string(at.join("old")).unwrap().len(), 65);
    assert_eq!(fs::metadata(at.join("old")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::symlink_metadata(at.join("link")).unwrap().is_symlink());
    assert_eq!(names(at), ["link", "old"]);
}

/// A run that is killed leaves no file of its own behind, half or whole.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_run_leaves_nothing_unnamed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut finished = 0;
    for number in 0..80_u64 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
        let (out, receipt) = (format!("out-{number}"), format!("receipt-{number}"));
        command.current_dir(at).args(["ingest", PACKET, "-o", &out, "--receipt", &receipt]);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(number * 400));
        child.kill().unwrap();
        child.wait().unwrap();
        finished += usize::from(at.join(receipt).exists());
    }
    assert!(finished < 80, "some were killed");
    let odd: Vec<String> = names(at).into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(odd, [""; 0]);
}
