//! What is never preserved: credentials would outlive the document they were written into, and what vouches for somebody
//! must not come back from a file that anybody can write.

use super::restore::shape;
use super::{depth, residue_of, secrets};
use crate::document;
use crate::finding::{Code, Finding};
use crate::json::{Limits, Tree};

/// Why the document is not preserved, each reason with its place; none when it may be.
pub(super) fn refused(original: &Tree<'_>) -> Vec<Finding> {
    let mut out = vouching(original);
    // Other data under that name is data.
    if shape(residue_of(original)).is_ok() {
        let message = "the document holds the residue of an earlier conversion, and residues are not nested: they would \
                       grow with every round";
        out.push(Finding::new(Code::ResidueNested, super::POINTER, message));
    }
    if depth(original) > Limits::default().depth {
        out.push(Finding::new(Code::JsonDepth, "", "the document is nested too deep to be kept"));
    }
    out.extend(secret(original));
    out
}

/// `residue_authentication`: a proof of scope, or a signature or MAC. The restored document has none either.
pub(super) fn vouching(document: &Tree<'_>) -> Vec<Finding> {
    let root = document.root();
    if !root.get("format").exists() {
        return Vec::new();
    }
    let mut out = Vec::new();
    if root.get("scopeProof").exists() {
        let message = "the packet holds a proof of scope, which a residue must not keep";
        out.push(Finding::new(Code::ResidueAuthentication, "/scopeProof", message));
    }
    let kind = root.get("authentication").get("kind");
    if kind.as_str() != Some("unsigned") {
        let message = "the packet is authenticated, and a residue keeps unsigned packets only";
        let finding = Finding::new(Code::ResidueAuthentication, "/authentication", message);
        out.push(finding.expected("unsigned").found(kind.as_str().unwrap_or("something else")));
    }
    out
}

/// `residue_secret`: what validation suspects in URIs, and what reads like a credential anywhere. Nothing is repeated.
fn secret(original: &Tree<'_>) -> Vec<Finding> {
    let options =
        document::Options { lenient: true, max_findings: usize::MAX, ..document::Options::default() };
    let report = document::validate(original, None, &options);
    let mut places: Vec<(String, String)> = report
        .findings
        .into_iter()
        .filter(|f| matches!(f.code, Code::SecretSuspected | Code::OcpS008))
        .map(|f| (f.pointer, f.found.unwrap_or_default()))
        .collect();
    for (pointer, what) in secrets::suspected(original) {
        if !places.iter().any(|(known, _)| *known == pointer) {
            places.push((pointer, what.to_owned()));
        }
    }
    let message = "this looks like a credential, which a residue must not keep";
    let finding = |(pointer, found)| Finding::new(Code::ResidueSecret, pointer, message).found(found);
    places.into_iter().map(finding).collect()
}
