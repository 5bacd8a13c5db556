//! Places in the text: line and column, 1-based, columns in code points; LF, CRLF and CR each end a line.

use super::cursor::Cursor;

/// A place in a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Byte offset from the start of the document, 0-based.
    pub offset: usize,
    /// Line, 1-based.
    pub line: usize,
    /// Column in Unicode code points, 1-based.
    pub column: usize,
}

/// Line and column of byte `offset` in `text`, which need not be valid UTF-8.
pub fn position_at(text: &[u8], offset: usize) -> Position {
    let before = text.get(..offset).unwrap_or(text);
    let (mut line, mut start) = (1, 0);
    for (i, b) in before.iter().enumerate() {
        match b {
            b'\n' => (line, start) = (line + 1, i + 1),
            // A CR directly before an LF ends the line together with it.
            b'\r' if text.get(i + 1) != Some(&b'\n') => (line, start) = (line + 1, i + 1),
            _ => {}
        }
    }
    let column = before.get(start..).unwrap_or_default().iter().filter(|b| (**b & 0xC0) != 0x80).count() + 1;
    Position { offset: before.len(), line, column }
}

/// The byte range of the value at `place` in the text it was read from, for underlining.
pub fn locate(text: &[u8], place: Cursor<'_>) -> Option<(usize, usize)> {
    let node = place.tree().node(place.index())?;
    let mut start = node.at as usize;
    if node.name.is_some() {
        start = skip_string(text, start)?;
        start += text.get(start..)?.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b':'))?;
    }
    let mut at = start;
    let mut depth = 0_usize;
    loop {
        match text.get(at)? {
            b'"' => at = skip_string(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            _ if depth == 0 => {
                let rest = text.get(at..)?;
                at += rest
                    .iter()
                    .position(|b| matches!(b, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'))
                    .unwrap_or(rest.len());
            }
            _ => at += 1,
        }
        if depth == 0 {
            return Some((start, at));
        }
    }
}

/// One past the closing quote of the string that opens at `at`.
fn skip_string(text: &[u8], at: usize) -> Option<usize> {
    let mut i = at + 1;
    loop {
        match text.get(i)? {
            b'"' => return Some(i + 1),
            b'\\' => i += 2,
            _ => i += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, read, resolve};
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_cr() {
        let text = "a\r\nb\rc\nžd".as_bytes();
        let at = |offset| (position_at(text, offset).line, position_at(text, offset).column);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (3, 1));
        assert_eq!(at(7), (4, 1));
        // Two bytes of ž are one column.
        assert_eq!(at(9), (4, 2));
    }

    #[test]
    fn a_value_is_located_in_its_text() {
        let text = br#"{ "a\"" : [1, {"b":"x]"} ], "c":-2.5e3}"#;
        let tree = read(text, &Limits::default()).unwrap();
        let found = |pointer| {
            let (from, to) = locate(text, resolve(&tree, pointer)).unwrap();
            std::str::from_utf8(&text[from..to]).unwrap()
        };
        assert_eq!(found("/a\""), r#"[1, {"b":"x]"} ]"#);
        assert_eq!(found("/a\"/1/b"), r#""x]""#);
        assert_eq!(found("/a\"/0"), "1");
        assert_eq!(found("/c"), "-2.5e3");
        assert_eq!(found(""), std::str::from_utf8(text).unwrap());
    }
}
