//! `validate`: whether documents are well-formed and internally consistent, and nothing beyond that.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::document::{self, Format, Options, Report};
use ocp_convert::finding::{Code, Finding, Severity};
use ocp_convert::json::Tree;
use ocp_convert::ocp::lineage::Parent;
use ocp_convert::shape::Schema;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{self, Common, Validate};
use crate::batch::Sources;
use crate::io::{self, Broken};
use crate::layout::{self, fold};
use crate::load::Document;
use crate::render::{self, About, Assurance, Stream};
use crate::{Outcome, Verdict, sarif};

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

    let mut run = Run {
        args,
        common,
        options,
        parents: &parents,
        counts: [0; 3],
        gravest: Verdict::Yes,
        forks: Vec::new(),
        fork_files: HashSet::new(),
        sarif: Vec::new(),
        failures: Vec::new(),
    };
    let mut documents = 0;
    for input in Sources::new(&args.files, None, &["json"]) {
        documents += 1;
        match input {
            Ok(source) => run.document(&source.path)?,
            Err(broken) => run.not_read(&broken),
        }
    }
    run.parents_among_themselves()?;
    run.forks_among_themselves()?;
    run.end(documents)
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
    /// Documents by verdict.
    counts: [usize; 3],
    gravest: Verdict,
    /// Forks, to be compared with each other in the end.
    forks: Vec<Document>,
    fork_files: HashSet<PathBuf>,
    /// What a SARIF log, being one document, has to wait for.
    sarif: Vec<(String, Vec<Finding>)>,
    failures: Vec<String>,
}

impl Run<'_> {
    fn document(&mut self, path: &Path) -> Result<(), Broken> {
        let document = match Document::load(Some(path), self.common) {
            Ok(document) => document,
            Err(broken @ Broken::Read { .. }) => {
                self.not_read(&broken);
                return Ok(());
            }
            Err(broken) => return Err(broken),
        };
        let tree = match document.read() {
            Ok(tree) => tree,
            Err(finding) => {
                let report = Report { format: None, findings: vec![*finding], truncated: false };
                let verdict = self.report(&document, None, report)?;
                self.count(verdict);
                return Ok(());
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
        let fork = tree.root().get("derivation").get("method").as_str() == Some("forked");
        let verdict = self.report(&document, Some(&tree), report)?;
        self.count(verdict);
        if fork {
            drop(tree);
            // A file that is named twice is no sibling of its own.
            if self.fork_files.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())) {
                self.forks.push(document);
            }
        }
        Ok(())
    }

    /// No two forks of one checkpoint leave the same action open.
    fn forks_among_themselves(&mut self) -> Result<(), Broken> {
        let forks = std::mem::take(&mut self.forks);
        let read: Vec<_> = forks.iter().filter_map(|fork| Some((fork, fork.read().ok()?))).collect();
        let trees: Vec<_> = read.iter().map(|(fork, tree)| (tree, Some(fork.bytes.as_slice()))).collect();
        for (number, finding) in document::compare_forks(&trees) {
            if let Some((fork, tree)) = read.get(number) {
                let found =
                    Report { format: Some(Format::Checkpoint), findings: vec![finding], truncated: false };
                self.report(fork, Some(tree), found)?;
            }
        }
        Ok(())
    }

    /// The parents make a line too: each is compared with the one it names, or else with the one given after it.
    fn parents_among_themselves(&mut self) -> Result<(), Broken> {
        for (number, (document, tree)) in self.parents.iter().enumerate() {
            let Some(named) = tree.root().get("parent").get("id").as_str() else { continue };
            let parent = self.parents.iter().find(|(_, p)| p.root().get("id").as_str() == Some(named));
            let Some((parent, root)) = parent.or_else(|| self.parents.get(number + 1)) else { continue };
            let parent = Parent { root: root.root(), bytes: &parent.bytes };
            let found = document::validate_lineage(tree, Some(&document.bytes), &parent, &self.options);
            if !found.findings.is_empty() {
                self.report(document, Some(tree), found)?;
            }
        }
        Ok(())
    }

    fn report(&mut self, document: &Document, tree: Option<&Tree<'_>>, found: Report) -> Outcome {
        let refused = !found.is_valid() || self.args.deny_warnings && !found.findings.is_empty();
        let verdict = if refused { Verdict::No } else { Verdict::Yes };
        self.gravest = self.gravest.max(verdict);
        let about = About::new(document, tree, verdict, &found.findings).whole();
        match self.common.format {
            args::Format::Human | args::Format::Markdown => {
                let columns = layout::on_stdout();
                let mut out = about.paragraphs(self.common.quiet && !self.args.deny_warnings, columns);
                if refused || !self.common.quiet {
                    out += &fold(&summary(&document.name, &found, refused), 2, columns);
                }
                io::say(&out)?;
            }
            args::Format::Json => {
                let mut report = about.for_programs();
                report.format = found.format.map(Format::as_str);
                report.levels = levels(&found);
                report.truncated = found.truncated;
                io::say(&render::json(&report))?;
            }
            args::Format::Sarif => {
                self.sarif.push((document.name.clone(), found.findings));
            }
        }
        Ok(verdict)
    }

    fn not_read(&mut self, broken: &Broken) {
        self.count(Verdict::Broken);
        let format = self.common.format;
        match format {
            args::Format::Sarif => self.failures.push(render::why(broken)),
            _ => render::broken(broken, format, Stream::Out),
        }
    }

    fn count(&mut self, verdict: Verdict) {
        self.gravest = self.gravest.max(verdict);
        let [yes, no, broken] = &mut self.counts;
        *match verdict {
            Verdict::Yes => yes,
            Verdict::No => no,
            Verdict::Broken => broken,
        } += 1;
    }

    fn end(self, documents: usize) -> Outcome {
        let [yes, no, broken] = self.counts;
        match self.common.format {
            args::Format::Sarif => {
                io::say(&sarif::log(&self.sarif, &self.failures))?;
            }
            args::Format::Human if documents > 1 => {
                io::say(&format!(
                    "{documents} documents: {yes} well-formed and internally consistent, {no} refused, {broken} not read\n"
                ))?;
            }
            _ => {}
        }
        Ok(self.gravest)
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
