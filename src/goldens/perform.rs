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

/// Why an operation ends early.
pub(super) enum Stop {
    Unusable(Unusable),
    /// There is an answer already.
    Decided(Box<Outcome>),
}

impl From<Unusable> for Stop {
    fn from(why: Unusable) -> Self {
        Self::Unusable(why)
    }
}

impl From<&str> for Stop {
    fn from(why: &str) -> Self {
        Self::Unusable(why.to_owned())
    }
}

/// A refusal.
impl From<Vec<Finding>> for Stop {
    fn from(findings: Vec<Finding>) -> Self {
        Self::Decided(Box::new(Outcome { findings, ..Outcome::default() }))
    }
}

impl Stop {
    /// The same with the verdict of whoever read a document to verify it.
    pub(super) fn with_verdict(self, verdict: &str) -> Self {
        match self {
            Self::Decided(outcome) => {
                Self::Decided(Box::new(Outcome { verdict: Some(verdict.to_owned()), ..*outcome }))
            }
            unusable @ Self::Unusable(_) => unusable,
        }
    }
}

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
    };
    match outcome {
        Ok(outcome) => Ok(answer(id, outcome)),
        Err(Stop::Decided(outcome)) => Ok(answer(id, *outcome)),
        Err(Stop::Unusable(why)) => Err(why),
    }
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
pub(super) fn read<'b>(bytes: &'b [u8], input: &Input<Vec<u8>>) -> Result<Tree<'b>, Stop> {
    let limits = Limits::default();
    let limits = Limits { bytes: input.max_bytes.unwrap_or(limits.bytes), ..limits };
    json::read(bytes, &limits).map_err(|finding| vec![*finding].into())
}

/// Bytes as a vector spells them.
pub(super) fn spelled(bytes: Vec<u8>) -> Document {
    match String::from_utf8(bytes) {
        Ok(text) => Document::Text(text),
        Err(error) => Document::Hex(hex::encode(error.as_bytes())),
    }
}

/// What the reader let pass with a reservation (profile 1, section 1).
pub(super) fn notes(tree: &Tree<'_>) -> Vec<Finding> {
    let index = PointerIndex::new(tree);
    let note = |note: &json::Note| {
        let code = match note.kind {
            NoteKind::Noncharacter => Code::JsonNoncharacter,
            NoteKind::BigInteger => Code::JsonBigInteger,
        };
        Finding::new(code, index.pointer(note.node), "").as_warning()
    };
    tree.notes().iter().map(note).collect()
}

fn canonicalize(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let profile = match input.profile.as_deref() {
        Some("jcs") => Profile::Jcs,
        Some("zcf") => Profile::Zcf,
        _ => return Err("`profile` is `jcs` or `zcf`".into()),
    };
    let tree = read(document(input)?, input)?;
    let bytes = canon::to_vec(tree.root(), profile);
    let findings = notes(&tree);
    let sha256 = Some(digest::sha256_hex(&bytes));
    let output = Output { canonical: Some(spelled(bytes)), sha256, ..Output::default() };
    Ok(Outcome { findings, output, ..Outcome::default() })
}

fn manifest_root(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let tree = read(document(input)?, input)?;
    let packet = tree.root();
    let mut findings = manifest::section_name_collision(packet);
    if !findings.is_empty() {
        // Which of two sections of one name comes first is nowhere said: there is no root to agree on.
        findings.extend(notes(&tree));
        return Ok(Outcome { findings, ..Outcome::default() });
    }
    findings.extend(manifest::manifest_root(packet));
    findings.extend(notes(&tree));
    let transcript = manifest::transcript(packet, &ManifestLayout::PINNED);
    let sections = transcript.steps.into_iter();
    let sections = sections.map(|s| SectionStep { key: s.key, length: s.length, sha256: s.sha256 }).collect();
    let output = Output { root: Some(transcript.root), sections, ..Output::default() };
    Ok(Outcome { findings, output, ..Outcome::default() })
}

fn validate(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let bytes = document(input)?;
    let findings = validated(&read(bytes, input)?, bytes, input);
    Ok(Outcome { findings, ..Outcome::default() })
}

fn validated(tree: &Tree<'_>, bytes: &[u8], input: &Input<Vec<u8>>) -> Vec<Finding> {
    let options = document::Options { lenient: input.lenient, ..document::Options::default() };
    document::validate(tree, Some(bytes), &options).findings
}

fn lineage(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let bytes = document(input)?;
    let parent_bytes = input.parent.as_deref().ok_or("this operation needs a `parent`")?;
    let (tree, parent) = (read(bytes, input)?, read(parent_bytes, input)?);
    let mut findings = validated(&tree, bytes, input);
    let parent = Parent { root: parent.root(), bytes: parent_bytes };
    let report = document::validate_lineage(&tree, Some(bytes), &parent, &document::Options::default());
    findings.extend(report.findings);
    Ok(Outcome { findings, ..Outcome::default() })
}

/// Pointers begin with the number of the fork they are about.
fn forks(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    if input.documents.len() < 2 {
        return Err("this operation needs `documents`".into());
    }
    let mut trees = Vec::new();
    for bytes in &input.documents {
        trees.push((read(bytes, input)?, bytes.as_slice()));
    }
    let documents: Vec<_> = trees.iter().map(|(tree, bytes)| (tree, Some(*bytes))).collect();
    let found = document::compare_forks(&documents).into_iter();
    let findings = found.map(|(number, f)| Finding { pointer: format!("/{number}{}", f.pointer), ..f });
    Ok(Outcome { findings: findings.collect(), ..Outcome::default() })
}

fn check_receipt(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let key = input.public_key.as_deref().map(keys::public).transpose()?;
    let tree = read(document(input)?, input)?;
    let mut findings = receipt::check(&tree, key.as_ref()).map_err(|error| error.to_string())?;
    findings.extend(notes(&tree));
    Ok(Outcome { findings, ..Outcome::default() })
}

fn compare_receipt(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let other =
        |bytes: &Option<Vec<u8>>| bytes.as_deref().map(|b| read(b, input).map(Tree::into_owned)).transpose();
    let tree = read(document(input)?, input)?;
    let (packet, checkpoint) = (other(&input.packet)?, other(&input.checkpoint)?);
    let receipt = tree.root();
    let mut findings = recheck::own(receipt);
    findings.extend(packet.iter().flat_map(|packet| recheck::with_packet(receipt, packet.root())));
    findings.extend(checkpoint.iter().filter_map(|target| recheck::with_checkpoint(receipt, target.root())));
    findings.extend(notes(&tree));
    Ok(Outcome { findings, ..Outcome::default() })
}
