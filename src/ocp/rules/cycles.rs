//! Cycles among references that only make sense without (profile 1, section 8).

use std::collections::HashMap;

use super::super::facts::Facts;
use super::super::members::{OPERATION, STATEMENT};
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;
use crate::shape::Local;

/// `depends_on` and `superseded_by` lead back to where they started. One finding for each reference that closes a
/// cycle in document order; a statement superseded by itself is OCP-S007.
pub(super) fn reference_cycle(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let operations = facts.root.get("operations");
    for at in closing(facts, operations, OPERATION, |o| o.get("depends_on").items().collect()) {
        out.push(placed(Code::ReferenceCycle, at, "operations depend on each other in a circle"));
    }
    let statements = facts.root.get("statements");
    for at in closing(facts, statements, STATEMENT, |s| vec![s.get("superseded_by")]) {
        if facts.target(at).is_some_and(|(target, _)| target.get("superseded_by").index() != at.index()) {
            out.push(placed(Code::ReferenceCycle, at, "statements supersede each other in a circle"));
        }
    }
}

/// A depth-first walk over the objects of `list`; the references that lead to an object still being walked.
fn closing<'t>(
    facts: &Facts<'t>,
    list: Cursor<'t>,
    kind: Local,
    references: impl Fn(Cursor<'t>) -> Vec<Cursor<'t>>,
) -> Vec<Cursor<'t>> {
    let mut found = Vec::new();
    // Whether the walk of an object has ended, by its index.
    let mut ended: HashMap<u32, bool> = HashMap::new();
    for start in list.items() {
        if ended.contains_key(&start.index()) {
            continue;
        }
        ended.insert(start.index(), false);
        let mut open = vec![(start, references(start).into_iter())];
        while let Some((object, rest)) = open.last_mut() {
            let Some(reference) = rest.next() else {
                ended.insert(object.index(), true);
                open.pop();
                continue;
            };
            let Some((target, _)) = facts.target(reference).filter(|(_, k)| *k == kind) else { continue };
            match ended.get(&target.index()) {
                Some(true) => {}
                Some(false) => found.push(reference),
                None => {
                    ended.insert(target.index(), false);
                    open.push((target, references(target).into_iter()));
                }
            }
        }
    }
    found
}
