//! The named transforms a row may declare: each can be undone, and the auditor knows them by the same names.

use crate::json::Cursor;

/// A transform of one value into one text, or into the members of one small object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// `digest-to-zephr`: a checkpoint's digest, `sha-256:HEX` or {`algorithm`, `value`}, to `sha256:HEX`; other
    /// algorithms to `ALGORITHM:VALUE`.
    DigestToZephr,
    /// `digest-to-ocp`: `sha256:HEX` to {`algorithm`: `sha-256`, `value`: HEX}; other algorithms by their name.
    DigestToOcp,
    /// `tagged-time`: `[TAG] TIME` to the time alone.
    TaggedTime,
}

impl Transform {
    /// The name rows declare it by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DigestToZephr => "digest-to-zephr",
            Self::DigestToOcp => "digest-to-ocp",
            Self::TaggedTime => "tagged-time",
        }
    }

    /// The members it makes (one without a name for a plain text); `None` when the value has not the form.
    pub(super) fn apply(self, from: Cursor<'_>) -> Option<Vec<(&'static str, String)>> {
        if self == Self::TaggedTime {
            let (_, time) = from.as_str()?.rsplit_once("] ")?;
            return Some(vec![("", time.to_owned())]);
        }
        let (algorithm, value) = match from.as_str() {
            Some(text) => text.split_once(':')?,
            None => (from.get("algorithm").as_str()?, from.get("value").as_str()?),
        };
        if algorithm.is_empty() || algorithm.contains(':') || value.is_empty() {
            return None;
        }
        match self {
            Self::TaggedTime => None,
            Self::DigestToZephr => {
                let algorithm = if algorithm == "sha-256" { "sha256" } else { algorithm };
                Some(vec![("", [algorithm, ":", value].concat())])
            }
            Self::DigestToOcp => {
                let algorithm = if algorithm == "sha256" { "sha-256" } else { algorithm };
                Some(vec![("algorithm", algorithm.to_owned()), ("value", value.to_owned())])
            }
        }
    }
}
