//! The client of a packet's source (Zephr text, client table; names but `kind` as profile 1, section 3 pins them).

use super::open;
use crate::shape::Type::{Either, Uri, Word};
use crate::shape::{Shape, Type, optional, required};

/// The program the packet comes from.
pub(super) static CLIENT: Shape = open(
    "client",
    &[
        required("kind", Word(&["claude-code", "cursor", "codex", "opencode", "console"])),
        optional("name", Type::TEXT).pinned(),
        optional("version", Type::TEXT).pinned(),
        optional("uri", Uri(false)).pinned(),
        optional("agent", Either(&Type::TEXT, &MAKER)).pinned(),
        optional("model", Either(&Type::TEXT, &MAKER)).pinned(),
    ],
);

/// An agent or a model, where more than its name is said of it.
static MAKER: Shape = open(
    "maker",
    &[
        optional("name", Type::TEXT).needed(),
        optional("provider", Type::TEXT).pinned(),
        optional("version", Type::TEXT).pinned(),
    ],
);
