//! `canon`: the canonical bytes of documents.

use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::canon;
use ocp_convert::json::Tree;

use crate::args::{Canon, Common};
use crate::batch::{self, Kind, Made, Outputs, Plan};
use crate::io::Broken;
use crate::load::Document;
use crate::render::{self, About, Stream};
use crate::{Outcome, Verdict, outputs};

pub fn run(args: &Canon, common: &Common) -> Outcome {
    if batch::is_asked_for(&args.files, &args.batch, Some(&args.tree)) {
        return many(args, common);
    }
    let document = Document::load(args.files.first().map(PathBuf::as_path), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            render::report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    outputs::write(&args.output, &bytes(args, &document, &tree))?;
    let findings = document.notes(&tree);
    let verdict = Verdict::Yes;
    render::report(&About::new(&document, Some(&tree), verdict, &findings), common);
    Ok(verdict)
}

/// Without `--pretty` exactly the canonical bytes, so no line feed ends them.
fn bytes(args: &Canon, document: &Document, tree: &Tree<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(document.bytes.len());
    if args.pretty {
        canon::write_pretty(tree.root(), args.profile.into(), &mut out);
        out.push(b'\n');
    } else {
        canon::write(tree.root(), args.profile.into(), &mut out);
    }
    out
}

/// Many documents: of the line feeds of NDJSON none belongs to the canonical bytes.
fn many(args: &Canon, common: &Common) -> Outcome {
    if args.pretty && args.tree.output_dir.is_none() {
        let what = "--pretty without --output-dir is for one document, and these may be many".to_owned();
        return Err(Broken::Usage { what });
    }
    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: Outputs::of(&args.tree, &args.output),
        ledger: None,
        force: args.output.force,
        done: Some("written"),
        reports: Stream::Err,
        jobs: None,
    };
    let one = |document: &Document, place: &Path| {
        let tree = match document.read() {
            Ok(tree) => tree,
            Err(finding) => return Ok(Made::unread(document, &finding, common)),
        };
        let bytes = bytes(args, document, &tree);
        if let Some(folder) = args.tree.output_dir.as_deref().filter(|_| args.tree.resume) {
            let there = fs::read(batch::name(folder, place, Kind::Same));
            if there.is_ok_and(|there| there == bytes) {
                return Ok(Made::skipped());
            }
        }
        let findings = document.notes(&tree);
        let mut made = Made::new(&About::new(document, Some(&tree), Verdict::Yes, &findings), common, |_| ());
        made.output = Some((bytes, Kind::Same));
        Ok(made)
    };
    batch::run(&plan, || Ok(one))
}
