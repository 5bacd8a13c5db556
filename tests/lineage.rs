//! Lineage (OpenCheckpoint 8.2, second table): a checkpoint against its parent.

mod common;

use common::{change, changed, rich};
use ocp_convert::crypto::digest::sha256_hex;
use ocp_convert::document::{Options, validate_lineage};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::lineage::Parent;
use serde_json::{Value, json};

/// The findings on `child` with `parent` at hand.
fn lineage(child: &Value, parent: &Value) -> Vec<String> {
    let (child, parent) = (child.to_string(), parent.to_string());
    let child = read(child.as_bytes(), &Limits::default()).unwrap();
    let tree = read(parent.as_bytes(), &Limits::default()).unwrap();
    let parent = Parent { root: tree.root(), bytes: parent.as_bytes() };
    let report = validate_lineage(&child, None, &parent, &Options::default());
    report.findings.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect()
}

fn parent() -> Value {
    changed(&rich(), &[("/id", "\"urn:example:parent\""), ("/parent", "-")])
}

fn child() -> Value {
    change(&rich(), "/parent/digest", "-")
}

const NONE: [&str; 0] = [];

// clause: OCP-T001, OCP-6.6-4
#[test]
fn t001_what_is_over_stays_over() {
    for (was, is, kept) in [
        ("completed", "planned", false),
        ("cancelled", "awaiting", false),
        ("rejected", "completed", false),
        ("completed", "completed", true),
        ("failed", "planned", true),
        ("approved", "cancelled", true),
    ] {
        let at = "/operations/2/status";
        let found = lineage(
            &change(&child(), at, &json!(is).to_string()),
            &change(&parent(), at, &json!(was).to_string()),
        );
        let expected = if kept { vec![] } else { vec![format!("OCP-T001 {at}")] };
        assert_eq!(found, expected, "{was} to {is}");
    }
    let dropped = change(&child(), "/operations/2", "-");
    assert_eq!(lineage(&dropped, &change(&parent(), "/operations/2/status", "\"completed\"")), NONE);
}

// clause: OCP-T002, OCP-4.1-12
#[test]
fn t002_the_child_names_the_parent_and_is_not_older() {
    assert_eq!(lineage(&child(), &parent()), NONE);
    assert_eq!(lineage(&change(&child(), "/parent", "-"), &parent()), ["OCP-T002 "]);
    assert_eq!(lineage(&change(&child(), "/parent/id", "\"urn:x\""), &parent()), ["OCP-T002 /parent/id"]);
    let at = "/created_at";
    assert_eq!(
        lineage(&child(), &change(&parent(), at, "\"2026-10-20T10:00:00.001Z\"")),
        ["OCP-T002 /created_at"]
    );
    assert_eq!(lineage(&child(), &change(&parent(), at, "\"2026-10-20T12:00:00+02:00\"")), NONE);
}

// clause: OCP-6-5, OCP-10.6-2
#[test]
fn the_digest_is_over_the_exact_bytes() {
    let digest = sha256_hex(parent().to_string().as_bytes());
    let object = json!({"algorithm": "sha-256", "value": digest}).to_string();
    let at = "/parent/digest";
    assert_eq!(lineage(&change(&child(), at, &object), &parent()), NONE);
    assert_eq!(lineage(&change(&child(), at, &format!("\"sha-256:{digest}\"")), &parent()), NONE);
    assert_eq!(lineage(&change(&child(), at, "\"sha-512:abc\""), &parent()), NONE);
    // The same document, written otherwise.
    let (text, child) =
        (serde_json::to_string_pretty(&parent()).unwrap(), change(&child(), at, &object).to_string());
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let child = read(child.as_bytes(), &Limits::default()).unwrap();
    let reformatted = Parent { root: tree.root(), bytes: text.as_bytes() };
    let found = validate_lineage(&child, None, &reformatted, &Options::default()).findings;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].code.as_str(), found[0].pointer.as_str()),
        ("parent_digest_mismatch", "/parent/digest")
    );
}

// clause: OCP-6.5-23, OCP-6.5-24, OCP-9.3-5
#[test]
fn statements_keep_what_they_were() {
    let promoted = changed(&child(), &[("/statements/1/kind", "\"question\"")]);
    assert_eq!(lineage(&promoted, &parent()), ["statement_rewritten /statements/1/kind"]);
    // Confirmed properly: the hypothesis stays, superseded by a new observation.
    let open =
        changed(&parent(), &[("/statements/4/status", "\"active\""), ("/statements/4/superseded_by", "-")]);
    assert_eq!(lineage(&child(), &open), NONE);
    let edited = change(&child(), "/statements/1/text", "\"other\"");
    assert_eq!(lineage(&edited, &parent()), NONE);
    let fork = change(&edited, "/derivation/method", "\"forked\"");
    assert_eq!(lineage(&fork, &parent()), ["statement_rewritten /statements/1/text"]);
}

// clause: OCP-9.3-4, OCP-9.3-7
#[test]
fn forks_record_what_they_change() {
    let fork =
        changed(&child(), &[("/derivation/method", "\"forked\""), ("/derivation/transformations", "[]")]);
    assert_eq!(lineage(&fork, &parent()), NONE);
    let narrowed = change(&fork, "/task/objective", "\"other\"");
    assert_eq!(lineage(&narrowed, &parent()), ["fork_change_unrecorded /derivation/method"]);
    let dropped = changed(
        &child(),
        &[("/derivation/method", "\"forked\""), ("/operations/0", "-"), ("/derivation/omissions", "[]")],
    );
    assert_eq!(lineage(&dropped, &parent()), ["fork_change_unrecorded /derivation/method"]);
    let recorded = changed(&child(), &[("/derivation/method", "\"forked\""), ("/operations/0", "-")]);
    assert_eq!(lineage(&recorded, &parent()), NONE);
}
