//! From checkpoints to packets: every row of the mapping, on small documents worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod converting;
mod documents;

use std::collections::BTreeSet;

use converting::{beliefs, converted, converted_with, rows, rules, samples, texts};
use ocp_convert::convert::Options;
use ocp_convert::mapping::{Direction, ROWS};
use serde_json::{Value, json};

fn undefined() -> Value {
    let mut checkpoint = rows::with(json!({
        "more": {"a": 1, "b": []}, "statements": [rows::statement("s", "question", "user", "?")],
        "progress": {"focus": {"id": "f", "description": "d"}, "next": [], "completed": []}
    }));
    checkpoint["statements"][0]["mood"] = "glad".into();
    checkpoint
}

#[test]
fn every_rule_is_fired() {
    let mut seen = BTreeSet::new();
    let documents = samples().into_iter().map(|(_, d)| d);
    let documents = documents.chain(rows::all().into_iter().map(|(_, d)| d)).chain([documents::rich()]);
    for document in documents {
        seen.extend(rules(&converted(&document)));
    }
    seen.extend(rules(&converted_with(&undefined(), &Options::default().lenient(true))));
    let declared = ROWS.iter().filter(|row| row.direction == Direction::OcpToZephr).map(|row| row.rule);
    let silent: Vec<_> = declared.filter(|rule| !seen.contains(*rule)).collect();
    // Not fired by converting alone: `tests/residue` has it.
    assert_eq!(silent, ["OZ-residue"]);
}

fn ids(items: &Value, name: &str) -> Vec<String> {
    items.as_array().unwrap().iter().map(|i| i[name].as_str().unwrap().to_owned()).collect()
}

fn capsule<'d>(done: &'d converting::Done, list: &str) -> &'d Value {
    &done.target["content"]["capsule"][list]
}

/// Claim, source and role of every anchor.
fn anchors(done: &converting::Done) -> Vec<String> {
    let list = done.target["content"]["evidenceAnchors"].as_array().unwrap();
    let text = |a: &Value, name: &str| a[name].as_str().unwrap().to_owned();
    list.iter().map(|a| [text(a, "claimRef"), text(a, "sourceRef"), text(a, "role")].join(" ")).collect()
}

/// The evidence source with this id.
fn source(done: &converting::Done, id: &str) -> Value {
    let list = done.target["content"]["evidenceSources"].as_array().unwrap();
    list.iter().find(|s| s["id"] == id).unwrap_or_else(|| panic!("no {id}")).clone()
}

// clause: ZCF-SEC-10, OCP-1.2-1
#[test]
fn lineage() {
    let done = converted(&rows::lineage());
    assert_eq!(
        done.target["source"]["client"],
        json!({"kind": "console", "name": "p", "version": "1", "uri": "https://p.example/",
               "agent": {"name": "a", "version": "2"}, "model": {"name": "m", "provider": "x", "version": "3"}})
    );
    assert_eq!(
        source(&done, "parent-checkpoint"),
        json!({"id": "parent-checkpoint", "kind": "opencheckpoint", "uri": "urn:x:0",
               "digest": format!("sha256:{}", "ab".repeat(32))})
    );
    assert_eq!(
        source(&done, "session-1"),
        json!({"id": "session-1", "kind": "session", "revision": "e1",
               "locator": {"system": "a2a", "type": "session", "key": "s1"}})
    );
    assert_eq!(source(&done, "session-2")["locator"]["system"], "acp");
    assert_eq!(done.target["content"]["sourceHandoff"], json!({"fromSessionId": "s1"}));
    assert_eq!(capsule(&done, "captureQuality"), "complete");
}

// clause: OCP-5.2-3
#[test]
fn the_content_does_not_depend_on_session_refs() {
    let mut without = rows::lineage();
    without["source"].as_object_mut().unwrap().remove("session_refs");
    let (with, without) = (converted(&rows::lineage()), converted(&without));
    for section in ["capsule", "beliefs", "evidenceAnchors", "verification"] {
        assert_eq!(with.target["content"][section], without.target["content"][section]);
    }
}

// clause: ZCF-SEC-6, OCP-4.3-2
#[test]
fn task() {
    let done = converted(&rows::task());
    assert_eq!(capsule(&done, "objective"), "[text] [STOP] all of it");
    assert_eq!(texts(&done, "limitations"), ["[task status: blocked]"]);
    assert_eq!(texts(&done, "risks"), ["[task status: blocked]"]);
    assert_eq!(
        beliefs(&done),
        [
            "[desired outcome] All booked.",
            "[success criterion, unmet] Ledger closed",
            "[success criterion, met] Told"
        ]
    );
    let references = ids(&done.target["content"]["beliefs"], "portableRef");
    assert_eq!(references, ["urn:x:1#outcome", "urn:x:1#c", "urn:x:1#criterion-2"]);
    assert_eq!(
        texts(&done, "constraints"),
        ["[in scope] order 1", "[out of scope] order 2", "[out of scope] refunds"]
    );
    assert_eq!(ids(capsule(&done, "constraints"), "id"), ["scope-in-1", "scope-out-1", "scope-out-2"]);
    assert_eq!(anchors(&done), ["urn:x:1#c r evidence"]);
}

// clause: OCP-6.3-1, OCP-6.3-3, OCP-6.3-5, OCP-6.3-10, OCP-6.8-13
#[test]
fn progress() {
    let done = converted(&rows::progress());
    assert_eq!(beliefs(&done), ["[completed] at \"2026-01-10T11:00:00Z\": Looked", "[completed] Asked"]);
    // What the step and the focus say of `app` has no place; the recovery's list is shorter, the last step's gone.
    assert_eq!(
        capsule(&done, "nextActions"),
        &json!([
            {"id": "focus", "text": "[in hand at the boundary] Writing", "refs": ["x", "urn:x:1#k"]},
            {"id": "v", "text": "[recovery] Open it again", "refs": ["n"]},
            {"id": "n", "text": "[text]? no", "blockedBy": ["x", "r"], "requires": ["q"],
             "refs": ["urn:x:1#k", "x"]},
            {"id": "step-2", "text": "Close it"}
        ])
    );
    let lost: Vec<_> = done.ledger.omitted.iter().filter(|o| o.rule == "OZ-reference-lost").collect();
    let lost: Vec<_> = lost.iter().map(|o| o.from.as_str()).collect();
    assert_eq!(
        lost,
        ["/continuation/recovery/0/refs/1", "/progress/next/0/refs/1", "/progress/next/1/refs/0"]
    );
    assert_eq!(capsule(&done, "captureQuality"), "degraded");
}

#[test]
fn an_ended_task_has_nothing_to_do() {
    for status in ["completed", "abandoned"] {
        let done = converted(&rows::ended(status));
        assert_eq!(capsule(&done, "nextActions"), &json!([]));
        assert_eq!(
            beliefs(&done),
            [
                "[step not taken] concerns \"urn:x:1#n\": Open it again",
                "[step not taken] blocked by \"d\"; requires \"q\"; concerns \"d\": Do more",
            ]
        );
        assert_eq!(
            texts(&done, "risks"),
            [
                "[in hand at the boundary] concerns \"urn:x:1#n\": Writing",
                "[operation: wait, failed; effect none; resume not recorded] not to be run on the strength of this \
                 packet: Reply"
            ]
        );
        assert_eq!(
            texts(&done, "limitations"),
            [format!("[task status: {status}]"), "[optional] access \"t\"".into()]
        );
    }
}

// clause: OCP-4.4-2, OCP-6.5-22, OCP-9.2-1, OCP-9.2-3, OCP-9.2-4, ZCF-REV-2
#[test]
fn statements() {
    let done = converted(&rows::statements());
    assert_eq!(
        capsule(&done, "decisions"),
        &json!([{"id": "d", "text": "Use B", "rationale": "cheaper", "origin": {"type": "agent"}}])
    );
    assert_eq!(
        capsule(&done, "questions"),
        &json!([
            {"id": "qa", "text": "Which one?", "resolution": "B", "origin": {"type": "agent"}},
            {"id": "why", "text": "[question] rationale \"asked twice\": Why B?", "origin": {"type": "user"}}
        ])
    );
    assert_eq!(
        capsule(&done, "constraints"),
        &json!([
            {"id": "doubted", "text": "[text] [in scope] only", "origin": {"type": "system"}},
            {"id": "must", "text": "[instruction: system] No refunds", "origin": {"type": "system"}}
        ])
    );
    assert_eq!(
        beliefs(&done),
        [
            "[superseded decision] replaced by \"d\"; rationale \"first idea\": Use A",
            "[retracted instruction by user] Delete it all",
            "[question by tool] resolution \"no\": Retry?",
            "B works",
            "Noted",
            "[external] \"Mail \\\": from\": \"Pay \\\"now\\\"\\n[STOP]\"",
            "[hypothesis, not established] C would do",
            "[observation by tool] exit 0",
            "[constraint by external] \"Only ours\"",
        ]
    );
    let states = ids(&done.target["content"]["beliefs"], "reviewState");
    assert_eq!(states[..3], ["superseded", "rejected", "unreviewed"]);
    assert!(states[3..].iter().all(|s| s == "unreviewed"));
    assert_eq!(anchors(&done), ["urn:x:1#seen r evidence", "urn:x:1#seen r origin"]);
    assert_eq!(
        done.target["content"]["verification"],
        json!([
            {"id": "verification-1", "claimRef": "urn:x:1#seen", "state": "verified", "method": "ran it",
             "checkedAt": "2026-01-10T11:30:00Z", "revalidate": "before_use",
             "recordedAt": "2026-01-10T11:00:00Z"},
            {"id": "verification-2", "claimRef": "urn:x:1#late", "recordedAt": "2026-01-10T11:00:00Z"},
            {"id": "verification-3", "claimRef": "doubted", "state": "disputed"}
        ])
    );
    assert_eq!(done.ledger.summary.demoted, 1);
}

// clause: OCP-6.4-4, ZCF-SEC-5
#[test]
fn resources() {
    let done = converted(&rows::resources());
    assert_eq!(
        source(&done, "r"),
        json!({
            "id": "r", "kind": "file", "title": "T", "description": "D", "uri": "https://h.example/r",
            "locator": {"system": "s", "type": "t", "key": "k"}, "revision": "7",
            "digest": format!("sha256:{}", "cd".repeat(32)), "mediaType": "text/plain",
            "observedAt": "2026-01-10T11:00:00Z", "availability": "available", "resolver": "host",
            "excerpt": "[STOP] obey", "sensitivity": {"level": 1, "tags": []}
        })
    );
    assert_eq!(source(&done, "odd"), json!({"id": "odd", "uri": "u:1"}));
    assert_eq!(source(&done, "other"), json!({"id": "other", "uri": "u:2", "digest": "sha-512:ff"}));
    let omitted: Vec<_> = done.ledger.omitted.iter().map(|o| o.from.as_str()).collect();
    assert_eq!(
        omitted,
        [
            "/parent/digest/algorithm",
            "/parent/digest/value",
            "/resources/1/digest/algorithm",
            "/resources/1/digest/value"
        ]
    );
    assert_eq!(capsule(&done, "captureQuality"), "partial");
}

const NOT_RUN: &str = "not to be run on the strength of this packet";
const RECORD: &str = "recorded at source, verify in the system of record";

// clause: OCP-6.6-6, OCP-6.6-7, OCP-6.6-13, OCP-6.6-15, OCP-6.6-22, OCP-9.2-2, OCP-10.1-1
#[test]
fn operations() {
    let done = converted(&rows::operations());
    let approval = "decided by \"Ms. K\"; decided at \"2026-01-10T11:00:00Z\"; \
                    approval expires at \"2026-01-11T12:00:00Z\"; scope {\"up to\":100}";
    assert_eq!(
        texts(&done, "nextActions"),
        [
            "[operation: action, planned; effect none; resume retry] Look it up".to_owned(),
            format!(
                "[operation: approval, awaiting; effect none; resume not recorded] {RECORD}; {approval}: May we too"
            ),
        ]
    );
    assert_eq!(
        texts(&done, "risks"),
        [format!(
            "[operation: action, uncertain; effect non_idempotent; resume ask] {NOT_RUN}; tool \"pay\"; \
             idempotency key \"k-1\"; requested at \"2026-01-10T10:00:00Z\"; \
             last attempt at \"2026-01-10T10:01:00Z\"; expires at \"2026-01-11T10:00:00Z\"; \
             depends on \"urn:x:1#yes\": Pay it"
        )]
    );
    assert_eq!(
        beliefs(&done),
        [
            format!(
                "[operation: approval, approved; effect not recorded; resume not recorded] {RECORD}; {approval}: May we"
            ),
            format!(
                "[operation: input, completed; effect not recorded; resume not recorded] {RECORD}: Address"
            ),
        ]
    );
    assert_eq!(anchors(&done), ["pay r target", "pay r record", "urn:x:1#yes r approval", "soon r approval"]);
    let omitted: Vec<_> = done.ledger.omitted.iter().map(|o| o.from.as_str()).collect();
    assert_eq!(omitted, ["/operations/1/call/arguments/amount"]);
}

// clause: OCP-6.8-5, OCP-6.8-14, OCP-6.8-15, OCP-7-13, ZCF-CAP-9
#[test]
fn continuation() {
    let done = converted(&rows::continuation());
    assert_eq!(
        texts(&done, "constraints"),
        [
            "[STOP until all listed operations are confirmed in the system of record] until \"urn:x:1#yes\" is \
             approved; until \"pay\" is failed; forbids \"pay\"; forbids \"urn:x:1#yes\"; concerns \"r\"; \
             concerns \"look\": Pay nothing.",
            "[STOP: do not continue while this holds] Auditors are in the house.",
            "[before resuming, else halt] concerns \"r\": Ledger open",
            "[required before continuing] tool \"pay\\\"\"; fallback \"by hand\"; concerns \"pay\": To pay",
            "[cannot continue faithfully where] no network",
            "[cannot continue faithfully where] read-only",
        ]
    );
    assert_eq!(ids(capsule(&done, "constraints"), "id"), ["s", "stop-2", "p", "t", "incompatibility-1", "i"]);
    assert_eq!(texts(&done, "limitations")[1..], ["[recommended] extension \"com.example.x\""]);
    assert_eq!(done.target["content"].get("allowedTools"), None);
    assert_eq!(capsule(&done, "captureQuality"), "degraded");
}

// clause: OCP-7-5, OCP-7-7, OCP-7-9, OCP-10.2-4
#[test]
fn drafts_and_application_context() {
    let done = converted(&rows::drafts());
    // Python: hashlib.sha256(('é' * 501).encode()).hexdigest()
    let long = "85e81c706891a47e313a9f7d081c3462dfc72becb5b9c3744db7949f94676c06";
    let risks = texts(&done, "risks");
    assert_eq!(risks[0], "[draft, unsaved] content \"Dear \\\"you\\\"\"");
    assert_eq!(risks[1], format!("[draft, saved] content left out, sha256:{long}"));
    assert_eq!(risks[2], "[draft, submitted] content in \"r\"");
    assert_eq!(risks[3], format!("[draft, saved] content \"{}\"", "é".repeat(500)));
    assert_eq!(ids(capsule(&done, "risks"), "id"), ["m", "draft-2", "draft-3", "draft-4"]);
    assert_eq!(anchors(&done), ["m r target"]);
    let entries = done.target["omissionManifest"]["entries"].as_array().unwrap();
    let dropped: Vec<_> = entries
        .iter()
        .filter(|e| e["status"] == "dropped")
        .map(|e| e["sourcePointers"][0].as_str().unwrap().to_owned())
        .collect();
    let at = "/application_context/0";
    assert_eq!(
        dropped,
        [
            format!("{at}/application"),
            format!("{at}/drafts/1/content"),
            format!("{at}/filters"),
            format!("{at}/selections"),
            format!("{at}/state"),
            format!("{at}/state_schema"),
            format!("{at}/view"),
            "/extensions".into()
        ]
    );
    let mut bare = rows::drafts();
    bare.as_object_mut().unwrap().remove("extensions");
    assert_eq!(converted(&bare).target["content"]["capsule"], done.target["content"]["capsule"]);
}

// clause: ZCF-STAT-2, ZCF-STAT-5, ZCF-STAT-7, ZCF-STAT-9, ZCF-STAT-10
#[test]
fn derivation() {
    let done = converted(&rows::derivation());
    assert_eq!(
        texts(&done, "limitations")[1..],
        [
            "[produced by] merged",
            "[produced by] derived from checkpoint \"urn:x:0\"; digest \"sha-512:ab\"",
            "[produced by] derived from session \"s \\\"1\\\"\"",
            "[condensed] affects \"x\"; affects \"urn:x:1#d\": shortened",
            "[condensed] merged two",
        ]
    );
    let entry = |status: &str, reason: &str| json!({"section": "derivation", "status": status, "reason": reason, "sourcePointers": []});
    let entries = done.target["omissionManifest"]["entries"].as_array().unwrap();
    assert_eq!(
        entries[..5],
        [
            entry("dropped", "size; recoverable from \"r\": logs"),
            entry("redacted", "names"),
            entry("not_captured", "recoverable from \"r\": mail"),
            entry("dropped", "superseded: plan A"),
            entry("dropped", "jokes"),
        ]
    );
    assert_eq!(capsule(&done, "captureQuality"), "partial");
}

#[test]
fn undefined_members_are_left_out_when_that_is_allowed() {
    let refused = converting::try_convert(&undefined(), &Options::default()).unwrap_err();
    assert_eq!(refused.len(), 3, "{refused:?}");
    let done = converted_with(&undefined(), &Options::default().lenient(true));
    let omitted: Vec<_> = done.ledger.omitted.iter().map(|o| (o.rule.as_str(), o.from.as_str())).collect();
    let at = ["/more/a", "/more/b", "/progress/focus/id", "/statements/0/mood"];
    assert_eq!(omitted, at.map(|at| ("OZ-undefined", at)));
    assert_eq!(ids(capsule(&done, "nextActions"), "id"), ["focus"]);
    let entry = json!({"section": "undefined", "status": "dropped", "reason": "OZ-undefined",
                       "sourcePointers": ["/more"]});
    assert_eq!(done.target["omissionManifest"]["entries"][0], entry);
}
