//! M, the bytes that are signed (profile 1, section 5, pinned), and the canonical bytes that M and the root share.
//!
//! ```text
//! M = LP("ocp-convert/1/signature") LP(rootHash text) LP(zcf(packet without `authentication`))
//! ```
//!
//! Everything but the authentication is in it, what the root leaves out too. A packet is written once: the sections the
//! root is over are parts of the same bytes.

use std::cmp::Reverse;
use std::ops::Range;

use crate::canon::{self, Profile, Writer};
use crate::crypto::lp;
use crate::json::Cursor;

/// Domain of the signature. It carries this project's name, since the published text gives none.
const DOMAIN: &[u8] = b"ocp-convert/1/signature";

/// `zcf(packet)`, with or without its authentication, and where in it the members of the packet and of its content stand.
#[derive(Debug)]
pub(crate) struct Body {
    bytes: Vec<u8>,
    parts: Vec<Part>,
}

/// A member in the bytes.
#[derive(Debug)]
struct Part {
    /// Its arena index.
    index: u32,
    /// Whether it is one of the content's.
    inner: bool,
    /// Where its name begins.
    start: usize,
    /// Its value.
    value: Range<usize>,
}

impl Body {
    /// Writes `packet` without its authentication.
    pub(super) fn of(packet: Cursor<'_>) -> Self {
        Self::without(Some("authentication"), packet)
    }

    /// Writes all of `packet`.
    pub(crate) fn whole(packet: Cursor<'_>) -> Self {
        Self::without(None, packet)
    }

    /// Writes all members of `packet` but one.
    fn without(name: Option<&str>, packet: Cursor<'_>) -> Self {
        // A guess that is right for most documents: it only saves growing.
        let mut bytes = Vec::with_capacity(packet.tree().len().saturating_mul(40));
        let writer = Writer::appending(Profile::Zcf, &mut bytes);
        let mut writing = Writing { writer, parts: Vec::with_capacity(32) };
        writing.object(packet, name, false);
        let parts = writing.parts;
        Self { bytes, parts }
    }

    /// The bytes of the packet once its member `changed` has become what it is now, and `added` has come to its members;
    /// nothing when `changed` was not among them.
    pub(crate) fn completed(self, changed: Cursor<'_>, added: Cursor<'_>) -> Option<Vec<u8>> {
        let Self { mut bytes, parts } = self;
        let follows = |part: &&Part| changed.tree().cursor(part.index).name() > added.name();
        let next = parts.iter().find(|part| !part.inner && follows(part))?.start;
        let value = parts.iter().find(|part| part.index == changed.index())?.value.clone();
        let mut member = Vec::with_capacity(128);
        let mut writer = Writer::appending(Profile::Zcf, &mut member);
        writer.string(added.name()?);
        writer.raw(b":");
        writer.document(added);
        writer.raw(b",");
        let mut edits = [(next..next, member), (value, canon::to_vec(changed, Profile::Zcf))];
        // From the last to the first, so that no place moves before its turn.
        edits.sort_unstable_by_key(|(place, _)| Reverse(place.start));
        for (place, new) in edits {
            bytes.splice(place, new);
        }
        Some(bytes)
    }

    /// All that was written.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The canonical bytes of a member of the packet or of its content.
    pub(super) fn section(&self, place: Cursor<'_>) -> &[u8] {
        let part = self.parts.iter().find(|part| part.index == place.index());
        part.and_then(|part| self.bytes.get(part.value.clone())).unwrap_or_default()
    }

    /// M of the packet these bytes are of.
    pub(super) fn message(&self, packet: Cursor<'_>) -> Vec<u8> {
        let root = packet.get("manifest").get("rootHash").as_str().unwrap_or_default();
        lp::concat(&[DOMAIN, root.as_bytes(), &self.bytes])
    }
}

/// A body that is being written.
struct Writing<'w> {
    writer: Writer<'w>,
    parts: Vec<Part>,
}

impl Writing<'_> {
    /// The packet without the member `without`, or its content.
    fn object(&mut self, object: Cursor<'_>, without: Option<&str>, inner: bool) {
        let mut members: Vec<(&str, Cursor<'_>)> = Vec::with_capacity(16);
        members.extend(object.children().map(|m| (m.name().unwrap_or_default(), m)));
        members.sort_unstable_by(|a, b| Profile::Zcf.compare(a.0, b.0));
        let wanted = members.into_iter().filter(|(name, _)| Some(*name) != without);
        self.writer.raw(b"{");
        for (number, (name, member)) in wanted.enumerate() {
            if number > 0 {
                self.writer.raw(b",");
            }
            let start = self.writer.len();
            self.writer.string(name);
            self.writer.raw(b":");
            let begin = self.writer.len();
            if name == "content" && !inner && member.is_object() {
                self.object(member, None, true);
            } else {
                self.writer.document(member);
            }
            self.parts.push(Part { index: member.index(), inner, start, value: begin..self.writer.len() });
        }
        self.writer.raw(b"}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    #[test]
    fn a_whole_packet_is_its_canonical_bytes_and_its_sections_are_parts_of_them() {
        let text = r#"{"source":{"b":1,"a":[]},"content":{"z":{},"capsule":{"y":"ü","x":null}},"authentication":{"k":"u"}}"#;
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        let body = Body::whole(tree.root());
        let whole = r#"{"authentication":{"k":"u"},"content":{"capsule":{"x":null,"y":"ü"},"z":{}},"source":{"a":[],"b":1}}"#;
        assert_eq!(body.bytes(), whole.as_bytes());
        let capsule = tree.root().get("content").get("capsule");
        assert_eq!(body.section(capsule), r#"{"x":null,"y":"ü"}"#.as_bytes());
        assert_eq!(body.section(tree.root().get("source")), br#"{"a":[],"b":1}"#);
    }

    #[test]
    fn a_completed_packet_is_its_canonical_bytes() {
        let read = |text: &'static str| read(text.as_bytes(), &Limits::default()).unwrap();
        // `nonce` and `manifest` come last, so that what was there before keeps its places.
        let before = read(r#"{"z":1,"content":{"packet":0},"packet":{"id":"ü"}}"#);
        let after = read(r#"{"z":1,"content":{"packet":0},"packet":{"id":"ü","a":"b"},"manifest":{"h":2}}"#);
        let [packet, manifest] = ["packet", "manifest"].map(|name| after.root().get(name));
        let whole = r#"{"content":{"packet":0},"manifest":{"h":2},"packet":{"a":"b","id":"ü"},"z":1}"#;
        let completed = Body::whole(before.root()).completed(packet, manifest);
        assert_eq!(completed.as_deref(), Some(whole.as_bytes()));
        assert_eq!(Body::whole(before.root()).completed(manifest, packet), None);
    }
}
