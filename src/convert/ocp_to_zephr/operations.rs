//! Operations (OCP 6.6). A destination must not run one on the strength of a document (OCP 10.3), so it becomes a line:
//! a next action only when it has no effect and has not begun, else a risk, or a record when it is over (I6, I7).

use super::super::wording::NOT_RECORDED;
use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::{Id, Line};
use crate::mapping::{Rule, oz};

/// What becomes of an operation, said in the line after its tag.
const NOT_BY_PACKET: &str = "not to be run on the strength of this packet";
const RECORD_ONLY: &str = "recorded at source, verify in the system of record";

impl Writer<'_, '_> {
    /// Whether the operation is over, or an approval that was decided.
    pub(super) fn is_record(operation: Cursor<'_>) -> bool {
        matches!(operation.get("status").as_str(), Some("completed" | "cancelled" | "approved" | "rejected"))
    }

    /// `operations`.
    pub(super) fn operations(&mut self) {
        for (operation, number) in self.source.get("operations").items().zip(1..) {
            let derived = Id::numbered("operation", number);
            let record = Self::is_record(operation);
            let (slot, claim, member) = if record {
                let (slot, claim) = self.belief(operation, derived);
                self.unreviewed(slot);
                (slot, claim, "content")
            } else {
                let to_do = self.may_be_done(operation);
                let list = if to_do { self.lists.next_actions } else { self.lists.risks };
                let (slot, claim) = self.item(list, operation, derived);
                (slot, claim, "text")
            };
            let depends = self.named(operation.get("depends_on"));
            // A decision on record is no permission, also where the operation is not over (I6).
            let decided = operation.get("approval").exists();
            let cautions = [
                (!record && !self.may_be_done(operation)).then_some(NOT_BY_PACKET),
                (record || decided).then_some(RECORD_ONLY),
            ];
            self.b.line(slot, member, |line| {
                tag(line, operation);
                let text = operation.get("description");
                let mut cites = Cites::after(line);
                for caution in cautions.into_iter().flatten() {
                    cites.own(|line| {
                        line.say(caution);
                    });
                }
                // A line of an earlier conversion that says all this already stands alone.
                if !decided && !has_details(operation) && cites.open(text) {
                    cites.replace(oz::OPERATION, text);
                    return;
                }
                details(&mut cites, operation);
                for (reference, id) in &depends {
                    cites.id("depends on ", oz::OPERATION_DEPENDS_ON, *reference, id);
                }
                cites.text(oz::OPERATION, text);
            });
            self.anchor(oz::OPERATION_ANCHOR, &claim, operation.get("target"), "target");
            self.anchor(oz::OPERATION_ANCHOR, &claim, operation.get("record"), "record");
            for evidence in operation.get("approval").get("evidence").items() {
                self.anchor(oz::OPERATION_ANCHOR, &claim, evidence, "approval");
            }
        }
    }
}

/// `[operation: KIND, STATUS; effect E; resume R]`
fn tag<'s>(line: &mut Line<'s>, operation: Cursor<'s>) {
    let mut word = |before: &'static str, rule: Rule, member: &str| {
        let leaf = operation.get(member);
        line.say(before);
        if leaf.exists() {
            line.cite(rule, leaf);
        } else {
            line.say(NOT_RECORDED);
        }
    };
    word("[operation: ", oz::OPERATION_KIND, "kind");
    word(", ", oz::OPERATION_STATUS, "status");
    word("; effect ", oz::OPERATION_EFFECT, "effect");
    word("; resume ", oz::OPERATION_RESUME, "resume");
    line.say("]");
}

/// Whether there is more to tell than the tag and the description.
fn has_details(operation: Cursor<'_>) -> bool {
    let told = ["call", "idempotency_key", "requested_at", "last_attempt_at", "expires_at"];
    told.iter().any(|name| operation.get(name).exists()) || !operation.get("depends_on").is_empty()
}

fn details<'s>(cites: &mut Cites<'_, 's>, operation: Cursor<'s>) {
    let approval = operation.get("approval");
    cites.value("tool ", oz::OPERATION_TOOL, operation.get("call").get("tool"));
    cites.value("idempotency key ", oz::OPERATION_KEY, operation.get("idempotency_key"));
    cites.value("requested at ", oz::OPERATION_REQUESTED_AT, operation.get("requested_at"));
    cites.value("last attempt at ", oz::OPERATION_LAST_ATTEMPT_AT, operation.get("last_attempt_at"));
    cites.value("expires at ", oz::OPERATION_EXPIRES_AT, operation.get("expires_at"));
    cites.value("decided by ", oz::APPROVAL_DECIDED_BY, approval.get("decided_by"));
    cites.value("decided at ", oz::APPROVAL_DECIDED_AT, approval.get("decided_at"));
    cites.value("approval expires at ", oz::APPROVAL_EXPIRES_AT, approval.get("expires_at"));
    cites.value("scope ", oz::APPROVAL_SCOPE, approval.get("scope"));
}
