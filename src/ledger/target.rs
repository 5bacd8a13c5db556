//! The target while it grows: containers that take children in any order, put in line at the end.

use crate::json::{Content, Cursor, Node, Text, Tree, Value};
use crate::mapping::Rule;

const NONE: u32 = u32::MAX;

/// The growing target.
#[derive(Debug)]
pub(super) struct Target {
    /// The values in the order in which they came, with their texts.
    tree: Tree<'static>,
    /// How they hang together, by value.
    links: Vec<Links>,
    /// Where names of the program stand in the tree, each in the place that its address gives it, or gave it last.
    names: [(&'static str, Text); 1 << NAME_BITS],
}

const NAME_BITS: u32 = 7;

#[derive(Debug)]
struct Links {
    first: u32,
    last: u32,
    next: u32,
    stands: Stands,
}

/// By which rule a value stands in the target that no move has put there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stands {
    /// By none.
    Moved,
    /// It was made.
    Made(Rule),
    /// It is an array or object that nobody put anything into; else by none.
    Empty(Rule),
}

impl Target {
    /// A target that is an empty object, with room for so many values.
    pub(super) fn new(values: usize) -> Self {
        let names = [("", Text::NONE); 1 << NAME_BITS];
        let mut target = Self { tree: Tree::default(), links: Vec::with_capacity(values), names };
        target.tree.reserve(values);
        target.add(NONE, Text::NONE, Content::Object, Stands::Moved);
        target
    }

    /// A name of the program, none when it is empty. It is written once for all members that have it.
    pub(super) fn name(&mut self, name: &'static str) -> Text {
        let place = (name.as_ptr().addr() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - NAME_BITS);
        match self.names.get_mut(usize::try_from(place).unwrap_or_default()) {
            Some((known, text)) if std::ptr::eq(*known, name) => *text,
            Some(slot) if !name.is_empty() => {
                let text = self.tree.add_name(name);
                *slot = (name, text);
                text
            }
            _ => Text::NONE,
        }
    }

    /// A name of the source.
    pub(super) fn name_of(&mut self, place: Cursor<'_>) -> Text {
        place.name().map_or(Text::NONE, |name| self.tree.add_name(name))
    }

    /// Puts a value into `parent` after what is there; its place.
    pub(super) fn add(&mut self, parent: u32, name: Text, value: Content<'_>, stands: Stands) -> u32 {
        let index = self.tree.append(name, value);
        self.links.push(Links { first: NONE, last: NONE, next: NONE, stands });
        let mut last = NONE;
        if let Some(parent) = self.links.get_mut(parent as usize) {
            last = std::mem::replace(&mut parent.last, index);
            if parent.first == NONE {
                parent.first = index;
            }
        }
        if let Some(sibling) = self.links.get_mut(last as usize) {
            sibling.next = index;
        }
        index
    }

    /// The member of `parent` called `name`.
    pub(super) fn find(&self, parent: u32, name: &str) -> Option<u32> {
        let mut at = self.links.get(parent as usize)?.first;
        while let Some(links) = self.links.get(at as usize) {
            if self.tree.cursor(at).name() == Some(name) {
                return Some(at);
            }
            at = links.next;
        }
        None
    }

    /// Whether nothing stands inside.
    pub(super) fn is_empty_at(&self, place: u32) -> bool {
        self.links.get(place as usize).is_none_or(|n| n.first == NONE)
    }

    /// The finished tree, where each place went, and what stands in it by rules of making.
    pub(super) fn linearise(self) -> (Tree<'static>, Vec<u32>, Vec<(Rule, u32)>) {
        let Self { mut tree, links, .. } = self;
        let grown = std::mem::take(&mut tree.nodes);
        let mut order = vec![NONE; grown.len()];
        // Nonce and root come later.
        tree.nodes.reserve(grown.len() + 4);
        let mut made = Vec::with_capacity(grown.len());
        let mut open: Vec<u32> = Vec::with_capacity(16);
        let mut at = 0;
        loop {
            let index = u32::try_from(tree.nodes.len()).unwrap_or(NONE);
            let Some((node, link)) = grown.get(at as usize).zip(links.get(at as usize)) else {
                // No further sibling: the innermost open container ends here.
                let Some(done) = open.pop() else { break };
                let line = order.get(done as usize).copied().unwrap_or(NONE);
                if let Some(node) = tree.nodes.get_mut(line as usize) {
                    node.end = index;
                }
                at = links.get(done as usize).map_or(NONE, |l| l.next);
                continue;
            };
            tree.nodes.push(Node { end: index.saturating_add(1), ..*node });
            match link.stands {
                Stands::Made(rule) => made.push((rule, index)),
                Stands::Empty(rule) if link.first == NONE => made.push((rule, index)),
                _ => {}
            }
            if let Some(slot) = order.get_mut(at as usize) {
                *slot = index;
            }
            if matches!(node.value, Value::Array | Value::Object) {
                open.push(at);
                at = link.first;
            } else {
                at = link.next;
            }
        }
        (tree, order, made)
    }
}
