//! Driving another implementation: one request a vector, one answer a request, each a line of JSON.
//!
//! This is the part that needs no process: what is asked, how a line is read as an answer, what is wrong with it, and the
//! list of exceptions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Demand};
use super::check::{differences, has_group, inlined, read_group};
use super::data::{Input, Output};
use super::vector::{Document, Group, Operation, Vector};
use super::{Failure, Files};

/// What an implementation is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The id of the vector, to be repeated in the answer.
    pub id: String,
    /// Its group.
    pub group: Group,
    /// What is to be done.
    pub operation: Operation,
    /// What with; no document stands in a file.
    pub input: Input<Document>,
}

/// One vector to ask about.
#[derive(Clone, Debug)]
pub struct Question {
    /// The request, one line without its end.
    pub line: String,
    vector: Vector<Document>,
    due: Output<Document>,
}

impl Question {
    /// The id of the vector.
    pub fn id(&self) -> &str {
        &self.vector.id
    }

    /// What is wrong with a line that came as the answer.
    pub fn judge(&self, line: &[u8]) -> Vec<Failure> {
        let failure =
            |what: &str, expected: &str, found: String| vec![Failure::new(self.id(), what, expected, found)];
        let answer: Answer = match serde_json::from_slice(line) {
            Ok(answer) => answer,
            Err(error) => {
                let found = format!("{error}: {}", excerpt(line));
                return failure("answer", "one JSON object in the form of an answer", found);
            }
        };
        if answer.id != self.id() {
            return failure("id", self.id(), answer.id);
        }
        differences(&self.vector, &self.due, &answer, Demand::Interop)
    }
}

/// The beginning of a line that is no answer.
fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let shown: String = text.chars().take(80).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

/// The questions of a folder, or of one group of it.
///
/// # Errors
/// When the folder does not hold what its vectors name.
pub fn questions(files: &Files, only: Option<Group>) -> Result<Vec<(Group, Question)>, Vec<Failure>> {
    let mut out = Vec::new();
    let asked = |group: &Group| only.map_or_else(|| has_group(files, *group), |only| only == *group);
    for group in Group::ALL.iter().copied().filter(asked) {
        let file = read_group(files, group).map_err(|failure| vec![failure])?;
        for vector in file.vectors {
            let (request, due) = inlined(files, group, &vector)
                .map_err(|error| vec![Failure::new(&vector.id, "file", "a file", error)])?;
            let line = serde_json::to_string(&request)
                .map_err(|error| vec![Failure::new(&vector.id, "request", "JSON", error.to_string())])?;
            out.push((group, Question { line, vector, due }));
        }
    }
    Ok(out)
}

/// Vectors an implementation is known to fail, each with a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions(BTreeMap<String, String>);

impl Exceptions {
    /// Reads a list: one id a line, then white space and the reason; `#` starts a comment line.
    ///
    /// # Errors
    /// The number of the first line that is something else, and why.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut out = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let number = number + 1;
            let (id, reason) = line
                .split_once(char::is_whitespace)
                .ok_or_else(|| format!("line {number} gives no reason"))?;
            if out.insert(id.to_owned(), reason.trim().to_owned()).is_some() {
                return Err(format!("line {number} names {id} a second time"));
            }
        }
        Ok(Self(out))
    }

    /// Whether the failures of a vector are excepted.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Entries that are wrong: `asked` holds every vector that was asked about and whether it failed.
    pub fn stale(&self, asked: &BTreeMap<String, bool>, whole: bool) -> Vec<Failure> {
        let stale = |id: &String| match asked.get(id) {
            Some(true) => None,
            Some(false) => Some(Failure::new(id, "exception", "a vector that fails", "a vector that passes")),
            // Of one group only, the others' exceptions are none of this run's.
            None if !whole => None,
            None => Some(Failure::new(id, "exception", "a vector", "no vector of this id")),
        };
        self.0.keys().filter_map(stale).collect()
    }
}
