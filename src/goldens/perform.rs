//! This tool's own answer on a vector: every operation through the same functions that the commands call.

use super::answer::Answer;
use super::conversions;
use super::data::{Input, Output, SectionStep};
use super::keys;
use super::residues;
use super::vector::{Answered, Document, Found, Operation};
use super::verification;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::document;
use crate::finding::{Code, Finding, Severity};
use crate::json::{self, Limits, NoteKind, PointerIndex, Tree};
use crate::ocp::lineage::Parent;
use crate::zephr::manifest::{self, ManifestLayout};
use crate::zephr::{receipt, recheck};

/// What an operation finds and makes.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) findings: Vec<Finding>,
    pub(super) verdict: Option<String>,
    pub(super) output: Output<Document>,
}

/// Why a vector cannot be answered at all: it is not written as its operation asks for.
pub(super) type Unusable = String;

/// Answers one vector.
///
/// # Errors
/// When the input is not one of this operation.
pub fn perform(id: &str, operation: Operation, input: &Input<Vec<u8>>) -> Result<Answer, String> {
    let outcome = match operation {
        Operation::Canonicalize => canonicalize(input),
        Operation::ManifestRoot => manifest_root(input),
        Operation::Validate => validate(input),
        Operation::Lineage => lineage(input),
        Operation::Forks => forks(input),
        Operation::Sign => verification::sign(input),
        Operation::Verify => verification::verify(input),
        Operation::Ingest => verification::ingest(input),
        Operation::CheckReceipt => check_receipt(input),
        Operation::CompareReceipt => compare_receipt(input),
        Operation::Convert => conversions::convert(input),
        Operation::RoundTrip => conversions::round_trip(input),
        Operation::Preserve => residues::preserve(input),
        Operation::Restore => residues::restore(input),
    }?;
    Ok(answer(id, outcome))
}

fn answer(id: &str, outcome: Outcome) -> Answer {
    let found = |f: &Finding| Found { code: f.code.as_str().to_owned(), pointer: f.pointer.clone() };
    let of = |severity| outcome.findings.iter().filter(move |f| f.severity == severity).map(found).collect();
    let (errors, warnings): (Vec<Found>, Vec<Found>) = (of(Severity::Error), of(Severity::Warning));
    let mut errors = errors.into_iter();
    let first = errors.next();
    Answer {
        id: id.to_owned(),
        result: if first.is_some() { Answered::Invalid } else { Answered::Valid },
        code: first.as_ref().map(|f| f.code.clone()),
        pointer: first.map(|f| f.pointer),
        also: Some(errors.collect()),
        warnings: Some(warnings),
        verdict: outcome.verdict,
        output: outcome.output,
    }
}

/// The document of the input.
pub(super) fn document(input: &Input<Vec<u8>>) -> Result<&[u8], Unusable> {
    input.document.as_deref().ok_or_else(|| "this operation needs a `document`".to_owned())
}

/// A document that is read, or the answer that it cannot be.
pub(super) fn read<'b>(bytes: &'b [u8], input: &Input<Vec<u8>>) -> Result<Tree<'b>, Box<Outcome>> {
    let limits = Limits::default();
    let limits = Limits { bytes: input.max_bytes.unwrap_or(limits.bytes), ..limits };
    let refused = |finding| Outcome { findings: vec![finding], ..Outcome::default() };
    json::read(bytes, &limits).map_err(|finding| Box::new(refused(*finding)))
}

/// Bytes as a vector spells them.
pub(super) fn spelled(bytes: Vec<u8>) -> Document {
    match String::from_utf8(bytes) {
        Ok(text) => Document::Text(text),
        Err(error) => Document::Hex(hex::encode(error.as_bytes())),
    }
}

fn canonicalize(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let profile = match input.profile.as_deref() {
        Some("jcs") => Profile::Jcs,
        Some("zcf") => Profile::Zcf,
        _ => return Err("`profile` is `jcs` or `zcf`".to_owned()),
    };
    let tree = match read(document(input)?, input) {
        Ok(tree) => tree,
        Err(outcome) => return Ok(*outcome),
    };
    let bytes = canon::to_vec(tree.root(), profile);
    let index = PointerIndex::new(&tree);
    let note = |note: &json::Note| {
        let code = match note.kind {
            NoteKind::Noncharacter => Code::JsonNoncharacter,
            NoteKind::BigInteger => Code::JsonBigInteger,
        };
        Finding::new(code, index.pointer(note.node), "").as_warning()
    };
    let findings = tree.notes().iter().map(note).collect();
    let sha256 = Some(digest::sha256_hex(&bytes));
    let output = Output { canonical: Some(spelled(bytes)), sha256, ..Output::default() };
    Ok(Outcome { findings, output, ..Outcome::default() })
}

fn manifest_root(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let tree = match read(document(input)?, input) {
        Ok(tree) => tree,
        Err(outcome) => return Ok(*outcome),
    };
    let packet = tree.root();
    let findings = manifest::section_name_collision(packet);
    if !findings.is_empty() {
        // Which of two sections of one name comes first is nowhere said: there is no root to agree on.
        return Ok(Outcome { findings, ..Outcome::default() });
    }
    let findings = manifest::manifest_root(packet).into_iter().collect();
    let transcript = manifest::transcript(packet, &ManifestLayout::PINNED);
    let sections = transcript.steps.into_iter();
    let sections = sections.map(|s| SectionStep { key: s.key, length: s.length, sha256: s.sha256 }).collect();
    let output = Output { root: Some(transcript.root), sections, ..Output::default() };
    Ok(Outcome { findings, output, ..Outcome::default() })
}

fn validate(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let bytes = document(input)?;
    Ok(match read(bytes, input) {
        Ok(tree) => Outcome { findings: validated(&tree, bytes, input), ..Outcome::default() },
        Err(outcome) => *outcome,
    })
}

fn validated(tree: &Tree<'_>, bytes: &[u8], input: &Input<Vec<u8>>) -> Vec<Finding> {
    let options = document::Options { lenient: input.lenient, ..document::Options::default() };
    document::validate(tree, Some(bytes), &options).findings
}

fn lineage(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let bytes = document(input)?;
    let parent_bytes = input.parent.as_deref().ok_or("this operation needs a `parent`")?;
    let (tree, parent) = match (read(bytes, input), read(parent_bytes, input)) {
        (Ok(tree), Ok(parent)) => (tree, parent),
        (Err(outcome), _) | (_, Err(outcome)) => return Ok(*outcome),
    };
    let mut findings = validated(&tree, bytes, input);
    let parent = Parent { root: parent.root(), bytes: parent_bytes };
    let report = document::validate_lineage(&tree, Some(bytes), &parent, &document::Options::default());
    findings.extend(report.findings);
    Ok(Outcome { findings, ..Outcome::default() })
}

/// Pointers begin with the number of the fork they are about.
fn forks(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    if input.documents.len() < 2 {
        return Err("this operation needs `documents`".to_owned());
    }
    let mut trees = Vec::new();
    for bytes in &input.documents {
        match read(bytes, input) {
            Ok(tree) => trees.push((tree, bytes.as_slice())),
            Err(outcome) => return Ok(*outcome),
        }
    }
    let documents: Vec<_> = trees.iter().map(|(tree, bytes)| (tree, Some(*bytes))).collect();
    let found = document::compare_forks(&documents).into_iter();
    let findings = found.map(|(number, f)| Finding { pointer: format!("/{number}{}", f.pointer), ..f });
    Ok(Outcome { findings: findings.collect(), ..Outcome::default() })
}

fn check_receipt(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let key = input.public_key.as_deref().map(keys::public).transpose()?;
    let tree = match read(document(input)?, input) {
        Ok(tree) => tree,
        Err(outcome) => return Ok(*outcome),
    };
    let findings = receipt::check(&tree, key.as_ref()).map_err(|error| error.to_string())?;
    Ok(Outcome { findings, ..Outcome::default() })
}

fn compare_receipt(input: &Input<Vec<u8>>) -> Result<Outcome, Unusable> {
    let other =
        |bytes: &Option<Vec<u8>>| bytes.as_deref().map(|b| read(b, input).map(Tree::into_owned)).transpose();
    let tree = match read(document(input)?, input) {
        Ok(tree) => tree,
        Err(outcome) => return Ok(*outcome),
    };
    let (packet, checkpoint) = match (other(&input.packet), other(&input.checkpoint)) {
        (Ok(packet), Ok(checkpoint)) => (packet, checkpoint),
        (Err(outcome), _) | (_, Err(outcome)) => return Ok(*outcome),
    };
    let receipt = tree.root();
    let mut findings = recheck::own(receipt);
    findings.extend(packet.iter().flat_map(|packet| recheck::with_packet(receipt, packet.root())));
    findings.extend(checkpoint.iter().filter_map(|target| recheck::with_checkpoint(receipt, target.root())));
    Ok(Outcome { findings, ..Outcome::default() })
}
