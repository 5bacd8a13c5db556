//! Application context (OCP 6.7): drafts are told as risks, the rest is left out by declared rows.

use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::Id;
use crate::mapping::oz;

/// The longest draft that is quoted, in code points.
const SHORT: usize = 500;

impl<'s> Writer<'s, '_> {
    /// The drafts of `application_context`.
    pub(super) fn application_context(&mut self) {
        let mut number = 0;
        for entry in self.source.get("application_context").items() {
            for draft in entry.get("drafts").items() {
                number += 1;
                self.draft(draft, Id::numbered("draft", number));
            }
        }
    }

    fn draft(&mut self, draft: Cursor<'s>, derived: Id) {
        let (slot, claim) = self.item(self.lists.risks, draft, derived);
        let (content, content_ref) = (draft.get("content"), draft.get("content_ref"));
        let long = content.as_str().is_some_and(|t| t.chars().count() > SHORT);
        let holder = self.reference(content_ref);
        if long {
            self.b.omit(oz::DRAFT_LONG, content);
        }
        self.b.line(slot, "text", |line| {
            line.say("[draft, ").cite(oz::DRAFT_STATUS, draft.get("status")).say("]");
            let mut cites = Cites::after(line);
            if long {
                cites.own(|line| {
                    line.say("content left out, ").digest(content);
                });
            } else {
                cites.value("content ", oz::DRAFT_CONTENT, content);
            }
            cites.id("content in ", oz::DRAFT_CONTENT_REF, content_ref, &holder);
        });
        self.anchor(oz::OPERATION_ANCHOR, &claim, draft.get("target"), "target");
    }
}
