//! The auditor: re-checks a conversion for somebody who does not trust the converter.
//!
//! It takes the two documents and the ledger, and shares with the converter the mapping tables and the ledger's file
//! types only. Every transform, form and computation is done anew here; nothing of `convert` or of the ledger's builder
//! is imported.
//!
//! Which of the three files the pointer of a finding leads into, [`subject`] tells.
//!
//! Costs are linear in the documents and the ledger, and nothing recurses but the reading of the forms of lines, which
//! are as deep as their table.

mod cases;
mod due;
mod elements;
mod entries;
mod form;
mod head;
mod held;
mod kinds;
mod lines;
mod made;
mod names;
mod objects;
mod omissions;
mod places;
mod reading;
mod residue;
mod tags;
mod told;
mod values;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::canon::{self, Profile};
use crate::finding::{Code, Finding};
use crate::json::{self, Cursor, Limits, Tree, escape_for_line};
use crate::ledger::LedgerFile;
use crate::mapping::{Direction, LINES, Line, ROWS, Row};

use cases::Known;
use form::Form;
use held::Held;
use names::Names;
use places::Places;
use told::Told;

/// Longest excerpt of a value in a finding, in code points.
const EXCERPT: usize = 120;

/// The file a finding of an audit points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The document that was converted.
    Source,
    /// What came of it.
    Target,
    /// The ledger.
    Ledger,
}

/// The file that findings of this code point into.
pub fn subject(code: Code) -> Subject {
    match code {
        Code::AuditSourceMissing | Code::AuditOmissionUnlisted => Subject::Source,
        Code::AuditTargetMissing
        | Code::AuditMadeMissing
        | Code::AuditComputedValue
        | Code::AuditOmissionInvented
        | Code::AuditOmissionStatus => Subject::Target,
        _ => Subject::Ledger,
    }
}

/// Reads a ledger file strictly: no repeated names, no unknown members, nothing missing.
///
/// # Errors
/// The reader's own finding for what is not strict JSON, `audit_ledger` for what is no ledger.
pub fn read_ledger(bytes: &[u8]) -> Result<LedgerFile, Box<Finding>> {
    // A ledger is longer than the documents it is about; whoever reads the file sets the limit.
    json::read(bytes, &Limits { bytes: usize::MAX, ..Limits::default() })?;
    serde_json::from_slice(bytes).map_err(|error| {
        let found = error.to_string();
        Box::new(Finding::new(Code::AuditLedger, "", "the file is no ledger").found(found))
    })
}

/// Checks a conversion against the mapping tables of this version: nothing found means that the ledger tells the truth
/// about both documents as far as the tables say what is true.
pub fn audit(source: &Tree<'_>, target: &Tree<'_>, ledger: &LedgerFile) -> Vec<Finding> {
    audit_against(ROWS, LINES, source, target, ledger)
}

/// As [`audit`], against the rows and the forms of lines given.
pub fn audit_against(
    rows: &'static [Row],
    lines: &'static [Line],
    source: &Tree<'_>,
    target: &Tree<'_>,
    ledger: &LedgerFile,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    head::versions(ledger, &mut findings);
    let Some(direction) = head::direction(ledger, &mut findings) else { return findings };
    head::formats(source, target, direction, ledger, &mut findings);
    head::digests(source, target, ledger, &mut findings);
    let mut audit = Audit {
        rows: rows.iter().map(|row| (row.rule, row)).collect(),
        direction,
        source: Places::new(source),
        target: Places::new(target),
        ledger,
        known: Known::default(),
        names: Names::default(),
        held: Held::default(),
        residue: None,
        digests: OnceCell::new(),
        forms: lines.iter().filter(|line| line.direction == direction).map(Form::of).collect(),
        told: HashMap::new(),
        findings,
    };
    audit.residue = audit.made_residue();
    audit.known = audit.learn_source();
    audit.names = audit.learn_names();
    audit.held = audit.learn_held();
    audit.entries();
    audit.lines();
    audit.objects();
    audit.presence();
    audit.due();
    audit.omission_list();
    audit.computed_values();
    head::summary(&audit.source, &audit.target, ledger, &mut audit.findings);
    audit.findings
}

/// An audit under way.
struct Audit<'t> {
    rows: HashMap<&'static str, &'static Row>,
    direction: Direction,
    source: Places<'t>,
    target: Places<'t>,
    ledger: &'t LedgerFile,
    names: Names<'t>,
    /// What the objects of the target hold.
    held: Held<'t>,
    /// What of the source the checks keep coming back to.
    known: Known<'t>,
    /// The residue, where the ledger says that one was made.
    residue: Option<Cursor<'t>>,
    /// The digests of the texts that are left out, once a line names one.
    digests: OnceCell<HashSet<String>>,
    forms: Vec<Form>,
    /// The values that the ledger says are told in each line of the target.
    told: HashMap<u32, Vec<Told<'t>>>,
    findings: Vec<Finding>,
}

impl Audit<'_> {
    fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
}

/// What a value reads as in running text: a string as it is, anything else as canonical JSON.
fn plain(value: Cursor<'_>) -> Cow<'_, str> {
    value.as_str().map_or_else(|| Cow::Owned(spelled(value)), Cow::Borrowed)
}

/// A value as canonical JSON.
fn spelled(value: Cursor<'_>) -> String {
    escape_for_line(String::from_utf8(canon::to_vec(value, Profile::Jcs)).unwrap_or_default())
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    escape_for_line(serde_json::Value::from(text).to_string())
}

/// As much of a text as a finding shows.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// As much of a value as a finding shows; a container only by its kind.
fn shown(value: Cursor<'_>) -> String {
    match value.as_str() {
        Some(text) => quoted(&excerpt(text)),
        None if value.is_leaf() => spelled(value),
        None => format!("an {}", value.kind().as_str()),
    }
}
