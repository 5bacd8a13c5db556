//! Ways of writing text that both directions share.

use super::posing;
use super::wording::{self, TEXT};
use crate::json::{Cursor, is_noncharacter};
use crate::ledger::{Builder, Line, Slot};
use crate::mapping::Rule;

/// The text at a place, when a checkpoint may hold it: no noncharacter in it (`OpenCheckpoint` 3, RFC 7493 section 2.1).
pub(super) fn clean(leaf: Cursor<'_>) -> Option<&str> {
    leaf.as_str().filter(|text| !text.contains(is_noncharacter))
}

impl<'s> Builder<'s> {
    /// Moves a text as it is; one that opens with a bracket of its own stands behind `[text]`.
    pub(super) fn text(&mut self, rule: Rule, slot: Slot, name: &'static str, leaf: Cursor<'s>) {
        let poses = leaf.as_str().is_some_and(|t| posing::opens_like_a_tag(t) && !t.starts_with(TEXT));
        if poses {
            self.line(slot, name, |line| {
                line.say(TEXT).say(" ").cite(rule, leaf);
            });
        } else {
            self.exact(rule, slot, name, leaf);
        }
    }
}

impl<'s> Line<'s> {
    /// Ends the line with the source's text: ` TEXT` after what is there. A text that already opens with what the line
    /// says so far (this tool wrote it in an earlier conversion) stands alone.
    pub(super) fn then(&mut self, rule: Rule, leaf: Cursor<'s>) {
        if leaf.as_str().is_some_and(|t| self.opens(t)) {
            self.replace(rule, leaf);
        } else {
            self.say(" ").cite(rule, leaf);
        }
    }

    /// As [`Self::then`], the text as one JSON string; not quoted again when it is a whole quoted line of ours.
    pub(super) fn then_quoted(&mut self, rule: Rule, leaf: Cursor<'s>) {
        if leaf.as_str().is_some_and(|t| wording::is_quoted_line(t, self.so_far())) {
            self.replace(rule, leaf);
        } else {
            self.say(" ").quote(rule, leaf);
        }
    }
}
