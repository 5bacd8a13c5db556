//! The case a row is for: its condition, and whether it is about members that no table defines.

use std::collections::HashSet;

use super::elements::element_of;
use super::objects::object_of;
use super::{Audit, plain, shown};
use crate::PRODUCER;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Deed, Direction, Row};
use crate::ocp::members::CHECKPOINT;
use crate::shape::undefined_members;
use crate::zephr::members::PACKET;

/// What of the source the checks keep coming back to.
#[derive(Default)]
pub(super) struct Known<'t> {
    /// Which values stand in members that no table defines.
    undefined: Vec<bool>,
    /// Whether this tool has a hand in the document: it produced it, or has an entry in it.
    pub(super) ours: bool,
    /// The operations that a stop condition applies to.
    pub(super) stopped: HashSet<&'t str>,
    /// The objects that hold a text of this tool.
    signed: HashSet<u32>,
}

impl<'t> Audit<'t> {
    /// Reads from the source what the checks keep coming back to.
    pub(super) fn learn_source(&self) -> Known<'t> {
        let root = self.source.root();
        let shape = match self.direction {
            Direction::OcpToZephr => &CHECKPOINT,
            Direction::ZephrToOcp => &PACKET,
        };
        let mut undefined = vec![false; self.source.len()];
        for top in undefined_members(root, shape) {
            let end = self.source.cursor(top).end() as usize;
            undefined.get_mut(top as usize..end).unwrap_or_default().fill(true);
        }
        let signed = |value: Cursor<'_>| value.as_str().is_some_and(|text| text.starts_with(PRODUCER));
        let mut entries =
            root.get("content").get("evidenceSources").items().chain(root.get("resources").items());
        let origin = root.get("source");
        let ours = signed(origin.get("producer").get("name"))
            || signed(origin.get("client").get("name"))
            || entries.any(|entry| signed(entry.get("locator").get("system")));
        let signatures = root.leaves().filter(|leaf| signed(*leaf));
        let signed = signatures.filter_map(|leaf| object_of(&self.source, leaf)).collect();
        let stops = root.get("continuation").get("stop_conditions");
        let stopped = stops.items().flat_map(|stop| stop.get("applies_to").items());
        Known { undefined, ours, stopped: stopped.filter_map(Cursor::as_str).collect(), signed }
    }

    /// Whether this tool signed what the value stands in: it made the document, the object, or the line.
    pub(super) fn bears_own_mark(&self, leaf: Cursor<'t>) -> bool {
        self.known.ours
            || leaf.as_str().is_some_and(|text| text.starts_with(PRODUCER))
            || object_of(&self.source, leaf).is_some_and(|o| self.known.signed.contains(&o))
    }

    /// `audit_undefined`: a catch-all loss row leaves out only what no table defines.
    pub(super) fn fits_undefined(&mut self, at: &str, row: &Row, leaf: u32) {
        let catch_all = matches!(row.deed, Deed::Lose { undefined: true, .. });
        if catch_all && self.known.undefined.get(leaf as usize) != Some(&true) {
            let message = format!("rule {} is for members that no table defines", row.rule);
            let found = super::excerpt(&self.source.pointer(leaf));
            self.find(Finding::new(Code::AuditUndefined, at, message).found(found));
        }
    }

    /// `audit_when`: the source is in the case the row is for. Conditions read `empty` or `MEMBER=WORD, WORD`, the
    /// member being the value itself, one beside or above it, behind `*/` one of the element around it, or a pointer, and
    /// `-N` at the end of a word any number; any other condition is for readers only, and a member that is absent is in
    /// every case.
    pub(super) fn fits_when(&mut self, at: &str, row: &Row, leaf: Cursor<'t>) {
        let (member, values) = match row.when.split_once('=') {
            None if row.when == "empty" => {
                if !(leaf.is_array() || leaf.is_object()) {
                    self.other_case(at, row, leaf);
                }
                return;
            }
            None => return,
            Some((_, values)) if !values.chars().all(|c| c.is_ascii_alphanumeric() || "_-, ".contains(c)) => {
                return;
            }
            Some(parts) => parts,
        };
        let place = match member.strip_prefix("*/") {
            Some(member) => element_of(&self.source, leaf).and_then(|at| self.source.member(at, member)),
            None if member.starts_with('/') => self.source.resolve(member),
            None => self.nearest(leaf, member),
        };
        if let Some(place) = place {
            let text = plain(place);
            if !values.split(',').any(|value| is_word(value.trim(), &text)) {
                self.other_case(at, row, place);
            }
        }
    }

    fn other_case(&mut self, at: &str, row: &Row, place: Cursor<'t>) {
        let message = format!("rule {} is for another case", row.rule);
        self.find(Finding::new(Code::AuditWhen, at, message).expected(row.when).found(shown(place)));
    }

    /// The value itself when it has that name, else the member of that name in the nearest object around it.
    fn nearest(&self, leaf: Cursor<'t>, path: &str) -> Option<Cursor<'t>> {
        if leaf.name() == Some(path) {
            return Some(leaf);
        }
        let mut at = leaf.index();
        while let Some(around) = self.source.parent(at) {
            let step = |at: Option<Cursor<'t>>, name| self.source.member(at?.index(), name);
            if let Some(found) = path.split('.').fold(Some(around), step) {
                return Some(found);
            }
            at = around.index();
        }
        None
    }
}

/// Whether `text` is the word of a condition, in which `-N` at the end stands for any number.
fn is_word(word: &str, text: &str) -> bool {
    let number = |stem: &str| text.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    word == text || word.strip_suffix("-N").and_then(number).is_some_and(is_number)
}
