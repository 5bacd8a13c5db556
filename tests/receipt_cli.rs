//! `receipt`: a receipt is held against the packet, the checkpoint and the destination's key, each when it is given.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
    let Output { status, stdout, stderr } = command.current_dir(folder).args(args).output().unwrap();
    (status.code().unwrap(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

/// A change to a document, and what is said of it.
type Edit = (fn(&mut Value), &'static str);

/// A folder with a packet that asks for tools, what came of it, its signed receipt, and keys.
fn taken_in() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let packet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/zcf/10-allowed-tools-admin.zcf.json");
    fs::copy(packet, at.join("packet.json")).unwrap();
    for name in ["key", "other"] {
        let (secret, public) = (format!("{name}.pem"), format!("{name}.pub"));
        assert_eq!(run(at, &["keygen", "--secret-key", &secret, "--public-key", &public]).0, 0);
    }
    let args =
        ["ingest", "packet.json", "-o", "checkpoint.json", "--receipt", "receipt.json", "--receipt-key"];
    assert_eq!(run(at, &[&args[..], &["key.pem", "--capabilities", "zephr_recall"]].concat()).0, 0);
    folder
}

const ALL: [&str; 8] = [
    "receipt",
    "receipt.json",
    "--packet",
    "packet.json",
    "--checkpoint",
    "checkpoint.json",
    "--key",
    "key.pub",
];

#[test]
fn what_was_written_holds() {
    let folder = taken_in();
    let at = folder.path();
    let (code, said) = run(at, &ALL);
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches(" pass\n").count(), 6, "{said}");
    assert!(said.ends_with("the receipt holds\n"));
    // Without a key nobody knows whose it is, and that is said.
    let (code, said) = run(at, &ALL[..2]);
    assert_eq!((code, said.matches(" pass\n").count()), (0, 3), "{said}");
    for line in [
        "signature  not checked  no key was given\n",
        "packet     not checked  no packet was given\n",
        "checkpoint not checked  no checkpoint was given\n",
        "the receipt holds in itself; whose it is was not checked\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let schema: Value = serde_json::from_str(&run(at, &["schema", "report"]).1).unwrap();
    let report: Value =
        serde_json::from_str(&run(at, &[&ALL[..], &["--format", "json"]].concat()).1).unwrap();
    assert!(jsonschema::is_valid(&schema, &report) && report["verdict"] == "ok", "{report}");
}

#[test]
fn another_packet_checkpoint_or_key_does_not_go_with_it() {
    let folder = taken_in();
    let at = folder.path();
    let change = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&fs::read_to_string(at.join(name)).unwrap()).unwrap();
        change(&mut value);
        fs::write(at.join("changed.json"), value.to_string()).unwrap();
    };
    let changed = |option: usize| {
        let mut args = ALL;
        args[option] = "changed.json";
        run(at, &args)
    };
    let packets: [(&str, Edit); 6] = [
        ("id", (|p| p["packet"]["id"] = json!("urn:uuid:0"), "at        /packetId")),
        ("nonce", (|p| p["packet"]["nonce"] = json!("0"), "at        /packetNonce")),
        ("source", (|p| p["source"]["installationKeyId"] = json!("x"), "at        /sourceInstallationKeyId")),
        ("content", (|p| p["content"]["capsule"]["objective"] = json!("x"), "at        /manifestRootHash")),
        ("tool", (|p| p["content"]["allowedTools"] = json!(["zephr_new"]), "an entry for `zephr_new`")),
        ("section", (|p| p["content"]["others"] = json!([]), "an entry for `others`")),
    ];
    for (what, (edit, expected)) in packets {
        change("packet.json", &edit);
        let (code, said) = changed(3);
        assert_eq!(code, 1, "{what}: {said}");
        assert!(said.contains("packet     fail\n") && said.contains(expected), "{what}: {said}");
        assert!(said.ends_with("the receipt does not hold\n"));
    }
    change("checkpoint.json", &|c| c["task"]["objective"] = json!("another"));
    let (code, said) = changed(5);
    assert!(code == 1 && said.contains("checkpoint fail\n") && said.contains("/targetDigest"), "{said}");
    let (code, said) = run(at, &[&ALL[..7], &["other.pub"]].concat());
    assert!(code == 1 && said.contains("signature  fail\n"), "{said}");

    // What a forger would write, with a digest that fits: nobody's signature does.
    let receipts: [Edit; 6] = [
        (|r| r["correlationId"] = json!("0".repeat(32)), "/correlationId"),
        (|r| r["degradationCount"] = json!(0), "/degradationCount"),
        (|r| r["demotionCount"] = json!(99), "/demotionCount"),
        (|r| r["authentication"] = json!("authentic"), "/authentication"),
        (|r| r["tools"][0]["name"] = r["tools"][1]["name"].clone(), "/tools/1/name"),
        (
            |r| {
                let admin = |tool: &&mut Value| tool["name"] == "zephr_admin";
                r["tools"].as_array_mut().unwrap().iter_mut().find(admin).unwrap()["status"] =
                    json!("native");
            },
            "a high-risk tool is never honoured",
        ),
    ];
    for (edit, expected) in receipts {
        change("receipt.json", &edit);
        let (code, said) = changed(1);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(expected) && said.contains("digest     fail\n"), "{expected}: {said}");
        // Under the digest of what stands there now, the signature is over another.
        let stated = said.split("expected  sha256:").nth(1).unwrap();
        let digest = format!("sha256:{}", &stated[..64]);
        let mut value: Value =
            serde_json::from_str(&fs::read_to_string(at.join("changed.json")).unwrap()).unwrap();
        value["receiptDigest"] = json!(digest);
        fs::write(at.join("changed.json"), value.to_string()).unwrap();
        let (code, said) = changed(1);
        assert!(code == 1 && said.contains(expected) && said.contains("signature  fail\n"), "{said}");
    }
    // What cannot be read is no verdict on the receipt; a receipt that cannot be read is one.
    fs::write(at.join("changed.json"), "{").unwrap();
    assert_eq!([changed(1).0, changed(3).0, changed(5).0], [1, 2, 2]);
    fs::write(at.join("changed.json"), "{}").unwrap();
    let (code, said) = changed(1);
    assert!(code == 1 && said.contains("form       fail\n"), "{said}");
}

#[test]
fn a_refused_import_tells_what_the_reader_warns_of() {
    let folder = taken_in();
    let at = folder.path();
    let mut packet: Value = serde_json::from_slice(&fs::read(at.join("packet.json")).unwrap()).unwrap();
    packet["packet"]["intent"] = json!("other");
    packet["extensions"] = json!({"com.example": 9_007_199_254_740_994_u64});
    fs::write(at.join("changed.json"), packet.to_string()).unwrap();
    let out = ["-o", "c.json", "--receipt", "r.json", "--format", "json"];
    let (code, said) = run(at, &[&["ingest", "changed.json"], &out[..]].concat());
    let report: Value = serde_json::from_str(&said).unwrap();
    let found: Vec<_> =
        report["findings"].as_array().unwrap().iter().map(|f| (&f["code"], &f["pointer"])).collect();
    assert_eq!(code, 1, "{said}");
    assert!(found.contains(&(&json!("manifest_root_mismatch"), &json!("/manifest/rootHash"))), "{said}");
    assert!(found.contains(&(&json!("json_big_integer"), &json!("/extensions/com.example"))), "{said}");
}
