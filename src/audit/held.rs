//! What the objects of the target hold: which entries land in each, and which values there are made. An object here is
//! an element of an array, as in [`super::objects`]; whatever is made has to stand in one that holds something of the
//! source too, or where its row lets it stand alone.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::elements::element_of;
use super::{Audit, Places, plain};
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Direction, Row};

/// What the ledger says of the target's objects.
#[derive(Default)]
pub(super) struct Held<'t> {
    /// For each node of the target the object around it; none for what stands in no list.
    around: Vec<Option<u32>>,
    /// The nodes with a landing that is not implied by their place, there or in them.
    landed: Vec<bool>,
    /// The entries that land in an object, by their number in `moved`.
    carried: HashMap<u32, Vec<usize>>,
    /// Which element of the source lands in which object.
    came: HashSet<(u32, u32)>,
    /// The entry that makes a value, by its number in `synthesized`; the first when there are several.
    made: HashMap<u32, usize>,
    /// Which rule makes something in which object.
    made_in: HashSet<(u32, &'t str)>,
    /// Every rule with an entry.
    used: HashSet<&'t str>,
    /// The objects of the target by their ids.
    named: HashMap<&'t str, u32>,
    /// The ids that a rule makes.
    ids_under: HashSet<(&'t str, &'t str)>,
    /// The digest of the source, once it was asked for.
    pub(super) source_digest: OnceCell<String>,
    /// The numbers an element of the source may have: among all elements of such lists, and among those that are objects.
    numbers: HashMap<u32, [usize; 2]>,
    /// The elements of the source behind objects in which nothing of it stands.
    behind: HashMap<u32, u32>,
    /// Which conditions the objects were found to be in.
    pub(super) known: HashMap<(u32, &'static str, usize), bool>,
    /// The objects that the omission list has to answer for.
    pub(super) listed: Vec<u32>,
}

impl<'t> Audit<'t> {
    /// Reads what the ledger says of the target's objects.
    pub(super) fn learn_held(&self) -> Held<'t> {
        let nodes = self.target.len();
        let mut held = Held { around: vec![None; nodes], landed: vec![false; nodes], ..Held::default() };
        for node in (0..nodes).filter_map(|n| u32::try_from(n).ok()) {
            let parent = self.target.parent(node);
            let element = self.target.cursor(node).is_object() && parent.is_some_and(Cursor::is_array);
            // A patch holds objects of another document.
            if self.residue.is_some_and(|residue| (residue.index()..residue.end()).contains(&node)) {
                continue;
            }
            let above = parent.and_then(|p| held.around(p.index()));
            if let Some(slot) = held.around.get_mut(node as usize) {
                *slot = if element { Some(node) } else { above };
            }
        }
        let ledger = self.ledger;
        for (i, entry) in ledger.moved.iter().enumerate() {
            held.used.insert(&entry.rule);
            let element = self.source.resolve(&entry.from).and_then(|leaf| element_of(&self.source, leaf));
            for landing in &entry.to {
                let Some(place) = self.target.resolve(&landing.at) else { continue };
                if let Some(object) = held.around(place.index()) {
                    held.came.extend(element.map(|element| (element, object)));
                    let carried = held.carried.entry(object).or_default();
                    if carried.last() != Some(&i) {
                        carried.push(i);
                    }
                }
                if landing.fidelity != "structural"
                    && place.is_leaf()
                    && let Some(slot) = held.landed.get_mut(place.index() as usize)
                {
                    *slot = true;
                }
            }
        }
        held.used.extend(ledger.omitted.iter().map(|entry| entry.rule.as_str()));
        for (i, entry) in ledger.synthesized.iter().enumerate() {
            held.used.insert(&entry.rule);
            let Some(place) = self.target.resolve(&entry.at) else { continue };
            held.made.entry(place.index()).or_insert(i);
            held.made_in.extend(held.around(place.index()).map(|object| (object, entry.rule.as_str())));
            if let Some(id) = place.as_str().filter(|_| place.name() == Some("id")) {
                held.ids_under.insert((&entry.rule, id));
            }
        }
        for node in (0..nodes).rev().filter_map(|n| u32::try_from(n).ok()) {
            if held.landed(node)
                && let Some(parent) = self.target.parent(node)
                && let Some(slot) = held.landed.get_mut(parent.index() as usize)
            {
                *slot = true;
            }
        }
        for object in self.target.root().subtree() {
            if held.around(object.index()) != Some(object.index()) {
                continue;
            }
            // Inputs and sessions have the ids of something outside.
            let list = self.target.parent(object.index()).and_then(Cursor::name);
            if matches!(list, Some("inputs" | "session_refs")) {
                continue;
            }
            for name in ["id", "portableRef"] {
                if let Some(id) = self.target.member(object.index(), name).and_then(Cursor::as_str) {
                    held.named.entry(id).or_insert(object.index());
                }
            }
        }
        held.numbers = numbers(&self.source);
        held.behind = self.elements_behind(&held);
        held
    }

    /// Every made object stands for something of the source, or its row lets it stand alone (`audit_made_value`).
    pub(super) fn presence(&mut self) {
        let mut seen: HashSet<(&'static str, String)> = HashSet::new();
        let mut node = 0;
        let end = self.target.root().end();
        while node < end {
            let object = self.target.cursor(node);
            if self.residue.is_some_and(|residue| residue.index() == node) {
                node = object.end();
                continue;
            }
            node += 1;
            if self.held.around(object.index()) != Some(object.index()) || self.held.landed(object.index()) {
                continue;
            }
            node = object.end();
            let makers: Vec<usize> =
                object.leaves().filter_map(|leaf| self.held.made.get(&leaf.index()).copied()).collect();
            let Some(first) = makers.first().copied() else { continue };
            if self.held.behind.contains_key(&object.index())
                && makers.iter().all(|made| self.is_beside(*made))
            {
                continue;
            }
            let row = self.row_of(first).filter(|row| !row.alone.is_empty() && !row.alone.contains(" in "));
            let one = row.filter(|row| {
                makers.iter().all(|made| self.row_of(*made).is_some_and(|other| other.rule == row.rule))
            });
            let at = format!("/synthesized/{first}/at");
            let found = super::excerpt(&self.target.pointer(object.index()));
            let Some(row) = one else {
                let message = "an object holds made values and nothing of the source";
                self.find(Finding::new(Code::AuditMadeValue, at, message).found(found));
                continue;
            };
            let key = match row.alone.strip_prefix("each ") {
                Some(member) => self
                    .target
                    .member(object.index(), member)
                    .map_or_else(String::new, |m| plain(m).into_owned()),
                None if row.alone == "listed" => {
                    self.held.listed.push(object.index());
                    continue;
                }
                None => String::new(),
            };
            if !seen.insert((row.rule, key)) {
                let message = format!("rule {} makes this object once", row.rule);
                self.find(Finding::new(Code::AuditMadeValue, at, message).found(found));
            }
        }
    }

    /// Whether a rule makes values of an object that stands for an element of the source.
    fn is_beside(&self, made: usize) -> bool {
        self.row_of(made)
            .is_some_and(|row| row.alone.starts_with("each element in ") || row.alone.starts_with("beside "))
    }

    fn row_of(&self, made: usize) -> Option<&'static Row> {
        self.rows.get(self.ledger.synthesized.get(made)?.rule.as_str()).copied()
    }

    /// The values of the source that land in an object, each with the pointer its entry gives.
    pub(super) fn carried(&self, object: u32) -> impl Iterator<Item = (Cow<'t, str>, Cursor<'t>)> {
        let ledger = self.ledger;
        let entries = self.held.carried.get(&object).into_iter().flatten();
        let values = entries.filter_map(move |i| {
            let from = ledger.moved.get(*i)?.from.as_str();
            Some((Cow::Borrowed(from), self.source.resolve(from)?))
        });
        let behind = self.held.behind.get(&object);
        let element = behind.map(|e| (Cow::Owned(self.source.pointer(*e)), self.source.cursor(*e)));
        values.chain(element)
    }

    /// The rules of those values.
    pub(super) fn rules_in(&self, object: u32) -> impl Iterator<Item = &'t str> {
        let ledger = self.ledger;
        let entries = self.held.carried.get(&object).into_iter().flatten();
        entries.filter_map(move |i| Some(ledger.moved.get(*i)?.rule.as_str()))
    }

    /// Whether a rule has an entry in an object.
    pub(super) fn acts_in(&self, rule: &str, object: u32) -> bool {
        self.held.made_in.contains(&(object, rule)) || self.rules_in(object).any(|other| other == rule)
    }

    /// The elements of the source that an object of the target came from; a value that stands in no list is its own.
    pub(super) fn owners(&self, object: u32) -> impl Iterator<Item = u32> {
        self.carried(object).map(|(_, leaf)| element_of(&self.source, leaf).unwrap_or(leaf.index()))
    }

    /// What the capsule says of itself: `degraded` when something that stops, halts or is required is only told, `partial`
    /// when something was left out, here or before.
    pub(super) fn quality(&self) -> &'static str {
        let mut partial = self.direction == Direction::OcpToZephr && !self.ledger.omitted.is_empty();
        for entry in &self.ledger.moved {
            let lands = |place: &str| entry.to.iter().any(|landing| landing.at.starts_with(place));
            if let Some(rest) = entry.from.strip_prefix("/continuation/")
                && lands("/content/capsule/constraints/")
            {
                let halts = || {
                    let value = self.source.resolve(&entry.from);
                    rest.ends_with("/on_failure") && value.and_then(Cursor::as_str) == Some("halt")
                };
                let list = rest.split('/').next();
                if matches!(list, Some("stop_conditions" | "incompatibilities" | "requirements"))
                    || (list == Some("preconditions") && halts())
                {
                    return "degraded";
                }
            }
            partial |=
                entry.from.starts_with("/derivation/omissions/") && lands("/omissionManifest/entries/");
        }
        if partial { "partial" } else { "complete" }
    }
}

impl<'t> Held<'t> {
    /// The object around a node of the target.
    pub(super) fn around(&self, node: u32) -> Option<u32> {
        self.around.get(node as usize).copied().flatten()
    }

    /// Whether something of the source stands there, not by its place alone.
    pub(super) fn landed(&self, node: u32) -> bool {
        self.landed.get(node as usize) == Some(&true)
    }

    /// Whether an entry has that rule.
    pub(super) fn uses(&self, rule: &str) -> bool {
        self.used.contains(rule)
    }

    /// The object of the target that bears an id.
    pub(super) fn bearer(&self, id: &str) -> Option<u32> {
        self.named.get(id).copied()
    }

    /// Whether a rule makes that id.
    pub(super) fn makes_id(&self, rule: &'t str, id: &'t str) -> bool {
        self.ids_under.contains(&(rule, id))
    }

    /// Whether an element of the source lands in an object of the target.
    pub(super) fn came_to(&self, element: u32, object: u32) -> bool {
        self.came.contains(&(element, object))
    }

    /// Whether an element of the source is the one of that number.
    pub(super) fn is_number(&self, node: u32, number: usize) -> bool {
        self.numbers.get(&node).is_some_and(|numbers| numbers.contains(&number))
    }
}

/// The elements of all arrays, counted through all arrays of one place: those of drafts go on from one application to the
/// next.
fn numbers(places: &Places<'_>) -> HashMap<u32, [usize; 2]> {
    let mut out = HashMap::new();
    // A place without its positions, by the place above and the name.
    let mut kinds: HashMap<(usize, Option<&str>), usize> = HashMap::new();
    let mut kind_of = vec![0_usize; places.len()];
    let mut counts: HashMap<usize, [usize; 2]> = HashMap::new();
    for node in places.root().subtree() {
        let Some(parent) = places.parent(node.index()) else { continue };
        let above = kind_of.get(parent.index() as usize).copied().unwrap_or_default();
        let next = kinds.len() + 1;
        let kind = *kinds.entry((above, node.name())).or_insert(next);
        if let Some(slot) = kind_of.get_mut(node.index() as usize) {
            *slot = kind;
        }
        if parent.is_array() {
            let [all, objects] = counts.entry(kind).or_default();
            *all += 1;
            *objects += usize::from(node.is_object());
            out.insert(node.index(), [*all, *objects]);
        }
    }
    out
}
