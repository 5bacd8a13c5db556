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

/// Names a byte order mark, or the zero bytes that tell of UTF-16 and UTF-32: no JSON text starts with them.
pub(super) fn other_encoding_name(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some("a UTF-8 byte order mark"),
        [0xFF, 0xFE, 0, 0, ..] => Some("a UTF-32 (little-endian) byte order mark"),
        [0, 0, 0xFE, 0xFF, ..] => Some("a UTF-32 (big-endian) byte order mark"),
        [0xFF, 0xFE, ..] => Some("a UTF-16 (little-endian) byte order mark"),
        [0xFE, 0xFF, ..] => Some("a UTF-16 (big-endian) byte order mark"),
        [0, 0, 0, 1..=0xFF, ..] => Some("UTF-32 (big-endian) text"),
        [1..=0xFF, 0, 0, 0, ..] => Some("UTF-32 (little-endian) text"),
        [0, 1..=0xFF, ..] => Some("UTF-16 (big-endian) text"),
        [1..=0xFF, 0, ..] => Some("UTF-16 (little-endian) text"),
        _ => None,
    }
}
