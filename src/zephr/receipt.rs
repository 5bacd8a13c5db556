//! The transfer receipt of an ingest (Zephr, transfer receipt; profile 1, section 6, spellings and bytes pinned).
//!
//! ```text
//! correlationId = first 32 hex digits of SHA-256( LP("ocp-convert/1/correlation") LP(packetId) LP(packetNonce)
//!                                                 LP(rootHash) LP(destination id) )
//! receiptDigest = "sha256:" SHA-256( LP("ocp-convert/1/receipt") LP(zcf(receipt without receiptDigest and signature)) )
//! signature     = Ed25519( destination key, LP("ocp-convert/1/receipt") LP(receiptDigest text) )
//! ```

use super::members::STATUSES;
use crate::canon::{self, Profile};
use crate::crypto::ed25519::{PublicKey, SecretKey, Signature};
use crate::crypto::{digest, lp};
use crate::finding::{Code, Finding};
use crate::json::{BuildError, Cursor, Number, PointerIndex, Tree, TreeBuilder};
use crate::shape::schema::{Scope, schema};
use crate::shape::{Grammar, Schema, SchemaError, Shape, Tense, Type, optional, required};
use crate::syntax::tokens::is_lower_hex;

/// Domain of the digest and of the signature.
const RECEIPT_DOMAIN: &[u8] = b"ocp-convert/1/receipt";
/// Domain of the correlation id.
const CORRELATION_DOMAIN: &[u8] = b"ocp-convert/1/correlation";
/// What stands for the destination of a packet that is bound to none.
pub(super) const UNBOUND: &str = "unbound";

/// What became of a section or a tool: one name, one status, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disposition {
    /// The section's or tool's name.
    pub name: String,
    /// One word of the published closed set.
    pub status: &'static str,
    /// Why, in a few words.
    pub reason: String,
    /// Whether it is repeated from the packet's own manifests: the source's doing, whatever the status.
    pub by_source: bool,
}

impl Disposition {
    /// Whether this destination did less with it than the packet asks for.
    pub fn is_degraded(&self) -> bool {
        !self.by_source && self.status != "native"
    }
}

/// What a receipt is made from.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// The packet, as it was read and verified.
    pub packet: Cursor<'a>,
    /// Its root, as recomputed.
    pub root: &'a str,
    /// `sha256:` of the target's `jcs` form.
    pub target_digest: &'a str,
    /// The time of the import.
    pub imported_at: &'a str,
    /// Beliefs that arrive with less trust than they claimed.
    pub demoted: usize,
    /// Beliefs that were cut short.
    pub truncated: usize,
    /// What became of the sections.
    pub sections: &'a [Disposition],
    /// What became of the tools.
    pub tools: &'a [Disposition],
    /// The verdict of verification.
    pub authentication: &'a str,
}

/// The id by which both ends find one transfer, computed here and never taken from a packet.
pub(super) fn correlation_id(id: &str, nonce: &str, root: &str, destination: &str) -> String {
    let parts = [id, nonce, root, destination].map(str::as_bytes);
    let input = [&[CORRELATION_DOMAIN][..], &parts[..]].concat();
    let mut hex = digest::sha256_hex(&lp::concat(&input));
    hex.truncate(32);
    hex
}

/// Writes the receipt, signed when there is a `key` of the destination's.
///
/// # Errors
/// Never for a packet that was verified.
pub fn write(draft: &Draft<'_>, key: Option<&SecretKey>) -> Result<Tree<'static>, BuildError> {
    let text = |object: &str, member: &str| draft.packet.get(object).get(member).as_str().unwrap_or_default();
    let destination = match text("recipientIntent", "kind") {
        "recipient-bound" => text("recipientIntent", "destinationInstallationKeyId"),
        _ => UNBOUND,
    };
    let (id, nonce) = (text("packet", "id"), text("packet", "nonce"));
    let degraded = draft.sections.iter().chain(draft.tools).filter(|d| d.is_degraded()).count();
    let mut builder = TreeBuilder::new();
    builder.object();
    for (name, value) in [
        ("packetId", id),
        ("packetNonce", nonce),
        ("sourceInstallationKeyId", text("source", "installationKeyId")),
        ("destinationInstallationKeyId", destination),
        ("targetDigest", draft.target_digest),
        ("manifestRootHash", draft.root),
        ("correlationId", &correlation_id(id, nonce, draft.root, destination)),
        ("importedAt", draft.imported_at),
        ("authentication", draft.authentication),
    ] {
        builder.name(name).string(value.to_owned());
    }
    for (name, count) in [
        ("demotionCount", draft.demoted),
        ("degradationCount", degraded),
        ("truncatedBeliefCount", draft.truncated),
    ] {
        // A count of values of one document is far below 2^53.
        builder.name(name).number(Number::Int(i64::try_from(count).unwrap_or(i64::MAX)));
    }
    for (name, dispositions) in [("sections", draft.sections), ("tools", draft.tools)] {
        builder.name(name).array();
        for disposition in dispositions {
            builder.object();
            builder.name("name").string(disposition.name.clone());
            builder.name("status").string(disposition.status);
            builder.name("reason").string(disposition.reason.clone());
            builder.close();
        }
        builder.close();
    }
    builder.close();
    let bare = builder.finish()?;
    let digest = digest_of(bare.root());
    let mut builder = TreeBuilder::new();
    builder.object();
    for member in bare.root().children() {
        builder.copy(member);
    }
    builder.name("receiptDigest").string(digest.clone());
    if let Some(key) = key {
        builder.name("signature").object();
        builder.name("algorithm").string("ed25519");
        builder.name("publicKeyFingerprint").string(key.public_key().fingerprint());
        builder.name("signature").string(key.sign(&signed(&digest)).to_hex());
        builder.close();
    }
    builder.close();
    builder.finish().map(Tree::into_owned)
}

fn signed(digest: &str) -> Vec<u8> {
    lp::concat(&[RECEIPT_DOMAIN, digest.as_bytes()])
}

/// The digest of a receipt, whatever digest and signature stand in it.
fn digest_of(receipt: Cursor<'_>) -> String {
    let members = || receipt.children().filter(|m| !matches!(m.name(), Some("receiptDigest" | "signature")));
    let mut sorted: Vec<(&str, Cursor<'_>)> =
        members().map(|member| (member.name().unwrap_or_default(), member)).collect();
    sorted.sort_unstable_by(|a, b| Profile::Zcf.compare(a.0, b.0));
    let mut body = vec![b'{'];
    for (i, (name, member)) in sorted.into_iter().enumerate() {
        if i > 0 {
            body.push(b',');
        }
        canon::write_string(name, &mut body);
        body.push(b':');
        canon::write(member, Profile::Zcf, &mut body);
    }
    body.push(b'}');
    digest::sha256_tagged(&lp::concat(&[RECEIPT_DOMAIN, &body]))
}

/// Checks a receipt: its members, its digest, and, against the `key` of the destination, its signature. Without a key a
/// signature is not looked at; with one a receipt without a signature is refused. Members beyond the table may be there.
///
/// # Errors
/// Only when the built-in schema cannot be used, which a test rules out.
pub fn check(tree: &Tree<'_>, key: Option<&PublicKey>) -> Result<Vec<Finding>, SchemaError> {
    let receipt = tree.root();
    let pointers = PointerIndex::new(tree);
    let faults = Schema::new(&receipt_schema())?.check(tree, 100);
    let mut out: Vec<Finding> = faults
        .into_iter()
        .map(|fault| {
            let placed = fault.finding(tree, Code::ReceiptInvalid);
            Finding { pointer: pointers.pointer(placed.node), ..placed.finding }
        })
        .collect();
    let (stated, computed) = (receipt.get("receiptDigest"), digest_of(receipt));
    if stated.as_str().is_some_and(|stated| stated != computed) {
        let message = "the receipt is not the one its digest is of";
        let finding = Finding::new(Code::ReceiptDigestMismatch, "/receiptDigest", message);
        out.push(finding.expected(computed).found(stated.as_str().unwrap_or_default()));
    }
    out.extend(key.and_then(|key| receipt_signature_invalid(receipt, key)));
    Ok(out)
}

fn receipt_signature_invalid(receipt: Cursor<'_>, key: &PublicKey) -> Option<Finding> {
    let text = |member: &str| receipt.get("signature").get(member).as_str().unwrap_or_default();
    let refuse = |message: &str| Some(Finding::new(Code::ReceiptSignatureInvalid, "/signature", message));
    if !receipt.get("signature").exists() {
        return refuse("the receipt is not signed");
    }
    if text("publicKeyFingerprint") != key.fingerprint() {
        return refuse("the receipt claims another key than the one given");
    }
    let digest = receipt.get("receiptDigest").as_str().unwrap_or_default();
    let verified = Signature::from_hex(text("signature")).and_then(|s| key.verify(&signed(digest), &s));
    match verified {
        Ok(()) => None,
        Err(error) => refuse(&error.to_string()),
    }
}

/// The JSON Schema of a receipt.
pub fn receipt_schema() -> serde_json::Value {
    schema(&RECEIPT, "Transfer receipt, as profile 1 writes it", Scope::Full)
}

const fn shape(name: &'static str, members: &'static [crate::shape::Member]) -> Shape {
    let clause = "Zephr, transfer receipt; profile 1, section 6";
    Shape::new(name, clause, members, false, "entry")
}

const HASH: Type = Type::of(Grammar {
    pattern: "^sha256:[0-9a-f]{64}$",
    matches: |text| text.strip_prefix("sha256:").is_some_and(|hex| is_lower_hex(hex, 64)),
});
const COUNT: Type = Type::Count;

static RECEIPT: Shape = shape(
    "receipt",
    &[
        required("packetId", Type::TEXT),
        required("packetNonce", Type::TEXT),
        required("sourceInstallationKeyId", Type::TEXT),
        required("destinationInstallationKeyId", Type::TEXT),
        required("targetDigest", HASH),
        required("manifestRootHash", HASH),
        required(
            "correlationId",
            Type::of(Grammar { pattern: "^[0-9a-f]{32}$", matches: |text| is_lower_hex(text, 32) }),
        ),
        required("importedAt", Type::Time(Tense::Any)),
        required("demotionCount", COUNT),
        required("degradationCount", COUNT),
        required("truncatedBeliefCount", COUNT),
        required("sections", Type::List(&Type::Object(&DISPOSITION), 0)).pinned(),
        required("tools", Type::List(&Type::Object(&DISPOSITION), 0)).pinned(),
        required("authentication", Type::Word(&["authentic", "integrity-only"])).pinned(),
        required("receiptDigest", HASH),
        optional("signature", Type::Object(&SIGNATURE)).pinned(),
    ],
);

static DISPOSITION: Shape = shape(
    "disposition",
    &[
        required("name", Type::TEXT),
        required("status", Type::Word(STATUSES)),
        optional("reason", Type::TEXT).pinned(),
    ],
);

static SIGNATURE: Shape = shape(
    "signature",
    &[
        required("algorithm", Type::Word(&["ed25519"])).pinned(),
        required("publicKeyFingerprint", HASH).pinned(),
        required(
            "signature",
            Type::of(Grammar { pattern: "^[0-9a-f]{128}$", matches: |text| is_lower_hex(text, 128) }),
        )
        .pinned(),
    ],
);
