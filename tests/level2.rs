//! Level 2 of a checkpoint (OpenCheckpoint 8.2): the semantic rules, and the tool's own warnings.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{changed, findings, rich, smallest};
use serde_json::{Value, json};

/// Changes, each a pointer and a value, and the findings they cause.
type Row<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

/// Applies each row's changes to the richest checkpoint: exactly these findings come out.
fn check(rows: &[Row<'_>]) {
    for (changes, expected) in rows {
        assert_eq!(findings(&changed(&rich(), changes)), *expected, "{changes:?}");
    }
}

// clause: OCP-S001, OCP-4.1-6, OCP-4.1-7, OCP-4.1-14, OCP-2-3
#[test]
fn s001_ids_are_unique_across_the_document() {
    check(&[
        (&[("/resources/1", r#"{"id": "req1", "uri": "x:y"}"#)], &["error OCP-S001 /resources/1/id"]),
        (&[("/continuation/recovery/0/id", "\"n1\"")], &["error OCP-S001 /progress/next/0/id"]),
        (
            &[("/application_context/0/drafts/0/id", "\"c1\"")],
            &["error OCP-S001 /task/success_criteria/0/id"],
        ),
        // Ids inside opaque subtrees are not local objects, and the document's own id is none.
        (&[("/extensions/com.example.any", r#"[{"id": "o1"}, {"id": "o1"}]"#)], &[]),
        (&[("/id", "\"s1\"")], &[]),
    ]);
}

/// A reference of each place, as a JSON value with `ID` for the id, and the kinds of object it may lead to.
const REFERENCES: &[(&str, &str, &[&str])] = &[
    ("/task/success_criteria/0/evidence", "[\"ID\"]", &["r1"]),
    ("/progress/completed/0/evidence", "[\"ID\"]", &["r1"]),
    ("/statements/3/evidence", "[\"ID\"]", &["r1"]),
    ("/statements/0/origin/ref", "\"ID\"", &["r1"]),
    ("/operations/0/target", "\"ID\"", &["r1"]),
    ("/operations/0/record", "\"ID\"", &["r1"]),
    ("/application_context/0/drafts/0/target", "\"ID\"", &["r1"]),
    ("/application_context/0/drafts/0/content_ref", "\"ID\"", &["r1"]),
    ("/application_context/0/selections/0/resource", "\"ID\"", &["r1"]),
    ("/operations/1/approval/evidence", "[\"ID\"]", &["r1"]),
    ("/derivation/omissions/0/recoverable_from", "\"ID\"", &["r1"]),
    ("/operations/2/depends_on", "[\"ID\"]", &["o2"]),
    ("/progress/next/0/requires", "[\"ID\"]", &["req1"]),
    ("/progress/next/0/blocked_by", "[\"ID\"]", &["s1", "o2", "r1", "req1"]),
    ("/continuation/stop_conditions/0/applies_to", "[\"ID\"]", &["o2"]),
    ("/continuation/stop_conditions/0/until/1/operation", "\"ID\"", &["o2"]),
];

/// One object of each kind: statement, resource, operation, requirement, and the kinds nothing refers to by type.
const OBJECTS: &[&str] = &["s1", "r1", "o2", "req1", "n1", "p1", "c1", "k1", "d1", "ac1", "st1", "rc1", "i1"];

// clause: OCP-S002, OCP-S003, OCP-S003-evidence, OCP-S003-originref, OCP-S003-target, OCP-S003-contentref
// clause: OCP-S003-selection, OCP-S003-approval, OCP-S003-record, OCP-S003-recover, OCP-S003-depends
// clause: OCP-S003-requires, OCP-S003-blocked, OCP-S003-applies, OCP-S003-until, OCP-6.2-7, OCP-6.3-6, OCP-6.7-8
// clause: OCP-6.7-10, OCP-6.8-7
#[test]
fn s002_and_s003_every_reference_resolves_to_an_allowed_type() {
    for (pointer, shape, allowed) in REFERENCES {
        let place = if shape.starts_with('[') { format!("{pointer}/0") } else { (*pointer).to_owned() };
        for id in OBJECTS {
            let found = findings(&changed(&rich(), &[(pointer, &shape.replace("ID", id))]));
            let expected: Vec<String> =
                if allowed.contains(id) { Vec::new() } else { vec![format!("error OCP-S003 {place}")] };
            assert_eq!(found, expected, "{pointer} -> {id}");
        }
        let found = findings(&changed(&rich(), &[(pointer, &shape.replace("ID", "ghost"))]));
        assert_eq!(found, [format!("error OCP-S002 {place}")]);
    }
}

// clause: OCP-S003-any, OCP-4.1-9, OCP-4.1-11, OCP-6.9-7, OCP-2-3
#[test]
fn refs_and_affected_accept_any_local_object() {
    for pointer in [
        "/progress/focus/refs",
        "/progress/next/0/refs",
        "/continuation/requirements/0/refs",
        "/continuation/preconditions/0/refs",
        "/continuation/stop_conditions/0/refs",
        "/continuation/recovery/0/refs",
        "/derivation/transformations/0/affected",
    ] {
        let all = json!(OBJECTS).to_string();
        assert_eq!(findings(&changed(&rich(), &[(pointer, &all)])), [""; 0]);
        let dangling = findings(&changed(&rich(), &[(pointer, "[\"s1\", \"ghost\"]")]));
        assert_eq!(dangling, [format!("error OCP-S002 {pointer}/1")]);
        // The checkpoint's own id is no local id, and ids inside opaque places are none either.
        let own = findings(&changed(&rich(), &[(pointer, "[\"urn:example:own\"]")]));
        assert_eq!(own, [format!("error OCP-S002 {pointer}/0")]);
    }
}

// clause: OCP-S007, OCP-6.5-16, OCP-6.5-17, OCP-S003-superseded
#[test]
fn s007_what_may_supersede_a_statement() {
    let at = "/statements/4/superseded_by";
    let finding = |code: &str| vec![format!("error {code} {at}")];
    for (old, new, expected) in [
        ("constraint", "s2", vec![]),
        ("constraint", "s1", finding("OCP-S007")),
        ("hypothesis", "s4", vec![]),
        ("decision", "s4", finding("OCP-S007")),
        ("observation", "s4", vec![]),
        ("hypothesis", "s5", finding("OCP-S007")),
        ("hypothesis", "s1", finding("OCP-S007")),
        ("hypothesis", "r1", finding("OCP-S003")),
        ("hypothesis", "ghost", finding("OCP-S002")),
    ] {
        let changes = [
            ("/statements/4/kind", format!("\"{old}\"")),
            (at, format!("\"{new}\"")),
            ("/statements/4/rationale", "\"r\"".to_owned()),
            ("/statements/4/evidence", "[\"r1\"]".to_owned()),
        ];
        let changes: Vec<(&str, &str)> = changes.iter().map(|(p, v)| (*p, v.as_str())).collect();
        assert_eq!(findings(&changed(&rich(), &changes)), expected, "{old} by {new}");
    }
    // An observation cannot fall back to a hypothesis.
    check(&[(
        &[
            ("/statements/3/status", "\"superseded\""),
            ("/statements/3/superseded_by", "\"s5\""),
            ("/statements/4/status", "-"),
            ("/statements/4/superseded_by", "-"),
        ],
        &["error OCP-S007 /statements/3/superseded_by"],
    )]);
}

// clause: OCP-S004, OCP-9.3-1
#[test]
fn s004_a_checkpoint_is_not_its_own_parent() {
    check(&[(&[("/parent/id", "\"urn:example:own\"")], &["error OCP-S004 /parent/id"])]);
}

// clause: OCP-S005, OCP-4.2-2, OCP-4.2-3, OCP-4.2-4, OCP-4.2-5, OCP-4.2-6, OCP-4.2-7, OCP-4.2-8, OCP-4.2-9
// clause: OCP-4.2-10, OCP-4.2-11
#[test]
fn s005_past_events_are_not_later_than_the_checkpoint() {
    for pointer in [
        "/progress/completed/0/completed_at",
        "/statements/3/recorded_at",
        "/statements/3/verification/checked_at",
        "/resources/0/observed_at",
        "/operations/0/requested_at",
        "/operations/0/last_attempt_at",
        "/operations/1/approval/decided_at",
    ] {
        let later = vec![format!("error OCP-S005 {pointer}")];
        for (time, expected) in [
            ("2026-10-20T10:00:01Z", &later),
            ("2026-10-20T10:00:00Z", &vec![]),
            ("2026-10-20T11:30:00+02:00", &vec![]),
            ("2026-10-20T12:30:00+02:00", &later),
            ("2026-10-20T09:59:59-00:00", &vec![]),
            ("2026-10-20T10:00:00.0000000000001Z", &later),
            ("2026-10-20T10:00:00.0000000000000Z", &vec![]),
        ] {
            assert_eq!(
                findings(&changed(&rich(), &[(pointer, &format!("\"{time}\""))])),
                *expected,
                "{time}"
            );
        }
    }
    // Leap seconds come after .999…, and before the next minute.
    let leap = [("/created_at", "\"2016-12-31T23:59:60Z\"")];
    let mut doc = changed(&smallest(), &leap);
    for (time, late) in [
        ("2016-12-31T23:59:59.9999Z", false),
        ("2017-01-01T00:00:00Z", true),
        ("2016-12-31T23:59:60.1Z", true),
    ] {
        doc["progress"] = json!({"completed": [{"description": "d", "completed_at": time}]});
        assert_eq!(!findings(&doc).is_empty(), late, "{time}");
    }
    // A second 60 elsewhere is no time, and is skipped.
    doc["progress"]["completed"][0]["completed_at"] = json!("2020-01-01T00:00:60Z");
    assert_eq!(findings(&doc), ["warning timestamp_impossible /progress/completed/0/completed_at"]);
}

// clause: OCP-S006, OCP-6.2-4
#[test]
fn s006_a_completed_task_has_no_open_operations() {
    let only = |status: &str| {
        let approval = r#"{"decided_by": "b", "decided_at": "2026-10-20T09:00:00Z", "evidence": ["r"]}"#;
        changed(
            &smallest(),
            &[
                ("/task/status", "\"completed\""),
                ("/resources", r#"[{"id": "r", "uri": "x:y"}]"#),
                (
                    "/operations",
                    &format!(
                        r#"[{{"id": "o", "kind": "approval", "status": "{status}", "description": "d", "effect": "none", "approval": {approval}}}]"#
                    ),
                ),
            ],
        )
    };
    for status in ["planned", "awaiting", "uncertain"] {
        assert_eq!(findings(&only(status)), ["error OCP-S006 /operations/0/status"], "{status}");
    }
    for status in ["completed", "cancelled", "failed", "approved", "rejected"] {
        assert_eq!(findings(&only(status)), [""; 0], "{status}");
    }
}

// clause: OCP-S008, OCP-6.4-9, OCP-6.4-6, OCP-6.4-10, OCP-8.2-1
#[test]
fn s008_resource_uris_carry_no_userinfo() {
    let at = "/resources/0/uri";
    for uri in [
        "https://u:p@h/x",
        "ssh://git@h/r",
        "//u@h/x",
        "ftp://u:@h",
        "https://@h/",
        "https:\\\\u:p@h",
        "https:u:p@h",
        "ht\ttps://u:p@h",
        " https://u:p@h",
        "https://example.com:pw@evil.example/",
        "https://u%40x:p@h/",
    ] {
        let found = findings(&changed(&rich(), &[(at, &json!(uri).to_string())]));
        assert_eq!(found, [format!("error OCP-S008 {at}")], "{uri:?}");
    }
    for uri in
        ["https://h/p@q", "https://h/?q=a@b", "https://h/#a@b", "mailto:a@b", "git@host:path/x", "urn:x:a@b"]
    {
        assert_eq!(findings(&changed(&rich(), &[(at, &json!(uri).to_string())])), [""; 0], "{uri:?}");
    }
    let secrets = [
        (at, "jdbc:postgresql://u:p@h/db"),
        (at, "https://h/x?access_token=abc"),
        (at, "https://h/x?X-Amz-Signature=00ff"),
        ("/resources/0/resolver", "https://u:p@host"),
    ];
    for (pointer, uri) in secrets {
        let found = findings(&changed(&rich(), &[(pointer, &json!(uri).to_string())]));
        assert_eq!(found, [format!("warning secret_suspected {pointer}")], "{uri}");
    }
}

// clause: OCP-S009, OCP-6.8-7
#[test]
fn s009_only_approvals_become_approved() {
    let at = "/continuation/stop_conditions/0/until/1";
    for (operation, status, expected) in [
        ("o1", "approved", vec![format!("error OCP-S009 {at}")]),
        ("o1", "completed", vec![]),
        ("o3", "rejected", vec![format!("error OCP-S009 {at}")]),
        ("o2", "rejected", vec![]),
        ("ghost", "approved", vec![format!("error OCP-S002 {at}/operation")]),
    ] {
        let entry = json!({"operation": operation, "status": status}).to_string();
        assert_eq!(findings(&changed(&rich(), &[(at, &entry)])), expected);
    }
}

// clause: OCP-6.8-11
#[test]
fn a_listed_operation_without_a_record_is_no_error() {
    check(&[(&[("/operations/0/record", "-")], &[])]);
}

fn blocked(next: &Value, operations: &Value) -> Vec<String> {
    let mut doc = changed(&smallest(), &[("/task/status", "\"blocked\"")]);
    doc["progress"] = json!({ "next": next });
    doc["operations"] = operations.clone();
    doc["statements"] = json!([{"id": "q", "kind": "question", "text": "t", "origin": {"type": "user"}}]);
    findings(&doc)
}

// clause: OCP-W001, OCP-6.2-5, OCP-8.2-2
#[test]
fn w001_a_blocked_task_names_what_blocks_it() {
    let warned = ["warning OCP-W001 /task/status"];
    let awaiting = json!([{"id": "o", "kind": "wait", "status": "awaiting", "description": "d"}]);
    let planned = json!([{"id": "o", "kind": "wait", "status": "planned", "description": "d"}]);
    assert_eq!(blocked(&json!([]), &json!([])), warned);
    assert_eq!(blocked(&json!([{"description": "d", "blocked_by": []}]), &planned), warned);
    assert_eq!(
        blocked(&json!([{"description": "d"}, {"description": "d", "blocked_by": ["q"]}]), &json!([])),
        [""; 0]
    );
    assert_eq!(blocked(&json!([]), &awaiting), [""; 0]);
}
