//! What a document is, and what is refused before any rule: reading, recognition, versions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{change, errors, findings, packet, report, rich, smallest};
use ocp_convert::document::{Format, Options, Report, recognise, validate};
use ocp_convert::finding::Finding;
use ocp_convert::json::{Limits, read};
use ocp_convert::shape::{Schema, SchemaError};
use serde_json::json;

fn refused(text: &[u8]) -> String {
    match read(text, &Limits::default()) {
        Err(finding) => finding.code.to_string(),
        Ok(tree) => recognise(&tree).map_or_else(|f| f.code.to_string(), |f| f.as_str().to_owned()),
    }
}

// clause: OCP-3-1, ZCF-ENV-1
#[test]
fn a_document_is_one_object() {
    for text in ["[]", "\"x\"", "1", "null", "{}"] {
        assert_eq!(refused(text.as_bytes()), "format_unrecognised", "{text}");
    }
    for text in ["{}{}", "{} x", "", "{", "{\"a\":1,}"] {
        assert_eq!(refused(text.as_bytes()), "json_syntax", "{text}");
    }
    let two = smallest().to_string().repeat(2);
    assert_eq!(refused(two.as_bytes()), "json_syntax");
    assert_eq!(refused(packet().to_string().repeat(2).as_bytes()), "json_syntax");
}

// clause: OCP-3-2, OCP-3-3, OCP-3-4, OCP-3-5
#[test]
fn what_has_no_stable_meaning_is_refused() {
    let objective = |text: &str| smallest().to_string().replace("Refund order 1042.", text).into_bytes();
    let mut raw = objective("#");
    raw.iter_mut().filter(|b| **b == b'#').for_each(|b| *b = 0xFF);
    assert_eq!(refused(&raw), "json_encoding");
    let utf16: Vec<u8> = smallest().to_string().encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(refused(&utf16), "json_encoding");
    assert_eq!(refused(&objective("\\ud800")), "json_lone_surrogate");
    assert_eq!(refused(&objective("\\ud83d\\ude00")), "checkpoint");
    let extended = |value: &str| {
        smallest()
            .to_string()
            .replacen('{', &format!("{{\"extensions\":{{\"a.b\":{value}}},"), 1)
            .into_bytes()
    };
    assert_eq!(refused(&extended("1e400")), "json_number_range");
    assert_eq!(refused(&extended("9007199254740993")), "json_number_range");
    assert_eq!(refused(&extended("0.1")), "checkpoint");
    assert_eq!(refused(&extended("{\"a\":1,\"\\u0061\":2}")), "json_duplicate_member");
    assert_eq!(refused(&extended("[[{\"x\":[{\"y\":0,\"y\":0}]}]]")), "json_duplicate_member");
}

// clause: OCP-10-1
#[test]
fn hostile_input_fails_in_bounds() {
    assert_eq!(refused("[".repeat(1_000_000).as_bytes()), "json_depth");
    let wide = format!(
        "{{\"opencheckpoint\":\"0.1\",{}\"z\":0}}",
        (0..50_000).fold(String::new(), |s, i| s + &format!("\"k{i}\":0,"))
    );
    let tree = read(wide.as_bytes(), &Limits::default()).unwrap();
    let found = validate(&tree, Some(wide.as_bytes()), &Options::default());
    assert!(found.truncated && !found.is_valid());
}

// clause: OCP-3-6
#[test]
fn noncharacters_are_errors_in_a_checkpoint_and_warnings_in_a_packet() {
    for text in ["\"\u{ffff}\"", "\"\u{fdd0}\""] {
        let copy = change(&smallest(), "/task/objective", text);
        assert_eq!(findings(&copy), ["error json_noncharacter /task/objective"]);
        let mut copy = packet();
        copy["extensions"] = json!({"a.b": text});
        assert_eq!(findings(&copy), ["warning json_noncharacter /extensions/a.b"]);
    }
}

// clause: OCP-5.1-1, OCP-5.1-2, OCP-5.1-3, OCP-5.1-4, OCP-5.1-5
#[test]
fn other_versions_of_a_checkpoint_are_refused() {
    for version in ["0.2", "0.0", "1.0", "2.0", "99.1", "0.10"] {
        let copy = change(&smallest(), "/opencheckpoint", &format!("\"{version}\""));
        let found = report(&copy, &Options::default());
        assert_eq!(found.format, None);
        assert!(!found.is_valid());
        assert_eq!(errors(&copy), ["version_unsupported /opencheckpoint"], "{version}");
        assert!(found.findings.iter().all(|f| !f.message.contains("valid")));
    }
    assert_eq!(errors(&smallest()), [""; 0]);
}

// clause: ZCF-VER-1, ZCF-VER-2, ZCF-VER-3
#[test]
fn other_formats_and_versions_of_a_packet_are_refused() {
    for format in ["\"zephr_continuity\"", "null", "-"] {
        assert_eq!(errors(&change(&packet(), "/format", format)), ["format_unrecognised "], "{format}");
    }
    for version in ["2", "0", "1.5", "\"1\"", "true", "null"] {
        // Nothing but the version is reported, whatever else a later version may hold.
        let copy = change(&change(&packet(), "/formatVersion", version), "/packet/generation", "1");
        assert_eq!(errors(&copy), ["schema /formatVersion"], "{version}");
    }
    let later = change(&change(&packet(), "/formatVersion", "2"), "/somethingNew", "1");
    assert_eq!(findings(&later), ["error schema /formatVersion"]);
    let text = packet().to_string().replace("\"formatVersion\":1", "\"formatVersion\":1.0");
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(validate(&tree, None, &Options::default()).findings, []);
}

#[test]
fn content_alone_says_what_a_document_is() {
    let format = |text: &str| {
        recognise(&read(text.as_bytes(), &Limits::default()).unwrap()).map_err(|f| f.code.to_string())
    };
    assert_eq!(format(&smallest().to_string()), Ok(Format::Checkpoint));
    assert_eq!(format(&packet().to_string()), Ok(Format::Packet));
    assert_eq!(format(r#"{"opencheckpoint": 3}"#), Ok(Format::Checkpoint));
    assert_eq!(format(r#"{"format": "zephr-continuity", "formatVersion": 9}"#), Ok(Format::Packet));
    let both = r#"{"opencheckpoint": "0.1", "format": "zephr-continuity"}"#;
    assert_eq!(format(both), Err("format_unrecognised".to_owned()));
}

#[test]
fn a_schema_of_ones_own_replaces_level_one() {
    let own = Schema::from_json(br#"{"required": ["parent"], "properties": {"id": {"pattern": "^urn:"}}}"#)
        .unwrap();
    let options = Options { schema: Some(&own), ..Options::default() };
    let codes =
        |r: Report| r.findings.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect::<Vec<_>>();
    let extra = change(&change(&smallest(), "/priority", "1"), "/id", "\"x\"");
    assert_eq!(codes(report(&extra, &options)), ["schema ", "schema /id"]);
    // Level 2 stays.
    let parent = r#"{"id": "urn:uuid:0199a383-bcb7-77c8-b2a8-ff52caace0f4"}"#;
    assert_eq!(codes(report(&change(&smallest(), "/parent", parent), &options)), ["OCP-S004 /parent/id"]);
}

#[test]
fn schemas_are_never_fetched() {
    let remote = Schema::from_json(br#"{"$ref": "https://example.com/other.json"}"#);
    assert!(matches!(remote, Err(SchemaError::Remote(uri)) if uri == "https://example.com/other.json"));
    let file = Schema::from_json(br#"{"$ref": "file:///etc/other.json"}"#);
    assert!(matches!(file, Err(SchemaError::Remote(_))));
    assert!(matches!(Schema::from_json(b"{"), Err(SchemaError::Json(_))));
    let wrong = Schema::from_json(br#"{"properties": {"a": {"type": "strnig"}}}"#);
    assert!(
        matches!(wrong, Err(SchemaError::Invalid { pointer, .. }) if pointer.starts_with("/properties/a"))
    );
}

#[test]
fn patterns_follow_ecma_262() {
    let schema = Schema::from_json(br#"{"properties": {"id": {"pattern": "^[\\w\\-\\.]+$"}}}"#).unwrap();
    for (text, fits) in [("CC-BY-4.0", true), ("a b", false), ("a\\n", false), ("é", false)] {
        let text = format!(r#"{{"id": "{text}"}}"#);
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(schema.check(&tree, 10).is_empty(), fits, "{text}");
    }
}

#[test]
fn findings_come_in_document_order_with_their_places() {
    let text = "{\"opencheckpoint\":\"0.1\",\"id\":\"a\",\"created_at\":\"2026-01-01T00:00:00Z\",\n\
                \"task\":{\"objective\":\"\",\n  \"status\":\"done\",\"x\":1},\n\
                \"statements\":[{\"id\":\"a\",\"kind\":\"decision\"}]}";
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let place = |f: &Finding| {
        let position = f.position.unwrap();
        (f.pointer.clone(), position.line, position.column)
    };
    let found = validate(&tree, Some(text.as_bytes()), &Options::default());
    let found: Vec<_> = found.findings.iter().map(place).collect();
    let expected = [
        ("", 1, 1),
        ("/task/objective", 2, 9),
        ("/task/status", 3, 3),
        ("/task/x", 3, 19),
        ("/statements/0", 4, 15),
        ("/statements/0", 4, 15),
        ("/statements/0", 4, 15),
    ];
    let expected: Vec<_> = expected.iter().map(|(p, l, c)| ((*p).to_owned(), *l, *c)).collect();
    assert_eq!(found, expected);
}

// clause: OCP-5.2-3
#[test]
fn session_references_are_not_needed_to_understand_a_checkpoint() {
    assert_eq!(findings(&change(&rich(), "/source/session_refs", "-")), [""; 0]);
}
