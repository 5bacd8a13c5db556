//! What a replayed packet is recognised by (profile 1, section 5, pinned).

use crate::crypto::lp;
use crate::json::Cursor;

use super::Verdict;

/// The verdict, the key it rests on, and the packet's id and nonce. An unsigned packet can so never use up the nonce of
/// an authentic one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayKey<'a> {
    /// What the packet would be accepted as.
    pub verdict: Verdict,
    /// Fingerprint of the trusted key; nothing for an unsigned packet.
    pub fingerprint: Option<&'a str>,
    /// `packet.id`.
    pub packet_id: &'a str,
    /// `packet.nonce`.
    pub nonce: &'a str,
    /// The root, by which one packet is told from another under the same key; no part of the key itself.
    pub root: &'a str,
}

impl<'a> ReplayKey<'a> {
    /// The key of `packet`, were it accepted with `verdict` on the strength of the key `fingerprint`.
    pub fn new(packet: Cursor<'a>, verdict: Verdict, fingerprint: Option<&'a str>, root: &'a str) -> Self {
        let text = |name: &str| packet.get("packet").get(name).as_str().unwrap_or_default();
        Self { verdict, fingerprint, packet_id: text("id"), nonce: text("nonce"), root }
    }

    /// The key as bytes, for a database: each part behind its length, so that no two keys have the same.
    pub fn to_bytes(&self) -> Vec<u8> {
        let signer = self.fingerprint.unwrap_or("unsigned");
        let parts = [self.verdict.as_str(), signer, self.packet_id, self.nonce];
        lp::concat(&parts.map(str::as_bytes))
    }
}
