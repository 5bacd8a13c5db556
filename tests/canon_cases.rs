//! Canonical forms, case by case: inputs that other implementations got wrong (their public reports), outcomes from
//! RFC 8785, ECMAScript and the published Zephr text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{Limits, NoteKind, read};

fn canonical(text: &str, profile: Profile) -> String {
    let tree = read(text.as_bytes(), &Limits::default()).unwrap_or_else(|f| panic!("{text}: {f:?}"));
    String::from_utf8(canon::to_vec(tree.root(), profile)).unwrap()
}

/// The same bytes under both profiles.
#[track_caller]
fn both(text: &str, expected: &str) {
    for profile in [Profile::Jcs, Profile::Zcf] {
        assert_eq!(canonical(text, profile), expected, "{profile:?}");
    }
}

#[track_caller]
fn refused(text: &str, code: &str) {
    assert_eq!(read(text.as_bytes(), &Limits::default()).unwrap_err().code.as_str(), code, "{text}");
}

#[test]
fn a1_a2_the_two_orders_differ_above_the_surrogates() {
    let text = "{\"\u{FB33}\":1,\"\u{1F600}\":2}";
    assert_eq!(canonical(text, Profile::Jcs), "{\"\u{1F600}\":2,\"\u{FB33}\":1}");
    assert_eq!(canonical(text, Profile::Zcf), "{\"\u{FB33}\":1,\"\u{1F600}\":2}");
    // After a common start of more than eight bytes, and where only the second character differs.
    let text = "{\"same start \u{E000}\":1,\"same start \u{10000}\":2}";
    assert_eq!(canonical(text, Profile::Jcs), "{\"same start \u{10000}\":2,\"same start \u{E000}\":1}");
    assert_eq!(canonical(text, Profile::Zcf), text);
    // U+D7FF is below the surrogates in both orders.
    both("{\"\u{10000}\":1,\"\u{D7FF}\":2}", "{\"\u{D7FF}\":2,\"\u{10000}\":1}");
}

#[test]
fn a4_controls_tags_and_letters() {
    let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude02":5,"\u0080":6,"\u00f6":7,"\n":8,"</x>":9,"\u007f":0}"#;
    let jcs = "{\"\\n\":8,\"\\r\":2,\"1\":4,\"</x>\":9,\"\u{7f}\":0,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😂\":5,\"\u{FB33}\":3}";
    assert_eq!(canonical(text, Profile::Jcs), jcs);
    let zcf = "{\"\\n\":8,\"\\r\":2,\"1\":4,\"</x>\":9,\"\u{7f}\":0,\"\u{80}\":6,\"ö\":7,\"€\":1,\"\u{FB33}\":3,\"😂\":5}";
    assert_eq!(canonical(text, Profile::Zcf), zcf);
}

// clause: ZCF-CANON-2
#[test]
fn a5_a7_names_sort_as_text() {
    both(r#"{"b":1,"9":2,"10":3,"1":4}"#, r#"{"1":4,"10":3,"9":2,"b":1}"#);
    both(r#"{"b":1,"a":{"d":1,"c":2}}"#, r#"{"a":{"c":2,"d":1},"b":1}"#);
    both(r#"{"a":0,"":1,"A":2,"aa":3,"a\u0000":4}"#, r#"{"":1,"A":2,"a":0,"a\u0000":4,"aa":3}"#);
    both(
        r#"{"longname-b":1,"longname-a":2,"longname":3}"#,
        r#"{"longname":3,"longname-a":2,"longname-b":1}"#,
    );
}

#[test]
fn a8_numbers_at_the_switch_to_exponents() {
    both("[0.000001,1e-6,0.0000001,1e-7,0.00001]", "[0.000001,0.000001,1e-7,1e-7,0.00001]");
    both(
        "[1e20,1e21,1E+21,999999999999999900000]",
        "[100000000000000000000,1e+21,1e+21,999999999999999900000]",
    );
    both("[9.99e-7,1.5e-7,123e-20,1.23e25]", "[9.99e-7,1.5e-7,1.23e-18,1.23e+25]");
    both("[5e-324,1.7976931348623157e308]", "[5e-324,1.7976931348623157e+308]");
    both("[2.2250738585072014e-308,-1e-7]", "[2.2250738585072014e-308,-1e-7]");
}

#[test]
fn a9_the_shortest_spelling() {
    both("333333333.33333329", "333333333.3333333");
    both("0.1000000000000000055511151231257827", "0.1");
}

// clause: ZCF-CANON-4
#[test]
fn a10_negative_zero() {
    both("[-0,-0.0,-0e0,-0.00e5,0e-7,-0E+99]", "[0,0,0,0,0,0]");
    let tree = read(b"-0", &Limits::default()).unwrap();
    assert_eq!(tree.root().as_number().and_then(ocp_convert::json::Number::as_i64), Some(0));
}

// clause: ZCF-CANON-5
#[test]
fn a11_integers_have_no_fraction() {
    both("[1.0,4.50,2e-3,100.00,1e2,12e-1,10e-1]", "[1,4.5,0.002,100,100,1.2,1]");
}

#[test]
fn a12_integers_that_no_double_holds() {
    refused("9007199254740993", "json_number_range");
    refused("-9007199254740993", "json_number_range");
    both("9007199254740992", "9007199254740992");
    both("18446744073709551616", "18446744073709552000");
    both("-18014398509481984", "-18014398509481984");
    // What the canonical form prints is read back, although it is not the exact value.
    both("18446744073709552000", "18446744073709552000");
    both("1e30", "1e+30");
    let notes = |text: &str| read(text.as_bytes(), &Limits::default()).unwrap().notes().to_vec();
    let big = notes("[1,18446744073709551616,9007199254740992]");
    assert_eq!(big.iter().map(|n| (n.kind, n.node)).collect::<Vec<_>>(), [(NoteKind::BigInteger, 2)]);
}

#[test]
fn a14_a_thirty_digit_integer() {
    refused("123456789012345678901234567890", "json_number_range");
}

#[test]
fn a15_every_control_is_escaped() {
    both(r#""\u000A\u0008\u0009\u000c\u000d""#, r#""\n\b\t\f\r""#);
    both(
        r#""\u0000\u0001\u000b\u000e\u000F\u001f\u001A""#,
        r#""\u0000\u0001\u000b\u000e\u000f\u001f\u001a""#,
    );
    both(r#""\u0022\u005c\/\u003c""#, r#""\"\\/<""#);
    both("\"\\u007f\\u2028\\u2029\"", "\"\u{7f}\u{2028}\u{2029}\"");
}

#[test]
fn a17_text_is_not_normalised() {
    both("{\"e\u{301}\":1,\"\u{e9}\":2}", "{\"e\u{301}\":1,\"\u{e9}\":2}");
}

// clause: ZCF-CANON-1
#[test]
fn output_is_utf8_without_mark_or_line_feed() {
    for profile in [Profile::Jcs, Profile::Zcf] {
        let tree = read(br#""\u00e9""#, &Limits::default()).unwrap();
        assert_eq!(canon::to_vec(tree.root(), profile), [b'"', 0xC3, 0xA9, b'"']);
    }
}

// clause: ZCF-CANON-3
// clause: ZCF-CANON-6
#[test]
fn no_white_space_and_arrays_as_they_are() {
    both(" [ 3 ,\t1,\r\n2 ,[ ] , { } ] ", "[3,1,2,[],{}]");
    both("{ \"b\" : [ null , true ] ,\n \"a\" : false }", r#"{"a":false,"b":[null,true]}"#);
}

// clause: ZCF-MAN-4
#[test]
fn layout_and_order_of_the_input_do_not_matter() {
    let one = r#"{"a":[1,{"x":"é","y":1.50}],"b":null}"#;
    let other = "{\n \"b\": null,\n \"a\": [ 1.0, {\"y\": 15e-1, \"x\": \"\\u00e9\"} ]\n}\n";
    assert_eq!(canonical(one, Profile::Zcf), canonical(other, Profile::Zcf));
}

#[test]
fn pretty_is_the_same_order_over_lines() {
    let tree = read(br#"{"b":[1,[],{}],"a":{"c":"x"}}"#, &Limits::default()).unwrap();
    let mut out = Vec::new();
    canon::write_pretty(tree.root(), Profile::Jcs, &mut out);
    let expected = "{\n  \"a\": {\n    \"c\": \"x\"\n  },\n  \"b\": [\n    1,\n    [],\n    {}\n  ]\n}";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn a_part_of_a_document_is_written_alone_and_appended() {
    let tree = read(br#"{"k":{"b":1,"a":[2]}}"#, &Limits::default()).unwrap();
    let mut out = b"[".to_vec();
    canon::write(tree.root().get("k"), Profile::Zcf, &mut out);
    canon::write(tree.root().get("missing"), Profile::Zcf, &mut out);
    assert_eq!(out, br#"[{"a":[2],"b":1}"#);
}
