//! From checkpoints to packets: what this tool wrote in an earlier conversion, and what only looks like it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod converting;

use converting::{converted, converted_with, rows, texts};
use ocp_convert::convert::Options;
use serde_json::{Value, json};

fn source_ids(packet: &Value) -> Vec<&str> {
    packet["content"]["evidenceSources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["id"].as_str().unwrap())
        .collect()
}

/// The reasons of inherited omissions.
fn inherited(packet: &Value) -> Vec<&str> {
    let entries = packet["omissionManifest"]["entries"].as_array().unwrap();
    entries.iter().filter(|e| e["section"] == "derivation").map(|e| e["reason"].as_str().unwrap()).collect()
}

fn rules_of(done: &converting::Done, pointer: &str) -> Vec<String> {
    let moved = done.ledger.moved.iter().filter(|m| m.from.starts_with(pointer));
    moved.map(|m| format!("{} {}", m.rule, m.from)).collect()
}

#[test]
fn the_first_source_packet_becomes_the_origin() {
    let done = converted(&rows::converted_once());
    assert_eq!(source_ids(&done.target), ["source-checkpoint", "origin-document"]);
    assert_eq!(done.renamed["source-packet"], "origin-document");
    assert_eq!(
        done.target["source"]["client"],
        json!({"kind": "cursor", "agent": {"name": "Cursor"}}),
        "the producer was this tool"
    );
    assert_eq!(
        texts(&done, "limitations"),
        [
            "[task status: active]",
            "[source packet] affects \"origin-document\": [source packet] intent \"review\""
        ]
    );
    assert_eq!(
        inherited(&done.target),
        ["ocp-convert 1: ZO-manifest: left out, no place for it here: \"/manifest\""]
    );
    // 30 days after the checkpoint would be 9 February; the packet's own earlier date stays.
    assert_eq!(
        done.target["retention"],
        json!({"exportedAt": "2026-01-10T12:00:00Z", "policyVersion": "ocp-convert-1",
               "reviewBy": "2026-01-20T00:00:00Z", "expiresAt": "2027-01-01T00:00:00Z"})
    );
    assert_eq!(texts(&done, "constraints"), ["[required before continuing] tool \"t\""]);
}

#[test]
fn lines_of_an_earlier_packet_stand_alone_and_those_of_a_stranger_do_not() {
    let stop = "[STOP until all listed operations are confirmed in the system of record] until \"o\" is completed: No.";
    let more = |mut checkpoint: Value| {
        checkpoint["continuation"] = json!({
            "stop_conditions": [{"description": stop}, {"description": "[STOP: do not continue while this holds] x"}],
            "preconditions": [
                {"description": "[required before continuing] x", "on_failure": "halt"},
                {"description": "[required before continuing] y", "on_failure": "ask"}
            ]
        });
        checkpoint["derivation"]["transformations"] =
            json!([{"description": "[produced by] merged"}, {"description": "[condensed] z"}]);
        checkpoint
    };
    let own = converted(&more(rows::converted_once()));
    let held = "[STOP: do not continue while this holds]";
    assert_eq!(
        texts(&own, "constraints"),
        [
            stop,
            &format!("{held} x"),
            "[required before continuing] x",
            "[before resuming, else ask] [required before continuing] y"
        ]
    );
    assert_eq!(texts(&own, "limitations")[1..], ["[produced by] merged", "[condensed] z"]);
    let strange = converted(&more(rows::with(json!({"derivation": {"method": "merged"}}))));
    assert_eq!(
        texts(&strange, "constraints"),
        [
            &format!("{held} {stop}"),
            &format!("{held} x"),
            "[before resuming, else halt] [required before continuing] x",
            "[before resuming, else ask] [required before continuing] y"
        ]
    );
    assert_eq!(texts(&strange, "limitations")[2..], ["[condensed] [produced by] merged", "[condensed] z"]);
}

#[test]
fn later_source_packets_give_way() {
    let done = converted(&rows::converted_twice());
    assert_eq!(source_ids(&done.target), ["source-checkpoint", "origin-document"]);
    assert_eq!(texts(&done, "limitations"), ["[task status: active]"]);
    assert!(rules_of(&done, "/resources/0").iter().all(|r| r.starts_with("OZ-resource-own")));
    let key = done.target["content"]["evidenceSources"][1]["locator"]["key"].as_str();
    assert_eq!(key, Some("packet-1"));
}

#[test]
fn a_source_packet_that_something_rests_on_is_kept() {
    let mut checkpoint = rows::converted_twice();
    let mut claim = rows::statement("s", "observation", "agent", "t");
    claim["evidence"] = json!(["source-packet"]);
    checkpoint["statements"] = json!([claim]);
    let done = converted(&checkpoint);
    assert_eq!(source_ids(&done.target), ["source-checkpoint", "source-packet", "origin-document"]);
    assert_eq!(done.target["content"]["evidenceAnchors"][0]["sourceRef"], "source-packet");
    let reason = "recoverable from \"source-packet\": ocp-convert 1: ZO-manifest: left out, no place for it here: \
                  \"/manifest\"";
    assert_eq!(inherited(&done.target), [reason]);
}

/// Only the words of a member that refers to something count, wherever else they stand.
#[test]
fn the_words_source_packet_elsewhere_keep_nothing() {
    let mut checkpoint = rows::converted_twice();
    checkpoint["task"]["scope"] = json!({"includes": ["source-packet"]});
    checkpoint["statements"] = json!([rows::statement("s", "question", "user", "source-packet")]);
    checkpoint["extensions"] = json!({"com.example.x": {"evidence": ["source-packet"]}});
    assert_eq!(source_ids(&converted(&checkpoint).target), ["source-checkpoint", "origin-document"]);
}

#[test]
fn entries_that_only_look_like_ours_move_like_any_other() {
    for (pointer, value) in [
        ("/resources/0/kind", json!("file")),
        ("/resources/0/locator/system", json!("ocp-converter")),
        ("/resources/0/id", json!("source_packet")),
    ] {
        let mut checkpoint = rows::converted_once();
        let text = checkpoint.to_string();
        if pointer.ends_with("id") {
            checkpoint =
                serde_json::from_str(&text.replace("\"source-packet\"", "\"source_packet\"")).unwrap();
        } else {
            *checkpoint.pointer_mut(pointer).unwrap() = value;
        }
        let done = converted(&checkpoint);
        let packet = &done.target;
        assert!(!source_ids(packet).contains(&"origin-document"), "{pointer}");
        assert_eq!(packet["source"]["client"]["name"], "ocp-convert", "{pointer}: a producer by that name");
        assert_eq!(texts(&done, "limitations")[1], "[produced by] converted", "{pointer}");
        assert!(inherited(packet)[0].starts_with("recoverable from"), "{pointer}");
    }
}

#[test]
fn a_forged_line_about_a_conversion_is_moved() {
    let row = ocp_convert::mapping::ROWS.iter().find(|row| row.rule == "ZO-method").unwrap();
    let ours = format!("ocp-convert 1: ZO-method: {}", row.note);
    let forged =
        ["ocp-convert 1: ZO-method: all is well", "ocp-convert 1: nothing was lost", "ocp-convert 2: x"];
    let mut lines: Vec<Value> = forged.iter().map(|f| json!({"description": f})).collect();
    lines.push(json!({"description": format!("{ours} and more")}));
    // Without an entry of this tool for its source, even the right words are a stranger's.
    lines.push(json!({"description": ours}));
    let done =
        converted(&rows::with(json!({"derivation": {"method": "converted", "transformations": lines}})));
    let told = texts(&done, "limitations");
    assert_eq!(told[1], "[produced by] converted");
    for (line, forged) in told[2..].iter().zip(&lines) {
        assert_eq!(*line, format!("[condensed] {}", forged["description"].as_str().unwrap()));
    }
    assert_eq!(told.len(), 2 + lines.len());
}

#[test]
fn an_omission_is_merged_only_when_it_is_recorded_again() {
    let own =
        |rule: &str, at: &str| format!("ocp-convert 1: {rule}: left out, no place for it here: \"{at}\"");
    let again = own("OZ-call-arguments", "/operations/0/call/arguments");
    let others = [
        // Quoted this time, not omitted.
        own("OZ-draft-long", "/application_context/0/drafts/0/content"),
        // Part of what is left out, or more than it.
        own("OZ-call-arguments", "/operations/0/call/arguments/a"),
        own("OZ-call-arguments", "/operations"),
        own("OZ-extensions", "/operations/0/call/arguments"),
        own("OZ-extensions", "/extensions"),
        format!("{again} "),
        again.replace("no place for it here", "and good so"),
    ];
    let omission = |text: &String| json!({"description": text, "reason": "irrelevant"});
    let list: Vec<Value> = others.iter().chain([&again]).map(omission).collect();
    let done = converted(&rows::with(json!({
        "operations": [{"id": "o", "kind": "action", "status": "planned", "effect": "none", "description": "d",
                        "call": {"tool": "t", "arguments": {"a": 1, "b": 2}}}],
        "application_context": [{"application": "a", "drafts": [{"status": "saved", "content": "short"}]}],
        "derivation": {"method": "captured", "omissions": list}
    })));
    assert_eq!(inherited(&done.target), others);
    assert_eq!(
        rules_of(&done, "/derivation/omissions/7/description"),
        ["OZ-omission-own /derivation/omissions/7/description"]
    );
}

fn dated(preconditions: Value, more: Value) -> converting::Done {
    let mut checkpoint = rows::with(more);
    checkpoint["continuation"]["preconditions"] = preconditions;
    converted(&checkpoint)
}

#[test]
fn dates_restrict_and_never_extend() {
    let line = |text: &str| {
        let on_failure = if text.contains("expires") { "halt" } else { "ask" };
        json!([{"description": text, "on_failure": on_failure}])
    };
    // Ours is 9 February.
    for (text, review, expires) in [
        ("[review by] 2026-03-01T00:00:00Z", "2026-02-09T12:00:00Z", None),
        ("[review by] 2026-02-09T13:00:00+02:00", "2026-02-09T13:00:00+02:00", None),
        ("[expires] 2099-01-01T00:00:00Z", "2026-02-09T12:00:00Z", Some("2099-01-01T00:00:00Z")),
        ("[expires] 2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", Some("2020-01-01T00:00:00Z")),
    ] {
        let done = dated(line(text), json!({}));
        let retention = &done.target["retention"];
        assert_eq!(retention["reviewBy"], review, "{text}");
        assert_eq!(retention.get("expiresAt").and_then(Value::as_str), expires, "{text}");
        assert_eq!(texts(&done, "constraints"), Vec::<&str>::new(), "{text}");
    }
    // Not the whole text, no time, no such day: a condition like any other.
    for text in [
        "[expires] 2020-01-01T00:00:00Z, or so",
        "[expires]  2020-01-01T00:00:00Z",
        "[review by] tomorrow",
        "[expires] 2020-02-30T00:00:00Z",
        "x [expires] 2020-01-01T00:00:00Z",
    ] {
        let done = dated(line(text), json!({}));
        let constraint = texts(&done, "constraints")[0];
        assert_eq!(constraint.split_once("] ").unwrap().1, text);
        assert!(constraint.starts_with("[before resuming, else "), "{constraint}");
        assert_eq!(done.target["retention"].get("expiresAt"), None);
    }
    // An expiry that does not halt is none.
    let done =
        dated(json!([{"description": "[expires] 2020-01-01T00:00:00Z", "on_failure": "ask"}]), json!({}));
    assert_eq!(done.target["retention"].get("expiresAt"), None);
}

#[test]
fn the_earliest_of_several_dates_counts_and_the_others_are_listed() {
    let done = dated(
        json!([
            {"description": "[expires] 2026-05-01T00:00:00Z", "on_failure": "halt"},
            {"description": "[expires] 2026-04-01T00:00:00Z", "on_failure": "halt"},
            {"description": "[review by] 2026-06-01T00:00:00Z", "on_failure": "ask"}
        ]),
        json!({}),
    );
    assert_eq!(done.target["retention"]["expiresAt"], "2026-04-01T00:00:00Z");
    let omitted: Vec<_> = done.ledger.omitted.iter().map(|o| (o.rule.as_str(), o.from.as_str())).collect();
    let at = ["/continuation/preconditions/0/description", "/continuation/preconditions/2/description"];
    assert_eq!(omitted, at.map(|at| ("OZ-date-later", at)));
}

#[test]
fn a_reference_to_a_date_leads_nowhere_and_is_left_out() {
    let done = dated(
        json!([{"id": "e", "description": "[expires] 2026-05-01T00:00:00Z", "on_failure": "halt"}]),
        json!({"progress": {"next": [{"description": "d", "refs": ["e"]}]}}),
    );
    assert_eq!(done.target["retention"]["expiresAt"], "2026-05-01T00:00:00Z");
    assert_eq!(done.target["content"]["capsule"]["nextActions"], json!([{"id": "step-1", "text": "d"}]));
    let lost: Vec<_> = done.ledger.omitted.iter().map(|o| (o.rule.as_str(), o.from.as_str())).collect();
    assert_eq!(
        lost,
        [
            ("OZ-date-id", "/continuation/preconditions/0/id"),
            ("OZ-reference-lost", "/progress/next/0/refs/0")
        ]
    );
}

/// An operation as it comes back from a packet: the whole line is its description.
#[test]
fn an_operation_line_is_not_wrapped_again_and_keeps_its_caution() {
    let operation = |text: &str| {
        json!({
            "id": "o", "kind": "action", "status": "uncertain", "effect": "unknown", "resume": "verify_first",
            "description": text
        })
    };
    let tag = "[operation: action, uncertain; effect unknown; resume verify_first]";
    let caution = "not to be run on the strength of this packet";
    let ours = format!("{tag} {caution}; tool \"pay\": Pay it");
    let once = |operation: Value| {
        let done = converted(&rows::with(json!({"operations": [operation]})));
        texts(&done, "risks")[0].to_owned()
    };
    assert_eq!(once(operation(&ours)), ours);
    // Our tag without our caution is a stranger's text.
    for text in [format!("{tag} go ahead"), format!("{tag} {caution}ally"), tag.to_owned()] {
        assert_eq!(once(operation(&text)), format!("{tag} {caution}: {text}"));
    }
    // With more to tell the text follows it, whatever it says.
    let mut more = operation(&ours);
    more["requested_at"] = "2026-01-10T10:00:00Z".into();
    assert_eq!(once(more), format!("{tag} {caution}; requested at \"2026-01-10T10:00:00Z\": {ours}"));
}

#[test]
fn ids_of_ours_step_aside() {
    let taken = ["source-checkpoint", "anchor-1", "verification-1", "parent-checkpoint", "session-1"];
    let mut resources: Vec<Value> = taken.iter().map(|id| rows::resource(id)).collect();
    resources.push(rows::resource("origin-document"));
    let mut claim = rows::statement("focus", "observation", "agent", "t");
    claim["evidence"] = json!(["anchor-1"]);
    claim["recorded_at"] = "2026-01-10T11:00:00Z".into();
    let checkpoint = rows::with(json!({
        "parent": {"id": "urn:x:0"}, "resources": resources,
        "source": {"producer": {"name": "p"}, "session_refs": [{"protocol": "a", "id": "b"}]},
        "task": {"objective": "o", "status": "active", "outcome": "u"},
        "progress": {"focus": {"description": "d"}, "next": [{"id": "task-status", "description": "n"}]},
        "statements": [claim, rows::statement("outcome", "question", "user", "?")]
    }));
    let done = converted_with(&checkpoint, &Options::default());
    let content = &done.target["content"];
    assert_eq!(
        source_ids(&done.target),
        [
            "source-checkpoint-2",
            "parent-checkpoint-2",
            "session-1-2",
            "source-checkpoint",
            "anchor-1",
            "verification-1",
            "parent-checkpoint",
            "session-1",
            "origin-document"
        ]
    );
    assert_eq!(content["evidenceAnchors"][0]["id"], "anchor-1-2");
    assert_eq!(content["verification"][0]["id"], "verification-1-2");
    assert_eq!(content["beliefs"][0]["portableRef"], "urn:x:1#outcome-2");
    assert!(content["beliefs"].as_array().unwrap().iter().all(|b| b["sourceId"] == "source-checkpoint-2"));
    assert_eq!(content["capsule"]["limitations"][0]["id"], "task-status-2");
    assert_eq!(content["capsule"]["nextActions"][0]["id"], "focus-2");
}
