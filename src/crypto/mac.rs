//! The recipient-bound MAC: HKDF-SHA-256 (RFC 5869) and HMAC-SHA-256 (RFC 2104) as profile 1, section 5 (pinned)
//! puts them together.
//!
//! ```text
//! prk = extract(salt = packet nonce, ikm = LP(source installation key) LP(destination installation key))
//! key = expand(prk, info = LP("ocp-convert/1/mac") LP(source id) LP(destination id), 32 bytes)
//! mac = HMAC(key, LP(M) LP(signature))
//! ```

use hkdf::{Hkdf, HmacImpl};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use thiserror::Error;
use zeroize::Zeroizing;

use super::ed25519::Signature;
use super::keys::InstallationKey;
use super::{hex_text, lp};

/// Domain of the MAC key. It carries this project's name, since the published text gives none.
const MAC_DOMAIN: &[u8] = b"ocp-convert/1/mac";

/// Why a MAC is refused, or cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MacError {
    /// The text is not 64 lower-case hex digits.
    #[error("a MAC is written as 64 lower-case hex digits")]
    BadEncoding,
    /// The raw bytes are not 32: a shortened tag is not a MAC here.
    #[error("a MAC has 32 bytes, this one has {found}")]
    BadLength {
        /// How many bytes were given.
        found: usize,
    },
    /// The MAC is not the one these keys give for this packet.
    #[error("the MAC does not match the keys and the authenticated bytes")]
    Mismatch,
    /// HKDF gives at most 255 blocks of 32 bytes.
    #[error("HKDF-SHA-256 gives at most 8160 bytes, {asked} were asked for")]
    OutputTooLong {
        /// How many bytes were asked for.
        asked: usize,
    },
}

/// The 32 bytes of a MAC. There is no `==`: comparing is [`Mac::verify`]'s work, in constant time.
#[derive(Debug, Clone, Copy)]
pub struct Mac([u8; 32]);

impl Mac {
    /// Reads exactly 64 lower-case hex digits.
    pub fn from_hex(text: &str) -> Result<Self, MacError> {
        hex_text::lower(text).map(Self).ok_or(MacError::BadEncoding)
    }

    /// Reads exactly 32 raw bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MacError> {
        bytes.try_into().map(Self).map_err(|_| MacError::BadLength { found: bytes.len() })
    }

    /// HMAC-SHA-256 of `message` under `key`.
    pub fn compute(key: &[u8], message: &[u8]) -> Self {
        Self(HmacImpl::finalize(hmac(key, message)).into())
    }

    /// Whether this is the MAC of `message` under `key`; the comparison takes the same time wherever the first
    /// difference is.
    pub fn verify(&self, key: &[u8], message: &[u8]) -> Result<(), MacError> {
        hmac(key, message).verify_slice(&self.0).map_err(|_| MacError::Mismatch)
    }

    /// HMAC-SHA-256 of `message` under an installation's own key.
    pub fn compute_with(key: &InstallationKey, message: &[u8]) -> Self {
        Self::compute(key.as_bytes(), message)
    }

    /// Whether this is the MAC of `message` under an installation's own key; as [`Mac::verify`].
    pub fn verify_with(&self, key: &InstallationKey, message: &[u8]) -> Result<(), MacError> {
        self.verify(key.as_bytes(), message)
    }

    /// 64 lower-case hex digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }
}

fn hmac(key: &[u8], message: &[u8]) -> Hmac<Sha256> {
    // HMAC takes a key of any length; this constructor is the one whose type says so.
    <Hmac<Sha256> as HmacImpl>::new_from_slice(key).chain_update(message)
}

/// HKDF-SHA-256, extract then expand, filling `output`. An empty salt is the salt of 32 zero bytes (RFC 5869, 2.2).
pub fn hkdf_sha256(salt: &[u8], ikm: &[u8], info: &[u8], output: &mut [u8]) -> Result<(), MacError> {
    let asked = output.len();
    Hkdf::<Sha256>::new(Some(salt), ikm).expand(info, output).map_err(|_| MacError::OutputTooLong { asked })
}

/// The two installations a packet travels between, with all that binds the MAC key to this one packet.
#[derive(Debug, Clone, Copy)]
pub struct Binding<'a> {
    /// `packet.nonce`, as the text in the packet.
    pub nonce: &'a str,
    /// `source.installationKeyId`.
    pub source_id: &'a str,
    /// `recipientIntent.destinationInstallationKeyId`.
    pub destination_id: &'a str,
    /// The installation key of the source.
    pub source_key: &'a InstallationKey,
    /// The installation key of the destination.
    pub destination_key: &'a InstallationKey,
}

impl Binding<'_> {
    /// The MAC over the signed message M and its signature.
    pub fn mac(&self, message: &[u8], signature: &Signature) -> Result<Mac, MacError> {
        Ok(Mac::compute(&*self.key()?, &authenticated(message, signature)))
    }

    /// Checks a MAC that came with a packet, in constant time.
    pub fn verify(&self, message: &[u8], signature: &Signature, mac: &Mac) -> Result<(), MacError> {
        mac.verify(&*self.key()?, &authenticated(message, signature))
    }

    fn key(&self) -> Result<Zeroizing<[u8; 32]>, MacError> {
        let ikm = Zeroizing::new(lp::concat(&[self.source_key.as_bytes(), self.destination_key.as_bytes()]));
        let info = lp::concat(&[MAC_DOMAIN, self.source_id.as_bytes(), self.destination_id.as_bytes()]);
        let mut key = Zeroizing::new([0; 32]);
        hkdf_sha256(self.nonce.as_bytes(), &ikm, &info, &mut *key)?;
        Ok(key)
    }
}

fn authenticated(message: &[u8], signature: &Signature) -> Vec<u8> {
    lp::concat(&[message, signature.as_bytes()])
}
