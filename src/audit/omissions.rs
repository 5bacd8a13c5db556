//! The omission list of the target and the ledger's omissions: the same, both ways.
//!
//! A packet lists them as entries of its omission manifest, the rule as `reason` and the place in `sourcePointers`; a
//! checkpoint as omissions whose description has the form `ocp-convert 1: RULE: WORDS: "POINTER"`. Each stands for one
//! maximal subtree that was left out whole under one rule. What the source itself says it omitted is moved and not made,
//! and so is no part of this.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Audit;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Deed, Direction, Row};
use crate::ocp::members::CHECKPOINT;

/// How a description of this tool's own begins.
pub(super) const OWN: &str = "ocp-convert 1: ";

impl<'t> Audit<'t> {
    /// `audit_omission_unlisted`, `audit_omission_invented`, `audit_omission_status`: list and ledger agree.
    pub(super) fn omission_list(&mut self) {
        let made = self.made_places();
        let listed = match self.direction {
            Direction::OcpToZephr => self.listed_in_packet(&made),
            Direction::ZephrToOcp => self.listed_in_checkpoint(&made),
        };
        let answered: HashSet<u32> =
            listed.iter().filter_map(|(_, _, place)| self.held.around(*place)).collect();
        for object in std::mem::take(&mut self.held.listed) {
            if !answered.contains(&object) {
                let message = "the target lists something that is no omission";
                self.find(Finding::new(Code::AuditOmissionInvented, self.target.pointer(object), message));
            }
        }
        let mut unlisted: BTreeMap<u32, &'static Row> = self.left_out().into_iter().collect();
        let mut seen: HashSet<u32> = HashSet::new();
        for (rule, pointer, place) in listed {
            let node = self.source.resolve(&pointer).map(Cursor::index);
            let row = node.and_then(|n| unlisted.get(&n).copied());
            if row.is_some_and(|row| row.rule == rule) && node.is_some_and(|n| seen.insert(n)) {
                continue;
            }
            let message = "the target lists an omission that the ledger does not have, or has listed already";
            let finding = Finding::new(Code::AuditOmissionInvented, self.target.pointer(place), message);
            self.find(finding.found(format!("{} {}", super::excerpt(&rule), super::excerpt(&pointer))));
        }
        unlisted.retain(|node, _| !seen.contains(node));
        for (node, row) in unlisted {
            let message = format!("left out under {}, and the target does not say so", row.rule);
            self.find(Finding::new(Code::AuditOmissionUnlisted, self.source.pointer(node), message));
        }
    }

    /// The leaves of the target that the ledger says were made, and under which rule.
    fn made_places(&self) -> HashMap<u32, &'t str> {
        let entries = self.ledger.synthesized.iter();
        entries.filter_map(|s| Some((self.target.resolve(&s.at)?.index(), s.rule.as_str()))).collect()
    }

    /// The maximal subtrees of the source that are left out whole under one rule.
    fn left_out(&self) -> HashMap<u32, &'static Row> {
        let mut whole: Vec<Option<&'static Row>> = vec![None; self.source.len()];
        for entry in &self.ledger.omitted {
            let row = self.rows.get(entry.rule.as_str()).copied();
            let row = row.filter(|row| matches!(row.deed, Deed::Lose { .. }));
            if let (Some(leaf), Some(row)) = (self.source.resolve(&entry.from), row)
                && let Some(slot) = whole.get_mut(leaf.index() as usize)
            {
                *slot = Some(row);
            }
        }
        let nodes = u32::try_from(whole.len()).unwrap_or(u32::MAX);
        for node in (0..nodes).rev().filter(|n| !self.source.cursor(*n).is_leaf()) {
            let mut rows =
                self.source.cursor(node).children().map(|c| whole.get(c.index() as usize).copied().flatten());
            let first = rows.next().flatten();
            let one = first.filter(|first| rows.all(|row| row.is_some_and(|row| row.rule == first.rule)));
            if let Some(slot) = whole.get_mut(node as usize) {
                *slot = one;
            }
        }
        (0..nodes)
            .zip(&whole)
            .filter_map(|(node, row)| {
                let row = (*row)?;
                let above = self.source.parent(node);
                let above = above.and_then(|p| whole.get(p.index() as usize).copied().flatten());
                above.is_none_or(|above| above.rule != row.rule).then_some((node, row))
            })
            .collect()
    }

    /// The loss row of that name.
    fn loss(&self, rule: &str) -> Option<(&'static Row, &'static str)> {
        let row = self.rows.get(rule).copied()?;
        match row.deed {
            Deed::Lose { status, .. } => Some((row, status)),
            _ => None,
        }
    }

    /// `omissionManifest.entries` with a made `reason` and places: rule, pointer, where it stands.
    fn listed_in_packet(&mut self, made: &HashMap<u32, &str>) -> Vec<(String, String, u32)> {
        let mut out = Vec::new();
        for entry in self.target.root().get("omissionManifest").get("entries").items() {
            let reason = entry.get("reason");
            let Some(rule) = reason.as_str().filter(|_| made.contains_key(&reason.index())) else { continue };
            if let Some((_, status)) = self.loss(rule) {
                self.same_status(entry.get("status"), status);
            }
            for place in entry.get("sourcePointers").items() {
                // The section is the member of the document the place is in; members no table defines have none.
                let top = place.as_str().unwrap_or_default().split('/').nth(1).unwrap_or_default();
                let defined = CHECKPOINT.member(top).is_some();
                let section = entry.get("section");
                if section.exists() {
                    self.same_status(section, if defined { top } else { "undefined" });
                }
                out.push((rule.to_owned(), place.as_str().unwrap_or_default().to_owned(), place.index()));
            }
        }
        out
    }

    /// `derivation.omissions` with a made description: rule, pointer, where it stands.
    fn listed_in_checkpoint(&mut self, made: &HashMap<u32, &str>) -> Vec<(String, String, u32)> {
        let mut out = Vec::new();
        for entry in self.target.root().get("derivation").get("omissions").items() {
            let description = entry.get("description");
            let Some(text) = description.as_str().filter(|_| made.contains_key(&description.index())) else {
                continue;
            };
            let (rule, pointer) = read_own(text).unwrap_or_default();
            if let Some((_, status)) = self.loss(rule) {
                let (reason, words) = match status {
                    "redacted" => ("sensitive", "left out as sensitive"),
                    "dropped" => ("irrelevant", "left out, no place for it here"),
                    _ => ("unavailable", "left out, not supported here"),
                };
                self.same_status(entry.get("reason"), reason);
                let whole = format!("{OWN}{rule}: {words}: {}", super::quoted(&pointer));
                self.computed(description, &whole);
            }
            out.push((rule.to_owned(), pointer, description.index()));
        }
        out
    }

    /// `audit_omission_status`: the list gives the status or reason that goes with the rule.
    fn same_status(&mut self, place: Cursor<'t>, expected: &str) {
        if place.as_str() != Some(expected) {
            let pointer = self.target.pointer(place.index());
            let finding =
                Finding::new(Code::AuditOmissionStatus, pointer, "the list weighs the loss otherwise");
            self.find(finding.expected(expected).found(super::shown(place)));
        }
    }
}

/// Rule and pointer of a description of this tool's own.
fn read_own(text: &str) -> Option<(&str, String)> {
    let (rule, rest) = text.strip_prefix(OWN)?.split_once(": ")?;
    // The words before the pointer are fixed and hold no quotation mark.
    let pointer = rest.get(rest.find('"')?..)?;
    Some((rule, serde_json::from_str(pointer).ok()?))
}
