//! `ingest` as a process: receipts that other code can re-check, statuses, refusals that leave nothing behind.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use documents::{change, with_root};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");
const NOW: &str = "2026-10-21T00:00:00Z";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Ingests a packet into `c.json` and `r.json`.
    fn ingest(&self, packet: &Value, args: &[&str]) -> Output {
        fs::write(self.path("p.json"), packet.to_string()).unwrap();
        let fixed = ["ingest", "p.json", "-o", "c.json", "--receipt", "r.json", "--now", NOW];
        Command::new(TOOL).current_dir(self.0.path()).args(fixed).args(args).output().unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// The receipt of a packet that is taken in.
    fn receipt(&self, packet: &Value, args: &[&str]) -> Value {
        let output = self.ingest(packet, &[args, &["--force"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        self.json("r.json")
    }

    /// The code of a packet that is not taken in; nothing is left of the attempt.
    fn refusal(&self, packet: &Value, args: &[&str]) -> String {
        let output = self.ingest(packet, &[args, &["--format", "json"]].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        assert!(!self.path("c.json").exists() && !self.path("r.json").exists());
        let report: Value = serde_json::from_slice(&output.stderr).unwrap();
        let errors = report["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "error");
        errors.map(|f| f["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    }
}

fn lp(parts: &[&[u8]]) -> Vec<u8> {
    parts.iter().flat_map(|p| [&u32::try_from(p.len()).unwrap().to_be_bytes()[..], p].concat()).collect()
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Everything in a receipt that can be computed again, with another canonicalizer and by the README's description.
fn recheck(receipt: &Value, packet: &Value, target: &Value, destination: &str) {
    let jcs = |value: &Value| serde_json_canonicalizer::to_vec(value).unwrap();
    let text = |name: &str| receipt[name].as_str().unwrap();
    assert_eq!(text("packetId"), packet["packet"]["id"]);
    assert_eq!(text("packetNonce"), packet["packet"]["nonce"]);
    assert_eq!(text("sourceInstallationKeyId"), packet["source"]["installationKeyId"]);
    assert_eq!(text("destinationInstallationKeyId"), destination);
    assert_eq!(text("manifestRootHash"), packet["manifest"]["rootHash"]);
    assert_eq!(text("targetDigest"), format!("sha256:{}", sha256(&jcs(target))));
    let parts = [
        "ocp-convert/1/correlation",
        text("packetId"),
        text("packetNonce"),
        text("manifestRootHash"),
        destination,
    ];
    assert_eq!(text("correlationId"), &sha256(&lp(&parts.map(str::as_bytes)))[..32]);
    let mut bare = receipt.clone();
    bare.as_object_mut().unwrap().retain(|name, _| name != "receiptDigest" && name != "signature");
    let digest = sha256(&lp(&[b"ocp-convert/1/receipt", &jcs(&bare)]));
    assert_eq!(text("receiptDigest"), format!("sha256:{digest}"));
}

// clause: ZCF-RCPT-1, ZCF-RCPT-2, ZCF-RCPT-3, ZCF-RCPT-5, ZCF-RCPT-6, ZCF-RCPT-7, ZCF-RCPT-8, ZCF-RCPT-10
// clause: ZCF-RCPT-12, ZCF-RCPT-14, ZCF-RCPT-15, ZCF-RCPT-17, ZCF-VER-9, ZCF-STAT-1, ZCF-STAT-2, ZCF-STAT-11
// clause: ZCF-GOLD-2, ZCF-AUTH-2, OCP-10.7-8, OCP-10.6-3
#[test]
fn every_sample_gives_a_receipt_that_other_code_rechecks() {
    let place = Place::new();
    let schema = Command::new(TOOL).args(["schema", "receipt"]).output().unwrap().stdout;
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(data("zcf")).unwrap() {
        let packet: Value = serde_json::from_slice(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        let bound = packet["recipientIntent"]["destinationInstallationKeyId"].as_str();
        let id = bound.unwrap_or("inst-us");
        // A destination id that nobody asked for does not get onto the receipt.
        let receipt = place.receipt(&packet, &["--allow-unsigned", "--destination-id", id]);
        recheck(&receipt, &packet, &place.json("c.json"), bound.unwrap_or("unbound"));
        assert!(jsonschema::is_valid(&schema, &receipt));
        assert_eq!(
            (&receipt["importedAt"], &receipt["authentication"]),
            (&json!(NOW), &json!("integrity-only"))
        );

        // Every section and every recorded absence has one status; tools too.
        let names = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|d| d["name"].as_str().unwrap().to_owned()).collect()
        };
        let mut expected: BTreeSet<String> = packet["content"].as_object().unwrap().keys().cloned().collect();
        let entries = packet["omissionManifest"]["entries"].as_array().unwrap().iter();
        expected.extend(entries.map(|e| e["section"].as_str().unwrap().to_owned()));
        let sections = names(&receipt["sections"]);
        assert_eq!(sections.iter().cloned().collect::<BTreeSet<_>>(), expected);
        assert_eq!(sections.len(), expected.len());
        let tools = packet["content"]["allowedTools"].as_array().map_or(0, Vec::len);
        assert_eq!(names(&receipt["tools"]).len(), tools);
        // What the source itself recorded as left out is not this destination's doing, whatever its status.
        let present = |d: &&Value| packet["content"].get(d["name"].as_str().unwrap()).is_some();
        let sections = receipt["sections"].as_array().unwrap().iter().filter(present);
        let all = sections.chain(receipt["tools"].as_array().unwrap());
        let degraded = all.filter(|d| d["status"] != "native");
        assert_eq!(receipt["degradationCount"], degraded.count());
        seen += 1;
    }
    assert!(seen >= 8);
}

fn status<'r>(list: &'r Value, name: &str) -> &'r str {
    list.as_array().unwrap().iter().find(|d| d["name"] == name).map_or("-", |d| d["status"].as_str().unwrap())
}

// clause: ZCF-CAP-1, ZCF-CAP-2, ZCF-CAP-3, ZCF-CAP-4, ZCF-CAP-5, ZCF-CAP-6, ZCF-CAP-7, ZCF-CAP-8
// clause: ZCF-STAT-3, ZCF-STAT-6, ZCF-STAT-8
#[test]
fn tools() {
    let place = Place::new();
    let with = |tools: &str| with_root(change(&documents::packet(), "/content/allowedTools", tools));
    let risky = with(r#"["zephr_recall", "zephr_verify", "zephr_admin", "zephr_rules"]"#);
    for declared in
        [&["--capabilities", "zephr_recall"][..], &["--capabilities", "zephr_recall,zephr_admin,zephr_rules"]]
    {
        let receipt = place.receipt(&risky, declared);
        let tools = &receipt["tools"];
        assert_eq!(status(tools, "zephr_recall"), "native");
        assert_eq!(status(tools, "zephr_verify"), "unsupported");
        assert_eq!((status(tools, "zephr_admin"), status(tools, "zephr_rules")), ("narrated", "narrated"));
        assert!(receipt["degradationCount"].as_u64().unwrap() >= 3);
    }
    let all = "zephr_remember,zephr_recall,zephr_why,zephr_verify,zephr_session,zephr_status";
    let receipt =
        place.receipt(&with(r#"["zephr_why", "zephr_status"]"#), &["--capabilities", all, "--strict"]);
    assert_eq!(
        (status(&receipt["tools"], "zephr_why"), status(&receipt["tools"], "zephr_status")),
        ("native", "native")
    );
    assert_eq!(place.receipt(&with("[]"), &[])["tools"], json!([]));

    let place = Place::new();
    for tool in ["zephr_admin", "zephr_rules"] {
        let risky = with(&json!([tool]).to_string());
        assert_eq!(place.refusal(&risky, &["--strict", "--capabilities", tool]), "tool_refused");
    }
    assert_eq!(place.refusal(&with(r#"["zephr_delete"]"#), &[]), "schema");
    assert_eq!(place.ingest(&risky, &["--capabilities", "zephr_delete"]).status.code(), Some(2));
}

// clause: ZCF-STAT-4, ZCF-STAT-5, ZCF-STAT-7, ZCF-STAT-9, ZCF-STAT-10, ZCF-SEC-1
#[test]
fn sections() {
    let place = Place::new();
    let mut packet = documents::packet();
    let content = packet["content"].as_object_mut().unwrap();
    for section in ["receipts", "reviewEvents", "verification"] {
        content.remove(section);
    }
    content.insert("future".to_owned(), json!({"any": 1}));
    packet["omissionManifest"]["entries"] = json!([
        {"section": "receipts", "status": "omitted", "reason": "none were made"},
        {"section": "reviewEvents", "status": "not_captured"},
        {"section": "verification", "status": "redacted"}
    ]);
    let receipt = place.receipt(&with_root(packet), &[]);
    let sections = &receipt["sections"];
    assert_eq!(status(sections, "receipts"), "omitted");
    assert_eq!(status(sections, "reviewEvents"), "not_captured");
    assert_eq!(status(sections, "verification"), "redacted");
    assert_eq!(status(sections, "future"), "unsupported");
    // `sourceHandoff` is told in words where a checkpoint has no member for it.
    assert_eq!(status(sections, "sourceHandoff"), "narrated");
}

// clause: ZCF-REV-2, ZCF-REV-3, ZCF-REV-4, ZCF-RCPT-11, ZCF-RCPT-13, ZCF-SEC-12
#[test]
fn beliefs_are_demoted_and_cut_and_counted() {
    let place = Place::new();
    let belief = |name: &str, state: &str, text: &str| json!({"portableRef": name, "sourceId": "s", "content": text, "reviewState": state});
    let mut packet = documents::packet();
    packet["content"]["evidenceAnchors"] = json!([]);
    packet["content"]["verification"] = json!([]);
    packet["content"]["reviewEvents"] =
        json!([{"id": "e", "claimRef": "ba", "decision": "confirmed", "by": "u"}]);
    packet["content"]["sourceHandoff"]["checkpointBeliefIds"] = json!(["ba"]);
    packet["content"]["beliefs"] = json!([
        belief("ba", "confirmed", "ten žluťou"),
        belief("bb", "confirmed", "ten žluťoučký"),
        belief("bc", "rejected", "no"),
        belief("bd", "unreviewed", "maybe")
    ]);
    let packet = with_root(packet);
    let receipt = place.receipt(&packet, &[]);
    assert_eq!((&receipt["demotionCount"], &receipt["truncatedBeliefCount"]), (&json!(2), &json!(0)));
    assert!(fs::read_to_string(place.path("c.json")).unwrap().contains("ten žluťoučký"));

    let receipt = place.receipt(&packet, &["--max-belief-chars", "10"]);
    assert_eq!(receipt["truncatedBeliefCount"], 1);
    recheck(&receipt, &packet, &place.json("c.json"), "unbound");
    let target = fs::read_to_string(place.path("c.json")).unwrap();
    assert!(target.contains("ten žluťou") && !target.contains("ten žluťouč"));
    let validated = Command::new(TOOL).arg("validate").arg(place.path("c.json")).output().unwrap();
    assert_eq!(validated.status.code(), Some(0));

    packet_without_claims(&place);
}

fn packet_without_claims(place: &Place) {
    let mut packet = documents::packet();
    for belief in packet["content"]["beliefs"].as_array_mut().unwrap() {
        belief.as_object_mut().unwrap().remove("reviewState");
    }
    assert_eq!(place.receipt(&with_root(packet), &[])["demotionCount"], 0);
}

// clause: ZCF-RCPT-9
#[test]
fn nothing_of_the_receipt_comes_from_elsewhere() {
    let place = Place::new();
    let plain = documents::packet();
    let evil = change(&plain, "/extensions", r#"{"a.b": {"correlationId": "evil", "importedAt": "x"}}"#);
    let (a, b) = (place.receipt(&plain, &[]), place.receipt(&evil, &[]));
    assert_eq!(a["correlationId"], b["correlationId"]);
    assert!(!b.to_string().contains("evil"));
}

// clause: ZCF-AUTH-10, ZCF-AUTH-11, ZCF-MAN-6, ZCF-MAN-7, ZCF-RCPT-16, ZCF-ENV-19, ZCF-AUTH-4, ZCF-VER-7, OCP-10.7-1
#[test]
fn a_refusal_leaves_a_report_and_nothing_else() {
    let place = Place::new();
    let packet = documents::packet();
    let bare: Value =
        serde_json::from_slice(&fs::read(data("signed/18-source-signature.zcf.json")).unwrap()).unwrap();
    assert_eq!(place.refusal(&bare, &["--allow-unsigned"]), "source_signature_unverifiable");
    // Root before content: what a belief holds is not looked into for meaning.
    let edited = change(&packet, "/content/capsule/objective", "\"other\"");
    assert_eq!(place.refusal(&edited, &[]), "manifest_root_mismatch");
    let expired = with_root(change(&packet, "/retention/expiresAt", "\"2026-10-20T23:59:59Z\""));
    assert_eq!(place.refusal(&expired, &[]), "packet_expired");
    let key = data("signed/source.pub.pem");
    assert_eq!(place.refusal(&packet, &["--source-key", key.to_str().unwrap()]), "unsigned_not_allowed");
    let intent = r#"{"kind": "recipient-bound", "destinationInstallationKeyId": "inst-them"}"#;
    let bound = with_root(change(&packet, "/recipientIntent", intent));
    assert_eq!(place.refusal(&bound, &[]), "unsigned_not_allowed");
    assert_eq!(place.refusal(&bound, &["--allow-unsigned"]), "destination_id_missing");
    let us = ["--allow-unsigned", "--destination-id", "inst-us"];
    assert_eq!(place.refusal(&bound, &us), "recipient_mismatch");
    assert_eq!(place.refusal(&json!({"opencheckpoint": "0.1"}), &[]), "not_a_packet");
    assert_eq!(place.refusal(&json!([1]), &[]), "not_a_packet");
    // Extensions make no difference.
    for extensions in ["{}", r#"{"org.example.x": {"y": 1}}"#] {
        place.receipt(&change(&packet, "/extensions", extensions), &[]);
    }
    // What exists is not replaced, and one file cannot be both.
    assert_eq!(place.ingest(&packet, &[]).status.code(), Some(2));
    let same = ["ingest", "p.json", "-o", "x.json", "--receipt", "x.json"];
    let same = Command::new(TOOL).current_dir(place.0.path()).args(same).output().unwrap();
    assert_eq!(same.status.code(), Some(2));
    assert!(!place.path("x.json").exists());
}

// clause: OCP-10.3-1, OCP-10.1-1, OCP-6.6-22
#[test]
fn an_import_does_nothing_and_grants_nothing() {
    let place = Place::new();
    let mut packet = documents::packet();
    let capsule = packet["content"]["capsule"].as_object_mut().unwrap();
    capsule.insert(
        "nextActions".to_owned(),
        json!([{"id": "na", "text": "touch pwned; rm -f p.json"}, "$(touch pwned)"]),
    );
    packet["content"]["allowedTools"] = json!(["zephr_admin", "zephr_recall"]);
    packet["content"]["evidenceAnchors"] = json!([]);
    packet["content"]["verification"] = json!([]);
    packet["content"]["reviewEvents"] = json!([{"id": "e1", "decision": "approved", "by": "u"}]);
    packet["packet"]["id"] = json!("../../pwned");
    packet["packet"]["nonce"] = json!("/tmp/pwned");
    packet["source"]["installationKeyId"] = json!("../pwned");
    place.receipt(&with_root(packet), &["--capabilities", "zephr_admin"]);
    let mut files: Vec<_> = fs::read_dir(place.0.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["c.json", "p.json", "r.json"]);
    // No permission and no operation that could be taken for one comes of it.
    let target = place.json("c.json");
    let operations = target["operations"].as_array().cloned().unwrap_or_default();
    assert!(operations.iter().all(|o| o["status"] != "approved" && o.get("approval").is_none()));
    assert!(!target.to_string().contains("authorized"));

    // The other way, a recorded approval becomes no tool that a destination may use.
    let checkpoint = documents::rich().to_string();
    fs::write(place.path("rich.json"), checkpoint).unwrap();
    let converted =
        Command::new(TOOL).current_dir(place.0.path()).args(["convert", "rich.json"]).output().unwrap();
    assert_eq!(converted.status.code(), Some(0), "{}", String::from_utf8_lossy(&converted.stderr));
    let packet: Value = serde_json::from_slice(&converted.stdout).unwrap();
    assert!(packet["content"].get("allowedTools").is_none_or(|tools| *tools == json!([])));
    assert!(!packet.to_string().contains("authorized"));
}

// clause: OCP-10.5-3
#[test]
fn a_credential_is_not_passed_on() {
    let place = Place::new();
    let uri = "\"https://user:hunter2@host.example/x\"";
    let packet = with_root(change(&documents::packet(), "/content/evidenceSources/0/uri", uri));
    let output = place.ingest(&packet, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    // Left out, and said so; what was left out is in no output.
    assert!(String::from_utf8_lossy(&output.stderr).contains("secret_suspected"));
    let written = ["c.json", "r.json"].map(|name| fs::read_to_string(place.path(name)).unwrap());
    for text in written.iter().map(String::as_str).chain([&*String::from_utf8_lossy(&output.stderr)]) {
        assert!(!text.contains("hunter2"), "{text}");
    }
}
