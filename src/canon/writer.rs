//! The writer: straight from the tree, members ordered by index, no recursion (RFC 8785, 3.2; `ZCF-JSON-v1`).

use std::ops::Range;

use super::order::Profile;
use crate::json::{Cursor, Node, Number, Text, Tree, Value, scan};

/// The canonical bytes of the value at `place`.
pub fn to_vec(place: Cursor<'_>, profile: Profile) -> Vec<u8> {
    // A guess that is right for most documents: it only saves growing.
    let nodes = place.end().saturating_sub(place.index()) as usize;
    let mut out = Vec::with_capacity(nodes.saturating_mul(32));
    write(place, profile, &mut out);
    out
}

/// Appends the canonical bytes of the value at `place`; nothing for a missing one.
pub fn write(place: Cursor<'_>, profile: Profile, out: &mut Vec<u8>) {
    Writer::new(profile, false, out).document(place);
}

/// Appends `text` as a JSON string, which is the same in both profiles.
pub fn write_string(text: &str, out: &mut Vec<u8>) {
    Writer::new(Profile::Zcf, false, out).string(text);
}

/// Appends the value at `place` in the profile's order, indented by two spaces, for people. Lines more than 64 levels
/// deep are indented like the 64th, so that the output stays in proportion to the document.
pub fn write_pretty(place: Cursor<'_>, profile: Profile, out: &mut Vec<u8>) {
    Writer::new(profile, true, out).document(place);
}

/// The indentation of the deepest lines.
const INDENT: &[u8] = &[b' '; 2 * 64];

/// What is left to write of an open container.
enum Open {
    /// The element that comes next, and where they end.
    Array(u32, u32),
    /// The members that come next, and where this object's start in the list.
    Object(Range<usize>, usize),
}

/// A member, by the sort key of its name and its place.
type Member = (u64, u32);

/// Writes values one after the other. What it needs to order members is kept from one to the next.
pub(crate) struct Writer<'w> {
    profile: Profile,
    pretty: bool,
    out: &'w mut Vec<u8>,
    open: Vec<Open>,
    /// The members of all open objects, each object's together and in order.
    members: Vec<Member>,
}

impl<'w> Writer<'w> {
    fn new(profile: Profile, pretty: bool, out: &'w mut Vec<u8>) -> Self {
        Self { profile, pretty, out, open: Vec::new(), members: Vec::new() }
    }

    /// One that appends to `out`.
    pub(crate) fn appending(profile: Profile, out: &'w mut Vec<u8>) -> Self {
        Self::new(profile, false, out)
    }

    /// Appends what is JSON already.
    pub(crate) fn raw(&mut self, json: &[u8]) {
        self.out.extend_from_slice(json);
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// Appends the value at `place`; nothing for a missing one.
    pub(crate) fn document(&mut self, place: Cursor<'_>) {
        let tree = place.tree();
        let Some(node) = tree.node(place.index()) else { return };
        if !place.is_leaf() {
            // Room for what most documents have open at a time.
            self.open.reserve(16);
            self.members.reserve(64);
        }
        self.value(tree, place.index(), node);
        while let Some(open) = self.open.pop() {
            match open {
                Open::Array(next, end) => self.elements(tree, next, end),
                Open::Object(range, start) => self.object_members(tree, range, start),
            }
        }
    }

    /// Writes elements up to the first that has something in it itself, which comes next.
    fn elements(&mut self, tree: &Tree<'_>, mut next: u32, end: u32) {
        while let Some(child) = tree.node(next).filter(|_| next < end) {
            self.separate();
            let index = std::mem::replace(&mut next, child.end);
            if matches!(child.value, Value::Array | Value::Object) {
                self.open.push(Open::Array(next, end));
                return self.value(tree, index, child);
            }
            self.value(tree, index, child);
        }
        self.close(b']');
    }

    /// As [`Self::elements`] for the members of an object, which start in the list at `start`.
    fn object_members(&mut self, tree: &Tree<'_>, mut range: Range<usize>, start: usize) {
        while let Some((_, index)) = range.next().and_then(|at| self.members.get(at)).copied() {
            let Some(child) = tree.node(index) else { continue };
            self.separate();
            if !self.pretty
                && let Value::String(text) = child.value
                && let Some(member) = tree.literal_member(child.name, text)
            {
                self.out.extend_from_slice(member);
                continue;
            }
            if let Some(name) = tree.literal_name(child.name).filter(|_| !self.pretty) {
                self.out.extend_from_slice(name);
            } else {
                self.text(tree, child.name);
                self.out.extend_from_slice(if self.pretty { b": " } else { b":" });
            }
            if matches!(child.value, Value::Array | Value::Object) {
                self.open.push(Open::Object(range, start));
                return self.value(tree, index, child);
            }
            self.value(tree, index, child);
        }
        self.members.truncate(start);
        self.close(b'}');
    }

    /// What stands before an element or a member.
    #[inline]
    fn separate(&mut self) {
        // Only an opening bracket can stand before a first child.
        if !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.out.push(b',');
        }
        if self.pretty {
            self.new_line(self.open.len() + 1);
        }
    }

    fn close(&mut self, closing: u8) {
        if self.pretty && !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.new_line(self.open.len());
        }
        self.out.push(closing);
    }

    /// Writes a scalar whole, of a container its opening bracket.
    fn value(&mut self, tree: &Tree<'_>, index: u32, node: &Node) {
        match node.value {
            Value::Null => self.out.extend_from_slice(b"null"),
            Value::Bool(true) => self.out.extend_from_slice(b"true"),
            Value::Bool(false) => self.out.extend_from_slice(b"false"),
            Value::Number(Number::Int(i)) => self.integer(i),
            Value::Number(Number::Float(f)) => {
                self.out.extend_from_slice(ryu_js::Buffer::new().format_finite(f).as_bytes());
            }
            Value::String(text) => self.text(tree, text),
            Value::Array => {
                self.out.push(b'[');
                self.open.push(Open::Array(index.saturating_add(1), node.end));
            }
            Value::Object => {
                self.out.push(b'{');
                self.object(tree, index.saturating_add(1), node.end);
            }
        }
    }

    /// Orders the members of an object, which stand from `next` to `end`.
    fn object(&mut self, tree: &Tree<'_>, mut next: u32, end: u32) {
        let (profile, start) = (self.profile, self.members.len());
        while let Some(node) = tree.node(next).filter(|_| next < end) {
            self.members.push((profile.key(tree.bytes(node.name)), next));
            next = node.end;
        }
        let members = self.members.get_mut(start..).unwrap_or_default();
        members.sort_unstable_by_key(|(key, _)| *key);
        if members.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
            let name = |index: u32| tree.node(index).map_or(&[][..], |node| tree.bytes(node.name));
            members.sort_unstable_by(|(a, at), (b, other)| {
                a.cmp(b).then_with(|| profile.compare_bytes(name(*at), name(*other)))
            });
        }
        self.open.push(Open::Object(start..self.members.len(), start));
    }

    fn new_line(&mut self, depth: usize) {
        self.out.push(b'\n');
        self.out.extend_from_slice(INDENT.get(..2 * depth).unwrap_or(INDENT));
    }

    /// An integer as ECMAScript prints it: up to 2^53 that is all its digits.
    fn integer(&mut self, value: i64) {
        let mut digits = [b'0'; 20];
        let mut rest = value.unsigned_abs();
        let mut used = 0;
        for (digit, count) in digits.iter_mut().rev().zip(1..) {
            // A remainder by ten fits a byte.
            *digit += u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
            used = count;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            self.out.push(b'-');
        }
        self.out.extend_from_slice(digits.get(digits.len() - used..).unwrap_or_default());
    }

    /// A text of a document: unescaped in its quotes there, it stands as it is to be written.
    #[inline]
    fn text(&mut self, tree: &Tree<'_>, text: Text) {
        match tree.literal(text) {
            Some(literal) => self.out.extend_from_slice(literal),
            None => self.string(tree.str(text).unwrap_or_default()),
        }
    }

    /// Appends a text. RFC 8785, 3.2.2.2: the short escapes, other controls as `\u00xx`, everything else as it is.
    pub(crate) fn string(&mut self, text: &str) {
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        let mut rest = text.as_bytes();
        loop {
            let (plain, tail) = rest.split_at(scan::plain(rest));
            self.out.extend_from_slice(plain);
            let Some((byte, tail)) = tail.split_first() else { break };
            self.escape(*byte);
            rest = tail;
        }
        self.out.push(b'"');
    }

    fn escape(&mut self, byte: u8) {
        let short = match byte {
            0x08 => b'b',
            0x09 => b't',
            0x0A => b'n',
            0x0C => b'f',
            0x0D => b'r',
            b'"' | b'\\' => byte,
            _ => {
                let hex = |digit: u8| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
                self.out.extend_from_slice(&[b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 0xF)]);
                return;
            }
        };
        self.out.extend_from_slice(&[b'\\', short]);
    }
}
