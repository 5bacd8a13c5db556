//! The line of a document that a finding is about, with the place underlined: for a narrow terminal, a document on one
//! long line, and text that tries to steer the terminal.

use std::fmt::Write as _;

use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{Position, Tree, locate, position_at, resolve};
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::layout::width;

/// Columns of a screen whose width is not known, and the most that are used of a wider one.
const WIDTH: usize = 80;
/// Columns of the line number and of the three marks where something is left out.
const TAKEN: usize = 14 + 3;
/// Bytes on either side of a place of which some are shown; a character takes four at most.
const NEAR: usize = 1024;

/// Whether a finding is about what may be a credential, or beside what a user has to hold and not to read here.
pub fn is_secret(finding: &Finding) -> bool {
    use Code::{
        OcpS008, ResidueAuthentication, ResidueDigestMismatch, ResidueMacMismatch, ResidueSecret,
        SecretSuspected,
    };
    matches!(
        finding.code,
        OcpS008
            | SecretSuspected
            | ResidueSecret
            | ResidueAuthentication
            | ResidueDigestMismatch
            | ResidueMacMismatch
    )
}

/// The lines on which a credential may stand, first and last of each, which are never shown. A value may begin on
/// another line than its name, where the finding is.
pub fn secret_lines(text: &[u8], tree: Option<&Tree<'_>>, findings: &[Finding]) -> Vec<(usize, usize)> {
    let secret = findings.iter().filter(|f| is_secret(f));
    let lines = |f: &Finding| {
        let first = f.position?.line;
        let end = tree.and_then(|tree| locate(text, resolve(tree, &f.pointer))).map(|(_, end)| end);
        Some((first, end.map_or(first, |end| position_at(text, end).line)))
    };
    secret.filter_map(lines).collect()
}

/// Two lines: a part of the text, and a mark under the place. Nothing when there is no place, or when it is on one of
/// the `hidden` lines. They fit into `columns`. The line is numbered as in the file, where that is not the document.
pub fn excerpt(
    text: &[u8],
    tree: Option<&Tree<'_>>,
    (finding, in_file): (&Finding, Option<Position>),
    hidden: &[(usize, usize)],
    columns: Option<usize>,
) -> String {
    let is_hidden = |line: usize| hidden.iter().any(|(first, last)| (*first..=*last).contains(&line));
    let Some(at) = finding.position.filter(|at| !is_hidden(at.line)) else { return String::new() };
    let end = tree.and_then(|tree| {
        let place = resolve(tree, &finding.pointer);
        let (start, end) = locate(text, place)?;
        // Of an array or object only where it starts.
        Some(if place.is_array() || place.is_object() { start + 1 } else { end })
    });
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    // A document can be one line, and have a hundred findings: no more of it is looked at than can be shown.
    let near = at.offset.saturating_sub(NEAR)..at.offset.saturating_add(NEAR).min(text.len());
    let before = text.get(near.start..at.offset).unwrap_or_default();
    let line_start = near.start + before.iter().rposition(is_end).map_or(0, |i| i + 1);
    let after = text.get(at.offset..near.end).unwrap_or_default();
    let line_end = at.offset + after.iter().position(is_end).unwrap_or(after.len());
    // A character is marked whole.
    let inside = |b: &u8| b & 0xC0 == 0x80;
    let character = 1 + after.iter().skip(1).take(3).take_while(|b| inside(b)).count();
    let marked_end = end.unwrap_or(at.offset + character).clamp(at.offset, line_end);

    let before = String::from_utf8_lossy(text.get(line_start..at.offset).unwrap_or_default());
    let marked = String::from_utf8_lossy(text.get(at.offset..marked_end).unwrap_or_default());
    let rest = String::from_utf8_lossy(text.get(marked_end..line_end).unwrap_or_default());
    let room = columns.unwrap_or(WIDTH).min(WIDTH).saturating_sub(TAKEN);
    // A third is for what comes before, and what the rest of the line leaves over.
    let tail = width(&first(&marked, room));
    let tail = tail + width(&first(&rest, room.saturating_sub(tail)));
    let before = last(&before, (room / 3).max(room.saturating_sub(tail)));
    let room = room.saturating_sub(width(&before));
    let marked = first(&marked, room);
    // One mark is enough for all that is left out behind.
    let cut = marked.ends_with('…');
    let rest = if cut { String::new() } else { first(&rest, room.saturating_sub(width(&marked))) };
    let mut out = String::new();
    let number = in_file.map_or(at.line, |at| at.line).to_string();
    let _ = writeln!(out, "  {number:>9} | {before}{marked}{rest}");
    let mark = "^".repeat(width(&marked).max(1));
    let _ = writeln!(out, "  {:>9} | {}{mark}", "", " ".repeat(width(&before)));
    out
}

/// The first characters of `text` that fit into `columns`, made safe to print.
fn first(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let shown = escape(c.encode_utf8(&mut [0; 4])).into_owned();
        if width(&out) + width(&shown) > columns {
            out.push('…');
            break;
        }
        out.push_str(&shown);
    }
    out
}

/// The last characters of `text` that fit into `columns`, made safe to print.
fn last(text: &str, columns: usize) -> String {
    let mut parts = Vec::new();
    let mut used = 0;
    for c in text.chars().rev() {
        let shown = escape(c.encode_utf8(&mut [0; 4])).into_owned();
        used += width(&shown);
        if used > columns {
            parts.push("…".to_owned());
            break;
        }
        parts.push(shown);
    }
    parts.into_iter().rev().collect()
}
