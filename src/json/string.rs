//! String literals: the escapes of RFC 8259 section 7, and Unicode noncharacters (RFC 7493 section 2.1).

use std::fmt::Write as _;

use super::scan::plain;

/// What is wrong with a string literal, and the byte offset where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadString {
    Unterminated(usize),
    Control(usize),
    Escape(usize),
    Surrogate(usize),
}

/// Finds the closing quote of the literal whose first byte is at `start`; also tells whether any escape occurs in it.
pub(super) fn scan(bytes: &[u8], start: usize) -> Result<(usize, bool), BadString> {
    let mut escaped = false;
    let mut i = start;
    loop {
        i += plain(bytes.get(i..).unwrap_or_default());
        match bytes.get(i) {
            None => return Err(BadString::Unterminated(bytes.len())),
            Some(b'"') => return Ok((i, escaped)),
            Some(b'\\') => {
                escaped = true;
                i += 2;
            }
            Some(_) => return Err(BadString::Control(i)),
        }
    }
}

/// Decodes the escapes of `raw` onto `out`; `offset` is where it starts in the document, for the place of a fault.
pub(super) fn unescape(raw: &str, offset: usize, out: &mut String) -> Result<(), BadString> {
    let mut rest = raw;
    while let Some(slash) = rest.find('\\') {
        let (plain, escape) = rest.split_at(slash);
        out.push_str(plain);
        let at = offset + (raw.len() - escape.len());
        let (decoded, used) = match escape.as_bytes().get(1) {
            Some(b'"') => ('"', 2),
            Some(b'\\') => ('\\', 2),
            Some(b'/') => ('/', 2),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(b'u') => unicode(escape, at)?,
            _ => return Err(BadString::Escape(at)),
        };
        out.push(decoded);
        rest = escape.get(used..).unwrap_or_default();
    }
    out.push_str(rest);
    Ok(())
}

/// Decodes `\uXXXX` or a surrogate pair of them at the start of `escape`; also tells how many bytes it took.
fn unicode(escape: &str, at: usize) -> Result<(char, usize), BadString> {
    let unit = hex4(escape.get(2..6)).ok_or(BadString::Escape(at))?;
    if let Some(c) = char::from_u32(unit) {
        return Ok((c, 6));
    }
    // A lone low surrogate, or a high one whose partner does not follow.
    let low = match escape.get(6..8) {
        Some("\\u") if unit < 0xDC00 => hex4(escape.get(8..12)).ok_or(BadString::Escape(at + 6))?,
        _ => return Err(BadString::Surrogate(at)),
    };
    if !(0xDC00..0xE000).contains(&low) {
        return Err(BadString::Surrogate(at));
    }
    let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    char::from_u32(code).map(|c| (c, 12)).ok_or(BadString::Surrogate(at))
}

fn hex4(digits: Option<&str>) -> Option<u32> {
    let digits = digits?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

/// Whether `text` holds a Unicode noncharacter.
pub(super) fn has_noncharacter(text: &str) -> bool {
    text.contains(is_noncharacter)
}

/// Whether `c` is a Unicode noncharacter: U+FDD0 to U+FDEF, and the last two of every plane.
pub fn is_noncharacter(c: char) -> bool {
    let code = u32::from(c);
    (0xFDD0..=0xFDEF).contains(&code) || (code & 0xFFFE) == 0xFFFE
}

/// JSON with the noncharacters in it escaped, which only stand inside strings: the same value, fit for I-JSON.
pub fn escape_noncharacters(json: String) -> String {
    escape(json, is_noncharacter)
}

/// JSON fit to be quoted in a line for people: beside the noncharacters all is escaped that ends a line, is a control or
/// turns the reading order, so that a quoted text cannot leave its quotes before anybody's eyes.
pub fn escape_for_line(json: String) -> String {
    escape(json, |c| {
        is_noncharacter(c)
            || c.is_control()
            || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    })
}

/// JSON with those characters escaped, which only stand inside strings.
fn escape(json: String, special: impl Fn(char) -> bool) -> String {
    if !json.contains(&special) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if special(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing into a `String` cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
