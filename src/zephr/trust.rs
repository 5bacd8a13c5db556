//! Who is trusted: an exact-match map from an installation's id to its keys (profile 1, section 5, pinned).
//!
//! A packet can ask this map a question and nothing else: what it says of keys never enters it. Public keys are read
//! once, so that many packets of one source cost one decompression.

use std::collections::BTreeMap;

use crate::crypto::ed25519::PublicKey;
use crate::crypto::keys::InstallationKey;

/// The sources a destination trusts.
#[derive(Debug, Default)]
pub struct TrustStore {
    sources: BTreeMap<String, Source>,
}

/// What is known of one source.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) key: Option<Trusted>,
    pub(super) installation_key: Option<InstallationKey>,
}

/// A public key with its fingerprint.
#[derive(Debug)]
pub(super) struct Trusted {
    pub(super) key: PublicKey,
    pub(super) fingerprint: String,
}

impl TrustStore {
    /// A store that trusts nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Trusts `key` for packets of the installation `id`, in place of any other.
    pub fn trust_key(&mut self, id: &str, key: PublicKey) {
        let fingerprint = key.fingerprint();
        self.sources.entry(id.to_owned()).or_default().key = Some(Trusted { key, fingerprint });
    }

    /// Sets the installation key shared with the installation `id`. Alone it makes no source trusted.
    pub fn share_installation_key(&mut self, id: &str, key: InstallationKey) {
        self.sources.entry(id.to_owned()).or_default().installation_key = Some(key);
    }

    /// Whether anything is known of the installation `id`. Ids are compared byte for byte.
    pub fn knows(&self, id: &str) -> bool {
        self.sources.contains_key(id)
    }

    /// Whether there is a public key of the installation `id`.
    pub fn has_key(&self, id: &str) -> bool {
        self.get(id).is_some_and(|source| source.key.is_some())
    }

    pub(super) fn get(&self, id: &str) -> Option<&Source> {
        self.sources.get(id)
    }

    /// Whether any public key is trusted at all.
    pub(super) fn has_public_keys(&self) -> bool {
        self.sources.values().any(|source| source.key.is_some())
    }
}
