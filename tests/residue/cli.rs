//! `convert --preserve` and `--restore` as a process.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::{NAME, data, digest, documents, preserved, sample};

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        fs::copy(data("ocp/20-support-refund.ocp.json"), desk.path("in.json")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, document: &Value) {
        fs::write(self.path(name), document.to_string()).unwrap();
    }

    fn get(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// A key file of this mode.
    fn key(&self, name: &str, byte: u8, mode: u32) {
        fs::write(self.path(name), format!("{}\n", hex::encode([byte; 32]))).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The exit code and what is said.
    fn run(&self, args: &[&str]) -> (i32, String) {
        let tool = env!("CARGO_BIN_EXE_ocp-convert");
        let output: Output =
            Command::new(tool).arg("convert").args(args).current_dir(self.0.path()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn there_and_back_by_the_digest_that_is_told() {
    let desk = Desk::new();
    let (code, said) = desk.run(&["in.json", "--preserve", "-o", "p.json", "--quiet"]);
    assert_eq!(code, 0, "{said}");
    let told = said.split_whitespace().find(|word| word.starts_with("sha256:")).unwrap().to_owned();
    assert_eq!(told, digest(&desk.get("in.json")));
    let (code, said) = desk.run(&["p.json", "--restore", &told, "-o", "back.json"]);
    assert_eq!((code, digest(&desk.get("back.json"))), (0, told.clone()), "{said}");
    // A dry run says the same and writes nothing.
    let (code, again) = desk.run(&["p.json", "--restore", &told, "-o", "dry.json", "--dry-run"]);
    assert_eq!((code, again, desk.path("dry.json").exists()), (0, said, false));
    let (code, said) = desk.run(&["p.json", "--restore", &told, "--dry-run", "--format", "json"]);
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, &report["verdict"], &report["originalDigest"]), (0, &json!("ok"), &json!(told)));
}

#[test]
fn there_and_back_by_a_key() {
    let desk = Desk::new();
    desk.key("own.hex", 7, 0o600);
    desk.key("other.hex", 8, 0o600);
    desk.key("open.hex", 7, 0o644);
    let preserve = ["in.json", "--preserve", "-o", "p.json", "--preserve-key"];
    let (code, said) = desk.run(&[&preserve[..], &["open.hex"]].concat());
    assert_eq!((code, said.contains("others can read it"), desk.path("p.json").exists()), (2, true, false));
    assert_eq!(desk.run(&[&preserve[..], &["own.hex"]].concat()).0, 0);
    let restore = |key: &str, more: &[&str]| {
        desk.run(&[&["p.json", "-o", "back.json", "--force", "--preserve-key", key], more].concat())
    };
    let (code, said) = restore("other.hex", &[]);
    assert_eq!((code, desk.path("back.json").exists()), (1, false));
    assert!(said.starts_with("error[residue_mac_mismatch]"), "{said}");
    assert_eq!(restore("open.hex", &[]).0, 2);
    assert_eq!(restore("open.hex", &["--allow-readable-keys"]).0, 0);
    assert_eq!(restore("own.hex", &[]).0, 0);
    assert_eq!(digest(&desk.get("back.json")), digest(&desk.get("in.json")));
}

#[test]
fn a_refusal_writes_nothing() {
    let desk = Desk::new();
    let wrong = digest(&json!({}));
    desk.put("p.json", &preserved(&desk.get("in.json")));
    desk.put("proof.json", &sample("zcf/07-scope-proof.zcf.json"));
    let out = ["-o", "out.json"];
    for (args, wanted) in [
        (&["p.json", "--restore", &wrong][..], "residue_digest_mismatch"),
        (&["in.json", "--restore", &wrong], "residue_missing"),
        (&["p.json", "--preserve"], "residue_nested"),
        (&["proof.json", "--preserve", "--ledger", "l.json"], "residue_authentication"),
    ] {
        let (code, said) = desk.run(&[args, &out].concat());
        assert_eq!(code, 1, "{said}");
        assert!(said.starts_with(&format!("error[{wanted}]")), "{said}");
        assert!(!desk.path("out.json").exists() && !desk.path("l.json").exists());
    }
}

#[test]
fn calls_that_cannot_be_meant_are_refused() {
    let desk = Desk::new();
    let right = digest(&json!({}));
    for args in [
        &["in.json", "--restore", "abc"][..],
        &["in.json", "--restore", &right.to_uppercase()],
        &["in.json", "--restore", &right, "--preserve"],
        &["in.json", "--restore", &right, "--ledger", "l.json"],
        &["in.json", "--restore", &right, "--explain", "/id"],
        &["in.json", "--restore", &right, "--preserve-key", "none.hex"],
    ] {
        let (code, said) = desk.run(args);
        assert_eq!(code, 2, "{args:?}: {said}");
    }
}

#[test]
fn an_edited_document_is_converted_and_its_losses_listed() {
    let desk = Desk::new();
    let original = desk.get("in.json");
    let mut edited = preserved(&original);
    edited["content"]["capsule"]["objective"] = "x".into();
    let operations = edited["extensions"][NAME]["patch"].as_array().unwrap().len();
    desk.put("e.json", &documents::with_root(edited));
    let restore = ["e.json", "--restore", &digest(&original), "-o", "out.json", "--force"];
    let (code, said) = desk.run(&restore);
    assert_eq!((code, desk.get("out.json")["task"]["objective"].as_str()), (0, Some("x")));
    assert_eq!(said.lines().filter(|line| line.starts_with("not restored: /")).count(), operations);
    assert!(said.contains("warning[residue_target_edited]"), "{said}");
    let (code, said) = desk.run(&[&restore[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, report["notRestored"].as_array().unwrap().len()), (0, operations));
    assert_eq!(report["findings"][0]["code"], "residue_target_edited");
    assert_eq!(report.get("originalDigest"), None);
    // Whoever wants the original or nothing says so.
    fs::remove_file(desk.path("out.json")).unwrap();
    let (code, said) = desk.run(&[&restore[..], &["--deny", "omitted"]].concat());
    assert_eq!((code, desk.path("out.json").exists()), (1, false));
    assert!(said.contains("ZO-residue-left"), "{said}");
}

/// Whoever could read the right digest off an error would hold it without having noted it.
#[test]
fn no_error_tells_the_digest_that_fits() {
    let desk = Desk::new();
    desk.key("own.hex", 7, 0o600);
    desk.key("other.hex", 8, 0o600);
    for (source, name) in
        [("ocp/20-support-refund.ocp.json", "c"), ("zcf/01-claude-code-handoff.zcf.json", "p")]
    {
        let original = sample(source);
        let (right, wrong) = (digest(&original), digest(&json!({})));
        desk.put("source.json", &original);
        let (kept, keyed) = (format!("{name}.json"), format!("{name}-keyed.json"));
        assert_eq!(desk.run(&["source.json", "--preserve", "-o", &kept]).0, 0);
        let key = ["--preserve-key", "own.hex"];
        assert_eq!(desk.run(&[&["source.json", "--preserve", "-o", &keyed], &key[..]].concat()).0, 0);
        for format in ["human", "json", "sarif"] {
            for args in [
                &[&kept, "--restore", &wrong][..],
                &[&keyed, "--restore", &wrong],
                &[&keyed, "--restore", &wrong, "--preserve-key", "own.hex"],
                &[&keyed, "--preserve-key", "other.hex"],
                &[&kept, "--preserve-key", "own.hex"],
            ] {
                let (code, said) = desk.run(&[args, &["--format", format]].concat());
                let hex = right.trim_start_matches("sha256:");
                assert!(code == 1 && !said.contains(&hex[..8]), "{args:?}: {said}");
            }
        }
    }
}

/// Nor is the line shown on which it stands.
#[test]
fn a_refusal_shows_nothing_of_a_credential() {
    let desk = Desk::new();
    for (name, value) in [("password", json!(["hunter2!"])), ("scopeProof", json!({"admission": "hunter2!"}))]
    {
        let mut document = desk.get("in.json");
        document["extensions"] = json!({"com.example/x": { name: value }});
        fs::write(desk.path("secret.json"), serde_json::to_string_pretty(&document).unwrap()).unwrap();
        for format in ["human", "json", "sarif"] {
            let (code, said) = desk.run(&["secret.json", "--preserve", "--format", format]);
            assert!(code == 1 && said.contains("com.example~1x") && !said.contains("hunter2"), "{said}");
        }
    }
}
