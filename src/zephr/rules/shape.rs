//! The members of a packet against the table. Two schemas come from it: what the text states, and everything.

use std::sync::LazyLock;

use super::super::members::PACKET;
use crate::finding::{Code, Placed, placed};
use crate::json::{Cursor, Tree};
use crate::shape::schema::{Scope, origin, schema};
use crate::shape::{Fault, Schema, Shape, What, describe};

static STATED: LazyLock<Option<Schema>> =
    LazyLock::new(|| Schema::new(&schema(&PACKET, "Zephr packet", Scope::Stated)).ok());
static FULL: LazyLock<Option<Schema>> = LazyLock::new(|| Schema::new(&super::super::packet_schema()).ok());

/// A packet of another major version: nothing else can be said of it (Zephr text, `formatVersion`).
pub(super) fn other_major_version(root: Cursor<'_>, out: &mut Vec<Placed>) -> bool {
    let version = root.get("formatVersion");
    let Some(number) = version.as_number().filter(|n| n.as_i64() != Some(1)) else { return false };
    let mut finding =
        placed(Code::Schema, version, "this version of the packet format is not supported").finding;
    finding = finding.expected("1").found(number.as_f64().to_string());
    finding.clause = "Zephr, `formatVersion`";
    finding.next_step = "use a tool that implements this version";
    out.push(Placed { node: version.index(), finding });
    true
}

/// `schema` for what the text states, `unknown_field` for a member beyond the closed top level, `profile_deviation` for
/// what only the profile pins.
pub(super) fn shape(tree: &Tree<'_>, limit: usize, out: &mut Vec<Placed>) {
    let (Some(stated), Some(full)) = (STATED.as_ref(), FULL.as_ref()) else { return };
    let all = full.check(tree, limit);
    if all.is_empty() {
        return;
    }
    let errors = stated.check(tree, limit);
    let is_error = |fault: &Fault| {
        errors.iter().any(|e| (e.node, e.what, &e.member) == (fault.node, fault.what, &fault.member))
    };
    let deviations = all.into_iter().filter(|fault| !is_error(fault));
    out.extend(deviations.map(|fault| fault.finding(tree, Code::ProfileDeviation)));
    for fault in errors {
        let top_level = tree.root().children().any(|c| c.index() == fault.node);
        let rule = origin(&PACKET, &fault.schema_path);
        let code = if fault.what == What::Undefined && top_level { Code::UnknownField } else { Code::Schema };
        let mut placed = fault.finding(tree, code);
        if let (Code::Schema, Some((shape, condition))) = (code, rule) {
            placed.finding.clause = condition.map_or(shape.clause, |c| c.clause);
        }
        out.push(placed);
    }
}

/// A member that the profile does not list: kept, and reported. Those of closed objects are errors already, those of
/// `content` are sections.
pub(super) fn undefined_member(at: Cursor<'_>, shape: &Shape) -> Option<Placed> {
    if shape.closed || shape.name == "content" {
        return None;
    }
    let names: Vec<&str> = shape.members.iter().map(|m| m.name).collect();
    let found = placed(Code::ProfileDeviation, at, "the profile does not list this member");
    Some(found.expected(names.join(", ")).found(describe(at)))
}
