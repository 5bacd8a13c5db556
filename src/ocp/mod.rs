//! Checkpoints: the member table and the rules of `OpenCheckpoint` 0.1.

pub mod continuing;
mod facts;
pub mod lineage;
pub mod members;
mod rules;

use std::sync::LazyLock;

use crate::finding::{Code, Placed};
use crate::json::Tree;
use crate::shape::schema::{Scope, origin, schema};
use crate::shape::{Schema, SchemaError, What};
use facts::Facts;
use members::CHECKPOINT;

/// The JSON Schema of a checkpoint, generated from the member table.
pub fn checkpoint_schema() -> serde_json::Value {
    schema(&CHECKPOINT, "OpenCheckpoint 0.1 checkpoint, as profile 1 reads it", Scope::Full)
}

static OWN: LazyLock<Result<Schema, SchemaError>> = LazyLock::new(|| Schema::new(&checkpoint_schema()));

/// Levels 1 and 2 (OpenCheckpoint 8.1): every finding on a checkpoint, in no particular order; at most `limit` of the
/// first. That level is asked of the schema, `own` when there is one; the built-in one need not run where the walk of level 2
/// has seen that the document is all its table asks for. With `lenient`, undefined members are warnings.
pub fn check(tree: &Tree<'_>, own: Option<&Schema>, lenient: bool, limit: usize) -> Vec<Placed> {
    let facts = Facts::of(tree.root());
    let mut out = match own {
        None if facts.conforms => Vec::new(),
        None => level_one(tree, OWN.as_ref(), true, lenient, limit),
        Some(own) => level_one(tree, Ok(own), false, lenient, limit),
    };
    rules::check(&facts, &mut out);
    out
}

/// Level 1 by a schema, which may be the one `built_in`.
fn level_one(
    tree: &Tree<'_>,
    schema: Result<&Schema, &SchemaError>,
    built_in: bool,
    lenient: bool,
    limit: usize,
) -> Vec<Placed> {
    let schema = match schema {
        Ok(schema) => schema,
        Err(error) => return vec![error.finding(tree)],
    };
    let placed = |fault: crate::shape::Fault| {
        let rule = if built_in { origin(&CHECKPOINT, &fault.schema_path) } else { None };
        let what = fault.what;
        let mut placed = fault.finding(tree, Code::Schema);
        if let Some((shape, condition)) = rule {
            placed.finding.clause = condition.map_or(shape.clause, |c| c.clause);
            if what == What::Undefined {
                let names: Vec<&str> = shape.members.iter().map(|m| m.name).collect();
                placed.finding.expected = Some(names.join(", "));
                placed.finding.clause = "OpenCheckpoint 6; members: profile 1, section 7 (pinned)";
                placed.finding.next_step =
                    "move the member into `extensions`, or read with --lenient or --schema";
            }
        }
        if lenient && what == What::Undefined {
            placed.finding = placed.finding.as_warning();
        }
        placed
    };
    schema.check(tree, limit).into_iter().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;
    use crate::json::{Limits, read};

    /// Nothing passes for the want of a schema.
    #[test]
    fn a_document_is_refused_when_its_schema_cannot_be_used() {
        let tree = read(b"{}", &Limits::default()).unwrap();
        let error = Schema::new(&serde_json::json!({ "type": 1 })).unwrap_err();
        let found = level_one(&tree, Err(&error), true, true, 1);
        let found: Vec<_> = found.iter().map(|p| (p.node, p.finding.code, p.finding.severity)).collect();
        assert_eq!(found, [(0, Code::SchemaUnusable, Severity::Error)]);
    }
}
