//! Scanners of the short tokens that documents are held together by: local ids, extension keys, digests. Each reads the
//! same set of texts as the regular expression beside which a member table names it.

/// A local id (`OpenCheckpoint` 4.1): a letter or digit, then at most 127 letters, digits, `.`, `_`, `:` and `-`.
pub fn is_local_id(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.len() <= 128
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-'))
}

/// An extension key (`OpenCheckpoint` 7): a lower-case reverse-DNS name of two labels or more, then `/`-separated
/// segments, none of them empty.
pub fn is_extension_key(text: &str) -> bool {
    let mut segments = text.split('/');
    let name = segments.next().unwrap_or_default();
    name.contains('.') && name.split('.').all(is_label) && segments.all(|segment| !segment.is_empty())
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let inside = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    bytes.first().is_some_and(inside)
        && bytes.last().is_some_and(inside)
        && bytes.iter().all(|b| inside(b) || *b == b'-')
}

/// A name that starts with `prefix` and goes on in the same line.
pub fn is_in_line_after(prefix: &str, text: &str) -> bool {
    let rest = text.strip_prefix(prefix).unwrap_or_default();
    !rest.is_empty() && !rest.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// So many lower-case hexadecimal digits.
pub fn is_lower_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
}

/// 64 hexadecimal digits of either case.
pub fn is_hex_64(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A digest as text: an algorithm's name, a colon, and what is printable; 64 lower-case digits for `sha-256`.
pub fn is_digest(text: &str) -> bool {
    let Some((algorithm, value)) = text.split_once(':') else { return false };
    if algorithm == "sha-256" {
        return is_lower_hex(value, 64);
    }
    let bytes = algorithm.as_bytes();
    let inside = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    bytes.first().is_some_and(inside)
        && bytes.iter().all(|b| inside(b) || *b == b'-')
        && !value.is_empty()
        && value.bytes().all(|b| b.is_ascii_graphic())
}
