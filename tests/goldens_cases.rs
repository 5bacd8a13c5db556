//! Inputs that other tools got wrong, by the number they have in the list of such cases: for each the golden vectors that
//! show it, with the code they are refused with, or the reason why there are none.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::collections::{BTreeMap, BTreeSet};

use folder::goldens;
use ocp_convert::goldens::read_group;
use ocp_convert::goldens::vector::Group;

/// The case, the code its vectors are refused with (nothing for valid ones), and the vectors.
const CASES: &[(&str, &str, &[&str])] = &[
    ("A1", "", &["canonical-order-above-surrogates-jcs"]),
    ("A2", "", &["canonical-order-above-surrogates-zcf", "manifest-unknown-section-order"]),
    ("A4", "", &["canonical-order-rfc-letters-jcs", "canonical-text-delete-jcs"]),
    ("A5", "", &["canonical-order-digits-jcs"]),
    ("A7", "", &["canonical-order-digits-zcf"]),
    ("A8", "", &["canonical-number-small-fixed-jcs", "canonical-number-small-exponent-given-jcs"]),
    ("A8", "", &["canonical-number-five-zeros-jcs", "canonical-number-large-fixed-jcs"]),
    ("A8", "", &["canonical-number-large-exponent-jcs"]),
    ("A9", "", &["canonical-number-shortest-jcs"]),
    ("A10", "", &["canonical-number-negative-zero-jcs", "canonical-number-negative-zero-fraction-zcf"]),
    ("A10", "", &["canonical-number-negative-zero-exponent-zcf"]),
    ("A11", "", &["canonical-number-one-fraction-zcf", "canonical-number-fraction-zeros-jcs"]),
    ("A11", "", &["canonical-number-fraction-exponent-jcs", "packet-version-one-point-zero"]),
    ("A12", "json_number_range", &["canonical-refused-number-two-to-53-plus-1"]),
    ("A12", "", &["canonical-number-big-two-to-64-jcs"]),
    ("A14", "json_number_range", &["canonical-refused-number-thirty-digits"]),
    ("A15", "", &["canonical-text-short-escapes-jcs"]),
    ("A17", "", &["canonical-order-not-normalised-jcs", "canonical-text-not-normalised-zcf"]),
    ("B1", "", &["canonical-number-rounding-1-jcs", "canonical-number-rounding-2-jcs"]),
    ("B1", "", &["canonical-number-rounding-3-jcs", "canonical-number-rounding-4-jcs"]),
    ("B2", "json_duplicate_member", &["canonical-refused-duplicate", "canonical-refused-duplicate-nested"]),
    ("B2", "json_duplicate_member", &["canonical-refused-duplicate-escaped", "packet-duplicate"]),
    ("B4", "json_lone_surrogate", &["canonical-refused-surrogate-high", "canonical-refused-surrogate-low"]),
    ("B4", "json_lone_surrogate", &["canonical-refused-surrogate-name"]),
    ("B5", "json_lone_surrogate", &["canonical-refused-surrogate-reversed"]),
    ("B7", "json_encoding", &["canonical-refused-encoding-ff", "canonical-refused-encoding-surrogate"]),
    ("B8", "json_encoding", &["canonical-refused-encoding-bom", "packet-bom"]),
    ("B10", "json_encoding", &["canonical-refused-encoding-utf16le", "canonical-refused-encoding-utf16be"]),
    ("B11", "json_depth", &["canonical-refused-depth-100000"]),
    ("B12", "", &["canonical-depth-128-jcs"]),
    ("B12", "json_depth", &["canonical-refused-depth-129"]),
    ("B14", "", &["canonical-depth-goes-down-jcs"]),
    (
        "B15",
        "json_syntax",
        &["canonical-refused-syntax-trailing-word", "canonical-refused-syntax-two-documents"],
    ),
    ("B15", "json_syntax", &["canonical-refused-syntax-trailing-comma-object"]),
    ("D1", "source_signature_invalid", &["authentication-signature-plus-order"]),
    (
        "D2",
        "source_key_untrusted",
        &["authentication-small-order-forgery", "authentication-unsafe-key-identity"],
    ),
    ("D2", "source_key_untrusted", &["authentication-unsafe-key-order-8"]),
    ("D4", "source_key_untrusted", &["authentication-unsafe-key-identity-with-sign"]),
    ("D4", "source_key_untrusted", &["authentication-unsafe-key-p-plus-1"]),
    ("D6", "authentication_encoding", &["authentication-encoding-signature-63"]),
    ("D6", "authentication_encoding", &["authentication-encoding-signature-65"]),
    ("D6", "authentication_encoding", &["authentication-encoding-signature-empty"]),
    (
        "D8",
        "recipient_mac_mismatch",
        &["authentication-mac-flipped-first", "authentication-mac-flipped-last"],
    ),
    (
        "D8",
        "authentication_encoding",
        &["authentication-encoding-mac-cut", "authentication-encoding-mac-empty"],
    ),
    ("D9", "", &["authentication-sign-mac-empty-nonce", "authentication-authentic-empty-nonce"]),
    ("D10", "", &["authentication-unsigned"]),
    ("D10", "unsigned_not_allowed", &["authentication-unsigned-bound", "authentication-stripped"]),
    ("D11", "source_signature_unverifiable", &["authentication-source-signature"]),
    ("D12", "source_signature_invalid", &["authentication-signature-covers-redaction-manifest"]),
    ("D12", "fingerprint_mismatch", &["authentication-wrong-key"]),
    ("D13", "unknown_field", &["authentication-unknown-field-signed"]),
    ("E1", "", &["checkpoint-time-leap-second", "checkpoint-s005-leap-before"]),
    ("E1", "OCP-S005", &["checkpoint-s005-leap-after", "checkpoint-s005-leap-fraction"]),
    ("E2", "", &["checkpoint-time-impossible-second-60"]),
    ("E4", "", &["checkpoint-time-lower-case", "zo-usable-time"]),
    ("E5", "schema", &["checkpoint-time-no-digits"]),
    ("E7", "", &["checkpoint-time-fraction"]),
    ("E7", "OCP-S005", &["checkpoint-s005-fraction-later"]),
    ("E8", "schema", &["checkpoint-time-short-offset", "checkpoint-time-hour-offset"]),
    (
        "E8",
        "schema",
        &["checkpoint-time-no-seconds", "checkpoint-time-zone", "checkpoint-time-six-digit-year"],
    ),
    ("E10", "", &["checkpoint-time-minus-zero"]),
    ("E11", "", &["checkpoint-time-impossible-february-29", "checkpoint-time-impossible-hour-24"]),
    ("E11", "schema", &["checkpoint-time-no-offset"]),
    ("F1", "", &["checkpoint-s008-none-path", "checkpoint-s008-none-query", "checkpoint-s008-none-fragment"]),
    ("F2", "OCP-S008", &["checkpoint-s008-host-like"]),
    ("F3", "OCP-S008", &["checkpoint-s008-user"]),
    ("F5", "OCP-S008", &["checkpoint-s008-backslashes", "checkpoint-s008-no-slashes", "checkpoint-s008-tab"]),
    ("F5", "OCP-S008", &["checkpoint-s008-leading-blank"]),
    ("F7", "", &["checkpoint-s008-none-mailto", "checkpoint-s008-none-scp", "checkpoint-s008-none-urn"]),
    ("F8", "", &["checkpoint-secret-jdbc"]),
    ("G1", "schema", &["checkpoint-local-id-line-feed", "checkpoint-time-line-feed"]),
];

/// Cases that no vector can show, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("C1", "about files of many lines; a vector is one document"),
    ("C3", "about files of many lines; a vector is one document"),
    ("C5", "about runs over many files; a vector is one document"),
    ("G3", "about the patterns of a schema somebody brings; no vector brings one"),
];

/// Every case there is.
const ALL: &str = "A1 A2 A4 A5 A7 A8 A9 A10 A11 A12 A14 A15 A17 B1 B2 B4 B5 B7 B8 B10 B11 B12 B14 B15 C1 C3 C5 \
                   D1 D2 D4 D6 D8 D9 D10 D11 D12 D13 E1 E2 E4 E5 E7 E8 E10 E11 F1 F2 F3 F5 F7 F8 G1 G3";

#[test]
fn every_case_has_its_vectors() {
    let files = goldens();
    let mut codes: BTreeMap<String, String> = BTreeMap::new();
    for group in Group::ALL {
        let vectors = read_group(&files, *group).unwrap().vectors;
        codes.extend(vectors.into_iter().map(|v| (v.id, v.code.unwrap_or_default())));
    }
    for (case, code, vectors) in CASES {
        for vector in *vectors {
            assert_eq!(codes.get(*vector).map(String::as_str), Some(*code), "{case} {vector}");
        }
    }
    let shown = CASES.iter().map(|(case, ..)| *case);
    let found: BTreeSet<&str> = shown.chain(ELSEWHERE.iter().map(|(case, _)| *case)).collect();
    assert_eq!(found, ALL.split_whitespace().collect());
}
