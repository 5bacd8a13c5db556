//! Positions of many places of one text: the line starts are found once.

use super::cursor::Cursor;
use super::position::Position;

/// Where the lines of a text start; LF, CRLF and CR each end a line.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of `text`.
    pub fn new(text: &'a [u8]) -> Self {
        let mut starts = vec![0];
        for (i, b) in text.iter().enumerate() {
            // A CR directly before an LF ends the line together with it.
            if *b == b'\n' || *b == b'\r' && text.get(i + 1) != Some(&b'\n') {
                starts.push(i + 1);
            }
        }
        Self { text, starts }
    }

    /// The position of a place of the tree that was read from this text: of its name, when it has one.
    pub fn position(&self, place: Cursor<'_>) -> Option<Position> {
        let offset = place.tree().node(place.index())?.at as usize;
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.checked_sub(1)?)?;
        let before = self.text.get(*start..offset)?;
        let column = before.iter().filter(|b| (**b & 0xC0) != 0x80).count() + 1;
        Some(Position { offset, line, column })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, position_at, read};
    use super::*;

    #[test]
    fn positions_are_those_of_a_scan_from_the_start() {
        let text = "\r\n{\"ž\":\r[1,\n 2, {\"日本\": [],\r\n\"z\": null}]\n}".as_bytes();
        let tree = read(text, &Limits::default()).unwrap();
        let lines = Lines::new(text);
        for place in tree.root().subtree() {
            let found = lines.position(place).unwrap();
            assert_eq!(found, position_at(text, found.offset));
        }
        let last = tree.root().get("ž").item(2).get("z");
        assert_eq!(lines.position(last).map(|p| (p.line, p.column)), Some((5, 1)));
    }
}
