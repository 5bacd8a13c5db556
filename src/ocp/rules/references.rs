//! Ids and references (OCP 4.1). A bad reference gives one finding: OCP-S002, else OCP-S003, else OCP-S007 or OCP-S009.

use super::super::facts::{Facts, is_one_of};
use super::super::members::{OPERATION, STATEMENT};
use crate::finding::{Code, Placed, placed};

/// OCP-S001: local ids are unique across the document (OCP 4.1).
pub(super) fn s001(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for (id, first) in &facts.repeated {
        let name = id.as_str().unwrap_or_default();
        out.push(
            placed(
                Code::OcpS001,
                *id,
                format!("the id `{name}` is already taken by {}", facts.pointer(*first)),
            )
            .expected("an id no other object of the document has")
            .found(format!("`{name}`")),
        );
    }
}

/// OCP-S002: every local reference resolves to a local object (OCP 4.1).
pub(super) fn s002(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for reference in &facts.references {
        if reference.target.is_none() {
            let name = reference.at.as_str().unwrap_or_default();
            out.push(
                placed(Code::OcpS002, reference.at, format!("no object of the document has the id `{name}`"))
                    .expected("the id of a local object")
                    .found(format!("`{name}`")),
            );
        }
    }
}

/// OCP-S003: every reference points to an allowed type (OCP 8.2).
pub(super) fn s003(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for reference in &facts.references {
        let (Some((_, kind)), kinds) = (reference.target, reference.kinds) else { continue };
        if !kinds.is_empty() && !kinds.contains(&kind) {
            let name = reference.at.as_str().unwrap_or_default();
            out.push(
                placed(Code::OcpS003, reference.at, format!("`{name}` leads to an object of the wrong type"))
                    .expected(format!("the id of a {}", kinds.join(", ")))
                    .found(format!("the id of a {kind}")),
            );
        }
    }
}

/// OCP-S004: `parent.id` differs from `id`.
pub(super) fn s004(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let (own, parent) = (facts.root.get("id"), facts.root.get("parent").get("id"));
    if let (Some(own), Some(name)) = (own.as_str(), parent.as_str())
        && own == name
    {
        out.push(
            placed(Code::OcpS004, parent, "the checkpoint names itself as its parent")
                .expected("the id of another checkpoint")
                .found("the id of this checkpoint"),
        );
    }
}

/// OCP-S007: `superseded_by` names a different statement of the same kind, or an observation that confirms a
/// hypothesis (OCP 6.5).
pub(super) fn s007(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for statement in facts.statements.items() {
        let reference = statement.get("superseded_by");
        let Some((successor, STATEMENT)) = facts.target(reference) else { continue };
        if successor.index() == statement.index() {
            out.push(
                placed(Code::OcpS007, reference, "the statement is superseded by itself")
                    .expected("the id of another statement"),
            );
            continue;
        }
        let (Some(old), Some(new)) = (statement.get("kind").as_str(), successor.get("kind").as_str()) else {
            continue;
        };
        if old != new && (old, new) != ("hypothesis", "observation") {
            let also = if old == "hypothesis" { ", or an observation that confirms it" } else { "" };
            out.push(
                placed(
                    Code::OcpS007,
                    reference,
                    format!("a statement of kind {old} cannot be superseded by one of kind {new}"),
                )
                .expected(format!("a statement of kind {old}{also}"))
                .found(format!("a statement of kind {new}")),
            );
        }
    }
}

/// OCP-S009: an `until` entry whose status is approved or rejected names an approval (OCP 6.8).
pub(super) fn s009(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for condition in facts.root.get("continuation").get("stop_conditions").items() {
        for entry in condition.get("until").items() {
            if !is_one_of(entry.get("status"), &["approved", "rejected"]) {
                continue;
            }
            let Some((operation, OPERATION)) = facts.target(entry.get("operation")) else { continue };
            let Some(kind) = operation.get("kind").as_str().filter(|kind| *kind != "approval") else {
                continue;
            };
            out.push(
                placed(Code::OcpS009, entry, "only an approval can become approved or rejected")
                    .expected("an operation of kind approval")
                    .found(format!("an operation of kind {kind}")),
            );
        }
    }
}
