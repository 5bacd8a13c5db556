//! The entries: every source leaf has one fate, every target leaf an origin, and each entry is what its row says.

use std::collections::{HashMap, HashSet};

use super::Audit;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::ledger::{Landing, Moved};
use crate::mapping::{Deed, Fidelity, Row, matches};

/// What of the two documents has been accounted for.
struct Covered {
    source: Vec<bool>,
    target: Vec<bool>,
}

/// The class of that name.
pub(super) fn class_named(name: &str) -> Option<Fidelity> {
    Fidelity::ALL.into_iter().find(|f| f.as_str() == name)
}

impl Audit<'_> {
    /// Checks all three lists, then what they leave unsaid.
    pub(super) fn entries(&mut self) {
        let mut covered =
            Covered { source: vec![false; self.source.len()], target: vec![false; self.target.len()] };
        let ledger = self.ledger;
        for (i, entry) in ledger.moved.iter().enumerate() {
            self.moved(i, entry, &mut covered);
        }
        self.omitted(&mut covered);
        self.synthesized(&mut covered);
        self.unsaid(&covered);
    }

    /// `audit_source_missing`, `audit_target_missing`: no leaf of either document is left without an entry.
    fn unsaid(&mut self, covered: &Covered) {
        let bare = |places: &super::Places<'_>, covered: &[bool]| {
            let leaves = places.root().leaves();
            let bare = leaves.filter(|leaf| covered.get(leaf.index() as usize) != Some(&true));
            bare.map(|leaf| places.pointer(leaf.index())).collect::<Vec<_>>()
        };
        for pointer in bare(&self.source, &covered.source) {
            let message = "the ledger does not say what became of this value of the source";
            self.find(Finding::new(Code::AuditSourceMissing, pointer, message));
        }
        for pointer in bare(&self.target, &covered.target) {
            let message = "the ledger does not say where this value of the target comes from";
            self.find(Finding::new(Code::AuditTargetMissing, pointer, message));
        }
    }

    /// The source leaf of an entry, each at most once (`audit_source_place`, `audit_source_twice`).
    fn source_leaf(&mut self, at: &str, from: &str, covered: &mut Covered) -> Option<u32> {
        let Some(leaf) = self.source.resolve(from).filter(|c| c.is_leaf()) else {
            let message = "the entry names no value of the source, or one that holds others";
            self.find(Finding::new(Code::AuditSourcePlace, at, message).found(super::excerpt(from)));
            return None;
        };
        if let Some(seen) = covered.source.get_mut(leaf.index() as usize) {
            if *seen {
                let message = "another entry already says what became of this value";
                self.find(Finding::new(Code::AuditSourceTwice, at, message).found(super::excerpt(from)));
            }
            *seen = true;
        }
        Some(leaf.index())
    }

    /// The row of an entry (`audit_rule_unknown`, `audit_rule_direction`, `audit_rule_deed`).
    fn row(&mut self, at: &str, rule: &str, fits: fn(Deed) -> bool, deed: &str) -> Option<&'static Row> {
        let found = super::excerpt(rule);
        let Some(row) = self.rows.get(rule).copied() else {
            self.find(Finding::new(Code::AuditRuleUnknown, at, "no table has this rule").found(found));
            return None;
        };
        if row.direction != self.direction {
            let message = format!("the rule belongs to {}", row.direction.as_str());
            self.find(Finding::new(Code::AuditRuleDirection, at, message).found(found));
            return None;
        }
        if !fits(row.deed) {
            let message = format!("the rule does not {deed}");
            self.find(Finding::new(Code::AuditRuleDeed, at, message).found(found));
            return None;
        }
        Some(row)
    }

    /// `audit_rule_from`: the value is one the rule is about.
    fn fits_from(&mut self, at: &str, row: &Row, from: &str) {
        if !row.from.iter().any(|pattern| matches(pattern, from)) {
            let message = format!("rule {} is about other values", row.rule);
            let finding = Finding::new(Code::AuditRuleFrom, at, message);
            self.find(finding.expected(row.from.join(" or ")).found(super::excerpt(from)));
        }
    }

    /// `audit_rule_to`: the place is one the rule may write.
    fn fits_to(&mut self, at: &str, row: &Row, to: &str) -> bool {
        let fits = row.to.iter().any(|pattern| matches(pattern, to));
        if !fits {
            let message = format!("rule {} does not write there", row.rule);
            let finding = Finding::new(Code::AuditRuleTo, at, message);
            self.find(finding.expected(row.to.join(" or ")).found(super::excerpt(to)));
        }
        fits
    }

    fn moved(&mut self, i: usize, entry: &Moved, covered: &mut Covered) {
        let leaf = self.source_leaf(&format!("/moved/{i}/from"), &entry.from, covered);
        let row = self.row(
            &format!("/moved/{i}/rule"),
            &entry.rule,
            |d| matches!(d, Deed::Move(_)),
            "carry values",
        );
        if let (Some(leaf), Some(row)) = (leaf, row) {
            let at = format!("/moved/{i}/from");
            self.fits_from(&at, row, &entry.from);
            self.fits_when(&at, row, self.source.cursor(leaf));
        }
        let mut seen = HashSet::new();
        let mut kinds = HashSet::new();
        for (j, landing) in entry.to.iter().enumerate() {
            let at = format!("/moved/{i}/to/{j}/at");
            if !seen.insert(landing.at.as_str()) {
                let message = "the entry names this place twice";
                self.find(
                    Finding::new(Code::AuditTargetTwice, at, message).found(super::excerpt(&landing.at)),
                );
                continue;
            }
            let Some(class) = class_named(&landing.fidelity) else {
                let finding =
                    Finding::new(Code::AuditClass, format!("/moved/{i}/to/{j}/as"), "no such class");
                self.find(finding.found(super::excerpt(&landing.fidelity)));
                continue;
            };
            let Some(place) = self.landing_place(&at, landing, class) else { continue };
            if let Some(slot) = covered.target.get_mut(place as usize) {
                *slot = true;
            }
            let Some(row) = row else { continue };
            // One value makes one object of a kind: a second would stand for nothing.
            if let Some(kind) = row.to.iter().find(|pattern| matches(pattern, &landing.at))
                && !kinds.insert(*kind)
            {
                let message = "the value already stands in another object of this kind";
                self.find(
                    Finding::new(Code::AuditTargetTwice, &at, message).found(super::excerpt(&landing.at)),
                );
            }
            let allowed = self.class_allowed(&format!("/moved/{i}/to/{j}/as"), row, class);
            // What a value should have become is known only where the row may write it.
            if let Some(leaf) = leaf.filter(|_| self.fits_to(&at, row, &landing.at) && allowed) {
                self.value(&at, row, class, self.source.cursor(leaf), self.target.cursor(place));
            }
        }
        if let Some(row) = row {
            self.entry_class(i, entry, row, leaf);
        }
    }

    /// `audit_target_place`, `audit_structural_place`: the landing is a value of the target, or for a structural one the
    /// array or object whose place says it.
    fn landing_place(&mut self, at: &str, landing: &Landing, class: Fidelity) -> Option<u32> {
        let place = self.target.resolve(&landing.at);
        let structural = class == Fidelity::Structural;
        let Some(place) = place.filter(|p| structural || p.is_leaf()) else {
            let message = "the landing is no value of the target, or one that holds others";
            self.find(Finding::new(Code::AuditTargetPlace, at, message).found(super::excerpt(&landing.at)));
            return None;
        };
        if structural && !(place.is_array() || place.is_object()) {
            let message = "a value cannot be implied by the place of a plain value";
            let finding = Finding::new(Code::AuditStructuralPlace, at, message);
            self.find(finding.expected("an array or object").found(super::shown(place)));
            return None;
        }
        Some(place.index())
    }

    /// `audit_class`: the row may land its value in this class.
    fn class_allowed(&mut self, at: &str, row: &Row, class: Fidelity) -> bool {
        use Fidelity::{Demoted, Exact, Narrated, Regenerated, Structural, Transcoded};
        let Deed::Move(declared) = row.deed else { return false };
        let worded = !row.form.is_empty();
        let coded = !row.values.is_empty() || !row.transform.is_empty();
        let allowed = match class {
            Exact => matches!(declared, Exact | Transcoded | Narrated | Demoted),
            // A reference follows its object's name also where the row promises an equal value.
            Transcoded => {
                let renames = matches!(row.transform, "id" | "ref");
                declared == Transcoded || (declared == Demoted && coded) || (declared == Exact && renames)
            }
            Narrated => {
                matches!(declared, Narrated | Demoted) || (worded && matches!(declared, Exact | Transcoded))
            }
            Structural => matches!(declared, Structural | Demoted),
            Demoted => declared == Demoted,
            Regenerated => false,
        };
        if !allowed {
            let message = format!("rule {} does not carry a value like this", row.rule);
            self.find(
                Finding::new(Code::AuditClass, at, message).expected(declared.as_str()).found(class.as_str()),
            );
        }
        allowed
    }

    /// `audit_class`, `audit_regenerated`, `audit_no_landing`: the entry's class is its best landing, a demotion wins,
    /// and only a statement made anew lands nowhere.
    fn entry_class(&mut self, i: usize, entry: &Moved, row: &Row, leaf: Option<u32>) {
        let at = format!("/moved/{i}/fidelity");
        let declared = row.deed;
        let anew = declared == Deed::Move(Fidelity::Regenerated);
        if anew || entry.fidelity == Fidelity::Regenerated.as_str() {
            if !anew || entry.fidelity != Fidelity::Regenerated.as_str() || !entry.to.is_empty() {
                let message = "only a statement of this tool is made anew, and it lands nowhere";
                let finding = Finding::new(Code::AuditRegenerated, at, message);
                self.find(finding.found(format!("{} under {}", super::excerpt(&entry.fidelity), row.rule)));
            } else if leaf.is_some_and(|leaf| !self.bears_own_mark(self.source.cursor(leaf))) {
                let message = "nothing says that this tool wrote the value";
                self.find(
                    Finding::new(Code::AuditRegenerated, at, message).found(super::excerpt(&entry.from)),
                );
            }
            return;
        }
        let classes: Vec<_> = entry.to.iter().filter_map(|l| class_named(&l.fidelity)).collect();
        let Some(best) = classes.iter().min().copied() else {
            if entry.to.is_empty() {
                let message = "the value is said to be carried, and nowhere to";
                self.find(Finding::new(Code::AuditNoLanding, format!("/moved/{i}/to"), message));
            }
            return;
        };
        let demoted = declared == Deed::Move(Fidelity::Demoted) || classes.contains(&Fidelity::Demoted);
        let expected = if demoted { Fidelity::Demoted } else { best };
        if entry.fidelity != expected.as_str() {
            let finding = Finding::new(Code::AuditClass, at, "the entry's class is not that of its landings");
            self.find(finding.expected(expected.as_str()).found(super::excerpt(&entry.fidelity)));
        }
    }

    fn omitted(&mut self, covered: &mut Covered) {
        let ledger = self.ledger;
        for (i, entry) in ledger.omitted.iter().enumerate() {
            let at = format!("/omitted/{i}/from");
            let leaf = self.source_leaf(&at, &entry.from, covered);
            let rule = format!("/omitted/{i}/rule");
            let row = self.row(&rule, &entry.rule, |d| matches!(d, Deed::Lose { .. }), "leave values out");
            let Some(row) = row else { continue };
            if let Some(leaf) = leaf {
                self.fits_from(&at, row, &entry.from);
                self.fits_when(&at, row, self.source.cursor(leaf));
                self.fits_undefined(&at, row, leaf);
            }
            let Deed::Lose { status, .. } = row.deed else { continue };
            if entry.status != status {
                let message = "the status is not the rule's";
                let finding = Finding::new(Code::AuditStatus, format!("/omitted/{i}/status"), message);
                self.find(finding.expected(status).found(super::excerpt(&entry.status)));
            }
            self.reason(&format!("/omitted/{i}/reason"), row, &entry.reason);
        }
    }

    fn synthesized(&mut self, covered: &mut Covered) {
        let ledger = self.ledger;
        let mut makers: HashMap<u32, &str> = HashMap::new();
        for (i, entry) in ledger.synthesized.iter().enumerate() {
            let at = format!("/synthesized/{i}/at");
            let place = self.target.resolve(&entry.at).filter(|c| c.is_leaf()).map(Cursor::index);
            let mut twice = false;
            if let Some(place) = place {
                twice = makers.insert(place, &entry.rule).is_some();
                if twice {
                    let message = "the value is made twice";
                    self.find(
                        Finding::new(Code::AuditTargetTwice, &at, message).found(super::excerpt(&entry.at)),
                    );
                }
                if let Some(slot) = covered.target.get_mut(place as usize) {
                    *slot = true;
                }
            } else {
                let message = "the entry names no value of the target, or one that holds others";
                self.find(
                    Finding::new(Code::AuditTargetPlace, &at, message).found(super::excerpt(&entry.at)),
                );
            }
            let rule = format!("/synthesized/{i}/rule");
            let Some(row) = self.row(&rule, &entry.rule, |d| d == Deed::Make, "make values") else {
                continue;
            };
            if let Some(place) = place.filter(|_| !twice)
                && self.fits_to(&at, row, &entry.at)
            {
                self.made(&at, row, self.target.cursor(place));
            }
            self.reason(&format!("/synthesized/{i}/reason"), row, &entry.reason);
        }
    }

    /// `audit_reason`: the reason is the row's own note.
    fn reason(&mut self, at: &str, row: &Row, reason: &str) {
        if reason != row.note {
            let finding = Finding::new(Code::AuditReason, at, "the reason is not the rule's");
            self.find(finding.expected(row.note).found(super::excerpt(reason)));
        }
    }
}
