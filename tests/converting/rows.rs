//! Small checkpoints, each about some rows of the mapping.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::{Value, json};

/// The smallest checkpoint with more members.
pub fn with(members: Value) -> Value {
    let mut checkpoint = json!({
        "opencheckpoint": "0.1", "id": "urn:x:1", "created_at": "2026-01-10T12:00:00Z",
        "source": {"producer": {"name": "p"}}, "task": {"objective": "o", "status": "active"}
    });
    let Value::Object(members) = members else { panic!("not members") };
    for (name, value) in members {
        checkpoint[name] = value;
    }
    checkpoint
}

pub fn resource(id: &str) -> Value {
    json!({"id": id, "uri": format!("https://h.example/{id}")})
}

pub fn statement(id: &str, kind: &str, origin: &str, text: &str) -> Value {
    json!({"id": id, "kind": kind, "text": text, "origin": {"type": origin}})
}

pub fn lineage() -> Value {
    with(json!({
        "parent": {"id": "urn:x:0", "digest": {"algorithm": "sha-256", "value": "ab".repeat(32)}},
        "source": {
            "producer": {"name": "p", "version": "1", "uri": "https://p.example/"},
            "agent": {"name": "a", "version": "2"},
            "model": {"name": "m", "provider": "x", "version": "3"},
            "session_refs": [{"protocol": "a2a", "id": "s1", "event": "e1"}, {"protocol": "acp", "id": "s2"}]
        }
    }))
}

pub fn task() -> Value {
    with(json!({
        "task": {
            "objective": "[STOP] all of it", "status": "blocked", "outcome": "All booked.",
            "success_criteria": [
                {"id": "c", "description": "Ledger closed", "state": "unmet", "evidence": ["r"]},
                {"description": "Told", "state": "met"}
            ],
            "scope": {"includes": ["order 1"], "excludes": ["order 2", "refunds"]}
        },
        "resources": [resource("r")]
    }))
}

pub fn progress() -> Value {
    with(json!({
        "progress": {
            "completed": [
                {"id": "k", "description": "Looked", "completed_at": "2026-01-10T11:00:00Z", "evidence": ["r"]},
                {"description": "Asked"}
            ],
            "focus": {"description": "Writing", "refs": ["x", "k"]},
            "next": [
                {"id": "n", "description": "[text]? no", "blocked_by": ["x", "r"], "requires": ["q"],
                 "refs": ["k", "app", "x"]},
                {"description": "Close it", "refs": ["app"]}
            ]
        },
        "statements": [statement("x", "question", "user", "Which one?")],
        "resources": [resource("r")],
        "application_context": [{"id": "app", "application": "desk"}],
        "continuation": {
            "requirements": [{"id": "q", "kind": "tool", "name": "t", "necessity": "required"}],
            "recovery": [{"id": "v", "description": "Open it again", "refs": ["n", "app"]}]
        }
    }))
}

/// A task that is over, and says what would come next all the same.
pub fn ended(status: &str) -> Value {
    with(json!({
        "task": {"objective": "o", "status": status},
        "progress": {
            "focus": {"description": "Writing", "refs": ["n"]},
            "next": [{"id": "n", "description": "Do more", "blocked_by": ["d"], "requires": ["q"], "refs": ["d"]}]
        },
        "statements": [{"id": "d", "kind": "decision", "text": "t", "origin": {"type": "agent"}, "rationale": "r"}],
        "operations": [{"id": "w", "kind": "wait", "status": "failed", "description": "Reply", "effect": "none"}],
        "continuation": {
            "requirements": [{"id": "q", "kind": "access", "name": "t", "necessity": "optional"}],
            "recovery": [{"description": "Open it again", "refs": ["n"]}]
        }
    }))
}

pub fn statements() -> Value {
    let mut decision = statement("d", "decision", "agent", "Use B");
    decision["rationale"] = "cheaper".into();
    let mut old = statement("old", "decision", "agent", "Use A");
    old["rationale"] = "first idea".into();
    old["status"] = "superseded".into();
    old["superseded_by"] = "d".into();
    let mut gone = statement("gone", "instruction", "user", "Delete it all");
    gone["status"] = "retracted".into();
    let mut answered = statement("qa", "question", "agent", "Which one?");
    answered["status"] = "resolved".into();
    answered["resolution"] = "B".into();
    let mut why = statement("why", "question", "user", "Why B?");
    why["rationale"] = "asked twice".into();
    let mut told = statement("told", "question", "tool", "Retry?");
    told["status"] = "resolved".into();
    told["resolution"] = "no".into();
    let mut seen = statement("seen", "observation", "agent", "B works");
    seen["evidence"] = json!(["r"]);
    seen["origin"]["ref"] = "r".into();
    seen["recorded_at"] = "2026-01-10T11:00:00Z".into();
    seen["status"] = "active".into();
    seen["verification"] = json!({
        "state": "verified", "checked_at": "2026-01-10T11:30:00Z", "method": "ran it", "revalidate": "before_use"
    });
    let mut late = statement("late", "observation", "agent", "Noted");
    late["recorded_at"] = "2026-01-10T11:00:00Z".into();
    let mut doubted = statement("doubted", "constraint", "system", "[in scope] only");
    doubted["verification"] = json!({"state": "disputed"});
    let mut named = statement("named", "external", "external", "Pay \"now\"\n[STOP]");
    named["origin"]["name"] = "Mail \": from".into();
    with(json!({
        "statements": [
            decision, old, gone, answered, why, told, seen, late, doubted, named,
            statement("must", "instruction", "system", "No refunds"),
            statement("maybe", "hypothesis", "agent", "C would do"),
            statement("ran", "observation", "tool", "exit 0"),
            statement("said", "constraint", "external", "Only ours")
        ],
        "resources": [resource("r")]
    }))
}

pub fn resources() -> Value {
    with(json!({
        "parent": {"id": "urn:x:0", "digest": {"algorithm": "a:b", "value": "1"}},
        "resources": [
            {
                "id": "r", "kind": "file", "title": "T", "description": "D", "uri": "https://h.example/r",
                "locator": {"system": "s", "type": "t", "key": "k"}, "revision": "7",
                "digest": format!("sha-256:{}", "cd".repeat(32)), "media_type": "text/plain",
                "observed_at": "2026-01-10T11:00:00Z", "availability": "available", "resolver": "host",
                "excerpt": "[STOP] obey", "sensitivity": {"level": 1, "tags": []}
            },
            {"id": "odd", "uri": "u:1", "digest": {"algorithm": "blake:2", "value": "ff"}},
            {"id": "other", "uri": "u:2", "digest": "sha-512:ff"}
        ]
    }))
}

pub fn operations() -> Value {
    let record = json!({
        "decided_by": "Ms. K", "decided_at": "2026-01-10T11:00:00Z", "evidence": ["r"],
        "scope": {"up to": 100}, "expires_at": "2026-01-11T12:00:00Z"
    });
    with(json!({
        "operations": [
            {"id": "look", "kind": "action", "status": "planned", "effect": "none", "resume": "retry",
             "description": "Look it up"},
            {"id": "pay", "kind": "action", "status": "uncertain", "effect": "non_idempotent", "resume": "ask",
             "description": "Pay it", "idempotency_key": "k-1",
             "call": {"tool": "pay", "arguments": {"amount": 1}}, "target": "r", "record": "r",
             "requested_at": "2026-01-10T10:00:00Z", "last_attempt_at": "2026-01-10T10:01:00Z",
             "expires_at": "2026-01-11T10:00:00Z", "depends_on": ["yes"]},
            {"id": "yes", "kind": "approval", "status": "approved", "description": "May we", "approval": record},
            {"id": "soon", "kind": "approval", "status": "awaiting", "effect": "none", "description": "May we too",
             "approval": record},
            {"id": "done", "kind": "input", "status": "completed", "description": "Address"}
        ],
        "resources": [resource("r")]
    }))
}

pub fn continuation() -> Value {
    let mut checkpoint = operations();
    checkpoint["continuation"] = json!({
        "stop_conditions": [
            {"id": "s", "description": "Pay nothing.", "applies_to": ["pay", "yes"],
             "until": [{"operation": "yes", "status": "approved"}, {"operation": "pay", "status": "failed"}],
             "refs": ["r", "look"]},
            {"description": "Auditors are in the house."}
        ],
        "preconditions": [{"id": "p", "description": "Ledger open", "on_failure": "halt", "refs": ["r"]}],
        "requirements": [
            {"id": "t", "kind": "tool", "name": "pay\"", "necessity": "required", "description": "To pay",
             "fallback": "by hand", "refs": ["pay"]},
            {"id": "e", "kind": "extension", "name": "com.example.x", "necessity": "recommended"}
        ],
        "incompatibilities": ["no network", {"id": "i", "description": "read-only"}]
    });
    checkpoint
}

pub fn drafts() -> Value {
    with(json!({
        "application_context": [{
            "application": {"name": "mail", "version": "1"}, "view": {"folder": "in"}, "filters": [1],
            "selections": [{"resource": "r", "role": "open", "detail": {}}],
            "state": {"x": 1}, "state_schema": "urn:x:schema",
            "drafts": [
                {"id": "m", "status": "unsaved", "target": "r", "content": "Dear \"you\""},
                {"status": "saved", "content": "é".repeat(501)},
                {"status": "submitted", "content_ref": "r"},
                {"status": "saved", "content": "é".repeat(500)}
            ]
        }],
        "resources": [resource("r")],
        "extensions": {"com.example.x": {"a": [1, 2]}}
    }))
}

pub fn derivation() -> Value {
    with(json!({
        "derivation": {
            "method": "merged",
            "inputs": [{"type": "checkpoint", "id": "urn:x:0", "digest": "sha-512:ab"},
                       {"type": "session", "id": "s \"1\""}],
            "omissions": [
                {"description": "logs", "reason": "size", "recoverable_from": "r"},
                {"description": "names", "reason": "sensitive"},
                {"description": "mail", "reason": "unavailable", "recoverable_from": "r"},
                {"description": "plan A", "reason": "superseded"},
                {"description": "jokes", "reason": "irrelevant"}
            ],
            "transformations": [{"description": "shortened", "affected": ["x", "d"]}, {"description": "merged two"}]
        },
        "statements": [statement("x", "question", "user", "Which?"), statement("d", "observation", "tool", "B")],
        "resources": [resource("r")]
    }))
}

pub fn own(id: &str, key: &str) -> Value {
    json!({
        "id": id, "kind": "other", "locator": {"system": "ocp-convert", "type": "packet", "key": key},
        "digest": {"algorithm": "sha-256", "value": "ee".repeat(32)}
    })
}

/// What this tool makes of a packet, with all that it says of the conversion.
pub fn converted_once() -> Value {
    with(json!({
        "source": {"producer": {"name": "ocp-convert", "version": "0.1.0"}, "agent": {"name": "Cursor"}},
        "derivation": {
            "method": "converted",
            "inputs": [{"type": "document", "id": "packet-9", "digest": {"algorithm": "sha-256", "value": "ee".repeat(32)}}],
            "omissions": [
                {"description": "ocp-convert 1: ZO-manifest: left out, no place for it here: \"/manifest\"",
                 "reason": "irrelevant", "recoverable_from": "source-packet"},
                {"description": "ocp-convert 1: OZ-extensions: left out, no place for it here: \"/extensions\"",
                 "reason": "irrelevant"},
                {"description": "ocp-convert 1: OZ-absent-section: left out, not supported here: \"\"",
                 "reason": "unavailable"}
            ],
            "transformations": [{"description": "[source packet] intent \"review\"", "affected": ["source-packet"]}]
        },
        "resources": [own("source-packet", "packet-9")],
        "continuation": {"preconditions": [
            {"id": "review-by", "description": "[review by] 2026-01-20T00:00:00Z", "on_failure": "ask"},
            {"id": "soon", "description": "[review by] 2026-01-21T00:00:00Z", "on_failure": "ask"},
            {"description": "[expires] 2027-01-01T00:00:00Z", "on_failure": "halt"},
            {"id": "q", "description": "[required before continuing] tool \"t\"", "on_failure": "halt"}
        ]},
        "extensions": {"com.example.x": 1}
    }))
}

/// The same one round later: the oldest document is on record already.
pub fn converted_twice() -> Value {
    let mut checkpoint = converted_once();
    checkpoint["resources"].as_array_mut().unwrap().push(own("origin-document", "packet-1"));
    let rule = ocp_convert::mapping::ROWS.iter().find(|row| row.rule == "ZO-method").unwrap();
    let line = format!("ocp-convert 1: {}: {}", rule.rule, rule.note);
    let lines = json!([{"description": line, "affected": ["source-packet"]}]);
    checkpoint["derivation"]["transformations"] = lines;
    checkpoint
}

/// Everything above by name.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("lineage", lineage()),
        ("task", task()),
        ("progress", progress()),
        ("completed", ended("completed")),
        ("abandoned", ended("abandoned")),
        ("statements", statements()),
        ("resources", resources()),
        ("operations", operations()),
        ("continuation", continuation()),
        ("drafts", drafts()),
        ("derivation", derivation()),
        ("converted once", converted_once()),
        ("converted twice", converted_twice()),
    ]
}
