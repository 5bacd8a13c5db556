//! The arena: nodes in preorder, a container's subtree being the range up to its `end`.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::number::Number;

/// A document: one value and everything below it, in preorder.
#[derive(Clone, Debug, Default)]
pub struct Tree<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) notes: Vec<Note>,
}

/// One value of a document, with its member name when it stands in an object.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub(crate) name: Option<Cow<'a, str>>,
    pub(crate) value: Value<'a>,
    /// Index one past the last node of this subtree.
    pub(crate) end: u32,
    /// Byte offset in the text: of the name for a member, of the value otherwise. Zero in trees that were built.
    pub(crate) at: u32,
}

/// The value of a node; the children of a container follow it in the arena.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Bool(bool),
    Number(Number),
    String(Cow<'a, str>),
    Array,
    Object,
}

/// The JSON type of a value; `Missing` for a lookup that found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing stands at the place asked for.
    Missing,
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// Any number.
    Number,
    /// Any string.
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    /// The type's name as JSON Schema spells it; `nothing` for a missing value.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "nothing",
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// Something the reader accepted but a format may object to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was seen.
    pub kind: NoteKind,
    /// Index of the node it was seen at (for a name: the member's node).
    pub node: u32,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A Unicode noncharacter in a name or string (an error in a checkpoint, RFC 7493 section 2.1).
    Noncharacter,
    /// An integer beyond 2^53 that a double happens to hold exactly.
    BigInteger,
}

impl<'a> Tree<'a> {
    /// The document's value.
    pub fn root(&self) -> Cursor<'_> {
        Cursor::new(self, 0)
    }

    /// The value at arena index `index`; the missing sentinel when there is none.
    pub fn cursor(&self, index: u32) -> Cursor<'_> {
        Cursor::new(self, index)
    }

    /// How many values the document has, containers included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree holds no value at all (only a default-made tree does).
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the reader accepted with a reservation, in document order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub(crate) fn node(&self, index: u32) -> Option<&Node<'a>> {
        self.nodes.get(index as usize)
    }

    /// The same document with its text copied, free of the input's lifetime.
    pub fn into_owned(self) -> Tree<'static> {
        let nodes = self
            .nodes
            .into_iter()
            .map(|n| Node {
                name: n.name.map(|s| Cow::Owned(s.into_owned())),
                value: match n.value {
                    Value::Null => Value::Null,
                    Value::Bool(b) => Value::Bool(b),
                    Value::Number(x) => Value::Number(x),
                    Value::String(s) => Value::String(Cow::Owned(s.into_owned())),
                    Value::Array => Value::Array,
                    Value::Object => Value::Object,
                },
                end: n.end,
                at: n.at,
            })
            .collect();
        Tree { nodes, notes: self.notes }
    }
}
