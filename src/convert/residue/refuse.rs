//! What is never preserved: credentials would outlive the document they were written into, and what vouches for somebody
//! must not come back from a file that anybody can write.

use std::collections::HashSet;

use super::places::Places;
use super::restore::shape;
use super::vouching::vouching;
use super::{depth, residue_of, secrets};
use crate::document;
use crate::finding::{Code, Finding};
use crate::json::{Limits, Tree};

/// Why the document is not preserved, each reason with its place; none when it may be.
pub(super) fn refused(original: &Tree<'_>) -> Vec<Finding> {
    let places = Places::new(original);
    let mut out = vouching(original, &places);
    // Other data under that name is data.
    if shape(residue_of(original)).is_ok() {
        let message = "the document holds the residue of an earlier conversion, and residues are not nested: they would \
                       grow with every round";
        out.push(Finding::new(Code::ResidueNested, super::POINTER, message));
    }
    if depth(original) > Limits::default().depth {
        out.push(Finding::new(Code::JsonDepth, "", "the document is nested too deep to be kept"));
    }
    out.extend(secret(original, &places));
    out
}

/// `residue_secret`: what validation suspects in URIs, and what reads like a credential anywhere. Nothing is repeated.
fn secret(original: &Tree<'_>, places: &Places<'_>) -> Vec<Finding> {
    let options =
        document::Options { lenient: true, max_findings: usize::MAX, ..document::Options::default() };
    let report = document::validate(original, None, &options);
    let in_uris = report
        .findings
        .into_iter()
        .filter(|f| matches!(f.code, Code::SecretSuspected | Code::OcpS008))
        .map(|f| (places.told(f.pointer), f.found.unwrap_or_default()));
    let anywhere = secrets::suspected(original)
        .into_iter()
        .map(|(node, found)| (places.pointer(node), found.to_owned()));
    let message = "this looks like a credential, which a residue must not keep";
    let mut known = HashSet::new();
    in_uris
        .chain(anywhere)
        .filter(|(pointer, _)| known.insert(pointer.clone()))
        .map(|(pointer, found)| Finding::new(Code::ResidueSecret, pointer, message).found(found))
        .collect()
}
