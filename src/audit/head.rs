//! The head and the foot of a ledger: versions, direction, documents, totals.

use super::places::Places;
use crate::PROFILE_VERSION;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::Tree;
use crate::ledger::{LedgerFile, Summary};
use crate::mapping::{Direction, Fidelity, MAPPING_VERSION};

/// The one version of the ledger's form there is.
const LEDGER_VERSION: u32 = 1;

/// `audit_version`: the ledger, the profile and the mapping are of the versions this auditor knows.
pub(super) fn versions(ledger: &LedgerFile, findings: &mut Vec<Finding>) {
    for (pointer, found, expected) in [
        ("/ledgerVersion", ledger.ledger_version, LEDGER_VERSION),
        ("/profileVersion", ledger.profile_version, PROFILE_VERSION),
        ("/mappingVersion", ledger.mapping_version, MAPPING_VERSION),
    ] {
        if found != expected {
            let finding = Finding::new(Code::AuditVersion, pointer, "another version than this auditor's");
            findings.push(finding.expected(expected.to_string()).found(found.to_string()));
        }
    }
}

/// `audit_direction`: the direction is one of the two.
pub(super) fn direction(ledger: &LedgerFile, findings: &mut Vec<Finding>) -> Option<Direction> {
    let known = [Direction::OcpToZephr, Direction::ZephrToOcp];
    let direction = known.into_iter().find(|d| d.as_str() == ledger.direction);
    if direction.is_none() {
        let finding = Finding::new(Code::AuditDirection, "/direction", "no direction of a conversion");
        findings
            .push(finding.expected("ocp-to-zephr or zephr-to-ocp").found(super::excerpt(&ledger.direction)));
    }
    direction
}

/// What a document says it is: format, version.
fn recognise(document: &Tree<'_>) -> (String, String) {
    let root = document.root();
    let version = |name: &str| super::excerpt(&super::plain(root.get(name)));
    if root.get("opencheckpoint").exists() {
        ("opencheckpoint".to_owned(), version("opencheckpoint"))
    } else if root.get("format").as_str() == Some("zephr-continuity") {
        ("zephr-continuity".to_owned(), version("formatVersion"))
    } else {
        ("neither of the two formats".to_owned(), String::new())
    }
}

/// `audit_format`: ledger and documents agree on what the source and the target are, and on what the direction wants.
pub(super) fn formats(
    source: &Tree<'_>,
    target: &Tree<'_>,
    direction: Direction,
    ledger: &LedgerFile,
    findings: &mut Vec<Finding>,
) {
    let (checkpoint, packet) = (("opencheckpoint", "0.1"), ("zephr-continuity", "1"));
    let (from, to) = match direction {
        Direction::OcpToZephr => (checkpoint, packet),
        Direction::ZephrToOcp => (packet, checkpoint),
    };
    for (side, said, document, wanted) in
        [("source", &ledger.source, source, from), ("target", &ledger.target, target, to)]
    {
        let (format, version) = recognise(document);
        for (member, said, is, wanted) in
            [("format", &said.format, format, wanted.0), ("version", &said.version, version, wanted.1)]
        {
            let wrong = if *said == wanted { is } else { super::excerpt(said) };
            if wrong != wanted {
                let message = format!("the {side} is not what a conversion {} has there", direction.as_str());
                let finding = Finding::new(Code::AuditFormat, format!("/{side}/{member}"), message);
                findings.push(finding.expected(wanted).found(wrong));
            }
        }
    }
}

/// `audit_digest`: the ledger is about these two documents and no others.
pub(super) fn digests(
    source: &Tree<'_>,
    target: &Tree<'_>,
    ledger: &LedgerFile,
    findings: &mut Vec<Finding>,
) {
    for (pointer, said, document) in
        [("/source/digest", &ledger.source.digest, source), ("/target/digest", &ledger.target.digest, target)]
    {
        let is = digest::sha256_tagged(&canon::to_vec(document.root(), Profile::Jcs));
        if *said != is {
            let finding = Finding::new(Code::AuditDigest, pointer, "the ledger is about another document");
            findings.push(finding.expected(is).found(super::excerpt(said)));
        }
    }
}

/// `audit_summary`: the totals are those of the entries and of the documents.
pub(super) fn summary(
    source: &Places<'_>,
    target: &Places<'_>,
    ledger: &LedgerFile,
    findings: &mut Vec<Finding>,
) {
    let class = |class: Fidelity| ledger.moved.iter().filter(|m| m.fidelity == class.as_str()).count();
    let said: &Summary = &ledger.summary;
    for (member, said, is) in [
        ("sourceLeaves", said.source_leaves, source.root().leaves().count()),
        ("exact", said.exact, class(Fidelity::Exact)),
        ("transcoded", said.transcoded, class(Fidelity::Transcoded)),
        ("structural", said.structural, class(Fidelity::Structural)),
        ("narrated", said.narrated, class(Fidelity::Narrated)),
        ("demoted", said.demoted, class(Fidelity::Demoted)),
        ("regenerated", said.regenerated, class(Fidelity::Regenerated)),
        ("omitted", said.omitted, ledger.omitted.len()),
        ("targetLeaves", said.target_leaves, target.root().leaves().count()),
        ("synthesized", said.synthesized, ledger.synthesized.len()),
    ] {
        if said != is {
            let finding = Finding::new(Code::AuditSummary, format!("/summary/{member}"), "a total is wrong");
            findings.push(finding.expected(is.to_string()).found(said.to_string()));
        }
    }
}
