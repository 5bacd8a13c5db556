//! The byte layout of the manifest root as data (Zephr, manifest; profile 1, section 4).
//!
//! The text fixes the hash, the domain string, that lengths precede what they measure, and the order of section keys.
//! It leaves open how a length is written, whether the domain has one, what exactly is covered. One value holds one
//! answer to all of that, so that another answer is another value and not another program.

use crate::canon::Profile;

/// One way to lay out the bytes of the manifest root. [`ManifestLayout::PINNED`] is the one that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestLayout {
    /// The domain string.
    pub domain: &'static str,
    /// How the domain string opens the input.
    pub framing: Framing,
    /// How the length before each key and section is written.
    pub length: Length,
    /// What stands for a section.
    pub section: SectionBytes,
    /// Under which keys the envelope's members stand.
    pub names: KeyNames,
    /// The order of the section keys.
    pub order: Profile,
    /// The canonical form of a section.
    pub canonical: Profile,
    /// Top-level members covered beside the listed ones, each as a section of its own name.
    pub also: AlsoCovered,
}

impl ManifestLayout {
    /// The layout of profile 1: domain, keys and sections each behind four bytes of big-endian length, sections whole
    /// and in code-point order, nothing covered but what the two section tables of the text list.
    pub const PINNED: Self = Self {
        domain: "zephr-continuity-manifest-v1",
        framing: Framing::Framed,
        length: Length::U32(ByteOrder::Big),
        section: SectionBytes::Inline,
        names: KeyNames::Section,
        order: Profile::Zcf,
        canonical: Profile::Zcf,
        also: AlsoCovered::NONE,
    };

    /// Appends the domain string with its framing.
    pub(super) fn push_domain(&self, out: &mut Vec<u8>) {
        if self.framing == Framing::Framed {
            self.length.push(self.domain.len(), out);
        }
        out.extend_from_slice(self.domain.as_bytes());
        match self.framing {
            Framing::Framed | Framing::Raw => {}
            Framing::NulTerminated => out.push(0),
            Framing::LfTerminated => out.push(b'\n'),
        }
    }

    /// Appends a section's key, and the length of what follows.
    pub(super) fn push_key(&self, key: &str, body: usize, out: &mut Vec<u8>) {
        self.length.push(key.len(), out);
        out.extend_from_slice(key.as_bytes());
        self.length.push(body, out);
    }
}

impl Default for ManifestLayout {
    /// The layout of profile 1.
    fn default() -> Self {
        Self::PINNED
    }
}

/// How the domain string is set apart from what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Behind its length, as keys and sections are.
    Framed,
    /// Bare.
    Raw,
    /// Followed by a zero byte.
    NulTerminated,
    /// Followed by a line feed.
    LfTerminated,
}

/// How a length is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Four bytes.
    U32(ByteOrder),
    /// Eight bytes.
    U64(ByteOrder),
    /// Decimal digits and a colon.
    Decimal,
    /// Not at all.
    None,
}

/// Which byte of a length comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The most significant.
    Big,
    /// The least significant.
    Little,
}

/// What stands for a section in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionBytes {
    /// Its canonical bytes.
    Inline,
    /// The 32 bytes of their SHA-256.
    Hashed,
}

/// Which of its two names an envelope member is keyed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNames {
    /// The section's: `packetIdentity`, `sourceDescriptor`.
    Section,
    /// The member's: `packet`, `source`.
    Member,
}

/// Envelope members the text lists as sections: section name, member name.
pub(super) const ENVELOPE: [(&str, &str); 5] = [
    ("packetIdentity", "packet"),
    ("sourceDescriptor", "source"),
    ("recipientIntent", "recipientIntent"),
    ("retention", "retention"),
    ("scopeProof", "scopeProof"),
];

/// A set of the top-level members that the pinned layout leaves uncovered. `manifest`, which holds the root, and
/// `authentication`, which is over the root, cannot be covered by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlsoCovered(u8);

impl AlsoCovered {
    /// The members a set can hold.
    pub const MEMBERS: [&str; 7] = [
        "artifactKind",
        "canonicalizationProfile",
        "extensions",
        "format",
        "formatVersion",
        "omissionManifest",
        "redactionManifest",
    ];

    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All of [`Self::MEMBERS`].
    pub const ALL: Self = Self((1 << Self::MEMBERS.len()) - 1);

    /// The set with `member` in it too; unchanged when a set cannot hold that.
    pub fn with(self, member: &str) -> Self {
        let bit = Self::MEMBERS.iter().position(|m| *m == member).map_or(0, |i| 1 << i);
        Self(self.0 | bit)
    }

    /// The members in the set.
    pub fn members(self) -> impl Iterator<Item = &'static str> {
        Self::MEMBERS.into_iter().enumerate().filter(move |(i, _)| self.0 & (1 << i) != 0).map(|(_, m)| m)
    }
}

impl Length {
    /// Appends the length `len` to `out`. A length beyond the width is saturated, as in [`crate::crypto::lp::push`];
    /// the reader's limit on input size keeps documents far below it.
    fn push(self, len: usize, out: &mut Vec<u8>) {
        match self {
            Self::U32(order) => {
                let len = u32::try_from(len).unwrap_or(u32::MAX);
                out.extend_from_slice(&if order == ByteOrder::Big {
                    len.to_be_bytes()
                } else {
                    len.to_le_bytes()
                });
            }
            Self::U64(order) => {
                let len = len as u64;
                out.extend_from_slice(&if order == ByteOrder::Big {
                    len.to_be_bytes()
                } else {
                    len.to_le_bytes()
                });
            }
            Self::Decimal => out.extend_from_slice(format!("{len}:").as_bytes()),
            Self::None => {}
        }
    }
}
