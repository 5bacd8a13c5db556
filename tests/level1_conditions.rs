//! Level 1 of a checkpoint: what one member of a statement or operation asks of another (OpenCheckpoint 6.5, 6.6).
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{changed, errors, rich};
use serde_json::{Value, json};

/// A checkpoint with one statement in place of the others' first, made of these members.
fn statement(members: &Value) -> Value {
    let mut statement = json!({"id": "new", "kind": "constraint", "text": "t", "origin": {"type": "agent"}});
    statement.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    changed(&rich(), &[("/statements/7", &statement.to_string())])
}

fn operation(members: &Value) -> Value {
    let mut operation = json!({"id": "new", "kind": "action", "status": "planned", "description": "d"});
    operation.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    changed(&rich(), &[("/operations/3", &operation.to_string())])
}

fn check(make: fn(&Value) -> Value, at: &str, rows: &[(Value, &str)]) {
    for (members, error) in rows {
        let expected: Vec<String> =
            if *error == "ok" { Vec::new() } else { vec![format!("schema {at}{error}")] };
        assert_eq!(errors(&make(members)), expected, "{members}");
    }
}

const ORIGINS: [&str; 6] = ["user", "system", "agent", "tool", "application", "external"];

// clause: OCP-6.5-2, OCP-6.5-3, OCP-6.5-9, OCP-6.5-11, OCP-8.2-3, CON-2
#[test]
fn kinds_and_origins() {
    let kinds =
        ["instruction", "constraint", "decision", "observation", "hypothesis", "question", "external"];
    for kind in kinds {
        for origin in ORIGINS {
            let fits = match kind {
                "instruction" => ["user", "system"].contains(&origin),
                "external" => !["user", "system"].contains(&origin),
                _ => true,
            };
            let members =
                json!({"kind": kind, "origin": {"type": origin}, "rationale": "why", "evidence": ["r1"]});
            check(statement, "/statements/7", &[(members, if fits { "ok" } else { "/origin/type" })]);
        }
    }
    check(
        statement,
        "/statements/7",
        &[
            (json!({"kind": "note"}), "/kind"),
            (json!({"origin": {"type": "bot"}}), "/origin/type"),
            // Two rules object to the word; one finding.
            (json!({"kind": "external", "origin": {"type": "bot"}}), "/origin/type"),
        ],
    );
}

// clause: OCP-4.4-2, OCP-6.5-4, OCP-6.5-6, OCP-6.5-7, OCP-6.5-8, OCP-6.5-14, OCP-6.5-15, OCP-6.5-18
#[test]
fn what_a_statement_of_each_kind_and_status_carries() {
    check(
        statement,
        "/statements/7",
        &[
            (json!({"kind": "decision"}), ""),
            (json!({"kind": "decision", "rationale": ""}), "ok"),
            (json!({"kind": "hypothesis", "verification": {"state": "verified"}}), "/verification/state"),
            (json!({"kind": "hypothesis", "verification": {"state": "disputed"}}), "ok"),
            (json!({"kind": "hypothesis", "verification": {"state": "stale"}}), "ok"),
            (json!({"kind": "hypothesis", "verification": {"state": "unverified"}}), "ok"),
            (json!({"status": "resolved"}), "/status"),
            (json!({"status": "open"}), "/status"),
            (json!({"kind": "decision", "rationale": "r", "status": "resolved"}), "/status"),
            (json!({"kind": "question", "status": "resolved"}), ""),
            (json!({"kind": "question", "status": "resolved", "resolution": "r"}), "ok"),
            (json!({"kind": "question", "status": "active"}), "ok"),
            (json!({"resolution": "r"}), "/resolution"),
            (json!({"status": "superseded"}), ""),
            (json!({"status": "superseded", "superseded_by": "s2"}), "ok"),
            (json!({"status": "active", "superseded_by": "s2"}), "/superseded_by"),
            (json!({"status": "retracted", "superseded_by": "s2"}), "/superseded_by"),
            (json!({"superseded_by": "s2"}), "/superseded_by"),
            (json!({"status": "retracted"}), "ok"),
        ],
    );
}

// clause: OCP-6.6-1, OCP-6.6-2, OCP-6.6-3, OCP-6.6-8, OCP-6.6-9, OCP-6.6-17, OCP-6.6-20, OCP-6.6-21
#[test]
fn what_an_operation_of_each_kind_and_status_carries() {
    let approval = json!({"decided_by": "b", "decided_at": "2026-10-20T09:00:00Z", "evidence": ["r1"]});
    let mut rows = vec![
        (json!({"kind": "task"}), "/kind"),
        (json!({"status": "pending"}), "/status"),
        (json!({"status": "approved"}), "/status"),
        (json!({"kind": "wait", "status": "rejected"}), "/status"),
        (json!({"kind": "approval", "status": "approved"}), ""),
        (json!({"kind": "approval", "status": "rejected"}), ""),
        (json!({"kind": "approval", "status": "approved", "approval": approval}), "ok"),
        (json!({"kind": "approval", "status": "rejected", "approval": approval}), "ok"),
        (json!({"kind": "approval", "status": "completed", "approval": approval}), "ok"),
        (json!({"kind": "input", "approval": approval}), "/approval"),
        (json!({"call": {"tool": "t", "arguments": {"a": {}}}}), "ok"),
        (json!({"kind": "approval", "call": {"tool": "t"}}), "/call"),
        (json!({"call": {"tool": "t", "arguments": []}}), "/call/arguments"),
        (json!({"record": "r1", "target": "r1"}), "ok"),
    ];
    for kind in ["approval", "input", "action", "wait"] {
        rows.push((json!({ "kind": kind }), "ok"));
    }
    for status in ["planned", "awaiting", "failed", "completed", "cancelled"] {
        rows.push((json!({ "status": status }), "ok"));
    }
    check(operation, "/operations/3", &rows);
}

// clause: OCP-6.6-6, OCP-6.6-19, CON-3, OCP-9.1-2, OCP-2-2
#[test]
fn an_uncertain_operation_is_never_retried_blindly() {
    for kind in ["action", "wait", "input", "approval"] {
        for effect in [None, Some("unknown"), Some("non_idempotent"), Some("idempotent"), Some("none")] {
            for resume in [None, Some("retry"), Some("verify_first"), Some("ask"), Some("do_not_resume")] {
                let mut members = json!({"kind": kind, "status": "uncertain"});
                for (name, value) in [("effect", effect), ("resume", resume)] {
                    if let Some(word) = value {
                        members[name] = json!(word);
                    }
                }
                let risky = !matches!(effect, Some("idempotent" | "none"));
                let error = match resume {
                    None if risky => "",
                    Some("retry") if risky => "/resume",
                    _ => "ok",
                };
                check(operation, "/operations/3", &[(members, error)]);
            }
        }
    }
}
