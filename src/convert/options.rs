//! What a caller may choose about a conversion, each value checked when it is set.

use crate::ledger::Given;
use crate::syntax::time::Timestamp;

/// Choices for a conversion. The defaults need no clock and no identity.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The time of the conversion, for what a conversion dates itself.
    pub(super) now: Option<Given>,
    /// `source.client.kind` of a packet to be written.
    pub(super) client_kind: Option<&'static str>,
    /// `source.installationKeyId` of a packet to be written.
    pub(super) installation_key_id: Option<Given>,
    /// The installation a packet to be written is bound to.
    pub(super) recipient: Option<Given>,
    /// Days from export to review; 30 when not set.
    pub(super) review_by_days: Option<u32>,
    /// Whether members no table defines are left out rather than refused.
    pub(super) lenient: bool,
    /// Whether a residue will be added, and if so whether with a MAC.
    pub(super) residue: Option<bool>,
}

/// An option value that cannot stand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// Not an RFC 3339 date-time with an offset.
    #[error("`{0}` is not an RFC 3339 date-time with an offset")]
    Time(String),
    /// Not one of the five hosts.
    #[error("`{0}` is not one of claude-code, cursor, codex, opencode, console")]
    ClientKind(String),
    /// An id that is empty.
    #[error("an id must not be empty")]
    EmptyId,
}

/// The hosts the Zephr text names (client table).
pub(super) const CLIENT_KINDS: [&str; 5] = ["claude-code", "cursor", "codex", "opencode", "console"];

impl Options {
    /// Sets the time of the conversion, an RFC 3339 date-time.
    pub fn now(mut self, time: &str) -> Result<Self, OptionError> {
        Timestamp::parse(time).map_err(|_| OptionError::Time(time.to_owned()))?;
        self.now = Some(Given::new(time));
        Ok(self)
    }

    /// Sets the client kind of a packet to be written.
    pub fn client_kind(mut self, kind: &str) -> Result<Self, OptionError> {
        let known = CLIENT_KINDS.iter().find(|k| **k == kind);
        self.client_kind = Some(known.ok_or_else(|| OptionError::ClientKind(kind.to_owned()))?);
        Ok(self)
    }

    /// Sets the installation key id of a packet to be written.
    pub fn installation_key_id(mut self, id: &str) -> Result<Self, OptionError> {
        self.installation_key_id = Some(given_id(id)?);
        Ok(self)
    }

    /// Binds a packet to be written to one destination installation.
    pub fn recipient(mut self, id: &str) -> Result<Self, OptionError> {
        self.recipient = Some(given_id(id)?);
        Ok(self)
    }

    /// Sets how many days after the export a packet to be written wants review.
    pub fn review_by_days(mut self, days: u32) -> Self {
        self.review_by_days = Some(days);
        self
    }

    /// Leaves out members that no table defines, with an entry, where they would be refused.
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }
}

impl Options {
    /// What keeps the ids and nonces apart of documents that differ in their residue only.
    pub(super) fn residue_mark(&self) -> &'static [&'static [u8]] {
        match self.residue {
            None => &[],
            Some(false) => &[b"residue"],
            Some(true) => &[b"residue with mac"],
        }
    }
}

fn given_id(id: &str) -> Result<Given, OptionError> {
    if id.is_empty() { Err(OptionError::EmptyId) } else { Ok(Given::new(id)) }
}
