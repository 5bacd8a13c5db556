//! `verify`: the library's verification with keys and policy from the arguments.

use std::path::{Path, PathBuf};

use ocp_convert::crypto::keys::InstallationKey;
use ocp_convert::finding::Finding;
use ocp_convert::json::Tree;
use ocp_convert::syntax::text::escape_for_terminal as escape;
use ocp_convert::zephr::layout_file;
use ocp_convert::zephr::manifest::ManifestLayout;
use ocp_convert::zephr::trust::TrustStore;
use ocp_convert::zephr::verify::{self, Context, Report};

use crate::args::{Common, Format, Trust, Verify};
use crate::batch::{self, Made, Outputs, Plan};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::render::{self, About, Stream};
use crate::verification::Verification;
use crate::{Outcome, Verdict, clock, keys, layout, sarif};

pub fn run(args: &Verify, common: &Common) -> Outcome {
    if batch::is_asked_for(&args.files, &args.batch, None) {
        return many(args, common);
    }
    let document = Document::load(args.files.first().map(PathBuf::as_path), common)?;
    let layout = root_layout(args, common)?;
    let now = || clock::now(args.trust.now.as_deref());
    one(args, layout, now, &document, |about, verification| show(about, verification, common))?
}

/// Many packets, held against one time and one trust.
fn many(args: &Verify, common: &Common) -> Outcome {
    let layout = root_layout(args, common)?;
    let now = clock::now(args.trust.now.as_deref())?;
    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: Outputs::None,
        ledger: None,
        force: args.force,
        done: Some(if args.trust.allow_unsigned { "whole" } else { "authentic" }),
        reports: Stream::Out,
        jobs: None,
    };
    let verify = |document: &Document, _: &Path| {
        let now = || Ok(now.clone());
        one(args, layout, now, document, |about, verification| made(about, verification, common))
    };
    batch::run(&plan, || Ok(verify))
}

/// Verifies one packet; `tell` gets what came of it.
fn one<T>(
    args: &Verify,
    layout: ManifestLayout,
    now: impl FnOnce() -> Result<String, Broken>,
    document: &Document,
    tell: impl FnOnce(&About<'_>, Verification) -> T,
) -> Result<T, Broken> {
    let tree = document.read();
    let own = tree.as_ref().ok().and_then(|tree| source_id(tree));
    let policy = Policy::load(&args.trust, own, now()?)?;
    let context = Context { layout, ..policy.context()? };
    let (report, verdict) = match &tree {
        Err(finding) => (Report::unread((**finding).clone()), Verdict::No),
        Ok(tree) => {
            let report = verify::verify(tree, &context);
            let verdict = match report.verdict {
                verify::Verdict::Authentic => Verdict::Yes,
                verify::Verdict::IntegrityOnly if args.trust.allow_unsigned => Verdict::Yes,
                _ => Verdict::No,
            };
            (report, verdict)
        }
    };
    let tree = tree.as_ref().ok();
    let mut verification = Verification::new(&report, tree.map(Tree::root));
    verification.layout = layout_file::differences(&context.layout);
    let findings = findings(document, tree, report.findings.clone());
    Ok(tell(&About::new(document, tree, verdict, &findings), verification))
}

fn root_layout(args: &Verify, common: &Common) -> Result<ManifestLayout, Broken> {
    match &args.layout {
        Some(path) => layout(path, common),
        None => Ok(ManifestLayout::PINNED),
    }
}

/// Of many packets people read a line each, and what is wrong with those that are refused.
fn made(about: &About<'_>, verification: Verification, common: &Common) -> Made {
    let line = format!("{}: {}\n", escape(&about.document.title()), verification.verdict());
    let mut made = Made::new(about, common, |report| report.verification = Some(verification));
    if common.format == Format::Human {
        made.said = std::mem::take(&mut made.told) + &line;
    }
    made
}

fn findings(document: &Document, tree: Option<&Tree<'_>>, mut findings: Vec<Finding>) -> Vec<Finding> {
    if let Some(tree) = tree {
        findings.extend(document.notes(tree));
        findings = document.place(tree, findings);
    }
    findings
}

/// What the arguments say of keys and policy, read from their files.
pub struct Policy<'a> {
    args: &'a Trust,
    store: Option<TrustStore>,
    destination: Option<InstallationKey>,
    /// The time of the run.
    pub now: String,
}

impl<'a> Policy<'a> {
    /// Reads the key files. `own` is the id the packet claims as its source's, `now` the time of the run.
    pub fn load(args: &'a Trust, own: Option<&str>, now: String) -> Result<Self, Broken> {
        let store = keys::trust_store(args, own)?;
        let destination = args.destination_installation_key.as_deref();
        let destination =
            destination.map(|path| keys::installation_key(path, args.allow_readable_keys)).transpose()?;
        Ok(Self { args, store, destination, now })
    }

    /// The context to verify in.
    pub fn context(&self) -> Result<Context<'_>, Broken> {
        Ok(Context {
            trust: self.store.as_ref(),
            destination_key: self.destination.as_ref(),
            destination_id: self.args.destination_id.as_deref(),
            now: Some(clock::instant(&self.now)?),
            allow_unsigned: self.args.allow_unsigned,
            ..Context::default()
        })
    }
}

/// The id the packet claims as its source's.
pub fn source_id<'t>(tree: &'t Tree<'_>) -> Option<&'t str> {
    tree.root().get("source").get("installationKeyId").as_str()
}

fn layout(path: &Path, common: &Common) -> Result<ManifestLayout, Broken> {
    let text = io::read(Some(path), common.max_bytes)?;
    layout_file::parse(&text).map_err(|what| Broken::Layout { name: io::name_of(Some(path)), what })
}

/// The report is what the command is for: it goes to standard output in every format.
fn show(about: &About<'_>, verification: Verification, common: &Common) -> Outcome {
    let text = match common.format {
        // Markdown is refused before a command runs.
        Format::Human | Format::Markdown => {
            let columns = layout::on_stdout();
            verification.human(columns) + &about.paragraphs(common.quiet, columns)
        }
        Format::Json => {
            let mut report = about.for_programs();
            report.verification = Some(verification);
            render::json(&report)
        }
        Format::Sarif => sarif::log(&[about.for_sarif()], &[]),
    };
    io::say(&text)?;
    Ok(about.verdict)
}
