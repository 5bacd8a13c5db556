//! What a conversion owes: a row that is `due` makes its value wherever its condition is so, and nobody takes it out
//! again. A claim without the word that it is one, or a record without the word that nobody reviewed it, weighs more.

use std::collections::HashSet;

use super::Audit;
use super::omissions::OWN;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Deed, Fidelity, Row, matches};

impl Audit<'_> {
    /// `audit_made_missing`: an object of the target has what every row that is due there makes, by whichever rule.
    pub(super) fn due(&mut self) {
        let mut rows: Vec<&'static Row> =
            self.rows.values().copied().filter(|row| row.direction == self.direction).collect();
        rows.sort_by_key(|row| row.rule);
        // The element and the place in it.
        let mut places: Vec<(&'static Row, &'static str, &'static str)> = Vec::new();
        for row in rows.iter().filter(|row| !row.due.is_empty() && !is_report(row)) {
            places.extend(row.to.iter().filter_map(|to| {
                let (element, inside) = to.rsplit_once("/*/")?;
                Some((*row, to.get(..element.len() + 2)?, inside))
            }));
        }
        let mut missing = Vec::new();
        for node in self.target.root().subtree().map(Cursor::index) {
            if self.held.around(node) != Some(node) {
                continue;
            }
            let pointer = self.target.pointer(node);
            for (row, element, inside) in &places {
                if matches(element, &pointer)
                    && inside
                        .split('/')
                        .try_fold(node, |at, name| Some(self.target.member(at, name)?.index()))
                        .is_none()
                    && row.due.iter().any(|condition| self.is_so(condition, node))
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
        for row in rows.into_iter().filter(|row| is_report(row)) {
            self.reports(row);
        }
    }

    /// `audit_made_missing`: each rule that told or lowered something, or made what the row lists, has its line.
    fn reports(&mut self, row: &'static Row) {
        let ledger = self.ledger;
        let told = ledger.moved.iter().filter(|entry| {
            let demoted =
                self.rows.get(entry.rule.as_str()).map(|row| row.deed) == Some(Deed::Move(Fidelity::Demoted));
            demoted || entry.to.iter().any(|landing| landing.fidelity == Fidelity::Narrated.as_str())
        });
        let made = ledger.synthesized.iter().map(|entry| entry.rule.as_str());
        let made = made.filter(|rule| row.due.contains(rule));
        let owed: HashSet<&str> = told.map(|entry| entry.rule.as_str()).chain(made).collect();
        let lines = ledger.synthesized.iter().filter(|entry| entry.rule == row.rule);
        let lines = lines.filter_map(|entry| self.target.resolve(&entry.at)?.as_str());
        let said: HashSet<&str> =
            lines.filter_map(|line| Some(line.strip_prefix(OWN)?.split_once(": ")?.0)).collect();
        let mut silent: Vec<&str> = owed.difference(&said).copied().collect();
        silent.sort_unstable();
        for rule in silent {
            let message = format!("no line says what rule {rule} did");
            self.find(Finding::new(Code::AuditMadeMissing, "", message));
        }
    }
}

/// Whether a row makes the lines about what the rules did.
fn is_report(row: &Row) -> bool {
    row.makes.iter().any(|makes| makes.is.contains(&"<rule line>"))
}
