//! Findings for people and for programs. Every command reports through [`report`]; nothing else prints a finding.

use std::borrow::Cow;
use std::error::Error as _;
use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use ocp_convert::PROFILE_VERSION;
use ocp_convert::finding::{Finding, Severity};
use ocp_convert::syntax::text::escape_for_terminal as escape;
use serde::Serialize;

use crate::Verdict;
use crate::args::{Common, Format};
use crate::io::{self, Broken};

/// Reports on one document: to people what was found, to programs also that nothing was.
pub fn report(input: &str, verdict: Verdict, findings: &[Finding], common: &Common) {
    match common.format {
        Format::Human | Format::Markdown => {
            let shown = findings.iter().filter(|f| !common.quiet || f.severity == Severity::Error);
            let text: String = shown.map(|f| human(input, f)).collect();
            io::tell(&text);
        }
        Format::Json => {
            let findings = findings.iter().map(JsonFinding::from).collect();
            io::tell(&json(Some(input), verdict, findings, None));
        }
    }
}

/// Reports that there is no verdict, and why.
pub fn broken(broken: &Broken, common: &Common) {
    let mut text = broken.to_string();
    if let Some(source) = broken.source() {
        let _ = write!(text, ": {source}");
    }
    match common.format {
        Format::Human | Format::Markdown => io::tell(&format!("ocp-convert: {text}\n")),
        Format::Json => io::tell(&json(broken.input(), Verdict::Broken, Vec::new(), Some(&text))),
    }
}

/// One paragraph.
fn human(input: &str, finding: &Finding) -> String {
    let style = Style::new().bold();
    let style = style.fg_color(Some(match finding.severity {
        Severity::Error => AnsiColor::Red.into(),
        Severity::Warning => AnsiColor::Yellow.into(),
    }));
    let (severity, code) = (finding.severity, finding.code);
    let mut out = format!("{style}{severity}[{code}]{style:#}: {}\n", escape(&finding.message));
    let mut line = |label: &str, text: &str| {
        let _ = writeln!(out, "  {label:<9} {}", escape(text));
    };
    let place = match finding.position {
        Some(at) => format!("{input}:{}:{}", at.line, at.column),
        None => input.to_owned(),
    };
    line("in", &place);
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

/// The report for programs. Absent members are absent, not null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonReport<'a> {
    tool: &'static str,
    version: &'static str,
    profile_version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    verdict: &'static str,
    findings: Vec<JsonFinding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonFinding<'a> {
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
struct JsonPosition {
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> From<&'a Finding> for JsonFinding<'a> {
    fn from(f: &'a Finding) -> Self {
        Self {
            code: f.code.as_str(),
            severity: f.severity.to_string(),
            pointer: &f.pointer,
            position: f.position.map(|p| JsonPosition { offset: p.offset, line: p.line, column: p.column }),
            message: &f.message,
            expected: f.expected.as_deref(),
            found: f.found.as_deref(),
            clause: f.clause,
            next_step: f.next_step,
        }
    }
}

/// One line.
fn json(
    input: Option<&str>,
    verdict: Verdict,
    findings: Vec<JsonFinding<'_>>,
    failure: Option<&str>,
) -> String {
    let report = JsonReport {
        tool: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        profile_version: PROFILE_VERSION,
        input,
        verdict: match verdict {
            Verdict::Yes => "ok",
            Verdict::No => "invalid",
            Verdict::Broken => "broken",
        },
        findings,
        failure,
    };
    // Texts and numbers only: serializing cannot fail. JSON escapes C0; the rest is escaped for a terminal, in the
    // spelling of JSON, so that the text a program reads is the document's own.
    let line = serde_json::to_string(&report).unwrap_or_default();
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
    out.push('\n');
    out
}
