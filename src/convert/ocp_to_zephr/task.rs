//! The task (OCP 6.2): the objective is the capsule's; the rest is told.

use super::super::wording;
use super::Writer;
use crate::ledger::Id;
use crate::mapping::oz;

impl Writer<'_, '_> {
    /// `task` but its scope.
    pub(super) fn task(&mut self) {
        let task = self.source.get("task");
        self.b.text(oz::OBJECTIVE, self.capsule, "objective", task.get("objective"));
        self.status();
        let outcome = task.get("outcome");
        if outcome.exists() {
            let (slot, _) = self.belief(outcome, Id::fixed("outcome"));
            self.unreviewed(slot);
            self.b.line(slot, "content", |line| {
                line.say(wording::DESIRED_OUTCOME).then(oz::OUTCOME, outcome);
            });
        }
        for (criterion, number) in task.get("success_criteria").items().zip(1..) {
            let (slot, claim) = self.belief(criterion, Id::numbered("criterion", number));
            self.unreviewed(slot);
            self.b.line(slot, "content", |line| {
                line.say("[success criterion, ").cite(oz::CRITERION_STATE, criterion.get("state")).say("]");
                line.then(oz::CRITERION, criterion.get("description"));
            });
            self.evidence(&claim, criterion.get("evidence"));
        }
    }

    /// The status as a limitation, and as a risk too when the task stands still.
    fn status(&mut self) {
        let status = self.source.get("task").get("status");
        if !status.exists() {
            return;
        }
        let still = matches!(status.as_str(), Some("blocked" | "awaiting_input" | "paused"));
        let risks = still.then_some(self.lists.risks);
        let rule = if still { oz::TASK_STATUS_STILL } else { oz::TASK_STATUS };
        for list in [self.lists.limitations].into_iter().chain(risks) {
            let (slot, _) = self.item(list, status, Id::fixed("task-status"));
            self.b.line(slot, "text", |line| {
                line.say("[task status: ").cite(rule, status).say("]");
            });
        }
    }

    /// `task.scope`, as constraints.
    pub(super) fn scope(&mut self) {
        let scope = self.source.get("task").get("scope");
        for (list, stem, words, rule) in [
            ("includes", "scope-in", wording::IN_SCOPE, oz::SCOPE_IN),
            ("excludes", "scope-out", wording::OUT_OF_SCOPE, oz::SCOPE_OUT),
        ] {
            for (text, number) in scope.get(list).items().zip(1..) {
                let (slot, _) = self.item(self.lists.constraints, text, Id::numbered(stem, number));
                self.b.line(slot, "text", |line| {
                    line.say(words).then(rule, text);
                });
            }
        }
    }
}
