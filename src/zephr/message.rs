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

/// `zcf(packet without authentication)`, and where in it the members of the packet and of its content stand.
#[derive(Debug)]
pub(super) struct Body {
    bytes: Vec<u8>,
    /// Arena index of a member, and the range of its value.
    parts: Vec<(u32, Range<usize>)>,
}

impl Body {
    /// Writes `packet`.
    pub(super) fn of(packet: Cursor<'_>) -> Self {
        // A guess that is right for most documents: it only saves growing.
        let bytes = Vec::with_capacity(packet.tree().len().saturating_mul(32));
        let mut body = Self { bytes, parts: Vec::new() };
        body.object(packet, |body, member| {
            if member.name() == Some("content") && member.is_object() {
                body.object(member, Self::part);
            } else {
                body.part(member);
            }
        });
        body
    }

    fn object<'t>(&mut self, object: Cursor<'t>, write: impl Fn(&mut Self, Cursor<'t>)) {
        let mut members: Vec<(&str, Cursor<'t>)> =
            object.children().map(|m| (m.name().unwrap_or_default(), m)).collect();
        let top = object.index() == 0;
        members.retain(|(name, _)| !top || *name != "authentication");
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
