//! The patch between two documents (RFC 6902), as small as a walk through both makes it. Arrays are lined up by the ids
//! and contents of their elements, so that one element more or less is one operation and not a new array.
//!
//! `json-patch` compares arrays place by place, and would write everything anew behind such an element.

use std::cell::Cell;

use super::measured::Measured;
use crate::json::{BuildError, Cursor, Tree, TreeBuilder, escape_token};

/// One operation of a patch.
#[derive(Clone, Debug)]
pub(super) enum Operation<'v> {
    Add(String, Cursor<'v>),
    Remove(String),
    Replace(String, Cursor<'v>),
    /// Within one array: from, to.
    Move(String, String),
}

/// A way from one value to another.
#[derive(Debug, Default)]
pub(super) struct Way<'v> {
    pub(super) operations: Vec<Operation<'v>>,
    /// What it takes in bytes.
    pub(super) size: usize,
}

impl Way<'_> {
    pub(super) fn append(&mut self, other: Self) {
        self.size += other.size;
        self.operations.extend(other.operations);
    }
}

/// Steps in lining up all arrays, so that no document makes it take long: beyond, an array is written anew.
const STEPS: usize = 1 << 27;

/// Two documents.
pub(super) struct Between {
    pub(super) base: Measured,
    pub(super) want: Measured,
    /// Steps that are left.
    steps: Cell<usize>,
}

/// The operations that make `want` of `base`.
pub(super) fn operations<'v>(base: &Tree<'_>, want: &'v Tree<'v>) -> Vec<Operation<'v>> {
    let between = Between { base: Measured::new(base), want: Measured::new(want), steps: Cell::new(STEPS) };
    between.way(base.root(), want.root(), "", 0).operations
}

impl Between {
    /// The way from `base` to `want`, which stand at `path`, inside so many arrays: part by part or, where that is shorter,
    /// whole.
    pub(super) fn way<'v>(&self, base: Cursor<'_>, want: Cursor<'v>, path: &str, arrays: usize) -> Way<'v> {
        if self.base.hash(base) == self.want.hash(want) {
            return Way::default();
        }
        let mut whole = Way::default();
        self.push(&mut whole, Operation::Replace(path.to_owned(), want));
        let parts = if base.is_object() && want.is_object() {
            self.members(base, want, path, arrays, whole.size)
        } else if base.is_array() && want.is_array() {
            self.elements(base, want, path, arrays)
        } else {
            None
        };
        parts.filter(|parts| parts.size < whole.size).unwrap_or(whole)
    }

    /// Member by member, as long as that takes less than `most` bytes.
    fn members<'v>(
        &self,
        base: Cursor<'_>,
        want: Cursor<'v>,
        path: &str,
        arrays: usize,
        most: usize,
    ) -> Option<Way<'v>> {
        let (from, to) = (by_name(base), by_name(want));
        let find = |members: &[Cursor<'_>], name: &str| {
            members.binary_search_by_key(&name, |member| member.name().unwrap_or_default()).ok()
        };
        let mut parts = Way::default();
        for name in from.iter().filter_map(|member| member.name()).filter(|name| find(&to, name).is_none()) {
            self.push(&mut parts, Operation::Remove(inside(path, name)));
        }
        for member in to {
            if parts.size >= most {
                return None;
            }
            let name = member.name().unwrap_or_default();
            match find(&from, name).and_then(|at| from.get(at)) {
                Some(old) if self.base.hash(*old) == self.want.hash(member) => {}
                Some(old) => parts.append(self.way(*old, member, &inside(path, name), arrays)),
                None => self.push(&mut parts, Operation::Add(inside(path, name), member)),
            }
        }
        Some(parts)
    }

    /// Whether so many steps are left, which are then taken.
    pub(super) fn affords(&self, steps: usize) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or_else(|| self.steps.get()));
        left.is_some()
    }

    /// Adds an operation to a way, with the bytes it takes in a document, near enough to choose by.
    pub(super) fn push<'v>(&self, way: &mut Way<'v>, operation: Operation<'v>) {
        way.size += match &operation {
            Operation::Add(path, value) => 32 + path.len() + self.want.size(*value),
            Operation::Remove(path) => 25 + path.len(),
            Operation::Replace(path, value) => 36 + path.len() + self.want.size(*value),
            Operation::Move(from, path) => 33 + from.len() + path.len(),
        };
        way.operations.push(operation);
    }
}

/// The members of an object in the order of their names.
fn by_name(object: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut members: Vec<_> = object.children().collect();
    members.sort_unstable_by_key(|member| member.name());
    members
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
            Operation::Add(_, new) | Operation::Replace(_, new) => b.name("value").copy_value(*new),
            Operation::Move(from, _) => b.name("from").string(from.as_str()),
            Operation::Remove(_) => {}
        }
        b.close();
    }
    b.close();
    b.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::{Profile, to_vec};
    use crate::json::{Limits, read};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn patch(base: &Value, want: &Value) -> Value {
        let texts = [base.to_string(), want.to_string()];
        let [old, new] = texts.each_ref().map(|text| read(text.as_bytes(), &Limits::default()).unwrap());
        let tree = tree(&operations(&old, &new)).unwrap();
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

    /// What is compared, or lined up, again and again would take minutes here.
    #[test]
    fn large_documents_take_no_long_time() {
        let list =
            |range: std::ops::Range<usize>| range.map(|n| json!({"id": n.to_string()})).collect::<Vec<_>>();
        let deep =
            |leaf: &str| (0..60).fold(json!(leaf), |inner, _| json!({"a": [inner, long("b")], "c": 1}));
        let names = |prefix: &str| {
            (0..30_000).map(|n| (format!("{prefix}{n}"), n.into())).collect::<serde_json::Map<_, _>>()
        };
        let reversed: Vec<_> = list(0..30_000).into_iter().rev().collect();
        let halves = |n: usize| json!([list(n..n + 3000), list(0..n)].concat());
        for (base, want) in [
            (json!(list(0..30_000)), json!(list(7..30_000))),
            (json!(list(9..30_000)), json!(list(0..30_000))),
            (json!(list(0..30_000)), json!(reversed)),
            (json!(vec![deep("x"); 50]), json!(vec![deep("y"); 50])),
            (names("a").into(), names("b").into()),
            (
                json!((0..20).map(|_| halves(0)).collect::<Vec<_>>()),
                json!((0..20).map(|_| halves(3000)).collect::<Vec<_>>()),
            ),
            (json!((0..60_000).collect::<Vec<_>>()), json!((30_000..90_000).collect::<Vec<_>>())),
        ] {
            let texts = [base.to_string(), want.to_string()];
            let [old, new] = texts.each_ref().map(|text| read(text.as_bytes(), &Limits::default()).unwrap());
            assert!(!operations(&old, &new).is_empty());
        }
    }
}
