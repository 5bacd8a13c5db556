//! The manifest root: what a packet's `manifest.rootHash` must be (Zephr, manifest; profile 1, section 4).
//!
//! ```text
//! root = SHA-256( LP(domain)  then for each section, keys in code-point order:  LP(key) LP(zcf(section)) )
//! ```
//!
//! Covered are the envelope sections the text lists and every member of `content`, the unknown ones too. Everything
//! else of a packet can be changed without changing the root; [`uncovered`] names it.

use sha2::{Digest, Sha256};

use super::layout::ENVELOPE;
pub use super::layout::{AlsoCovered, ByteOrder, Framing, KeyNames, Length, ManifestLayout, SectionBytes};
use super::message::Body;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::{BuildError, Cursor, Kind, Tree, TreeBuilder, escape_token};

/// A part of a packet that the root covers.
#[derive(Clone, Copy, Debug)]
pub struct Section<'t> {
    /// The key it is hashed under.
    pub key: &'t str,
    /// The value.
    pub place: Cursor<'t>,
}

/// What went into the hash, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Bytes of the domain string with its framing.
    pub domain: u64,
    /// The sections in the order in which they were hashed.
    pub steps: Vec<Step>,
    /// The root: `sha256:` and 64 lower-case hex digits.
    pub root: String,
}

/// One section in a [`Transcript`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The section's key.
    pub key: String,
    /// Length of the section's canonical bytes.
    pub length: usize,
    /// SHA-256 of the section's canonical bytes, lower-case hex.
    pub sha256: String,
    /// Bytes hashed so far, this section and all prefixes included.
    pub total: u64,
}

/// The sections of `packet` that `layout` covers, in the order in which they are hashed.
pub fn covered<'t>(packet: Cursor<'t>, layout: &ManifestLayout) -> Vec<Section<'t>> {
    let envelope = ENVELOPE.into_iter().map(|(section, member)| {
        let key = if layout.names == KeyNames::Section { section } else { member };
        Section { key, place: packet.get(member) }
    });
    let also = layout.also.members().map(|key| Section { key, place: packet.get(key) });
    let content = packet.get("content");
    let content = content.children().filter_map(|place| place.name().map(|key| Section { key, place }));
    let mut sections: Vec<_> = envelope.chain(also).chain(content).filter(|s| s.place.exists()).collect();
    // Stable, so that a packet with colliding keys, which is refused elsewhere, still has one root.
    sections.sort_by(|a, b| layout.order.compare(a.key, b.key));
    sections
}

/// Pointers of the parts of `packet` that can be changed without changing its root, in document order.
/// `/manifest` is among them only for members beside the root.
pub fn uncovered(packet: Cursor<'_>, layout: &ManifestLayout) -> Vec<String> {
    packet.children().filter(|member| !is_covered(*member, layout)).map(member_pointer).collect()
}

/// Whether nothing of a top-level member can be changed without changing the root.
pub(super) fn is_covered(member: Cursor<'_>, layout: &ManifestLayout) -> bool {
    let Some(name) = member.name() else { return false };
    let by_parts = match name {
        "content" => member.is_object() && !member.is_empty(),
        "manifest" => member.children().all(|c| c.name() == Some("rootHash")) && !member.is_empty(),
        _ => false,
    };
    by_parts
        || ENVELOPE.iter().any(|(_, listed)| *listed == name)
        || layout.also.members().any(|also| also == name)
}

/// The pointer of a top-level member.
pub(super) fn member_pointer(member: Cursor<'_>) -> String {
    let name = member.name().unwrap_or_default();
    let mut pointer = String::with_capacity(name.len() + 1);
    pointer.push('/');
    if name.contains(['~', '/']) {
        pointer.push_str(&escape_token(name));
    } else {
        pointer.push_str(name);
    }
    pointer
}

/// Hashes `packet` as `layout` says: `known` may have the canonical bytes of a section, `watch` is shown each section,
/// its bytes, and how many have been hashed so far.
fn hash<'b>(
    packet: Cursor<'_>,
    layout: &ManifestLayout,
    known: impl Fn(&Section<'_>) -> Option<&'b [u8]>,
    mut watch: impl FnMut(&Section<'_>, &[u8], u64),
) -> (u64, [u8; 32]) {
    let mut hasher = Sha256::new();
    let mut head = Vec::new();
    layout.push_domain(&mut head);
    hasher.update(&head);
    let domain = head.len() as u64;
    let mut total = domain;
    // Used again for every section: a packet's largest section bounds the memory.
    let mut bytes = Vec::new();
    for section in covered(packet, layout) {
        let whole = known(&section).unwrap_or_else(|| {
            bytes.clear();
            canon::write(section.place, layout.canonical, &mut bytes);
            &bytes
        });
        let digest;
        let body: &[u8] = match layout.section {
            SectionBytes::Inline => whole,
            SectionBytes::Hashed => {
                digest = digest::sha256(whole);
                &digest
            }
        };
        head.clear();
        layout.push_key(section.key, body.len(), &mut head);
        hasher.update(&head);
        hasher.update(body);
        total += (head.len() + body.len()) as u64;
        watch(&section, whole, total);
    }
    (domain, hasher.finalize().into())
}

/// The root of `packet` under `layout`: `sha256:` and 64 lower-case hex digits.
pub fn root(packet: Cursor<'_>, layout: &ManifestLayout) -> String {
    tagged(root_bytes(packet, layout))
}

/// The root of `packet` under `layout`, raw.
pub fn root_bytes(packet: Cursor<'_>, layout: &ManifestLayout) -> [u8; 32] {
    hash(packet, layout, |_| None, |_, _, _| {}).1
}

/// As [`root`], from the canonical bytes of the packet where they are in the form the layout asks for.
pub(super) fn root_of(body: &Body, packet: Cursor<'_>, layout: &ManifestLayout) -> String {
    if layout.canonical != Profile::Zcf {
        return root(packet, layout);
    }
    tagged(hash(packet, layout, |section| Some(body.section(section.place)), |_, _, _| {}).1)
}

fn tagged(root: [u8; 32]) -> String {
    format!("sha256:{}", hex::encode(root))
}

/// As [`root_bytes`] under the pinned layout, from the canonical bytes that a packet had before its member `changed` was
/// completed.
pub(crate) fn completed_root(body: &Body, packet: Cursor<'_>, changed: u32) -> [u8; 32] {
    let known =
        |section: &Section<'_>| (section.place.index() != changed).then(|| body.section(section.place));
    hash(packet, &ManifestLayout::PINNED, known, |_, _, _| {}).1
}

/// The root of `packet` under `layout`, and every step on the way to it.
pub fn transcript(packet: Cursor<'_>, layout: &ManifestLayout) -> Transcript {
    let mut steps = Vec::new();
    let (domain, root) = hash(
        packet,
        layout,
        |_| None,
        |section, bytes, total| {
            let (length, sha256) = (bytes.len(), digest::sha256_hex(bytes));
            steps.push(Step { key: section.key.to_owned(), length, sha256, total });
        },
    );
    Transcript { domain, steps, root: tagged(root) }
}

/// `section_name_collision` (profile 1, section 3, pinned): no content member is called as an envelope section is,
/// since the root could not tell one from the other.
pub fn section_name_collision(packet: Cursor<'_>) -> Vec<Finding> {
    let content = packet.get("content");
    let names = content.children().filter_map(Cursor::name);
    let colliding = names.filter(|name| ENVELOPE.iter().any(|(section, _)| section == name));
    colliding
        .map(|name| {
            let message = "a content member has the name of an envelope section";
            let pointer = format!("/content/{}", escape_token(name));
            Finding::new(Code::SectionNameCollision, pointer, message).found(name)
        })
        .collect()
}

/// `manifest_root_encoding`, `manifest_root_mismatch` (Zephr, manifest): the packet states its root, in the one
/// spelling, and it is the root computed under the pinned layout.
pub fn manifest_root(packet: Cursor<'_>) -> Option<Finding> {
    compare_root(packet, &root(packet, &ManifestLayout::PINNED))
}

/// As [`manifest_root`], for a caller that has computed the root already.
pub fn compare_root(packet: Cursor<'_>, computed: &str) -> Option<Finding> {
    let stated = packet.get("manifest").get("rootHash");
    let Some(text) = stated.as_str() else {
        let message = "the packet states no manifest root";
        let finding = Finding::new(Code::ManifestRootMismatch, root_pointer(packet), message);
        return Some(finding.expected(computed).found(stated.kind().as_str()));
    };
    if text == computed {
        return None;
    }
    let finding = if is_root(text) {
        let message = "the packet's root is not the one of its content";
        Finding::new(Code::ManifestRootMismatch, root_pointer(packet), message)
    } else {
        let message = "the packet's root is not spelled as a root";
        Finding::new(Code::ManifestRootEncoding, root_pointer(packet), message)
    };
    Some(finding.expected(computed).found(text))
}

/// The deepest place towards `/manifest/rootHash` that is there.
fn root_pointer(packet: Cursor<'_>) -> &'static str {
    match (packet.get("manifest").kind(), packet.get("manifest").get("rootHash").exists()) {
        (_, true) => "/manifest/rootHash",
        (Kind::Missing, _) => "",
        _ => "/manifest",
    }
}

/// `sha256:` and 64 lower-case hexadecimal digits.
fn is_root(text: &str) -> bool {
    text.strip_prefix("sha256:")
        .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
}

/// A copy of `packet` whose `manifest.rootHash` is `root`; the rest of `manifest`, if there is any, stays.
///
/// # Errors
/// Only when `packet` is no object, or a value in it is not a document's.
pub fn with_root<'t>(packet: Cursor<'t>, root: &'t str) -> Result<Tree<'t>, BuildError> {
    let mut builder = TreeBuilder::new();
    builder.object();
    for member in packet.children() {
        if member.name() != Some("manifest") {
            builder.copy(member);
        }
    }
    builder.name("manifest").object();
    for member in packet.get("manifest").children() {
        if member.name() != Some("rootHash") {
            builder.copy(member);
        }
    }
    builder.name("rootHash").string(root);
    builder.close();
    builder.close();
    builder.finish()
}
