//! The patch between two documents (RFC 6902), as small as a walk through both makes it. Arrays are lined up by the ids
//! and contents of their elements, so that one element more or less is one operation and not a new array.
//!
//! `json-patch` compares arrays place by place, and would write everything anew behind such an element.

use serde_json::Value;

use super::{array, value};
use crate::json::{BuildError, Tree, TreeBuilder, escape_token};

/// One operation of a patch.
#[derive(Clone, Debug)]
pub(super) enum Operation<'v> {
    Add(String, &'v Value),
    Remove(String),
    Replace(String, &'v Value),
    /// Within one array: from, to.
    Move(String, String),
}

impl Operation<'_> {
    /// Bytes of the operation in a document, near enough to choose by.
    fn size(&self) -> usize {
        match self {
            Self::Add(path, value) => 32 + path.len() + size(value),
            Self::Remove(path) => 25 + path.len(),
            Self::Replace(path, value) => 36 + path.len() + size(value),
            Self::Move(from, path) => 33 + from.len() + path.len(),
        }
    }
}

/// Bytes of a value in a document, near enough to choose by.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 5,
        Value::String(text) => text.len() + 3,
        Value::Array(items) => 2 + items.iter().map(|item| 1 + size(item)).sum::<usize>(),
        Value::Object(members) => {
            2 + members.iter().map(|(name, member)| name.len() + 4 + size(member)).sum::<usize>()
        }
    }
}

/// A way from one value to another.
#[derive(Debug, Default)]
pub(super) struct Way<'v> {
    pub(super) operations: Vec<Operation<'v>>,
    /// What it takes in bytes.
    pub(super) size: usize,
}

impl<'v> Way<'v> {
    pub(super) fn push(&mut self, operation: Operation<'v>) {
        self.size += operation.size();
        self.operations.push(operation);
    }

    pub(super) fn append(&mut self, other: Self) {
        self.size += other.size;
        self.operations.extend(other.operations);
    }
}

/// The operations that make `want` of `base`.
pub(super) fn operations<'v>(base: &Value, want: &'v Value) -> Vec<Operation<'v>> {
    way(base, want, "", 0).operations
}

/// The way from `base` to `want`, which stand at `path`, inside so many arrays: part by part or, where that is shorter,
/// whole.
pub(super) fn way<'v>(base: &Value, want: &'v Value, path: &str, arrays: usize) -> Way<'v> {
    if base == want {
        return Way::default();
    }
    let mut whole = Way::default();
    whole.push(Operation::Replace(path.to_owned(), want));
    let parts = match (base, want) {
        (Value::Object(from), Value::Object(to)) => {
            let mut parts = Way::default();
            for name in from.keys().filter(|name| !to.contains_key(*name)) {
                parts.push(Operation::Remove(inside(path, name)));
            }
            for (name, member) in to {
                match from.get(name) {
                    Some(old) => parts.append(way(old, member, &inside(path, name), arrays)),
                    None => parts.push(Operation::Add(inside(path, name), member)),
                }
            }
            Some(parts)
        }
        (Value::Array(from), Value::Array(to)) => array::way(from, to, path, arrays),
        _ => None,
    };
    parts.filter(|parts| parts.size < whole.size).unwrap_or(whole)
}

fn inside(path: &str, name: &str) -> String {
    format!("{path}/{}", escape_token(name))
}

/// The patch as a JSON document.
pub(super) fn tree(operations: &[Operation<'_>]) -> Result<Tree<'static>, BuildError> {
    let mut b = TreeBuilder::new();
    b.array();
    for operation in operations {
        b.object();
        let (op, path) = match operation {
            Operation::Add(path, _) => ("add", path),
            Operation::Remove(path) => ("remove", path),
            Operation::Replace(path, _) => ("replace", path),
            Operation::Move(_, path) => ("move", path),
        };
        b.name("op").string(op);
        b.name("path").string(path.as_str());
        match operation {
            Operation::Add(_, new) | Operation::Replace(_, new) => {
                b.name("value");
                value::add(&mut b, new);
            }
            Operation::Move(from, _) => b.name("from").string(from.as_str()),
            Operation::Remove(_) => {}
        }
        b.close();
    }
    b.close();
    b.finish().map(Tree::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::{Profile, to_vec};
    use proptest::prelude::*;
    use serde_json::json;

    fn patch(base: &Value, want: &Value) -> Value {
        let tree = tree(&operations(base, want)).unwrap();
        let patch: json_patch::Patch = serde_json::from_slice(&to_vec(tree.root(), Profile::Jcs)).unwrap();
        let mut done = base.clone();
        json_patch::patch(&mut done, &patch).unwrap();
        assert_eq!(&done, want, "{patch:?}");
        serde_json::to_value(patch).unwrap()
    }

    fn long(text: &str) -> String {
        text.repeat(40)
    }

    #[test]
    fn one_element_less_is_one_operation() {
        let items: Vec<_> = (0..9).map(|n| json!({"id": format!("s{n}"), "text": long("text")})).collect();
        let mut less = items.clone();
        less.remove(2);
        assert_eq!(patch(&json!(items), &json!(less)), json!([{"op": "remove", "path": "/2"}]));
        let back = patch(&json!(less), &json!(items));
        assert_eq!(back, json!([{"op": "add", "path": "/2", "value": items[2]}]));
    }

    #[test]
    fn an_element_that_moved_is_moved() {
        let items: Vec<_> = (0..9).map(|n| json!({"id": format!("s{n}"), "text": long("text")})).collect();
        for (from, to) in [(0, 8), (8, 0), (3, 5), (5, 3)] {
            let mut moved = items.clone();
            let item = moved.remove(from);
            moved.insert(to, item);
            let wanted = json!([{"op": "move", "from": format!("/{from}"), "path": format!("/{to}")}]);
            assert_eq!(patch(&json!(items), &json!(moved)), wanted);
        }
    }

    #[test]
    fn an_element_without_an_id_is_changed_where_it_stands() {
        let base = json!([{"a": long("a"), "b": 1}, {"a": long("c"), "b": 2}]);
        let want = json!([{"a": long("a"), "b": 1}, {"a": long("c"), "b": 3}]);
        assert_eq!(patch(&base, &want), json!([{"op": "replace", "path": "/1/b", "value": 3}]));
    }

    #[test]
    fn what_is_cheaper_whole_is_replaced_whole() {
        assert_eq!(
            patch(&json!({"x": [1, 2, 3]}), &json!({"x": [4, 5]})),
            json!([{"op": "replace", "path": "/x", "value": [4, 5]}])
        );
    }

    #[test]
    fn names_are_escaped() {
        let base = json!({"a/b": {"~": 1, "long": long("x")}});
        let want = json!({"a/b": {"~": 2, "long": long("x")}});
        assert_eq!(patch(&base, &want), json!([{"op": "replace", "path": "/a~1b/~0", "value": 2}]));
    }

    /// Lists and objects of few different values, so that much is equal, moved or doubled.
    fn document() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            (0..4).prop_map(Value::from),
            "[ab~/]{0,3}".prop_map(Value::from),
            "[ab]".prop_map(|text| long(&text).into()),
        ];
        leaf.prop_recursive(4, 60, 12, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
                prop::collection::btree_map("id|portableRef|[ab~/]{0,2}", inner, 0..5)
                    .prop_map(|m| m.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn a_patch_leads_to_what_is_wanted(base in document(), want in document()) {
            patch(&base, &want);
        }
    }

    #[test]
    fn everything_at_once() {
        let element = |n: usize| json!({"id": format!("s{n}"), "text": long("t"), "inner": [n, n + 1]});
        let base: Vec<_> = [1, 2, 3, 4, 5, 6, 7, 8].map(element).to_vec();
        let mut want: Vec<_> = [9, 8, 2, 7, 4, 1, 11, 6].map(element).to_vec();
        want[3]["inner"] = json!([7, "new"]);
        patch(&json!(base), &json!(want));
        patch(&json!(want), &json!(base));
    }
}
