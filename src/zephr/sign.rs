//! Signing a packet (profile 1, section 5, pinned): a copy of it with another `authentication` object.
//!
//! What would be refused is not signed: the packet has to be sound, with the right root, and from an installation that
//! has an id of its own.

use super::message;
use super::rules;
use super::verify::{self, CheckName, Context, Outcome};
use crate::crypto::ed25519::SecretKey;
use crate::crypto::keys::InstallationKey;
use crate::crypto::mac::{Binding, MacError};
use crate::finding::{Code, Finding};
use crate::json::{BuildError, Cursor, Tree, TreeBuilder};

/// The installation id a packet has when nobody vouches for where it comes from.
pub const UNATTESTED: &str = "unattested";

/// What a packet is authenticated with.
#[derive(Clone, Copy, Debug)]
pub enum Keys<'k> {
    /// `recipient-bound-mac`: a signature, and a MAC for one destination.
    RecipientBoundMac {
        /// The key of the source.
        secret: &'k SecretKey,
        /// The installation key of the source.
        source: &'k InstallationKey,
        /// The installation key of the destination.
        destination: &'k InstallationKey,
    },
    /// `source-signature`: a bare signature, which every verifier refuses. For test vectors.
    SourceSignature(&'k SecretKey),
}

/// M, the bytes the signature of `packet` is over: nothing for a document that is no sound packet.
pub fn signed_message(tree: &Tree<'_>) -> Option<Vec<u8>> {
    check(tree).is_empty().then(|| message::Body::of(tree.root()).message(tree.root()))
}

/// A copy of the packet with an authentication made with `keys`, in place of the one it has.
///
/// # Errors
/// Findings: why the packet is not signed.
pub fn sign(tree: &Tree<'_>, keys: &Keys<'_>) -> Result<Tree<'static>, Vec<Finding>> {
    let packet = tree.root();
    let mut findings = check(tree);
    if !is_another_format(packet, &findings) {
        findings.extend(source_unattested(packet));
        if matches!(keys, Keys::RecipientBoundMac { .. }) {
            findings.extend(recipient_missing(packet));
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    authenticate(packet, keys).map_err(|error| {
        vec![Finding::new(Code::SourceSignatureInvalid, "/authentication", error.to_string())]
    })
}

/// Why the bytes of a packet could not be signed: never for one that [`sign`] would sign.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unsigned {
    /// The MAC could not be computed.
    #[error(transparent)]
    Mac(#[from] MacError),
    /// The packet is no object.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// As [`sign`], whatever the packet is: for packets that are to be refused for something else.
pub(crate) fn authenticate(packet: Cursor<'_>, keys: &Keys<'_>) -> Result<Tree<'static>, Unsigned> {
    let message = message::Body::of(packet).message(packet);
    let (secret, kind) = match keys {
        Keys::RecipientBoundMac { secret, .. } => (secret, "recipient-bound-mac"),
        Keys::SourceSignature(secret) => (secret, "source-signature"),
    };
    let signature = secret.sign(&message);
    let mut builder = TreeBuilder::new();
    builder.object();
    for member in packet.children().filter(|m| m.name() != Some("authentication")) {
        builder.copy(member);
    }
    builder.name("authentication").object();
    builder.name("kind").string(kind);
    builder.name("algorithm").string("ed25519");
    builder.name("signature").string(signature.to_hex());
    builder.name("publicKeyFingerprint").string(secret.public_key().fingerprint());
    if let Keys::RecipientBoundMac { source, destination, .. } = keys {
        let text = |object: &str, member: &str| packet.get(object).get(member).as_str().unwrap_or_default();
        let binding = Binding {
            nonce: text("packet", "nonce"),
            source_id: text("source", "installationKeyId"),
            destination_id: text("recipientIntent", "destinationInstallationKeyId"),
            source_key: source,
            destination_key: destination,
        };
        let mac = binding.mac(&message, &signature)?;
        builder.name("macAlgorithm").string("hkdf-sha256+hmac-sha256");
        builder.name("mac").string(mac.to_hex());
    }
    builder.close();
    builder.close();
    Ok(builder.finish().map(Tree::into_owned)?)
}

/// What verification finds wrong before it comes to the authentication.
fn check(tree: &Tree<'_>) -> Vec<Finding> {
    let report = verify::verify(tree, &Context { allow_unsigned: true, ..Context::default() });
    if report.outcome(CheckName::Root) == Outcome::Pass {
        return Vec::new();
    }
    report.findings.into_iter().filter(|f| f.severity == crate::finding::Severity::Error).collect()
}

/// Of what is no packet, or one of another major version, nothing else is said (profile 1, sections 3 and 10).
fn is_another_format(packet: Cursor<'_>, findings: &[Finding]) -> bool {
    findings.iter().any(|f| f.code == Code::NotAPacket) || rules::is_of_another_major_version(packet)
}

/// `source_unattested`: the placeholder is nobody's id, so no key can be bound to it.
fn source_unattested(packet: Cursor<'_>) -> Option<Finding> {
    let id = packet.get("source").get("installationKeyId").as_str()?;
    if id != UNATTESTED && !id.is_empty() {
        return None;
    }
    let message = "a packet from no particular installation cannot be signed by one";
    Some(Finding::new(Code::SourceUnattested, "/source/installationKeyId", message).found(id))
}

/// `mac_without_recipient`: there is no MAC for nobody in particular.
fn recipient_missing(packet: Cursor<'_>) -> Option<Finding> {
    let kind =
        packet.get("recipientIntent").get("kind").as_str().filter(|kind| *kind != "recipient-bound")?;
    let message = "a MAC is made for one recipient, and the packet names none";
    let finding = Finding::new(Code::MacWithoutRecipient, "/recipientIntent/kind", message);
    Some(finding.expected("recipient-bound").found(kind))
}
