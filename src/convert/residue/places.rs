//! Pointers that repeat no credential.

use super::secrets::is_suspected_name;
use crate::json::{Cursor, PointerIndex, Tree, resolve};

/// The places of one document.
pub(super) struct Places<'t> {
    tree: &'t Tree<'t>,
    index: PointerIndex<'t>,
    /// Whether any pointer could repeat one.
    unsafe_names: bool,
}

impl<'t> Places<'t> {
    pub(super) fn new(tree: &'t Tree<'t>) -> Self {
        let unsafe_names = tree.root().subtree().filter_map(Cursor::name).any(is_suspected_name);
        Self { tree, index: PointerIndex::new(tree), unsafe_names }
    }

    /// Where a node is, as far as the way to it has no name that is like a credential.
    pub(super) fn pointer(&self, node: u32) -> String {
        let mut told = node;
        let mut at = Some(node).filter(|_| self.unsafe_names);
        while let Some(index) = at {
            at = self.index.parent(index);
            if let Some(parent) = at
                && self.tree.cursor(index).name().is_some_and(is_suspected_name)
            {
                told = parent;
            }
        }
        self.index.pointer(told)
    }

    /// The same for a place that has a pointer already.
    pub(super) fn told(&self, pointer: String) -> String {
        if self.unsafe_names { self.pointer(resolve(self.tree, &pointer).index()) } else { pointer }
    }
}
