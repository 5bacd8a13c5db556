//! The plan: every entry of the packet with its place and its id, before anything is written, so that references in
//! either direction find their object.

use std::collections::{HashMap, HashSet};

use super::classify::{self, CAPSULE, Place, Section, text_of};
use crate::convert::ids::{Ids, is_local_id, is_own_name};
use crate::convert::own::is_own_entry;
use crate::convert::wording::Tag;
use crate::json::Cursor;
use crate::ledger::{Id, Slot};

/// One entry of the packet.
#[derive(Clone, Debug)]
pub(super) struct Object<'s> {
    pub(super) at: Cursor<'s>,
    pub(super) section: Section,
    pub(super) place: Place,
    /// The leaf that names it.
    pub(super) name: Cursor<'s>,
    /// Position in its section, from 1.
    pub(super) number: usize,
    /// Its id in the checkpoint.
    pub(super) id: Option<Id>,
    /// Where it was written, and its origin.
    pub(super) slot: Option<Slot>,
    pub(super) origin: Option<Slot>,
}

/// Every entry, and what its names lead to.
#[derive(Debug, Default)]
pub(super) struct Plan<'s> {
    pub(super) objects: Vec<Object<'s>>,
    /// Capsule items and beliefs by name, the first where a name repeats.
    pub(super) claims: HashMap<&'s str, usize>,
    /// Evidence sources by name.
    pub(super) sources: HashMap<&'s str, usize>,
    /// Every other entry by name.
    others: HashMap<&'s str, usize>,
    pub(super) ids: Ids,
    /// Whether a status line says that the task has ended.
    pub(super) ended: bool,
}

/// The ids under which this tool names source documents.
const OWN_IDS: [&str; 3] = ["source-checkpoint", "source-packet", "origin-document"];

/// Whether an evidence source is this tool's entry for the document of an earlier conversion.
pub(super) fn is_own(source: Cursor<'_>) -> bool {
    is_own_entry(source, &OWN_IDS, &["opencheckpoint", "other"])
}

/// Whether an entry of this tool is that of the oldest document.
fn is_origin(source: Cursor<'_>) -> bool {
    source.get("id").as_str().is_some_and(|id| is_own_name(id, "origin-document"))
}

impl<'s> Plan<'s> {
    /// Plans the conversion of `packet`.
    pub(super) fn of(packet: Cursor<'s>) -> Self {
        let mut plan = Self::default();
        let content = packet.get("content");
        let capsule = content.get("capsule");
        let items = |name: &str| entries(capsule.get(name));
        let status = |item: Cursor<'s>| text_of(item, "text").as_str().and_then(status_of);
        let reported = || items("limitations").chain(items("risks")).filter_map(status);
        plan.ended = reported().any(|s| matches!(s, "completed" | "abandoned"));
        let anchored = anchored(content);
        let referenced = referenced(content);
        // Of several status lines one that is not `active` counts.
        let counts = reported().find(|s| *s != "active").or_else(|| reported().next());
        let mut counted = false;
        for (name, section) in CAPSULE {
            for item in items(name) {
                let place = match status(item) {
                    Some(s) if matches!(section, Section::Limitation) && Some(s) == counts && !counted => {
                        counted = true;
                        Place::Status
                    }
                    _ if section == Section::File => Place::Resource,
                    _ => classify::item(section, item, plan.ended, false),
                };
                plan.add(section, place, item, "id");
            }
        }
        plan.settle_status_lines(counts, counted, status);
        for belief in content.get("beliefs").items() {
            // An anchor leads to the first that bears the name.
            let first = |name: &str| !plan.claims.contains_key(name);
            let held =
                belief.get("portableRef").as_str().is_some_and(|name| anchored.contains(name) && first(name));
            let place = classify::item(Section::Belief, belief, plan.ended, held);
            plan.add(Section::Belief, place, belief, "portableRef");
        }
        plan.add_sources(content, &referenced);
        for (name, section) in [
            ("receipts", Section::Receipt),
            ("reviewEvents", Section::Review),
            ("archiveRefs", Section::Archive),
        ] {
            for entry in content.get(name).items() {
                if section != Section::Archive || entry.is_object() {
                    plan.add(section, Place::Resource, entry, "id");
                }
            }
        }
        plan.name_all();
        plan
    }

    fn add(&mut self, section: Section, place: Place, at: Cursor<'s>, name: &str) {
        let number = self.objects.last().filter(|o| o.section == section).map_or(1, |o| o.number + 1);
        let name = at.get(name);
        let index = self.objects.len();
        self.objects.push(Object { at, section, place, name, number, id: None, slot: None, origin: None });
        let Some(name) = name.as_str() else { return };
        match section {
            Section::Source => self.sources.entry(name).or_insert(index),
            Section::File | Section::Receipt | Section::Review | Section::Archive => {
                self.others.entry(name).or_insert(index)
            }
            _ => self.claims.entry(name).or_insert(index),
        };
    }

    /// A status line among the risks says it once more; where the limitations hold none, it is the status itself.
    fn settle_status_lines(
        &mut self,
        counts: Option<&str>,
        mut counted: bool,
        status: impl Fn(Cursor<'s>) -> Option<&'s str>,
    ) {
        for object in self.objects.iter_mut().filter(|o| o.section == Section::Risk) {
            let Some(said) = status(object.at) else { continue };
            if Some(said) == counts {
                object.place = if counted { Place::StatusAgain } else { Place::Status };
                counted = true;
            }
        }
    }

    fn add_sources(&mut self, content: Cursor<'s>, referenced: &HashSet<&'s str>) {
        let sources = content.get("evidenceSources");
        let objects = || sources.items().filter(|s| s.is_object());
        // The oldest of this tool's entries stays; a later one goes, unless something names it.
        let oldest =
            objects().filter(|s| is_own(*s)).max_by_key(|s| (is_origin(*s), std::cmp::Reverse(s.index())));
        for source in objects() {
            let named = source.get("id").as_str().is_some_and(|id| referenced.contains(id));
            let place = if is_own(source) && !named && oldest.is_some_and(|o| o.index() != source.index()) {
                Place::Own
            } else if is_session(source) && !named {
                Place::Session
            } else {
                Place::Resource
            };
            self.add(Section::Source, place, source, "id");
            if let (Some(oldest), Some(object)) = (oldest, self.objects.last_mut())
                && oldest.index() == source.index()
            {
                object.id = Some(Id::fixed("origin-document"));
            }
        }
    }

    /// Gives ids: first every one that can be kept, then the derived ones.
    fn name_all(&mut self) {
        for object in &mut self.objects {
            if !object.place.has_id() {
                continue;
            }
            let given = object.id.take();
            let wish = given.clone().or_else(|| wish(object));
            object.id = wish.filter(|wish| !self.ids.is_taken(wish)).map(|wish| self.ids.take(wish));
            // The oldest document keeps a name by which it is known again.
            if object.id.is_none() {
                object.id = given.map(|given| self.ids.take(given));
            }
        }
        for object in &mut self.objects {
            let named = object.name.as_str().is_some();
            let wanted = object.place.needs_id() || (named && object.place.has_id());
            if object.id.is_some() || !wanted {
                continue;
            }
            let derived = wish(object).filter(|wish| wish.as_str().len() <= 100);
            let derived = derived.unwrap_or_else(|| Id::numbered(stem(object), object.number));
            object.id = Some(self.ids.take(derived));
        }
    }

    /// What a reference to any object leads to.
    pub(super) fn find(&self, reference: Cursor<'_>) -> Option<&Object<'s>> {
        let name = reference.as_str()?;
        let index =
            self.claims.get(name).or_else(|| self.sources.get(name)).or_else(|| self.others.get(name))?;
        self.objects.get(*index).filter(|o| o.id.is_some())
    }

    /// The claim a reference leads to.
    pub(super) fn claim(&self, reference: Cursor<'_>) -> Option<usize> {
        self.claims.get(reference.as_str()?).copied()
    }

    /// The resource a reference to an evidence source leads to.
    pub(super) fn source(&self, reference: Cursor<'_>) -> Option<Id> {
        let object = self.objects.get(*self.sources.get(reference.as_str()?)?)?;
        object.id.clone().filter(|_| object.place == Place::Resource)
    }
}

/// The entries of a list; a value that should have been one stands for its only entry.
pub(super) fn entries(list: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let single = !list.is_array() && list.exists() && !(list.is_object() && list.is_empty());
    list.items().chain(single.then_some(list))
}

/// The status that a text gives as a whole line.
pub(super) fn status_of(text: &str) -> Option<&str> {
    match Tag::of(text) {
        Some(Tag::TaskStatus(status)) => Some(status),
        _ => None,
    }
}

/// The id an entry asks for, when it can be one.
fn wish(object: &Object<'_>) -> Option<Id> {
    let text = object.name.as_str()?;
    if is_local_id(text) {
        return Id::kept(object.name);
    }
    if object.section != Section::Belief {
        return None;
    }
    Id::fragment(object.name).filter(|local| is_local_id(local.as_str()))
}

/// What derived ids of a section begin with.
fn stem(object: &Object<'_>) -> &'static str {
    match object.section {
        Section::Decision => "decision",
        Section::Constraint => "constraint",
        Section::Question => "question",
        Section::Risk => "risk",
        Section::Step => "step",
        Section::Limitation => "limitation",
        Section::File => "changed-file",
        Section::Belief => "belief",
        Section::Source => "resource",
        Section::Receipt => "receipt-record",
        Section::Review => "review-record",
        Section::Archive => "archive",
    }
}

/// The claims for which the packet anchors evidence in a source that it holds.
fn anchored(content: Cursor<'_>) -> HashSet<&str> {
    let sources: HashSet<&str> =
        content.get("evidenceSources").items().filter_map(|s| s.get("id").as_str()).collect();
    let anchors = content.get("evidenceAnchors");
    let evidence = anchors.items().filter(|a| {
        let role = a.get("role");
        !role.exists() || role.as_str() == Some("evidence")
    });
    let held = evidence.filter(|a| a.get("sourceRef").as_str().is_some_and(|s| sources.contains(s)));
    held.filter_map(|a| a.get("claimRef").as_str()).collect()
}

/// Every name that an anchor or a step refers to.
fn referenced(content: Cursor<'_>) -> HashSet<&str> {
    let anchors = content.get("evidenceAnchors");
    let by_anchor = anchors.items().filter_map(|a| a.get("sourceRef").as_str());
    let by_step = entries(content.get("capsule").get("nextActions")).flat_map(|step| {
        ["blockedBy", "requires", "refs"].into_iter().flat_map(move |name| entries(step.get(name)))
    });
    by_anchor.chain(by_step.filter_map(Cursor::as_str)).collect()
}

/// Whether an evidence source is a session record and nothing more: protocol, key, perhaps an event.
fn is_session(source: Cursor<'_>) -> bool {
    let locator = source.get("locator");
    let texts = ["system", "key"].iter().all(|m| crate::convert::lines::clean(locator.get(m)).is_some());
    let event = source.get("revision");
    source.get("kind").as_str() == Some("session")
        && locator.get("type").as_str() == Some("session")
        && texts
        && locator.len() == 3
        && (!event.exists() || crate::convert::lines::clean(event).is_some())
        && source.children().all(|m| matches!(m.name(), Some("id" | "kind" | "locator" | "revision")))
        && (!source.get("id").exists() || source.get("id").as_str().is_some())
}
