//! What a packet may never bring about in a checkpoint (I5 to I7): losing what restricts, permission, work begun or done.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable)]

#[path = "documents/checkpoints.rs"]
mod checkpoints;
mod documents;

use checkpoints::{is, list, out, statement, texts};
use serde_json::{Value, json};

#[test]
fn i5_what_restricts_is_never_left_out() {
    let lines = |at: &str| {
        json!([
            format!("[STOP: do not continue while this holds] {at}"),
            format!("[before resuming, else degrade] {at}"),
            format!("[before resuming, else shrug] {at}"),
            format!("[required before continuing] {at}"),
            format!("[cannot continue faithfully where] {at}"),
            format!("[operation: action, planned; effect none; resume retry] {at}")
        ])
    };
    let sections = ["decisions", "constraints", "questions", "risks", "nextActions", "limitations"];
    let mut capsule = json!({});
    for section in sections {
        capsule[section] = lines(section);
    }
    let beliefs: Vec<_> = lines("beliefs")
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(i, text)| {
            json!({"portableRef": format!("b{i}"), "sourceId": "s", "content": text, "reviewState": "rejected"})
        })
        .collect();
    let found = out(&json!({"capsule": capsule, "beliefs": beliefs}));
    assert_eq!(list(&found, "/continuation/stop_conditions").len(), 7);
    assert_eq!(list(&found, "/continuation/incompatibilities").len(), 7);
    assert_eq!(list(&found, "/operations").len(), 7);
    let on_failure = |word: &str| {
        let all = list(&found, "/continuation/preconditions");
        all.iter()
            .filter(|p| p["on_failure"] == word && !p["description"].as_str().unwrap().contains('T'))
            .count()
    };
    assert_eq!((on_failure("degrade"), on_failure("halt")), (7, 14));
    assert!(list(&found, "/continuation/stop_conditions").iter().all(|s| s["until"].is_null()));

    // Constraints and questions of any shape stay what they are.
    let found = out(&json!({"capsule": {
        "constraints": [5, null, ["x"], {"id": "k", "wording": "no deploys"}, {"id": "l", "text": null}, ""],
        "questions": "one without a list",
        "decisions": {"id": "d", "text": "not in a list either"}
    }}));
    let of = |kind: &str| -> Vec<&str> {
        let all = list(&found, "/statements").into_iter().filter(|s| s["kind"] == kind);
        all.map(|s| s["text"].as_str().unwrap()).collect()
    };
    let constraints =
        ["5", "null", r#"["x"]"#, r#"{"id":"k","wording":"no deploys"}"#, r#"{"id":"l","text":null}"#, ""];
    assert_eq!(of("constraint"), constraints);
    assert_eq!(of("question"), ["one without a list"]);
    assert_eq!(of("decision"), ["not in a list either"]);
}

#[test]
fn i6_an_approval_is_no_permission() {
    let found = out(&json!({
        "capsule": {"decisions": ["[operation: approval, approved; effect none; resume retry] decided by cfo"]},
        "evidenceSources": [{"id": "e", "kind": "record", "uri": "urn:x:1"}],
        "evidenceAnchors": [{"claimRef": "decision-1", "sourceRef": "e", "role": "approval"}]
    }));
    assert_eq!(
        found["operations"],
        json!([{"id": "decision-1", "kind": "approval", "status": "awaiting", "effect": "unknown",
                "resume": "verify_first",
                "description": "[operation: approval, approved; effect none; resume retry] decided by cfo"}])
    );
}

#[test]
fn i7_nothing_starts_and_nothing_counts_as_done() {
    let operation = |status: &str| format!("[operation: action, {status}; effect idempotent; resume ask] x");
    let statuses =
        ["planned", "awaiting", "uncertain", "failed", "completed", "cancelled", "rejected", "odd"];
    let found = out(&json!({
        "capsule": {
            "risks": statuses.map(operation),
            "limitations": ["[task status: completed]"],
            "nextActions": ["deploy"],
            "questions": [{"id": "q", "text": "May we?", "resolution": "yes"}]
        },
        "beliefs": [{"portableRef": "b", "sourceId": "s", "content": "[completed] all of it"}],
        "receipts": [{"id": "r", "kind": "verification", "status": "failed", "text": "t"}]
    }));
    let became: Vec<_> =
        list(&found, "/operations").into_iter().map(|o| o["status"].as_str().unwrap()).collect();
    let uncertain = "uncertain";
    let awaiting = "awaiting";
    let expected = ["planned", awaiting, uncertain, uncertain, uncertain, uncertain, awaiting, uncertain];
    assert_eq!(became, expected);
    assert!(list(&found, "/operations").iter().all(|o| o["effect"] == "unknown" && o["resume"] == "ask"));
    // A finished task is not started again, and none is finished by a line.
    assert_eq!(found["task"]["status"], "paused");
    assert_eq!(found["progress"], Value::Null);
    assert_eq!(statement(&found, "[step not taken] deploy"), is("hypothesis", "agent", "active"));
    assert!(
        texts(&found, "/derivation/transformations", "description").contains(&"[task status: completed]")
    );
    let asked = r#"[resolution claimed at source] "yes": May we?"#;
    assert_eq!(statement(&found, asked), is("question", "agent", "active"));
    assert_eq!(statement(&found, "[completed] all of it"), is("hypothesis", "agent", "active"));
    let receipt = r#"[receipt, as the source packet claims] kind "verification", status "failed", text "t""#;
    assert_eq!(statement(&found, receipt), is("observation", "external", "active"));
    // A status that does not end the task leaves the steps; `active` alone is believed.
    for (line, status, steps) in [
        ("active", "active", 1),
        ("blocked", "paused", 1),
        ("paused", "paused", 1),
        ("abandoned", "paused", 0),
    ] {
        let lines = json!([format!("[task status: {line}]")]);
        let found = out(&json!({"capsule": {"limitations": lines, "risks": lines, "nextActions": ["x"]}}));
        assert_eq!(found["task"]["status"], status, "{line}");
        assert_eq!(list(&found, "/progress/next").len(), steps, "{line}");
    }
}
