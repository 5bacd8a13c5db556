//! `convert --preserve` and `--restore`: the conversion that was asked for, with what there is to say of residues.

use std::fmt::Write as _;

use ocp_convert::convert::{Conversion, Options, Proof, Restored, convert, preserve, restore};
use ocp_convert::finding::Finding;
use ocp_convert::json::Tree;
use ocp_convert::syntax::text::escape_for_terminal as escape;
use ocp_convert::syntax::tokens::is_lower_hex;

use crate::args::{Convert, Residue};
use crate::io::Broken;
use crate::keys;

/// Places that are listed for people; programs get them all.
const LISTED: usize = 100;

/// What came of the call.
pub enum Converted<'s> {
    /// A conversion.
    Conversion(Conversion<'s>, Notes),
    /// The original of a preserved document.
    Original(Tree<'static>, Notes),
}

/// What to say beside the conversion.
#[derive(Default)]
pub struct Notes {
    /// The digest of the document preserved or restored.
    pub original: Option<String>,
    /// What of the original could not be restored.
    pub lost: Vec<String>,
    restored: bool,
}

/// Whether the call is to restore: a key is for that, unless it is for preserving.
fn restores(args: &Residue) -> bool {
    args.restore.is_some() || (args.preserve_key.is_some() && !args.preserve)
}

/// Refuses a call that cannot be meant.
pub fn check(args: &Convert) -> Result<(), Broken> {
    let usage = |what: &str| Err(Broken::Usage { what: what.to_owned() });
    if restores(&args.residue) && (args.ledger.is_some() || args.id_map.is_some() || !args.explain.is_empty())
    {
        return usage("restoring converts nothing, so there is no ledger, no id map and nothing to explain");
    }
    let is_digest = |text: &str| text.strip_prefix("sha256:").is_some_and(|hex| is_lower_hex(hex, 64));
    if args.residue.restore.as_deref().is_some_and(|digest| !is_digest(digest)) {
        return usage("--restore: a digest is `sha256:` and 64 lower-case hex digits, as --preserve told it");
    }
    Ok(())
}

/// Does what was asked for.
pub fn run<'s>(
    args: &Residue,
    tree: &'s Tree<'s>,
    options: &Options,
) -> Result<Result<Converted<'s>, Vec<Finding>>, Broken> {
    let key = args.preserve_key.as_ref();
    let key = key.map(|path| keys::installation_key(path, args.allow_readable_keys)).transpose()?;
    if args.preserve {
        let kept = preserve(tree, options, key.as_ref());
        return Ok(kept.map(|kept| {
            let notes = Notes { original: Some(kept.digest), ..Notes::default() };
            Converted::Conversion(kept.conversion, notes)
        }));
    }
    if !restores(args) {
        return Ok(convert(tree, options).map(|c| Converted::Conversion(c, Notes::default())));
    }
    let proof = Proof { digest: args.restore.as_deref(), key: key.as_ref() };
    Ok(restore(tree, &proof, options).map(|restored| match restored {
        Restored::Original { document, digest } => {
            let notes = Notes { original: Some(digest), restored: true, ..Notes::default() };
            Converted::Original(document, notes)
        }
        Restored::Edited { conversion, lost } => {
            Converted::Conversion(*conversion, Notes { lost, ..Notes::default() })
        }
    }))
}

impl Notes {
    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for pointer in self.lost.iter().take(LISTED) {
            let whole = if pointer.is_empty() { "the whole document" } else { pointer };
            let _ = writeln!(out, "not restored: {}", escape(whole));
        }
        if let Some(more) = self.lost.len().checked_sub(LISTED).filter(|more| *more > 0) {
            let _ = writeln!(out, "not restored: {more} places more");
        }
        if let Some(digest) = &self.original {
            let _ = if self.restored {
                writeln!(out, "restored: the original is {digest}")
            } else {
                writeln!(
                    out,
                    "preserved: the original is {digest}\n  keep this digest apart from the document: --restore asks for it"
                )
            };
        }
        out
    }
}
