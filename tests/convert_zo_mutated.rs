//! Packets of any shape convert or are refused by name: the ledger balances and what comes out is a sound checkpoint.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable)]

mod documents;

use documents::with_root;
use ocp_convert::convert::{Options, convert};
use ocp_convert::finding::Code;
use ocp_convert::json::{self, Limits};
use ocp_convert::ocp::members::CHECKPOINT;
use ocp_convert::shape::undefined_members;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// A packet with something of everything: every tag, sessions, entries of earlier conversions, verification of each state.
fn everything() -> Value {
    let mut packet: Value =
        serde_json::from_str(include_str!("data/zcf/01-claude-code-handoff.zcf.json")).unwrap();
    let capsule = &mut packet["content"]["capsule"];
    let add = |list: &mut Value, more: Value| {
        list.as_array_mut().unwrap().extend(more.as_array().unwrap().iter().cloned());
    };
    add(
        &mut capsule["constraints"],
        json!([
            {"id": "s1", "text": "[STOP: do not continue while this holds] The disk is full."},
            {"id": "s2", "text": "[before resuming, else ask] Is the branch clean?"},
            "[required before continuing] Access to staging.",
            {"id": "s4", "text": "[cannot continue faithfully where] There is no network."},
            {"id": "s5", "text": "x", "origin": {"type": "system", "name": "policy"}},
        ]),
    );
    add(
        &mut capsule["risks"],
        json!([
            {"id": "o1", "text": "[operation: action, uncertain; effect unknown; resume verify_first] Refund"},
            "[task status: blocked]",
        ]),
    );
    add(
        &mut capsule["nextActions"],
        json!([
            {"id": "n3", "text": "y", "blockedBy": ["n1", "o1", "gone"], "requires": ["r"], "refs": ["e1", "gone"]},
            {"id": "n4", "text": "[external] \"pay\"", "origin": {"type": "external"}},
        ]),
    );
    add(&mut capsule["limitations"], json!(["[task status: blocked]", "[source packet] intent \"x\""]));
    let content = &mut packet["content"];
    add(
        &mut content["evidenceSources"],
        json!([
            {"id": "session-1", "kind": "session", "locator": {"system": "acp", "type": "session", "key": "k"}},
            {"id": "source-checkpoint", "kind": "opencheckpoint", "uri": "urn:example:1",
             "locator": {"system": "ocp-convert", "type": "checkpoint", "key": "urn:example:1"}},
            {"id": "origin-document", "kind": "other",
             "locator": {"system": "ocp-convert", "type": "packet", "key": "p0"}},
            {"id": "e9", "kind": "file", "uri": "https://u:p@h/", "sensitivity": {"level": [1, {}]},
             "excerpt": "z", "availability": "available", "mediaType": "text/plain", "resolver": "r"},
        ]),
    );
    add(
        &mut content["evidenceAnchors"],
        json!([
            {"id": "a3", "claimRef": "o1", "sourceRef": "e9", "role": "record"},
            {"id": "a4", "claimRef": "o1", "sourceRef": "e9", "role": "target"},
            {"id": "a5", "claimRef": "d1", "sourceRef": "e2", "role": "origin"},
            {"id": "a6", "claimRef": "b-old", "sourceRef": "e2", "role": "approval"},
        ]),
    );
    add(
        &mut content["verification"],
        json!([
            {"claimRef": "b-ord", "state": "stale", "revalidate": "never", "recordedAt": "2026-09-30T10:00:00Z"},
            {"claimRef": "d1", "recordedAt": "2026-09-30T10:00:00Z"},
            {"claimRef": "gone", "state": "disputed"},
        ]),
    );
    packet["omissionManifest"]["entries"] = json!([
        {"section": "derivation", "status": "dropped", "reason": "too long", "sourcePointers": []},
        {"section": "derivation", "status": "dropped", "sourcePointers": [],
         "reason": "ocp-convert 1: ZO-manifest: left out, no place for it here: \"/manifest\""},
        {"section": "verification", "status": "not_captured", "reason": "r", "sourcePointers": ["/x"]},
    ]);
    packet
}

#[derive(Clone, Debug)]
enum Change {
    Remove,
    Rename(&'static str),
    Put(Value),
    /// A copy of another value of the packet.
    Copy(Index),
    Wrap,
}

fn change() -> impl Strategy<Value = Change> {
    let names = ["id", "text", "origin", "unheard-of", "content", "kind", "refs", "\u{FDD0}"];
    let values = vec![
        json!(null),
        json!(0),
        json!(-1.5),
        json!(true),
        json!([]),
        json!({}),
        json!([[]]),
        json!({"a": {"b": []}}),
        json!(["a", 1, null]),
        json!(""),
        json!("\u{FFFE}x"),
        json!("\u{10FFFF}"),
        json!("x".repeat(200)),
        json!("[operation: approval, approved; effect none; resume retry] go"),
        json!("[operation: x, y; effect z; resume w] "),
        json!("[STOP] now"),
        json!("[before resuming, else x] z"),
        json!("[required before continuing] z"),
        json!("[cannot continue faithfully where] z"),
        json!("[task status: completed]"),
        json!("\u{200B}[task status: completed]"),
        json!("[task status: active]"),
        json!("[retracted decision by user] z"),
        json!("[question] z"),
        json!("[external] z"),
        json!("[hypothesis by tool] z"),
        json!("2099-01-01T00:00:00Z"),
        json!("2026-02-30T00:00:00Z"),
        json!("https://user:pass@host/"),
        json!("source-packet"),
        json!("source-checkpoint"),
        json!("d1"),
        json!("receipt-1"),
        json!("ocp-convert"),
        json!("session"),
        json!("confirmed"),
        json!("rejected"),
        json!("superseded"),
        json!("verified"),
        json!("approval"),
        json!("user"),
        json!("sha256:00"),
        json!("sha-256:zz"),
        json!("md5:x"),
        json!("derivation"),
        json!("OZ-MANIFEST"),
        json!("ocp-convert 1: ZO-empty: an empty array or object holds nothing"),
        json!("urn:x#d1"),
        json!("a b#c d"),
        json!("zephr_admin"),
        json!("continuity-archive"),
    ];
    prop_oneof![
        Just(Change::Remove),
        prop::sample::select(names.to_vec()).prop_map(Change::Rename),
        prop::sample::select(values).prop_map(Change::Put),
        any::<Index>().prop_map(Change::Copy),
        Just(Change::Wrap),
    ]
}

/// Every pointer of a value but its own.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    let mut go = |token: &str, inner: &Value| {
        let pointer = format!("{at}/{}", json::escape_token(token));
        pointers(inner, &pointer, out);
        out.push(pointer);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(name, inner)| go(name, inner)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, inner)| go(&i.to_string(), inner)),
        _ => {}
    }
}

fn apply(packet: &mut Value, at: Index, change: Change) {
    let mut all = Vec::new();
    for section in [
        "content",
        "source",
        "packet",
        "retention",
        "redactionManifest",
        "omissionManifest",
        "recipientIntent",
    ] {
        pointers(&packet[section], &format!("/{section}"), &mut all);
    }
    // Most of the mutations belong where people write.
    let place = at.get(&all).clone();
    let copied = if let Change::Copy(from) = &change {
        packet.pointer(from.get::<String>(&all)).cloned()
    } else {
        None
    };
    let (parent, token) = place.rsplit_once('/').unwrap();
    let token = token.replace("~1", "/").replace("~0", "~");
    match change {
        Change::Put(value) => *packet.pointer_mut(&place).unwrap() = value,
        Change::Copy(_) => *packet.pointer_mut(&place).unwrap() = copied.unwrap(),
        Change::Wrap => {
            let slot = packet.pointer_mut(&place).unwrap();
            *slot = json!([slot.take()]);
        }
        Change::Remove | Change::Rename(_) => match packet.pointer_mut(parent).unwrap() {
            Value::Object(map) => {
                let value = map.remove(&token).unwrap();
                if let Change::Rename(name) = change {
                    map.insert(name.to_owned(), value);
                }
            }
            Value::Array(list) => drop(list.remove(token.parse().unwrap())),
            _ => unreachable!(),
        },
    }
}

/// The codes for which a packet may be refused: what the text itself rules out, and no usable time.
const REFUSALS: [Code; 5] =
    [Code::Schema, Code::TimeUnusable, Code::ContentMixed, Code::SectionMissing, Code::SectionNameCollision];

/// Converts, and checks what has to hold whatever the packet.
fn check(packet: &Value, options: &Options) -> Result<bool, TestCaseError> {
    let text = packet.to_string();
    let source = json::read(text.as_bytes(), &Limits::default()).unwrap();
    match convert(&source, options) {
        Err(findings) => {
            let errors = findings.iter().filter(|f| f.severity == ocp_convert::finding::Severity::Error);
            for finding in errors {
                prop_assert!(REFUSALS.contains(&finding.code), "{finding:?}\n{text}");
            }
            Ok(false)
        }
        Ok(conversion) => {
            let target = &conversion.target;
            prop_assert!(undefined_members(target.root(), &CHECKPOINT).is_empty());
            let summary = conversion.ledger.summary(&source, target);
            let entries = summary.exact
                + summary.transcoded
                + summary.structural
                + summary.narrated
                + summary.demoted
                + summary.regenerated
                + summary.omitted;
            prop_assert_eq!(entries, summary.source_leaves);
            let file = conversion.ledger.file(&source, target);
            let found = ocp_convert::audit::audit(&source, target, &file);
            prop_assert!(found.is_empty(), "{:?}\n{text}", found.iter().take(3).collect::<Vec<_>>());
            let again = convert(&source, options).unwrap();
            prop_assert!(again.target.root().same_value(target.root()));
            for statement in target.root().get("statements").items() {
                prop_assert_ne!(statement.get("kind").as_str(), Some("instruction"));
                prop_assert!(!matches!(
                    statement.get("origin").get("type").as_str(),
                    Some("user" | "system")
                ));
                prop_assert_ne!(statement.get("verification").get("state").as_str(), Some("verified"));
                prop_assert_ne!(statement.get("status").as_str(), Some("resolved"));
            }
            for operation in target.root().get("operations").items() {
                let status = operation.get("status").as_str();
                prop_assert!(matches!(status, Some("planned" | "awaiting" | "uncertain")));
                prop_assert_ne!(operation.get("resume").as_str(), Some("retry"));
            }
            prop_assert!(!target.root().get("progress").get("completed").exists());
            Ok(true)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn a_packet_of_any_shape_converts_or_is_refused_by_name(
        bare in any::<bool>(),
        changes in prop::collection::vec((any::<Index>(), change()), 1..5),
    ) {
        let mut packet = if bare {
            serde_json::from_str(include_str!("data/zcf/02-cursor-bare-strings.zcf.json")).unwrap()
        } else {
            everything()
        };
        for (at, change) in changes {
            apply(&mut packet, at, change);
        }
        check(&with_root(packet), &Options::default().now("2026-12-01T00:00:00Z").unwrap())?;
    }
}

#[test]
fn the_packets_that_are_mutated_convert() {
    assert!(check(&with_root(everything()), &Options::default()).unwrap());
}
