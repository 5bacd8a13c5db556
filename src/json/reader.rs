//! The strict reader: RFC 8259 grammar, I-JSON rules (RFC 7493; OCP 3), limits of profile 1 section 1. One pass, no
//! recursion. Every refusal is one finding with its code, the pointer of the innermost value it concerns, and the place.

use std::borrow::Cow;

use super::limits::{Limits, byte_order_mark};
use super::number::{self, Unreadable};
use super::pointer::push_token;
use super::position::position_at;
use super::string::{self, BadString};
use super::tree::{Node, Note, NoteKind, Tree, Value};
use crate::finding::{Code, Finding};

/// Reads one document.
///
/// # Errors
/// One finding: `json_encoding`, `json_size`, `json_syntax`, `json_depth`, `json_duplicate_member`,
/// `json_lone_surrogate` or `json_number_range`.
pub fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Tree<'a>, Box<Finding>> {
    // Offsets are kept in 32 bits, which no sensible limit reaches.
    if bytes.len() > limits.bytes.min(u32::MAX as usize) {
        return Err(Box::new(
            Finding::new(Code::JsonSize, "", "the document is larger than the limit")
                .expected(format!("at most {} bytes", limits.bytes))
                .found(format!("{} bytes", bytes.len())),
        ));
    }
    if let Some(seen) = byte_order_mark(bytes) {
        return Err(Box::new(
            Finding::new(Code::JsonEncoding, "", "the document is not plain UTF-8")
                .expected("UTF-8 without a byte order mark")
                .found(seen)
                .at(position_at(bytes, 0)),
        ));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Reader::new(text, limits).document(),
        Err(error) => Err(not_utf8(bytes, error.valid_up_to(), limits)),
    }
}

/// The finding for invalid UTF-8 at `at`: a fault before it comes first, else the place the valid part ends in.
fn not_utf8(bytes: &[u8], at: usize, limits: &Limits) -> Box<Finding> {
    let valid = bytes.get(..at).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default();
    let pointer = match Reader::new(valid, limits).document() {
        Err(earlier) if earlier.position.is_some_and(|p| p.offset < at) => return earlier,
        Err(cut) => cut.pointer,
        Ok(_) => String::new(),
    };
    let seen = bytes.get(at).copied().unwrap_or_default();
    Box::new(
        Finding::new(Code::JsonEncoding, pointer, "the document is not valid UTF-8")
            .expected("UTF-8")
            .found(format!("byte {seen:02X} at offset {at}"))
            .at(position_at(bytes, at)),
    )
}

/// An object or array that is still open.
struct Open {
    node: u32,
    object: bool,
    children: usize,
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: Limits,
    tree: Tree<'a>,
    open: Vec<Open>,
    /// Name and its offset, read and waiting for the value.
    pending: Option<(Cow<'a, str>, usize)>,
    /// Members of the object being closed, by name; kept to be reused.
    names: Vec<(u32, u32)>,
}

type Step<T> = Result<T, Box<Finding>>;

impl<'a> Reader<'a> {
    fn new(text: &'a str, limits: &Limits) -> Self {
        let nodes = Vec::with_capacity(text.len() / 24 + 8);
        let tree = Tree { nodes, notes: Vec::new() };
        let (open, names) = (Vec::new(), Vec::new());
        Self { text, bytes: text.as_bytes(), at: 0, limits: *limits, tree, open, pending: None, names }
    }

    fn document(mut self) -> Step<Tree<'a>> {
        self.value()?;
        while let Some(open) = self.open.last() {
            let (object, first) = (open.object, open.children == 0);
            let close = if object { b'}' } else { b']' };
            match self.peek() {
                Some(b) if b == close => {
                    self.at += 1;
                    self.close()?;
                    continue;
                }
                Some(b',') if !first => {
                    self.at += 1;
                    if self.peek() == Some(close) {
                        return Err(self.syntax("a value after the comma"));
                    }
                }
                _ if first => {}
                _ => return Err(self.syntax(if object { "`,` or `}`" } else { "`,` or `]`" })),
            }
            if object {
                self.name()?;
            }
            self.value()?;
        }
        if self.peek().is_some() {
            return Err(self.syntax("the end of the document"));
        }
        Ok(self.tree)
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    fn name(&mut self) -> Step<()> {
        if self.peek() != Some(b'"') {
            return Err(self.syntax("a member name in double quotes"));
        }
        let at = self.at;
        let (name, doubtful) = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.syntax("`:` after the member name"));
        }
        self.at += 1;
        if doubtful {
            self.note(NoteKind::Noncharacter);
        }
        self.pending = Some((name, at));
        Ok(())
    }

    /// Reads one value: a scalar whole, of an array or object the opening bracket only.
    fn value(&mut self) -> Step<()> {
        let first = self.peek();
        let start = self.at;
        let value = match first {
            Some(b'"') => {
                let (text, doubtful) = self.string()?;
                if doubtful {
                    self.note(NoteKind::Noncharacter);
                }
                Value::String(text)
            }
            Some(b'{') => Value::Object,
            Some(b'[') => Value::Array,
            Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            _ => return Err(self.syntax("a value")),
        };
        let container = matches!(value, Value::Object | Value::Array);
        if container {
            if self.open.len() >= self.limits.depth {
                let depth = self.limits.depth;
                let finding = self.finding(Code::JsonDepth, "the document nests too deeply", start);
                return Err(Box::new(
                    finding.expected(format!("at most {depth} levels")).found("a deeper one"),
                ));
            }
            self.at += 1;
        }
        let object = value == Value::Object;
        let index = self.index();
        let (name, at) = match self.pending.take() {
            Some((name, at)) => (Some(name), at),
            None => (None, start),
        };
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
        }
        // `read` has bounded the offsets to 32 bits.
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.tree.nodes.push(Node { name, value, end: index + 1, at });
        if container {
            self.open.push(Open { node: index, object, children: 0 });
        }
        Ok(())
    }

    fn index(&self) -> u32 {
        u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX)
    }

    fn close(&mut self) -> Step<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let end = self.index();
        if let Some(node) = self.tree.nodes.get_mut(open.node as usize) {
            node.end = end;
        }
        if open.object && open.children > 1 { self.unique_names(&open) } else { Ok(()) }
    }

    /// OCP 3 (I-JSON): member names of an object do not repeat, compared after unescaping.
    fn unique_names(&mut self, open: &Open) -> Step<()> {
        let mut names = std::mem::take(&mut self.names);
        names.clear();
        names.extend(self.tree.cursor(open.node).children().map(|c| (c.index(), 0)));
        let nodes = &self.tree.nodes;
        let name = |i: u32| nodes.get(i as usize).and_then(|n| n.name.as_deref()).unwrap_or_default();
        let repeated = if names.len() <= 16 {
            names.iter().enumerate().find_map(|(i, (node, _))| {
                let twin = names.iter().take(i).any(|(earlier, _)| name(*earlier) == name(*node));
                twin.then_some(*node)
            })
        } else {
            names.sort_unstable_by(|a, b| name(a.0).cmp(name(b.0)).then(a.0.cmp(&b.0)));
            let pairs = names.iter().zip(names.iter().skip(1));
            pairs.filter(|(a, b)| name(a.0) == name(b.0)).map(|(_, b)| b.0).min()
        };
        self.names = names;
        let Some(node) = repeated else { return Ok(()) };
        let (name, at) = self.tree.node(node).map_or(("", 0), |n| (n.name.as_deref().unwrap_or(""), n.at));
        let mut pointer = self.pointer_of_open();
        self.push_open(&mut pointer, open);
        push_token(&mut pointer, Some(name), 0);
        Err(Box::new(
            Finding::new(
                Code::JsonDuplicateMember,
                pointer,
                "a member name stands twice in one object; this is the second",
            )
            .expected("each name once, also when spelled with escapes")
            .found(name)
            .at(position_at(self.bytes, at as usize)),
        ))
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Step<Value<'a>> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err(self.syntax("a value"));
        }
        self.at += word.len();
        Ok(value)
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
    fn number(&mut self) -> Step<super::number::Number> {
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
            Err(fault) => {
                let (message, expected) = match fault {
                    Unreadable::Infinite => ("the number is beyond the range of a double", "a finite double"),
                    Unreadable::Underflow => {
                        ("the number is not zero but a double makes it zero", "0, or a double")
                    }
                    Unreadable::InexactInteger => (
                        "no double holds this integer, so it would change silently",
                        "an integer a double holds",
                    ),
                };
                let found: String = text.chars().take(60).collect();
                let finding = self.finding(Code::JsonNumberRange, message, start);
                Err(Box::new(finding.expected(expected).found(found)))
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn digits(&mut self) -> Step<()> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.syntax("a digit"));
        }
        self.at += count;
        Ok(())
    }

    /// The string literal that opens here, and whether it holds a noncharacter.
    fn string(&mut self) -> Step<(Cow<'a, str>, bool)> {
        let open = self.at;
        let literal = string::scan(self.text, open).map_err(|fault| self.bad_string(fault))?;
        let text = if literal.escaped {
            Cow::Owned(string::unescape(literal.raw, open + 1).map_err(|fault| self.bad_string(fault))?)
        } else {
            Cow::Borrowed(literal.raw)
        };
        self.at = literal.end;
        let doubtful = (literal.doubtful || literal.escaped) && string::has_noncharacter(&text);
        Ok((text, doubtful))
    }

    fn bad_string(&mut self, fault: BadString) -> Box<Finding> {
        match fault {
            BadString::Surrogate(at) => {
                let finding =
                    self.finding(Code::JsonLoneSurrogate, "half of a surrogate pair stands alone", at);
                let found: String = self.text.get(at..).unwrap_or_default().chars().take(6).collect();
                Box::new(finding.expected("a high surrogate escape followed by a low one").found(found))
            }
            BadString::Unterminated(at) => self.syntax_at(at, "a closing double quote"),
            BadString::Control(at) => self.syntax_at(at, "control characters escaped"),
            BadString::Escape(at) => self.syntax_at(at, "one of the escapes of JSON"),
        }
    }

    fn note(&mut self, kind: NoteKind) {
        let node = self.index();
        self.tree.notes.push(Note { kind, node });
    }

    fn syntax(&mut self, expected: &str) -> Box<Finding> {
        self.syntax_at(self.at, expected)
    }

    fn syntax_at(&mut self, at: usize, expected: &str) -> Box<Finding> {
        let found = match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            None => "the end of the document".to_owned(),
            Some(c) if c.is_control() => format!("U+{:04X}", u32::from(c)),
            Some(c) => format!("`{c}`"),
        };
        Box::new(self.finding(Code::JsonSyntax, "this is not JSON", at).expected(expected).found(found))
    }

    fn finding(&self, code: Code, message: &str, at: usize) -> Finding {
        let mut pointer = self.pointer_of_open();
        match (&self.pending, self.open.last()) {
            (Some((name, _)), _) => push_token(&mut pointer, Some(name), 0),
            // A fault inside an element, not at the comma before it or the bracket after it.
            (None, Some(open)) if !open.object && code != Code::JsonSyntax => {
                push_token(&mut pointer, None, open.children);
            }
            _ => {}
        }
        Finding::new(code, pointer, message).at(position_at(self.bytes, at))
    }

    /// The pointer of the innermost open container.
    fn pointer_of_open(&self) -> String {
        let mut pointer = String::new();
        for open in &self.open {
            self.push_open(&mut pointer, open);
        }
        pointer
    }

    /// Appends the token under which `open` stands in its parent, which is open too.
    fn push_open(&self, pointer: &mut String, open: &Open) {
        let depth = self.open.iter().position(|o| o.node == open.node).unwrap_or(self.open.len());
        let Some(parent) = depth.checked_sub(1).and_then(|d| self.open.get(d)) else { return };
        let name = self.tree.node(open.node).and_then(|n| n.name.as_deref());
        push_token(pointer, name, parent.children.saturating_sub(1));
    }
}
