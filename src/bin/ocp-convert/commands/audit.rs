//! `audit`: a conversion checked by somebody who does not trust the converter.

use ocp_convert::audit::{self, Subject};
use ocp_convert::document as validation;
use ocp_convert::finding::{Finding, Severity};
use ocp_convert::json::{self, Limits, Tree};

use crate::args::{Audit, Common, Format};
use crate::load::Document;
use crate::{Outcome, Verdict, io, render};

/// A ledger names every value of both documents, so it may be longer than they are.
const LEDGER_TIMES: usize = 32;
/// Findings whose place in the text is looked up; a ledger with more of them has other troubles.
const PLACED: usize = 100;

pub fn run(args: &Audit, common: &Common) -> Outcome {
    let larger = Common { max_bytes: common.max_bytes.saturating_mul(LEDGER_TIMES), ..*common };
    let source = Document::load(Some(&args.source), common)?;
    let target = Document::load(Some(&args.target), common)?;
    let ledger = Document::load(Some(&args.ledger), &larger)?;
    let refuse = |document: &Document, finding: Finding| {
        render::report(&document.name, Verdict::No, &[finding], common);
        Ok(Verdict::No)
    };
    let source_tree = match source.read() {
        Ok(tree) => tree,
        Err(finding) => return refuse(&source, *finding),
    };
    let target_tree = match target.read() {
        Ok(tree) => tree,
        Err(finding) => return refuse(&target, *finding),
    };
    let file = match ledger.size().and_then(|()| audit::read_ledger(&ledger.bytes)) {
        Ok(file) => file,
        Err(finding) => return refuse(&ledger, *finding),
    };
    // The audit itself asks only whether the accounts are right; a target with its words in the wrong closed set would
    // pass it.
    let mut sound = true;
    for (document, tree) in [(&source, &source_tree), (&target, &target_tree)] {
        // Undefined members are an entry of the ledger, not a fault of the conversion.
        let options = validation::Options { lenient: true, ..validation::Options::default() };
        let mut report = validation::validate(tree, Some(&document.bytes), &options);
        if !report.is_valid() {
            report.findings.retain(|f| f.severity == Severity::Error);
            render::report(&document.name, Verdict::No, &report.findings, common);
            sound = false;
        }
    }
    let findings = audit::audit(&source_tree, &target_tree, &file);
    if findings.is_empty() && !sound {
        return Ok(Verdict::No);
    }
    if findings.is_empty() {
        render::report(&ledger.name, Verdict::Yes, &[], common);
        if common.format != Format::Json {
            let (moved, omitted, made) = (file.moved.len(), file.omitted.len(), file.synthesized.len());
            let text = format!(
                "the ledger accounts for both documents: {moved} carried, {omitted} left out, {made} made\n"
            );
            io::print(text.as_bytes())?;
        }
        return Ok(Verdict::Yes);
    }
    // The ledger is read again as a tree only to say where in its text a finding is.
    let limits = Limits { bytes: larger.max_bytes, ..Limits::default() };
    let ledger_tree = json::read(&ledger.bytes, &limits).unwrap_or_default();
    let subjects: [(Subject, &Document, &Tree<'_>); 3] = [
        (Subject::Source, &source, &source_tree),
        (Subject::Target, &target, &target_tree),
        (Subject::Ledger, &ledger, &ledger_tree),
    ];
    for (subject, document, tree) in subjects {
        let about = findings.iter().filter(|f| audit::subject(f.code) == subject).cloned();
        let about: Vec<_> =
            about.enumerate().map(|(i, f)| if i < PLACED { document.place(tree, f) } else { f }).collect();
        if !about.is_empty() {
            render::report(&document.name, Verdict::No, &about, common);
        }
    }
    Ok(Verdict::No)
}
