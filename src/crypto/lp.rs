//! The length prefix `LP(x)`: four bytes of big-endian length, then `x` (profile 1, section 4, pinned).

use sha2::{Digest, Sha256};

/// Appends `LP(bytes)` to `out`. Inputs are bounded by the reader's size limit, far below 4 GiB; a longer one
/// would not be representable and is written with the length saturated, which no reader accepts.
pub fn push(out: &mut Vec<u8>, bytes: &[u8]) {
    let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    out.extend_from_slice(&len.to_be_bytes());
    out.extend_from_slice(bytes);
}

/// As [`push`], into a hash.
pub(crate) fn update(hash: &mut Sha256, bytes: &[u8]) {
    let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    hash.update(len.to_be_bytes());
    hash.update(bytes);
}

/// The concatenation of `LP(part)` over all parts.
pub fn concat(parts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(parts.iter().map(|p| p.len() + 4).sum());
    for part in parts {
        push(&mut out, part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_is_four_bytes_big_endian() {
        assert_eq!(concat(&[b"ab", b""]), [0, 0, 0, 2, b'a', b'b', 0, 0, 0, 0]);
    }
}
