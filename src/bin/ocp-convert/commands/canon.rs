//! `canon`: the canonical bytes of a document.

use ocp_convert::canon;

use crate::args::{Canon, Common};
use crate::load::Document;
use crate::render::{self, About};
use crate::{Outcome, Verdict, outputs};

/// Without `--pretty` the output is exactly the canonical bytes, so no line feed ends it.
pub fn run(args: &Canon, common: &Common) -> Outcome {
    let document = Document::load(args.file.as_deref(), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            render::report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    let mut out = Vec::with_capacity(document.bytes.len());
    if args.pretty {
        canon::write_pretty(tree.root(), args.profile.into(), &mut out);
        out.push(b'\n');
    } else {
        canon::write(tree.root(), args.profile.into(), &mut out);
    }
    outputs::write(&args.output, &out)?;
    let findings = document.notes(&tree);
    let verdict = Verdict::Yes;
    render::report(&About::new(&document, Some(&tree), verdict, &findings), common);
    Ok(verdict)
}
