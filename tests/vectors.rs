//! Published vectors, read from the folder that `OCP_CONVERT_VECTORS` names: the JCS pairs of
//! cyberphone/json-canonicalization and the parsing cases of nst/JSONTestSuite. They are data of others and not part
//! of this repository, so without the variable these tests say that they are skipped.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use std::path::{Path, PathBuf};

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{Limits, read};

/// The folder `name` of the vectors.
fn folder(name: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("OCP_CONVERT_VECTORS") else {
        println!("skipped: OCP_CONVERT_VECTORS not set");
        return None;
    };
    Some(Path::new(&root).join(name))
}

/// Name and bytes of every file in `folder`, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// `accepted` or the code of the refusal.
fn outcome(bytes: &[u8]) -> String {
    read(bytes, &Limits::default()).map_or_else(|f| f.code.to_string(), |_| "accepted".to_owned())
}

#[test]
fn jcs_pairs_are_reproduced_byte_for_byte() {
    let Some(folder) = folder("jcs") else { return };
    let mut pairs = 0;
    for (name, input) in files(&folder) {
        let Some(stem) = name.strip_suffix(".input.json") else { continue };
        let expected = std::fs::read(folder.join(format!("{stem}.output.json"))).unwrap();
        let tree = read(&input, &Limits::default()).unwrap_or_else(|f| panic!("{name}: {f:?}"));
        let ours = canon::to_vec(tree.root(), Profile::Jcs);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&ours), text(&expected), "{name}");
        assert_eq!(ours, expected, "{name}");
        pairs += 1;
    }
    assert!(pairs >= 4, "only {pairs} pairs in {}", folder.display());
}

/// Files that the suite accepts and this reader refuses, because I-JSON is stricter than RFC 8259, with the code.
const STRICTER: &[(&str, &str, &str)] = &[
    ("y_object_duplicated_key.json", "json_duplicate_member", "I-JSON: names do not repeat"),
    ("y_object_duplicated_key_and_value.json", "json_duplicate_member", "I-JSON: names do not repeat"),
];

// clause: OCP-3-1
#[test]
fn json_test_suite_y_is_accepted() {
    let Some(folder) = folder("jsontestsuite") else { return };
    let (mut count, mut exceptions) = (0, 0);
    for (name, bytes) in files(&folder).iter().filter(|(n, _)| n.starts_with("y_")) {
        let exception = STRICTER.iter().find(|(n, ..)| n == name);
        let expected = exception.map_or("accepted", |(_, code, _)| code);
        // A refusal that has become an acceptance makes the exception stale, and fails here too.
        assert_eq!(outcome(bytes), expected, "{name}");
        exceptions += usize::from(exception.is_some());
        count += 1;
    }
    assert!(count >= 60 && exceptions > 0, "only {count} files in {}", folder.display());
}

#[test]
fn json_test_suite_n_is_refused() {
    let Some(folder) = folder("jsontestsuite") else { return };
    let mut count = 0;
    for (name, bytes) in files(&folder).iter().filter(|(n, _)| n.starts_with("n_")) {
        assert_ne!(outcome(bytes), "accepted", "{name}");
        count += 1;
    }
    assert!(count >= 60, "only {count} files in {}", folder.display());
}

/// What profile 1, section 1, makes of the files that RFC 8259 leaves open.
const OPEN: &[(&str, &str)] = &[
    ("i_number_double_huge_neg_exp.json", "json_number_range"),
    ("i_number_huge_exp.json", "json_number_range"),
    ("i_number_neg_int_huge_exp.json", "json_number_range"),
    ("i_number_pos_double_huge_exp.json", "json_number_range"),
    ("i_number_real_neg_overflow.json", "json_number_range"),
    ("i_number_real_pos_overflow.json", "json_number_range"),
    ("i_number_real_underflow.json", "json_number_range"),
    ("i_number_too_big_neg_int.json", "json_number_range"),
    ("i_number_too_big_pos_int.json", "json_number_range"),
    ("i_number_very_big_negative_int.json", "json_number_range"),
    ("i_object_key_lone_2nd_surrogate.json", "json_lone_surrogate"),
    ("i_string_1st_surrogate_but_2nd_missing.json", "json_lone_surrogate"),
    ("i_string_1st_valid_surrogate_2nd_invalid.json", "json_lone_surrogate"),
    ("i_string_UTF-16LE_with_BOM.json", "json_encoding"),
    ("i_string_UTF-8_invalid_sequence.json", "json_encoding"),
    ("i_string_UTF8_surrogate_U+D800.json", "json_encoding"),
    ("i_string_incomplete_surrogate_and_escape_valid.json", "json_lone_surrogate"),
    ("i_string_incomplete_surrogate_pair.json", "json_lone_surrogate"),
    ("i_string_incomplete_surrogates_escape_valid.json", "json_lone_surrogate"),
    ("i_string_invalid_lonely_surrogate.json", "json_lone_surrogate"),
    ("i_string_invalid_surrogate.json", "json_lone_surrogate"),
    ("i_string_invalid_utf-8.json", "json_encoding"),
    ("i_string_inverted_surrogates_U+1D11E.json", "json_lone_surrogate"),
    ("i_string_iso_latin_1.json", "json_encoding"),
    ("i_string_lone_second_surrogate.json", "json_lone_surrogate"),
    ("i_string_lone_utf8_continuation_byte.json", "json_encoding"),
    ("i_string_not_in_unicode_range.json", "json_encoding"),
    ("i_string_overlong_sequence_2_bytes.json", "json_encoding"),
    ("i_string_overlong_sequence_6_bytes.json", "json_encoding"),
    ("i_string_overlong_sequence_6_bytes_null.json", "json_encoding"),
    ("i_string_truncated-utf-8.json", "json_encoding"),
    ("i_string_utf16BE_no_BOM.json", "json_encoding"),
    ("i_string_utf16LE_no_BOM.json", "json_encoding"),
    ("i_structure_500_nested_arrays.json", "json_depth"),
    ("i_structure_UTF-8_BOM_empty_object.json", "json_encoding"),
];

#[test]
fn json_test_suite_i_is_as_the_profile_says() {
    let Some(folder) = folder("jsontestsuite") else { return };
    let mut count = 0;
    for (name, bytes) in files(&folder).iter().filter(|(n, _)| n.starts_with("i_")) {
        let Some((_, expected)) = OPEN.iter().find(|(n, _)| n == name) else {
            panic!("{name} is not in the table; it is {}", outcome(bytes))
        };
        assert_eq!(&outcome(bytes), expected, "{name}");
        count += 1;
    }
    assert!(count > 20, "only {count} files in {}", folder.display());
}
