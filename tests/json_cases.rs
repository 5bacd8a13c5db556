//! Strictness of the reader, case by case: inputs that other tools accepted or crashed on (their public reports).
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use ocp_convert::json::{Limits, Note, NoteKind, read};

#[track_caller]
fn refused(text: impl AsRef<[u8]>, code: &str, pointer: &str, offset: usize) {
    let finding = read(text.as_ref(), &Limits::default()).unwrap_err();
    let found = (finding.code.as_str(), finding.pointer.as_str(), finding.position.unwrap().offset);
    assert_eq!(found, (code, pointer, offset));
}

// clause: OCP-3-5
#[test]
fn b1_fractions_are_the_nearest_double() {
    // The bits are what Python's float() and Node's JSON.parse make of the same text.
    for (text, bits) in [
        ("1.5777777777770001", B1[0]),
        ("117.63331139400017", B1[1]),
        ("122.416294033786585", B1[2]),
        ("0.09144338512092887", B1[3]),
    ] {
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(tree.root().as_number().unwrap().as_f64().to_bits(), bits, "{text}");
    }
}

const B1: [u64; 4] =
    [0x3FF9_3E93_E93E_863B, 0x405D_6888_2C83_5A8E, 0x405E_9AA4_8FBB_2888, 0x3FB7_68D5_6C87_A900];

// clause: OCP-3-3
#[test]
fn b2_repeated_names() {
    refused(r#"{"a":1,"a":2}"#, "json_duplicate_member", "/a", 7);
    refused(r#"{"l":[{"a":1,"a":1}]}"#, "json_duplicate_member", "/l/0/a", 13);
    refused(r#"{"extensions":{"x.y":{"a":1,"\u0061":2}}}"#, "json_duplicate_member", "/extensions/x.y/a", 28);
}

// clause: OCP-3-4
#[test]
fn b4_lone_surrogates() {
    for half in ["\\ud800", "\\udfff"] {
        refused(format!("[\"{half}\"]"), "json_lone_surrogate", "/0", 2);
        refused(format!("{{\"{half}\":1}}"), "json_lone_surrogate", "", 2);
    }
    let tree = read(br#""\ud83d\ude00""#, &Limits::default()).unwrap();
    assert_eq!(tree.root().as_str(), Some("😀"));
}

#[test]
fn b5_a_reversed_pair() {
    refused(r#"["\ude00\ud83d"]"#, "json_lone_surrogate", "/0", 2);
}

// clause: OCP-3-2
#[test]
fn b7_bytes_that_are_not_utf8() {
    refused(b"{\"task\":{\"objective\":\"a\xFFb\"}}", "json_encoding", "/task/objective", 23);
    refused(b"{\"task\":{\"objective\":\"a\xED\xA0\x80b\"}}", "json_encoding", "/task/objective", 23);
}

#[test]
fn b8_a_byte_order_mark_is_named() {
    let finding = read(b"\xEF\xBB\xBF{}", &Limits::default()).unwrap_err();
    assert_eq!(finding.code.as_str(), "json_encoding");
    assert_eq!(finding.found.as_deref(), Some("a UTF-8 byte order mark"));
}

// clause: OCP-3-2
#[test]
fn b10_utf16_is_not_utf8() {
    let text = "[\"é\"]";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        let finding = read(&bytes, &Limits::default()).unwrap_err();
        assert_eq!(finding.code.as_str(), "json_encoding");
        assert!(finding.message.contains("not plain UTF-8"), "{}", finding.message);
    }
}

// clause: OCP-10-1
#[test]
fn b11_b12_nesting() {
    let finding = read("[".repeat(100_000).as_bytes(), &Limits::default()).unwrap_err();
    assert_eq!(finding.code.as_str(), "json_depth");
    assert_eq!(finding.position.unwrap().offset, 128);
    assert_eq!(finding.expected.as_deref(), Some("at most 128 levels"));
}

#[test]
fn b14_depth_goes_down_again() {
    let text = format!("[{}{{\"a\":[]}}]", "{\"a\":[]},".repeat(4_999));
    assert_eq!(read(text.as_bytes(), &Limits::default()).unwrap().root().len(), 5_000);
}

// clause: OCP-3-1
#[test]
fn b15_nothing_after_the_document() {
    refused("{} x", "json_syntax", "", 3);
    refused("[1,2,]", "json_syntax", "", 5);
    refused("{\"a\":1}\n{\"a\":2}", "json_syntax", "", 8);
}

// clause: OCP-3-6
#[test]
fn noncharacters_are_kept_and_noted() {
    let notes = |text: &str| read(text.as_bytes(), &Limits::default()).unwrap().notes().to_vec();
    let at = |node| vec![Note { kind: NoteKind::Noncharacter, node }];
    assert_eq!(notes(r#"["a","\uFFFF"]"#), at(2));
    assert_eq!(notes(r#"["\uFDD0"]"#), at(1));
    assert_eq!(notes(r#"["\uFDEF"]"#), at(1));
    assert_eq!(notes("[\"\u{FFFE}\"]"), at(1));
    assert_eq!(notes("[\"\u{1FFFE}\"]"), at(1));
    assert_eq!(notes("[\"\u{10FFFF}\"]"), at(1));
    assert_eq!(notes(r#"["\uD83F\uDFFF"]"#), at(1));
    assert_eq!(notes("{\"a\":0,\"\u{FDD5}\":{\"b\":1}}"), at(2));
    for text in ["\"\u{FFFD}\u{FDCF}\u{FDF0}\u{1FFFD}\u{20000}\u{E000}\"", r#""\uFFFD\uFDCF\uFDF0""#] {
        assert_eq!(notes(text), [], "{text}");
    }
}
