//! Cycles among references that only make sense without (profile 1, section 8).

use std::iter::once;

use super::super::facts::Facts;
use super::super::members::{OPERATION, STATEMENT};
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;
use crate::shape::Local;

/// `depends_on` and `superseded_by` lead back to where they started. One finding for each reference that closes a
/// cycle in document order; a statement superseded by itself is OCP-S007.
pub(super) fn reference_cycle(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for at in closing(facts, facts.operations, OPERATION, |o| o.get("depends_on").items()) {
        out.push(placed(Code::ReferenceCycle, at, "operations depend on each other in a circle"));
    }
    for at in closing(facts, facts.statements, STATEMENT, |s| once(s.get("superseded_by"))) {
        if facts.target(at).is_some_and(|(target, _)| target.get("superseded_by").index() != at.index()) {
            out.push(placed(Code::ReferenceCycle, at, "statements supersede each other in a circle"));
        }
    }
}

/// A depth-first walk over the objects of `list`; the references that lead to an object still being walked.
fn closing<'t, R: Iterator<Item = Cursor<'t>>>(
    facts: &Facts<'t>,
    list: Cursor<'t>,
    kind: Local,
    references: impl Fn(Cursor<'t>) -> R,
) -> Vec<Cursor<'t>> {
    let mut found = Vec::new();
    let mut starts = list.items().filter(|o| references(*o).any(Cursor::exists)).peekable();
    if starts.peek().is_none() {
        return found;
    }
    // Of each place of the document whether its walk has ended; nothing before it has begun.
    let mut ended: Vec<Option<bool>> = vec![None; list.tree().len()];
    let mut mark = |at: Cursor<'t>, end: Option<bool>| {
        let state = ended.get_mut(at.index() as usize)?;
        let before = *state;
        *state = end.or(before);
        before
    };
    for start in starts {
        if mark(start, None).is_some() {
            continue;
        }
        mark(start, Some(false));
        let mut open = vec![(start, references(start))];
        while let Some((object, rest)) = open.last_mut() {
            let Some(reference) = rest.next() else {
                mark(*object, Some(true));
                open.pop();
                continue;
            };
            let Some((target, _)) = facts.target(reference).filter(|(_, k)| *k == kind) else { continue };
            match mark(target, None) {
                Some(true) => {}
                Some(false) => found.push(reference),
                None => {
                    mark(target, Some(false));
                    open.push((target, references(target)));
                }
            }
        }
    }
    found
}
