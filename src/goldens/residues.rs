//! The operations about residues (README, there and back without loss), and how much of another implementation's residue has to be this
//! tool's: the patch is its own business, as long as it restores the document.

use serde_json::Value;

use super::answer::{Demand, Difference, difference, output_differs};
use super::check::resolve;
use super::conversions::{options, told, written};
use super::data::{Input, Output};
use super::perform::{Outcome, Stop, document, read, spelled};
use super::recipe::canonical;
use super::vector::Document;
use super::{Files, keys};
use crate::RESIDUE;
use crate::convert::{self, Options, Proof, Restored};
use crate::finding::Code;
use crate::json::{self, Limits};

/// Members of a residue that each implementation writes in its own way.
const OWN: [&str; 3] = ["converterVersion", "mac", "patch"];

pub(super) fn preserve(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let options = options(input)?;
    let key = input.preserve_key.as_deref().map(keys::installation).transpose()?;
    let tree = read(document(input)?, input)?;
    let kept = convert::preserve(&tree, &options, key.as_ref())?;
    let mut outcome = told(&tree, kept.conversion)?;
    outcome.output.digest = Some(kept.digest);
    Ok(outcome)
}

pub(super) fn restore(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let options = options(input)?;
    let key = input.preserve_key.as_deref().map(keys::installation).transpose()?;
    let tree = read(document(input)?, input)?;
    let proof = Proof { digest: input.digest.as_deref(), key: key.as_ref() };
    match convert::restore(&tree, &proof, &options)? {
        Restored::Original { document, digest } => {
            let target = Some(spelled(written(&document)));
            Ok(Outcome {
                output: Output { target, digest: Some(digest), ..Output::default() },
                ..Outcome::default()
            })
        }
        Restored::Edited { conversion, .. } => told(&tree, *conversion),
    }
}

/// Where what another implementation preserved is not as it has to be: beside its patch the target says what this tool's
/// says, and restores the document.
pub(super) fn preserved_differs(
    input: &Input<Document>,
    due: &Output<Document>,
    found: &Output<Document>,
) -> Vec<Difference> {
    let plain = |output: &Output<Document>| Output {
        target: output.target.as_ref().map(without_patch),
        digest: output.digest.clone(),
        ..Output::default()
    };
    let mut out = output_differs(&plain(due), &plain(found), Demand::Interop);
    if let Some(target) = found.target.as_ref().filter(|_| out.is_empty()) {
        let proof = (due.digest.as_deref(), input.preserve_key.as_deref());
        if let Err(error) = restores(target, proof) {
            out.push(difference("target", "a residue that restores the document", error));
        }
    }
    out
}

/// The document without what is the business of whoever wrote the residue; as it is when there is no such thing in it.
fn without_patch(document: &Document) -> Document {
    let parsed = resolve(&Files::new(), document).ok().and_then(|b| serde_json::from_slice::<Value>(&b).ok());
    let Some(mut value) = parsed else { return document.clone() };
    if let Some(Value::Object(residue)) = value.get_mut("extensions").and_then(|e| e.get_mut(RESIDUE)) {
        residue.retain(|name, _| !OWN.contains(&name.as_str()));
    }
    canonical(&value).map_or_else(|_| document.clone(), spelled)
}

/// Whether a target gives the document back to whoever holds these proofs.
fn restores(target: &Document, (digest, key): (Option<&str>, Option<&str>)) -> Result<(), String> {
    let bytes = resolve(&Files::new(), target)?;
    let key = key.map(keys::installation).transpose()?;
    let tree = json::read(&bytes, &Limits::default()).map_err(|finding| finding.code.to_string())?;
    match convert::restore(&tree, &Proof { digest, key: key.as_ref() }, &Options::default().lenient(true)) {
        Ok(Restored::Original { .. }) => Ok(()),
        Ok(Restored::Edited { .. }) => Err(Code::ResidueTargetEdited.to_string()),
        Err(findings) => {
            Err(findings.first().map_or_else(String::new, |f| format!("{} {}", f.code, f.message)))
        }
    }
}
