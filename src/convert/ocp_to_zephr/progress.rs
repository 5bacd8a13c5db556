//! Progress (OCP 6.3). Steps stay steps, finished steps become beliefs that start nothing, and work in hand on an
//! operation with effects is a risk, not a thing to do (I7).

use super::super::wording;
use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::Id;
use crate::mapping::oz;

impl<'s> Writer<'s, '_> {
    /// `progress`, and `continuation.recovery`, which stands before the steps.
    pub(super) fn progress(&mut self) {
        let progress = self.source.get("progress");
        for (step, number) in progress.get("completed").items().zip(1..) {
            let (slot, claim) = self.belief(step, Id::numbered("completed", number));
            self.unreviewed(slot);
            self.b.line(slot, "content", |line| {
                line.say(wording::COMPLETED);
                let mut cites = Cites::after(line);
                cites.value("at ", oz::COMPLETED_AT, step.get("completed_at"));
                cites.text(oz::COMPLETED, step.get("description"));
            });
            self.evidence(&claim, step.get("evidence"));
        }
        self.focus(progress.get("focus"));
        for (step, number) in self.source.get("continuation").get("recovery").items().zip(1..) {
            if self.ended {
                self.step_not_taken(step, Id::numbered("recovery", number));
                continue;
            }
            let (slot, _) = self.item(self.lists.next_actions, step, Id::numbered("recovery", number));
            self.b.line(slot, "text", |line| {
                line.say(wording::RECOVERY).then(oz::RECOVERY, step.get("description"));
            });
            self.links(slot, "refs", step.get("refs"));
        }
        for (step, number) in progress.get("next").items().zip(1..) {
            if self.ended {
                self.step_not_taken(step, Id::numbered("step", number));
                continue;
            }
            let (slot, _) = self.item(self.lists.next_actions, step, Id::numbered("step", number));
            self.b.text(oz::STEP, slot, "text", step.get("description"));
            self.links(slot, "blockedBy", step.get("blocked_by"));
            self.links(slot, "requires", step.get("requires"));
            self.links(slot, "refs", step.get("refs"));
        }
    }

    fn focus(&mut self, focus: Cursor<'s>) {
        if !focus.is_object() {
            return;
        }
        let risky = focus.get("refs").items().any(|reference| {
            self.places.get(reference.as_str().unwrap_or_default()).is_some_and(|place| place.risky)
        });
        let list = if risky || self.ended { self.lists.risks } else { self.lists.next_actions };
        // The focus has no id of its own.
        let (slot, _) = self.item(list, focus.get("description"), Id::fixed("focus"));
        if list == self.lists.next_actions {
            self.b.line(slot, "text", |line| {
                line.say(wording::IN_HAND).then(oz::FOCUS, focus.get("description"));
            });
            self.links(slot, "refs", focus.get("refs"));
            return;
        }
        // A risk has no member for references.
        let concerns = self.named(focus.get("refs"));
        self.b.line(slot, "text", |line| {
            line.say(wording::IN_HAND);
            let mut cites = Cites::after(line);
            for (reference, id) in &concerns {
                cites.id("concerns ", oz::CONCERNS, *reference, id);
            }
            cites.text(oz::FOCUS, focus.get("description"));
        });
    }

    /// A step of a task that has ended: a belief that says so.
    fn step_not_taken(&mut self, step: Cursor<'s>, derived: Id) {
        let (slot, _) = self.belief(step, derived);
        self.unreviewed(slot);
        let linked = [("blocked_by", "blocked by "), ("requires", "requires "), ("refs", "concerns ")];
        let links: Vec<_> = linked
            .into_iter()
            .flat_map(|(list, words)| step.get(list).items().map(move |reference| (words, reference)))
            .map(|(words, reference)| (words, reference, self.reference(reference)))
            .collect();
        self.b.line(slot, "content", |line| {
            line.say(wording::STEP_NOT_TAKEN);
            let mut cites = Cites::after(line);
            for (words, reference, id) in &links {
                cites.id(words, oz::STEP_LINKS_TOLD, *reference, id);
            }
            cites.text(oz::STEP_NOT_TAKEN, step.get("description"));
        });
    }
}
