//! The target while it grows: containers that take children in any order, put in line at the end.

use std::borrow::Cow;

use crate::json::{Content, Tree};
use crate::mapping::Rule;

const NONE: u32 = u32::MAX;

/// The growing target.
#[derive(Debug)]
pub(super) struct Target<'s> {
    nodes: Vec<Growing<'s>>,
}

#[derive(Debug)]
struct Growing<'s> {
    name: Option<Cow<'s, str>>,
    value: Content<'s>,
    first: u32,
    last: u32,
    next: u32,
    /// The rule under which an array or object stands that nobody put anything into.
    when_empty: Option<Rule>,
}

impl<'s> Target<'s> {
    /// A target that is an empty object.
    pub(super) fn new() -> Self {
        let mut target = Self { nodes: Vec::new() };
        target.add(NONE, None, Content::Object, None);
        target
    }

    /// Puts a value into `parent` after what is there; its place.
    pub(super) fn add(
        &mut self,
        parent: u32,
        name: Option<Cow<'s, str>>,
        value: Content<'s>,
        when_empty: Option<Rule>,
    ) -> u32 {
        let index = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(Growing { name, value, first: NONE, last: NONE, next: NONE, when_empty });
        let last = self.nodes.get(parent as usize).map_or(NONE, |p| p.last);
        if let Some(sibling) = self.nodes.get_mut(last as usize) {
            sibling.next = index;
        }
        if let Some(parent) = self.nodes.get_mut(parent as usize) {
            parent.last = index;
            if parent.first == NONE {
                parent.first = index;
            }
        }
        index
    }

    /// The member of `parent` called `name`.
    pub(super) fn find(&self, parent: u32, name: &str) -> Option<u32> {
        let mut at = self.nodes.get(parent as usize)?.first;
        while let Some(node) = self.nodes.get(at as usize) {
            if node.name.as_deref() == Some(name) {
                return Some(at);
            }
            at = node.next;
        }
        None
    }

    /// Whether nothing stands inside.
    pub(super) fn is_empty_at(&self, place: u32) -> bool {
        self.nodes.get(place as usize).is_none_or(|n| n.first == NONE)
    }

    /// The finished tree, where each place went, and the rules of containers that stayed empty.
    pub(super) fn linearise(self) -> (Tree<'static>, Vec<u32>, Vec<(Rule, u32)>) {
        let mut order = vec![NONE; self.nodes.len()];
        let mut tree = Tree::default();
        tree.nodes.reserve(self.nodes.len() + 4);
        let mut empty = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut at = 0;
        loop {
            let Some(growing) = self.nodes.get(at as usize) else {
                // No further sibling: the innermost open container ends here.
                let Some(done) = open.pop() else { break };
                let end = u32::try_from(tree.nodes.len()).unwrap_or(NONE);
                let line = order.get(done as usize).copied().unwrap_or(NONE);
                if let Some(node) = tree.nodes.get_mut(line as usize) {
                    node.end = end;
                }
                at = self.nodes.get(done as usize).map_or(NONE, |n| n.next);
                continue;
            };
            let container = matches!(growing.value, Content::Array | Content::Object);
            let index = tree.append(growing.name.as_deref(), &growing.value);
            if let Some(rule) = growing.when_empty.filter(|_| growing.first == NONE) {
                empty.push((rule, index));
            }
            if let Some(slot) = order.get_mut(at as usize) {
                *slot = index;
            }
            if container {
                open.push(at);
                at = growing.first;
            } else {
                at = growing.next;
            }
        }
        (tree, order, empty)
    }
}
