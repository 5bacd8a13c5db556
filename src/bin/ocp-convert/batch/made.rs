//! What a command makes of one document, and what there is to say of it.

use ocp_convert::crypto::digest;
use ocp_convert::finding::{Code, Finding, Severity};
use ocp_convert::ledger::Summary;
use ocp_convert::mapping::{Fidelity, Rule};
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::Verdict;
use crate::args::{Common, Format};
use crate::io::Broken;
use crate::load::Document;
use crate::render::{self, About, Report};

/// The outcome of one document.
pub struct Made {
    pub verdict: Verdict,
    /// What goes to a file of its own or into the NDJSON.
    pub output: Option<(Vec<u8>, Kind)>,
    /// A line of the file of ledgers.
    pub ledger: Option<Vec<u8>>,
    /// For standard output and for standard error.
    pub said: String,
    pub told: String,
    /// A line of the file of errors.
    pub error: Option<String>,
    /// What was found, for the totals and for a SARIF log.
    pub codes: Vec<(Code, Severity)>,
    pub sarif: Option<(String, Vec<Finding>)>,
    /// What a conversion lost.
    pub losses: Option<(Summary, Vec<Loss>)>,
    /// Whether its output was there already.
    pub skipped: bool,
    /// Which document it is about, and what of it goes into a report should its output find no place; only of one that
    /// goes to a file of its own.
    pub input: Option<Input>,
    /// The document itself, for the end of the run.
    pub kept: Option<Document>,
    /// Why it could not be read or written.
    pub failure: Option<String>,
}

/// How many values a rule lost in one way; without a class they are left out.
type Loss = (Rule, Option<Fidelity>, usize);

/// What there is to say of a document whatever becomes of it.
pub struct Input {
    name: String,
    line: Option<usize>,
    digest: Option<String>,
}

/// What the name of an output ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Checkpoint,
    Packet,
    Receipt,
    /// As the input's.
    Same,
}

impl Made {
    /// An outcome with nothing to say but what was found; `more` adds to the report for programs. Of a document that is
    /// not refused, people are told in the totals.
    pub fn new<'a>(about: &About<'a>, common: &Common, more: impl FnOnce(&mut Report<'a>)) -> Self {
        let refused = about.verdict != Verdict::Yes;
        let mut report = about.for_programs();
        more(&mut report);
        let told = match common.format {
            Format::Human | Format::Markdown if refused => {
                about.paragraphs(common.quiet, crate::layout::on_stderr())
            }
            Format::Json => render::json(&report),
            _ => String::new(),
        };
        let error = refused.then(|| {
            report.digest = digest_of(about.document, common);
            render::json(&report)
        });
        let sarif = (common.format == Format::Sarif).then(|| about.for_sarif());
        let codes = about.findings.iter().map(|f| (f.code, f.severity)).collect();
        Self { told, error, codes, sarif, ..Self::nothing(about.verdict) }
    }

    /// A document that could not be read or written, and why.
    pub fn broken(broken: &Broken, input: Option<&Input>, common: &Common) -> Self {
        let why = render::why(broken);
        let name = input.map(|input| input.name.as_str()).or(broken.input());
        let mut report = Report::new(name, Verdict::Broken, &[]);
        report.failure = Some(&why);
        report.line = input.and_then(|input| input.line);
        let told = match common.format {
            Format::Human | Format::Markdown => {
                let of = input.map(|input| format!("{}: ", escape(&input.name)));
                format!("ocp-convert: {}{why}\n", of.unwrap_or_default())
            }
            Format::Json => render::json(&report),
            Format::Sarif => String::new(),
        };
        report.digest = input.and_then(|input| input.digest.clone());
        let error = Some(render::json(&report));
        Self { told, error, failure: Some(why), ..Self::nothing(Verdict::Broken) }
    }

    /// A document that could not be read, and why.
    pub fn unread(document: &Document, finding: &Finding, common: &Common) -> Self {
        Self::new(&About::unread(document, finding), common, |_| ())
    }

    /// One whose output is there already.
    pub fn skipped() -> Self {
        Self { skipped: true, ..Self::nothing(Verdict::Yes) }
    }

    fn nothing(verdict: Verdict) -> Self {
        Self {
            verdict,
            output: None,
            ledger: None,
            said: String::new(),
            told: String::new(),
            error: None,
            codes: Vec::new(),
            sarif: None,
            losses: None,
            skipped: false,
            input: None,
            kept: None,
            failure: None,
        }
    }
}

impl Input {
    pub fn of(document: &Document, common: &Common) -> Self {
        let line = document.origin.map(|origin| origin.line);
        Self { name: document.name.clone(), line, digest: digest_of(document, common) }
    }
}

/// Of the bytes of a document, when all of them were read.
fn digest_of(document: &Document, common: &Common) -> Option<String> {
    (document.bytes.len() <= common.max_bytes).then(|| digest::sha256_tagged(&document.bytes))
}
