//! Next actions: steps that a checkpoint recommends, with what blocks them.

use super::classify::{Place, text_of};
use super::plan::entries;
use super::work::Work;
use crate::convert::lines::clean;
use crate::convert::wording::STEP_NOT_TAKEN;
use crate::json::Cursor;
use crate::ledger::{Id, Made, Slot};
use crate::mapping::zo;

/// What a step says it waits for.
#[derive(Default)]
struct Waits<'s> {
    /// Blockers a checkpoint may name.
    blocked_by: Vec<(Cursor<'s>, Id)>,
    /// Every other blocker, and what is required, told in the text.
    told: Vec<(Cursor<'s>, Option<Id>)>,
    required: Vec<(Cursor<'s>, Option<Id>)>,
}

impl<'s> Work<'s, '_> {
    pub(super) fn step(&mut self, index: usize) {
        let Some(object) = self.plan.objects.get(index).cloned() else { return };
        let text = text_of(object.at, "text");
        if object.place == Place::StepNotTaken {
            self.step_not_taken(index, text);
            return;
        }
        let root = self.b.root();
        let progress = self.b.ensure_object(root, "progress");
        let next = self.b.ensure_array(progress, "next");
        let slot = self.b.object(next, "");
        if !text.exists() {
            self.text(zo::NEXT_TEXT, slot, "description", text, object.at);
            self.id(zo::ITEM_ID, slot, object.name, object.id.as_ref());
            return;
        }
        let waits = self.waits(object.at);
        self.describe(slot, text, &waits);
        self.id(zo::ITEM_ID, slot, object.name, object.id.as_ref());
        for (reference, id) in &waits.blocked_by {
            let list = self.b.ensure_array(slot, "blocked_by");
            self.b.id(zo::BLOCKED_BY, list, "", *reference, id);
        }
        for (rule, list) in [(zo::BLOCKED_TOLD, &waits.told), (zo::REQUIRES, &waits.required)] {
            for (reference, id) in list {
                let Some(id) = id else { continue };
                let refs = self.b.ensure_array(slot, "refs");
                self.b.id(rule, refs, "", *reference, id);
            }
        }
        for reference in entries(object.at.get("refs")) {
            match self.plan.find(reference).and_then(|o| o.id.clone()) {
                Some(id) => {
                    let refs = self.b.ensure_array(slot, "refs");
                    self.b.id(zo::NEXT_REFS, refs, "", reference, &id);
                }
                None => self.b.omit(zo::DANGLING, reference),
            }
        }
    }

    fn waits(&self, item: Cursor<'s>) -> Waits<'s> {
        let mut waits = Waits::default();
        for reference in entries(item.get("blockedBy")) {
            match self.plan.find(reference).map(|o| (o.place.may_block(), o.id.clone())) {
                Some((true, Some(id))) => waits.blocked_by.push((reference, id)),
                Some((_, id)) => waits.told.push((reference, id)),
                None => waits.told.push((reference, None)),
            }
        }
        for reference in entries(item.get("requires")) {
            waits.required.push((reference, self.plan.find(reference).and_then(|o| o.id.clone())));
        }
        waits
    }

    /// The step's text, behind what it waits for where no member can say that.
    fn describe(&mut self, slot: Slot, text: Cursor<'s>, waits: &Waits<'s>) {
        if waits.told.is_empty() && waits.required.is_empty() {
            self.said(zo::NEXT_TEXT, slot, "description", text);
            return;
        }
        self.b.line(slot, "description", |line| {
            let mut opening = "[blocked by ";
            for (reference, id) in &waits.told {
                line.say(opening);
                opening = ", ";
                match id {
                    Some(id) => line.quote_id(zo::BLOCKED_TOLD, *reference, id),
                    None => line.quote(zo::BLOCKED_TOLD, *reference),
                };
            }
            opening = if waits.told.is_empty() { "[requires " } else { "; requires " };
            for (reference, id) in &waits.required {
                line.say(opening);
                opening = ", ";
                match id {
                    Some(id) => line.quote_id(zo::REQUIRES, *reference, id),
                    None => line.quote(zo::REQUIRES, *reference),
                };
            }
            line.say("] ");
            if clean(text).is_some() {
                line.cite(zo::NEXT_TEXT, text);
            } else {
                line.quote(zo::NEXT_TEXT, text);
            }
        });
    }

    /// A step of a task that has ended is no step (I7).
    fn step_not_taken(&mut self, index: usize, text: Cursor<'s>) {
        let Some(object) = self.plan.objects.get(index).cloned() else { return };
        let slot = self.entry("statements");
        if clean(text).is_some() {
            self.b.line(slot, "text", |line| {
                line.say(STEP_NOT_TAKEN).then(zo::STEP_NOT_TAKEN, text);
            });
        } else if text.exists() {
            self.b.line(slot, "text", |line| {
                line.say(STEP_NOT_TAKEN).say(" ").quote(zo::STEP_NOT_TAKEN, text);
            });
        } else {
            self.text(zo::STEP_NOT_TAKEN, slot, "text", text, object.at);
        }
        self.id(zo::ITEM_ID, slot, object.name, object.id.as_ref());
        self.b.make(zo::STATEMENT_KIND, slot, "kind", Made::Words("hypothesis"));
        let claimed = if text.exists() { object.at.get("origin") } else { self.nothing() };
        let origin = self.origin(slot, claimed, None, true);
        if let Some(object) = self.plan.objects.get_mut(index) {
            object.slot = Some(slot);
            object.origin = Some(origin);
        }
    }
}
