//! Credentials behind their names in running text: `password: x`, `Authorization: Bearer x`, `API_KEY="x"`,
//! `--token x`, and the same in lists of words.

use super::names::{Named, is_short, named};
use super::values::without_scheme;

/// Bytes that are looked at on either side of a name's end, so that no text takes long.
const NEAR: usize = 96;

/// Whether a credential stands behind its name.
pub(super) fn names_one(text: &str) -> bool {
    assigned(text) || text.contains("--") && given(text)
}

/// Behind `:` or `=`, with what programs put around names and values.
fn assigned(text: &str) -> bool {
    text.match_indices([':', '=']).any(|(at, sign)| {
        // `SigningKey::generate` is a path.
        let after = head(text.get(at + 1..).unwrap_or_default());
        if sign == ":" && after.starts_with(':') {
            return false;
        }
        let before = tail(text.get(..at).unwrap_or_default());
        let before = before.trim_end_matches([' ', '"', '\'', '`', '\\', ']']);
        // `API key: x` too.
        let of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let start = before.trim_end_matches(of_name).len();
        let Some(named) = named(before.get(start..).unwrap_or_default()) else { return false };
        let after = after.trim_start_matches([' ', '>', '=', '"', '\'', '`', '\\']);
        named.fits_behind(word(without_scheme(after)))
    })
}

/// Behind an option of a command.
fn given(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(option) = words.next() {
        if let (Some(named), Some(value)) = (option_named(option), words.peek())
            && named.fits_behind(word(head(value).trim_start_matches(['"', '\''])))
        {
            return true;
        }
    }
    false
}

/// What an option of a command promises: `--db-password`.
pub(super) fn option_named(option: &str) -> Option<Named> {
    if option.starts_with('-') && is_short(option) { named(option) } else { None }
}

/// One word without the punctuation behind it.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "\"'`".contains(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', ')', ']', '}', '\\', '>'])
}

/// The end of a text.
fn tail(text: &str) -> &str {
    let start = (text.len().saturating_sub(NEAR)..=text.len()).find(|at| text.is_char_boundary(*at));
    text.get(start.unwrap_or_default()..).unwrap_or_default()
}

/// The beginning of a text.
fn head(text: &str) -> &str {
    let end = (0..=text.len().min(NEAR)).rev().find(|at| text.is_char_boundary(*at));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}
