//! The lines of NDJSON: LF or CRLF ends one, the last one needs neither, and each has its number and place in the file.
//! A CR that no LF follows is white space of the document it stands in.

use std::io::{self, BufRead, BufReader, Read};

use crate::load::Origin;

/// Reads lines; of one that is longer than `limit` no more than a byte beyond it is kept.
pub struct NdJson<R> {
    text: BufReader<R>,
    next: Origin,
    limit: usize,
}

impl<R: Read> NdJson<R> {
    pub fn new(text: R, limit: usize) -> Self {
        let text = BufReader::with_capacity(64 << 10, text);
        Self { text, next: Origin { line: 1, offset: 0 }, limit }
    }

    /// The next line without its end.
    pub fn line(&mut self) -> io::Result<Option<(Origin, Vec<u8>)>> {
        let origin = self.next;
        let mut line = Vec::new();
        // The limit, a byte beyond it, and the CR and LF of a line that is just within it.
        let most = (self.limit as u64).saturating_add(3);
        let mut length = (&mut self.text).take(most).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        } else if length as u64 == most {
            length += self.skip()?;
        }
        line.truncate(self.limit.saturating_add(1));
        self.next = Origin { line: origin.line + 1, offset: origin.offset + length };
        Ok(Some((origin, line)))
    }

    /// Whether the next line may have to be waited for.
    pub fn may_wait(&self) -> bool {
        !self.text.buffer().contains(&b'\n')
    }

    /// Passes over the rest of a line.
    fn skip(&mut self) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let text = match self.text.fill_buf() {
                Ok([]) => return Ok(length),
                Ok(text) => text,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            let end = text.iter().position(|b| *b == b'\n').map(|at| at + 1);
            let used = end.unwrap_or(text.len());
            self.text.consume(used);
            length += used;
            if end.is_some() {
                return Ok(length);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lines(text: &[u8], limit: usize) -> Vec<(usize, usize, Vec<u8>)> {
        let mut from = NdJson::new(text, limit);
        let mut out = Vec::new();
        while let Some((at, line)) = from.line().unwrap() {
            out.push((at.line, at.offset, line));
        }
        out
    }

    #[test]
    fn each_end_of_line_counts_once() {
        let expected =
            vec![(1, 0, b"1".to_vec()), (2, 3, vec![]), (3, 4, b"2\r3".to_vec()), (4, 8, b"4".to_vec())];
        assert_eq!(lines(b"1\r\n\n2\r3\n4", 9), expected);
        assert_eq!(lines(b"1\r\n\n2\r3\n4\n", 9), expected);
        assert_eq!(lines(b"", 9), vec![]);
        assert_eq!(lines(b"\n", 9), vec![(1, 0, vec![])]);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_and_counted() {
        // Two bytes are within the limit, and the last line as well as the third is not.
        let expected = [(1, 0, &b"12"[..]), (2, 4, b"123"), (3, 13, b"1"), (4, 15, b"123")];
        let expected: Vec<_> = expected.map(|(n, at, line)| (n, at, line.to_vec())).into();
        assert_eq!(lines(b"12\r\n12345678\n1\n123456", 2), expected);
    }
}
