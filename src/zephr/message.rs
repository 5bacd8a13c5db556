//! M, the bytes that are signed (profile 1, section 5, pinned), and the canonical bytes that M and the root share.
//!
//! ```text
//! M = LP("ocp-convert/1/signature") LP(rootHash text) LP(zcf(packet without `authentication`))
//! ```
//!
//! Everything but the authentication is in it, what the root leaves out too. A packet is written once: the sections the
//! root is over are parts of the same bytes.

use std::ops::Range;

use crate::canon::{self, Profile};
use crate::crypto::lp;
use crate::json::Cursor;

/// Domain of the signature. It carries this project's name, since the published text gives none.
const DOMAIN: &[u8] = b"ocp-convert/1/signature";

/// `zcf(packet)`, with or without its authentication, and where in it the members of the packet and of its content stand.
#[derive(Debug)]
pub(crate) struct Body {
    bytes: Vec<u8>,
    /// Arena index of a member, and the range of its value.
    parts: Vec<(u32, Range<usize>)>,
}

impl Body {
    /// Writes `packet` without its authentication.
    pub(super) fn of(packet: Cursor<'_>) -> Self {
        Self::with(packet, |name| name != "authentication")
    }

    /// Writes all of `packet`.
    pub(crate) fn whole(packet: Cursor<'_>) -> Self {
        Self::with(packet, |_| true)
    }

    /// Writes those members of `packet` that `wanted` names.
    fn with(packet: Cursor<'_>, wanted: impl Fn(&str) -> bool) -> Self {
        // A guess that is right for most documents: it only saves growing.
        let bytes = Vec::with_capacity(packet.tree().len().saturating_mul(32));
        let mut body = Self { bytes, parts: Vec::new() };
        body.object(packet, wanted, |body, member| {
            if member.name() == Some("content") && member.is_object() {
                body.object(member, |_| true, Self::part);
            } else {
                body.part(member);
            }
        });
        body
    }

    fn object<'t>(
        &mut self,
        object: Cursor<'t>,
        wanted: impl Fn(&str) -> bool,
        write: impl Fn(&mut Self, Cursor<'t>),
    ) {
        let members = object.children().map(|m| (m.name().unwrap_or_default(), m));
        let mut members: Vec<(&str, Cursor<'t>)> = members.filter(|(name, _)| wanted(name)).collect();
        members.sort_unstable_by(|a, b| Profile::Zcf.compare(a.0, b.0));
        self.bytes.push(b'{');
        for (i, (name, member)) in members.into_iter().enumerate() {
            if i > 0 {
                self.bytes.push(b',');
            }
            canon::write_string(name, &mut self.bytes);
            self.bytes.push(b':');
            write(self, member);
        }
        self.bytes.push(b'}');
    }

    fn part(&mut self, member: Cursor<'_>) {
        let start = self.bytes.len();
        canon::write(member, Profile::Zcf, &mut self.bytes);
        self.parts.push((member.index(), start..self.bytes.len()));
    }

    /// All that was written.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The canonical bytes of a member of the packet or of its content.
    pub(super) fn section(&self, place: Cursor<'_>) -> &[u8] {
        let part = self.parts.iter().find(|(index, _)| *index == place.index());
        part.and_then(|(_, range)| self.bytes.get(range.clone())).unwrap_or_default()
    }

    /// M of the packet these bytes are of.
    pub(super) fn message(&self, packet: Cursor<'_>) -> Vec<u8> {
        let root = packet.get("manifest").get("rootHash").as_str().unwrap_or_default();
        lp::concat(&[DOMAIN, root.as_bytes(), &self.bytes])
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
}
