//! `digest`: the SHA-256 of documents, of their canonical form or of their bytes.

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::digest;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{Common, Digest, DigestProfile, Format};
use crate::batch::{self, Made, Outputs, Plan};
use crate::load::Document;
use crate::render::{About, Stream};
use crate::{Outcome, Verdict, layout};

/// One document at fault does not stop the others; the gravest verdict is the run's.
pub fn run(args: &Digest, common: &Common) -> Outcome {
    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: Outputs::None,
        ledger: None,
        force: args.force,
        // Of files that were named people see a line each.
        done: batch::is_asked_for(args.files.get(..1).unwrap_or_default(), &args.batch, None)
            .then_some("hashed"),
        reports: Stream::Err,
        jobs: None,
    };
    batch::run(&plan, || Ok(|document: &Document, _: &_| Ok(one(document, args.profile, common))))
}

fn one(document: &Document, profile: DigestProfile, common: &Common) -> Made {
    let profile = match profile {
        DigestProfile::Raw => None,
        DigestProfile::Jcs => Some(Profile::Jcs),
        DigestProfile::Zcf => Some(Profile::Zcf),
    };
    // Raw bytes need not be a document.
    let read = match profile {
        None => document.size().map(|()| None),
        Some(profile) => document.read().map(|tree| Some((tree, profile))),
    };
    let read = match read {
        Ok(read) => read,
        Err(finding) => return Made::unread(document, &finding, common),
    };
    let (digest, findings) = match &read {
        None => (digest::sha256_tagged(&document.bytes), Vec::new()),
        Some((tree, profile)) => {
            (digest::sha256_tagged(&canon::to_vec(tree.root(), *profile)), document.notes(tree))
        }
    };
    let tree = read.as_ref().map(|(tree, _)| tree);
    let about = About::new(document, tree, Verdict::Yes, &findings);
    let mut made = Made::new(&about, common, |_| ());
    if common.format == Format::Human {
        made.told = about.paragraphs(common.quiet, layout::on_stderr());
    }
    made.said = format!("{digest}  {}\n", escape(&document.title()));
    made
}
