//! The end of a conversion: what was left out is listed, the quality said, nonce and root computed.

use std::cell::LazyCell;

use sha2::{Digest, Sha256};

use super::Writer;
use crate::canon::{self, Profile};
use crate::convert::{Conversion, refusal};
use crate::crypto::lp;
use crate::finding::Finding;
use crate::json::PointerIndex;
use crate::ledger::{Made, Omission};
use crate::mapping::{Direction, loss, oz};
use crate::zephr::manifest::{self, ManifestLayout};
use crate::zephr::message::Body;

/// The top-level members of a checkpoint, as sections of the omission list.
const SECTIONS: [&str; 13] = [
    "opencheckpoint",
    "id",
    "parent",
    "source",
    "task",
    "progress",
    "statements",
    "resources",
    "application_context",
    "operations",
    "continuation",
    "derivation",
    "extensions",
];
/// Sections of a packet that a checkpoint never has.
const ABSENT: [&str; 4] = ["receipts", "reviewEvents", "allowedTools", "changedFiles"];

impl<'s> Writer<'s, '_> {
    /// Empty lists and objects that nothing above had a use for: they say no more than absent ones, unless a loss row
    /// covers the place.
    pub(super) fn empties(&mut self, undefined: &[u32]) {
        let source = self.source;
        let index = LazyCell::new(|| PointerIndex::new(source.tree()));
        let strangers = self.b.inside(undefined);
        let mut names = Vec::new();
        for leaf in source.leaves().filter(|l| l.is_array() || l.is_object()) {
            if self.b.is_read(leaf) || strangers.get(leaf.index() as usize) == Some(&true) {
                continue;
            }
            index.names(leaf.index(), &mut names);
            if loss(Direction::OcpToZephr, false, &names).is_none() {
                self.b.placed(oz::EMPTY, leaf, self.content);
            }
        }
    }

    /// Lists what was left out, and the sections a checkpoint never has.
    pub(super) fn omission_list(&mut self, omitted: &[Omission]) {
        for omission in omitted {
            let slot = self.b.object(self.lists.omissions, "");
            let first = omission.pointer().split('/').nth(1).unwrap_or_default();
            let section = SECTIONS.iter().find(|s| **s == first).copied().unwrap_or("undefined");
            self.b.make(oz::OMISSION_ENTRY, slot, "section", Made::Words(section));
            self.b.make(oz::OMISSION_ENTRY, slot, "status", Made::Words(omission.status()));
            self.b.make(oz::OMISSION_ENTRY, slot, "reason", Made::Code(omission.rule()));
            let pointers = self.b.array(slot, "sourcePointers");
            self.b.make(oz::OMISSION_ENTRY, pointers, "", Made::Place(omission.clone()));
        }
        for section in ABSENT {
            let slot = self.b.object(self.lists.omissions, "");
            self.b.make(oz::ABSENT_SECTION, slot, "section", Made::Words(section));
            self.b.make(oz::ABSENT_SECTION, slot, "status", Made::Words("omitted"));
            self.b.make(oz::ABSENT_SECTION, slot, "reason", Made::Code(oz::ABSENT_SECTION));
            self.b.array_or_empty(oz::ABSENT_SECTION, slot, "sourcePointers");
        }
    }

    /// What the capsule says of itself (ZCF-QUAL): never more than it is.
    pub(super) fn quality(&mut self, partial: bool) {
        let quality = match (self.degraded, partial || self.partial) {
            (true, _) => "degraded",
            (_, true) => "partial",
            _ => "complete",
        };
        self.b.make(oz::QUALITY, self.capsule, "captureQuality", Made::Words(quality));
        self.b.make(oz::COVERAGE, self.capsule, "lifecycleCoverage", Made::Words("derived"));
    }

    /// The identity. It is the packet's last member, so that the nonce can be appended to it.
    pub(super) fn identity(&mut self) {
        let root = self.b.root();
        let packet = self.b.object(root, "packet");
        self.b.exact(oz::ID, packet, "id", self.source.get("id"));
        self.b.make(oz::INTENT, packet, "intent", Made::Words("continue-task"));
        self.b.exact(oz::CREATED_AT, packet, "createdAt", self.source.get("created_at"));
        self.b.make(oz::FORMAT, packet, "generation", Made::Number(1));
    }

    /// Appends the values computed from the finished packet: its nonce, then its root. Where its canonical bytes are the
    /// same in both profiles, they are written once for both, and for whoever wants the packet.
    pub(super) fn seal(self) -> Result<Conversion<'s>, Vec<Finding>> {
        let mut draft = self.b.finish().map_err(|e| vec![refusal(&e)])?;
        let packet = draft.tree().root().get("packet").index();
        let shared = canon::is_same_in_both(draft.tree()).then(|| Body::whole(draft.tree().root()));
        let mut hash = Sha256::new();
        lp::update(&mut hash, b"ocp-convert/1/nonce");
        match &shared {
            Some(body) => lp::update(&mut hash, body.bytes()),
            None => lp::update(&mut hash, &canon::to_vec(draft.tree().root(), Profile::Jcs)),
        }
        for mark in self.options.residue_mark() {
            lp::update(&mut hash, mark);
        }
        let mut nonce = [0; 16];
        for (byte, digit) in nonce.iter_mut().zip(hash.finalize()) {
            *byte = digit;
        }
        draft.append(oz::NONCE, packet, "nonce", &Made::Hex16(nonce));
        let manifest_object = draft.append_object(0, "manifest");
        let unsealed = draft.tree().root();
        let root_hash = match &shared {
            Some(body) => manifest::completed_root(body, unsealed, packet),
            None => manifest::root_bytes(unsealed, &ManifestLayout::PINNED),
        };
        draft.append(oz::ROOT, manifest_object, "rootHash", &Made::Digest(root_hash));
        let (target, ledger) = draft.complete().map_err(|e| vec![refusal(&e)])?;
        let [changed, added] = [packet, manifest_object].map(|index| target.cursor(index));
        let written = shared.and_then(|body| body.completed(changed, added));
        Ok(Conversion { target, ledger, renamed: self.renamed, warnings: Vec::new(), written })
    }
}
