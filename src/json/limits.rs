//! What the reader takes in at all: sizes, and the encodings it can name (profile 1, section 1).

/// What the reader accepts at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input; 64 MiB by default.
    pub bytes: usize,
    /// Arrays and objects inside one another; 128 by default, so 128 opening brackets are read and 129 are not.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 128 }
    }
}

/// Names a byte order mark or the tell-tale zero bytes of UTF-16, when the document starts with them.
pub(super) fn byte_order_mark(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some("a UTF-8 byte order mark"),
        [0xFF, 0xFE, ..] => Some("a UTF-16 (little-endian) byte order mark"),
        [0xFE, 0xFF, ..] => Some("a UTF-16 (big-endian) byte order mark"),
        [0, first, ..] if *first != 0 => Some("UTF-16 (big-endian) text"),
        [first, 0, ..] if *first != 0 => Some("UTF-16 (little-endian) text"),
        _ => None,
    }
}
