//! What the reader says when it refuses a document: one finding with its code, the pointer and the place in the text.
//!
//! The pointer is that of the innermost value the fault lies in: a scalar with a fault inside, a member whose value is
//! missing, else the array or object that is open there.

use std::ops::Range;

use super::limits::{Limits, other_encoding_name};
use super::number::Unreadable;
use super::pointer::push_token;
use super::position::position_at;
use super::reader::{Open, Reader};
use super::string::BadString;
use crate::finding::{Code, Finding};

/// Where a fault lies in relation to the value that comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// Inside that value.
    Inside,
    /// Before it, or where it is missing.
    Before,
}

pub(super) fn too_large(length: usize, limit: usize) -> Box<Finding> {
    Box::new(
        Finding::new(Code::JsonSize, "", "the document is larger than the limit")
            .expected(format!("at most {limit} bytes"))
            .found(format!("{length} bytes")),
    )
}

/// The finding for text in another encoding, when the first bytes tell so.
pub(super) fn other_encoding(bytes: &[u8]) -> Option<Box<Finding>> {
    let finding = Finding::new(Code::JsonEncoding, "", "the document is not plain UTF-8")
        .expected("UTF-8 without a byte order mark")
        .found(other_encoding_name(bytes)?);
    Some(Box::new(finding.at(position_at(bytes, 0))))
}

/// The finding for invalid UTF-8 at `at`: a fault before it comes first, else the place the valid part ends in.
pub(super) fn not_utf8(bytes: &[u8], at: usize, limits: &Limits) -> Box<Finding> {
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

impl Reader<'_> {
    pub(super) fn syntax(&self, at: usize, place: Where, expected: impl Into<String>) -> Box<Finding> {
        let found = match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            None => "the end of the document".to_owned(),
            Some(c) if c.is_control() => format!("U+{:04X}", u32::from(c)),
            Some(c) => format!("`{c}`"),
        };
        let finding = self.finding(Code::JsonSyntax, "this is not JSON", at, place);
        Box::new(finding.expected(expected).found(found))
    }

    pub(super) fn too_deep(&self, at: usize) -> Box<Finding> {
        let finding = self.finding(Code::JsonDepth, "the document nests too deeply", at, Where::Inside);
        Box::new(finding.expected(format!("at most {} levels", self.limits.depth)).found("a deeper one"))
    }

    pub(super) fn bad_number(&self, fault: Unreadable, range: Range<usize>) -> Box<Finding> {
        let (message, expected) = match fault {
            Unreadable::Infinite => ("the number is beyond the range of a double", "a finite double"),
            Unreadable::Underflow => ("the number is not zero but a double makes it zero", "0, or a double"),
            Unreadable::InexactInteger => {
                ("no double holds this integer, so it would change silently", "an integer a double holds")
            }
        };
        let text = self.text.get(range.clone()).unwrap_or_default();
        let found: String = text.chars().take(60).collect();
        let finding = self.finding(Code::JsonNumberRange, message, range.start, Where::Inside);
        Box::new(finding.expected(expected).found(found))
    }

    pub(super) fn bad_string(&self, fault: BadString) -> Box<Finding> {
        match fault {
            BadString::Surrogate(at) => {
                let message = "half of a surrogate pair stands alone";
                let finding = self.finding(Code::JsonLoneSurrogate, message, at, Where::Inside);
                let found: String = self.text.get(at..).unwrap_or_default().chars().take(6).collect();
                Box::new(finding.expected("a high surrogate escape followed by a low one").found(found))
            }
            BadString::Unterminated(at) => self.syntax(at, Where::Inside, "a closing double quote"),
            BadString::Control(at) => self.syntax(at, Where::Inside, "control characters escaped"),
            BadString::Escape(at) => self.syntax(at, Where::Inside, "one of the escapes of JSON"),
        }
    }

    /// The finding for the member at `node` of `closed`, the object that has just been closed.
    pub(super) fn repeated_name(&self, node: u32, closed: &Open) -> Box<Finding> {
        let name = self.tree.cursor(node).name().unwrap_or_default();
        let at = self.tree.node(node).map_or(0, |n| n.at);
        let mut pointer = self.pointer_of(self.open.iter().chain([closed]));
        push_token(&mut pointer, Some(name), 0);
        let message = "a member name stands twice in one object; this is the second";
        Box::new(
            Finding::new(Code::JsonDuplicateMember, pointer, message)
                .expected("each name once, also when spelled with escapes")
                .found(name)
                .at(position_at(self.bytes, at as usize)),
        )
    }

    fn finding(&self, code: Code, message: &str, at: usize, place: Where) -> Finding {
        let mut pointer = self.pointer_of(self.open.iter());
        match (self.tree.str(self.name), self.open.last()) {
            (Some(name), _) => push_token(&mut pointer, Some(name), 0),
            // In an object this is a fault inside a name, which belongs to the object.
            (_, Some(open)) if !open.object && place == Where::Inside => {
                push_token(&mut pointer, None, open.children);
            }
            _ => {}
        }
        Finding::new(code, pointer, message).at(position_at(self.bytes, at))
    }

    /// The pointer of the last of `path`, which are open containers from the root down.
    fn pointer_of<'o>(&self, path: impl Iterator<Item = &'o Open> + Clone) -> String {
        let mut pointer = String::new();
        for (parent, child) in path.clone().zip(path.skip(1)) {
            let name = self.tree.cursor(child.node).name();
            push_token(&mut pointer, name, parent.children.saturating_sub(1));
        }
        pointer
    }
}
