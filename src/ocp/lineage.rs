//! Lineage (OCP 8.2, second table): what a checkpoint owes the one it derives from, when both are at hand.

use std::collections::HashMap;

use super::facts::{instant, is_one_of};
use super::rules::{TERMINAL, is_live_action, open_actions};
use crate::crypto::digest::sha256_hex;
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;

/// A checkpoint's parent: its tree, and the bytes it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'t> {
    /// The parent's tree.
    pub root: Cursor<'t>,
    /// The exact bytes of its file.
    pub bytes: &'t [u8],
}

/// Every finding on `child` that takes its parent to see; places are those of the child.
pub fn check(child: Cursor<'_>, parent: &Parent<'_>) -> Vec<Placed> {
    let mut out = Vec::new();
    t002(child, parent.root, &mut out);
    // With another document than the parent, nothing else can be compared.
    if out.iter().any(|p| p.finding.code == Code::OcpT002 && p.node != child.get("created_at").index()) {
        return out;
    }
    t001(child, parent.root, &mut out);
    parent_digest_mismatch(child, parent, &mut out);
    statement_rewritten(child, parent.root, &mut out);
    fork_change_unrecorded(child, parent.root, &mut out);
    out
}

fn by_id(list: Cursor<'_>) -> HashMap<&str, Cursor<'_>> {
    list.items().filter_map(|object| Some((object.get("id").as_str()?, object))).collect()
}

/// OCP-T001: an operation that is over in the parent has the same status in the child, if present (OCP 6.6).
fn t001(child: Cursor<'_>, parent: Cursor<'_>, out: &mut Vec<Placed>) {
    let before = by_id(parent.get("operations"));
    for operation in child.get("operations").items() {
        let Some(old) = operation.get("id").as_str().and_then(|id| before.get(id)) else { continue };
        let (was, is) = (old.get("status"), operation.get("status"));
        if is_one_of(was, TERMINAL) && was.as_str() != is.as_str() {
            let place = if is.exists() { is } else { operation };
            out.push(
                placed(
                    Code::OcpT001,
                    place,
                    "the operation was over in the parent and has another status here",
                )
                .expected(was.as_str().unwrap_or_default())
                .found(is.as_str().unwrap_or("no status")),
            );
        }
    }
}

/// OCP-T002: `parent.id` names the parent, and `created_at` is not earlier than the parent's.
fn t002(child: Cursor<'_>, parent: Cursor<'_>, out: &mut Vec<Placed>) {
    let named = child.get("parent").get("id");
    if named.as_str().is_none() || named.as_str() != parent.get("id").as_str() {
        let place = if named.exists() { named } else { child };
        out.push(
            placed(Code::OcpT002, place, "the checkpoint does not name this parent")
                .expected(parent.get("id").as_str().unwrap_or_default())
                .found(named.as_str().unwrap_or("no parent")),
        );
    }
    let created = child.get("created_at");
    if let (Some(own), Some(earliest)) = (instant(created), instant(parent.get("created_at")))
        && own < earliest
    {
        out.push(
            placed(Code::OcpT002, created, "the checkpoint is older than its parent")
                .expected(format!("{} or later", earliest.text()))
                .found(own.text()),
        );
    }
}

/// `parent.digest` is the digest of the parent's exact bytes (OCP 6, 10.6). Algorithms other than SHA-256 are not
/// recomputed (profile 1, section 7).
fn parent_digest_mismatch(child: Cursor<'_>, parent: &Parent<'_>, out: &mut Vec<Placed>) {
    let digest = child.get("parent").get("digest");
    let written = match digest.as_str() {
        Some(text) => text.strip_prefix("sha-256:"),
        None if digest.get("algorithm").as_str() == Some("sha-256") => digest.get("value").as_str(),
        None => None,
    };
    let Some(written) = written else { return };
    let actual = sha256_hex(parent.bytes);
    if written != actual {
        out.push(
            placed(Code::ParentDigestMismatch, digest, "the parent's bytes have another digest")
                .expected(actual)
                .found(written),
        );
    }
}

/// A statement keeps its kind under its id (OCP 6.5); a fork leaves the parent's statements as they were (OCP 9.3).
fn statement_rewritten(child: Cursor<'_>, parent: Cursor<'_>, out: &mut Vec<Placed>) {
    let forked = child.get("derivation").get("method").as_str() == Some("forked");
    let before = by_id(parent.get("statements"));
    for statement in child.get("statements").items() {
        let Some(old) = statement.get("id").as_str().and_then(|id| before.get(id)) else { continue };
        let members: &[&str] = if forked { &["kind", "text", "origin"] } else { &["kind"] };
        for member in members {
            let (was, is) = (old.get(member), statement.get(member));
            if is.exists() && !was.same_value(is) {
                let message = format!("the statement has another {member} than in the parent");
                out.push(placed(Code::StatementRewritten, is, message));
            }
        }
    }
}

/// A fork records what it changed, and each live action it left out (OCP 9.3).
fn fork_change_unrecorded(child: Cursor<'_>, parent: Cursor<'_>, out: &mut Vec<Placed>) {
    let derivation = child.get("derivation");
    let method = derivation.get("method");
    if method.as_str() != Some("forked") {
        return;
    }
    let empty = |member| derivation.get(member).items().next().is_none();
    let parts =
        ["task", "progress", "statements", "resources", "application_context", "operations", "continuation"];
    if empty("transformations") && parts.iter().any(|part| !child.get(part).same_value(parent.get(part))) {
        out.push(
            placed(
                Code::ForkChangeUnrecorded,
                method,
                "the fork differs from its parent and does not say in what",
            )
            .expected("`derivation.transformations`"),
        );
    }
    let kept = by_id(child.get("operations"));
    let gone = |operation: &Cursor<'_>| !operation.get("id").as_str().is_some_and(|id| kept.contains_key(id));
    if empty("omissions") && parent.get("operations").items().any(|o| is_live_action(o) && gone(&o)) {
        out.push(
            placed(
                Code::ForkChangeUnrecorded,
                method,
                "the fork leaves out an action that is not over and does not say so",
            )
            .expected("`derivation.omissions`"),
        );
    }
}

/// Sibling forks: each action that is not over can be acted on in one of them at most (OCP 9.3). The findings are about
/// the forks after the first in which an action is open, with the position of the fork in `forks`.
pub fn fork_action_shared(forks: &[Cursor<'_>]) -> Vec<(usize, Placed)> {
    let mut open: HashMap<(&str, &str), usize> = HashMap::new();
    let mut out = Vec::new();
    for (number, fork) in forks.iter().enumerate() {
        let (method, parent) = (fork.get("derivation").get("method"), fork.get("parent").get("id"));
        let (Some("forked"), Some(parent)) = (method.as_str(), parent.as_str()) else { continue };
        for operation in open_actions(*fork) {
            let Some(id) = operation.get("id").as_str() else { continue };
            if open.insert((parent, id), number).is_some() {
                let message = "the same action is left open in another fork of the same checkpoint";
                out.push((number, placed(Code::ForkActionShared, operation, message)));
            }
        }
    }
    out
}
