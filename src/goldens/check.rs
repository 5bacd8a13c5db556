//! Checking a folder: everything is made again, by which every vector is run, and compared byte by byte. A group in which
//! something differs is run as it stands there, to say which of its vectors fail.

use std::collections::BTreeMap;

use super::answer::{Answer, Demand, output_differs, verdict_differs};
use super::data::{Input, Output};
use super::generate::{declared_differs, generate, vectors_file};
use super::protocol::Request;
use super::vector::{Document, Group, Operation, Vector, VectorFile};
use super::{Failure, Files, INDEX_FILE, perform, residues};

/// How many vectors a group has, and how many of them fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Count {
    /// All.
    pub vectors: usize,
    /// Those that fail.
    pub failed: usize,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The vectors by group.
    pub groups: BTreeMap<Group, Count>,
    /// Everything that is not as it has to be.
    pub failures: Vec<Failure>,
}

/// Checks a folder, or one group of it.
pub fn check(files: &Files, only: Option<Group>) -> Report {
    let mut report = Report::default();
    let made = generate(files, only);
    match &made {
        Ok(made) => report.failures.extend(drift(files, made, only)),
        Err(failures) => report.failures.extend(failures.iter().cloned()),
    }
    // A group that is gone has left its place in the index, unless it is all that was asked for.
    let asked = |group: &Group| only.map_or_else(|| has_group(files, *group), |only| only == *group);
    for group in Group::ALL.iter().copied().filter(asked) {
        let vectors = match read_group(files, group) {
            Ok(file) => file.vectors,
            Err(failure) => {
                report.failures.push(failure);
                continue;
            }
        };
        let mut count = Count { vectors: vectors.len(), failed: 0 };
        // Made again without a difference: its vectors have just been run, and gave what stands there.
        let same = made.as_ref().is_ok_and(|made| is_as_made(files, made, group));
        for vector in vectors.iter().filter(|_| !same) {
            let failures = run(files, group, vector);
            count.failed += usize::from(!failures.is_empty());
            report.failures.extend(failures);
        }
        report.groups.insert(group, count);
    }
    report
}

/// Files that are not what is made now, that are missing, or that nobody knows.
pub fn drift(files: &Files, made: &Files, only: Option<Group>) -> Vec<Failure> {
    let mut out = Vec::new();
    for (path, bytes) in made {
        match files.get(path) {
            Some(there) if there == bytes => {}
            Some(there) => {
                let at = there.iter().zip(bytes).take_while(|(a, b)| a == b).count();
                let part = |bytes: &[u8]| {
                    let end = bytes.len().min(at + 40);
                    let start = at.saturating_sub(20).min(end);
                    String::from_utf8_lossy(bytes.get(start..end).unwrap_or_default()).into_owned()
                };
                let what = format!("byte {at}");
                out.push(Failure::new(path, &what, part(bytes), part(there)));
            }
            None => out.push(Failure::new(path, "file", "a file", "nothing")),
        }
    }
    let folder = only.map(|group| format!("{}/", group.as_str()));
    for path in files.keys().filter(|path| !made.contains_key(*path) && !super::is_by_hand(path)) {
        if folder.as_ref().is_none_or(|folder| path.starts_with(folder)) {
            out.push(Failure::new(path, "file", "no file of this name", "a file"));
        }
    }
    // What is written by hand stands in the index, which says so best when it is the only thing that is out of date.
    if let [only] = out.as_mut_slice()
        && only.at == INDEX_FILE
    {
        "the list of all files as they are (`goldens generate` makes it)".clone_into(&mut only.expected);
    }
    out
}

/// Whether every file of a group is what was made now.
fn is_as_made(files: &Files, made: &Files, group: Group) -> bool {
    let folder = format!("{}/", group.as_str());
    let here = made.iter().filter(|(path, _)| path.starts_with(&folder));
    here.clone().next().is_some() && here.into_iter().all(|(path, bytes)| files.get(path) == Some(bytes))
}

/// Whether a folder has vectors of a group.
pub(super) fn has_group(files: &Files, group: Group) -> bool {
    files.contains_key(&vectors_file(group))
}

/// The vectors of a group, as they stand in a folder.
///
/// # Errors
/// When there are none, or their file has another form.
pub fn read_group(files: &Files, group: Group) -> Result<VectorFile<Document>, Failure> {
    let path = vectors_file(group);
    let bytes = files.get(&path).ok_or_else(|| Failure::new(&path, "file", "vectors", "nothing"))?;
    let parsed = serde_json::from_slice(bytes);
    parsed.map_err(|error| Failure::new(&path, "form", "the form of vector files", error.to_string()))
}

/// The bytes of a document of a vector.
///
/// # Errors
/// When its file is missing, or its digits are none.
pub fn resolve(files: &Files, document: &Document) -> Result<Vec<u8>, String> {
    match document {
        Document::Text(text) => Ok(text.clone().into_bytes()),
        Document::Hex(digits) => hex::decode(digits).map_err(|error| error.to_string()),
        Document::File(path) => files.get(path).cloned().ok_or_else(|| format!("there is no file {path}")),
    }
}

/// A vector with no file left to look up: what an implementation is asked, and what outputs are due.
///
/// # Errors
/// When a file is missing.
pub(super) fn inlined(
    files: &Files,
    group: Group,
    vector: &Vector<Document>,
) -> Result<(Request, Output<Document>), String> {
    let inline = |_: &str, document: &Document| resolve(files, document).map(super::perform::spelled);
    let input = vector.input.map(inline)?;
    let output = vector.output.map(inline)?;
    Ok((Request { id: vector.id.clone(), group, operation: vector.operation, input }, output))
}

fn run(files: &Files, group: Group, vector: &Vector<Document>) -> Vec<Failure> {
    let unusable =
        |error: String| vec![Failure::new(&vector.id, "input", "an input of its operation", error)];
    let bytes: Result<Input<Vec<u8>>, String> = vector.input.map(|_, document| resolve(files, document));
    let answer = bytes.and_then(|input| perform(&vector.id, vector.operation, &input));
    let (answer, (_, due)) = match (answer, inlined(files, group, vector)) {
        (Ok(answer), Ok(inlined)) => (answer, inlined),
        (Err(error), _) | (_, Err(error)) => return unusable(error),
    };
    differences(vector, &due, &answer, Demand::Whole)
}

/// Where an answer is not what a vector says.
pub(super) fn differences(
    vector: &Vector<Document>,
    due: &Output<Document>,
    answer: &Answer,
    demand: Demand,
) -> Vec<Failure> {
    let mut out = verdict_differs(vector, answer, demand);
    if out.is_empty() {
        out.extend(match vector.operation {
            // Many patches restore a document.
            Operation::Preserve if demand == Demand::Interop => {
                residues::preserved_differs(&vector.input, due, &answer.output)
            }
            _ => output_differs(due, &answer.output, demand),
        });
    }
    if demand == Demand::Whole {
        out.extend(declared_differs(vector, &answer.output));
    }
    out.into_iter().map(|difference| Failure::of(&vector.id, difference)).collect()
}
