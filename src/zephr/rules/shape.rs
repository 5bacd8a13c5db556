//! The members of a packet against the table. Two schemas come from it: what the text states, and everything.

use std::sync::LazyLock;

use super::super::members::PACKET;
use crate::finding::{Code, Placed, placed};
use crate::json::{Cursor, Tree};
use crate::shape::schema::{Scope, origin, schema};
use crate::shape::{Fault, Schema, SchemaError, Shape, What, describe};

type Compiled = Result<Schema, SchemaError>;
static STATED: LazyLock<Compiled> =
    LazyLock::new(|| Schema::new(&schema(&PACKET, "Zephr packet", Scope::Stated)));
static FULL: LazyLock<Compiled> = LazyLock::new(|| Schema::new(&super::super::packet_schema()));

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
    by(&STATED, &FULL, tree, limit, out);
}

fn by(stated: &Compiled, full: &Compiled, tree: &Tree<'_>, limit: usize, out: &mut Vec<Placed>) {
    let (stated, full) = match (stated, full) {
        (Ok(stated), Ok(full)) => (stated, full),
        (Err(error), _) | (_, Err(error)) => return out.push(error.finding(tree)),
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    /// Nothing passes for the want of a schema.
    #[test]
    fn a_packet_is_refused_when_a_schema_cannot_be_used() {
        let tree = read(b"{}", &Limits::default()).unwrap();
        let any = || Schema::new(&serde_json::json!(true));
        let none = || Schema::new(&serde_json::json!({ "type": 1 }));
        for (stated, full, expected) in [(none(), any(), 1), (any(), none(), 1), (any(), any(), 0)] {
            let mut out = Vec::new();
            by(&stated, &full, &tree, 10, &mut out);
            assert_eq!(out.len(), expected);
            assert!(out.iter().all(|placed| placed.finding.code == Code::SchemaUnusable));
        }
    }
}
