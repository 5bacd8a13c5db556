//! `verify`: the library's verification with keys and policy from the arguments.

use ocp_convert::crypto::keys::InstallationKey;
use ocp_convert::finding::Finding;
use ocp_convert::json::Tree;
use ocp_convert::zephr::layout_file;
use ocp_convert::zephr::manifest::ManifestLayout;
use ocp_convert::zephr::trust::TrustStore;
use ocp_convert::zephr::verify::{self, Context, Report};

use crate::args::{Common, Format, Trust, Verify};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::render::{self, About};
use crate::verification::Verification;
use crate::{Outcome, Verdict, clock, keys, layout, sarif};

pub fn run(args: &Verify, common: &Common) -> Outcome {
    let document = Document::load(args.file.as_deref(), common)?;
    let layout = match &args.layout {
        Some(path) => layout(path, common)?,
        None => ManifestLayout::PINNED,
    };
    let tree = document.read();
    let own = tree.as_ref().ok().and_then(|tree| source_id(tree));
    let policy = Policy::load(&args.trust, own)?;
    let context = Context { layout, ..policy.context()? };
    match &tree {
        Err(finding) => {
            let report = Report::unread((**finding).clone());
            show(&document, None, &report, &context.layout, Verdict::No, common)
        }
        Ok(tree) => {
            let report = verify::verify(tree, &context);
            let verdict = match report.verdict {
                verify::Verdict::Authentic => Verdict::Yes,
                verify::Verdict::IntegrityOnly if args.trust.allow_unsigned => Verdict::Yes,
                _ => Verdict::No,
            };
            show(&document, Some(tree), &report, &context.layout, verdict, common)
        }
    }
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
    /// Reads the key files. `own` is the id the packet claims as its source's.
    pub fn load(args: &'a Trust, own: Option<&str>) -> Result<Self, Broken> {
        let now = clock::now(args.now.as_deref())?;
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

fn layout(path: &std::path::Path, common: &Common) -> Result<ManifestLayout, Broken> {
    let text = io::read(Some(path), common.max_bytes)?;
    layout_file::parse(&text).map_err(|what| Broken::Layout { name: io::name_of(Some(path)), what })
}

/// The report is what the command is for: it goes to standard output in every format.
fn show(
    document: &Document,
    tree: Option<&Tree<'_>>,
    report: &Report,
    root_layout: &ManifestLayout,
    verdict: Verdict,
    common: &Common,
) -> Outcome {
    let mut findings: Vec<Finding> = report.findings.clone();
    if let Some(tree) = tree {
        findings.extend(document.notes(tree));
        findings = document.place(tree, findings);
    }
    let mut verification = Verification::new(report, tree.map(Tree::root));
    verification.layout = layout_file::differences(root_layout);
    let about = About::new(document, tree, verdict, &findings);
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
        Format::Sarif => sarif::log(&[(document.name.clone(), about.listed().to_vec())], &[]),
    };
    io::say(&text)?;
    Ok(verdict)
}
