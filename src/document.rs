//! The one entry for "what is this, and is it sound": recognises a document by its content and validates it.
//!
//! Checkpoints get levels 1 and 2 (OpenCheckpoint 8.1): the schema and the semantic rules. Packets get the envelope, the
//! sections and the manifest root. Passing means well-formed and internally consistent, and nothing more.
//!
//! ```
//! use ocp_convert::{document, json};
//! let text = br#"{"opencheckpoint":"0.1","id":"urn:example:1","created_at":"2026-01-01T00:00:00Z",
//!     "source":{"producer":{"name":"p"}},"task":{"objective":"o","status":"done"}}"#;
//! let tree = json::read(text, &json::Limits::default()).unwrap();
//! let report = document::validate(&tree, Some(text), &document::Options::default());
//! assert!(!report.is_valid());
//! assert_eq!(report.findings[0].pointer, "/task/status");
//! assert_eq!(report.findings[0].position.unwrap().line, 2);
//! ```

use crate::finding::{Code, Finding, Placed, Severity};
use crate::json::{Cursor, Lines, NoteKind, PointerIndex, Tree};
use crate::shape::{Schema, describe};
use crate::{ocp, zephr};

/// The two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// An `OpenCheckpoint` 0.1 document.
    Checkpoint,
    /// A Zephr Continuity Format 1 document.
    Packet,
}

impl Format {
    /// A word for the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checkpoint => "checkpoint",
            Self::Packet => "packet",
        }
    }
}

/// How to validate.
#[derive(Clone, Copy, Debug)]
pub struct Options<'s> {
    /// A schema to use for checkpoints instead of the one this project ships.
    pub schema: Option<&'s Schema>,
    /// Undefined members of a checkpoint become warnings.
    pub lenient: bool,
    /// Findings reported at most; never none, so that what is refused is refused with a reason.
    pub max_findings: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { schema: None, lenient: false, max_findings: 1000 }
    }
}

/// What validation found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What the document is; `None` when it is neither, or of a version nobody here knows.
    pub format: Option<Format>,
    /// The findings in document order, then by code.
    pub findings: Vec<Finding>,
    /// Whether there were more findings than reported.
    pub truncated: bool,
}

impl Report {
    /// Whether no finding is an error.
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|f| f.severity == Severity::Warning)
    }
}

/// Says what a document is, from its content alone.
///
/// # Errors
/// `format_unrecognised` when it is neither format or claims to be both; `version_unsupported` for a checkpoint of
/// another version (OpenCheckpoint 5.1). A packet of another major version is recognised, and refused by [`validate`].
pub fn recognise(tree: &Tree<'_>) -> Result<Format, Box<Finding>> {
    let root = tree.root();
    let (version, format) = (root.get("opencheckpoint"), root.get("format"));
    let unrecognised = |message: &str, found: String| {
        let finding = Finding::new(Code::FormatUnrecognised, "", message);
        Err(Box::new(
            finding.expected("an `opencheckpoint` member, or `format` = `zephr-continuity`").found(found),
        ))
    };
    let packet = format.as_str() == Some("zephr-continuity");
    match (version.exists(), packet) {
        (true, true) => {
            unrecognised("the document claims to be a checkpoint and a packet", "both".to_owned())
        }
        (true, false) => match version.as_str().filter(|text| *text != "0.1" && is_version(text)) {
            Some(other) => {
                let message = "this version of the format is not implemented";
                let finding = Finding::new(Code::VersionUnsupported, "/opencheckpoint", message);
                Err(Box::new(finding.expected("0.1").found(other)))
            }
            None => Ok(Format::Checkpoint),
        },
        (false, true) => Ok(Format::Packet),
        (false, false) if !root.is_object() => unrecognised("the document is not an object", describe(root)),
        (false, false) if format.exists() => {
            unrecognised("the `format` is not one of a packet", describe(format))
        }
        (false, false) => {
            unrecognised("the document is neither a checkpoint nor a packet", "neither".to_owned())
        }
    }
}

/// `MAJOR.MINOR` (OpenCheckpoint 5.1).
fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('.').is_some_and(|(major, minor)| number(major) && number(minor))
}

/// Validates a document; `text` is what the tree was read from, for positions.
pub fn validate(tree: &Tree<'_>, text: Option<&[u8]>, options: &Options<'_>) -> Report {
    examine(tree, text, options, zephr::rules::check)
}

/// As [`validate`], but for the root of a packet: for who has just computed that one.
pub(crate) fn validate_sealed(tree: &Tree<'_>) -> Report {
    examine(tree, None, &Options::default(), zephr::rules::structure)
}

fn examine(
    tree: &Tree<'_>,
    text: Option<&[u8]>,
    options: &Options<'_>,
    packet: impl Fn(&Tree<'_>, usize) -> Vec<Placed>,
) -> Report {
    let format = match recognise(tree) {
        Ok(format) => format,
        Err(mut finding) => {
            let place = crate::json::resolve(tree, &finding.pointer);
            let lines = text.map(Lines::new);
            finding.position = lines.and_then(|lines| lines.position(place));
            return Report { format: None, findings: vec![*finding], truncated: false };
        }
    };
    let mut found = notes(tree, format);
    // One more than is reported, to know that there are more.
    let limit = options.max_findings.saturating_add(1);
    match format {
        Format::Checkpoint => {
            found.extend(ocp::check(tree, options.schema, options.lenient, limit));
        }
        Format::Packet => found.extend(packet(tree, limit)),
    }
    finish(Some(format), tree, text, found, options.max_findings)
}

/// What a checkpoint owes its parent (OCP-T001, OCP-T002, `parent.digest`); the findings are about the child.
pub fn validate_lineage(
    child: &Tree<'_>,
    text: Option<&[u8]>,
    parent: &ocp::lineage::Parent<'_>,
    options: &Options<'_>,
) -> Report {
    let found = ocp::lineage::check(child.root(), parent);
    finish(Some(Format::Checkpoint), child, text, found, options.max_findings)
}

/// Forks of one checkpoint that leave the same action open (OpenCheckpoint 9.3): findings with the position of the fork
/// they are about. Other documents among `documents` are passed over.
pub fn compare_forks(documents: &[(&Tree<'_>, Option<&[u8]>)]) -> Vec<(usize, Finding)> {
    let roots: Vec<Cursor<'_>> = documents.iter().map(|(tree, _)| tree.root()).collect();
    let found = ocp::lineage::fork_action_shared(&roots);
    let fill = |(number, placed): (usize, Placed)| {
        let (tree, text) = documents.get(number)?;
        let report = finish(Some(Format::Checkpoint), tree, *text, vec![placed], 1);
        Some((number, report.findings.into_iter().next()?))
    };
    found.into_iter().filter_map(fill).collect()
}

/// What the reader let pass with a reservation (profile 1, section 1).
fn notes(tree: &Tree<'_>, format: Format) -> Vec<Placed> {
    let placed = |note: &crate::json::Note| {
        let finding = match note.kind {
            NoteKind::Noncharacter => {
                let finding =
                    Finding::new(Code::JsonNoncharacter, "", "the text holds a Unicode noncharacter");
                if format == Format::Packet { finding.as_warning() } else { finding }
            }
            NoteKind::BigInteger => Finding::new(
                Code::JsonBigInteger,
                "",
                "the integer is beyond 2^53, where many readers lose digits",
            ),
        };
        Placed { node: note.node, finding }
    };
    tree.notes().iter().map(placed).collect()
}

/// Sorts, limits, and fills in pointers and positions.
fn finish(
    format: Option<Format>,
    tree: &Tree<'_>,
    text: Option<&[u8]>,
    mut found: Vec<Placed>,
    limit: usize,
) -> Report {
    let limit = limit.max(1);
    found.sort_by(|a, b| {
        (a.node, a.finding.code, &a.finding.message).cmp(&(b.node, b.finding.code, &b.finding.message))
    });
    // Errors first when something has to go, so that the verdict stands.
    let truncated = found.len() > limit;
    if truncated {
        found.sort_by_key(|p| p.finding.severity);
        found.truncate(limit);
        found.sort_by_key(|p| p.node);
    }
    if found.is_empty() {
        return Report { format, findings: Vec::new(), truncated };
    }
    let pointers = PointerIndex::new(tree);
    let lines = text.map(Lines::new);
    let fill = |placed: Placed| {
        let mut finding = placed.finding;
        finding.pointer = pointers.pointer(placed.node);
        let place: Cursor<'_> = tree.cursor(placed.node);
        finding.position = lines.as_ref().and_then(|lines| lines.position(place));
        finding
    };
    Report { format, findings: found.into_iter().map(fill).collect(), truncated }
}
