//! The published test keys, which protect nothing, and keys as vectors spell them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::data::Signing;
use crate::crypto::ed25519::{PublicKey, SecretKey};
use crate::crypto::keys::InstallationKey;
use crate::zephr::sign;

/// Keys by name, as the inputs declare them: hex digits throughout.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TestKeys {
    /// Ed25519 seeds.
    pub seeds: BTreeMap<String, String>,
    /// Ed25519 public keys that nobody here has the seed of, unsafe ones among them.
    pub public_keys: BTreeMap<String, String>,
    /// Installation keys.
    pub installation_keys: BTreeMap<String, String>,
}

/// The keys as they are published beside the vectors.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishedKeys {
    /// What the keys are for.
    pub comment: &'static str,
    /// Ed25519 key pairs.
    pub signing: BTreeMap<String, PublishedPair>,
    /// Installation keys: 64 hex digits.
    pub installation: BTreeMap<String, String>,
}

/// One Ed25519 key pair.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishedPair {
    /// The seed of RFC 8032, section 5.1.5.
    pub seed: String,
    /// The raw public key.
    pub public_key: String,
    /// Its fingerprint, as packets claim it.
    pub fingerprint: String,
    /// The public key as an SPKI PEM block.
    pub public_pem: String,
}

/// The keys of one signing, read.
#[derive(Debug)]
pub struct Owned {
    secret: SecretKey,
    mac: Option<(InstallationKey, InstallationKey)>,
    kind: String,
}

impl Owned {
    /// As the signing function takes them.
    ///
    /// # Errors
    /// When the kind is unknown, or keys for it are missing.
    pub fn keys(&self) -> Result<sign::Keys<'_>, String> {
        match (self.kind.as_str(), &self.mac) {
            ("recipient-bound-mac", Some((source, destination))) => {
                Ok(sign::Keys::RecipientBoundMac { secret: &self.secret, source, destination })
            }
            ("source-signature", None) => Ok(sign::Keys::SourceSignature(&self.secret)),
            _ => Err(format!("`{}` is not signed with these keys", self.kind)),
        }
    }
}

impl TestKeys {
    /// The hex digits of a key that is given by name.
    ///
    /// # Errors
    /// When there is no such key.
    pub fn public(&self, name: &str) -> Result<String, String> {
        if let Some(digits) = self.public_keys.get(name) {
            return Ok(digits.clone());
        }
        let seed = self.seeds.get(name).ok_or_else(|| format!("there is no public key `{name}`"))?;
        Ok(hex::encode(secret(seed)?.public_key().to_bytes()))
    }

    /// The seed of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn seed(&self, name: &str) -> Result<String, String> {
        self.seeds.get(name).cloned().ok_or_else(|| format!("there is no seed `{name}`"))
    }

    /// The installation key of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn installation(&self, name: &str) -> Result<String, String> {
        let key = self.installation_keys.get(name).cloned();
        key.ok_or_else(|| format!("there is no installation key `{name}`"))
    }

    /// Keys by name made into hex digits.
    ///
    /// # Errors
    /// When there is no such key.
    pub fn resolve_signing(&self, signing: &Signing) -> Result<Signing, String> {
        let installation = |name: &Option<String>| name.as_deref().map(|n| self.installation(n)).transpose();
        Ok(Signing {
            kind: signing.kind.clone(),
            seed: self.seed(&signing.seed)?,
            source_key: installation(&signing.source_key)?,
            destination_key: installation(&signing.destination_key)?,
        })
    }

    /// What is published of the keys.
    ///
    /// # Errors
    /// When a text is no key.
    pub fn published(&self) -> Result<PublishedKeys, String> {
        let pair = |(name, seed): (&String, &String)| {
            let public = secret(seed)?.public_key();
            let pair = PublishedPair {
                seed: seed.clone(),
                public_key: hex::encode(public.to_bytes()),
                fingerprint: public.fingerprint(),
                public_pem: public.to_pem().map_err(|error| error.to_string())?,
            };
            Ok((name.clone(), pair))
        };
        Ok(PublishedKeys {
            comment: "Test keys. They are public and protect nothing.",
            signing: self.seeds.iter().map(pair).collect::<Result<_, String>>()?,
            installation: self.installation_keys.clone(),
        })
    }
}

/// Keys as hex digits, read.
///
/// # Errors
/// When a text is no key.
pub fn read_signing(signing: &Signing) -> Result<Owned, String> {
    let mac = match (&signing.source_key, &signing.destination_key) {
        (Some(source), Some(destination)) => Some((installation(source)?, installation(destination)?)),
        (None, None) => None,
        _ => return Err("a MAC is made with two installation keys".to_owned()),
    };
    Ok(Owned { secret: secret(&signing.seed)?, mac, kind: signing.kind.clone() })
}

/// An Ed25519 key from the hex digits of its seed.
///
/// # Errors
/// When the text is no seed.
pub fn secret(digits: &str) -> Result<SecretKey, String> {
    let mut seed = Zeroizing::new([0; 32]);
    hex::decode_to_slice(digits, &mut *seed).map_err(|_| "a seed is 64 hex digits".to_owned())?;
    Ok(SecretKey::from_seed(&seed))
}

/// A public key from its hex digits. What the outer error says of the form, the inner one says of the point.
///
/// # Errors
/// When the text is no key.
pub fn public(digits: &str) -> Result<PublicKey, String> {
    let mut raw = [0; 32];
    hex::decode_to_slice(digits, &mut raw).map_err(|_| "a public key is 64 hex digits".to_owned())?;
    PublicKey::from_bytes(&raw).map_err(|error| error.to_string())
}

/// An installation key from its hex digits.
///
/// # Errors
/// When the text is no key.
pub fn installation(digits: &str) -> Result<InstallationKey, String> {
    InstallationKey::from_hex(digits).map_err(|error| error.to_string())
}
