//! `digest`: the SHA-256 of documents, of their canonical form or of their bytes.

use std::fmt::Write as _;
use std::path::Path;

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::digest;
use ocp_convert::finding::Finding;
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{Common, Digest, DigestProfile};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::{Outcome, Verdict, render};

/// One document at fault does not stop the others; the gravest verdict is the run's.
pub fn run(args: &Digest, common: &Common) -> Outcome {
    let mut gravest = Verdict::Yes;
    let inputs: Vec<Option<&Path>> = if args.files.is_empty() {
        vec![None]
    } else {
        args.files.iter().map(|f| Some(f.as_path())).collect()
    };
    for input in inputs {
        let verdict = match one(input, args.profile, common) {
            Ok(verdict) => verdict,
            Err(broken @ Broken::Read { .. }) => {
                render::broken(&broken, common);
                Verdict::Broken
            }
            Err(broken) => return Err(broken),
        };
        gravest = gravest.max(verdict);
    }
    Ok(gravest)
}

fn one(input: Option<&Path>, profile: DigestProfile, common: &Common) -> Outcome {
    let document = Document::load(input, common)?;
    match digest_of(&document, profile) {
        Ok((digest, notes)) => {
            let mut line = digest;
            let _ = writeln!(line, "  {}", escape(&document.name));
            io::print(line.as_bytes())?;
            render::report(&document.name, Verdict::Yes, &notes, common);
            Ok(Verdict::Yes)
        }
        Err(finding) => {
            render::report(&document.name, Verdict::No, &[*finding], common);
            Ok(Verdict::No)
        }
    }
}

fn digest_of(document: &Document, profile: DigestProfile) -> Result<(String, Vec<Finding>), Box<Finding>> {
    let profile = match profile {
        DigestProfile::Raw => {
            document.size()?;
            return Ok((digest::sha256_tagged(&document.bytes), Vec::new()));
        }
        DigestProfile::Jcs => Profile::Jcs,
        DigestProfile::Zcf => Profile::Zcf,
    };
    let tree = document.read()?;
    let digest = digest::sha256_tagged(&canon::to_vec(tree.root(), profile));
    Ok((digest, document.notes(&tree)))
}
