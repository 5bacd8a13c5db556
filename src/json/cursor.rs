//! A `Copy` place in a tree. A place that is not there is a sentinel, so lookups chain without failing.

use super::number::Number;
use super::pointer;
use super::scan;
use super::tree::{Kind, Node, Tree, Value};

/// A place in a [`Tree`], possibly a missing one.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'t> {
    tree: &'t Tree<'t>,
    index: u32,
}

const MISSING: u32 = u32::MAX;

impl<'t> Cursor<'t> {
    pub(crate) fn new(tree: &'t Tree<'_>, index: u32) -> Self {
        let index = if (index as usize) < tree.nodes.len() { index } else { MISSING };
        Self { tree, index }
    }

    fn node(self) -> Option<&'t Node> {
        self.tree.nodes.get(self.index as usize)
    }

    /// The value itself, for those who tell all types apart in one step.
    pub(crate) fn value(self) -> Option<Value> {
        self.node().map(|n| n.value)
    }

    fn none(self) -> Self {
        Self { tree: self.tree, index: MISSING }
    }

    /// The tree this place is in.
    pub fn tree(self) -> &'t Tree<'t> {
        self.tree
    }

    /// Arena index of the value; `u32::MAX` when missing.
    pub fn index(self) -> u32 {
        self.index
    }

    /// One past the last arena index of this subtree.
    pub fn end(self) -> u32 {
        self.node().map_or(MISSING, |n| n.end)
    }

    /// Whether a value stands here.
    pub fn exists(self) -> bool {
        self.node().is_some()
    }

    /// The JSON type found here.
    pub fn kind(self) -> Kind {
        match self.value() {
            None => Kind::Missing,
            Some(Value::Null) => Kind::Null,
            Some(Value::Bool(_)) => Kind::Bool,
            Some(Value::Number(_)) => Kind::Number,
            Some(Value::String(_)) => Kind::String,
            Some(Value::Array) => Kind::Array,
            Some(Value::Object) => Kind::Object,
        }
    }

    /// The member name of this value, when it stands in an object.
    pub fn name(self) -> Option<&'t str> {
        self.node().and_then(|n| self.tree.str(n.name))
    }

    /// The bytes of that name; none where there is no name.
    #[inline]
    pub(crate) fn name_bytes(self) -> &'t [u8] {
        self.node().map_or(&[], |n| self.tree.bytes(n.name))
    }

    /// The bytes of a text, for comparing; none where there is no text.
    #[inline]
    pub(crate) fn text_bytes(self) -> Option<&'t [u8]> {
        match self.value() {
            Some(Value::String(text)) => Some(self.tree.bytes(text)),
            _ => None,
        }
    }

    /// The text of a string value.
    pub fn as_str(self) -> Option<&'t str> {
        match self.value() {
            Some(Value::String(text)) => self.tree.str(text),
            _ => None,
        }
    }

    /// The truth value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.value() {
            Some(Value::Bool(b)) => Some(b),
            _ => None,
        }
    }

    /// The number here.
    pub fn as_number(self) -> Option<Number> {
        match self.value() {
            Some(Value::Number(n)) => Some(n),
            _ => None,
        }
    }

    /// Whether this is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether this is an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether this is a leaf in the ledger's sense: a scalar, or an empty array or object.
    pub fn is_leaf(self) -> bool {
        self.node().is_some_and(|n| n.end == self.index + 1)
    }

    /// The member called `name` of an object; missing when this is no object or has no such member.
    pub fn get(self, name: &str) -> Self {
        if !self.is_object() {
            return self.none();
        }
        let Some(nodes) = self.tree.nodes.get(..self.end() as usize) else { return self.none() };
        let mut index = self.index + 1;
        while let Some(node) = nodes.get(index as usize) {
            if node.name.len() == name.len() && scan::same(self.tree.bytes(node.name), name.as_bytes()) {
                return Self { tree: self.tree, index };
            }
            index = node.end;
        }
        self.none()
    }

    /// The element at `position` of an array.
    pub fn item(self, position: usize) -> Self {
        if !self.is_array() {
            return self.none();
        }
        self.children().nth(position).unwrap_or_else(|| self.none())
    }

    /// The values directly inside this array or object, in document order; none for a scalar.
    pub fn children(self) -> Children<'t> {
        let end = self.node().map_or(0, |n| n.end);
        Children { tree: self.tree, next: self.index.saturating_add(1), end }
    }

    /// The elements of an array; none for anything else.
    pub fn items(self) -> Children<'t> {
        if self.is_array() { self.children() } else { self.none().children() }
    }

    /// How many values stand directly inside.
    pub fn len(self) -> usize {
        self.children().count()
    }

    /// Whether nothing stands inside.
    pub fn is_empty(self) -> bool {
        self.children().next().is_none()
    }

    /// This value and every one below it, in document order.
    pub fn subtree(self) -> impl Iterator<Item = Cursor<'t>> {
        let end = self.node().map_or(0, |n| n.end);
        let (tree, start) = (self.tree, self.index.min(end));
        (start..end).map(move |index| Cursor { tree, index })
    }

    /// The leaves at or below this place, in document order.
    pub fn leaves(self) -> impl Iterator<Item = Cursor<'t>> {
        self.subtree().filter(|c| c.is_leaf())
    }

    /// The JSON Pointer (RFC 6901) of this place. Linear in the document: for many places use
    /// [`PointerIndex`](super::PointerIndex).
    pub fn pointer(self) -> String {
        pointer::of(self.tree, self.index)
    }

    /// Whether two places hold equal JSON values: numbers by value, members in any order. Uses no recursion.
    pub fn same_value(self, other: Cursor<'_>) -> bool {
        let mut pairs: Vec<(Cursor<'_>, Cursor<'_>)> = vec![(self, other)];
        while let Some((a, b)) = pairs.pop() {
            let alike = match (a.value(), b.value()) {
                (None, _) | (_, None) => return !a.exists() && !b.exists(),
                (Some(Value::Bool(left)), Some(Value::Bool(right))) => left == right,
                (Some(Value::Number(left)), Some(Value::Number(right))) => left == right,
                (Some(Value::String(_)), Some(Value::String(_))) => a.as_str() == b.as_str(),
                _ => a.kind() == b.kind() && a.len() == b.len(),
            };
            if !alike {
                return false;
            }
            if a.is_array() {
                pairs.extend(a.children().zip(b.children()));
            } else if a.is_object() {
                let mut others: Vec<_> = b.children().map(|c| (c.name().unwrap_or_default(), c)).collect();
                others.sort_unstable_by_key(|(name, _)| *name);
                for child in a.children() {
                    let name = child.name().unwrap_or_default();
                    match others.binary_search_by_key(&name, |(n, _)| *n).ok().and_then(|i| others.get(i)) {
                        Some((_, twin)) => pairs.push((child, *twin)),
                        None => return false,
                    }
                }
            }
        }
        true
    }
}

/// Iterator over the values directly inside a container.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t Tree<'t>,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Cursor<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next = self.tree.node(index)?.end;
        Some(Cursor { tree: self.tree, index })
    }
}
