//! A document on its way in: bytes, tree, and what the reader had reservations about.

use std::borrow::Cow;
use std::path::Path;

use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{self, Limits, Lines, NoteKind, PointerIndex, Position, Tree};

use crate::args::Common;
use crate::excerpt::is_secret;
use crate::io::{self, Broken};
use crate::render::MOST;

/// Reservations of the reader that are spelled out; a document with more of them gets a count of the rest.
const NOTES_SHOWN: usize = 20;

/// A document's bytes and the name it is reported under.
#[derive(Clone)]
pub struct Document {
    /// Of its file.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Where in the file it stands, when it is a line of NDJSON.
    pub origin: Option<Origin>,
    limits: Limits,
}

/// Where a line of NDJSON stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The first line is 1.
    pub line: usize,
    /// In bytes.
    pub offset: usize,
}

impl Document {
    /// Takes in a file, or standard input for `-` and no file at all.
    pub fn load(path: Option<&Path>, common: &Common) -> Result<Self, Broken> {
        Ok(Self::new(io::name_of(path), io::read(path, common.max_bytes)?, None, common))
    }

    /// Takes in what was read already.
    pub fn new(name: String, bytes: Vec<u8>, origin: Option<Origin>, common: &Common) -> Self {
        let limits = Limits { bytes: common.max_bytes, ..Limits::default() };
        Self { name, bytes, origin, limits }
    }

    /// The name of the document: of its file, and the line it stands on.
    pub fn title(&self) -> Cow<'_, str> {
        match self.origin {
            None => Cow::Borrowed(&self.name),
            Some(origin) => Cow::Owned(format!("{}:{}", self.name, origin.line)),
        }
    }

    /// A place in the document as a place in its file.
    pub fn in_file(&self, at: Position) -> Position {
        match self.origin {
            None => at,
            Some(origin) => Position { line: origin.line, offset: at.offset + origin.offset, ..at },
        }
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
        if self.origin.is_some() && self.bytes.iter().all(u8::is_ascii_whitespace) {
            let finding =
                Finding::new(Code::JsonSyntax, "", "the line is blank, and each line is a document");
            let finding = finding.at(Position { offset: 0, line: 1, column: 1 });
            return Err(Box::new(finding.expected("a JSON text").found("nothing")));
        }
        json::read(&self.bytes, &self.limits)
    }

    /// `findings` with the places in this document's text where their pointers lead. Of more than a reader gets to see
    /// the errors come first, and what is not shown gets no place, but for what may not be shown.
    pub fn place(&self, tree: &Tree<'_>, mut findings: Vec<Finding>) -> Vec<Finding> {
        if findings.is_empty() {
            return findings;
        }
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
