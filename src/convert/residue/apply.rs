//! Applying a patch that anybody may have written: only what residues are made of, in bounded time and memory.
//!
//! No operation copies, so that nothing grows; moves stay in their array, so that nothing nests deeper; `test` says
//! nothing that a digest does not say better.

use json_patch::{PatchOperation, patch_unsafe};
use serde_json::Value;

use super::value;
use crate::finding::{Code, Finding};
use crate::json::{Cursor, Limits, Tree, read};

/// Longest path of an operation, in tokens: no document nests deeper.
const TOKENS: usize = 130;
/// Nesting of a patch as text: that of a document, in an operation, in the list.
const DEPTH: usize = 132;
/// Elements that all operations on arrays may push aside.
const SHIFTS: usize = 1 << 30;

/// Makes of `base` what the patch says.
///
/// # Errors
/// `residue_malformed`, `residue_patch_failed`, `residue_cost`.
pub(super) fn apply(mut base: Value, patch: Cursor<'_>) -> Result<Value, Box<Finding>> {
    let text = as_text(patch)?;
    let patch = text.as_ref().map_or(patch, Tree::root);
    let mut shifts = 0_usize;
    for (operation, written) in operations(patch)?.into_iter().zip(patch.items()) {
        shifts = shifts.saturating_add(shifted(&base, &operation));
        if shifts > SHIFTS {
            let message = "the operations of the residue would take too long";
            return Err(Box::new(Finding::new(Code::ResidueCost, super::POINTER, message)));
        }
        let path = operation.path().to_string();
        // Without an undo log: on failure the whole value is thrown away.
        patch_unsafe(&mut base, &[operation]).map_err(|error| {
            let message = "an operation of the residue does not fit the converted document";
            let finding = Finding::new(Code::ResiduePatchFailed, super::POINTER, message);
            Box::new(finding.found(error.to_string()))
        })?;
        let new = written.get("value");
        if new.exists()
            && let Some(place) = placed(&mut base, &path)
        {
            *place = value::from_tree(new);
        }
    }
    Ok(base)
}

/// The place that an operation has just given a value.
fn placed<'v>(base: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    match path.strip_suffix("/-") {
        Some(array) if base.pointer(array).is_some_and(Value::is_array) => {
            base.pointer_mut(array)?.as_array_mut()?.last_mut()
        }
        _ => base.pointer_mut(path),
    }
}

/// The paths of a patch, as far as it is one: what could not be restored.
pub(super) fn paths(patch: Cursor<'_>) -> Vec<String> {
    let Ok(text) = as_text(patch) else { return Vec::new() };
    let operations = operations(text.as_ref().map_or(patch, Tree::root)).unwrap_or_default();
    operations.iter().map(|operation| operation.path().to_string()).collect()
}

/// The patch that is written as text, if it is.
fn as_text(patch: Cursor<'_>) -> Result<Option<Tree<'_>>, Box<Finding>> {
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let text = patch.as_str().map(|text| read(text.as_bytes(), &limits)).transpose();
    text.map_err(|_| malformed("the patch is no JSON"))
}

/// The operations with nothing in the place of their values, which are long and would be copied on the way.
fn operations(patch: Cursor<'_>) -> Result<Vec<PatchOperation>, Box<Finding>> {
    if !patch.is_array() {
        return Err(malformed("the patch is no list of operations"));
    }
    if !patch.items().all(is_closed) {
        return Err(malformed("an operation is none of those that residues are made of"));
    }
    let plain = |operation: Cursor<'_>| {
        let member = |c: Cursor<'_>| {
            let name = c.name().unwrap_or_default();
            (name.to_owned(), if name == "value" { Value::Null } else { value::from_tree(c) })
        };
        serde_json::from_value(Value::Object(operation.children().map(member).collect()))
    };
    let operations: Result<Vec<PatchOperation>, _> = patch.items().map(plain).collect();
    let operations = operations.map_err(|_| malformed("an operation does not have the form of RFC 6902"))?;
    if !operations.iter().all(is_plain) {
        return Err(malformed("an operation is none of those that residues are made of"));
    }
    Ok(operations)
}

/// An operation has the members of its kind and no others.
fn is_closed(operation: Cursor<'_>) -> bool {
    let members: &[&str] = match operation.get("op").as_str() {
        Some("add" | "replace") => &["op", "path", "value"],
        Some("move") => &["op", "path", "from"],
        Some("remove") => &["op", "path"],
        _ => return false,
    };
    operation.children().all(|member| members.contains(&member.name().unwrap_or_default()))
}

fn is_plain(operation: &PatchOperation) -> bool {
    let within = |path: &json_patch::jsonptr::Pointer| path.count() <= TOKENS;
    let within_one_array = match operation {
        PatchOperation::Move(m) => m.from.parent() == m.path.parent() && m.from.parent().is_some(),
        _ => true,
    };
    within(operation.path()) && within_one_array
}

/// How many elements of an array an operation pushes aside at most.
fn shifted(base: &Value, operation: &PatchOperation) -> usize {
    let parent = operation.path().parent().and_then(|parent| base.pointer(parent.as_str()));
    parent.and_then(Value::as_array).map_or(0, Vec::len)
}

fn malformed(message: &str) -> Box<Finding> {
    Box::new(Finding::new(Code::ResidueMalformed, super::POINTER, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};
    use serde_json::json;

    fn outcome(base: &Value, patch: &Value) -> Result<Value, &'static str> {
        let text = patch.to_string();
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        apply(base.clone(), tree.root()).map_err(|finding| finding.code.as_str())
    }

    #[test]
    fn a_patch_does_what_rfc_6902_says() {
        let base = json!({"a": [1, 2, 3], "b": {"c": 1}});
        let patch = json!([
            {"op": "remove", "path": "/a/0"}, {"op": "add", "path": "/a/1", "value": "x"},
            {"op": "move", "from": "/a/2", "path": "/a/0"}, {"op": "replace", "path": "/b/c", "value": [null]},
            {"op": "add", "path": "/a~1b", "value": {}}
        ]);
        let wanted = json!({"a": [3, 2, "x"], "b": {"c": [null]}, "a/b": {}});
        assert_eq!(outcome(&base, &patch), Ok(wanted.clone()));
        assert_eq!(outcome(&base, &patch.to_string().into()), Ok(wanted), "as text");
    }

    #[test]
    fn what_no_residue_holds_is_malformed() {
        let base = json!({"a": [1, 2], "b": [3], "c": {}});
        let deep = "/a".repeat(131);
        for patch in [
            json!({}),
            json!("["),
            json!(1),
            json!([1]),
            json!([{"op": "copy", "from": "/a", "path": "/b"}]),
            json!([{"op": "test", "path": "/a/0", "value": 1}]),
            json!([{"op": "move", "from": "/a/0", "path": "/b/0"}]),
            json!([{"op": "move", "from": "", "path": ""}]),
            json!([{"op": "add", "path": "/c/x"}]),
            json!([{"op": "add", "path": "c/x", "value": 1}]),
            json!([{"op": "add", "path": "/c/x", "value": 1, "from": "/a"}]),
            json!([{"op": "remove", "path": "/a/0", "value": 1}]),
            json!([{"op": "Add", "path": "/c/x", "value": 1}]),
            json!([{"op": "add", "path": deep, "value": 1}]),
        ] {
            assert_eq!(outcome(&base, &patch), Err("residue_malformed"), "{patch}");
        }
    }

    #[test]
    fn operations_that_lead_nowhere_fail() {
        let base = json!({"a": [1, 2], "c": {}});
        for patch in [
            json!([{"op": "remove", "path": "/c/x"}]),
            json!([{"op": "replace", "path": "/c/x", "value": 1}]),
            json!([{"op": "add", "path": "/x/y", "value": 1}]),
            json!([{"op": "add", "path": "/a/3", "value": 1}]),
            json!([{"op": "remove", "path": "/a/00"}]),
            json!([{"op": "move", "from": "/a/2", "path": "/a/0"}]),
        ] {
            assert_eq!(outcome(&base, &patch), Err("residue_patch_failed"), "{patch}");
        }
    }

    /// Every operation of this patch pushes 30,000 elements aside.
    #[test]
    fn a_patch_that_takes_too_long_is_not_applied_to_its_end() {
        let base = json!({ "a": vec![0; 30_000] });
        let pair =
            [json!({"op": "add", "path": "/a/0", "value": 1}), json!({"op": "remove", "path": "/a/0"})];
        let patch: Value = std::iter::repeat_n(pair, 20_000).flatten().collect();
        assert_eq!(outcome(&base, &patch), Err("residue_cost"));
    }
}
