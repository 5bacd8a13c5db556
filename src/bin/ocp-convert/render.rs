//! Findings for people and for programs. Every command reports through [`About`]; nothing else prints a finding.

use std::borrow::Cow;
use std::error::Error as _;
use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use ocp_convert::PROFILE_VERSION;
use ocp_convert::finding::{Finding, Severity};
use ocp_convert::json::{Position, Tree};
use ocp_convert::ledger::Summary;
use ocp_convert::syntax::text::escape_for_terminal as escape;
use serde::Serialize;

use crate::Verdict;
use crate::args::{Common, Format};
use crate::excerpt::{excerpt, secret_lines};
use crate::io::{self, Broken};
use crate::layout::{self, fold};
use crate::load::Document;
use crate::sarif;
use crate::verification::Verification;

/// Findings that are reported of one document at most, where nothing else is asked for.
pub const MOST: usize = 100;
/// Characters of one text of a finding that people are shown at most; programs get all of it.
const LONGEST: usize = 600;

/// What there is to say of one document.
pub struct About<'d> {
    pub document: &'d Document,
    /// The document as it was read, if it could be.
    pub tree: Option<&'d Tree<'d>>,
    pub verdict: Verdict,
    /// Findings, with their places in the text.
    pub findings: &'d [Finding],
    /// How many of them are reported at most.
    most: usize,
}

/// Reports on one document, on standard error: to people what was found, to programs also that nothing was.
pub fn report(about: &About<'_>, common: &Common) {
    report_all(std::slice::from_ref(about), common);
}

/// As [`report`], on several documents: a SARIF log is one however many there are.
pub fn report_all(all: &[About<'_>], common: &Common) {
    io::tell(&match common.format {
        Format::Human | Format::Markdown => {
            let columns = layout::on_stderr();
            all.iter().map(|about| about.paragraphs(common.quiet, columns)).collect()
        }
        Format::Json => all.iter().map(|about| json(&about.for_programs())).collect(),
        Format::Sarif => {
            let documents: Vec<_> = all.iter().map(About::for_sarif).collect();
            sarif::log(&documents, &[])
        }
    });
}

impl<'d> About<'d> {
    /// A document, and what was found.
    pub fn new(
        document: &'d Document,
        tree: Option<&'d Tree<'d>>,
        verdict: Verdict,
        findings: &'d [Finding],
    ) -> Self {
        Self { document, tree, verdict, findings, most: MOST }
    }

    /// A document that could not be read, and why.
    pub fn unread(document: &'d Document, finding: &'d Finding) -> Self {
        Self::new(document, None, Verdict::No, std::slice::from_ref(finding))
    }

    /// The same, with every finding reported.
    pub fn whole(self) -> Self {
        Self { most: usize::MAX, ..self }
    }

    /// The report for programs, to which a command may add.
    pub fn for_programs(&self) -> Report<'d> {
        let mut report = Report::new(Some(&self.document.name), self.verdict, &[]);
        report.line = self.document.origin.map(|origin| origin.line);
        let placed = |f| JsonFinding::new(f, |at| self.document.in_file(at));
        report.findings = self.listed().iter().map(placed).collect();
        report.truncated = self.listed().len() < self.findings.len();
        report
    }

    /// The name and the findings, for a SARIF log.
    pub fn for_sarif(&self) -> (String, Vec<Finding>) {
        let placed = |finding: &Finding| {
            let position = finding.position.map(|at| self.document.in_file(at));
            Finding { position, ..finding.clone() }
        };
        (self.document.name.clone(), self.listed().iter().map(placed).collect())
    }

    /// The findings that are reported.
    pub fn listed(&self) -> &'d [Finding] {
        self.findings.get(..self.most).unwrap_or(self.findings)
    }

    /// The findings for people, each with the line it is about, for a screen of so many columns. Lines on which a
    /// credential may stand are not shown.
    pub fn paragraphs(&self, quiet: bool, columns: Option<usize>) -> String {
        let text = &self.document.bytes;
        let hidden = secret_lines(text, self.tree, self.findings);
        let shown = self.listed().iter().filter(|f| !quiet || f.severity == Severity::Error);
        let mut out: String = shown
            .map(|f| {
                let place = f.position.map(|at| self.document.in_file(at));
                let excerpt = excerpt(text, self.tree, (f, place), &hidden, columns);
                human(&self.document.name, (f, place), &excerpt, columns)
            })
            .collect();
        let more = self.findings.len() - self.listed().len();
        if more > 0 {
            // Writing into a `String` cannot fail.
            let _ = writeln!(out, "{}: {more} more findings are not listed", escape(&self.document.title()));
        }
        out
    }
}

/// Where a command's reports go. Where documents may go to standard output, reports do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Out,
    Err,
}

impl Stream {
    /// That of the command of this name, or of a call that names none.
    pub fn of(command: Option<&str>) -> Self {
        match command {
            None | Some("validate" | "verify" | "receipt") => Self::Out,
            Some(_) => Self::Err,
        }
    }
}

/// Reports that there is no verdict, and why: to programs where the command reports, to people on standard error.
pub fn broken(broken: &Broken, format: Format, stream: Stream) {
    let text = why(broken);
    let said = match format {
        Format::Human | Format::Markdown => return io::tell(&format!("ocp-convert: {text}\n")),
        Format::Json => {
            let mut report = Report::new(broken.input(), Verdict::Broken, &[]);
            report.failure = Some(&text);
            json(&report)
        }
        Format::Sarif => sarif::log(&[], &[text]),
    };
    // What cannot be said there, because it cannot be written to, is said to people.
    if stream == Stream::Err || io::say(&said).is_err() {
        io::tell(&said);
    }
}

/// A failure and its cause in one line.
pub fn why(broken: &Broken) -> String {
    let mut text = broken.to_string();
    let mut source = broken.source();
    while let Some(cause) = source {
        let _ = write!(text, ": {}", escape(&cause.to_string()));
        source = cause.source();
    }
    text
}

/// One paragraph, laid out for a screen of so many columns; `excerpt` is the part of the text that shows the place, when
/// there is one.
fn human(
    input: &str,
    (finding, place): (&Finding, Option<Position>),
    excerpt: &str,
    columns: Option<usize>,
) -> String {
    let style = Style::new().bold();
    let style = style.fg_color(Some(match finding.severity {
        Severity::Error => AnsiColor::Red.into(),
        Severity::Warning => AnsiColor::Yellow.into(),
    }));
    let (severity, code) = (finding.severity, finding.code);
    // The colour is put in after the lines are broken, since it takes no room.
    let head = format!("{severity}[{code}]");
    let text = fold(&format!("{head}: {}", clipped(&finding.message)), 2, columns);
    let mut out = format!("{style}{head}{style:#}{}\n", text.strip_prefix(&head).unwrap_or_default());
    let labelled = |label: &str, text: &str| format!("  {label:<9} {}\n", fold(&clipped(text), 12, columns));
    let place = match place {
        Some(at) => format!("{input}:{}:{}", at.line, at.column),
        None => input.to_owned(),
    };
    out += &labelled("in", &place);
    out += excerpt;
    let mut line = |label: &str, text: &str| out += &labelled(label, text);
    if !finding.pointer.is_empty() {
        line("at", &finding.pointer);
    }
    if let Some(expected) = &finding.expected {
        line("expected", expected);
    }
    if let Some(found) = &finding.found {
        line("found", found);
    }
    line("rule", finding.clause);
    line("next", finding.next_step);
    out
}

/// The start of a text, made safe to print.
pub fn clipped(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(escape(text.get(..end).unwrap_or_default()).into_owned() + "…"),
        None => escape(text),
    }
}

/// The report for programs. Absent members are absent, not null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report<'a> {
    tool: &'static str,
    version: &'static str,
    profile_version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    /// The line of NDJSON it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Of its bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What the document is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    verdict: &'static str,
    /// The levels of assurance of OpenCheckpoint 8.1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Assurance>,
    /// What `verify` found beside the findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification<'a>>,
    /// The totals of a conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// The digest of the document that was preserved or restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_digest: Option<&'a str>,
    /// What of the original an edited document did not restore.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub not_restored: &'a [String],
    findings: Vec<JsonFinding<'a>>,
    /// Whether there were more findings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<&'a str>,
}

/// One level of assurance, and what this tool can say of it.
#[derive(Clone, Copy, Serialize)]
pub struct Assurance {
    pub level: u8,
    pub question: &'static str,
    pub result: &'static str,
}

impl<'a> Report<'a> {
    pub fn new(input: Option<&'a str>, verdict: Verdict, findings: &'a [Finding]) -> Self {
        Self {
            tool: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            profile_version: PROFILE_VERSION,
            input,
            line: None,
            digest: None,
            format: None,
            verdict: match verdict {
                Verdict::Yes => "ok",
                Verdict::No => "invalid",
                Verdict::Broken => "broken",
            },
            levels: Vec::new(),
            verification: None,
            summary: None,
            original_digest: None,
            not_restored: &[],
            findings: findings.iter().map(|f| JsonFinding::new(f, |at| at)).collect(),
            truncated: false,
            failure: None,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JsonFinding<'a> {
    code: &'static str,
    severity: String,
    pointer: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<JsonPosition>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    clause: &'static str,
    next_step: &'static str,
}

#[derive(Serialize)]
pub struct JsonPosition {
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> JsonFinding<'a> {
    fn new(f: &'a Finding, place: impl Fn(Position) -> Position) -> Self {
        Self {
            code: f.code.as_str(),
            severity: f.severity.to_string(),
            pointer: &f.pointer,
            position: f.position.map(place).map(|p| JsonPosition {
                offset: p.offset,
                line: p.line,
                column: p.column,
            }),
            message: &f.message,
            expected: f.expected.as_deref(),
            found: f.found.as_deref(),
            clause: f.clause,
            next_step: f.next_step,
        }
    }
}

/// One line.
pub fn json(report: &Report<'_>) -> String {
    let mut out = one_line(report);
    out.push('\n');
    out
}

/// A value as JSON that a terminal can show.
pub fn one_line(value: &impl Serialize) -> String {
    // Texts and numbers only: serializing cannot fail. JSON escapes C0; the rest is escaped for a terminal, in the
    // spelling of JSON, so that the text a program reads is the document's own.
    let line = serde_json::to_string(value).unwrap_or_default();
    let mut out = String::with_capacity(line.len() + 1);
    for c in line.chars() {
        if let Cow::Owned(_) = escape(c.encode_utf8(&mut [0; 4])) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
