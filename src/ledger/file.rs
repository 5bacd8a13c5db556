//! The ledger as a file, which the auditor reads back. Pointers are rendered here and only here.

use serde::{Deserialize, Serialize};

use super::finish::Ledger;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::json::{PointerIndex, Tree};
use crate::mapping::{Deed, Direction, Fidelity, MAPPING_VERSION};

/// The version of the ledger file's form.
const LEDGER_VERSION: u32 = 1;

/// A ledger file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LedgerFile {
    /// The version of this form: 1.
    pub ledger_version: u32,
    /// The version of the interop profile.
    pub profile_version: u32,
    /// The version of the mapping tables.
    pub mapping_version: u32,
    /// `ocp-to-zephr` or `zephr-to-ocp`.
    pub direction: String,
    /// What was converted.
    pub source: Document,
    /// What came of it.
    pub target: Document,
    /// Every source leaf that was carried.
    pub moved: Vec<Moved>,
    /// Every source leaf that was left out.
    pub omitted: Vec<Omitted>,
    /// Every target leaf that no source leaf gives.
    pub synthesized: Vec<Synthesized>,
    /// The totals.
    pub summary: Summary,
}

/// One of the two documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Document {
    /// `opencheckpoint` or `zephr-continuity`.
    pub format: String,
    /// The format's version.
    pub version: String,
    /// `sha256:` of the document's `jcs` form.
    pub digest: String,
}

/// A source leaf that was carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Moved {
    /// The rule's code.
    pub rule: String,
    /// Pointer of the source leaf.
    pub from: String,
    /// How faithfully.
    pub fidelity: String,
    /// Where it went; empty when it was regenerated.
    pub to: Vec<Landing>,
}

/// One place a leaf went to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Landing {
    /// Pointer in the target.
    pub at: String,
    /// How faithfully there.
    #[serde(rename = "as")]
    pub fidelity: String,
}

/// A source leaf that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omitted {
    /// The rule's code.
    pub rule: String,
    /// Pointer of the source leaf.
    pub from: String,
    /// The status of the Zephr text's closed set.
    pub status: String,
    /// Why.
    pub reason: String,
}

/// A target leaf that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Synthesized {
    /// The rule's code.
    pub rule: String,
    /// Pointer in the target.
    pub at: String,
    /// Why.
    pub reason: String,
}

/// The totals of a ledger: source leaves by class, target leaves, and how many of them were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Summary {
    pub source_leaves: usize,
    pub exact: usize,
    pub transcoded: usize,
    pub structural: usize,
    pub narrated: usize,
    pub demoted: usize,
    pub regenerated: usize,
    pub omitted: usize,
    pub target_leaves: usize,
    pub synthesized: usize,
}

impl Summary {
    /// How many source leaves have `class`.
    pub fn count(&self, class: Fidelity) -> usize {
        match class {
            Fidelity::Exact => self.exact,
            Fidelity::Transcoded => self.transcoded,
            Fidelity::Structural => self.structural,
            Fidelity::Narrated => self.narrated,
            Fidelity::Demoted => self.demoted,
            Fidelity::Regenerated => self.regenerated,
        }
    }
}

impl Ledger {
    /// The totals, without rendering anything.
    pub fn summary(&self, source: &Tree<'_>, target: &Tree<'_>) -> Summary {
        let mut sum = Summary {
            source_leaves: source.root().leaves().count(),
            target_leaves: target.root().leaves().count(),
            omitted: self.omitted.len(),
            synthesized: self.made.len(),
            ..Summary::default()
        };
        for entry in self.entries() {
            *match Self::class(entry) {
                Fidelity::Exact => &mut sum.exact,
                Fidelity::Transcoded => &mut sum.transcoded,
                Fidelity::Structural => &mut sum.structural,
                Fidelity::Narrated => &mut sum.narrated,
                Fidelity::Demoted => &mut sum.demoted,
                Fidelity::Regenerated => &mut sum.regenerated,
            } += 1;
        }
        sum
    }

    /// The ledger as a file, with pointers into both documents.
    pub fn file(&self, source: &Tree<'_>, target: &Tree<'_>) -> LedgerFile {
        let (from, to) = (PointerIndex::new(source), PointerIndex::new(target));
        let moved = self.entries().filter_map(|entry| {
            let first = entry.first()?;
            Some(Moved {
                rule: first.rule.code().to_owned(),
                from: from.pointer(first.from),
                fidelity: Self::class(entry).as_str().to_owned(),
                to: entry
                    .iter()
                    .filter_map(|m| {
                        let at = to.pointer(m.to?);
                        Some(Landing { at, fidelity: m.class.as_str().to_owned() })
                    })
                    .collect(),
            })
        });
        let omitted = self.omitted.iter().map(|(rule, leaf)| Omitted {
            rule: rule.code().to_owned(),
            from: from.pointer(*leaf),
            status: match rule.row().deed {
                Deed::Lose { status, .. } => status.to_owned(),
                _ => String::new(),
            },
            reason: rule.row().note.to_owned(),
        });
        let synthesized = self.made.iter().map(|(rule, leaf)| Synthesized {
            rule: rule.code().to_owned(),
            at: to.pointer(*leaf),
            reason: rule.row().note.to_owned(),
        });
        let digest = |tree: &Tree<'_>| digest::sha256_tagged(&canon::to_vec(tree.root(), Profile::Jcs));
        let checkpoint = |digest| Document { format: "opencheckpoint".into(), version: "0.1".into(), digest };
        let packet = |digest| Document { format: "zephr-continuity".into(), version: "1".into(), digest };
        let (source_document, target_document) = match self.direction {
            Direction::OcpToZephr => (checkpoint(digest(source)), packet(digest(target))),
            Direction::ZephrToOcp => (packet(digest(source)), checkpoint(digest(target))),
        };
        LedgerFile {
            ledger_version: LEDGER_VERSION,
            profile_version: crate::PROFILE_VERSION,
            mapping_version: MAPPING_VERSION,
            direction: self.direction.as_str().to_owned(),
            source: source_document,
            target: target_document,
            moved: moved.collect(),
            omitted: omitted.collect(),
            synthesized: synthesized.collect(),
            summary: self.summary(source, target),
        }
    }
}
