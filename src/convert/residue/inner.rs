//! JSON that a document holds as text: arguments of calls, what tools gave back. What must not be preserved must not be
//! there either.

use crate::json::{Limits, Tree, read};

/// Texts inside one another that are looked into.
pub(super) const LEVELS: usize = 4;

/// The array or object that a text is, if it is one as a whole and `levels` are left.
pub(super) fn json(text: &str, levels: usize) -> Option<Tree<'_>> {
    let text = text.trim();
    let is_enclosed = |open, close| text.starts_with(open) && text.ends_with(close);
    if levels == 0 || !is_enclosed('{', '}') && !is_enclosed('[', ']') {
        return None;
    }
    read(text.as_bytes(), &Limits::default()).ok()
}
