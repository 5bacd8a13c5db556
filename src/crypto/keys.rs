//! Keys as files hold them: Ed25519 as PKCS#8 and SPKI PEM (RFC 8410), installation keys as hex digits
//! (profile 1, section 5, pinned).
//!
//! Private keys are written as PKCS#8 version 1, without the public half: version 2 is refused by common readers.

use std::fmt;

use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
use ed25519_dalek::pkcs8::{KeypairBytes, PublicKeyBytes};
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::ed25519::{PublicKey, PublicKeyError, SecretKey};

/// Why the text of a key file is refused. No message repeats any part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// Not one Ed25519 private key in a `PRIVATE KEY` block.
    #[error("not an Ed25519 private key as PKCS#8 PEM: one `PRIVATE KEY` block, and nothing after it")]
    NotAPrivateKeyPem,
    /// Not one Ed25519 public key in a `PUBLIC KEY` block.
    #[error("not an Ed25519 public key as SPKI PEM: one `PUBLIC KEY` block, and nothing after it")]
    NotAPublicKeyPem,
    /// A public key block, where a private key is wanted.
    #[error("this is a public key, and the private one is wanted")]
    PublicForPrivate,
    /// A private key block, where a public key is wanted.
    #[error("this is a private key, and the public one is wanted: keep the private one to yourself")]
    PrivateForPublic,
    /// Not text.
    #[error("not UTF-8 text: keys are read as PEM or hex digits, not as DER or raw bytes")]
    NotText,
    /// A well-formed public key block whose key is refused.
    #[error("the public key is refused")]
    PublicKey(#[source] PublicKeyError),
    /// The key could not be written as PEM.
    #[error("the key cannot be written as PEM")]
    Encode,
    /// Not the text of an installation key.
    #[error("an installation key is 32 bytes, written as 64 hex digits and nothing else")]
    NotAnInstallationKey,
}

impl PublicKey {
    /// Reads a `PUBLIC KEY` PEM block (SPKI), and refuses small-order and non-canonical keys.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let bytes = PublicKeyBytes::from_public_key_pem(pem).map_err(|_| {
            // Of any algorithm, and encrypted too.
            if pem.contains("PRIVATE KEY-----") {
                KeyError::PrivateForPublic
            } else {
                KeyError::NotAPublicKeyPem
            }
        })?;
        Self::from_bytes(&bytes.0).map_err(KeyError::PublicKey)
    }

    /// A `PUBLIC KEY` PEM block (SPKI), lines ended by LF.
    pub fn to_pem(&self) -> Result<String, KeyError> {
        PublicKeyBytes(self.to_bytes()).to_public_key_pem(LineEnding::LF).map_err(|_| KeyError::Encode)
    }
}

impl SecretKey {
    /// Reads a `PRIVATE KEY` PEM block (PKCS#8, version 1 or 2; a public half in it must be that of the seed).
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let mut pair = KeypairBytes::from_pkcs8_pem(pem).map_err(|_| {
            if pem.contains("BEGIN PUBLIC KEY-----") {
                KeyError::PublicForPrivate
            } else {
                KeyError::NotAPrivateKeyPem
            }
        })?;
        let key = Self::from_seed(&pair.secret_key);
        // The pair does not wipe itself.
        pair.secret_key.zeroize();
        match &pair.public_key {
            Some(stated) if stated.0 != key.public_key().to_bytes() => Err(KeyError::NotAPrivateKeyPem),
            _ => Ok(key),
        }
    }

    /// A `PRIVATE KEY` PEM block (PKCS#8 version 1), lines ended by LF. The text wipes itself when dropped.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, KeyError> {
        let mut pair = KeypairBytes { secret_key: *self.seed(), public_key: None };
        let pem = pair.to_pkcs8_pem(LineEnding::LF).map_err(|_| KeyError::Encode);
        pair.secret_key.zeroize();
        pem
    }
}

/// The secret of one installation: 32 bytes, wiped when dropped, never printed.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct InstallationKey([u8; 32]);

impl InstallationKey {
    /// Takes 32 random bytes of the caller's.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads the text of a key file: 64 hex digits of either case; one line end after them is allowed, since
    /// editors add it.
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        let digits = text.strip_suffix('\n').map_or(text, |t| t.strip_suffix('\r').unwrap_or(t));
        let mut key = Self([0; 32]);
        hex::decode_to_slice(digits, &mut key.0).map_err(|_| KeyError::NotAnInstallationKey)?;
        Ok(key)
    }

    /// 64 lower-case hex digits, for writing a key file. The text wipes itself when dropped.
    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(self.0))
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for InstallationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InstallationKey(..)")
    }
}
