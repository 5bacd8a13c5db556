//! Places of a document by pointer: every node's children at hand, so that a pointer costs only its own length.

use std::borrow::Cow;

use crate::json::{Cursor, PointerIndex, Tree};

/// The places of one document.
pub(super) struct Places<'t> {
    tree: &'t Tree<'t>,
    index: PointerIndex<'t>,
    /// Where each node's children start in `children`; one more at the end.
    first: Vec<u32>,
    /// Children of all nodes: an array's in order, an object's by name.
    children: Vec<u32>,
}

impl<'t> Places<'t> {
    /// Indexes `tree`.
    pub(super) fn new(tree: &'t Tree<'_>) -> Self {
        let index = PointerIndex::new(tree);
        let nodes = u32::try_from(tree.len()).unwrap_or(u32::MAX);
        let mut first = vec![0_u32; tree.len() + 1];
        for parent in (0..nodes).filter_map(|i| index.parent(i)) {
            if let Some(count) = first.get_mut(parent as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut first {
            sum += *start;
            *start = sum;
        }
        let mut next = first.clone();
        let mut children = vec![0_u32; sum as usize];
        for (i, parent) in (0..nodes).filter_map(|i| Some((i, index.parent(i)?))) {
            if let Some(at) = next.get_mut(parent as usize) {
                if let Some(slot) = children.get_mut(*at as usize) {
                    *slot = i;
                }
                *at += 1;
            }
        }
        let mut places = Self { tree, index, first, children };
        for i in (0..nodes).filter(|i| places.tree.cursor(*i).is_object()) {
            let range = places.range(i);
            if let Some(members) = places.children.get_mut(range) {
                members.sort_unstable_by_key(|c| tree.cursor(*c).name());
            }
        }
        places
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let bound = |i: usize| self.first.get(i).map_or(0, |n| *n as usize);
        bound(node as usize)..bound(node as usize + 1)
    }

    /// The place `pointer` names; `None` when there is none.
    pub(super) fn resolve(&self, pointer: &str) -> Option<Cursor<'t>> {
        let mut at = 0_u32;
        if !pointer.is_empty() {
            for token in pointer.strip_prefix('/')?.split('/') {
                at = if self.tree.cursor(at).is_array() {
                    let inside = self.children.get(self.range(at))?;
                    let plain = token == "0" || !token.starts_with(['0', '+']);
                    *inside.get(token.parse::<usize>().ok().filter(|_| plain)?)?
                } else {
                    self.member(at, &unescape(token)?)?.index()
                };
            }
        }
        Some(self.tree.cursor(at)).filter(|c| c.exists())
    }

    /// The member of that name of an object.
    pub(super) fn member(&self, object: u32, name: &str) -> Option<Cursor<'t>> {
        let members = self.children.get(self.range(object))?;
        let found = members.binary_search_by(|c| self.tree.cursor(*c).name().unwrap_or_default().cmp(name));
        // An array's elements have no names, so nothing is found in one but by the empty name.
        members.get(found.ok()?).map(|c| self.tree.cursor(*c)).filter(|c| c.name().is_some())
    }

    /// The pointer of a node.
    pub(super) fn pointer(&self, node: u32) -> String {
        self.index.pointer(node)
    }

    /// Which element of its array a node is.
    pub(super) fn position(&self, node: u32) -> Option<usize> {
        let parent = self.parent(node).filter(|parent| parent.is_array())?;
        self.children.get(self.range(parent.index()))?.binary_search(&node).ok()
    }

    /// The node that holds `node`.
    pub(super) fn parent(&self, node: u32) -> Option<Cursor<'t>> {
        self.index.parent(node).map(|p| self.tree.cursor(p))
    }

    /// The node at `node`.
    pub(super) fn cursor(&self, node: u32) -> Cursor<'t> {
        self.tree.cursor(node)
    }

    /// The document's value.
    pub(super) fn root(&self) -> Cursor<'t> {
        self.tree.root()
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.tree.len()
    }
}

/// A token with `~1` and `~0` read; `None` for any other `~` (RFC 6901, section 3).
fn unescape(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    crate::json::parse_pointer(&format!("/{token}"))?.pop().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read, resolve};

    #[test]
    fn every_place_is_found_by_its_pointer_and_nothing_else_is() {
        let text = br#"{"b":[10,[],{"x":1}],"a/b":{"~":{"":null}},"":"e","c":{}}"#;
        let tree = read(text, &Limits::default()).unwrap();
        let places = Places::new(&tree);
        for at in tree.root().subtree() {
            let pointer = at.pointer();
            assert_eq!(places.resolve(&pointer).map(Cursor::index), Some(at.index()), "{pointer}");
            assert_eq!(places.pointer(at.index()), pointer);
        }
        for pointer in ["b", "/b/3", "/b/00", "/b/+1", "/b/-", "/b/0/0", "/c/x", "/a~2b", "/a/b", "//", "/b/"]
        {
            assert!(places.resolve(pointer).is_none(), "{pointer}");
            assert!(!resolve(&tree, pointer).exists(), "{pointer}");
        }
    }
}
