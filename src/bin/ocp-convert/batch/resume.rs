//! Going on with a run that was interrupted: an output counts as done when it says which document it was made of and is
//! valid, never by its time.
//!
//! Both formats hold the digest of the source: a packet in the evidence source of kind `opencheckpoint`, a checkpoint in
//! the resource of type `packet`, which this tool writes for the document that was converted.

use std::path::Path;

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::digest::sha256_tagged;
use ocp_convert::document::{self, Options};
use ocp_convert::json::{Cursor, Tree};

use crate::args::Common;
use crate::load::Document;

/// Whether the file at `path` is the whole output of a conversion of `source`.
pub fn is_done(path: &Path, source: &Tree<'_>, common: &Common) -> bool {
    if !path.is_file() {
        return false;
    }
    let Ok(document) = Document::load(Some(path), common) else { return false };
    let Ok(tree) = document.read() else { return false };
    stated(tree.root())
        .is_some_and(|digest| digest == sha256_tagged(&canon::to_vec(source.root(), Profile::Jcs)))
        && document::validate(&tree, Some(&document.bytes), &Options::default()).is_valid()
}

/// The digest of the source that a document states.
fn stated(document: Cursor<'_>) -> Option<String> {
    let own = |entry: &Cursor<'_>, id: &str, kind: &str| {
        let locator = entry.get("locator");
        entry.get("id").as_str().is_some_and(|name| name.starts_with(id))
            && locator.get("system").as_str() == Some("ocp-convert")
            && locator.get("type").as_str() == Some(kind)
    };
    let sources = document.get("content").get("evidenceSources");
    if let Some(entry) = sources.items().find(|entry| own(entry, "source-checkpoint", "checkpoint")) {
        return entry.get("digest").as_str().map(str::to_owned);
    }
    let entry = document.get("resources").items().find(|entry| own(entry, "source-packet", "packet"))?;
    entry.get("digest").get("value").as_str().map(|hex| format!("sha256:{hex}"))
}
