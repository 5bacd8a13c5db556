//! The arena: nodes in preorder, a container's subtree being the range up to its `end`. Nodes own nothing: their texts
//! are ranges of the document's own text or, where that is escaped or there is none, of one list of written texts.

use std::ops::Range;

use super::cursor::Cursor;
use super::number::Number;
use super::scan;

/// A document: one value and everything below it, in preorder.
#[derive(Clone, Debug, Default)]
pub struct Tree<'a> {
    /// What the document was read from; empty when it was built.
    text: &'a str,
    /// The texts that do not stand in `text` as they are, one after the other; [literals](Tree::literal) in quotes.
    written: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) notes: Vec<Note>,
}

/// One value of a document, with its member name when it stands in an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// [`Text::NONE`] for a value that is no member.
    pub(crate) name: Text,
    pub(crate) value: Value,
    /// Index one past the last node of this subtree.
    pub(crate) end: u32,
    /// Byte offset in the text: of the name for a member, of the value otherwise. Zero in trees that were built.
    pub(crate) at: u32,
}

/// A range of the document's text or, past its end, of the written texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    start: u32,
    /// Its length in bytes, and the highest bit set when it is a [literal](Tree::literal).
    length: u32,
}

const LITERAL: u32 = 1 << 31;

impl Text {
    /// No text.
    pub(crate) const NONE: Self = Self { start: u32::MAX, length: 0 };

    /// How many bytes.
    #[inline]
    pub(crate) fn len(self) -> usize {
        (self.length & !LITERAL) as usize
    }

    /// Whether there is a text, be it empty.
    #[inline]
    pub(crate) fn is_some(self) -> bool {
        self.start != u32::MAX
    }

    #[inline]
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len()
    }

    /// What cannot be told in 31 bits makes the tree [too large](Tree::is_too_large).
    #[inline]
    fn new(start: usize, length: usize, literal: bool) -> Self {
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let literal = if literal { LITERAL } else { 0 };
        Self { start: short(start), length: short(length) & !LITERAL | literal }
    }
}

/// The value of a node; the children of a container follow it in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(Number),
    String(Text),
    Array,
    Object,
}

/// A value on its way into a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'a> {
    Null,
    Bool(bool),
    Number(Number),
    String(&'a str),
    /// A text in which nothing has to be escaped.
    Plain(&'a str),
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

    pub(crate) fn node(&self, index: u32) -> Option<&Node> {
        self.nodes.get(index as usize)
    }

    /// A tree to be read from `text`, with room for so many nodes.
    pub(super) fn reading(text: &'a str, nodes: usize) -> Self {
        Self { text, written: String::new(), nodes: Vec::with_capacity(nodes), notes: Vec::new() }
    }

    /// The characters of a text of this tree; `None` for [`Text::NONE`].
    #[inline]
    pub(crate) fn str(&self, text: Text) -> Option<&str> {
        let Range { start, end } = text.range();
        match start.checked_sub(self.text.len()) {
            None => self.text.get(start..end),
            Some(start) => self.written.get(start..end - self.text.len()),
        }
    }

    /// As [`Self::str`], for those who compare: bytes need not be told apart into characters.
    #[inline]
    pub(crate) fn bytes(&self, text: Text) -> &[u8] {
        self.slice(text.range()).unwrap_or_default()
    }

    /// All text that the names and strings of this tree are parts of.
    pub(crate) fn texts(&self) -> [&[u8]; 2] {
        [self.text.as_bytes(), self.written.as_bytes()]
    }

    #[inline]
    fn slice(&self, range: Range<usize>) -> Option<&[u8]> {
        match range.start.checked_sub(self.text.len()) {
            None => self.text.as_bytes().get(range),
            Some(start) => self.written.as_bytes().get(start..range.end - self.text.len()),
        }
    }

    /// A text in quotes, as canonical JSON has it: one that is kept so because nothing in it has to be escaped.
    #[inline]
    pub(crate) fn literal(&self, text: Text) -> Option<&[u8]> {
        if text.length & LITERAL == 0 {
            return None;
        }
        let Range { start, end } = text.range();
        self.slice(start.checked_sub(1)?..end + 1)
    }

    /// As [`Self::literal`] of a member's name, with the colon that follows it.
    #[inline]
    pub(crate) fn literal_name(&self, name: Text) -> Option<&[u8]> {
        if name.length & LITERAL == 0 {
            return None;
        }
        let Range { start, end } = name.range();
        self.slice(start.checked_sub(1)?..end + 2).filter(|literal| literal.last() == Some(&b':'))
    }

    /// A member as canonical JSON has it, from the quote before its name to the one after its text, if both are
    /// [literals](Self::literal) that are kept with nothing but the colon between them.
    #[inline]
    pub(crate) fn literal_member(&self, name: Text, value: Text) -> Option<&[u8]> {
        let next = name.range().end + r#"":""#.len();
        if value.start as usize != next || name.length & value.length & LITERAL == 0 {
            return None;
        }
        self.slice((name.start as usize).checked_sub(1)?..value.range().end + 1)
    }

    /// The text of so many bytes at byte `start` of the document's own, where it stands in quotes and unescaped.
    #[inline]
    pub(super) fn quoted(start: usize, length: usize) -> Text {
        Text::new(start, length, true)
    }

    /// Adds to the written texts what `write` appends.
    pub(super) fn write<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<Text, E> {
        let start = self.written.len();
        write(&mut self.written)?;
        Ok(Text::new(self.text.len() + start, self.written.len() - start, false))
    }

    /// Makes room for so many values to be appended, and for their texts as they are in most documents.
    pub(crate) fn reserve(&mut self, values: usize) {
        self.nodes.reserve(values);
        self.written.reserve(values.saturating_mul(24));
    }

    fn copied(&mut self, text: &str, literal: bool) -> Text {
        self.written.reserve(text.len() + 3);
        self.written.push('"');
        let start = self.text.len() + self.written.len();
        self.written.push_str(text);
        self.written.push('"');
        Text::new(start, text.len(), literal)
    }

    /// Adds a member's name, for one member or for many of that name.
    pub(crate) fn add_name(&mut self, name: &str) -> Text {
        let text = self.copied(name, is_plain(name));
        self.written.push(':');
        text
    }

    /// Appends a node to a tree that is being built; its index. What a container holds has to follow, and its `end`.
    pub(crate) fn append(&mut self, name: Text, content: Content<'_>) -> u32 {
        let index = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let value = match content {
            Content::Null => Value::Null,
            Content::Bool(value) => Value::Bool(value),
            Content::Number(number) => Value::Number(number),
            Content::String(text) => Value::String(self.copied(text, is_plain(text))),
            Content::Plain(text) => Value::String(self.copied(text, true)),
            Content::Array => Value::Array,
            Content::Object => Value::Object,
        };
        self.nodes.push(Node { name, value, end: index.saturating_add(1), at: 0 });
        index
    }

    /// Whether a tree that was built has more values or more text than can be told apart.
    pub(crate) fn is_too_large(&self) -> bool {
        self.text.len() + self.written.len() >= LITERAL as usize || self.nodes.len() >= u32::MAX as usize
    }

    /// The tree of some other nodes over the same texts.
    pub(crate) fn with_nodes(&self, nodes: Vec<Node>) -> Self {
        Self { text: self.text, written: self.written.clone(), nodes, notes: Vec::new() }
    }

    /// The same document with its text copied, free of the input's lifetime.
    pub fn into_owned(self) -> Tree<'static> {
        let written = if self.text.is_empty() { self.written } else { self.text.to_owned() + &self.written };
        Tree { text: "", written, nodes: self.nodes, notes: self.notes }
    }
}

/// Whether nothing in a text has to be escaped.
fn is_plain(text: &str) -> bool {
    scan::plain(text.as_bytes()) == text.len()
}
