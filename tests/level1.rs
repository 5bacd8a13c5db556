//! Level 1 of a checkpoint (OpenCheckpoint 8.1): every schema-level rule of the text, one change a row.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{change, changed, check_shape, errors, findings, report, rich, smallest};
use ocp_convert::document::Options;
use ocp_convert::finding::Severity;
use serde_json::{Value, json};

// clause: OCP-6-1, OCP-6-2, OCP-6-6, CON-1, OCP-6.2-10, OCP-6.1-2, OCP-6.3-2, OCP-6.5-12, OCP-4.3-1, OCP-10-1
#[test]
fn the_smallest_and_the_richest_checkpoint_have_no_findings() {
    assert_eq!(findings(&smallest()), [""; 0]);
    assert_eq!(findings(&rich()), [""; 0]);
    assert_eq!(rich().as_object().unwrap().len(), 14);
}

// clause: OCP-6-1, OCP-4.1-1, OCP-6.1-1, OCP-6.2-1, OCP-6.2-2
#[test]
fn the_mandatory_members_of_the_smallest_checkpoint() {
    for (pointer, holder) in [
        ("/id", ""),
        ("/created_at", ""),
        ("/source", ""),
        ("/task", ""),
        ("/source/producer", "/source"),
        ("/source/producer/name", "/source/producer"),
        ("/task/objective", "/task"),
        ("/task/status", "/task"),
    ] {
        assert_eq!(errors(&change(&smallest(), pointer, "-")), [format!("schema {holder}")], "{pointer}");
    }
    // Without its version, nothing says that this is a checkpoint.
    assert_eq!(errors(&change(&smallest(), "/opencheckpoint", "-")), ["format_unrecognised "]);
    check_shape(
        &smallest(),
        &[
            ("/task/objective", "\"\"", "/task/objective"),
            ("/id", "\"\"", "/id"),
            ("/id", "\"anything at all\"", "ok"),
            ("/opencheckpoint", "0.1", "/opencheckpoint"),
            ("/opencheckpoint", "\"0.1.0\"", "/opencheckpoint"),
            ("/opencheckpoint", "\"v0.1\"", "/opencheckpoint"),
            ("/opencheckpoint", "\" 0.1\"", "/opencheckpoint"),
        ],
    );
}

/// Every object of the richest checkpoint that is not inside an opaque place.
fn objects(value: &Value, at: &str, out: &mut Vec<String>) {
    const OPAQUE: [&str; 8] =
        ["extensions", "view", "filters", "state", "detail", "arguments", "scope", "sensitivity"];
    match value {
        Value::Object(members) => {
            out.push(at.to_owned());
            for (name, child) in members {
                // A task's scope is an object of the format, an approval's is not.
                if !OPAQUE.contains(&name.as_str()) || at == "/task" && name == "scope" {
                    objects(child, &format!("{at}/{name}"), out);
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, child)| objects(child, &format!("{at}/{i}"), out));
        }
        _ => {}
    }
}

// clause: OCP-6-2, OCP-6-3, OCP-6.2-8, OCP-6.3-7, OCP-5.2-1, OCP-6.5-20, OCP-6.6-9, OCP-6.7-2, OCP-6.3-4
#[test]
fn no_core_object_holds_an_undefined_member() {
    let mut places = Vec::new();
    objects(&rich(), "", &mut places);
    assert!(places.len() > 50, "{places:?}");
    for place in places {
        let pointer = format!("{place}/x");
        assert_eq!(errors(&change(&rich(), &pointer, "1")), [format!("schema {pointer}")]);
        let lenient = Options { lenient: true, ..Options::default() };
        let found = report(&change(&rich(), &pointer, "1"), &lenient);
        assert!(found.is_valid() && found.findings.len() == 1, "{pointer}");
        assert_eq!(found.findings[0].severity, Severity::Warning);
        assert!(found.findings[0].message.contains("undefined member"));
    }
    check_shape(&rich(), &[("/memory", "{}", "/memory"), ("/progress/blockers", "[]", "/progress/blockers")]);
}

// clause: OCP-7-1, OCP-7-2
#[test]
fn extensions_belong_to_nine_objects() {
    for carrier in [
        "",
        "/source",
        "/task",
        "/progress",
        "/statements/0",
        "/resources/0",
        "/application_context/0",
        "/operations/1",
        "/continuation",
    ] {
        let pointer = format!("{carrier}/extensions");
        assert_eq!(errors(&change(&rich(), &pointer, r#"{"com.example.crm": [1]}"#)), [""; 0], "{pointer}");
    }
    for other in [
        "/statements/0/origin",
        "/progress/next/0",
        "/progress/focus",
        "/continuation/requirements/0",
        "/continuation/stop_conditions/0",
        "/derivation",
        "/parent",
        "/source/producer",
        "/operations/1/approval",
        "/application_context/0/drafts/0",
    ] {
        let pointer = format!("{other}/extensions");
        assert_eq!(errors(&change(&rich(), &pointer, "{}")), [format!("schema {pointer}")]);
    }
}

// clause: OCP-7-3, OCP-7-5, OCP-7-9
#[test]
fn extension_keys_are_reverse_dns_names_with_an_optional_path() {
    for key in ["com.example.crm", "org.example.finance/v2", "a.b", "a1.b-c", "a.b/x/y z", "com.example/A"] {
        let copy = change(&smallest(), "/extensions", &json!({ key: {"any": null} }).to_string());
        assert_eq!(findings(&copy), [""; 0], "{key}");
    }
    for key in [
        "Com.example",
        "crm",
        "com..x",
        "x-foo",
        "com.example/",
        "com.example//x",
        "a.-b",
        ".a.b",
        "",
        "a.b\n",
    ] {
        let copy = change(&smallest(), "/extensions", &json!({ key: 1 }).to_string());
        let pointer = format!("schema /extensions/{}", key.replace('/', "~1"));
        assert_eq!(errors(&copy), [pointer], "{key:?}");
    }
}

// clause: OCP-4.1-4, OCP-4.1-5
#[test]
fn local_ids_have_a_grammar() {
    let longest = format!("\"{}\"", "a".repeat(128));
    let longer = format!("\"{}\"", "a".repeat(129));
    check_shape(
        &smallest(),
        &[(
            "/statements",
            r#"[{"id": "A.b_c:d-1", "kind": "constraint", "text": "", "origin": {"type": "tool"}}]"#,
            "ok",
        )],
    );
    let at = "/continuation/recovery/0/id";
    check_shape(
        &rich(),
        &[
            (at, "\"-a\"", at),
            (at, "\"a b\"", at),
            (at, "\"\"", at),
            (at, "\"é\"", at),
            (at, "\"a\\n\"", at),
            (at, "\"9\"", "ok"),
            (at, &longest, "ok"),
            (at, &longer, at),
        ],
    );
}

// clause: OCP-4.2-1, OCP-8.1-1, OCP-8.1-2
#[test]
fn timestamps_have_a_form_and_format_never_rejects() {
    let at = "/created_at";
    check_shape(
        &smallest(),
        &[
            (at, "\"2026-10-20T18:30:00\"", at),
            (at, "\"yesterday\"", at),
            (at, "\"2026-10-20 18:30:00Z\"", at),
            (at, "\"2026-10-20T18:30:00,5Z\"", at),
            (at, "\"2026-10-20T18:30:00+0530\"", at),
            (at, "\"2026-10-20T18:30:00.Z\"", at),
            (at, "\"2026-10-20T18:30Z\"", at),
            (at, "\"2026-10-20T18:30:00Z\\n\"", at),
            (at, "\"2026-10-20T18:30:00+02:00\"", "ok"),
            (at, "\"2026-10-20t18:30:00.1234567890123z\"", "ok"),
            (at, "\"2016-12-31T23:59:60Z\"", "ok"),
            (at, "\"2026-02-30T00:00:00Z\"", "ok"),
        ],
    );
    check_shape(&rich(), &[("/resources/0/uri", "\"not a uri at all\"", "ok")]);
    let copy = change(&smallest(), at, "\"2026-02-30T00:00:00Z\"");
    assert_eq!(findings(&copy), ["warning timestamp_impossible /created_at"]);
}

/// Every value of a closed set passes at the place, and another word does not.
fn closed_set(document: &Value, pointer: &str, words: &[&str]) {
    for word in words {
        check_shape(document, &[(pointer, &format!("\"{word}\""), "ok")]);
    }
    check_shape(document, &[(pointer, "\"other-word\"", pointer), (pointer, "1", pointer)]);
}

// clause: OCP-6.2-3, OCP-6.2-6, CON-6, OCP-6.5-19, OCP-6.5-21, OCP-6.6-5, OCP-6.6-18, OCP-6.7-4, OCP-6.7-7
// clause: OCP-6.8-1, OCP-6.8-2, OCP-6.8-4, OCP-6.9-1, OCP-6.9-4, OCP-9.2-9, OCP-6.6-2
#[test]
fn closed_sets() {
    let doc = rich();
    let task = ["active", "blocked", "awaiting_input", "paused", "completed", "abandoned"];
    closed_set(&doc, "/task/status", &task);
    closed_set(&doc, "/task/success_criteria/0/state", &["met", "unmet", "unknown"]);
    closed_set(&doc, "/statements/3/verification/state", &["verified", "unverified", "disputed", "stale"]);
    closed_set(&doc, "/statements/3/verification/revalidate", &["before_use", "before_action", "never"]);
    closed_set(&doc, "/operations/0/effect", &["none", "idempotent", "non_idempotent", "unknown"]);
    closed_set(&doc, "/operations/2/resume", &["retry", "verify_first", "ask", "do_not_resume"]);
    closed_set(&doc, "/application_context/0/selections/0/role", &["focused", "selected", "open", "pinned"]);
    closed_set(&doc, "/application_context/0/drafts/0/status", &["unsaved", "saved", "submitted"]);
    closed_set(&doc, "/continuation/requirements/0/kind", &["tool", "capability", "access", "extension"]);
    closed_set(&doc, "/continuation/requirements/0/necessity", &["required", "recommended", "optional"]);
    closed_set(&doc, "/continuation/preconditions/0/on_failure", &["halt", "ask", "degrade"]);
    let methods = ["captured", "compacted", "merged", "converted", "authored", "forked"];
    closed_set(&doc, "/derivation/method", &methods);
    let reasons = ["size", "irrelevant", "superseded", "sensitive", "unavailable"];
    closed_set(&doc, "/derivation/omissions/0/reason", &reasons);
    let statuses =
        ["planned", "awaiting", "uncertain", "failed", "approved", "rejected", "completed", "cancelled"];
    closed_set(&doc, "/continuation/stop_conditions/0/until/1/status", &statuses);
    closed_set(&doc, "/resources/0/availability", &["available", "unavailable", "unknown"]);
    closed_set(&doc, "/derivation/inputs/1/type", &["checkpoint", "session", "document"]);
}

// clause: OCP-6.7-1, OCP-6.4-3, OCP-6-4, OCP-6.8-7, OCP-6.5-1, OCP-6.6-21, OCP-6.6-20, OCP-6.9-4, OCP-6.8-4
#[test]
fn required_members_of_inner_objects() {
    let rows: Vec<(&str, &str)> = vec![
        ("/parent", "id"),
        ("/source/session_refs/0", "protocol"),
        ("/source/session_refs/0", "id"),
        ("/task/success_criteria/0", "description"),
        ("/task/success_criteria/0", "state"),
        ("/progress/completed/0", "description"),
        ("/progress/focus", "description"),
        ("/progress/next/0", "description"),
        ("/statements/1", "id"),
        ("/statements/1", "kind"),
        ("/statements/1", "text"),
        ("/statements/1", "origin"),
        ("/statements/1/origin", "type"),
        ("/resources/0/locator", "system"),
        ("/resources/0/locator", "type"),
        ("/resources/0/locator", "key"),
        ("/application_context/0", "application"),
        ("/application_context/0/selections/0", "resource"),
        ("/application_context/0/drafts/0", "status"),
        ("/operations/2", "kind"),
        ("/operations/2", "status"),
        ("/operations/2", "description"),
        ("/operations/0/call", "tool"),
        ("/operations/1/approval", "decided_by"),
        ("/operations/1/approval", "decided_at"),
        ("/operations/1/approval", "evidence"),
        ("/continuation/requirements/0", "name"),
        ("/continuation/requirements/0", "necessity"),
        ("/continuation/preconditions/0", "on_failure"),
        ("/continuation/stop_conditions/0/until/0", "operation"),
        ("/continuation/stop_conditions/0/until/0", "status"),
        ("/derivation", "method"),
        ("/derivation/omissions/0", "reason"),
        ("/derivation/inputs/0", "id"),
    ];
    for (holder, member) in rows {
        check_shape(&rich(), &[(&format!("{holder}/{member}"), "-", holder)]);
    }
    let evidence = "/operations/1/approval/evidence";
    check_shape(&rich(), &[(evidence, "[]", evidence)]);
}

// clause: OCP-6.4-1, OCP-6.4-2, OCP-6.4-4, OCP-6.4-5, OCP-6.4-11, OCP-6.4-12
#[test]
fn resources() {
    let neither = changed(&rich(), &[("/resources/0/uri", "-"), ("/resources/0/locator", "-")]);
    assert_eq!(errors(&neither), ["schema /resources/0"]);
    check_shape(
        &rich(),
        &[
            ("/resources/0/uri", "-", "ok"),
            ("/resources/0/locator", "-", "ok"),
            ("/resources/0/uri", "\"acme-internal:thing/9\"", "ok"),
            ("/resources/0/sensitivity", "{\"level\": 3}", "ok"),
            ("/resources/0/digest", "\"sha-256:abc\"", "/resources/0/digest"),
            ("/resources/0/digest", "\"sha-512:abc\"", "ok"),
            ("/parent/digest/value", "\"abc\"", "/parent/digest/value"),
            ("/parent/digest/algorithm", "\"sha-512\"", "ok"),
        ],
    );
    for kind in [
        "file",
        "repository",
        "document",
        "record",
        "business_object",
        "web_page",
        "artifact",
        "tool_output",
        "dataset",
        "message",
    ] {
        assert_eq!(findings(&change(&rich(), "/resources/0/kind", &format!("\"{kind}\""))), [""; 0]);
    }
    let other = change(&rich(), "/resources/0/kind", "\"spaceship\"");
    assert_eq!(findings(&other), ["warning resource_kind_unlisted /resources/0/kind"]);
}

// clause: OCP-6.4-7, OCP-6.7-9
#[test]
fn limits_count_code_points() {
    for (pointer, limit) in
        [("/resources/0/excerpt", 4096), ("/application_context/0/drafts/0/content", 16384)]
    {
        let text = |count: usize| format!("\"{}\"", "😀".repeat(count));
        check_shape(&rich(), &[(pointer, &text(limit), "ok"), (pointer, &text(limit + 1), pointer)]);
    }
}

// clause: OCP-4.1-9, OCP-4.1-10, OCP-5.2-2, OCP-6.7-5, OCP-6.7-6, OCP-6.8-3, OCP-6.8-14, OCP-6.9-3, OCP-6.6-7
#[test]
fn where_members_may_stand() {
    check_shape(
        &rich(),
        &[
            ("/progress/completed/0/refs", "[]", "/progress/completed/0/refs"),
            ("/statements/0/refs", "[]", "/statements/0/refs"),
            ("/operations/0/refs", "[]", "/operations/0/refs"),
            ("/derivation/omissions/0/affected", "[]", "/derivation/omissions/0/affected"),
            ("/operations/0/call/cmd", "1", "/operations/0/call/cmd"),
            ("/source/session_refs/0/protocol", "\"my-runtime\"", "ok"),
            ("/application_context/0/application", "\"mail\"", "ok"),
            ("/application_context/0/application", "5", "/application_context/0/application"),
            ("/application_context/0/selections/0/detail", "[{\"x\": null}]", "ok"),
            ("/continuation/incompatibilities/0", "5", "/continuation/incompatibilities/0"),
            ("/operations/0/record", "-", "ok"),
            ("/parent/digest", "null", "/parent/digest"),
        ],
    );
}
