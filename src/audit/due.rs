//! What a conversion owes: a row that is `due` makes its value wherever its condition is so, and nobody takes it out
//! again. A claim without the word that it is one, or a record without the word that nobody reviewed it, weighs more.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::Audit;
use super::omissions::OWN;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::ledger::Landing;
use crate::mapping::{Deed, Fidelity, Row, matches};

/// The condition of a row that is due in every document.
const ALWAYS: &str = "<always>";

/// That of a row that is due for each of its words, or in each of its places.
const EACH: &str = "<each>";

impl Audit<'_> {
    /// `audit_made_missing`: an object of the target has what every row that is due there makes, by whichever rule.
    pub(super) fn due(&mut self) {
        let mut rows: Vec<&'static Row> =
            self.rows.values().copied().filter(|row| row.direction == self.direction).collect();
        rows.sort_by_key(|row| row.rule);
        // The element and the place in it; a place outside of lists is one in the document.
        let mut places: Vec<(&'static Row, &'static str, &'static str)> = Vec::new();
        for row in rows.iter().filter(|row| !row.due.is_empty() && !is_report(row)) {
            // How many elements a list has, nobody owes.
            let to = row.to.iter().filter(|to| !to.ends_with("/*"));
            places.extend(to.filter_map(|to| match to.rsplit_once("/*/") {
                Some((element, inside)) => Some((*row, to.get(..element.len() + 2)?, inside)),
                None => Some((*row, "", to.strip_prefix('/')?)),
            }));
        }
        let mut missing = Vec::new();
        for node in self.target.root().subtree().map(Cursor::index) {
            if node != 0 && self.held.around(node) != Some(node) {
                continue;
            }
            let pointer = self.target.pointer(node);
            for (row, element, inside) in &places {
                if matches(element, &pointer)
                    && inside
                        .split('/')
                        .try_fold(node, |at, name| Some(self.target.member(at, name)?.index()))
                        .is_none()
                    && row.due.iter().any(|condition| *condition == ALWAYS || self.is_so(condition, node))
                {
                    missing.push((
                        pointer.clone(),
                        format!("what rule {} makes is missing here", row.rule),
                        *inside,
                    ));
                }
            }
        }
        for (pointer, message, inside) in missing {
            self.find(Finding::new(Code::AuditMadeMissing, pointer, message).expected(inside));
        }
        for row in rows.into_iter().filter(|row| row.due.contains(&EACH) || is_report(row)) {
            match row.alone.strip_prefix("each ") {
                Some(_) if is_report(row) => self.reports(row),
                Some(member) => self.each_word(row, member),
                None => self.each_place(row),
            }
        }
    }

    /// `audit_made_missing`: each word that the row may make as that member stands in an element of its list.
    fn each_word(&mut self, row: &'static Row, member: &str) {
        let words = row.makes.iter().filter(|makes| makes.at.strip_prefix('/') == Some(member));
        let ledger = self.ledger;
        let made = ledger.synthesized.iter().filter(|entry| entry.rule == row.rule);
        let made: HashSet<&str> = made.filter_map(|entry| self.target.resolve(&entry.at)?.as_str()).collect();
        for word in words.flat_map(|makes| makes.is).filter(|word| !made.contains(*word)) {
            let message = format!("what rule {} makes is missing", row.rule);
            self.find(Finding::new(Code::AuditMadeMissing, "", message).expected(*word));
        }
    }

    /// `audit_made_missing`: a value that the row carries lands in each of its places.
    fn each_place(&mut self, row: &'static Row) {
        let ledger = self.ledger;
        for (i, entry) in ledger.moved.iter().enumerate().filter(|(_, entry)| entry.rule == row.rule) {
            let lands = |pattern: &&str| entry.to.iter().any(|landing| matches(pattern, &landing.at));
            for place in row.to.iter().filter(|pattern| !lands(pattern)) {
                let at = format!("/moved/{i}/to");
                let message = "the value does not stand where the row puts it too";
                self.find(Finding::new(Code::AuditNoLanding, at, message).expected(*place));
            }
        }
    }

    /// `audit_made_missing`: each rule that told or lowered something, or made what the row lists, has its line, and the
    /// line names every object in which it did.
    fn reports(&mut self, row: &'static Row) {
        let ledger = self.ledger;
        let mut owed: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        let mut reported: HashSet<&str> = HashSet::new();
        for entry in &ledger.moved {
            let rule = entry.rule.as_str();
            let demoted = self.rows.get(rule).map(|row| row.deed) == Some(Deed::Move(Fidelity::Demoted));
            let did = |landing: &&Landing| demoted || landing.fidelity == Fidelity::Narrated.as_str();
            for landing in entry.to.iter().filter(did) {
                owed.entry(rule).or_default().extend(self.named_object(&landing.at));
            }
        }
        for entry in ledger.synthesized.iter().filter(|entry| row.due.contains(&entry.rule.as_str())) {
            owed.entry(&entry.rule).or_default().extend(self.named_object(&entry.at));
        }
        for entry in ledger.synthesized.iter().filter(|entry| entry.rule == row.rule) {
            let Some(place) = self.target.resolve(&entry.at) else { continue };
            let line =
                self.held.around(place.index()).and_then(|object| self.target.member(object, "description"));
            let rule =
                line.and_then(Cursor::as_str).and_then(|line| line.strip_prefix(OWN)?.split_once(": "));
            let Some((rule, _)) = rule else { continue };
            if place.name() == Some("description") {
                // What is still owed are the objects.
                reported.insert(rule);
            } else if let Some(objects) = owed.get_mut(rule) {
                let named = place.as_str().and_then(|id| self.held.bearer(id));
                named.map(|named| objects.remove(&named));
            }
        }
        for (rule, objects) in owed {
            if !reported.contains(rule) {
                let message = format!("no line says what rule {rule} did");
                self.find(Finding::new(Code::AuditMadeMissing, "", message));
                continue;
            }
            for object in objects {
                let message = format!("the line about rule {rule} does not name this object");
                let pointer = self.target.pointer(object);
                self.find(Finding::new(Code::AuditMadeMissing, pointer, message));
            }
        }
    }

    /// The object around a place of the target, when something can refer to it.
    fn named_object(&self, at: &str) -> Option<u32> {
        let object = self.held.around(self.target.resolve(at)?.index())?;
        let id = self.target.member(object, "id")?.as_str()?;
        (self.held.bearer(id) == Some(object)).then_some(object)
    }
}

/// Whether a row makes the lines about what the rules did.
fn is_report(row: &Row) -> bool {
    row.makes.iter().any(|makes| makes.is.contains(&"<rule line>"))
}
