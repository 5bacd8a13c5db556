//! `digest`: the SHA-256 of documents, of their canonical form or of their bytes.

use std::path::Path;

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::digest;
use ocp_convert::finding::Finding;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{Common, Digest, DigestProfile, Format};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::render::{self, About, Stream};
use crate::{Outcome, Verdict, sarif};

/// One document at fault does not stop the others; the gravest verdict is the run's.
pub fn run(args: &Digest, common: &Common) -> Outcome {
    let mut gravest = Verdict::Yes;
    let mut log = Log::default();
    let inputs: Vec<Option<&Path>> = if args.files.is_empty() {
        vec![None]
    } else {
        args.files.iter().map(|f| Some(f.as_path())).collect()
    };
    for input in inputs {
        let verdict = match one(input, args.profile, common, &mut log) {
            Ok(verdict) => verdict,
            Err(broken @ Broken::Read { .. }) => {
                match common.format {
                    Format::Sarif => log.failures.push(render::why(&broken)),
                    format => render::broken(&broken, format, Stream::Err),
                }
                Verdict::Broken
            }
            Err(broken) => return Err(broken),
        };
        gravest = gravest.max(verdict);
    }
    if common.format == Format::Sarif {
        io::tell(&sarif::log(&log.documents, &log.failures));
    }
    Ok(gravest)
}

/// What a SARIF log, being one document, has to wait for.
#[derive(Default)]
struct Log {
    documents: Vec<(String, Vec<Finding>)>,
    failures: Vec<String>,
}

impl Log {
    fn report(&mut self, about: &About<'_>, common: &Common) {
        match common.format {
            Format::Sarif => self.documents.push((about.document.name.clone(), about.listed().to_vec())),
            _ => render::report(about, common),
        }
    }
}

fn one(input: Option<&Path>, profile: DigestProfile, common: &Common, log: &mut Log) -> Outcome {
    let document = Document::load(input, common)?;
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
        Err(finding) => {
            log.report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    let (digest, findings) = match &read {
        None => (digest::sha256_tagged(&document.bytes), Vec::new()),
        Some((tree, profile)) => {
            (digest::sha256_tagged(&canon::to_vec(tree.root(), *profile)), document.notes(tree))
        }
    };
    io::print(format!("{digest}  {}\n", escape(&document.name)).as_bytes())?;
    let (tree, verdict) = (read.as_ref().map(|(tree, _)| tree), Verdict::Yes);
    log.report(&About::new(&document, tree, verdict, &findings), common);
    Ok(verdict)
}
