//! What the states of task, statements and operations ask of each other (OCP 6.2, 6.5, 6.6, 9.3).

use std::collections::HashSet;

use super::super::facts::{Facts, is_one_of};
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;

/// The statuses an operation never leaves (OCP 6.6).
pub(crate) const TERMINAL: &[&str] = &["completed", "cancelled", "rejected"];

/// OCP-S006: a completed task has no planned, awaiting or uncertain operations (OCP 6.2).
pub(super) fn s006(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    if facts.root.get("task").get("status").as_str() != Some("completed") {
        return;
    }
    for operation in facts.operations.items() {
        let status = operation.get("status");
        if is_one_of(status, &["planned", "awaiting", "uncertain"]) {
            out.push(
                placed(Code::OcpS006, status, "the task is completed, but this operation is not")
                    .expected("an operation that is over")
                    .found(status.as_str().unwrap_or_default()),
            );
        }
    }
}

/// OCP-W001: a blocked task names what blocks it, in a next step's `blocked_by` or as an awaiting operation (OCP 6.2).
pub(super) fn w001(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let status = facts.root.get("task").get("status");
    if status.as_str() != Some("blocked") {
        return;
    }
    let mut steps = facts.root.get("progress").get("next").items();
    let mut operations = facts.operations.items();
    if !steps.any(|step| step.get("blocked_by").items().next().is_some())
        && !operations.any(|operation| operation.get("status").as_str() == Some("awaiting"))
    {
        out.push(
            placed(Code::OcpW001, status, "the task is blocked, and nothing says by what")
                .expected("a next step with `blocked_by`, or an operation that is awaited"),
        );
    }
}

/// OCP-W002: an observation whose origin is an agent cites evidence (OCP 6.5).
pub(super) fn w002(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for statement in facts.statements.items() {
        if statement.get("kind").as_str() == Some("observation")
            && statement.get("origin").get("type").as_str() == Some("agent")
            && statement.get("evidence").items().next().is_none()
        {
            out.push(
                placed(Code::OcpW002, statement, "an agent observed this without citing evidence")
                    .expected("`evidence` with at least one resource"),
            );
        }
    }
}

/// OCP-W004: in a forked checkpoint every action that can still have an effect is referenced by a stop condition
/// (OCP 9.3).
pub(super) fn w004(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    if facts.derivation.get("method").as_str() != Some("forked") {
        return;
    }
    for operation in open_actions(facts.root) {
        out.push(
            placed(Code::OcpW004, operation, "the fork leaves this action open to be done a second time")
                .expected("a stop condition that references it"),
        );
    }
}

/// The live actions of a checkpoint that no stop condition references.
pub(crate) fn open_actions(root: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut stopped = HashSet::new();
    for condition in root.get("continuation").get("stop_conditions").items() {
        for member in ["refs", "applies_to"] {
            stopped.extend(condition.get(member).items().filter_map(Cursor::as_str));
        }
    }
    let open =
        |o: &Cursor<'_>| is_live_action(*o) && !o.get("id").as_str().is_some_and(|id| stopped.contains(id));
    root.get("operations").items().filter(open).collect()
}

/// Whether an operation is an action that is not over and whose repetition can matter (OCP 6.6: an absent effect is
/// read as `non_idempotent`).
pub(crate) fn is_live_action(operation: Cursor<'_>) -> bool {
    operation.get("kind").as_str() == Some("action")
        && !is_one_of(operation.get("status"), TERMINAL)
        && operation.get("effect").as_str() != Some("none")
}
