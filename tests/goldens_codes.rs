//! Each code that canonicalising, computing roots, signing, verifying and what is done about receipts can give has a vector
//! in the group about it, so that a reader of those four groups needs no other one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::collections::BTreeSet;

use folder::goldens;
use ocp_convert::finding::Code;
use ocp_convert::goldens;
use ocp_convert::goldens::vector::{Group, Operation};

/// What the reader refuses; of a size only where a limit is given, which `canonical` shows.
const JSON: &[&str] = &[
    "json_encoding",
    "json_syntax",
    "json_depth",
    "json_duplicate_member",
    "json_lone_surrogate",
    "json_number_range",
];
/// What the reader lets pass with a warning.
const NOTES: &[&str] = &["json_noncharacter", "json_big_integer"];
const ROOT: &[&str] = &["manifest_root_encoding", "manifest_root_mismatch"];
/// Errors of a packet that is read as one.
const MEMBERS: &[&str] = &[
    "not_a_packet",
    "schema",
    "unknown_field",
    "section_name_collision",
    "content_mixed",
    "section_missing",
    "authentication_encoding",
    "mac_without_recipient",
];
/// Warnings about its members; `secret_suspected` is shown in `packet-validity`.
const WARNINGS: &[&str] = &[
    "profile_deviation",
    "section_unrecorded",
    "section_unsupported",
    "timestamp_impossible",
    "duplicate_id",
    "dangling_reference",
    "review_after_expiry",
    "review_overdue",
];
const VERIFYING: &[&str] = &[
    "source_signature_unverifiable",
    "unsigned_not_allowed",
    "mac_keys_missing",
    "source_key_untrusted",
    "fingerprint_mismatch",
    "source_signature_invalid",
    "recipient_mac_mismatch",
    "packet_expired",
    "packet_replayed",
    "destination_id_missing",
    "recipient_mismatch",
];
const RECEIPTS: &[&str] = &[
    "tool_refused",
    "time_unusable",
    "receipt_invalid",
    "receipt_digest_mismatch",
    "receipt_signature_invalid",
    "receipt_mismatch",
];

/// Lists of codes.
type Codes = &'static [&'static [&'static str]];

/// A group, operations of it, and the codes these can give between them.
const DUE: &[(Group, &[Operation], Codes)] = &[
    (Group::Canonical, &[Operation::Canonicalize], &[JSON, NOTES, &["json_size"]]),
    (Group::Manifest, &[Operation::ManifestRoot], &[JSON, NOTES, ROOT, &["section_name_collision"]]),
    (Group::Authentication, &[Operation::Sign], &[JSON, NOTES, MEMBERS, ROOT, &["source_unattested"]]),
    (Group::Authentication, &[Operation::Verify], &[JSON, NOTES, MEMBERS, ROOT, WARNINGS, VERIFYING]),
    (
        Group::Receipt,
        &[Operation::Ingest, Operation::CheckReceipt, Operation::CompareReceipt],
        &[JSON, NOTES, MEMBERS, ROOT, WARNINGS, VERIFYING, RECEIPTS],
    ),
];

#[test]
fn every_code_of_an_operation_has_a_vector_in_its_group() {
    let files = goldens();
    for (group, operations, codes) in DUE {
        let vectors = goldens::read_group(&files, *group).unwrap().vectors;
        let mut shown = BTreeSet::new();
        for vector in vectors.into_iter().filter(|v| operations.contains(&v.operation)) {
            shown.extend(vector.code);
            shown.extend(vector.also.into_iter().chain(vector.warnings).map(|found| found.code));
        }
        let due: BTreeSet<String> = codes.iter().copied().flatten().map(|code| (*code).to_owned()).collect();
        assert_eq!(shown, due, "{group:?} {operations:?}");
    }
}

/// Codes that no operation of these groups gives, by how they begin or as they are.
const OTHERS: &[&str] = &[
    "OCP-",
    "audit_",
    "residue_",
    "fork_",
    "format_unrecognised",
    "version_unsupported",
    "resource_kind_unlisted",
    "extension_prefix_reserved",
    "reference_cycle",
    "compaction_unrecorded",
    "uncertain_without_effect",
    "parent_digest_mismatch",
    "statement_rewritten",
    "authentication_unchecked",
    "review_by_uncomputable",
    "secret_suspected",
    "schema_unusable",
    "ledger_unaccounted",
    "output_invalid",
    "loss_denied",
    "already_in_format",
    "authentication_stale",
];

#[test]
fn no_code_is_left_out_of_the_lists() {
    let due: BTreeSet<&str> =
        DUE.iter().flat_map(|(_, _, codes)| codes.iter().copied().flatten().copied()).collect();
    for code in Code::ALL.iter().map(|code| code.as_str()) {
        let other = OTHERS.iter().any(|start| code.starts_with(start));
        assert!(due.contains(code) != other, "{code}: in one of the lists");
    }
}
