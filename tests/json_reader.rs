//! What the strict reader refuses: code, pointer and place of every kind of fault, each worked out by hand.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed expectation is a failed test"
)]

use ocp_convert::finding::{Finding, Severity};
use ocp_convert::json::{Limits, read};

/// Code, pointer, byte offset, line, column.
type Refusal<'a> = (&'a str, &'a str, usize, usize, usize);

fn refusal(text: &[u8]) -> Box<Finding> {
    match read(text, &Limits::default()) {
        Err(finding) => finding,
        Ok(_) => panic!("accepted: {}", String::from_utf8_lossy(text)),
    }
}

#[track_caller]
fn check(text: impl AsRef<[u8]>, (code, pointer, offset, line, column): Refusal<'_>) {
    let text = text.as_ref();
    let finding = refusal(text);
    let at = finding.position.expect("a refusal inside the text has a place");
    let found = (finding.code.as_str(), finding.pointer.as_str(), at.offset, at.line, at.column);
    assert_eq!(found, (code, pointer, offset, line, column), "{}", String::from_utf8_lossy(text));
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.expected.is_some() && finding.found.is_some(), "{finding:?}");
}

/// A fault on the first line of ASCII text, where the column is the offset plus one.
#[track_caller]
fn check_line(text: &str, code: &str, pointer: &str, offset: usize) {
    check(text, (code, pointer, offset, 1, offset + 1));
}

// clause: OCP-3-1
// clause: ZCF-ENV-1
#[test]
fn one_document_and_nothing_else() {
    check_line("", "json_syntax", "", 0);
    check("  \n", ("json_syntax", "", 3, 2, 1));
    check_line("{}x", "json_syntax", "", 2);
    check_line("{} x", "json_syntax", "", 3);
    check_line("{}{}", "json_syntax", "", 2);
    check_line("1 2", "json_syntax", "", 2);
    check_line("[1]]", "json_syntax", "", 3);
    check_line("{},", "json_syntax", "", 2);
    check_line("{}\0", "json_syntax", "", 2);
}

#[test]
fn words() {
    check_line("nul", "json_syntax", "", 3);
    check_line("[tru]", "json_syntax", "/0", 4);
    check_line("{\"a\":falze}", "json_syntax", "/a", 8);
    check_line("True", "json_syntax", "", 0);
    check_line("truex", "json_syntax", "", 4);
    check_line("undefined", "json_syntax", "", 0);
}

#[test]
fn numbers_that_are_not_json() {
    check_line("NaN", "json_syntax", "", 0);
    check_line("[1,NaN]", "json_syntax", "", 3);
    check_line("{\"a\":NaN}", "json_syntax", "/a", 5);
    check_line("Infinity", "json_syntax", "", 0);
    check_line("[-Infinity]", "json_syntax", "/0", 2);
    check_line("+1", "json_syntax", "", 0);
    check_line(".5", "json_syntax", "", 0);
    check_line("-.5", "json_syntax", "", 1);
    check_line("01", "json_syntax", "", 1);
    check_line("-01", "json_syntax", "", 2);
    check_line("[7,1.]", "json_syntax", "/1", 5);
    check_line("1.e5", "json_syntax", "", 2);
    check_line("1e", "json_syntax", "", 2);
    check_line("1e+", "json_syntax", "", 3);
    check_line("-", "json_syntax", "", 1);
    check_line("[0x1]", "json_syntax", "", 2);
    check_line("1_000", "json_syntax", "", 1);
}

#[test]
fn arrays_and_objects() {
    check_line("[", "json_syntax", "", 1);
    check_line("[1", "json_syntax", "", 2);
    check_line("[1 2]", "json_syntax", "", 3);
    check_line("[1,]", "json_syntax", "", 3);
    check_line("[,1]", "json_syntax", "", 1);
    check_line("[1,,2]", "json_syntax", "", 3);
    check_line("[1}", "json_syntax", "", 2);
    check_line("]", "json_syntax", "", 0);
    check_line("{", "json_syntax", "", 1);
    check_line("{,}", "json_syntax", "", 1);
    check_line("{\"a\"}", "json_syntax", "", 4);
    check_line("{\"a\" 1}", "json_syntax", "", 5);
    check_line("{\"a\":}", "json_syntax", "/a", 5);
    check_line("{\"a\":1,}", "json_syntax", "", 7);
    check_line("{\"a\":1 \"b\":2}", "json_syntax", "", 7);
    check_line("{\"a\":1]", "json_syntax", "", 6);
    check_line("{a:1}", "json_syntax", "", 1);
    check_line("{'a':1}", "json_syntax", "", 1);
    check_line("{1:1}", "json_syntax", "", 1);
    check_line("{\"a\":{\"b\":[0,{\"c\":1,}]}}", "json_syntax", "/a/b/1", 20);
}

#[test]
fn comments_and_white_space_beyond_json() {
    check_line("/*c*/1", "json_syntax", "", 0);
    check_line("[1//x\n]", "json_syntax", "", 2);
    check_line("#x\n1", "json_syntax", "", 0);
    check_line("\u{a0}1", "json_syntax", "", 0);
    check_line("[\u{c}1]", "json_syntax", "", 1);
    check_line("\u{2028}1", "json_syntax", "", 0);
}

#[test]
fn strings() {
    check_line("[\"a", "json_syntax", "/0", 3);
    check_line("[\"a\tb\"]", "json_syntax", "/0", 3);
    check_line("[\"a\u{1f}b\"]", "json_syntax", "/0", 3);
    check_line("\"\\x\"", "json_syntax", "", 1);
    check_line("{\"k\":[7,\"ab\\u12G4\"]}", "json_syntax", "/k/1", 11);
    check_line("\"\\u+123\"", "json_syntax", "", 1);
    check_line("\"\\ud800\\u12\"", "json_syntax", "", 7);
    check_line("\"\\u12", "json_syntax", "", 5);
    check_line("\"\\\"", "json_syntax", "", 3);
    check_line("\"\\", "json_syntax", "", 2);
    check_line("{\"a\n\":1}", "json_syntax", "", 3);
    check_line("{\"\\q\":1}", "json_syntax", "", 2);
    check_line("['a']", "json_syntax", "", 1);
    // A character of several bytes right after the backslash, and inside the digits.
    check_line("\"\\é\"", "json_syntax", "", 1);
    check_line("\"\\u00é\"", "json_syntax", "", 1);
}

#[test]
fn places_count_lines_and_code_points() {
    // CRLF, LF and CR each end a line.
    check("{\r\n  \"é\": [\n1,\r2,,\n]}", ("json_syntax", "/é", 18, 4, 3));
    check("[\"é𝄞\" x]", ("json_syntax", "", 10, 1, 7));
}

// clause: OCP-3-3
#[test]
fn repeated_names_are_refused_at_the_second() {
    check_line(r#"{"a":1,"b":2,"a":3}"#, "json_duplicate_member", "/a", 13);
    check_line(r#"[0,{"x":[{"k":1,"k":2}]}]"#, "json_duplicate_member", "/1/x/0/k", 16);
    check_line(r#"{"a/b":1,"a\u002fb":2}"#, "json_duplicate_member", "/a~1b", 9);
    check_line(r#"{"\u0061":1,"a":2}"#, "json_duplicate_member", "/a", 12);
    check_line(r#"{"a":1,"a":2,"a":3}"#, "json_duplicate_member", "/a", 7);
    check_line(r#"{"":1,"":2}"#, "json_duplicate_member", "/", 6);
    check_line(r#"{"~":1,"~":2}"#, "json_duplicate_member", "/~0", 7);
    // The inner object closes first.
    check_line(r#"{"a":1,"a":{"b":1,"b":2}}"#, "json_duplicate_member", "/a/b", 18);
    // Names longer than eight bytes that differ in one place only, and those that do not.
    check_line(
        r#"{"prefix-12345678":1,"Prefix-12345678":2,"prefix-12345678":3}"#,
        "json_duplicate_member",
        "/prefix-12345678",
        41,
    );
}

#[test]
fn names_that_only_look_alike_are_kept() {
    for text in [
        r#"{"a":1,"A":2}"#,
        r#"{"a":1,"b":{"a":2},"c":{"a":3}}"#,
        r#"[{"a":1},{"a":1}]"#,
        r#"{"":1,"\u0000":2,"\u0000\u0000":3}"#,
        r#"{"prefix-12345678":1,"Prefix-12345678":2}"#,
    ] {
        assert!(read(text.as_bytes(), &Limits::default()).is_ok(), "{text}");
    }
}

// clause: OCP-3-4
#[test]
fn lone_surrogates() {
    let code = "json_lone_surrogate";
    check_line(r#"["\ud800"]"#, code, "/0", 2);
    check_line(r#"["\udc00\ud800"]"#, code, "/0", 2);
    check_line(r#"["ab\ud83dx"]"#, code, "/0", 4);
    check_line(r#"["\ud800\ud800\udc00"]"#, code, "/0", 2);
    check_line(r#"["\uD83D\u0041"]"#, code, "/0", 2);
    check_line(r#"["\uD83D\n"]"#, code, "/0", 2);
    check_line(r#"["\uD83D\\uDE00"]"#, code, "/0", 2);
    check_line(r#"["\ud83d\ude00\ude00"]"#, code, "/0", 14);
    check_line(r#"{"x":{"\ud800":1}}"#, code, "/x", 7);
    check_line(r#"{"a":"\uDFFF"}"#, code, "/a", 6);
}

// clause: OCP-3-5
#[test]
fn numbers_out_of_range() {
    let code = "json_number_range";
    check_line("[1e400]", code, "/0", 1);
    check_line(r#"{"a":-1e999}"#, code, "/a", 5);
    check_line("1.7976931348623159e308", code, "", 0);
    check_line("1e99999999999999999999", code, "", 0);
    check_line("[0, 1e-400]", code, "/1", 4);
    check_line("-1e-99999999999999999999", code, "", 0);
    // Below half of the smallest double, 2^-1075 = 2.4703282292062327208…e-324.
    check_line("2.4703282292062327e-324", code, "", 0);
    check_line(r#"{"n":9007199254740993}"#, code, "/n", 5);
    check_line("9007199254740993.0", code, "", 0);
    check_line("9007199254740993e0", code, "", 0);
    check_line("9.007199254740993e15", code, "", 0);
    check_line("-18014398509481985", code, "", 0);
    check_line("123456789012345678901234567890", code, "", 0);
}

// clause: OCP-3-2
#[test]
fn text_that_is_not_utf8() {
    let code = "json_encoding";
    check(b"\xEF\xBB\xBF{}", (code, "", 0, 1, 1));
    check(b"\xFF\xFE[\0]\0", (code, "", 0, 1, 1));
    check(b"\xFE\xFF\0[\0]", (code, "", 0, 1, 1));
    check(b"[\0]\0", (code, "", 0, 1, 1));
    check(b"\0[\0]", (code, "", 0, 1, 1));
    check(b"\xFF\xFE\0\0[\0\0\0", (code, "", 0, 1, 1));
    check(b"\0\0\0[\0\0\0]", (code, "", 0, 1, 1));
    check(b"[\"a\xFF\"]", (code, "/0", 3, 1, 4));
    check(b"[\"\xED\xA0\x80\"]", (code, "/0", 2, 1, 3));
    check(b"[\"\xC0\xAF\"]", (code, "/0", 2, 1, 3));
    check(b"[\"\xF4\x90\x80\x80\"]", (code, "/0", 2, 1, 3));
    check(b"[\"x\", \"\xC3", (code, "/1", 7, 1, 8));
    check(b"{}\n \xFF", (code, "", 4, 2, 2));
    check(b"{\"a\":1,\"\xFF\":2}", (code, "", 8, 1, 9));
    check(b"{\"a\":{\"b\":\xFF}}", (code, "/a/b", 10, 1, 11));
    check(b"[tr\xFF", (code, "/0", 3, 1, 4));
    // A fault before the bad byte is met first.
    check(b"[01,\"\xFF\"]", ("json_syntax", "", 2, 1, 3));
}

#[test]
fn encodings_are_named() {
    let seen = |text: &[u8]| refusal(text).found.unwrap();
    assert_eq!(seen(b"\xEF\xBB\xBF{}"), "a UTF-8 byte order mark");
    assert_eq!(seen(b"\xFF\xFE[\0]\0"), "a UTF-16 (little-endian) byte order mark");
    assert_eq!(seen(b"\xFE\xFF\0[\0]"), "a UTF-16 (big-endian) byte order mark");
    assert_eq!(seen(b"[\0]\0"), "UTF-16 (little-endian) text");
    assert_eq!(seen(b"\0[\0]"), "UTF-16 (big-endian) text");
    assert_eq!(seen(b"\xFF\xFE\0\0[\0\0\0"), "a UTF-32 (little-endian) byte order mark");
    assert_eq!(seen(b"\0\0\xFE\xFF\0\0\0["), "a UTF-32 (big-endian) byte order mark");
    assert_eq!(seen(b"[\0\0\0]\0\0\0"), "UTF-32 (little-endian) text");
    assert_eq!(seen(b"\0\0\0[\0\0\0]"), "UTF-32 (big-endian) text");
    assert_eq!(seen(b"[\"\xFF\"]"), "byte FF at offset 2");
}

#[test]
fn what_stands_there_is_told() {
    let told = |text: &str| {
        let finding = refusal(text.as_bytes());
        (finding.expected.unwrap(), finding.found.unwrap())
    };
    let pair = |expected: &str, found: &str| (expected.to_owned(), found.to_owned());
    assert_eq!(told("[1,]"), pair("a value after the comma", "`]`"));
    assert_eq!(told("[1"), pair("`,` or `]`", "the end of the document"));
    assert_eq!(told("{}\u{7}"), pair("the end of the document", "U+0007"));
    assert_eq!(told("nuLL"), pair("`null`", "`L`"));
    assert_eq!(told(r#"["\uDEAD!"]"#).1, r"\uDEAD");
    assert_eq!(told(r#"{"é":1,"\u00e9":2}"#).1, "é");
    assert_eq!(told("1e400").1, "1e400");
    // A long literal is cut.
    assert_eq!(told(&"9".repeat(1000)).1, "9".repeat(60));
}

#[test]
fn the_invalid_samples() {
    let index = include_str!("data/invalid/index.tsv");
    let mut rows = 0;
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        // What the reader accepts is the business of the rules.
        if !cells[2].starts_with("json_") {
            continue;
        }
        let path = format!("{}/tests/data/invalid/{}", env!("CARGO_MANIFEST_DIR"), cells[0]);
        let finding = refusal(&std::fs::read(path).unwrap());
        assert_eq!((finding.code.as_str(), finding.pointer.as_str()), (cells[2], cells[3]), "{row}");
        rows += 1;
    }
    assert_eq!(rows, 9);
}
