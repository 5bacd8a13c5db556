//! Residues: what a conversion loses, kept in its target as an RFC 6902 patch from "the target converted back" to the
//! original, so that `--restore` gives the original back, ids included.
//!
//! A residue stands in `extensions["dev.ocp-convert/residue"]`. The root of a packet does not cover it, and anybody
//! can write one: restoring lifts I2 and I3, so it asks the user for a proof, the original's digest as it was told
//! when preserving, or the key of a MAC; a digest that stands in a document proves nothing. Nothing else in this
//! library reads a residue; a conversion leaves it out like any extension.

mod apply;
mod array;
mod diff;
mod inner;
mod measured;
mod places;
mod refuse;
mod restore;
mod secrets;
mod value;
mod vouching;

pub use restore::{Proof, Restored, restore};

use super::{Conversion, Options, convert, refusal};
use crate::canon::{self, Profile};
use crate::crypto::keys::InstallationKey;
use crate::crypto::mac::Mac;
use crate::crypto::{digest, lp};
use crate::finding::{Code, Finding};
use crate::json::{BuildError, Cursor, Limits, Number, Tree, TreeBuilder, escape_noncharacters, read};
use crate::mapping::{MAPPING_VERSION, oz, zo};
use crate::{PROFILE_VERSION, RESIDUE};

/// The version of this tool, for whoever has to find the one that wrote a residue.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Where a residue stands.
const POINTER: &str = "/extensions/dev.ocp-convert~1residue";
/// Domain of the MAC over a residue.
const MAC_DOMAIN: &[u8] = b"ocp-convert/1/residue";
/// Nesting of a patch beyond which it is kept as JSON text: the document around it adds levels of its own.
const DEEPEST: usize = 100;

/// A conversion whose target holds what restores its source.
#[derive(Debug)]
pub struct Preserved<'s> {
    /// The conversion; its ledger accounts for the residue too.
    pub conversion: Conversion<'s>,
    /// `sha256:` of the source's `jcs` form: what [`restore`] wants to be told.
    pub digest: String,
}

/// Converts, and adds the residue; under a key with a MAC that proves who wrote it.
///
/// # Errors
/// Those of [`convert`], and a refusal of what must not be preserved: apparent secrets, which are guessed at, proofs of
/// scope, signatures and MACs anywhere, a residue of an earlier conversion.
pub fn preserve<'s>(
    source: &'s Tree<'s>,
    options: &Options,
    key: Option<&InstallationKey>,
) -> Result<Preserved<'s>, Vec<Finding>> {
    let marked = Options { residue: Some(key.is_some()), ..options.clone() };
    let conversion = convert(source, &marked)?;
    let refused = refuse::refused(source);
    if !refused.is_empty() {
        return Err(refused);
    }
    let digest = digest_of(source.root());
    let patch = patch(source, &conversion.target)?;
    let residue = Residue { target: digest_of(conversion.target.root()), original: &digest, key };
    let residue = residue.tree(&patch).map_err(|e| vec![unbuilt(&e)])?;
    let rule = if conversion.target.root().get("format").exists() { oz::RESIDUE } else { zo::RESIDUE };
    let Conversion { target, ledger, renamed, warnings, .. } = conversion;
    let (target, ledger) = ledger.attach(&target, rule, &residue).map_err(|e| vec![refusal(&e)])?;
    let conversion = Conversion { target, ledger, renamed, warnings, written: None };
    Ok(Preserved { conversion, digest })
}

/// The patch that makes the source of the target, tried before anybody relies on it.
fn patch(source: &Tree<'_>, target: &Tree<'_>) -> Result<Tree<'static>, Vec<Finding>> {
    let base = back(target)?;
    let patch = diff::tree(&diff::operations(&base, source)).map_err(|e| vec![unbuilt(&e)])?;
    let start = value::from_tree(base.root());
    drop(base);
    match apply::apply(start, patch.root()) {
        Ok(restored) if value::same(&restored, source.root()) => return Ok(patch),
        // Many changes to many long arrays take longer than restoring is given: then the document is kept whole.
        Err(finding) if finding.code != Code::ResidueCost => return Err(vec![*finding]),
        _ => {}
    }
    let whole = [diff::Operation::Replace(String::new(), source.root())];
    diff::tree(&whole).map_err(|e| vec![unbuilt(&e)])
}

/// The target converted back: what a residue starts from, the same for whoever makes one and whoever restores from it.
/// What a conversion makes of a document depends on the order of its members here and there, and a target can come back
/// in another order than it was made in: so it is its `jcs` form that is converted.
fn back(target: &Tree<'_>) -> Result<Tree<'static>, Vec<Finding>> {
    let bytes = canon::to_vec(target.root(), Profile::Jcs);
    // It has been held against the limits already, or has just been made.
    let limits = Limits { bytes: usize::MAX, depth: usize::MAX };
    let target = &read(&bytes, &limits).map_err(|finding| vec![*finding])?;
    let options = Options::default();
    let plain = convert(target, &options);
    // Where the document's own time gives no review date, any time does: the patch sets both right.
    let dated = |_| convert(target, &options.now("1970-01-01T00:00:00Z").unwrap_or_default());
    plain.or_else(dated).map(|conversion| conversion.target.into_owned())
}

fn digest_of(place: Cursor<'_>) -> String {
    digest::sha256_tagged(&canon::to_vec(place, Profile::Jcs))
}

fn unbuilt(error: &BuildError) -> Finding {
    Finding::new(Code::OutputInvalid, "", error.to_string())
}

/// The residue of a document, if it has one.
fn residue_of<'t>(document: &'t Tree<'_>) -> Cursor<'t> {
    document.root().get("extensions").get(RESIDUE)
}

/// The document as it was before the residue was added: a packet's extensions stay as an empty object, a checkpoint had
/// none.
fn stripped(document: &Tree<'_>) -> Result<Tree<'static>, BuildError> {
    let extensions = document.root().get("extensions");
    let all = extensions.len() == 1 && document.root().get("opencheckpoint").exists();
    let mut b = TreeBuilder::new();
    b.object();
    for member in document.root().children() {
        if member.index() != extensions.index() {
            b.copy(member);
        } else if !all {
            b.name("extensions").object();
            for extension in extensions.children().filter(|extension| extension.name() != Some(RESIDUE)) {
                b.copy(extension);
            }
            b.close();
        }
    }
    b.close();
    b.finish().map(Tree::into_owned)
}

/// What a residue holds beside its patch.
struct Residue<'a> {
    target: String,
    original: &'a str,
    key: Option<&'a InstallationKey>,
}

impl Residue<'_> {
    fn tree(&self, patch: &Tree<'_>) -> Result<Tree<'static>, BuildError> {
        let plain = self.members(patch, None)?;
        let Some(key) = self.key else { return Ok(plain) };
        let mac = Mac::compute_with(key, &authenticated(plain.root())).to_hex();
        self.members(patch, Some(&mac))
    }

    fn members(&self, patch: &Tree<'_>, mac: Option<&str>) -> Result<Tree<'static>, BuildError> {
        let text = as_text(patch);
        let mut b = TreeBuilder::new();
        b.object();
        b.name("profileVersion").number(Number::Int(PROFILE_VERSION.into()));
        b.name("mappingVersion").number(Number::Int(MAPPING_VERSION.into()));
        b.name("converterVersion").string(VERSION);
        b.name("targetDigest").string(self.target.as_str());
        if self.key.is_some() {
            // Only a MAC makes it worth something; without one the digest has to come from elsewhere.
            b.name("originalDigest").string(self.original);
        }
        b.name("patch");
        match &text {
            Some(text) => b.string(text.as_str()),
            None => b.copy(patch.root()),
        }
        if let Some(mac) = mac {
            b.name("mac").string(mac);
        }
        b.close();
        b.finish().map(Tree::into_owned)
    }
}

/// The patch as JSON text, where the target could not hold it as it is: a checkpoint has no noncharacters, and no
/// document nests without end.
fn as_text(patch: &Tree<'_>) -> Option<String> {
    let json = String::from_utf8(canon::to_vec(patch.root(), Profile::Jcs)).unwrap_or_default();
    let plain = escape_noncharacters(json.clone());
    (plain != json || depth(patch) > DEEPEST).then_some(plain)
}

/// Arrays and objects inside one another.
fn depth(tree: &Tree<'_>) -> usize {
    let mut open: Vec<u32> = Vec::new();
    let mut deepest = 0;
    for node in tree.root().subtree() {
        while open.last().is_some_and(|end| *end <= node.index()) {
            open.pop();
        }
        if node.is_array() || node.is_object() {
            open.push(node.end());
            deepest = deepest.max(open.len());
        }
    }
    deepest
}

/// What the MAC of a residue is over: the residue without it.
fn authenticated(residue: Cursor<'_>) -> Vec<u8> {
    lp::concat(&[MAC_DOMAIN, &canon::to_vec(residue, Profile::Jcs)])
}
