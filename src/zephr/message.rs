//! M, the bytes that are signed (profile 1, section 5, pinned).
//!
//! ```text
//! M = LP("ocp-convert/1/signature") LP(rootHash text) LP(zcf(packet without `authentication`))
//! ```
//!
//! Everything but the authentication is in it, what the root leaves out too.

use crate::canon::{self, Profile};
use crate::crypto::lp;
use crate::json::Cursor;

/// Domain of the signature. It carries this project's name, since the published text gives none.
const DOMAIN: &[u8] = b"ocp-convert/1/signature";

/// M of `packet`, whose top level has none but the members of the table: their names need no escaping.
pub(super) fn message(packet: Cursor<'_>) -> Vec<u8> {
    let root = packet.get("manifest").get("rootHash").as_str().unwrap_or_default();
    let mut members: Vec<_> = packet.children().filter(|m| m.name() != Some("authentication")).collect();
    members.sort_unstable_by(|a, b| {
        Profile::Zcf.compare(a.name().unwrap_or_default(), b.name().unwrap_or_default())
    });
    // A guess that is right for most documents: it only saves growing.
    let mut rest = Vec::with_capacity(packet.tree().len().saturating_mul(32));
    for member in members {
        rest.push(if rest.is_empty() { b'{' } else { b',' });
        rest.push(b'"');
        rest.extend_from_slice(member.name().unwrap_or_default().as_bytes());
        rest.extend_from_slice(b"\":");
        canon::write(member, Profile::Zcf, &mut rest);
    }
    if rest.is_empty() {
        rest.push(b'{');
    }
    rest.push(b'}');
    lp::concat(&[DOMAIN, root.as_bytes(), &rest])
}
