//! What an implementation answers on one vector, and how that is held against what the vector says.

use serde::{Deserialize, Serialize};

use super::data::Output;
use super::vector::{Answered, Document, Found, Vector};
use crate::canon::{self, Profile};
use crate::json::{self, Limits};

/// An answer, this tool's or another implementation's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answer {
    /// The id of the vector.
    pub id: String,
    /// Whether the document stands.
    pub result: Answered,
    /// Of an invalid one, the code of the first refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Of an invalid one, where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Further errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Vec<Found>>,
    /// The warnings; absent when the implementation has none to give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Found>>,
    /// Of a verified packet, the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The outputs.
    #[serde(default, skip_serializing_if = "Output::is_empty")]
    pub output: Output<Document>,
}

/// Something that is not as the vector says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What is compared.
    pub what: String,
    /// What the vector says.
    pub expected: String,
    /// What came.
    pub found: String,
}

/// A difference.
pub fn difference(what: &str, expected: impl Into<String>, found: impl Into<String>) -> Difference {
    Difference { what: what.to_owned(), expected: expected.into(), found: found.into() }
}

/// How much of an answer is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Everything, to the last warning.
    Whole,
    /// The result, the code, the verdict and the outputs; what else an answer holds has to be right.
    Interop,
}

/// Where an answer differs from what is declared, the outputs aside.
pub fn verdict_differs<D>(vector: &Vector<D>, answer: &Answer, demand: Demand) -> Vec<Difference> {
    let mut out = Vec::new();
    if vector.result != answer.result {
        let code = answer.code.as_deref().map(|code| format!(" ({code} at `{}`)", answer.pointer()));
        let found = format!("{}{}", answer.result.as_str(), code.unwrap_or_default());
        out.push(difference("result", vector.result.as_str(), found));
        return out;
    }
    let mut text = |what: &str, expected: Option<&str>, found: Option<&str>, optional: bool| {
        if expected != found && !(optional && found.is_none()) {
            out.push(difference(what, expected.unwrap_or("nothing"), found.unwrap_or("nothing")));
        }
    };
    let optional = demand == Demand::Interop;
    text("code", vector.code.as_deref(), answer.code.as_deref(), false);
    text("pointer", vector.pointer.as_deref(), answer.pointer.as_deref(), optional);
    text("verdict", vector.verdict.as_deref(), answer.verdict.as_deref(), false);
    for (what, expected, found) in
        [("also", &vector.also, &answer.also), ("warnings", &vector.warnings, &answer.warnings)]
    {
        let mut expected = expected.clone();
        let Some(mut found) = found.clone().or((!optional).then(Vec::new)) else { continue };
        expected.sort();
        found.sort();
        if expected != found {
            out.push(difference(what, list(&expected), list(&found)));
        }
    }
    out
}

impl Answer {
    fn pointer(&self) -> &str {
        self.pointer.as_deref().unwrap_or_default()
    }
}

fn list(found: &[Found]) -> String {
    if found.is_empty() {
        return "none".to_owned();
    }
    found.iter().map(|f| format!("{} at `{}`", f.code, f.pointer)).collect::<Vec<_>>().join(", ")
}

/// Where outputs differ. Documents that are written in no canonical form are compared by their `jcs` form; with
/// [`Demand::Interop`], what only explains how an output comes about may be left out.
pub fn output_differs(
    expected: &Output<Document>,
    found: &Output<Document>,
    demand: Demand,
) -> Vec<Difference> {
    let mut out = Vec::new();
    let optional = demand == Demand::Interop;
    let mut text = |what: &str, expected: Option<&str>, found: Option<&str>, optional: bool| {
        if expected != found && !(optional && found.is_none()) {
            out.push(difference(what, expected.unwrap_or("nothing"), found.unwrap_or("nothing")));
        }
    };
    text("sha256", expected.sha256.as_deref(), found.sha256.as_deref(), optional);
    text("root", expected.root.as_deref(), found.root.as_deref(), false);
    text("messageSha256", expected.message_sha256.as_deref(), found.message_sha256.as_deref(), optional);
    text("signature", expected.signature.as_deref(), found.signature.as_deref(), false);
    text("mac", expected.mac.as_deref(), found.mac.as_deref(), false);
    let fingerprints = (&expected.public_key_fingerprint, &found.public_key_fingerprint);
    text("publicKeyFingerprint", fingerprints.0.as_deref(), fingerprints.1.as_deref(), false);
    text("digest", expected.digest.as_deref(), found.digest.as_deref(), false);
    if expected.sections != found.sections && !(optional && found.sections.is_empty()) {
        let words = |output: &Output<Document>| {
            let steps = output.sections.iter().map(|s| format!("{} {} {}", s.key, s.length, s.sha256));
            steps.collect::<Vec<_>>().join("; ")
        };
        out.push(difference("sections", words(expected), words(found)));
    }
    for (what, expected, found, exact, optional) in [
        ("canonical", &expected.canonical, &found.canonical, true, false),
        ("between", &expected.between, &found.between, false, optional),
        ("target", &expected.target, &found.target, false, false),
        ("ledger", &expected.ledger, &found.ledger, false, optional),
        ("receipt", &expected.receipt, &found.receipt, false, false),
    ] {
        if expected == found || (optional && found.is_none()) {
            continue;
        }
        let (expected, found) = (Shown::of(expected.as_ref()), Shown::of(found.as_ref()));
        let same = if exact { expected.bytes == found.bytes } else { expected.form() == found.form() };
        if !same {
            let (expected, found) = expected.apart(&found);
            out.push(difference(what, expected, found));
        }
    }
    out
}

/// A document as bytes.
struct Shown {
    bytes: Option<Vec<u8>>,
}

/// Code points of a document that are shown before and after the first difference.
const AROUND: usize = 40;

impl Shown {
    fn of(document: Option<&Document>) -> Self {
        let bytes = document.and_then(|document| match document {
            Document::Text(text) => Some(text.clone().into_bytes()),
            Document::Hex(digits) => hex::decode(digits).ok(),
            Document::File(_) => None,
        });
        Self { bytes }
    }

    /// What is compared: the canonical form, or the bytes where there is none.
    fn form(&self) -> Option<Vec<u8>> {
        let bytes = self.bytes.as_ref()?;
        // An answer may be longer than a document should be.
        let limits = Limits { bytes: usize::MAX, ..Limits::default() };
        match json::read(bytes, &limits) {
            Ok(tree) => Some(canon::to_vec(tree.root(), Profile::Jcs)),
            Err(_) => Some(bytes.clone()),
        }
    }

    /// Both documents around the first place in which they differ.
    fn apart(&self, other: &Self) -> (String, String) {
        let (Some(a), Some(b)) = (self.form(), other.form()) else {
            let word = |shown: &Self| if shown.bytes.is_some() { "a document" } else { "nothing" }.to_owned();
            return (word(self), word(other));
        };
        let (a, b) = (String::from_utf8_lossy(&a).into_owned(), String::from_utf8_lossy(&b).into_owned());
        let first = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
        let part = |text: &str| -> String {
            let start = first.saturating_sub(AROUND);
            let shown: String = text.chars().skip(start).take(2 * AROUND).collect();
            format!("{}{shown}", if start > 0 { "…" } else { "" })
        };
        (part(&a), part(&b))
    }
}
