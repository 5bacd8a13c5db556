//! A tagged line: the tag, then what it cites as `name "value"` joined by `; `, then `: ` and the source's text.

use crate::json::Cursor;
use crate::ledger::{Id, Line};
use crate::mapping::Rule;

/// Cites after a tag.
pub(super) struct Cites<'l, 's> {
    line: &'l mut Line<'s>,
    any: bool,
}

impl<'l, 's> Cites<'l, 's> {
    /// Cites after what `line` says so far.
    pub(super) fn after(line: &'l mut Line<'s>) -> Self {
        Self { line, any: false }
    }

    fn next(&mut self) -> &mut Line<'s> {
        self.line.say(if self.any { "; " } else { " " });
        self.any = true;
        self.line
    }

    /// A value with its name, both left out when the value is missing.
    pub(super) fn value(&mut self, name: &'static str, rule: Rule, leaf: Cursor<'s>) {
        if leaf.exists() {
            self.next().say(name).quote(rule, leaf);
        }
    }

    /// A reference with its name.
    pub(super) fn id(&mut self, name: &'static str, rule: Rule, reference: Cursor<'s>, id: &Id) {
        if reference.exists() {
            self.next().say(name).quote_id(rule, reference, id);
        }
    }

    /// Something of a form of its own.
    pub(super) fn own(&mut self, write: impl FnOnce(&mut Line<'s>)) {
        write(self.next());
    }

    /// Whether `text` opens with all that the line says so far, up to the end of a word.
    pub(super) fn open(&self, text: Cursor<'_>) -> bool {
        let rest = text.as_str().and_then(|t| t.strip_prefix(self.line.so_far()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':', ';']))
    }

    /// Lets a source text that already says all of the line stand in its place.
    pub(super) fn replace(self, rule: Rule, leaf: Cursor<'s>) {
        self.line.replace(rule, leaf);
    }

    /// The source's text, which ends the line.
    pub(super) fn text(self, rule: Rule, leaf: Cursor<'s>) {
        if self.any {
            self.line.say(": ").cite(rule, leaf);
        } else {
            self.line.then(rule, leaf);
        }
    }

    /// The source's text as one JSON string, which ends the line.
    pub(super) fn quoted(self, rule: Rule, leaf: Cursor<'s>) {
        if self.any {
            self.line.say(": ").quote(rule, leaf);
        } else {
            self.line.then_quoted(rule, leaf);
        }
    }
}
