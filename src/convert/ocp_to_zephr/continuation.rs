//! Continuation (OCP 6.8): what stops, what is checked first, what is needed. None of it is ever left out (I5); in a
//! packet it can only be told, so the capsule says it is degraded.

use super::super::wording;
use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::Id;
use crate::mapping::oz;

impl<'s> Writer<'s, '_> {
    /// `continuation` but `recovery`, which stands with the steps.
    pub(super) fn continuation(&mut self) {
        let continuation = self.source.get("continuation");
        for (stop, number) in continuation.get("stop_conditions").items().zip(1..) {
            self.stop(stop, Id::numbered("stop", number));
        }
        for (precondition, number) in continuation.get("preconditions").items().zip(1..) {
            self.precondition(precondition, Id::numbered("precondition", number));
        }
        for (requirement, number) in continuation.get("requirements").items().zip(1..) {
            self.requirement(requirement, Id::numbered("requirement", number));
        }
        for (entry, number) in continuation.get("incompatibilities").items().zip(1..) {
            let (slot, _) = self.item(self.lists.constraints, entry, Id::numbered("incompatibility", number));
            let text = if entry.is_object() { entry.get("description") } else { entry };
            self.b.line(slot, "text", |line| {
                line.say(wording::INCOMPATIBLE).then(oz::INCOMPATIBILITY, text);
            });
            self.degraded = true;
        }
    }

    fn stop(&mut self, stop: Cursor<'s>, derived: Id) {
        self.degraded = true;
        let (slot, _) = self.item(self.lists.constraints, stop, derived);
        let until: Vec<_> = stop
            .get("until")
            .items()
            .map(|u| (u.get("operation"), self.reference(u.get("operation")), u.get("status")))
            .collect();
        let (forbids, concerns) = (self.named(stop.get("applies_to")), self.named(stop.get("refs")));
        let text = stop.get("description");
        let bare = until.is_empty() && forbids.is_empty() && concerns.is_empty();
        let ours = bare && self.is_line_of_ours(text, wording::STOP_UNTIL);
        self.b.line(slot, "text", |line| {
            if ours {
                line.cite(oz::STOP, text);
                return;
            }
            line.say(if until.is_empty() { wording::STOP } else { wording::STOP_UNTIL });
            let mut cites = Cites::after(line);
            for (operation, id, status) in &until {
                cites.own(|line| {
                    line.say("until ").quote_id(oz::STOP_OPERATION, *operation, id);
                    line.say(" is ").cite(oz::STOP_STATUS, *status);
                });
            }
            for (reference, id) in &forbids {
                cites.id("forbids ", oz::STOP_APPLIES_TO, *reference, id);
            }
            for (reference, id) in &concerns {
                cites.id("concerns ", oz::CONCERNS, *reference, id);
            }
            cites.text(oz::STOP, text);
        });
    }

    /// Whether a text of a checkpoint that this tool made from a packet is a line with this tag.
    pub(super) fn is_line_of_ours(&self, text: Cursor<'_>, tag: &str) -> bool {
        self.earlier.is_converted() && text.as_str().is_some_and(|text| text.starts_with(tag))
    }

    fn precondition(&mut self, precondition: Cursor<'s>, derived: Id) {
        if Self::is_date_of_an_earlier_packet(precondition) {
            return;
        }
        let on_failure = precondition.get("on_failure");
        self.degraded |= on_failure.as_str() == Some("halt");
        let (slot, _) = self.item(self.lists.constraints, precondition, derived);
        let concerns = self.named(precondition.get("refs"));
        let text = precondition.get("description");
        // A requirement comes back as a precondition that halts.
        let ours = concerns.is_empty()
            && on_failure.as_str() == Some("halt")
            && self.is_line_of_ours(text, wording::REQUIRED);
        if ours {
            self.b.placed(oz::PRECONDITION_HALTS, on_failure, slot);
        }
        self.b.line(slot, "text", |line| {
            if ours {
                line.cite(oz::PRECONDITION, text);
                return;
            }
            line.say("[before resuming, else ").cite(oz::PRECONDITION_FAILURE, on_failure).say("]");
            let mut cites = Cites::after(line);
            for (reference, id) in &concerns {
                cites.id("concerns ", oz::CONCERNS, *reference, id);
            }
            cites.text(oz::PRECONDITION, text);
        });
    }

    fn requirement(&mut self, requirement: Cursor<'s>, derived: Id) {
        let necessity = requirement.get("necessity");
        let (list, words) = match necessity.as_str() {
            Some("recommended") => (self.lists.limitations, wording::RECOMMENDED),
            Some("optional") => (self.lists.limitations, wording::OPTIONAL),
            _ => (self.lists.constraints, wording::REQUIRED),
        };
        self.degraded |= words == wording::REQUIRED;
        let (slot, _) = self.item(list, requirement, derived);
        let concerns = self.named(requirement.get("refs"));
        self.b.line(slot, "text", |line| {
            line.say(words).implied(oz::REQUIREMENT_NECESSITY, necessity);
            let mut cites = Cites::after(line);
            cites.own(|line| {
                line.cite(oz::REQUIREMENT_KIND, requirement.get("kind"));
                line.say(" ").quote(oz::REQUIREMENT_NAME, requirement.get("name"));
            });
            cites.value("fallback ", oz::REQUIREMENT_FALLBACK, requirement.get("fallback"));
            for (reference, id) in &concerns {
                cites.id("concerns ", oz::CONCERNS, *reference, id);
            }
            let text = requirement.get("description");
            if text.exists() {
                cites.text(oz::REQUIREMENT, text);
            }
        });
    }
}
