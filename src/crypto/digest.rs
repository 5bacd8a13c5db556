//! SHA-256, and the spellings of digests the two formats use (RFC 6920 names for `OpenCheckpoint`, `sha256:` for Zephr).

use sha2::{Digest, Sha256};

/// SHA-256 of `bytes`, raw.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Lower-case hexadecimal SHA-256 of `bytes`, 64 digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex::encode(sha256(bytes))
}

/// `sha256:` and 64 lower-case hex digits, the spelling of Zephr roots and of this tool's own files.
pub fn sha256_tagged(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256_hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    // FIPS 180-2, appendix B.1.
    #[test]
    fn sha256_of_abc() {
        assert_eq!(
            sha256_tagged(b"abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
