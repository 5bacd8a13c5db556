//! `convert` over many documents.

use std::fmt::Write as _;
use std::path::Path;

use ocp_convert::canon::Profile;
use ocp_convert::convert::{Conversion, Options};
use ocp_convert::document;
use ocp_convert::finding::Finding;
use ocp_convert::json::Tree;
use ocp_convert::mapping::Rule;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use super::{already_in_format, bytes, converted, denied, options};
use crate::args::{Common, Convert, Format};
use crate::batch::{self, Kind, Made, Outputs, Plan};
use crate::commands::residue::{self, Converted, Notes};
use crate::io::Broken;
use crate::load::Document;
use crate::render::{About, Stream};
use crate::{Outcome, Verdict};

/// Whatever can be wrong with the call was looked for already, but for what only one document can have.
pub fn run(args: &Convert, accepted: Option<&[Rule]>, common: &Common) -> Outcome {
    let one_only = [
        (!args.explain.is_empty(), "--explain"),
        (args.id_map.is_some(), "--id-map"),
        (args.residue.restore.is_some(), "--restore"),
        (args.pretty && args.tree.output_dir.is_none(), "--pretty without --output-dir"),
    ];
    if let Some((_, name)) = one_only.iter().find(|(given, _)| *given) {
        return Err(Broken::Usage { what: format!("{name} is for one document, and these may be many") });
    }
    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: if args.dry_run { Outputs::None } else { Outputs::of(&args.tree, &args.output) },
        ledger: args.ledger.as_deref().filter(|_| !args.dry_run),
        force: args.output.force,
        done: Some(if args.dry_run { "can be converted" } else { "converted" }),
        reports: Stream::Err,
        jobs: None,
    };
    batch::run(&plan, || {
        let options = options(args).map_err(|e| Broken::Usage { what: e.to_string() })?;
        let worker = Worker { args, accepted, common, options };
        Ok(move |document: &Document, place: &Path| worker.convert(document, place))
    })
}

struct Worker<'a> {
    args: &'a Convert,
    accepted: Option<&'a [Rule]>,
    common: &'a Common,
    options: Options,
}

impl Worker<'_> {
    fn convert(&self, document: &Document, place: &Path) -> Result<Made, Broken> {
        let tree = match document.read() {
            Ok(tree) => tree,
            Err(finding) => return Ok(Made::unread(document, &finding, self.common)),
        };
        let refuse = |findings: Vec<Finding>| {
            let findings = document.place(&tree, findings);
            let about = About::new(document, Some(&tree), Verdict::No, &findings);
            Ok(Made::new(&about, self.common, |_| ()))
        };
        if let Some(finding) = self.args.to.and_then(|to| already_in_format(&tree, to)) {
            return refuse(vec![finding]);
        }
        let there = self.is_there(&tree, place);
        if there && !self.wants_accounts() {
            return Ok(Made::skipped());
        }
        let mut made = match residue::run(&self.args.residue, &tree, &self.options)? {
            Ok(Converted::Conversion(conversion, notes)) => {
                let denied = denied(&conversion, &self.args.deny, self.accepted);
                if !denied.is_empty() {
                    return refuse(denied);
                }
                self.made(document, &tree, conversion, &notes)?
            }
            Ok(Converted::Original(original, notes)) => {
                let about = About::new(document, Some(&tree), Verdict::Yes, &[]);
                let mut made = Made::new(&about, self.common, |report| {
                    report.original_digest = notes.original.as_deref();
                });
                made.output = Some((bytes(self.args, original.root()), kind(&original)));
                made
            }
            Err(findings) => return refuse(findings),
        };
        if there {
            // Only the accounts were wanting.
            made.output = None;
            made.skipped = true;
        }
        Ok(made)
    }

    fn made(
        &self,
        document: &Document,
        tree: &Tree<'_>,
        conversion: Conversion<'_>,
        notes: &Notes,
    ) -> Result<Made, Broken> {
        let totals = conversion.ledger.summary(tree, &conversion.target);
        let warnings = document.place(tree, conversion.warnings.clone());
        let about = About::new(document, Some(tree), Verdict::Yes, &warnings);
        let mut made = Made::new(&about, self.common, |report| {
            report.summary = Some(totals);
            report.original_digest = notes.original.as_deref();
            report.not_restored = &notes.lost;
        });
        if matches!(self.common.format, Format::Human | Format::Markdown) {
            let name = document.title();
            for line in notes.text().lines() {
                // Writing into a `String` cannot fail.
                let _ = writeln!(made.told, "{}: {}", escape(&name), line.trim_start());
            }
        }
        if self.args.ledger.is_some() && !self.args.dry_run {
            let ledger = conversion.ledger.file(tree, &conversion.target);
            let ledger = serde_json::to_vec(&ledger).map_err(|e| Broken::Defect { what: e.to_string() })?;
            made.ledger = Some(ledger);
        }
        made.losses = Some((totals, conversion.ledger.losses()));
        let kind = kind(&conversion.target);
        made.output = Some((converted(self.args, conversion), kind));
        Ok(made)
    }

    /// Whether `--resume` finds the output there already.
    fn is_there(&self, tree: &Tree<'_>, place: &Path) -> bool {
        let Some(folder) = self.args.tree.output_dir.as_deref().filter(|_| self.args.tree.resume) else {
            return false;
        };
        let kind = match document::recognise(tree) {
            Ok(document::Format::Checkpoint) => Kind::Packet,
            Ok(document::Format::Packet) => Kind::Checkpoint,
            Err(_) => return false,
        };
        batch::is_done(&batch::name(folder, place, kind), tree, self.common)
    }

    /// Whether the run is to say what conversions lose, those of an earlier run too.
    fn wants_accounts(&self) -> bool {
        self.args.ledger.is_some() || self.args.batch.summary.is_some()
    }
}

/// What a document is.
fn kind(tree: &Tree<'_>) -> Kind {
    if super::profile(tree.root()) == Profile::Zcf { Kind::Packet } else { Kind::Checkpoint }
}
