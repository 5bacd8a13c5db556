//! Rows of the way from packets to checkpoints that documents of others seldom meet, each on a small packet.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed assertion is a failed test"
)]

#[path = "documents/checkpoints.rs"]
mod checkpoints;
#[path = "documents/mod.rs"]
mod documents;

use checkpoints::{converted, out, packet, statement, texts};
use serde_json::{Value, json};

fn belief(name: &str, content: &str) -> Value {
    json!({"portableRef": name, "sourceId": "m", "content": content})
}

/// This tool's entry for the checkpoint that a packet was made from.
fn own_source() -> Value {
    json!({"id": "source-checkpoint", "kind": "opencheckpoint", "revision": "0.1", "uri": "urn:x:0",
        "digest": format!("sha256:{}", "0b".repeat(32)),
        "locator": {"system": "ocp-convert", "type": "checkpoint", "key": "urn:x:0"}})
}

#[test]
fn a_source_keeps_every_member() {
    let source = json!({"id": "e1", "kind": "file", "uri": "https://h.example/x", "title": "t", "description": "what it is",
        "locator": {"system": "s", "type": "t", "key": "k"}, "revision": "r7", "mediaType": "text/plain",
        "digest": format!("sha256:{}", "0b".repeat(32)), "observedAt": "2026-10-20T09:00:00Z",
        "availability": "unavailable", "resolver": "host", "excerpt": "said", "sensitivity": {"level": ["secret"]}});
    let done = out(&json!({"evidenceSources": [source]}));
    let expected = json!({"id": "e1", "kind": "file", "uri": "https://h.example/x", "title": "t",
        "description": "what it is", "locator": {"system": "s", "type": "t", "key": "k"}, "revision": "r7",
        "media_type": "text/plain", "digest": {"algorithm": "sha-256", "value": "0b".repeat(32)},
        "observed_at": "2026-10-20T09:00:00Z", "availability": "unavailable", "resolver": "host", "excerpt": "said",
        "sensitivity": {"level": ["secret"]}});
    assert_eq!(done["resources"][1], expected);
}

#[test]
fn anchors_stand_where_their_role_says() {
    let line = "[operation: action, uncertain; effect unknown; resume ask] pay";
    let done = out(&json!({
        "capsule": {"constraints": [{"id": "c1", "text": "stay"}], "risks": [{"id": "o1", "text": line}]},
        "evidenceSources": [{"id": "e1"}, {"id": "e2"}, {"id": "e3"}],
        "evidenceAnchors": [
            {"claimRef": "c1", "sourceRef": "e1", "role": "origin"},
            {"claimRef": "o1", "sourceRef": "e2", "role": "target"},
            {"claimRef": "o1", "sourceRef": "e3", "role": "record"}
        ]
    }));
    assert_eq!(done["statements"][0]["origin"]["ref"], "e1");
    assert_eq!(
        (&done["operations"][0]["target"], &done["operations"][0]["record"]),
        (&json!("e2"), &json!("e3"))
    );
}

#[test]
fn a_tag_overrules_an_origin_that_is_trusted_more() {
    let done = out(&json!({"capsule": {
        "decisions": [{"id": "d", "text": "[decision by tool] go", "origin": {"type": "user", "name": "u"}}]
    }}));
    assert_eq!(statement(&done, "[decision by tool] go").1, "tool");
    let lines = texts(&done, "/derivation/transformations", "description");
    let told = lines.iter().filter(|l| l.starts_with("ocp-convert 1: ZO-origin-overruled: ")).count();
    assert_eq!(told, 1, "{lines:?}");
}

#[test]
fn a_verification_gives_what_doubts_and_when() {
    let done = out(&json!({
        "beliefs": [belief("b1", "one"), belief("b2", "two")],
        "verification": [
            {"claimRef": "b1", "state": "stale", "method": "read", "revalidate": "never",
             "recordedAt": "2026-10-20T09:00:00Z"},
            {"claimRef": "b2", "state": "verified"}
        ]
    }));
    let one = json!({"state": "stale", "method": "read", "revalidate": "before_use"});
    assert_eq!(
        (&done["statements"][0]["verification"], &done["statements"][0]["recorded_at"]),
        (&one, &json!("2026-10-20T09:00:00Z"))
    );
    let two =
        json!({"state": "unverified", "method": "reported verified at source", "revalidate": "before_use"});
    assert_eq!(done["statements"][1]["verification"], two);
}

#[test]
fn a_session_that_nothing_names_is_a_session_reference() {
    let done = out(&json!({"evidenceSources": [
        {"id": "session-1", "kind": "session", "locator": {"system": "a2a", "type": "session", "key": "s9"},
         "revision": "e4"}
    ]}));
    assert_eq!(done["source"]["session_refs"], json!([{"protocol": "a2a", "id": "s9", "event": "e4"}]));
    // The id is one of this tool's numbering and names nothing else: it is not among what was left out.
    let left_out = texts(&done, "/derivation/omissions", "description");
    assert!(left_out.iter().all(|line| !line.contains("evidenceSources")), "{left_out:?}");
}

#[test]
fn what_this_tool_wrote_into_its_own_packet_is_not_told_again() {
    let note = "ocp-convert 1: ZO-method: How the checkpoint came about.";
    let mut packet = packet(&json!({
        "capsule": {"limitations": [{"id": "limitation-1", "text": note}, {"id": "limitation-2", "text": "cut short"}]},
        "beliefs": [{"portableRef": "b", "sourceId": "source-checkpoint", "content": "c"}],
        "evidenceSources": [own_source()]
    }));
    packet["packet"]["nonce"] = json!("0b".repeat(16));
    packet["source"]["client"] = json!({"kind": "console", "name": "ocp-convert", "version": "0.1.0"});
    let done = converted(packet);
    assert_eq!(done["source"]["producer"]["name"], "ocp-convert");
    // The converter did none of the work, so nobody is named as the agent.
    assert_eq!(done["source"].get("agent"), None);
    assert_eq!(done["resources"][1]["id"], "origin-document");
    assert_eq!(done["resources"][1]["kind"], "other");
    let left_out = texts(&done, "/derivation/omissions", "description");
    for place in ["sourceId", "limitations"] {
        assert!(left_out.iter().all(|line| !line.contains(place)), "{left_out:?}");
    }
    let lines = texts(&done, "/derivation/transformations", "description");
    assert_eq!(lines.iter().filter(|l| **l == note).count(), 0, "{lines:?}");
    assert!(lines.contains(&"cut short"));
    // Facts that every packet of this tool has are in no line.
    assert!(lines.iter().all(|line| !line.contains("nonce")), "{lines:?}");
}

#[test]
fn of_two_entries_of_this_tool_the_oldest_stays() {
    let mut older = own_source();
    older["id"] = json!("origin-document");
    older["kind"] = json!("other");
    older["locator"]["key"] = json!("urn:x:first");
    older["uri"] = json!("urn:x:first");
    let done = out(&json!({"evidenceSources": [own_source(), older]}));
    let keys: Vec<_> = done["resources"].as_array().unwrap().iter().map(|r| &r["locator"]["key"]).collect();
    assert_eq!(keys, ["p", "urn:x:first"]);
}

#[test]
fn an_omission_of_an_earlier_checkpoint_keeps_its_words() {
    let mut packet = packet(&json!({}));
    packet["omissionManifest"]["entries"] = json!([
        {"section": "derivation", "status": "redacted", "reason": "the salaries", "sourcePointers": []},
        {"section": "derivation", "status": "dropped", "sourcePointers": [],
         "reason": "ocp-convert 1: ZO-scope-proof: left out, not supported here: \"/scopeProof\""},
        {"section": "derivation", "status": "not_captured", "sourcePointers": [],
         "reason": "ocp-convert 1: ZO-scope-proof: left out, not supported here: \"/scopeProof\""}
    ]);
    let done = converted(packet);
    let omissions = done["derivation"]["omissions"].as_array().unwrap();
    assert_eq!(omissions[0], json!({"description": "the salaries", "reason": "sensitive"}));
    // The second gives another reason than this conversion does, so it stands; the third says the same and is not repeated.
    let proofs = omissions.iter().filter(|o| o["description"].as_str().unwrap().contains("/scopeProof"));
    assert_eq!(proofs.map(|o| &o["reason"]).collect::<Vec<_>>(), ["irrelevant", "unavailable"]);
}

#[test]
fn the_facts_of_a_later_packet_of_this_tool_are_told_beside_those_of_the_first() {
    let first = "[source packet] intent \"review\"";
    let later = "[source packet] intent \"i\"; nonce \"n\"; installation key \"k\"; scope [\"repo:x\"]; \
        client name \"n\"; client version \"1\"; client uri \"https://c.example\"; \
        recipient intent \"recipient-bound\"; destination installation key \"inst-us\"; \
        retention policy \"1\"; redaction policy \"p\"";
    let mut packet = packet(&json!({"capsule": {"limitations": [first]}, "evidenceSources": [own_source()]}));
    packet["recipientIntent"] = json!({"kind": "recipient-bound", "destinationInstallationKeyId": "inst-us"});
    let facts = |done: &Value| -> Vec<String> {
        let lines = texts(done, "/derivation/transformations", "description");
        lines.iter().filter(|line| line.starts_with("[source packet]")).map(|&line| line.to_owned()).collect()
    };
    let done = converted(packet.clone());
    assert_eq!(facts(&done), [later, first]);
    assert!(!done["derivation"].to_string().contains("ZO-packet-fact-lost"), "{}", done["derivation"]);

    // What a line already says is not said again.
    packet["content"]["capsule"]["limitations"] = json!([later]);
    let done = converted(packet);
    assert_eq!(facts(&done), [later]);
    let left_out = texts(&done, "/derivation/omissions", "description");
    let whole = "ocp-convert 1: ZO-packet-fact-lost: left out, no place for it here: \"/recipientIntent\"";
    assert!(left_out.contains(&whole), "{left_out:?}");
}
