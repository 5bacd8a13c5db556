//! The strict reader: RFC 8259 grammar, I-JSON rules (RFC 7493; OCP 3), limits of profile 1 section 1. One pass, no
//! recursion. Every refusal is one finding with its code, the pointer of the innermost value it concerns, and the place.

use std::borrow::Cow;

use super::fault::{self, Where};
use super::limits::Limits;
use super::names::{self, Name};
use super::number::{self, Number};
use super::tree::{Node, Note, NoteKind, Tree, Value};
use super::{scan, string};
use crate::finding::Finding;

/// Reads one document.
///
/// # Errors
/// One finding: `json_encoding`, `json_size`, `json_syntax`, `json_depth`, `json_duplicate_member`,
/// `json_lone_surrogate` or `json_number_range`. It is the first in the text, except that names are compared when
/// their object closes, and a string is searched for its end before its escapes are read.
pub fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Tree<'a>, Box<Finding>> {
    // Offsets are kept in 32 bits, which no sensible limit reaches.
    let limit = limits.bytes.min(u32::MAX as usize);
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
    pub(super) at: usize,
    pub(super) limits: Limits,
    pub(super) tree: Tree<'a>,
    pub(super) open: Vec<Open>,
    /// Whether the last node is a member whose name has been read and whose value comes next.
    pub(super) named: bool,
    /// Member names of the open objects, each object's together.
    names: Vec<Name>,
}

type Step<T> = Result<T, Box<Finding>>;

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, limits: &Limits) -> Self {
        // Most documents spend more bytes than this on a value, so that the list need not grow.
        let nodes = Vec::with_capacity(text.len() / 16 + 8);
        let tree = Tree { nodes, notes: Vec::new() };
        let (open, names) = (Vec::with_capacity(16), Vec::with_capacity(32));
        Self { text, bytes: text.as_bytes(), at: 0, limits: *limits, tree, open, named: false, names }
    }

    pub(super) fn document(mut self) -> Step<Tree<'a>> {
        self.value()?;
        while let Some(open) = self.open.last() {
            let (object, first) = (open.object, open.children == 0);
            let close = if object { b'}' } else { b']' };
            match self.peek() {
                Some(b',') if !first => {
                    self.at += 1;
                    if self.peek() == Some(close) {
                        return Err(self.syntax(self.at, Where::Before, "a value after the comma"));
                    }
                }
                Some(b) if b == close => {
                    self.at += 1;
                    self.close()?;
                    continue;
                }
                _ if first => {}
                _ => {
                    let expected = if object { "`,` or `}`" } else { "`,` or `]`" };
                    return Err(self.syntax(self.at, Where::Before, expected));
                }
            }
            if object {
                self.name()?;
            }
            self.value()?;
        }
        if self.peek().is_some() {
            return Err(self.syntax(self.at, Where::Before, "the end of the document"));
        }
        Ok(self.tree)
    }

    /// The next byte that is not white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        match self.byte() {
            Some(b' ' | b'\n' | b'\r' | b'\t') => self.white_space(),
            other => other,
        }
    }

    fn white_space(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\r' | b'\t') => self.at += 1,
                // Indentation follows.
                Some(b'\n') => self.at += 1 + scan::spaces(self.bytes.get(self.at + 1..).unwrap_or_default()),
                other => return other,
            }
        }
    }

    fn name(&mut self) -> Step<()> {
        if self.peek() != Some(b'"') {
            return Err(self.syntax(self.at, Where::Before, "a member name in double quotes"));
        }
        let at = self.at;
        let name = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.syntax(self.at, Where::Before, "`:` after the member name"));
        }
        self.at += 1;
        let index = self.index();
        self.names.push(Name::new(&name, index));
        self.push(Some(name), Value::Null, at);
        self.named = true;
        Ok(())
    }

    /// Reads one value: a scalar whole, of an array or object the opening bracket only.
    fn value(&mut self) -> Step<()> {
        let first = self.peek();
        let start = self.at;
        let value = match first {
            Some(b'"') => Value::String(self.string()?),
            Some(b'{') => self.container(Value::Object)?,
            Some(b'[') => self.container(Value::Array)?,
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            _ => return Err(self.syntax(start, Where::Before, "a value")),
        };
        let object = match value {
            Value::Object => Some(true),
            Value::Array => Some(false),
            _ => None,
        };
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
        }
        let index = self.next();
        if self.named {
            self.named = false;
            if let Some(member) = self.tree.nodes.last_mut() {
                member.value = value;
            }
        } else {
            self.push(None, value, start);
        }
        if let Some(object) = object {
            self.open.push(Open { node: index, object, children: 0, names: self.names.len() });
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, name: Option<Cow<'a, str>>, value: Value<'a>, at: usize) {
        // `read` has bounded the offsets to 32 bits.
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.tree.nodes.push(Node { name, value, end: self.index() + 1, at });
    }

    #[inline]
    fn container(&mut self, value: Value<'a>) -> Step<Value<'a>> {
        if self.open.len() >= self.limits.depth {
            return Err(self.too_deep(self.at));
        }
        self.at += 1;
        Ok(value)
    }

    fn index(&self) -> u32 {
        u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX)
    }

    /// The node of the value that comes next: the last one when its name has been read.
    fn next(&self) -> u32 {
        self.index().saturating_sub(u32::from(self.named))
    }

    /// OCP 3 (I-JSON): member names of an object do not repeat, compared after unescaping.
    fn close(&mut self) -> Step<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let end = self.index();
        let nodes = &mut self.tree.nodes;
        if let Some(node) = nodes.get_mut(open.node as usize) {
            node.end = end;
        }
        if open.object {
            let text = |i: u32| nodes.get(i as usize).and_then(|n| n.name.as_deref()).unwrap_or_default();
            let members = self.names.get_mut(open.names..).unwrap_or_default();
            if let Some(node) = names::first_repeat(members, text) {
                return Err(self.repeated_name(node, &open));
            }
            self.names.truncate(open.names);
        }
        Ok(())
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Step<Value<'a>> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            let matching = word.bytes().zip(rest).take_while(|(w, b)| w == *b).count();
            return Err(self.syntax(self.at + matching, Where::Inside, format!("`{word}`")));
        }
        self.at += word.len();
        Ok(value)
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
    fn number(&mut self) -> Step<Number> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        match number::parse(text) {
            Ok((number, big)) => {
                if big {
                    self.note(NoteKind::BigInteger);
                }
                Ok(number)
            }
            Err(fault) => Err(self.bad_number(fault, start)),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn digits(&mut self) -> Step<()> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.syntax(self.at, Where::Inside, "a digit"));
        }
        self.at += count;
        Ok(())
    }

    /// The string literal that opens here. A noncharacter in it is noted at the node that comes next.
    fn string(&mut self) -> Step<Cow<'a, str>> {
        let open = self.at;
        let literal = string::scan(self.text, open).map_err(|fault| self.bad_string(fault))?;
        self.at = literal.end;
        if !literal.escaped && !literal.doubtful {
            return Ok(Cow::Borrowed(literal.raw));
        }
        let text = if literal.escaped {
            Cow::Owned(string::unescape(literal.raw, open + 1).map_err(|fault| self.bad_string(fault))?)
        } else {
            Cow::Borrowed(literal.raw)
        };
        if string::has_noncharacter(&text) {
            self.note(NoteKind::Noncharacter);
        }
        Ok(text)
    }

    fn note(&mut self, kind: NoteKind) {
        let node = self.next();
        self.tree.notes.push(Note { kind, node });
    }
}
