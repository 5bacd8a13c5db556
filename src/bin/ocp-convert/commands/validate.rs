//! `validate`: whether documents are well-formed and internally consistent, and nothing beyond that.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ocp_convert::document::{self, Format, Options, Report};
use ocp_convert::finding::{Code, Severity};
use ocp_convert::json::Tree;
use ocp_convert::ocp::lineage::Parent;
use ocp_convert::shape::Schema;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{self, Common, Validate};
use crate::batch::{self, Made, Outputs, Plan, Sink};
use crate::io::{self, Broken};
use crate::layout::{self, fold};
use crate::load::Document;
use crate::render::{About, Assurance, Stream};
use crate::{Outcome, Verdict};

/// One bad document never stops the rest; the gravest verdict is the run's.
pub fn run(args: &Validate, common: &Common) -> Outcome {
    let schema = args.schema.as_deref().map(|path| load_schema(path, common)).transpose()?;
    let options =
        Options { schema: schema.as_ref(), lenient: args.lenient, max_findings: args.max_findings.get() };
    let parents: Vec<Document> =
        args.parent.iter().map(|path| Document::load(Some(path), common)).collect::<Result<_, _>>()?;
    let parents: Vec<(&Document, Tree<'_>)> = parents
        .iter()
        .map(|parent| match parent.read() {
            Ok(tree) => Ok((parent, tree)),
            Err(finding) => Err(Broken::Parent { name: parent.name.clone(), message: finding.message }),
        })
        .collect::<Result<_, _>>()?;

    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: Outputs::None,
        ledger: None,
        force: args.force,
        done: Some("well-formed and internally consistent"),
        reports: Stream::Out,
        jobs: None,
    };
    let run = Run { args, common, options, parents: &parents };
    let mut sink = batch::collect(&plan, || Ok(|document: &Document, _: &Path| Ok(run.document(document))))?;
    run.parents_among_themselves(&mut sink)?;
    run.forks_among_themselves(&mut sink)?;
    sink.end()
}

fn load_schema(path: &Path, common: &Common) -> Result<Schema, Broken> {
    let text = io::read(Some(path), common.max_bytes)?;
    Schema::from_json(&text)
        .map_err(|source| Broken::Schema { name: io::name_of(Some(path)), source: Box::new(source) })
}

struct Run<'r> {
    args: &'r Validate,
    common: &'r Common,
    options: Options<'r>,
    parents: &'r [(&'r Document, Tree<'r>)],
}

impl Run<'_> {
    fn document(&self, document: &Document) -> Made {
        let tree = match document.read() {
            Ok(tree) => tree,
            Err(finding) => {
                let report = Report { format: None, findings: vec![*finding], truncated: false };
                return self.report(document, None, &report);
            }
        };
        let mut report = document::validate(&tree, Some(&document.bytes), &self.options);
        if report.format == Some(Format::Checkpoint) && !self.parents.is_empty() {
            // Without a parent of the right name the first one given is the one that was meant.
            let named = tree.root().get("parent").get("id").as_str();
            let parent = self.parents.iter().find(|(_, p)| p.root().get("id").as_str() == named);
            if let Some((parent, root)) = parent.or_else(|| self.parents.first()) {
                let parent = Parent { root: root.root(), bytes: &parent.bytes };
                merge(
                    &mut report,
                    document::validate_lineage(&tree, Some(&document.bytes), &parent, &self.options),
                );
            }
        }
        let mut made = self.report(document, Some(&tree), &report);
        // They are all held until the end, so those of an NDJSON of any length are not compared.
        let fork = tree.root().get("derivation").get("method").as_str() == Some("forked");
        made.kept = (fork && document.origin.is_none()).then(|| document.clone());
        made
    }

    /// No two forks of one checkpoint leave the same action open.
    fn forks_among_themselves(&self, sink: &mut Sink<'_>) -> Result<(), Broken> {
        let mut forks = sink.kept();
        // A file that is named twice is no sibling of its own.
        let mut files = HashSet::new();
        forks.retain(|fork| {
            files.insert(fs::canonicalize(&fork.name).unwrap_or_else(|_| (&fork.name).into()))
        });
        let read: Vec<_> = forks.iter().filter_map(|fork| Some((fork, fork.read().ok()?))).collect();
        let trees: Vec<_> = read.iter().map(|(fork, tree)| (tree, Some(fork.bytes.as_slice()))).collect();
        for (number, finding) in document::compare_forks(&trees) {
            if let Some((fork, tree)) = read.get(number) {
                let found =
                    Report { format: Some(Format::Checkpoint), findings: vec![finding], truncated: false };
                sink.also(self.report(fork, Some(tree), &found))?;
            }
        }
        Ok(())
    }

    /// The parents make a line too: each is compared with the one it names, or else with the one given after it.
    fn parents_among_themselves(&self, sink: &mut Sink<'_>) -> Result<(), Broken> {
        for (number, (document, tree)) in self.parents.iter().enumerate() {
            let Some(named) = tree.root().get("parent").get("id").as_str() else { continue };
            let parent = self.parents.iter().find(|(_, p)| p.root().get("id").as_str() == Some(named));
            let Some((parent, root)) = parent.or_else(|| self.parents.get(number + 1)) else { continue };
            let parent = Parent { root: root.root(), bytes: &parent.bytes };
            let found = document::validate_lineage(tree, Some(&document.bytes), &parent, &self.options);
            if !found.findings.is_empty() {
                sink.also(self.report(document, Some(tree), &found))?;
            }
        }
        Ok(())
    }

    fn report(&self, document: &Document, tree: Option<&Tree<'_>>, found: &Report) -> Made {
        let refused = !found.is_valid() || self.args.deny_warnings && !found.findings.is_empty();
        let verdict = if refused { Verdict::No } else { Verdict::Yes };
        let about = About::new(document, tree, verdict, &found.findings).whole();
        let mut made = Made::new(&about, self.common, |report| {
            report.format = found.format.map(Format::as_str);
            report.levels = levels(found);
            report.truncated = found.truncated;
        });
        if self.common.format == args::Format::Human {
            let columns = layout::on_stdout();
            made.told.clear();
            made.said = about.paragraphs(self.common.quiet && !self.args.deny_warnings, columns);
            if refused || !self.common.quiet {
                made.said += &fold(&summary(&document.title(), found, refused), 2, columns);
            }
        }
        made
    }
}

/// Adds the findings of a second look at the same document.
fn merge(report: &mut Report, more: Report) {
    report.findings.extend(more.findings);
    report.findings.sort_by_key(|f| (f.position.map_or(0, |p| p.offset), f.code));
    report.truncated |= more.truncated;
}

/// One line that says what came out.
fn summary(input: &str, report: &Report, refused: bool) -> String {
    let errors = report.findings.iter().filter(|f| f.severity == Severity::Error).count();
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let mut out = format!("{}: ", escape(input));
    out += if refused { "refused" } else { "well-formed and internally consistent" };
    let mut said: Vec<String> = report.format.iter().map(|f| f.as_str().to_owned()).collect();
    if errors > 0 {
        said.push(counted(errors, "error"));
    }
    if report.findings.len() > errors {
        said.push(counted(report.findings.len() - errors, "warning"));
    }
    if report.truncated {
        said.push("more not listed".to_owned());
    }
    let _ = writeln!(out, " ({})", said.join(", "));
    out
}

/// What is said of each level of assurance (OpenCheckpoint 8.1): only the first two can be told from a document.
fn levels(report: &Report) -> Vec<Assurance> {
    if report.format != Some(Format::Checkpoint) {
        return Vec::new();
    }
    let fails = |level: u8| {
        let of = |code: Code| if matches!(code, Code::Schema | Code::JsonNoncharacter) { 1 } else { 2 };
        report.findings.iter().any(|f| f.severity == Severity::Error && of(f.code) == level)
    };
    let told = |level| if fails(level) { "fail" } else { "pass" };
    let level = |level, question, result| Assurance { level, question, result };
    vec![
        level(1, "syntactic validity", told(1)),
        level(2, "semantic consistency", told(2)),
        level(3, "resource availability", "not evaluated"),
        level(4, "authorization", "not evaluated"),
        level(5, "continuation success", "not evaluated"),
    ]
}
