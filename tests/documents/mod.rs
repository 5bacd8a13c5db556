//! One checkpoint and one packet with every member, and ways to change them. Used by several test programs.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::too_many_lines)]

use ocp_convert::document::{Options, Report, validate};
use ocp_convert::finding::Severity;
use ocp_convert::json::{Limits, read};
use ocp_convert::zephr::manifest::{self, ManifestLayout};
use serde_json::{Value, json};

/// The smallest checkpoint, as the concepts page shows it.
pub fn smallest() -> Value {
    json!({
        "opencheckpoint": "0.1",
        "id": "urn:uuid:0199a383-bcb7-77c8-b2a8-ff52caace0f4",
        "created_at": "2026-10-20T10:00:00Z",
        "source": {"producer": {"name": "example"}},
        "task": {"objective": "Refund order 1042.", "status": "active"}
    })
}

/// A checkpoint with every member the format has; valid, and without a warning.
pub fn rich() -> Value {
    json!({
        "opencheckpoint": "0.1",
        "id": "urn:example:own",
        "created_at": "2026-10-20T10:00:00Z",
        "parent": {"id": "urn:example:parent", "digest": {"algorithm": "sha-256", "value": "0".repeat(64)}},
        "source": {
            "producer": {"name": "p", "version": "1", "uri": "https://p.example/"},
            "agent": {"name": "a", "version": "1"},
            "model": {"name": "m", "provider": "x", "version": "1"},
            "session_refs": [{"protocol": "a2a", "id": "s1", "event": "e1"}],
            "extensions": {"com.example.crm": {"id": "s1"}}
        },
        "task": {
            "objective": "o", "outcome": "r", "status": "active",
            "success_criteria": [{"id": "c1", "description": "d", "state": "met", "evidence": ["r1"]}],
            "scope": {"includes": ["a"], "excludes": ["b"]},
            "extensions": {"org.example.finance/v2": 1}
        },
        "progress": {
            "completed": [
                {"id": "k1", "description": "d", "completed_at": "2026-10-20T09:00:00Z", "evidence": ["r1"]}
            ],
            "focus": {"description": "d", "refs": ["s1"]},
            "next": [{
                "id": "n1", "description": "d", "blocked_by": ["q1", "o1", "r1", "req1"],
                "requires": ["req1"], "refs": ["k1", "req1", "r1", "s1", "o1"]
            }],
            "extensions": {}
        },
        "statements": [
            {"id": "s1", "kind": "instruction", "text": "t", "origin": {"type": "user", "name": "u", "ref": "r1"}},
            {"id": "s2", "kind": "constraint", "text": "t", "origin": {"type": "system"}, "status": "active"},
            {"id": "s3", "kind": "decision", "text": "t", "origin": {"type": "agent"}, "rationale": "why"},
            {
                "id": "s4", "kind": "observation", "text": "t", "origin": {"type": "agent"}, "evidence": ["r1"],
                "recorded_at": "2026-10-20T09:00:00Z",
                "verification": {
                    "state": "verified", "checked_at": "2026-10-20T09:00:00Z", "method": "m",
                    "revalidate": "before_use"
                },
                "extensions": {"a.b": null}
            },
            {
                "id": "s5", "kind": "hypothesis", "text": "t", "origin": {"type": "agent"},
                "status": "superseded", "superseded_by": "s4"
            },
            {"id": "q1", "kind": "question", "text": "t", "origin": {"type": "user"}, "status": "resolved",
             "resolution": "yes"},
            {"id": "x1", "kind": "external", "text": "<b>t</b>", "origin": {"type": "external"}}
        ],
        "resources": [{
            "id": "r1", "kind": "file", "title": "t", "description": "d", "uri": "https://h.example/p@q",
            "locator": {"system": "s", "type": "t", "key": "k"}, "revision": "1",
            "digest": format!("sha-256:{}", "a".repeat(64)), "media_type": "text/plain",
            "observed_at": "2026-10-20T09:00:00Z", "availability": "available", "resolver": "host",
            "excerpt": "e", "sensitivity": "internal", "extensions": {}
        }],
        "application_context": [{
            "id": "ac1", "application": {"name": "app", "version": "1"}, "view": {"id": "s1"},
            "selections": [{"resource": "r1", "role": "focused", "detail": {"any": [1, {"id": "s1"}]}}],
            "filters": [1],
            "drafts": [{"id": "d1", "status": "unsaved", "target": "r1", "content": "c", "content_ref": "r1"}],
            "state": {"completed_at": "2030-01-01T00:00:00Z"}, "state_schema": "urn:example:schema",
            "extensions": {}
        }],
        "operations": [
            {
                "id": "o1", "kind": "action", "status": "uncertain", "description": "d",
                "effect": "non_idempotent", "idempotency_key": "k",
                "call": {"tool": "t", "arguments": {"completed_at": "2030-01-01T00:00:00Z", "id": "s1"}},
                "target": "r1", "record": "r1", "resume": "ask", "depends_on": ["o2"],
                "requested_at": "2026-10-20T09:00:00Z", "last_attempt_at": "2026-10-20T09:00:00Z",
                "expires_at": "2026-10-21T10:00:00Z", "extensions": {}
            },
            {
                "id": "o2", "kind": "approval", "status": "approved", "description": "d",
                "approval": {
                    "decided_by": "b", "decided_at": "2026-10-20T09:00:00Z", "evidence": ["r1"],
                    "scope": {"any": 1}, "expires_at": "2026-10-21T10:00:00Z"
                }
            },
            {"id": "o3", "kind": "wait", "status": "awaiting", "description": "d",
             "expires_at": "2026-10-21T10:00:00Z"}
        ],
        "continuation": {
            "requirements": [{
                "id": "req1", "kind": "tool", "name": "n", "necessity": "required", "description": "d",
                "fallback": "f", "refs": ["s1"]
            }],
            "preconditions": [{"id": "p1", "description": "d", "on_failure": "halt", "refs": ["s1"]}],
            "stop_conditions": [{
                "id": "st1", "description": "d", "applies_to": ["o1"],
                "until": [{"operation": "o2", "status": "approved"}, {"operation": "o1", "status": "completed"}],
                "refs": ["o1"]
            }],
            "recovery": [{"id": "rc1", "description": "d", "refs": ["s1"]}],
            "incompatibilities": ["text", {"id": "i1", "description": "d"}],
            "extensions": {}
        },
        "derivation": {
            "method": "merged",
            "inputs": [
                {"type": "checkpoint", "id": "urn:example:parent", "digest": "sha-512:abcdef"},
                {"type": "session", "id": "x"}
            ],
            "omissions": [{"description": "d", "reason": "size", "recoverable_from": "r1"}],
            "transformations": [{"description": "d", "affected": ["s1", "r1", "req1", "n1", "o1"]}]
        },
        "extensions": {"com.example.any": {"id": "s1", "completed_at": "2030-01-01T00:00:00Z"}}
    })
}

/// A packet with every member the format has, and its root; valid, and without a warning.
pub fn packet() -> Value {
    with_root(json!({
        "format": "zephr-continuity", "formatVersion": 1, "artifactKind": "session-handoff",
        "canonicalizationProfile": "ZCF-JSON-v1",
        "packet": {"id": "p", "nonce": "n", "intent": "i", "createdAt": "2026-10-20T10:00:00Z", "generation": 1},
        "source": {
            "installationKeyId": "k", "scopeRefs": ["repo:x"],
            "client": {
                "kind": "cursor", "name": "n", "version": "1", "uri": "https://c.example", "agent": "a",
                "model": "m"
            }
        },
        "recipientIntent": {"kind": "unbound-local-import"},
        "content": {
            "capsule": {
                "objective": "o",
                "decisions": ["bare", {"id": "d1", "text": "t", "rationale": "r",
                                       "origin": {"type": "agent", "name": "n"}}],
                "constraints": [{"id": "c1", "text": "t"}],
                "changedFiles": ["bare", {"path": "p", "changeKind": "added"}],
                "risks": ["bare"],
                "questions": [{"id": "q1", "text": "t", "resolution": "r"}],
                "nextActions": [{"id": "n1", "text": "t", "blockedBy": ["q1"], "requires": ["x"], "refs": ["c1"]}],
                "limitations": [], "captureQuality": "complete", "lifecycleCoverage": "native"
            },
            "beliefs": [{"portableRef": "b1", "sourceId": "m1", "content": "c", "reviewState": "unreviewed"}],
            "evidenceSources": [{
                "id": "e1", "kind": "file", "uri": "https://h.example/x",
                "locator": {"system": "s", "type": "t", "key": "k"}, "title": "t", "description": "d",
                "revision": "1", "digest": "sha256:00", "mediaType": "text/plain",
                "observedAt": "2026-10-20T09:00:00Z", "availability": "available", "resolver": "r",
                "excerpt": "e", "sensitivity": {"any": 1}
            }],
            "evidenceAnchors": [{"id": "a1", "claimRef": "b1", "sourceRef": "e1", "role": "evidence"},
                                {"id": "a2", "claimRef": "c1", "sourceRef": "e1"}],
            "receipts": [{"id": "rc1", "kind": "patch", "text": "t", "status": "applied",
                          "at": "2026-10-20T09:00:00Z"}],
            "reviewEvents": [{"id": "re1", "claimRef": "b1", "decision": "d", "by": "b",
                              "at": "2026-10-20T09:00:00Z"}],
            "verification": [{"id": "v1", "claimRef": "b1", "state": "verified", "method": "m",
                              "checkedAt": "2026-10-20T09:00:00Z", "revalidate": "never",
                              "recordedAt": "2026-10-20T09:00:00Z"}],
            "sourceHandoff": {"fromSessionId": "a", "toSessionId": "b", "worktreeId": "w",
                              "checkpointBeliefIds": ["b1"]},
            "allowedTools": ["zephr_recall"]
        },
        "redactionManifest": {"policyId": "p", "policyVersion": "1",
                              "entries": [{"pointer": "/x", "rule": "r", "replacement": "[x]"}]},
        "omissionManifest": {"entries": [{"section": "x", "status": "redacted", "reason": "r",
                                          "sourcePointers": ["/x"]}]},
        "retention": {"exportedAt": "2026-10-20T10:00:00Z", "policyVersion": "1",
                      "reviewBy": "2026-12-31T00:00:00Z", "expiresAt": "2027-12-31T00:00:00Z"},
        "manifest": {"rootHash": "sha256:"},
        "authentication": {"kind": "unsigned"},
        "extensions": {"x-zephr-note": 1, "org.example.x": {}},
        "scopeProof": {"any": 1}
    }))
}

/// The packet with the root that belongs to it, for tests of everything but the root.
pub fn with_root(mut packet: Value) -> Value {
    let text = packet.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let root = manifest::root(tree.root(), &ManifestLayout::PINNED);
    if let Some(place) = packet.pointer_mut("/manifest/rootHash") {
        *place = root.into();
    }
    packet
}

/// The document with the value at `pointer` set to `value` (JSON text), or removed when that is `-`.
pub fn change(document: &Value, pointer: &str, value: &str) -> Value {
    let mut copy = document.clone();
    let (parent, token) = pointer.rsplit_once('/').unwrap();
    let token = token.replace("~1", "/");
    let parent = copy.pointer_mut(parent).unwrap_or_else(|| panic!("no parent of {pointer}"));
    let value = (value != "-").then(|| serde_json::from_str::<Value>(value).unwrap());
    match (parent, value) {
        (Value::Object(members), Some(value)) => drop(members.insert(token, value)),
        (Value::Object(members), None) => assert!(members.remove(&token).is_some(), "{pointer}"),
        (Value::Array(items), value) => {
            let at = token.parse::<usize>().unwrap();
            match value {
                Some(value) if at == items.len() => items.push(value),
                Some(value) => items[at] = value,
                None => drop(items.remove(at)),
            }
        }
        _ => panic!("{pointer} has no container"),
    }
    copy
}

/// The document with several changes.
pub fn changed(document: &Value, changes: &[(&str, &str)]) -> Value {
    changes.iter().fold(document.clone(), |d, (pointer, value)| change(&d, pointer, value))
}

pub fn report(document: &Value, options: &Options<'_>) -> Report {
    let text = document.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    validate(&tree, Some(text.as_bytes()), options)
}

/// `severity code pointer` of every finding.
pub fn findings(document: &Value) -> Vec<String> {
    let findings = report(document, &Options::default()).findings;
    findings.iter().map(|f| format!("{} {} {}", f.severity, f.code, f.pointer)).collect()
}

/// `code pointer` of every error.
pub fn errors(document: &Value) -> Vec<String> {
    let mut findings = report(document, &Options::default()).findings;
    findings.retain(|f| f.severity == Severity::Error);
    findings.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect()
}

/// Applies each `(pointer, value, error)` on its own to `document`: the only error of level 1 is a `schema` one at
/// `error`, or there is none when that is `ok`.
pub fn check_shape(document: &Value, rows: &[(&str, &str, &str)]) {
    for (pointer, value, error) in rows {
        let copy = change(document, pointer, value);
        let mut found = errors(&copy);
        found.retain(|f| f.starts_with("schema "));
        let expected: Vec<String> = if *error == "ok" { Vec::new() } else { vec![format!("schema {error}")] };
        assert_eq!(found, expected, "{pointer} = {value}");
    }
}
