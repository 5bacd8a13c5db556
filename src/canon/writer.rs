//! The writer: straight from the tree, members ordered by index, no recursion (RFC 8785, 3.2; `ZCF-JSON-v1`).

use std::ops::Range;

use super::order::Profile;
use crate::json::{Cursor, Kind, Number};

/// The canonical bytes of the value at `place`.
pub fn to_vec(place: Cursor<'_>, profile: Profile) -> Vec<u8> {
    let mut out = Vec::new();
    write(place, profile, &mut out);
    out
}

/// Appends the canonical bytes of the value at `place`; nothing for a missing one.
pub fn write(place: Cursor<'_>, profile: Profile, out: &mut Vec<u8>) {
    Writer { profile, pretty: false, out }.value(place);
}

/// Appends the value at `place` in the profile's order, indented by two spaces, for people.
pub fn write_pretty(place: Cursor<'_>, profile: Profile, out: &mut Vec<u8>) {
    Writer { profile, pretty: true, out }.value(place);
}

/// A container being written: which of its children, standing in the shared list, come next.
struct Frame {
    children: Range<usize>,
    start: usize,
    object: bool,
}

struct Writer<'w> {
    profile: Profile,
    pretty: bool,
    out: &'w mut Vec<u8>,
}

impl Writer<'_> {
    fn value(&mut self, place: Cursor<'_>) {
        // Children of all open containers, each container's in a range of its own.
        let mut children: Vec<Cursor<'_>> = Vec::new();
        let mut open: Vec<Frame> = Vec::new();
        self.begin(place, &mut children, &mut open);
        while let Some(frame) = open.last_mut() {
            let first = frame.children.start == frame.start;
            let object = frame.object;
            let Some(child) = frame.children.next().and_then(|i| children.get(i).copied()) else {
                children.truncate(frame.start);
                open.pop();
                if !first {
                    self.new_line(open.len());
                }
                self.out.push(if object { b'}' } else { b']' });
                continue;
            };
            if !first {
                self.out.push(b',');
            }
            self.new_line(open.len());
            if object {
                self.string(child.name().unwrap_or_default());
                self.out.push(b':');
                if self.pretty {
                    self.out.push(b' ');
                }
            }
            self.begin(child, &mut children, &mut open);
        }
    }

    /// Writes a scalar whole, of a container its opening bracket.
    fn begin<'t>(&mut self, place: Cursor<'t>, children: &mut Vec<Cursor<'t>>, open: &mut Vec<Frame>) {
        match place.kind() {
            Kind::Missing => {}
            Kind::Null => self.out.extend_from_slice(b"null"),
            Kind::Bool => {
                let word: &[u8] = if place.as_bool() == Some(true) { b"true" } else { b"false" };
                self.out.extend_from_slice(word);
            }
            Kind::Number => self.number(place.as_number().unwrap_or(Number::Int(0))),
            Kind::String => self.string(place.as_str().unwrap_or_default()),
            Kind::Array | Kind::Object => {
                let object = place.is_object();
                self.out.push(if object { b'{' } else { b'[' });
                let start = children.len();
                children.extend(place.children());
                if let Some(members) = children.get_mut(start..).filter(|_| object) {
                    let order = |a: &Cursor<'_>, b: &Cursor<'_>| {
                        self.profile.compare(a.name().unwrap_or_default(), b.name().unwrap_or_default())
                    };
                    members.sort_unstable_by(order);
                }
                open.push(Frame { children: start..children.len(), start, object });
            }
        }
    }

    fn new_line(&mut self, depth: usize) {
        if self.pretty {
            self.out.push(b'\n');
            self.out.extend(std::iter::repeat_n(b' ', 2 * depth));
        }
    }

    fn number(&mut self, number: Number) {
        match number {
            Number::Int(i) => self.out.extend_from_slice(i.to_string().as_bytes()),
            Number::Float(f) => self.out.extend_from_slice(ryu_js::Buffer::new().format_finite(f).as_bytes()),
        }
    }

    /// RFC 8785, 3.2.2.2: the short escapes, other controls as `\u00xx`, everything else as it is.
    fn string(&mut self, text: &str) {
        self.out.push(b'"');
        let mut rest = text.as_bytes();
        while let Some(i) = rest.iter().position(|b| *b < 0x20 || matches!(b, b'"' | b'\\')) {
            let (plain, tail) = rest.split_at(i);
            self.out.extend_from_slice(plain);
            let Some((byte, tail)) = tail.split_first() else { break };
            match byte {
                b'"' => self.out.extend_from_slice(b"\\\""),
                b'\\' => self.out.extend_from_slice(b"\\\\"),
                0x08 => self.out.extend_from_slice(b"\\b"),
                0x09 => self.out.extend_from_slice(b"\\t"),
                0x0A => self.out.extend_from_slice(b"\\n"),
                0x0C => self.out.extend_from_slice(b"\\f"),
                0x0D => self.out.extend_from_slice(b"\\r"),
                other => self.out.extend_from_slice(format!("\\u{other:04x}").as_bytes()),
            }
            rest = tail;
        }
        self.out.extend_from_slice(rest);
        self.out.push(b'"');
    }
}
