//! Packets: the envelope, the sections and what they ask of each other (the Zephr text; profile 1, sections 3 to 5).
//!
//! What the published text states is an error. What only the profile pins is a warning, `profile_deviation`, except
//! where the profile says that no reading is left.

mod authentication;
mod references;
mod sections;
mod shape;

use crate::finding::{Finding, Placed};
use crate::json::{Cursor, Tree, resolve};

/// Every finding on a packet; in no particular order, at most `limit` of them about its shape.
pub fn check(tree: &Tree<'_>, limit: usize) -> Vec<Placed> {
    let mut out = structure(tree, limit);
    let root = tree.root();
    // Without the object there is nothing to compare, and its absence is a finding already. Of another major version
    // no root is known.
    if root.get("manifest").get("rootHash").as_str().is_some() && !is_of_another_major_version(root) {
        out.extend(super::manifest::manifest_root(root).map(|finding| at(tree, finding)));
    }
    out
}

/// Whether the packet is of a version of which nothing else can be said.
pub(super) fn is_of_another_major_version(root: Cursor<'_>) -> bool {
    shape::other_major_version(root, &mut Vec::new())
}

/// As [`check`], but for the value of the root: what the packet says of itself is left to the caller, who may read it
/// under another layout.
pub fn structure(tree: &Tree<'_>, limit: usize) -> Vec<Placed> {
    let root = tree.root();
    let mut out = Vec::new();
    if shape::other_major_version(root, &mut out) {
        return out;
    }
    if !references::check(root, &mut out) {
        shape::shape(tree, limit, &mut out);
    }
    sections::content_mixed(root, &mut out);
    sections::section_missing(root, &mut out);
    sections::section_unsupported(root, &mut out);
    authentication::authentication_encoding(root, &mut out);
    authentication::mac_without_recipient(root, &mut out);
    authentication::source_signature_unverifiable(root, &mut out);
    let collisions = super::manifest::section_name_collision(root);
    out.extend(collisions.into_iter().map(|finding| at(tree, finding)));
    out
}

/// A finding with the value its pointer leads to.
fn at(tree: &Tree<'_>, mut finding: Finding) -> Placed {
    let node = resolve(tree, &std::mem::take(&mut finding.pointer)).index();
    Placed { node, finding }
}
