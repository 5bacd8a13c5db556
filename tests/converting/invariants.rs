//! What may never happen on the way to a packet, each invariant a function over a checkpoint and what came of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::Value;

use super::Done;

const RECORD: &str = "recorded at source, verify in the system of record";

/// Every invariant that concerns this direction; balance, validity and equal bytes are checked with every conversion.
pub fn hold(source: &Value, done: &Done) {
    i1_strangers_govern_nothing(source, done);
    i2_no_authority_is_made(source, done);
    i3_nothing_arrives_reviewed(source, done);
    i4_kinds_stay_apart(source, done);
    i5_what_protects_is_never_omitted(done);
    i5_evidence_is_bound(source, done);
    i6_an_approval_is_a_record(source, done);
    i7_nobody_is_made_to_start_work(source, done);
    i11_no_signature_is_carried(done);
}

fn list<'v>(value: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// Where the values at `pointer` and below it went.
fn landings<'d>(done: &'d Done, pointer: &str) -> impl Iterator<Item = &'d str> {
    let inside = format!("{pointer}/");
    let entries = done.ledger.moved.iter().filter(move |m| format!("{}/", m.from).starts_with(&inside));
    entries.flat_map(|m| m.to.iter().map(|l| l.at.as_str()))
}

fn governs(pointer: &str) -> bool {
    ["constraints", "decisions", "nextActions"]
        .iter()
        .any(|l| pointer.starts_with(&format!("/content/capsule/{l}/")))
}

fn i1_strangers_govern_nothing(source: &Value, done: &Done) {
    for (number, statement) in list(source, "/statements").enumerate() {
        let stranger = text(statement, "/kind") == "external"
            || ["external", "tool", "application"].contains(&text(statement, "/origin/type"));
        if stranger {
            let at = landings(done, &format!("/statements/{number}")).find(|at| governs(at));
            assert_eq!(at, None, "I1: {statement}");
        }
    }
    let excerpts = list(source, "/resources").enumerate().map(|(n, _)| format!("/resources/{n}"));
    let contexts =
        list(source, "/application_context").enumerate().map(|(n, _)| format!("/application_context/{n}"));
    for pointer in excerpts.chain(contexts) {
        assert_eq!(landings(done, &pointer).find(|at| governs(at)), None, "I1: {pointer}");
    }
}

fn i2_no_authority_is_made(source: &Value, done: &Done) {
    let claims = |kind: &str| {
        let of = |s: &&Value| text(s, "/origin/type") == kind;
        list(source, "/statements").filter(of).count()
    };
    let items =
        done.target["content"]["capsule"].as_object().unwrap().values().filter_map(Value::as_array).flatten();
    let items: Vec<_> = items.collect();
    for kind in ["user", "system"] {
        let told = items.iter().filter(|i| text(i, "/origin/type") == kind).count();
        assert!(told <= claims(kind), "I2: {kind}");
    }
    let live = |s: &&Value| text(s, "/kind") == "instruction" && matches!(text(s, "/status"), "" | "active");
    let instructions = list(source, "/statements").filter(live).count();
    let tagged = items.iter().filter(|i| text(i, "/text").trim_start().starts_with("[instruction:")).count();
    assert_eq!(tagged, instructions, "I2: a line may be tagged an instruction only when it is one");
}

fn i3_nothing_arrives_reviewed(source: &Value, done: &Done) {
    for belief in list(&done.target, "/content/beliefs") {
        assert!(
            ["unreviewed", "superseded", "rejected"].contains(&text(belief, "/reviewState")),
            "I3: {belief}"
        );
    }
    let verified =
        list(source, "/statements").filter(|s| text(s, "/verification/state") == "verified").count();
    assert_eq!(done.ledger.summary.demoted, verified, "I3");
}

fn i4_kinds_stay_apart(source: &Value, done: &Done) {
    for (number, statement) in list(source, "/statements").enumerate() {
        let (kind, status) = (text(statement, "/kind"), text(statement, "/status"));
        let at = landings(done, &format!("/statements/{number}/text")).next().unwrap().to_owned();
        let line = text(&done.target, &at);
        let ended = ["superseded", "retracted"].contains(&status);
        if ended {
            assert!(line.starts_with(&format!("[{status} {kind}")), "I4: {line}");
            let state = text(
                &done.target,
                &at.replace("/content/beliefs", "\0")
                    .replace("/content", "/reviewState")
                    .replace('\0', "/content/beliefs"),
            )
            .to_owned();
            assert_eq!(state, if status == "superseded" { "superseded" } else { "rejected" }, "I4");
        }
        match kind {
            "hypothesis" if !ended => assert!(line.starts_with("[hypothesis"), "I4: {line}"),
            "hypothesis" => {
                assert!(line.split(']').next().unwrap().ends_with(", not established"), "I4: {line}");
            }
            "question" if at.starts_with("/content/capsule/") => {
                assert!(at.starts_with("/content/capsule/questions/"), "I4: {at}");
            }
            "question" if !ended => assert!(line.starts_with("[question"), "I4: {line}"),
            "external" if !ended => assert!(line.starts_with("[external"), "I4: {line}"),
            _ => {}
        }
    }
}

fn i5_what_protects_is_never_omitted(done: &Done) {
    for entry in &done.ledger.omitted {
        let protected = [
            "/continuation/stop_conditions",
            "/continuation/preconditions",
            "/continuation/requirements",
            "/continuation/incompatibilities",
            "/operations",
            "/statements",
        ];
        let inside = protected.iter().any(|p| entry.from.starts_with(p));
        let by_its_row =
            ["OZ-extensions", "OZ-call-arguments", "OZ-undefined", "OZ-date-later", "OZ-date-id"]
                .contains(&entry.rule.as_str());
        assert!(!inside || by_its_row, "I5: {entry:?}");
    }
    let gone = done.ledger.moved.iter().find(|m| m.to.is_empty() && m.from.starts_with("/continuation"));
    assert!(gone.is_none(), "I5: {gone:?}");
}

/// No statement loses what supports it, so none has to become stale for it.
fn i5_evidence_is_bound(source: &Value, done: &Done) {
    for (number, statement) in list(source, "/statements").enumerate() {
        for (place, _) in list(statement, "/evidence").enumerate() {
            let at = landings(done, &format!("/statements/{number}/evidence/{place}")).next();
            assert!(at.is_some_and(|at| at.starts_with("/content/evidenceAnchors/")), "I5: {statement}");
        }
    }
}

fn i6_an_approval_is_a_record(source: &Value, done: &Done) {
    for (number, operation) in list(source, "/operations").enumerate() {
        if operation.get("approval").is_some()
            || ["approved", "rejected"].contains(&text(operation, "/status"))
        {
            for at in landings(done, &format!("/operations/{number}/description")) {
                assert!(text(&done.target, at).contains(RECORD), "I6: {operation}");
            }
        }
    }
    assert_eq!(done.target["content"].get("allowedTools"), None, "I6");
    assert_eq!(done.target["source"]["scopeRefs"], Value::Array(Vec::new()), "I6");
}

fn i7_nobody_is_made_to_start_work(source: &Value, done: &Done) {
    let ended = ["completed", "abandoned"].contains(&text(source, "/task/status"));
    if ended {
        assert_eq!(list(&done.target, "/content/capsule/nextActions").count(), 0, "I7");
    }
    let mut risky = Vec::new();
    for (number, operation) in list(source, "/operations").enumerate() {
        let harmless = ["planned", "awaiting"].contains(&text(operation, "/status"))
            && text(operation, "/effect") == "none";
        if !harmless {
            risky.push(text(operation, "/id"));
            let at = landings(done, &format!("/operations/{number}")).find(|at| at.contains("/nextActions/"));
            assert_eq!(at, None, "I7: {operation}");
        }
    }
    if list(source, "/progress/focus/refs").any(|r| risky.contains(&r.as_str().unwrap())) {
        let at = landings(done, "/progress/focus").find(|at| at.contains("/nextActions/"));
        assert_eq!(at, None, "I7: the focus concerns an operation");
    }
    for (number, _) in list(source, "/progress/completed").enumerate() {
        let at =
            landings(done, &format!("/progress/completed/{number}")).find(|at| at.contains("/nextActions/"));
        assert_eq!(at, None, "I7: a finished step");
    }
}

fn i11_no_signature_is_carried(done: &Done) {
    assert_eq!(done.target["authentication"], serde_json::json!({"kind": "unsigned"}), "I11");
    assert_eq!(done.target.get("scopeProof"), None, "I11");
}
