//! Making the vectors: bytes and digests are computed, verdicts are declared, and where the two disagree nothing is made.

use std::fmt::Write as _;

use serde::Serialize;

use super::answer::{Demand, Difference, difference, output_differs, verdict_differs};
use super::data::{Input, Output};
use super::publication;
use super::recipe::{Recipe, canonical};
use super::source::Sources;
use super::vector::{Document, Group, Operation, Vector, VectorFile};
use super::{Failure, Files, INDEX_FILE, KEYS_FILE, SCHEMA, SCHEMA_FILE, VECTOR_VERSION, perform};
use crate::PROFILE_VERSION;
use crate::crypto::digest;
use crate::ledger::LedgerFile;
use crate::mapping::MAPPING_VERSION;

/// Documents longer than this stand in files of their own.
const INLINE: usize = 4096;

/// Makes every file of a folder of goldens that is not written by hand, from those that are; of one group only, that
/// group's files.
///
/// # Errors
/// What is badly declared, and where this tool's verdict is not the declared one.
pub fn generate(files: &Files, only: Option<Group>) -> Result<Files, Vec<Failure>> {
    let sources = Sources::read(files)?;
    let mut out = Files::new();
    let mut failures = Vec::new();
    for group in Group::ALL.iter().copied().filter(|group| only.is_none_or(|only| only == *group)) {
        let declared = sources.vectors.get(&group).map(Vec::as_slice).unwrap_or_default();
        if declared.is_empty() {
            continue;
        }
        let mut vectors = Vec::with_capacity(declared.len());
        for vector in declared {
            match make(group, vector, &sources, &mut out) {
                Ok(made) => vectors.push(made),
                Err(more) => failures.extend(more.into_iter().map(|d| Failure::of(&vector.id, d))),
            }
        }
        let file = VectorFile {
            schema: Some(format!("../{SCHEMA_FILE}")),
            vector_version: VECTOR_VERSION,
            profile_version: PROFILE_VERSION,
            mapping_version: MAPPING_VERSION,
            group,
            vectors,
        };
        put(&mut out, vectors_file(group), &file, &mut failures);
    }
    if only.is_none() {
        out.insert(SCHEMA_FILE.to_owned(), SCHEMA.as_bytes().to_vec());
        match sources.keys.published() {
            Ok(keys) => put(&mut out, KEYS_FILE.to_owned(), &keys, &mut failures),
            Err(error) => failures.push(Failure::new(KEYS_FILE, "keys", "keys", error)),
        }
        let index = index(files, &out, &sources);
        put(&mut out, INDEX_FILE.to_owned(), &index, &mut failures);
    }
    if failures.is_empty() { Ok(out) } else { Err(failures) }
}

/// The file with the vectors of a group.
pub(super) fn vectors_file(group: Group) -> String {
    format!("{}/vectors.json", group.as_str())
}

fn put(out: &mut Files, name: String, value: &impl Serialize, failures: &mut Vec<Failure>) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => {
            out.insert(name, format!("{}\n", ascii(&text)).into_bytes());
        }
        Err(error) => failures.push(Failure::new(name, "form", "JSON", error.to_string())),
    }
}

/// JSON in which only strings hold other characters than ASCII, with those escaped: what is special to somebody's editor
/// or parser is in the documents, not in the files that are about them.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() && c != '\u{7F}' {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// One vector, from what is declared of it.
fn make(
    group: Group,
    vector: &Vector<Recipe>,
    sources: &Sources,
    out: &mut Files,
) -> Result<Vector<Document>, Vec<Difference>> {
    let unusable = |error: String| vec![difference("input", "an input of this operation", error)];
    let input = sources.input(&vector.input).map_err(unusable)?;
    let answer = perform(&vector.id, vector.operation, &input).map_err(unusable)?;
    let mut differences = verdict_differs(vector, &answer, Demand::Whole);
    differences.extend(declared_differs(vector, &answer.output));
    differences.extend(confirmed(vector, sources, &answer.output).map_err(unusable)?);
    if group == Group::Publication {
        differences.extend(publication::differs(&input, &answer));
    }
    if !differences.is_empty() {
        return Err(differences);
    }
    let name = |role: &str| {
        let suffix = if role == "document" { String::new() } else { format!(".{role}") };
        format!("{}/{}{suffix}.json", group.as_str(), vector.id)
    };
    let mut placed = |role: &str, document: Document, bytes: Vec<u8>| {
        if bytes.len() <= INLINE {
            return document;
        }
        let name = name(role);
        out.insert(name.clone(), bytes);
        Document::File(name)
    };
    let input: Input<Document> = input.map(|role, bytes| {
        Ok::<_, Vec<Difference>>(placed(role, super::perform::spelled(bytes.clone()), bytes.clone()))
    })?;
    let output: Output<Document> = answer
        .output
        .map(|role, document| Ok::<_, Vec<Difference>>(placed(role, document.clone(), bytes_of(document))))?;
    Ok(Vector {
        id: vector.id.clone(),
        comment: vector.comment.clone(),
        clauses: vector.clauses.clone(),
        flags: vector.flags.clone(),
        operation: vector.operation,
        input,
        layer: vector.layer,
        result: vector.result,
        code: vector.code.clone(),
        pointer: vector.pointer.clone(),
        also: vector.also.clone(),
        warnings: vector.warnings.clone(),
        spares: vector.spares.clone(),
        verdict: vector.verdict.clone(),
        rules: vector.rules.clone(),
        holds: vector.holds.clone(),
        output,
    })
}

/// Where outputs that were worked out elsewhere and declared are not the ones computed.
fn confirmed(
    vector: &Vector<Recipe>,
    sources: &Sources,
    output: &Output<Document>,
) -> Result<Vec<Difference>, String> {
    let declared = vector.output.map(|_, recipe| {
        Ok::<_, String>(super::perform::spelled(recipe.bytes(&sources.bases, &sources.keys)?))
    })?;
    // What is not declared is not asked about.
    let computed = Output {
        canonical: output.canonical.clone().filter(|_| declared.canonical.is_some()),
        sha256: output.sha256.clone().filter(|_| declared.sha256.is_some()),
        root: output.root.clone().filter(|_| declared.root.is_some()),
        message_sha256: output.message_sha256.clone().filter(|_| declared.message_sha256.is_some()),
        signature: output.signature.clone().filter(|_| declared.signature.is_some()),
        mac: output.mac.clone().filter(|_| declared.mac.is_some()),
        digest: output.digest.clone().filter(|_| declared.digest.is_some()),
        ..Output::default()
    };
    Ok(output_differs(&declared, &computed, Demand::Whole))
}

/// The bytes of a document that stands in no file.
fn bytes_of(document: &Document) -> Vec<u8> {
    match document {
        Document::Text(text) => text.clone().into_bytes(),
        Document::Hex(digits) => hex::decode(digits).unwrap_or_default(),
        Document::File(_) => Vec::new(),
    }
}

/// Where what was made is not what is declared of it: rules its ledger must name, values that must stand in it.
pub(super) fn declared_differs<D>(vector: &Vector<D>, output: &Output<Document>) -> Vec<Difference> {
    let mut out = Vec::new();
    if !vector.rules.is_empty() {
        let ledger = output.ledger.as_ref().map(bytes_of).unwrap_or_default();
        let named = serde_json::from_slice::<LedgerFile>(&ledger).map(named).unwrap_or_default();
        let missing: Vec<&str> =
            vector.rules.iter().filter(|rule| !named.contains(rule)).map(String::as_str).collect();
        if !missing.is_empty() {
            out.push(difference("rules", "a ledger that names them", format!("not {}", missing.join(", "))));
        }
    }
    if vector.holds.is_empty() {
        return out;
    }
    let made = if vector.operation == Operation::Ingest { &output.receipt } else { &output.target };
    let bytes = made.as_ref().map(bytes_of).unwrap_or_default();
    let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
    for holds in &vector.holds {
        let found = value.pointer(&holds.at);
        if found != holds.value.as_ref() {
            let show = |value: Option<&serde_json::Value>| value.map_or("nothing".to_owned(), show);
            let what = format!("holds {}", holds.at);
            out.push(difference(&what, show(holds.value.as_ref()), show(found)));
        }
    }
    out
}

fn show(value: &serde_json::Value) -> String {
    canonical(value).map_or_else(|error| error, |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The rules a ledger names.
fn named(ledger: LedgerFile) -> Vec<String> {
    let moved = ledger.moved.into_iter().map(|entry| entry.rule);
    let omitted = ledger.omitted.into_iter().map(|entry| entry.rule);
    moved.chain(omitted).chain(ledger.synthesized.into_iter().map(|entry| entry.rule)).collect()
}

/// The list of all files of a folder but itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Index {
    vector_version: u32,
    profile_version: u32,
    mapping_version: u32,
    /// How many vectors there are.
    vectors: usize,
    groups: Vec<Listed>,
    files: Vec<File>,
}

#[derive(Serialize)]
struct Listed {
    group: Group,
    about: &'static str,
    vectors: usize,
}

#[derive(Serialize)]
struct File {
    path: String,
    bytes: usize,
    sha256: String,
}

fn index(files: &Files, made: &Files, sources: &Sources) -> Index {
    let groups: Vec<Listed> = Group::ALL
        .iter()
        .map(|group| Listed {
            group: *group,
            about: group.about(),
            vectors: sources.vectors.get(group).map_or(0, Vec::len),
        })
        .collect();
    let by_hand = files.iter().filter(|(path, _)| super::is_by_hand(path));
    let mut all: Vec<File> = by_hand
        .chain(made)
        .map(|(path, bytes)| File {
            path: path.clone(),
            bytes: bytes.len(),
            sha256: digest::sha256_hex(bytes),
        })
        .collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Index {
        vector_version: VECTOR_VERSION,
        profile_version: PROFILE_VERSION,
        mapping_version: MAPPING_VERSION,
        vectors: groups.iter().map(|listed| listed.vectors).sum(),
        groups,
        files: all,
    }
}
