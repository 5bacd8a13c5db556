//! JSON Pointer (RFC 6901): of a place, to a place, and for every place of a document in one pass.

use super::cursor::Cursor;
use super::tree::{Tree, Value};

/// `token` with `~` and `/` escaped.
pub fn escape_token(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// The tokens of a pointer, unescaped; `None` when it is not one (RFC 6901, section 3).
pub fn parse_pointer(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape_token).collect()
}

fn unescape_token(token: &str) -> Option<String> {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '~' => match chars.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            c => c,
        });
    }
    Some(out)
}

/// The place `pointer` names in `tree`; missing when it names none.
pub fn resolve<'t>(tree: &'t Tree<'_>, pointer: &str) -> Cursor<'t> {
    let Some(tokens) = parse_pointer(pointer) else { return tree.cursor(u32::MAX) };
    tokens.iter().fold(tree.root(), |at, token| {
        if at.is_array() {
            match token.parse::<usize>() {
                Ok(position) if *token == position.to_string() => at.item(position),
                _ => tree.cursor(u32::MAX),
            }
        } else {
            at.get(token)
        }
    })
}

/// The pointer of node `index`: descends from the root through the ranges that hold it.
pub(super) fn of(tree: &Tree<'_>, index: u32) -> String {
    let mut out = String::new();
    let mut at = tree.root();
    while at.exists() && at.index() != index {
        let Some((position, child)) = at.children().enumerate().find(|(_, c)| index < c.end()) else { break };
        push_token(&mut out, child.name(), position);
        at = child;
    }
    out
}

pub(super) fn push_token(out: &mut String, name: Option<&str>, position: usize) {
    out.push('/');
    match name {
        Some(name) if name.contains(['~', '/']) => out.push_str(&escape_token(name)),
        Some(name) => out.push_str(name),
        None => out.push_str(itoa::Buffer::new().format(position)),
    }
}

/// Parents and positions of every node, computed once, so that any number of pointers costs only their own length.
#[derive(Debug)]
pub struct PointerIndex<'t> {
    tree: &'t Tree<'t>,
    /// Parent and position among the siblings, by node.
    places: Vec<(u32, u32)>,
}

impl<'t> PointerIndex<'t> {
    /// Indexes `tree` in one pass.
    pub fn new(tree: &'t Tree<'_>) -> Self {
        let mut places = vec![(u32::MAX, 0); tree.len()];
        let mut open: Vec<(u32, u32, u32)> = Vec::new();
        for (place, (index, node)) in places.iter_mut().zip((0_u32..).zip(&tree.nodes)) {
            while open.last().is_some_and(|(_, end, _)| *end <= index) {
                open.pop();
            }
            if let Some((parent, _, next)) = open.last_mut() {
                *place = (*parent, *next);
                *next += 1;
            }
            if matches!(node.value, Value::Array | Value::Object) {
                open.push((index, node.end, 0));
            }
        }
        Self { tree, places }
    }

    /// The parent of node `index`; `None` for the root.
    pub fn parent(&self, index: u32) -> Option<u32> {
        self.places.get(index as usize).map(|(parent, _)| *parent).filter(|p| *p != u32::MAX)
    }

    /// The pointer of node `index`.
    pub fn pointer(&self, index: u32) -> String {
        let mut path = Vec::with_capacity(16);
        path.extend(self.upwards(index));
        let mut out = String::with_capacity(64);
        for (node, position) in path.into_iter().rev() {
            push_token(&mut out, self.tree.cursor(node).name(), position as usize);
        }
        out
    }

    /// The names on the way from the root to node `index`, in place of those in `out`; none for an element of an array.
    pub(crate) fn names(&self, index: u32, out: &mut Vec<Option<&'t str>>) {
        out.clear();
        out.extend(self.upwards(index).map(|(node, _)| self.tree.cursor(node).name()));
        out.reverse();
    }

    /// Node `index` and what holds it, up to the root's children, each with its position among its siblings.
    fn upwards(&self, index: u32) -> impl Iterator<Item = (u32, u32)> {
        let mut at = index;
        std::iter::from_fn(move || {
            let (parent, position) = self.places.get(at as usize).copied().filter(|(p, _)| *p != u32::MAX)?;
            Some((std::mem::replace(&mut at, parent), position))
        })
    }
}
