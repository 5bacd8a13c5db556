//! The closed set of values a conversion may make, and the ids it may give.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use smol_str::{SmolStr, SmolStrBuilder};

use super::account::Omission;
use crate::json::{Cursor, Number};
use crate::mapping::Rule;

/// A value that no source value gives.
#[derive(Clone, Debug)]
pub enum Made<'s> {
    /// Words fixed in the program.
    Words(&'static str),
    /// A number.
    Number(i64),
    /// `sha256:` and the digest in lower-case hex.
    Digest([u8; 32]),
    /// The digest in lower-case hex alone.
    Hex32([u8; 32]),
    /// 16 bytes as 32 lower-case hex digits.
    Hex16([u8; 16]),
    /// `urn:uuid:` and the 16 bytes in the form of RFC 9562.
    Uuid([u8; 16]),
    /// An id or a reference to one.
    Id(Id),
    /// The place of an omission in the source.
    Place(Omission),
    /// The code of a rule.
    Code(Rule),
    /// The value of another source leaf, repeated.
    Again(Cursor<'s>),
    /// A value the user gave as an option, or computed from one and checked by the option's type.
    Given(Given),
}

/// A text that came from the caller's options, not from a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given(Rc<str>);

impl Given {
    /// Only the code that reads options makes one.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Made<'_> {
    pub(super) fn text(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Words(words) => (*words).into(),
            Self::Digest(bytes) => ["sha256:", &hex::encode(bytes)].concat().into(),
            Self::Hex32(bytes) => hex::encode(bytes).into(),
            Self::Hex16(bytes) => hex::encode(bytes).into(),
            Self::Uuid(bytes) => uuid_urn(*bytes).into(),
            Self::Id(id) => id.as_str().into(),
            Self::Place(omission) => omission.pointer().into(),
            Self::Code(rule) => rule.code().into(),
            Self::Again(leaf) => leaf.as_str()?.into(),
            Self::Given(given) => given.as_str().into(),
            Self::Number(_) => return None,
        })
    }

    pub(super) fn number(&self) -> Option<Number> {
        match self {
            Self::Number(n) => Some(Number::Int(*n)),
            Self::Again(leaf) => leaf.as_number(),
            _ => None,
        }
    }
}

/// RFC 9562, 5.8: version 8, the variant bits set.
fn uuid_urn(mut bytes: [u8; 16]) -> String {
    let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
    *version = (*version & 0x0F) | 0x80;
    *variant = (*variant & 0x3F) | 0x80;
    let hex = hex::encode(bytes);
    let part = |from, to| hex.get(from..to).unwrap_or_default();
    format!("urn:uuid:{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
}

/// An id in the target, or a reference: kept from the source, fixed by the program, or derived from one of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(SmolStr);

impl Id {
    /// The id a source leaf holds; `None` when it holds no text.
    pub fn kept(leaf: Cursor<'_>) -> Option<Self> {
        leaf.as_str().map(|text| Self(SmolStr::new(text)))
    }

    /// An id fixed by the program.
    pub fn fixed(name: &'static str) -> Self {
        Self(SmolStr::new_static(name))
    }

    /// `stem-N`.
    pub fn numbered(stem: &'static str, number: usize) -> Self {
        Self::joined(&[stem, "-", itoa::Buffer::new().format(number)])
    }

    /// Another spelling of an id that is taken: `id-N`.
    pub fn variant(&self, number: usize) -> Self {
        Self::joined(&[&self.0, "-", itoa::Buffer::new().format(number)])
    }

    /// `BASE#ID`, the portable reference to a local object of the document whose id `base` holds.
    pub fn within(base: Cursor<'_>, local: &Self) -> Self {
        Self::joined(&[base.as_str().unwrap_or_default(), "#", &local.0])
    }

    /// What follows the last `#` of a portable reference.
    pub fn fragment(leaf: Cursor<'_>) -> Option<Self> {
        leaf.as_str()?.rsplit_once('#').map(|(_, local)| Self(SmolStr::new(local)))
    }

    fn joined(parts: &[&str]) -> Self {
        let mut text = SmolStrBuilder::new();
        for part in parts {
            text.push_str(part);
        }
        Self(text.finish())
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_has_version_8_and_the_variant_bits() {
        let urn = Made::Uuid([0xFF; 16]).text().unwrap();
        assert_eq!(urn, "urn:uuid:ffffffff-ffff-8fff-bfff-ffffffffffff");
    }
}
