//! Verification: on its statement, at most unverified, disputed or stale (I3). Of two for one claim the least trusting
//! counts; what no statement can carry is told in a line.

use std::collections::{HashMap, HashSet};

use super::classify::Section;
use super::work::Work;
use crate::convert::ids::is_numbered;
use crate::convert::wording::{REPORTED, VERIFICATION};
use crate::json::Cursor;
use crate::ledger::{Made, Slot};
use crate::mapping::zo;

/// From the least trusting to the most.
const STATES: [&str; 4] = ["disputed", "stale", "unverified", "verified"];

impl<'s> Work<'s, '_> {
    pub(super) fn verification(&mut self) {
        let entries: Vec<_> = (1..).zip(self.content.get("verification").items()).collect();
        // For each statement the entry that counts, and the one that only says when it was recorded.
        let mut chosen: HashMap<usize, (usize, u32)> = HashMap::new();
        let mut recorders: HashMap<usize, u32> = HashMap::new();
        for (_, entry) in &entries {
            let Some(claim) = self.statement_of(*entry) else { continue };
            let state = entry.get("state");
            let rank = STATES.iter().position(|known| state.as_str() == Some(known));
            match rank {
                Some(rank) => {
                    let best = chosen.entry(claim).or_insert((rank, entry.index()));
                    if rank < best.0 {
                        *best = (rank, entry.index());
                    }
                }
                None if !state.exists() && self.is_past(entry.get("recordedAt")) => {
                    recorders.entry(claim).or_insert(entry.index());
                }
                None => {}
            }
        }
        let mut verified: HashSet<usize> = HashSet::new();
        for (number, entry) in entries {
            if !entry.is_object() {
                continue;
            }
            let claim = self.statement_of(entry);
            let counts = claim.filter(|c| chosen.get(c).is_some_and(|(_, e)| *e == entry.index()));
            let records = claim.filter(|c| recorders.get(c) == Some(&entry.index()));
            if let Some(object) = counts.and_then(|c| self.plan.objects.get(c)).cloned() {
                let Some(slot) = object.slot else { continue };
                let mark = self.b.mark();
                self.state(slot, entry);
                self.recorded(slot, entry, number);
                self.concerns(mark, object.id.as_ref());
                verified.extend(counts);
            } else if let Some((claim, slot)) =
                records.and_then(|c| self.plan.objects.get(c)?.slot.map(|slot| (c, slot)))
            {
                // A second date of the same statement has no place, unless the entry that counts gives none.
                let counting = chosen.get(&claim).map(|(_, e)| self.source.cursor(*e).get("recordedAt"));
                if counting.is_some_and(|at| self.is_past(at)) {
                    self.verification_told(entry, number);
                } else {
                    self.recorded(slot, entry, number);
                }
            } else {
                self.verification_told(entry, number);
            }
        }
        self.review_states(&verified);
    }

    fn statement_of(&self, entry: Cursor<'_>) -> Option<usize> {
        let claim = self.plan.claim(entry.get("claimRef"))?;
        let object = self.plan.objects.get(claim)?;
        object.slot.filter(|_| object.place.is_statement()).map(|_| claim)
    }

    /// The members of `verification`.
    fn state(&mut self, statement: Slot, entry: Cursor<'s>) {
        let slot = self.b.object(statement, "verification");
        let (state, method) = (entry.get("state"), entry.get("method"));
        let verified = state.as_str() == Some("verified");
        let revalidate = entry.get("revalidate");
        if verified {
            self.b.coded(zo::VERIFIED, slot, "state", state);
            if method.exists() {
                self.b.line(slot, "method", |line| {
                    line.say(REPORTED).say(": ").quote(zo::VERIFIED_METHOD, method);
                });
            } else {
                self.b.make(zo::REPORTED, slot, "method", Made::Words(REPORTED));
            }
            if !self.b.coded(zo::REVALIDATE_FIRST, slot, "revalidate", revalidate) {
                self.b.make(zo::RECHECK, slot, "revalidate", Made::Words("before_use"));
            }
        } else {
            self.b.coded(zo::VERIFICATION_STATE, slot, "state", state);
            self.said(zo::VERIFICATION_METHOD, slot, "method", method);
            self.b.coded(zo::REVALIDATE, slot, "revalidate", revalidate);
        }
        self.past(zo::CHECKED_AT, slot, "checked_at", entry.get("checkedAt"));
    }

    /// `recorded_at`, and whose entry it is.
    fn recorded(&mut self, statement: Slot, entry: Cursor<'s>, number: usize) {
        self.past(zo::RECORDED_AT, statement, "recorded_at", entry.get("recordedAt"));
        self.b.placed(zo::VERIFICATION_PLACED, entry.get("claimRef"), statement);
        let id = entry.get("id");
        if is_numbered(id, "verification", number) {
            self.b.placed(zo::VERIFICATION_PLACED, id, statement);
        } else {
            self.b.omit(zo::ENTRY_ID, id);
        }
    }

    fn verification_told(&mut self, entry: Cursor<'s>, _number: usize) {
        let members: Vec<_> = [
            ("id ", "id"),
            ("of ", "claimRef"),
            ("state ", "state"),
            ("method ", "method"),
            ("checked at ", "checkedAt"),
            ("revalidate ", "revalidate"),
            ("recorded at ", "recordedAt"),
        ]
        .map(|(words, name)| (words, name, zo::VERIFICATION_TOLD))
        .into();
        if members.iter().any(|(_, name, _)| entry.get(name).exists()) {
            let slot = self.transformation();
            self.told(slot, VERIFICATION, entry, &members);
        }
    }

    /// What the review state of a belief says where no verification does; a confirmation is not carried over (I3).
    fn review_states(&mut self, verified: &HashSet<usize>) {
        for index in 0..self.plan.objects.len() {
            let Some(object) = self.plan.objects.get(index).cloned() else { continue };
            let (true, true, Some(slot)) =
                (object.section == Section::Belief, object.place.is_statement(), object.slot)
            else {
                continue;
            };
            let mark = self.b.mark();
            let mut state = object.at.get("reviewState");
            if self.b.is_read(state) {
                state = self.nothing();
            }
            if verified.contains(&index) {
                match state.as_str() {
                    Some("unreviewed") => self.b.placed(zo::UNREVIEWED_IMPLIED, state, slot),
                    Some("confirmed") => self.b.placed(zo::CONFIRMED, state, slot),
                    _ => {}
                }
            } else if matches!(state.as_str(), Some("unreviewed" | "confirmed")) {
                let verification = self.b.object(slot, "verification");
                let confirmed = state.as_str() == Some("confirmed");
                let rule = if confirmed { zo::CONFIRMED } else { zo::UNREVIEWED };
                self.b.coded(rule, verification, "state", state);
            } else {
                self.unverified(slot);
            }
            self.concerns(mark, object.id.as_ref());
        }
    }
}
