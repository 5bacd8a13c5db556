//! From packets to checkpoints: what becomes of every section of three samples, worked out by hand from the mapping.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable)]

use ocp_convert::convert::{Conversion, Options, convert};
use ocp_convert::json::{self, Limits};
use ocp_convert::{canon, crypto};
use serde_json::{Value, json};

const HANDOFF: &str = include_str!("data/zcf/01-claude-code-handoff.zcf.json");
const BARE: &str = include_str!("data/zcf/02-cursor-bare-strings.zcf.json");
const ARCHIVE: &str = include_str!("data/zcf/06-continuity-archive.zcf.json");

fn value(conversion: &Conversion<'_>) -> Value {
    let bytes = canon::to_vec(conversion.target.root(), canon::Profile::Jcs);
    serde_json::from_slice(&bytes).unwrap()
}

fn checkpoint(packet: &str) -> Value {
    let source = json::read(packet.as_bytes(), &Limits::default()).unwrap();
    value(&convert(&source, &Options::default()).unwrap())
}

fn by_id<'v>(list: &'v Value, id: &str) -> &'v Value {
    list.as_array().unwrap().iter().find(|o| o["id"] == id).unwrap_or_else(|| panic!("no {id}"))
}

fn agent() -> Value {
    json!({"type": "agent", "name": "claude-code"})
}

#[test]
fn the_envelope_of_a_handoff() {
    let out = checkpoint(HANDOFF);
    assert_eq!(out["opencheckpoint"], "0.1");
    assert_eq!(out["created_at"], "2026-09-30T17:45:12Z");
    assert_eq!(out["source"]["producer"]["name"], "ocp-convert");
    assert_eq!(out["source"]["agent"], json!({"name": "terminal agent", "version": "2.8.1"}));
    assert_eq!(out["source"]["session_refs"], json!([{"protocol": "zephr", "id": "cc-88f1"}]));
    let source = json::read(HANDOFF.as_bytes(), &Limits::default()).unwrap();
    let digest = crypto::digest::sha256_hex(&canon::to_vec(source.root(), canon::Profile::Jcs));
    let digest = json!({"algorithm": "sha-256", "value": digest});
    assert_eq!(out["derivation"]["method"], "converted");
    let input = json!({"type": "document", "id": "pkt-webhook", "digest": digest});
    assert_eq!(out["derivation"]["inputs"], json!([input]));
    assert_eq!(
        by_id(&out["resources"], "source-packet"),
        &json!({"id": "source-packet", "kind": "other", "digest": digest,
                "locator": {"system": "ocp-convert", "type": "packet", "key": "pkt-webhook"}})
    );
    let line = concat!(
        r#"[source packet] intent "continue-task"; nonce "eb55f53ca5771d413606593fe5bd905b"; "#,
        r#"installation key "inst-9fd09dc3"; scope ["repo:example/webhook"]; client kind "claude-code"; "#,
        r#"recipient intent "unbound-local-import"; exported at "2026-09-30T17:45:12Z"; retention policy "3"; "#,
        r#"redaction policy "pii-min"; redaction policy version "2026-08"; capture quality "complete"; "#,
        r#"lifecycle coverage "native"; to session "cc-next"; worktree "wt-retry"; "#,
        r#"checkpoint beliefs ["b-ord","b-dup"]"#
    );
    assert_eq!(out["derivation"]["transformations"][0], json!({"description": line}));
}

#[test]
fn the_id_is_computed_from_the_rest() {
    let mut out = checkpoint(HANDOFF);
    let id = out.as_object_mut().unwrap().remove("id").unwrap();
    // Profile 1, section 8: SHA-256 over two length-prefixed parts, in the shape of a UUID of version 8.
    let text = out.to_string();
    let tree = json::read(text.as_bytes(), &Limits::default()).unwrap();
    let document = canon::to_vec(tree.root(), canon::Profile::Jcs);
    let mut bytes = Vec::new();
    for part in [b"ocp-convert/1/id".as_slice(), &document] {
        bytes.extend(u32::try_from(part.len()).unwrap().to_be_bytes());
        bytes.extend(part);
    }
    let hex = crypto::digest::sha256_hex(&bytes);
    let id = id.as_str().unwrap().strip_prefix("urn:uuid:").unwrap().replace('-', "");
    assert_eq!((id.len(), &id[..12], &id[13..16], &id[17..]), (32, &hex[..12], &hex[13..16], &hex[17..32]));
    assert_eq!(&id[12..13], "8");
    assert!("89ab".contains(&id[16..17]));
}

#[test]
fn the_capsule_of_a_handoff() {
    let out = checkpoint(HANDOFF);
    assert_eq!(
        out["task"],
        json!({"status": "active",
               "objective": "Add idempotent webhook retries to the order service and prove them with a replay test."})
    );
    let statements = &out["statements"];
    assert_eq!(
        by_id(statements, "d2"),
        &json!({"id": "d2", "kind": "decision", "text": "Drop the in-memory set.", "origin": agent(),
                "rationale": "Lost on restart, 3 duplicates in staging."})
    );
    // The tag of an instruction is text here: nothing in a packet instructs.
    assert_eq!(
        by_id(statements, "k2"),
        &json!({"id": "k2", "kind": "constraint", "origin": agent(),
                "text": "[instruction: user] Keep the public API byte-identical."})
    );
    assert_eq!(by_id(statements, "r1")["kind"], "hypothesis");
    assert_eq!(
        by_id(statements, "q2"),
        &json!({"id": "q2", "kind": "question", "origin": agent(), "evidence": ["e3"],
                "text": concat!(r#"[resolution claimed at source] "Yes, up to 5 times (their docs, section 4).": "#,
                                "Does the partner retry on 409?")})
    );
    assert_eq!(
        out["progress"],
        json!({"next": [
            {"id": "n1", "description": "Run the replay test against the staging copy."},
            {"id": "n2", "description": "Ask for the retention period.", "blocked_by": ["q1"]}
        ]})
    );
    assert_eq!(
        by_id(&out["resources"], "changed-file-3"),
        &json!({"id": "changed-file-3", "kind": "file", "title": r#"changed file: "deleted""#,
                "locator": {"system": "worktree", "type": "file", "key": "src\\legacy\\Hook.ts"}})
    );
    let lines = &out["derivation"]["transformations"];
    assert_eq!(lines[1], json!({"description": "Browser checks were not possible on this host."}));
}

#[test]
fn the_beliefs_of_a_handoff() {
    let out = checkpoint(HANDOFF);
    let statements = &out["statements"];
    // Verified at the source: unverified here, to be checked before use.
    assert_eq!(
        by_id(statements, "b-ord"),
        &json!({"id": "b-ord", "kind": "hypothesis", "origin": {"type": "agent"},
                "text": "The order service answers within 200 ms at p95 with retries on.",
                "verification": {"state": "unverified", "revalidate": "before_use",
                                 "checked_at": "2026-09-30T16:00:00+02:00",
                                 "method": r#"reported verified at source: "load test""#}})
    );
    // Confirmed at the source: nobody has confirmed it here. It is anchored, so it is an observation.
    assert_eq!(
        by_id(statements, "b-dup"),
        &json!({"id": "b-dup", "kind": "observation", "origin": {"type": "agent"}, "evidence": ["e1"],
                "text": "Duplicates came from the in-memory set.", "verification": {"state": "unverified"}})
    );
    for (id, status) in [("b-net", json!("retracted")), ("b-old", json!("retracted")), ("b-raw", Value::Null)]
    {
        let belief = by_id(statements, id);
        assert_eq!((&belief["kind"], &belief["status"]), (&json!("hypothesis"), &status), "{id}");
    }
}

#[test]
fn the_evidence_and_the_records_of_a_handoff() {
    let out = checkpoint(HANDOFF);
    assert_eq!(
        by_id(&out["resources"], "e1"),
        &json!({"id": "e1", "kind": "other", "title": r#"[kind "test-run"] Replay test"#, "revision": "a1b2c3d",
                "uri": "https://ci.dev.example:8443/run/991?job=replay", "observed_at": "2026-09-30T17:30:00Z",
                "digest": {"algorithm": "sha-256",
                           "value": "8b5cc4df7eec7d32a7814eca4af047ae33b2d52342667715682e19c25b0b9faa"}})
    );
    assert_eq!(by_id(&out["resources"], "e2")["kind"], "file");
    assert_eq!(
        by_id(&out["resources"], "rc1"),
        &json!({"id": "rc1", "kind": "artifact", "locator": {"system": "zephr", "type": "receipt", "key": "rc1"}})
    );
    let record = |id: &str, source: &str, text: &str| {
        json!({"id": id, "kind": "observation", "origin": {"type": "external"}, "text": text,
               "verification": {"state": "unverified"}, "evidence": [source]})
    };
    let receipt = concat!(
        r#"[receipt, as the source packet claims] kind "patch", status "applied", at "2026-09-30T17:10:00Z", "#,
        r#"text "3 files, +118 −40""#
    );
    assert_eq!(by_id(&out["statements"], "receipt-1"), &record("receipt-1", "rc1", receipt));
    let review = concat!(
        r#"[review event, as the source packet claims] decision "confirmed", by "maintainer", "#,
        r#"at "2026-09-30T17:40:00Z", about "b-dup""#
    );
    assert_eq!(by_id(&out["statements"], "review-1"), &record("review-1", "re1", review));
    assert_eq!(
        by_id(&out["statements"], "allowed-tools"),
        &json!({"id": "allowed-tools", "kind": "constraint", "origin": agent(),
                "text": concat!("[allowed tools] the source packet allows these and no others, and grants none: ",
                                r#""zephr_recall", "zephr_why""#)})
    );
}

#[test]
fn the_retention_and_the_losses_of_a_handoff() {
    let out = checkpoint(HANDOFF);
    assert_eq!(
        out["continuation"],
        json!({"preconditions": [
            {"id": "review-by", "description": "[review by] 2026-12-31T00:00:00Z", "on_failure": "ask"},
            {"id": "expires-at", "description": "[expires] 2027-03-31T23:59:59+02:00", "on_failure": "halt"}
        ]})
    );
    let omissions = out["derivation"]["omissions"].as_array().unwrap();
    assert_eq!(
        omissions[0],
        json!({"reason": "sensitive",
               "description": concat!(r#"[redaction manifest] pointer "/content/beliefs/4/content", "#,
                                      r#"rule "email", replacement "[redacted]""#)})
    );
    let mut left_out: Vec<_> = omissions[1..]
        .iter()
        .map(|o| {
            assert_eq!(o["recoverable_from"], "source-packet");
            o["description"].as_str().unwrap().rsplit_once(": ").unwrap().1
        })
        .collect();
    left_out.sort_unstable();
    let mut expected = vec![
        r#""/authentication""#.to_owned(),
        r#""/content/capsule/limitations/0/id""#.to_owned(),
        r#""/content/evidenceAnchors/0/id""#.to_owned(),
        r#""/content/evidenceAnchors/1/id""#.to_owned(),
        r#""/content/verification/0/id""#.to_owned(),
        r#""/manifest""#.to_owned(),
    ];
    expected.extend((0..5).map(|i| format!(r#""/content/beliefs/{i}/sourceId""#)));
    expected.sort_unstable();
    assert_eq!(left_out, expected);
}

#[test]
fn bare_strings_get_ids_of_their_section() {
    let out = checkpoint(BARE);
    let ids: Vec<_> =
        out["statements"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["decision-1", "constraint-1", "constraint-2", "question-1", "risk-1", "p1"]);
    assert_eq!(
        out["statements"][0],
        json!({"id": "decision-1", "kind": "decision", "text": "Keep the old price formatter.",
               "rationale": "not recorded in the source packet", "origin": {"type": "agent", "name": "cursor"}})
    );
    assert_eq!(
        out["progress"]["next"],
        json!([{"description": "Run the visual tests"}, {"description": "Ask design about the empty state"}])
    );
    let files: Vec<_> =
        out["resources"].as_array().unwrap()[1..].iter().map(|r| &r["locator"]["key"]).collect();
    assert_eq!(files, ["app/cart/page.tsx", "app/cart/__tests__/page.test.tsx"]);
    assert_eq!(out["task"]["objective"], "Přepsat stránku košíku na nové komponenty");
}

#[test]
fn an_archive_holds_no_task_to_go_on_with() {
    let out = checkpoint(ARCHIVE);
    assert_eq!(out["task"], json!({"objective": "not recorded in the source packet", "status": "paused"}));
    assert_eq!(out["progress"], Value::Null);
    assert_eq!(out["statements"], Value::Null);
    assert_eq!(
        by_id(&out["resources"], "ar2"),
        &json!({"id": "ar2", "kind": "artifact", "title": "十月",
                "uri": "file://nas.example/arch/%E5%8D%81%E6%9C%88.zip",
                "digest": {"algorithm": "sha-256",
                           "value": "c924b0a042df7d8fcbeb48eb8d20f1d61030a6da5c3f979aa1f9754344c06e5e"}})
    );
    assert_eq!(
        out["derivation"]["omissions"][0],
        json!({"reason": "unavailable",
               "description": r#"[omission manifest] section "capsule", status "omitted", reason "archive", at []"#})
    );
}

#[test]
fn every_sample_converts_and_its_ledger_stands() {
    let mut seen = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zcf")).unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        let source = json::read(&text, &Limits::default()).unwrap();
        let conversion = convert(&source, &Options::default()).unwrap();
        let file = conversion.ledger.file(&source, &conversion.target);
        assert_eq!(ocp_convert::audit::audit(&source, &conversion.target, &file), []);
        // Nothing of a well-formed packet is without a place.
        assert!(!file.moved.iter().any(|m| m.rule == "ZO-unplaced"));
        seen += 1;
    }
    assert_eq!(seen, 9);
}
