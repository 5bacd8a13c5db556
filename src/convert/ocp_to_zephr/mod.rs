//! From a checkpoint to a session-handoff packet, one file a section of the source.
//!
//! The order of work: give every local object its place, so that references can be written; write the sections; settle
//! the ledger; list the omissions; compute nonce and root over the finished packet.

mod application;
mod cites;
mod continuation;
mod derivation;
mod earlier;
mod envelope;
mod omissions;
mod operations;
mod places;
mod progress;
mod resources;
mod statements;
mod task;

use std::collections::{HashMap, HashSet};

use ahash::RandomState;
use earlier::Earlier;

use super::ids::Ids;
use super::options::Options;
use super::{Conversion, refusal};
use crate::finding::Finding;
use crate::json::{Cursor, Tree};
use crate::ledger::{Builder, Id, Made, Slot, Transform};
use crate::mapping::{Direction, Rule, oz};
use crate::ocp::members::CHECKPOINT;
use crate::shape;

/// The id of the evidence source that is the converted checkpoint.
const SOURCE_CHECKPOINT: &str = "source-checkpoint";

/// Converts a sound checkpoint.
///
/// # Errors
/// Findings, when a date cannot be computed or the ledger does not balance.
pub(super) fn convert<'s>(source: &'s Tree<'s>, options: &Options) -> Result<Conversion<'s>, Vec<Finding>> {
    let mut writer = Writer::new(source, options);
    writer.envelope()?;
    writer.identity();
    writer.source_entry();
    writer.task();
    // Stop conditions come first in the constraints, then what else I5 protects.
    writer.continuation();
    writer.scope();
    writer.progress();
    writer.statements();
    writer.operations();
    writer.application_context();
    writer.resources();
    // A document that is valid has none, unless it was read leniently.
    let undefined =
        if options.lenient { shape::undefined_members(source.root(), &CHECKPOINT) } else { Vec::new() };
    // Last, since it asks what all the others leave out.
    writer.derivation(&undefined);
    writer.empties(&undefined);
    let omitted = writer.b.settle(&undefined).map_err(|e| vec![refusal(&e)])?;
    writer.omission_list(&omitted);
    writer.quality(!omitted.is_empty());
    writer.seal()
}

/// Where a local object of the checkpoint stands in the packet.
#[derive(Clone, Debug)]
struct Place {
    /// Its id there.
    id: Id,
    /// What refers to it there: the id, or for a belief the portable reference.
    reference: Id,
    /// Whether it is an operation that must not become something to do.
    risky: bool,
}

/// The lists of the packet that more than one section writes to.
#[derive(Clone, Copy, Debug)]
struct Lists {
    decisions: Slot,
    constraints: Slot,
    risks: Slot,
    questions: Slot,
    next_actions: Slot,
    limitations: Slot,
    beliefs: Slot,
    sources: Slot,
    anchors: Slot,
    verification: Slot,
    omissions: Slot,
}

struct Writer<'s, 'o> {
    b: Builder<'s>,
    /// The checkpoint.
    source: Cursor<'s>,
    options: &'o Options,
    /// What this tool wrote when it made the checkpoint from a packet.
    earlier: Earlier<'s>,
    content: Slot,
    capsule: Slot,
    retention: Slot,
    lists: Lists,
    ids: Ids,
    places: HashMap<&'s str, Place, RandomState>,
    /// The id of the entry of the checkpoint itself.
    source_id: Id,
    /// Whether the task is completed or abandoned, so that nothing is left to do.
    ended: bool,
    /// The operations that a stop condition applies to.
    stopped: HashSet<&'s str>,
    /// Whether something the source marked required or halting is only told in words.
    degraded: bool,
    /// Whether the source itself left something out.
    partial: bool,
    anchors: usize,
    verifications: usize,
    renamed: Vec<(String, String)>,
}

impl<'s, 'o> Writer<'s, 'o> {
    fn new(source: &'s Tree<'s>, options: &'o Options) -> Self {
        let mut b = Builder::new(source, Direction::OcpToZephr);
        let root = b.root();
        let content = b.object(root, "content");
        let capsule = b.object(content, "capsule");
        let omission_manifest = b.object(root, "omissionManifest");
        let retention = b.object(root, "retention");
        let lists = Lists {
            decisions: b.array_or_empty(oz::SECTION, capsule, "decisions"),
            constraints: b.array_or_empty(oz::SECTION, capsule, "constraints"),
            risks: b.array_or_empty(oz::SECTION, capsule, "risks"),
            questions: b.array_or_empty(oz::SECTION, capsule, "questions"),
            next_actions: b.array_or_empty(oz::SECTION, capsule, "nextActions"),
            limitations: b.array_or_empty(oz::SECTION, capsule, "limitations"),
            beliefs: b.array_or_empty(oz::SECTION, content, "beliefs"),
            sources: b.array_or_empty(oz::SECTION, content, "evidenceSources"),
            anchors: b.array_or_empty(oz::SECTION, content, "evidenceAnchors"),
            verification: b.array_or_empty(oz::SECTION, content, "verification"),
            // Never empty: there are sections that no checkpoint has.
            omissions: b.array(omission_manifest, "entries"),
        };
        b.array_or_empty(oz::SECTION, capsule, "changedFiles");
        // Most documents have no more objects than this, so that the tables need not grow.
        let some = source.len() / 8 + 8;
        let source = source.root();
        let ended = matches!(source.get("task").get("status").as_str(), Some("completed" | "abandoned"));
        let stops = source.get("continuation").get("stop_conditions");
        let stopped = stops.items().flat_map(|stop| stop.get("applies_to").items());
        let mut writer = Self {
            b,
            source,
            options,
            earlier: Earlier::find(source),
            content,
            capsule,
            retention,
            lists,
            ids: Ids::with_room(2 * some),
            places: HashMap::with_capacity_and_hasher(some, RandomState::new()),
            source_id: Id::fixed(SOURCE_CHECKPOINT),
            ended,
            stopped: stopped.filter_map(Cursor::as_str).collect(),
            degraded: false,
            partial: false,
            anchors: 0,
            verifications: 0,
            renamed: Vec::new(),
        };
        writer.place_everything();
        writer
    }

    /// What refers to the object that `reference` names; a reference that leads nowhere keeps its text.
    fn reference(&self, reference: Cursor<'_>) -> Id {
        let name = reference.as_str().unwrap_or_default();
        self.places
            .get(name)
            .map(|p| p.reference.clone())
            .or_else(|| Id::kept(reference))
            .unwrap_or_else(|| Id::fixed(""))
    }

    /// A capsule item in `list` with the id of `object`, or a derived one; what refers to it.
    fn item(&mut self, list: Slot, object: Cursor<'s>, derived: Id) -> (Slot, Id) {
        let slot = self.b.object(list, "");
        let id = self.own_id(object, derived);
        let leaf = object.get("id");
        if leaf.exists() {
            self.b.id(oz::ITEM_ID, slot, "id", leaf, &id);
        } else {
            self.b.make(oz::DERIVED_ID, slot, "id", Made::Id(id.clone()));
        }
        (slot, id)
    }

    /// A belief with the portable reference of `object`, or a derived one; what refers to it.
    fn belief(&mut self, object: Cursor<'s>, derived: Id) -> (Slot, Id) {
        let slot = self.b.object(self.lists.beliefs, "");
        let local = self.own_id(object, derived);
        let reference = Id::within(self.source.get("id"), &local);
        let leaf = object.get("id");
        if leaf.exists() {
            self.b.id(oz::BELIEF_ID, slot, "portableRef", leaf, &reference);
        } else {
            self.b.make(oz::DERIVED_ID, slot, "portableRef", Made::Id(reference.clone()));
        }
        self.b.make(oz::SOURCE_ID, slot, "sourceId", Made::Id(self.source_id.clone()));
        (slot, reference)
    }

    fn own_id(&mut self, object: Cursor<'s>, derived: Id) -> Id {
        match object.get("id").as_str().and_then(|id| self.places.get(id)) {
            Some(place) => place.id.clone(),
            None => self.ids.take(derived),
        }
    }

    /// Binds `claim` to the resource that `reference` names.
    fn anchor(&mut self, rule: Rule, claim: &Id, reference: Cursor<'s>, part: &'static str) {
        if !reference.exists() {
            return;
        }
        self.anchors += 1;
        let id = self.ids.take(Id::numbered("anchor", self.anchors));
        let slot = self.b.object(self.lists.anchors, "");
        self.b.make(oz::ANCHOR, slot, "id", Made::Id(id));
        self.b.make(oz::ANCHOR, slot, "claimRef", Made::Id(claim.clone()));
        self.b.make(oz::ANCHOR, slot, "role", Made::Words(part));
        let held_by = self.reference(reference);
        self.b.id(rule, slot, "sourceRef", reference, &held_by);
    }

    /// Binds `claim` to each resource of a list.
    fn evidence(&mut self, claim: &Id, list: Cursor<'s>) {
        for reference in list.items() {
            self.anchor(oz::EVIDENCE, claim, reference, "evidence");
        }
    }

    /// A belief nobody at the destination has reviewed.
    fn unreviewed(&mut self, belief: Slot) {
        self.b.make(oz::UNREVIEWED, belief, "reviewState", Made::Words("unreviewed"));
    }

    /// A list of references on an item, each under the name its object has in the packet. What has no place there
    /// cannot be referred to either.
    fn links(&mut self, item: Slot, name: &'static str, list: Cursor<'s>) {
        let stands =
            |reference: &Cursor<'_>| self.places.contains_key(reference.as_str().unwrap_or_default());
        let (kept, dangling): (Vec<_>, Vec<_>) = list.items().partition(stands);
        for to_nothing in dangling {
            self.b.omit(oz::REFERENCE_LOST, to_nothing);
        }
        if kept.is_empty() {
            return;
        }
        let slot = self.b.array(item, name);
        for reference in kept {
            let id = self.reference(reference);
            self.b.id(oz::STEP_LINKS, slot, "", reference, &id);
        }
    }

    /// The references of a list, each with what names its object in the packet.
    fn named(&self, list: Cursor<'s>) -> Vec<(Cursor<'s>, Id)> {
        list.items().map(|reference| (reference, self.reference(reference))).collect()
    }

    /// A digest in the spelling of a packet, where it has one.
    fn digest(&mut self, rule: Rule, slot: Slot, digest: Cursor<'s>) {
        if digest.exists() && !self.b.transcoded(rule, slot, "digest", digest, Transform::DigestToZephr) {
            self.b.omit(oz::DIGEST_FORM, digest.get("algorithm"));
            self.b.omit(oz::DIGEST_FORM, digest.get("value"));
        }
    }

    /// I7: only an operation that has not begun, whose repetition changes nothing, and which nothing holds back, may
    /// become something to do: a line has no means to make it wait for another, for a time or for a stop condition.
    fn may_be_done(&self, operation: Cursor<'_>) -> bool {
        let waiting = matches!(operation.get("status").as_str(), Some("planned" | "awaiting"));
        let free = ["last_attempt_at", "expires_at"].iter().all(|name| !operation.get(name).exists())
            && operation.get("depends_on").is_empty()
            && operation.get("resume").as_str() != Some("do_not_resume");
        let stopped = operation.get("id").as_str().is_some_and(|id| self.stopped.contains(id));
        waiting && free && !stopped && !self.ended && operation.get("effect").as_str() == Some("none")
    }
}
