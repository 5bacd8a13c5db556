//! Verifying a packet: structure, root, authentication, policy, in one fixed order with one code a refusal (Zephr,
//! Authentication kinds; profile 1, section 5).
//!
//! This is the only verification there is. It looks at the tree as it was read, members nobody knows included, takes
//! nothing from a packet but questions to ask of the caller's own keys, and knows no clock and no file.
//!
//! ```
//! use ocp_convert::json::{self, Limits};
//! use ocp_convert::zephr::verify::{Context, Verdict, verify};
//! let tree = json::read(br#"{"format":"zephr-continuity","formatVersion":1}"#, &Limits::default()).unwrap();
//! let report = verify(&tree, &Context::default());
//! assert_eq!(report.verdict, Verdict::Invalid);
//! assert!(report.findings.iter().any(|f| f.pointer.is_empty()));
//! ```

mod replay;
mod run;

use std::fmt;

use super::layout::ManifestLayout;
use super::trust::TrustStore;
use crate::crypto::keys::InstallationKey;
use crate::finding::{Code, Finding};
use crate::syntax::time::Timestamp;

pub use replay::ReplayKey;
pub use run::verify;

/// Findings on the structure reported at most.
const MAX_FINDINGS: usize = 1000;

/// What the caller knows and wants.
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    /// The trusted sources; a store that trusts nobody still says that signed packets are wanted.
    pub trust: Option<&'a TrustStore>,
    /// The installation key of this destination.
    pub destination_key: Option<&'a InstallationKey>,
    /// The id of this destination.
    pub destination_id: Option<&'a str>,
    /// The time to hold expiry and review against; they are not checked without.
    pub now: Option<Timestamp<'a>>,
    /// Whether an unsigned packet will do where a signed one was to be expected.
    pub allow_unsigned: bool,
    /// The layout of the root.
    pub layout: ManifestLayout,
    /// Whether a packet was taken in before under this key; replays are not looked for without.
    pub seen: Option<&'a dyn Fn(&ReplayKey<'_>) -> bool>,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("trust", &self.trust)
            .field("destination_id", &self.destination_id)
            .field("now", &self.now)
            .field("allow_unsigned", &self.allow_unsigned)
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

/// The one answer on a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The packet is at fault: its form, its root, its signature or its MAC.
    Invalid,
    /// The packet may be as its sender made it, and is not accepted here.
    Refused,
    /// The packet is unsigned and whole: what the root covers is as it was when the root was computed, by whomever.
    IntegrityOnly,
    /// Root, signature and MAC hold under trusted keys.
    Authentic,
}

impl Verdict {
    /// The spelling of the verdict.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Refused => "refused",
            Self::IntegrityOnly => "integrity-only",
            Self::Authentic => "authentic",
        }
    }
}

/// The checks, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckName {
    /// The text is one JSON document.
    Parse,
    /// The document is a packet, all of its members in order.
    Structure,
    /// The root is that of the content.
    Root,
    /// The kind of authentication is one that can be accepted.
    Kind,
    /// All keys that are needed were given.
    Keys,
    /// The source's key is trusted, and the one the packet claims.
    Trust,
    /// The source signed this.
    Signature,
    /// The source made this for this destination.
    Mac,
    /// The packet has not expired.
    Expiry,
    /// The packet was not taken in before.
    Replay,
    /// The packet is for this destination.
    Recipient,
}

impl CheckName {
    /// Every check, in order.
    pub const ALL: [Self; 11] = [
        Self::Parse,
        Self::Structure,
        Self::Root,
        Self::Kind,
        Self::Keys,
        Self::Trust,
        Self::Signature,
        Self::Mac,
        Self::Expiry,
        Self::Replay,
        Self::Recipient,
    ];

    /// The spelling of the check's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Structure => "structure",
            Self::Root => "root",
            Self::Kind => "kind",
            Self::Keys => "keys",
            Self::Trust => "trust",
            Self::Signature => "signature",
            Self::Mac => "mac",
            Self::Expiry => "expiry",
            Self::Replay => "replay",
            Self::Recipient => "recipient",
        }
    }
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Pass,
    /// It does not hold; the finding with this code says more.
    Fail(Code),
    /// It was not made, for this reason.
    NotChecked(&'static str),
}

/// One check of a [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Which.
    pub name: CheckName,
    /// What came of it.
    pub outcome: Outcome,
}

/// Pointers of the top-level members by what was found to protect them. A check that was not made protects nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The root covers them (and the signature too, where there is one).
    pub root: Vec<String>,
    /// Only the signature covers them.
    pub signature_only: Vec<String>,
    /// Nothing covers them: anybody could have changed them.
    pub nothing: Vec<String>,
}

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The one answer.
    pub verdict: Verdict,
    /// Every check, in order.
    pub checks: Vec<Check>,
    /// What protects which member.
    pub coverage: Coverage,
    /// Why the packet is refused, and what a reader should know.
    pub findings: Vec<Finding>,
    /// Fingerprint of the trusted key that the signature was made with, when it holds.
    pub key_fingerprint: Option<String>,
    /// The root as it was recomputed, when it was.
    pub root: Option<String>,
}

impl Report {
    /// The report on a text that could not be read.
    pub fn unread(finding: Finding) -> Self {
        run::unread(finding)
    }

    /// What came of one check.
    pub fn outcome(&self, name: CheckName) -> Outcome {
        let found = self.checks.iter().find(|check| check.name == name);
        found.map_or(Outcome::NotChecked(run::EARLIER), |check| check.outcome)
    }

    /// The code of the check that failed, if one did.
    pub fn failure(&self) -> Option<Code> {
        self.checks.iter().find_map(|check| match check.outcome {
            Outcome::Fail(code) => Some(code),
            _ => None,
        })
    }
}
