//! Level 2 of a checkpoint: the warnings of the text, and those this tool adds for a MUST without a code.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{changed, findings, report, rich, smallest};
use ocp_convert::document::Options;
use serde_json::{Value, json};

/// Changes, each a pointer and a value, and the findings they cause.
type Row<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

fn check(rows: &[Row<'_>]) {
    for (changes, expected) in rows {
        assert_eq!(findings(&changed(&rich(), changes)), *expected, "{changes:?}");
    }
}

// clause: OCP-W002, OCP-6.5-5
#[test]
fn w002_agent_observations_cite_evidence() {
    check(&[
        (&[("/statements/3/evidence", "-")], &["warning OCP-W002 /statements/3"]),
        (&[("/statements/3/evidence", "[]")], &["warning OCP-W002 /statements/3"]),
        (&[("/statements/3/evidence", "-"), ("/statements/3/origin/type", "\"tool\"")], &[]),
        (
            &[
                ("/statements/3/evidence", "-"),
                ("/statements/3/kind", "\"constraint\""),
                ("/statements/4/superseded_by", "\"s3\""),
                ("/statements/4/kind", "\"decision\""),
                ("/statements/4/rationale", "\"r\""),
            ],
            &[],
        ),
    ]);
}

// clause: OCP-W003, OCP-4.2-9
#[test]
fn w003_awaiting_operations_have_not_expired() {
    let at = "/operations/2/expires_at";
    check(&[
        (&[(at, "\"2026-10-20T09:59:59Z\"")], &["warning OCP-W003 /operations/2/expires_at"]),
        (&[(at, "\"2026-10-20T10:00:00Z\"")], &[]),
        (&[(at, "\"2026-10-20T12:00:00+02:00\"")], &[]),
        (&[(at, "\"2026-10-20T11:59:59+02:00\"")], &["warning OCP-W003 /operations/2/expires_at"]),
        (&[(at, "\"2026-10-20T09:59:59Z\""), ("/operations/2/status", "\"planned\"")], &[]),
    ]);
}

/// A fork with one operation and one stop condition.
fn fork(operation: &Value, stop: &Value) -> Vec<String> {
    let mut doc = smallest();
    doc["parent"] = json!({"id": "urn:example:parent"});
    doc["derivation"] =
        json!({"method": "forked", "inputs": [{"type": "checkpoint", "id": "urn:example:parent"}]});
    let mut full = json!({"id": "o", "kind": "action", "status": "planned", "description": "d"});
    full.as_object_mut().unwrap().extend(operation.as_object().unwrap().clone());
    doc["operations"] = json!([full]);
    doc["continuation"] = json!({ "stop_conditions": [stop] });
    findings(&doc)
}

// clause: OCP-W004, OCP-9.3-7, OCP-6.6-6
#[test]
fn w004_forks_leave_no_live_action_open() {
    let none = json!({"description": "d"});
    let warned = ["warning OCP-W004 /operations/0"];
    for operation in [
        json!({}),
        json!({"effect": "idempotent"}),
        json!({"effect": "unknown"}),
        json!({"status": "failed"}),
        json!({"status": "uncertain", "effect": "idempotent"}),
    ] {
        assert_eq!(fork(&operation, &none), warned, "{operation}");
        for member in ["refs", "applies_to"] {
            let mut stop = none.clone();
            stop[member] = json!(["o"]);
            assert_eq!(fork(&operation, &stop), [""; 0], "{operation} {stop}");
        }
    }
    for operation in [
        json!({"effect": "none"}),
        json!({"status": "completed"}),
        json!({"status": "cancelled"}),
        json!({"kind": "wait"}),
    ] {
        assert_eq!(fork(&operation, &none), [""; 0], "{operation}");
    }
    check(&[(&[("/continuation/stop_conditions", "[]")], &[])]);
}

// clause: OCP-9.3-2, OCP-9.3-3
#[test]
fn forks_name_their_parent() {
    check(&[
        (&[("/derivation/method", "\"forked\"")], &[]),
        (
            &[("/derivation/method", "\"forked\""), ("/parent", "-")],
            &["warning fork_unrecorded /derivation/method"],
        ),
        (
            &[("/derivation/method", "\"forked\""), ("/derivation/inputs", "[]")],
            &["warning fork_unrecorded /derivation/method"],
        ),
    ]);
}

// clause: OCP-6.9-8, OCP-9.2-9, OCP-9.2-10
#[test]
fn compactions_record_what_was_lost() {
    let warned: &[&str] = &["warning compaction_unrecorded /derivation/method"];
    let compacted = ("/derivation/method", "\"compacted\"");
    check(&[
        (&[compacted], &[]),
        (&[compacted, ("/derivation/omissions", "-")], warned),
        (&[compacted, ("/derivation/transformations", "[]")], warned),
        (&[compacted, ("/parent", "-")], warned),
    ]);
}

// clause: OCP-9.1-2
#[test]
fn uncertain_operations_record_their_effect() {
    check(&[(&[("/operations/0/effect", "-")], &["warning uncertain_without_effect /operations/0"])]);
}

// clause: OCP-7-4
#[test]
fn the_prefix_of_the_specification_is_reserved() {
    for (key, warned) in [
        ("io.opencheckpoint.x", true),
        ("io.opencheckpoint", true),
        ("io.opencheckpoint/x", true),
        ("io.opencheckpointer.x", false),
        ("com.io.opencheckpoint", false),
    ] {
        let found = findings(&changed(&smallest(), &[("/extensions", &json!({ key: 1 }).to_string())]));
        let pointer = format!("warning extension_prefix_reserved /extensions/{}", key.replace('/', "~1"));
        assert_eq!(found, if warned { vec![pointer] } else { vec![] }, "{key}");
    }
}

#[test]
fn circles_of_references_are_reported_once() {
    let chain = |edges: &[(&str, &str)]| {
        let operations: Vec<Value> = edges
            .iter()
            .map(|(id, on)| json!({"id": id, "kind": "wait", "status": "planned", "description": "d", "depends_on": [on]}))
            .collect();
        let mut doc = smallest();
        doc["operations"] = json!(operations);
        findings(&doc)
    };
    assert_eq!(chain(&[("a", "a")]), ["warning reference_cycle /operations/0/depends_on/0"]);
    assert_eq!(
        chain(&[("a", "b"), ("b", "c"), ("c", "a")]),
        ["warning reference_cycle /operations/2/depends_on/0"]
    );
    assert_eq!(
        chain(&[("z", "a"), ("a", "b"), ("b", "a")]),
        ["warning reference_cycle /operations/2/depends_on/0"]
    );
    let mut doc = smallest();
    doc["statements"] = ["a", "b"]
        .iter()
        .zip(["b", "a"])
        .map(|(id, by)| {
            json!({"id": id, "kind": "constraint", "text": "t", "origin": {"type": "user"},
                   "status": "superseded", "superseded_by": by})
        })
        .collect();
    assert_eq!(findings(&doc), ["warning reference_cycle /statements/1/superseded_by"]);
}

#[test]
fn rules_take_linear_time_and_constant_stack() {
    let count = 20_000;
    let operations: Vec<Value> = (0..count)
        .map(|i| {
            json!({"id": format!("o{i}"), "kind": "wait", "status": "planned", "description": "d",
                   "depends_on": [format!("o{}", (i + 1) % count)]})
        })
        .collect();
    let mut doc = smallest();
    doc["operations"] = json!(operations);
    assert_eq!(findings(&doc), [format!("warning reference_cycle /operations/{}/depends_on/0", count - 1)]);
    let duplicates: Vec<Value> = (0..count)
        .map(|_| json!({"id": "o", "kind": "wait", "status": "planned", "description": "d"}))
        .collect();
    doc["operations"] = json!(duplicates);
    let found = report(&doc, &Options { max_findings: 50, ..Options::default() });
    assert!(found.truncated && found.findings.len() == 50 && !found.is_valid());
}
