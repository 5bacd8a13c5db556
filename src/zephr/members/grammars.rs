//! Texts of a packet that are not any text: extension keys and the root.

use crate::shape::{Grammar, Type};
use crate::syntax::tokens::{is_extension_key, is_hex_64, is_in_line_after};

/// Pattern of an extension key (profile 1, section 3): reverse-DNS as in a checkpoint, or `x-zephr-` and anything.
pub const EXTENSION_KEY: &str =
    r"^(?:x-zephr-.+|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?:/[^/]+)*)$";

pub(super) const EXTENSIONS: Type = Type::Extensions {
    keys: Grammar {
        pattern: EXTENSION_KEY,
        matches: |text| is_in_line_after("x-zephr-", text) || is_extension_key(text),
    },
    pinned: true,
};
pub(super) const ROOT_HASH: Type = Type::of(Grammar {
    pattern: "^sha256:[0-9A-Fa-f]{64}$",
    matches: |text| text.strip_prefix("sha256:").is_some_and(is_hex_64),
});
