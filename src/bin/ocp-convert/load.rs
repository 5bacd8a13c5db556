//! A document on its way in: bytes, tree, and what the reader had reservations about.

use std::path::Path;

use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{self, Limits, Lines, NoteKind, PointerIndex, Tree};

use crate::args::Common;
use crate::excerpt::is_secret;
use crate::io::{self, Broken};
use crate::render::MOST;

/// Reservations of the reader that are spelled out; a document with more of them gets a count of the rest.
const NOTES_SHOWN: usize = 20;

/// A document's bytes and the name it is reported under.
pub struct Document {
    pub name: String,
    pub bytes: Vec<u8>,
    limits: Limits,
}

impl Document {
    /// Takes in a file, or standard input for `-` and no file at all.
    pub fn load(path: Option<&Path>, common: &Common) -> Result<Self, Broken> {
        let limits = Limits { bytes: common.max_bytes, ..Limits::default() };
        Ok(Self { name: io::name_of(path), bytes: io::read(path, limits.bytes)?, limits })
    }

    /// `json_size`: the document is within the limit.
    pub fn size(&self) -> Result<(), Box<Finding>> {
        if self.bytes.len() <= self.limits.bytes {
            return Ok(());
        }
        // No more than the limit and one byte was read, so how many there are is not known.
        let finding = Finding::new(Code::JsonSize, "", "the document is larger than the limit");
        let finding = finding.expected(format!("at most {} bytes", self.limits.bytes)).found("more");
        Err(Box::new(finding))
    }

    /// The document read strictly.
    pub fn read(&self) -> Result<Tree<'_>, Box<Finding>> {
        self.size()?;
        json::read(&self.bytes, &self.limits)
    }

    /// `findings` with the places in this document's text where their pointers lead. Of more than a reader gets to see
    /// the errors come first, and what is not shown gets no place, but for what may not be shown.
    pub fn place(&self, tree: &Tree<'_>, mut findings: Vec<Finding>) -> Vec<Finding> {
        if findings.len() > MOST {
            findings.sort_by_key(|finding| finding.severity);
        }
        let lines = Lines::new(&self.bytes);
        let wanted = |(i, f): &(usize, &mut Finding)| f.position.is_none() && (*i < MOST || is_secret(f));
        for (_, finding) in findings.iter_mut().enumerate().filter(wanted) {
            finding.position = lines.position(json::resolve(tree, &finding.pointer));
        }
        findings
    }

    /// What the reader accepted with a reservation, as warnings.
    pub fn notes(&self, tree: &Tree<'_>) -> Vec<Finding> {
        if tree.notes().is_empty() {
            return Vec::new();
        }
        let index = PointerIndex::new(tree);
        let shown = tree.notes().iter().take(NOTES_SHOWN).map(|note| {
            let (code, message) = words(note.kind);
            Finding::new(code, index.pointer(note.node), message).as_warning()
        });
        let mut out = self.place(tree, shown.collect());
        if let Some(next) = tree.notes().get(NOTES_SHOWN) {
            let rest = tree.notes().len() - NOTES_SHOWN;
            let message = format!("{rest} more places of this kind or another are not listed");
            out.push(Finding::new(words(next.kind).0, "", message).as_warning());
        }
        out
    }
}

fn words(kind: NoteKind) -> (Code, &'static str) {
    match kind {
        NoteKind::Noncharacter => {
            (Code::JsonNoncharacter, "the text holds a code point that is no character")
        }
        NoteKind::BigInteger => {
            (Code::JsonBigInteger, "an integer beyond 2^53: this one survives, its neighbours would not")
        }
    }
}
