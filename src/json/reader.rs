//! The strict reader: RFC 8259 grammar, I-JSON rules (RFC 7493; OCP 3), limits of profile 1 section 1. One pass, no
//! recursion. Every refusal is one finding with its code, the pointer of the innermost value it concerns, and the place.

use super::fault::{self, Where};
use super::limits::Limits;
use super::names::{self, Name};
use super::number;
use super::tree::{Node, Note, NoteKind, Text, Tree, Value};
use super::{scan, string};
use crate::finding::Finding;

/// Reads one document.
///
/// # Errors
/// One finding: `json_encoding`, `json_size`, `json_syntax`, `json_depth`, `json_duplicate_member`,
/// `json_lone_surrogate` or `json_number_range`. It is the first in the text, except that names are compared when
/// their object closes, and a string is searched for its end before its escapes are read.
pub fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Tree<'a>, Box<Finding>> {
    // The offsets of the text and of what is decoded from it share 31 bits, which no sensible limit reaches.
    let limit = limits.bytes.min(u32::MAX as usize / 4);
    if bytes.len() > limit {
        return Err(fault::too_large(bytes.len(), limit));
    }
    if let Some(finding) = fault::other_encoding(bytes) {
        return Err(finding);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Reader::new(text, limits).document(),
        Err(error) => Err(fault::not_utf8(bytes, error.valid_up_to(), limits)),
    }
}

/// An object or array that is still open.
pub(super) struct Open {
    pub(super) node: u32,
    pub(super) object: bool,
    pub(super) children: usize,
    /// Where the names of its members start in the list of all open objects' names.
    names: usize,
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) limits: Limits,
    pub(super) tree: Tree<'a>,
    pub(super) open: Vec<Open>,
    /// The name of the member whose value comes next; [`Text::NONE`] before it has been read and for an element.
    pub(super) name: Text,
    /// Byte offset of that name.
    name_at: usize,
    /// Member names of the open objects, each object's together.
    names: Vec<Name>,
}

type Step<T> = Result<T, Box<Finding>>;

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits) -> Self {
        // Most documents spend more bytes than this on a value, so that the list need not grow.
        let tree = Tree::reading(text, text.len() / 16 + 8);
        let (open, names) = (Vec::with_capacity(16), Vec::with_capacity(32));
        let (bytes, name) = (text.as_bytes(), Text::NONE);
        Self { text, bytes, limits: *limits, tree, open, name, name_at: 0, names }
    }

    pub(super) fn document(mut self) -> Step<Tree<'a>> {
        let mut at = 0;
        loop {
            at = self.value(at)?;
            // What ends here, and whether a member or an element comes next.
            let object = loop {
                at = self.past_space(at);
                let Some(open) = self.open.last() else {
                    return match self.bytes.get(at) {
                        None => Ok(self.tree),
                        Some(_) => Err(self.syntax(at, Where::Before, "the end of the document")),
                    };
                };
                let (object, first) = (open.object, open.children == 0);
                let close = if object { b'}' } else { b']' };
                match self.bytes.get(at) {
                    Some(b',') if !first => {
                        at = self.past_space(at + 1);
                        if self.bytes.get(at) == Some(&close) {
                            return Err(self.syntax(at, Where::Before, "a value after the comma"));
                        }
                        break object;
                    }
                    Some(byte) if *byte == close => {
                        self.close()?;
                        at += 1;
                    }
                    _ if first => break object,
                    _ => {
                        let expected = if object { "`,` or `}`" } else { "`,` or `]`" };
                        return Err(self.syntax(at, Where::Before, expected));
                    }
                }
            };
            if object {
                at = self.member_name(at)?;
            }
        }
    }

    /// The first place from `at` on that is not white space.
    #[inline]
    fn past_space(&self, at: usize) -> usize {
        match self.bytes.get(at) {
            Some(b' ' | b'\n' | b'\r' | b'\t') => self.past_more_space(at),
            _ => at,
        }
    }

    fn past_more_space(&self, mut at: usize) -> usize {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\r' | b'\t') => at += 1,
                // Indentation follows.
                Some(b'\n') => at += 1 + scan::spaces(self.bytes.get(at + 1..).unwrap_or_default()),
                _ => return at,
            }
        }
    }

    /// Reads a member's name and the colon after it.
    #[inline]
    fn member_name(&mut self, at: usize) -> Step<usize> {
        let at = self.past_space(at);
        if self.bytes.get(at) != Some(&b'"') {
            return Err(self.syntax(at, Where::Before, "a member name in double quotes"));
        }
        let (name, end) = self.string(at + 1)?;
        let colon = self.past_space(end);
        if self.bytes.get(colon) != Some(&b':') {
            return Err(self.syntax(colon, Where::Before, "`:` after the member name"));
        }
        let node = self.index();
        self.names.push(Name::new(self.tree.bytes(name), node));
        (self.name, self.name_at) = (name, at);
        Ok(colon + 1)
    }

    /// Reads one value: a scalar whole, of an array or object the opening bracket only.
    #[inline]
    fn value(&mut self, at: usize) -> Step<usize> {
        let start = self.past_space(at);
        let (value, end) = match self.bytes.get(start) {
            Some(b'"') => {
                let (text, end) = self.string(start + 1)?;
                (Value::String(text), end)
            }
            Some(b'{') => self.container(Value::Object, start)?,
            Some(b'[') => self.container(Value::Array, start)?,
            Some(b'-' | b'0'..=b'9') => self.number(start)?,
            Some(b't') => self.word("true", Value::Bool(true), start)?,
            Some(b'f') => self.word("false", Value::Bool(false), start)?,
            Some(b'n') => self.word("null", Value::Null, start)?,
            _ => return Err(self.syntax(start, Where::Before, "a value")),
        };
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
        }
        let node = self.index();
        let name = std::mem::replace(&mut self.name, Text::NONE);
        let at = if name.is_some() { self.name_at } else { start };
        // `read` has bounded the offsets to 32 bits.
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.tree.nodes.push(Node { name, value, end: node + 1, at });
        let object = matches!(value, Value::Object);
        if object || matches!(value, Value::Array) {
            self.open.push(Open { node, object, children: 0, names: self.names.len() });
        }
        Ok(end)
    }

    #[inline]
    fn container(&self, value: Value, at: usize) -> Step<(Value, usize)> {
        if self.open.len() >= self.limits.depth {
            return Err(self.too_deep(at));
        }
        Ok((value, at + 1))
    }

    fn index(&self) -> u32 {
        u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX)
    }

    /// OCP 3 (I-JSON): member names of an object do not repeat, compared after unescaping.
    fn close(&mut self) -> Step<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let end = self.index();
        if let Some(node) = self.tree.nodes.get_mut(open.node as usize) {
            node.end = end;
        }
        if open.object {
            let text = |node: u32| self.tree.cursor(node).name_bytes();
            let members = self.names.get_mut(open.names..).unwrap_or_default();
            if let Some(node) = names::first_repeat(members, text) {
                return Err(self.repeated_name(node, &open));
            }
            self.names.truncate(open.names);
        }
        Ok(())
    }

    fn word(&self, word: &str, value: Value, at: usize) -> Step<(Value, usize)> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            let matching = word.bytes().zip(rest).take_while(|(w, b)| w == *b).count();
            return Err(self.syntax(at + matching, Where::Inside, format!("`{word}`")));
        }
        Ok((value, at + word.len()))
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
    fn number(&mut self, start: usize) -> Step<(Value, usize)> {
        let mut at = start;
        if self.bytes.get(at) == Some(&b'-') {
            at += 1;
        }
        if self.bytes.get(at) == Some(&b'0') {
            at += 1;
        } else {
            at = self.past_digits(at)?;
        }
        if self.bytes.get(at) == Some(&b'.') {
            at = self.past_digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(at) {
            at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(at) {
                at += 1;
            }
            at = self.past_digits(at)?;
        }
        let text = self.text.get(start..at).unwrap_or_default();
        match number::parse(text) {
            Ok((number, big)) => {
                if big {
                    self.note(NoteKind::BigInteger);
                }
                Ok((Value::Number(number), at))
            }
            Err(fault) => Err(self.bad_number(fault, start..at)),
        }
    }

    fn past_digits(&self, at: usize) -> Step<usize> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        match rest.iter().take_while(|b| b.is_ascii_digit()).count() {
            0 => Err(self.syntax(at, Where::Inside, "a digit")),
            count => Ok(at + count),
        }
    }

    /// The string literal whose opening quote is before `start`, and the place past the closing one.
    #[inline]
    fn string(&mut self, start: usize) -> Step<(Text, usize)> {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = scan::plain_below_ef(rest);
        if rest.get(length) == Some(&b'"') {
            return Ok((Tree::quoted(start, length), start + length + 1));
        }
        self.unusual(start)
    }

    /// A literal with escapes, or perhaps a noncharacter, which is noted at the node that comes next.
    #[cold]
    fn unusual(&mut self, start: usize) -> Step<(Text, usize)> {
        let (end, escaped) = string::scan(self.bytes, start).map_err(|fault| self.bad_string(fault))?;
        let raw = self.text.get(start..end).unwrap_or_default();
        let text = if escaped {
            let decoded = self.tree.write(|out| string::unescape(raw, start, out));
            decoded.map_err(|fault| self.bad_string(fault))?
        } else {
            Tree::quoted(start, raw.len())
        };
        if self.tree.str(text).is_some_and(string::has_noncharacter) {
            self.note(NoteKind::Noncharacter);
        }
        Ok((text, end + 1))
    }

    fn note(&mut self, kind: NoteKind) {
        self.tree.notes.push(Note { kind, node: self.index() });
    }
}
