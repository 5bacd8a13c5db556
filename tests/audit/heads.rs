//! The honest conversions, and lies about what the ledger is about.

use ocp_convert::audit::read_ledger;
use ocp_convert::finding::Code;
use serde_json::json;

use crate::fixture::{Case, finds};

#[test]
fn honest_conversions_pass() {
    finds(&Case::to_packet(), &[]);
    finds(&Case::to_checkpoint(), &[]);
}

#[test]
fn a_ledger_is_read_strictly() {
    let honest = Case::to_packet().ledger;
    let refused = |text: &str| read_ledger(text.as_bytes()).unwrap_err().code;
    let mut extra = honest.clone();
    extra["moved"][0]["to"][0]["note"] = json!("x");
    assert_eq!(refused(&extra.to_string()), Code::AuditLedger);
    let mut short = honest.clone();
    short.as_object_mut().unwrap().remove("omitted");
    assert_eq!(refused(&short.to_string()), Code::AuditLedger);
    let twice = honest.to_string().replacen("{\"direction\"", "{\"ledgerVersion\":1,\"direction\"", 1);
    assert_eq!(refused(&twice), Code::JsonDuplicateMember);
    assert_eq!(refused("[]"), Code::AuditLedger);
    assert_eq!(refused("{"), Code::JsonSyntax);
}

#[test]
fn wrong_versions() {
    for member in ["ledgerVersion", "profileVersion", "mappingVersion"] {
        let mut case = Case::to_packet();
        case.ledger[member] = json!(7);
        finds(&case, &[(Code::AuditVersion, &format!("/{member}"))]);
    }
}

#[test]
fn no_direction() {
    let mut case = Case::to_packet();
    case.ledger["direction"] = json!("sideways");
    finds(&case, &[(Code::AuditDirection, "/direction")]);
}

#[test]
fn the_other_direction() {
    let mut case = Case::to_checkpoint();
    case.ledger["direction"] = json!("ocp-to-zephr");
    let found = case.findings();
    for member in ["/source/format", "/source/version", "/target/format", "/target/version"] {
        assert!(found.contains(&(Code::AuditFormat, member.to_owned())), "{member}");
    }
    assert!(found.contains(&(Code::AuditRuleDirection, "/moved/0/rule".to_owned())));
}

#[test]
fn wrong_formats() {
    let mut case = Case::to_packet();
    case.ledger["source"]["format"] = json!("zephr-continuity");
    case.ledger["target"]["version"] = json!("2");
    finds(&case, &[(Code::AuditFormat, "/source/format"), (Code::AuditFormat, "/target/version")]);
}

#[test]
fn a_document_of_another_version() {
    let mut case = Case::to_checkpoint();
    case.source["formatVersion"] = json!(2);
    finds(&case.sealed(), &[(Code::AuditFormat, "/source/version")]);
}

#[test]
fn a_source_edited_after_the_conversion() {
    let mut case = Case::to_packet();
    case.source["extra"] = json!(false);
    finds(&case, &[(Code::AuditDigest, "/source/digest")]);
}

#[test]
fn a_target_edited_after_the_conversion() {
    let mut case = Case::to_packet();
    case.target["retention"]["exportedAt"] = json!("2026-01-03T03:04:05Z");
    // The root and the nonce, which are over the whole packet, notice it too.
    let expected = [
        (Code::AuditDigest, "/target/digest"),
        (Code::AuditComputedValue, "/manifest/rootHash"),
        (Code::AuditComputedValue, "/packet/nonce"),
    ];
    finds(&case, &expected);
}

#[test]
fn wrong_totals() {
    for member in [
        "sourceLeaves",
        "exact",
        "transcoded",
        "structural",
        "narrated",
        "demoted",
        "regenerated",
        "omitted",
        "targetLeaves",
        "synthesized",
    ] {
        let mut case = Case::to_packet();
        case.ledger["summary"][member] = json!(99);
        finds(&case, &[(Code::AuditSummary, &format!("/summary/{member}"))]);
    }
}
