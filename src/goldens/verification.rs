//! The operations with keys: signing, verifying, taking in.

use super::data::{Input, Output};
use super::keys;
use super::perform::{Outcome, Stop, document, notes, read, spelled};
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding, Severity};
use crate::ingest;
use crate::json::Tree;
use crate::syntax::time::Timestamp;
use crate::zephr::tools::Capabilities;
use crate::zephr::trust::TrustStore;
use crate::zephr::verify::{self, CheckName, Context, ReplayKey, Verdict};
use crate::zephr::{manifest, sign as signing};

/// The time on a receipt where a vector names none.
const IMPORTED: &str = "2026-01-02T00:00:00Z";

pub(super) fn sign(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let wanted = input.sign.as_ref().ok_or("this operation needs `sign`")?;
    let owned = keys::read_signing(wanted)?;
    let tree = read(document(input)?, input)?;
    let signed = signing::sign(&tree, &owned.keys()?)?;
    let authentication = signed.root().get("authentication");
    let text = |member: &str| authentication.get(member).as_str().map(str::to_owned);
    let output = Output {
        root: Some(manifest::root(signed.root(), &manifest::ManifestLayout::PINNED)),
        message_sha256: signing::signed_message(&tree).map(|m| digest::sha256_hex(&m)),
        signature: text("signature"),
        mac: text("mac"),
        public_key_fingerprint: text("publicKeyFingerprint"),
        ..Output::default()
    };
    Ok(Outcome { findings: notes(&tree), output, ..Outcome::default() })
}

/// The notes on a packet that was verified: of what is no packet nothing else is said (profile 1, section 10).
fn notes_beside(tree: &Tree<'_>, findings: &[Finding]) -> Vec<Finding> {
    if findings.iter().any(|f| f.code == Code::NotAPacket) { Vec::new() } else { notes(tree) }
}

/// Calls `then` with the keys and the policy of the input.
fn with_context<T>(
    input: &Input<Vec<u8>>,
    then: impl FnOnce(Context<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let mut store = TrustStore::new();
    for source in input.trust.iter().flatten() {
        // A key that is refused is not there: nobody is trusted with it.
        if let Some(Ok(key)) = source.public_key.as_deref().map(keys::public) {
            store.trust_key(&source.id, key);
        }
        if let Some(digits) = &source.installation_key {
            store.share_installation_key(&source.id, keys::installation(digits)?);
        }
    }
    let destination = input.destination_key.as_deref().map(keys::installation).transpose()?;
    let now = input.now.as_deref().map(Timestamp::parse).transpose().map_err(|e| e.to_string())?;
    let seen = input.seen.map(|seen| move |_: &ReplayKey<'_>| seen);
    then(Context {
        trust: input.trust.as_ref().map(|_| &store),
        destination_key: destination.as_ref(),
        destination_id: input.destination_id.as_deref(),
        now,
        allow_unsigned: input.allow_unsigned,
        layout: manifest::ManifestLayout::PINNED,
        seen: seen.as_ref().map(|seen| seen as &dyn Fn(&ReplayKey<'_>) -> bool),
    })
}

pub(super) fn verify(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let unread = |stop: Stop| stop.with_verdict(Verdict::Invalid.as_str());
    let tree = read(document(input)?, input).map_err(unread)?;
    with_context(input, |context| {
        let report = verify::verify(&tree, &context);
        let rooted = report.outcome(CheckName::Root) == verify::Outcome::Pass;
        let message = if rooted { signing::signed_message(&tree) } else { None };
        let output = Output {
            root: report.root,
            message_sha256: message.map(|m| digest::sha256_hex(&m)),
            ..Output::default()
        };
        let mut findings = report.findings;
        findings.extend(notes_beside(&tree, &findings));
        // Why the packet is refused, before what a reader should know besides.
        findings.sort_by_key(|f| f.severity);
        Ok(Outcome { findings, verdict: Some(report.verdict.as_str().to_owned()), output })
    })
}

pub(super) fn ingest(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let mut capabilities = Capabilities::default();
    for name in &input.capabilities {
        let with = capabilities.with(name);
        capabilities = with.ok_or_else(|| format!("`{name}` is no capability"))?;
    }
    let receipt_key = input.receipt_seed.as_deref().map(keys::secret).transpose()?;
    let unread = |stop: Stop| stop.with_verdict(Verdict::Invalid.as_str());
    let tree = read(document(input)?, input).map_err(unread)?;
    with_context(input, |context| {
        let options = ingest::Options {
            verify: context,
            capabilities: &capabilities,
            strict: input.strict,
            max_belief_chars: input.max_belief_chars,
            imported_at: input.imported_at.as_deref().unwrap_or(IMPORTED),
            receipt_key: receipt_key.as_ref(),
        };
        Ok(match ingest::ingest(&tree, &options) {
            Ok(import) => Outcome {
                findings: import.warnings,
                verdict: Some(import.report.verdict.as_str().to_owned()),
                output: Output {
                    target: Some(spelled(canon::to_vec(import.target.root(), Profile::Jcs))),
                    receipt: Some(spelled(canon::to_vec(import.receipt.root(), Profile::Zcf))),
                    ..Output::default()
                },
            },
            Err(refusal) => {
                let mut findings = refusal.findings;
                findings.extend(notes_beside(&tree, &findings));
                findings.sort_by_key(|f| f.severity != Severity::Error);
                let verdict = Some(refusal.report.verdict.as_str().to_owned());
                Outcome { findings, verdict, ..Outcome::default() }
            }
        })
    })
}
