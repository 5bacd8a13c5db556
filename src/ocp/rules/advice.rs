//! This tool's own warnings, where the text has a MUST without a code or an open list. The document stays valid
//! (profile 1, section 7).

use super::super::facts::Facts;
use crate::finding::{Code, Placed, placed};

/// A resource kind that the text does not list (OCP 6.4).
pub(super) fn resource_kind_unlisted(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for (at, words) in &facts.open_words {
        if let Some(word) = at.as_str().filter(|word| !words.contains(word)) {
            out.push(
                placed(Code::ResourceKindUnlisted, *at, "the text does not list this kind of resource")
                    .expected(words.join(", "))
                    .found(word),
            );
        }
    }
}

/// A fork names what it forks in `parent` and in `derivation.inputs` (OCP 9.3).
pub(super) fn fork_unrecorded(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let derivation = facts.derivation;
    let method = derivation.get("method");
    if method.as_str() != Some("forked") {
        return;
    }
    let parent = facts.root.get("parent").get("id");
    let Some(parent) = parent.as_str() else {
        out.push(
            placed(Code::ForkUnrecorded, method, "a fork without a parent")
                .expected("`parent` with the id of the forked checkpoint"),
        );
        return;
    };
    if !derivation.get("inputs").items().any(|input| input.get("id").as_str() == Some(parent)) {
        out.push(
            placed(Code::ForkUnrecorded, method, "the inputs of the fork lack its parent")
                .expected(format!("an input with the id `{parent}`")),
        );
    }
}

/// A compaction records what it dropped and what it condensed, and names its parent (OCP 6.9, 9.2).
pub(super) fn compaction_unrecorded(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let derivation = facts.derivation;
    let method = derivation.get("method");
    if method.as_str() != Some("compacted") {
        return;
    }
    let mut lacking: Vec<&str> = ["omissions", "transformations"]
        .into_iter()
        .filter(|member| derivation.get(member).items().next().is_none())
        .collect();
    if !facts.root.get("parent").exists() {
        lacking.push("parent");
    }
    if !lacking.is_empty() {
        out.push(
            placed(
                Code::CompactionUnrecorded,
                method,
                "a compacted checkpoint does not say from what, or what was lost",
            )
            .expected(lacking.join(", ")),
        );
    }
}

/// An uncertain operation records its effect (OCP 9.1). Without one it is read as `non_idempotent`.
pub(super) fn uncertain_without_effect(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for operation in facts.operations.items() {
        if operation.get("status").as_str() == Some("uncertain") && !operation.get("effect").exists() {
            out.push(
                placed(
                    Code::UncertainWithoutEffect,
                    operation,
                    "an uncertain operation does not say what repeating it does",
                )
                .expected("`effect`"),
            );
        }
    }
}
