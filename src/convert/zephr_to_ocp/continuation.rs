//! What restricts: operations, stop conditions, preconditions, incompatibilities, and the packet's retention.

use super::classify::{Place, Section, text_of};
use super::work::{Work, one_of};
use crate::convert::wording::{EXPIRES, REVIEW_BY, Tag};
use crate::json::Cursor;
use crate::ledger::{Id, Made, Slot};
use crate::mapping::{Rule, zo};
use crate::syntax::time::Timestamp;

impl<'s> Work<'s, '_> {
    /// An operation line: no status it claims counts as done or approved, and its outcome is verified first (I6, I7).
    pub(super) fn operation(&mut self, index: usize) {
        let Some(object) = self.plan.objects.get(index).cloned() else { return };
        let belief = object.section == Section::Belief;
        let text = text_of(object.at, if belief { "content" } else { "text" });
        let Some(Tag::Operation { kind, status, effect, resume }) = text.as_str().and_then(Tag::of) else {
            return;
        };
        let slot = self.entry("operations");
        self.said(zo::OPERATION_TEXT, slot, "description", text);
        self.name(slot, object.at, object.name, belief, object.id.as_ref());
        let kind = one_of(&["approval", "input", "action", "wait"], Some(kind)).unwrap_or("action");
        let status = match status {
            "planned" => "planned",
            "awaiting" | "approved" | "rejected" => "awaiting",
            _ => "uncertain",
        };
        let effect = if effect == "non_idempotent" { "non_idempotent" } else { "unknown" };
        let resume = one_of(&["ask", "do_not_resume"], Some(resume)).unwrap_or("verify_first");
        for (name, word) in [("kind", kind), ("status", status), ("effect", effect), ("resume", resume)] {
            self.b.make(zo::OPERATION, slot, name, Made::Words(word));
        }
        if let Some(object) = self.plan.objects.get_mut(index) {
            object.slot = Some(slot);
        }
    }

    /// A line that says when nobody may continue, or what to look at before.
    pub(super) fn condition(&mut self, index: usize) {
        let Some(object) = self.plan.objects.get(index).cloned() else { return };
        let belief = object.section == Section::Belief;
        let text = text_of(object.at, if belief { "content" } else { "text" });
        let (list, rule) = match object.place {
            Place::Stop => ("stop_conditions", zo::STOP_TEXT),
            Place::Incompatibility => ("incompatibilities", zo::INCOMPATIBILITY_TEXT),
            _ => ("preconditions", zo::PRECONDITION_TEXT),
        };
        let slot = self.continuation_entry(list);
        self.said(rule, slot, "description", text);
        self.name(slot, object.at, object.name, belief, object.id.as_ref());
        if let Place::Precondition { on_failure } = object.place {
            self.b.make(zo::ON_FAILURE, slot, "on_failure", Made::Words(on_failure));
        }
    }

    /// The id of an object that is no statement, and what a belief says beside its text.
    fn name(&mut self, slot: Slot, at: Cursor<'s>, name: Cursor<'s>, belief: bool, id: Option<&Id>) {
        self.id(if belief { zo::BELIEF_REF } else { zo::ITEM_ID }, slot, name, id);
        if !belief {
            return;
        }
        self.memory_id(at.get("sourceId"));
        let state = at.get("reviewState");
        match state.as_str() {
            Some("unreviewed") => self.b.placed(zo::UNREVIEWED_IMPLIED, state, slot),
            Some("confirmed") => self.b.placed(zo::CONFIRMED, state, slot),
            _ => {}
        }
    }

    /// `retention`: who resumes after the review date asks, after the expiry halts.
    pub(super) fn retention(&mut self) {
        let retention = self.packet.get("retention");
        self.due(zo::REVIEW_BY, retention.get("reviewBy"), REVIEW_BY, "review-by", "ask");
        self.due(zo::EXPIRES_AT, retention.get("expiresAt"), EXPIRES, "expires-at", "halt");
    }

    fn due(
        &mut self,
        rule: Rule,
        time: Cursor<'s>,
        words: &'static str,
        id: &'static str,
        on_failure: &'static str,
    ) {
        if !time.exists() {
            return;
        }
        let mark = self.b.mark();
        let slot = self.continuation_entry("preconditions");
        self.b.line(slot, "description", |line| {
            line.say(words).say(" ");
            // Only a time stands bare: the way back reads it.
            if time.as_str().is_some_and(|text| Timestamp::parse(text).is_ok()) {
                line.cite(rule, time);
            } else {
                line.quote(rule, time);
            }
        });
        let id = self.plan.ids.take(Id::fixed(id));
        self.b.make(zo::RETENTION_ID, slot, "id", Made::Id(id.clone()));
        self.b.make(zo::ON_FAILURE, slot, "on_failure", Made::Words(on_failure));
        self.concerns(mark, Some(&id));
    }
}
