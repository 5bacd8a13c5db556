//! Lineage (OpenCheckpoint 8.2, second table): a checkpoint against its parent.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{change, changed, rich};
use ocp_convert::crypto::digest::sha256_hex;
use ocp_convert::document::{Options, validate_lineage};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::continuing::{is_lifted, is_repeat};
use ocp_convert::ocp::lineage::{Parent, fork_action_shared};
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

// clause: OCP-9.3-6
#[test]
fn an_action_is_open_in_one_sibling_at_most() {
    let open =
        changed(&child(), &[("/derivation/method", "\"forked\""), ("/continuation/stop_conditions", "[]")]);
    let other = change(&open, "/parent/id", "\"urn:example:other\"");
    let stopped = change(&child(), "/derivation/method", "\"forked\"");
    let texts = [&open, &other, &stopped, &open, &child()].map(Value::to_string);
    let trees: Vec<_> = texts.iter().map(|t| read(t.as_bytes(), &Limits::default()).unwrap()).collect();
    let roots: Vec<_> = trees.iter().map(ocp_convert::json::Tree::root).collect();
    let found = fork_action_shared(&roots);
    let shown: Vec<_> = found.iter().map(|(n, p)| (*n, roots[*n].tree().cursor(p.node).pointer())).collect();
    assert_eq!(shown, [(3, "/operations/0".to_owned())]);
}

// clause: OCP-6.6-12
#[test]
fn a_call_with_all_recorded_arguments_is_a_repeat() {
    let repeat = |recorded: &str, call: &str| {
        let recorded = read(recorded.as_bytes(), &Limits::default()).unwrap();
        let call = read(call.as_bytes(), &Limits::default()).unwrap();
        is_repeat(recorded.root(), call.root())
    };
    let recorded = r#"{"tool": "t", "arguments": {"a": 1}}"#;
    assert!(repeat(recorded, r#"{"tool": "t", "arguments": {"b": 2, "a": 1}}"#));
    assert!(repeat(recorded, r#"{"tool": "t", "arguments": {"a": 1.0}}"#));
    assert!(!repeat(recorded, r#"{"tool": "t", "arguments": {"a": 2}}"#));
    assert!(!repeat(recorded, r#"{"tool": "t", "arguments": {"b": 1}}"#));
    assert!(!repeat(recorded, r#"{"tool": "u", "arguments": {"a": 1}}"#));
    assert!(repeat(r#"{"tool": "t"}"#, r#"{"tool": "t", "arguments": {"a": 2}}"#));
}

// clause: OCP-6.8-8, OCP-6.8-11
#[test]
fn a_stop_condition_is_lifted_when_every_entry_is_reached() {
    let text =
        r#"{"until": [{"operation": "a", "status": "approved"}, {"operation": "b", "status": "completed"}]}"#;
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let status = |a: Option<&'static str>, b: Option<&'static str>| {
        is_lifted(tree.root(), |operation| if operation == "a" { a } else { b })
    };
    assert!(status(Some("approved"), Some("completed")));
    assert!(!status(Some("approved"), Some("planned")));
    assert!(!status(Some("approved"), None));
    let without = read(br#"{"description": "d"}"#, &Limits::default()).unwrap();
    assert!(!is_lifted(without.root(), |_| Some("completed")));
}
