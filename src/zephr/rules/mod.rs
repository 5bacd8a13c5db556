//! Packets: the envelope, the sections and what they ask of each other (the Zephr text; profile 1, sections 3 to 5).
//!
//! What the published text states is an error. What only the profile pins is a warning, `profile_deviation`, except
//! where the profile says that no reading is left.

mod authentication;
mod references;
mod sections;
mod shape;

use crate::finding::Placed;
use crate::json::{Tree, resolve};

/// Every finding on a packet; in no particular order, at most `limit` of them about its shape.
pub fn check(tree: &Tree<'_>, limit: usize) -> Vec<Placed> {
    let root = tree.root();
    let mut out = Vec::new();
    if shape::other_major_version(root, &mut out) {
        return out;
    }
    shape::shape(tree, limit, &mut out);
    shape::undefined_members(root, &mut out);
    sections::content_mixed(root, &mut out);
    sections::section_missing(root, &mut out);
    sections::section_unsupported(root, &mut out);
    authentication::authentication_encoding(root, &mut out);
    authentication::source_signature_unverifiable(root, &mut out);
    references::check(root, &mut out);
    out.extend(manifest(tree));
    out
}

/// What the manifest module finds, with its places.
fn manifest(tree: &Tree<'_>) -> impl Iterator<Item = Placed> {
    let root = tree.root();
    let collisions = super::manifest::section_name_collision(root);
    // Without the object there is nothing to compare, and its absence is a finding already.
    let rooted = root.get("manifest").get("rootHash").as_str().is_some();
    let mismatch = super::manifest::manifest_root(root).filter(|_| rooted);
    collisions.into_iter().chain(mismatch).map(move |mut finding| {
        let node = resolve(tree, &std::mem::take(&mut finding.pointer)).index();
        Placed { node, finding }
    })
}
