//! The keys of the sample packets, and packets to sign with them.
#![allow(dead_code, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use ocp_convert::crypto::ed25519::{PublicKey, SecretKey};
use ocp_convert::crypto::keys::InstallationKey;
use ocp_convert::finding::Finding;
use ocp_convert::json::{self, Limits, Tree};
use ocp_convert::syntax::time::Timestamp;
use ocp_convert::zephr::sign;
use ocp_convert::zephr::trust::TrustStore;
use ocp_convert::zephr::verify::{Context, Report, verify};

/// The source and the destination of the samples.
pub const SOURCE: &str = "inst-5e1cf428";
pub const DESTINATION: &str = "inst-night-01";
/// Before anything in the samples is due.
pub const NOW: &str = "2026-04-05T00:00:00Z";

pub fn data(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signed").join(name)).unwrap()
}

pub fn text(name: &str) -> String {
    String::from_utf8(data(name)).unwrap()
}

pub fn read(bytes: &[u8]) -> Tree<'_> {
    json::read(bytes, &Limits::default()).unwrap()
}

/// The shipped packet as a value to change.
pub fn value() -> serde_json::Value {
    serde_json::from_slice(&data("01-mac-ok.zcf.json")).unwrap()
}

/// All keys of both ends.
pub struct Keys {
    pub secret: SecretKey,
    pub source: InstallationKey,
    pub destination: InstallationKey,
    pub trust: TrustStore,
}

impl Keys {
    pub fn of_the_samples() -> Self {
        let installation = |name| InstallationKey::from_hex(&text(name)).unwrap();
        let mut trust = TrustStore::new();
        trust.trust_key(SOURCE, PublicKey::from_pem(&text("source.pub.pem")).unwrap());
        trust.share_installation_key(SOURCE, installation("source-installation.hex"));
        Self {
            secret: SecretKey::from_pem(&text("source.key.pem")).unwrap(),
            source: installation("source-installation.hex"),
            destination: installation("destination-installation.hex"),
            trust,
        }
    }

    pub fn context(&self) -> Context<'_> {
        Context {
            trust: Some(&self.trust),
            destination_key: Some(&self.destination),
            destination_id: Some(DESTINATION),
            now: Some(Timestamp::parse(NOW).unwrap()),
            ..Context::default()
        }
    }

    /// The report on a text, read or not.
    pub fn verify(&self, bytes: &[u8]) -> Report {
        verify_bytes(bytes, &self.context())
    }

    pub fn sign(&self, tree: &Tree<'_>) -> Result<Tree<'static>, Vec<Finding>> {
        let (secret, source, destination) = (&self.secret, &self.source, &self.destination);
        sign::sign(tree, &sign::Keys::RecipientBoundMac { secret, source, destination })
    }
}

pub fn verify_bytes(bytes: &[u8], context: &Context<'_>) -> Report {
    match json::read(bytes, &Limits::default()) {
        Ok(tree) => verify(&tree, context),
        Err(finding) => Report::unread(*finding),
    }
}
