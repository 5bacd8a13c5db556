//! What a vector is given, and the bytes and digests that are due: one struct for all operations each, whose members are
//! absent where an operation has no use for them.

use serde::{Deserialize, Serialize};

/// What an operation is given. Which members belong to which operation, the README of the vectors says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[serde(bound(serialize = "D: Serialize + PartialEq", deserialize = "D: Deserialize<'de>"))]
pub struct Input<D> {
    /// The document.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub document: Option<D>,
    /// Several documents.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<D>,
    /// The checkpoint that the document derives from.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub parent: Option<D>,
    /// The packet that a receipt is of.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub packet: Option<D>,
    /// The checkpoint that a receipt is of.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<D>,
    /// The canonical form: `jcs` or `zcf`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The limit on the document's bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<usize>,
    /// Whether undefined members of a checkpoint are warnings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lenient: bool,
    /// The sources the destination trusts; none at all is not the same as an empty list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Vec<TrustedSource>>,
    /// The installation key of the destination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_key: Option<String>,
    /// The id of the destination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_id: Option<String>,
    /// The time; expiry and review are not looked at without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Whether an unsigned packet will do where a signed one was to be expected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_unsigned: bool,
    /// Whether a packet with this id and nonce was taken in before; a guard is not asked when it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<bool>,
    /// The tools of the destination.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Whether a high-risk tool refuses the import.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// Beliefs are cut after so many code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_belief_chars: Option<usize>,
    /// The time on the receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_at: Option<String>,
    /// The seed of the key a receipt is signed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_seed: Option<String>,
    /// The key a receipt's signature is held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_key: Option<String>,
    /// What a packet is signed with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<Signing>,
    /// Choices for a conversion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<ConvertOptions>,
    /// The digest of the document that is to be restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The key of a residue's MAC: 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preserve_key: Option<String>,
}

fn none<D>() -> Option<D> {
    None
}

/// A source the destination trusts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrustedSource {
    /// Its installation key id.
    pub id: String,
    /// Its Ed25519 public key: 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_key: Option<String>,
    /// The installation key shared with it: 64 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installation_key: Option<String>,
}

/// The keys a packet is signed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signing {
    /// `recipient-bound-mac` or `source-signature`.
    pub kind: String,
    /// The Ed25519 seed of the source: 64 hex digits.
    pub seed: String,
    /// The installation key of the source: 64 hex digits; for a MAC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_key: Option<String>,
    /// The installation key of the destination: 64 hex digits; for a MAC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_key: Option<String>,
}

/// Choices for a conversion, as the options of the same names on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertOptions {
    /// The time of the conversion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// `source.client.kind` of the packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_kind: Option<String>,
    /// `source.installationKeyId` of the packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installation_key_id: Option<String>,
    /// The installation the packet is bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// Days from export to review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_by_days: Option<u32>,
}

/// What was hashed of one section of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SectionStep {
    /// The section's key.
    pub key: String,
    /// Length of its canonical bytes.
    pub length: usize,
    /// SHA-256 of its canonical bytes, lower-case hex.
    pub sha256: String,
}

/// The bytes and digests that are due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[serde(bound(serialize = "D: Serialize + PartialEq", deserialize = "D: Deserialize<'de>"))]
pub struct Output<D> {
    /// The canonical bytes.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub canonical: Option<D>,
    /// SHA-256 of the canonical bytes, lower-case hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The manifest root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The sections in the order in which they are hashed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionStep>,
    /// SHA-256 of the bytes that are signed, lower-case hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_sha256: Option<String>,
    /// The signature: 128 lower-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The MAC: 64 lower-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mac: Option<String>,
    /// The fingerprint of the public key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_key_fingerprint: Option<String>,
    /// `sha256:` and the SHA-256 of the `jcs` form of the document that was preserved or restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What the document was converted to first, on the way there and back.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub between: Option<D>,
    /// What the document was converted to.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub target: Option<D>,
    /// The ledger of the conversion.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub ledger: Option<D>,
    /// The receipt.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub receipt: Option<D>,
}

impl<D> Default for Output<D> {
    fn default() -> Self {
        Self {
            canonical: None,
            sha256: None,
            root: None,
            sections: Vec::new(),
            message_sha256: None,
            signature: None,
            mac: None,
            public_key_fingerprint: None,
            digest: None,
            between: None,
            target: None,
            ledger: None,
            receipt: None,
        }
    }
}

impl<D> Output<D> {
    /// Whether nothing is due.
    pub fn is_empty(&self) -> bool
    where
        D: PartialEq,
    {
        *self == Self::default()
    }
}

impl<D> Input<D> {
    /// The same input with its documents in another form.
    ///
    /// # Errors
    /// The first of `map`'s.
    pub fn map<E, F>(&self, mut map: impl FnMut(&str, &D) -> Result<E, F>) -> Result<Input<E>, F> {
        let mut numbered = |(i, document): (usize, &D)| map(&format!("document-{}", i + 1), document);
        let documents = self.documents.iter().enumerate().map(&mut numbered).collect::<Result<_, F>>()?;
        Ok(Input {
            documents,
            document: self.document.as_ref().map(|d| map("document", d)).transpose()?,
            parent: self.parent.as_ref().map(|d| map("parent", d)).transpose()?,
            packet: self.packet.as_ref().map(|d| map("packet", d)).transpose()?,
            checkpoint: self.checkpoint.as_ref().map(|d| map("checkpoint", d)).transpose()?,
            profile: self.profile.clone(),
            max_bytes: self.max_bytes,
            lenient: self.lenient,
            trust: self.trust.clone(),
            destination_key: self.destination_key.clone(),
            destination_id: self.destination_id.clone(),
            now: self.now.clone(),
            allow_unsigned: self.allow_unsigned,
            seen: self.seen,
            capabilities: self.capabilities.clone(),
            strict: self.strict,
            max_belief_chars: self.max_belief_chars,
            imported_at: self.imported_at.clone(),
            receipt_seed: self.receipt_seed.clone(),
            public_key: self.public_key.clone(),
            sign: self.sign.clone(),
            options: self.options.clone(),
            digest: self.digest.clone(),
            preserve_key: self.preserve_key.clone(),
        })
    }
}

impl<D> Output<D> {
    /// The same output with its documents in another form.
    ///
    /// # Errors
    /// The first of `map`'s.
    pub fn map<E, F>(&self, mut map: impl FnMut(&str, &D) -> Result<E, F>) -> Result<Output<E>, F> {
        let mut one = |role: &str, document: &Option<D>| document.as_ref().map(|d| map(role, d)).transpose();
        Ok(Output {
            canonical: one("canonical", &self.canonical)?,
            between: one("between", &self.between)?,
            target: one("target", &self.target)?,
            ledger: one("ledger", &self.ledger)?,
            receipt: one("receipt", &self.receipt)?,
            sha256: self.sha256.clone(),
            root: self.root.clone(),
            sections: self.sections.clone(),
            message_sha256: self.message_sha256.clone(),
            signature: self.signature.clone(),
            mac: self.mac.clone(),
            public_key_fingerprint: self.public_key_fingerprint.clone(),
            digest: self.digest.clone(),
        })
    }
}
