//! `audit`: a conversion checked by somebody who does not trust the converter.

use ocp_convert::audit::{self, Subject};
use ocp_convert::document as validation;
use ocp_convert::finding::{Finding, Severity};
use ocp_convert::json::{self, Limits, Tree};

use crate::args::{Audit, Common, Format};
use crate::load::Document;
use crate::render::{self, About};
use crate::{Outcome, Verdict, io};

/// A ledger names every value of both documents, so it may be longer than they are.
const LEDGER_TIMES: usize = 32;

pub fn run(args: &Audit, common: &Common) -> Outcome {
    let larger = Common { max_bytes: common.max_bytes.saturating_mul(LEDGER_TIMES), ..*common };
    let source = Document::load(Some(&args.source), common)?;
    let target = Document::load(Some(&args.target), common)?;
    let ledger = Document::load(Some(&args.ledger), &larger)?;
    let unread = |document: &Document, finding: &Finding| {
        render::report(&About::unread(document, finding), common);
        Ok(Verdict::No)
    };
    let source_tree = match source.read() {
        Ok(tree) => tree,
        Err(finding) => return unread(&source, &finding),
    };
    let target_tree = match target.read() {
        Ok(tree) => tree,
        Err(finding) => return unread(&target, &finding),
    };
    let file = match ledger.size().and_then(|()| audit::read_ledger(&ledger.bytes)) {
        Ok(file) => file,
        Err(finding) => return unread(&ledger, &finding),
    };
    let found = audit::audit(&source_tree, &target_tree, &file);
    // The ledger is read again as a tree only to say where in its text a finding is.
    let limits = Limits { bytes: larger.max_bytes, ..Limits::default() };
    let ledger_tree = if found.is_empty() {
        Tree::default()
    } else {
        json::read(&ledger.bytes, &limits).unwrap_or_default()
    };
    let subjects: [(Subject, &Document, &Tree<'_>); 3] = [
        (Subject::Source, &source, &source_tree),
        (Subject::Target, &target, &target_tree),
        (Subject::Ledger, &ledger, &ledger_tree),
    ];
    let mut all = Vec::new();
    for (subject, document, tree) in subjects {
        let mut findings = if subject == Subject::Ledger { Vec::new() } else { validated(document, tree) };
        findings.extend(found.iter().filter(|f| audit::subject(f.code) == subject).cloned());
        all.push((subject, document, tree, document.place(tree, findings)));
    }
    let verdict_on = |findings: &[Finding]| {
        if findings.iter().any(|f| f.severity == Severity::Error) { Verdict::No } else { Verdict::Yes }
    };
    let verdict = all.iter().map(|(.., findings)| verdict_on(findings)).max().unwrap_or(Verdict::No);
    // Of a ledger that balances a program is told too.
    let balances = verdict == Verdict::Yes;
    let reports: Vec<_> = all
        .iter()
        .filter(|(subject, .., findings)| !findings.is_empty() || balances && *subject == Subject::Ledger)
        .map(|(_, document, tree, findings)| About::new(document, Some(tree), verdict_on(findings), findings))
        .collect();
    render::report_all(&reports, common);
    if balances && common.format != Format::Json {
        let (moved, omitted, made) = (file.moved.len(), file.omitted.len(), file.synthesized.len());
        let text = format!(
            "the ledger accounts for both documents: {moved} carried, {omitted} left out, {made} made\n"
        );
        io::print(text.as_bytes())?;
    }
    Ok(verdict)
}

/// What validation says of one of the documents. The audit itself asks only whether the accounts are right; a target
/// with its words in the wrong closed set would pass it.
fn validated(document: &Document, tree: &Tree<'_>) -> Vec<Finding> {
    // Undefined members are an entry of the ledger, not a fault of the conversion.
    let options = validation::Options { lenient: true, ..validation::Options::default() };
    validation::validate(tree, Some(&document.bytes), &options).findings
}
