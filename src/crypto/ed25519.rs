//! Ed25519 source signatures (RFC 8032; profile 1, section 5, pinned).
//!
//! Verification is the strict kind only: the scalar S is below the group order, and neither the public key nor the
//! point R is of small order or written in a non-canonical way. The plain kind would accept, for a small-order key,
//! a signature of zeroes over any message.

use std::fmt;

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use thiserror::Error;

use super::{digest, hex_text};

/// Why 32 bytes are refused as a public key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PublicKeyError {
    /// The bytes encode no point of the curve, or encode it in another than the canonical way.
    #[error("the 32 bytes are not the canonical encoding of a point on the Ed25519 curve")]
    NotAPoint,
    /// The point has small order, so that signatures under it say nothing about the message.
    #[error("the public key has small order: a signature under it would prove nothing")]
    Weak,
}

/// Why a signature is refused. A wrong spelling is never reported as a mismatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The text is not 128 lower-case hex digits.
    #[error("a signature is written as 128 lower-case hex digits")]
    BadEncoding,
    /// The raw bytes are not 64.
    #[error("a signature has 64 bytes, this one has {found}")]
    BadLength {
        /// How many bytes were given.
        found: usize,
    },
    /// The signature is not one by this key over these bytes.
    #[error("the signature does not match the key and the signed bytes")]
    Mismatch,
}

/// A public key that is safe to verify with: a canonical point, not of small order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Reads the 32 raw bytes of RFC 8032, section 5.1.5.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, PublicKeyError> {
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| PublicKeyError::NotAPoint)?;
        if key.is_weak() {
            return Err(PublicKeyError::Weak);
        }
        // The curve library reads y modulo p; two encodings of one key would have two fingerprints.
        if key.to_edwards().compress().to_bytes() != *bytes {
            return Err(PublicKeyError::NotAPoint);
        }
        Ok(Self(key))
    }

    /// The 32 raw bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// `sha256:` and the lower-case hex SHA-256 of the 32 raw bytes (profile 1, section 3,
    /// `authentication.publicKeyFingerprint`, pinned).
    pub fn fingerprint(&self) -> String {
        digest::sha256_tagged(self.0.as_bytes())
    }

    /// Strict verification of `signature` over `message`.
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        self.0.verify_strict(message, &signature).map_err(|_| SignatureError::Mismatch)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.fingerprint())
    }
}

/// A signing key. It is wiped from memory when dropped, and `Debug` shows the public half only.
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key whose 32-byte seed (the private key of RFC 8032, section 5.1.5) is `seed`.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// The seed, for writing the key to a file.
    pub(super) fn seed(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The public half. A key derived from a seed is a non-zero multiple of the base point: never weak.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs `message`; the same key and message always give the same 64 bytes.
    pub fn sign(&self, message: &[u8]) -> Signature {
        Signature(self.0.sign(message).to_bytes())
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(public {})", self.public_key().fingerprint())
    }
}

/// The 64 bytes of a signature, not yet verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; 64]);

impl Signature {
    /// Reads exactly 128 lower-case hex digits.
    pub fn from_hex(text: &str) -> Result<Self, SignatureError> {
        hex_text::lower(text).map(Self).ok_or(SignatureError::BadEncoding)
    }

    /// Reads exactly 64 raw bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SignatureError> {
        bytes.try_into().map(Self).map_err(|_| SignatureError::BadLength { found: bytes.len() })
    }

    /// 128 lower-case hex digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// The 64 raw bytes.
    pub fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}
