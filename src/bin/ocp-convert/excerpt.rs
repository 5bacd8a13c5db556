//! The line of a document that a finding is about, with the place underlined: for a narrow terminal, a document on one
//! long line, and text that tries to steer the terminal.

use std::fmt::Write as _;

use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{Tree, locate, resolve};
use ocp_convert::syntax::text::escape_for_terminal as escape;

/// Columns shown before the place and from it on; with the line number, this fits into 80.
const BEFORE: usize = 20;
const FROM: usize = 40;

/// The lines on which a credential may stand, which are never shown.
pub fn secret_lines(findings: &[Finding]) -> Vec<usize> {
    let secret = findings.iter().filter(|f| matches!(f.code, Code::OcpS008 | Code::SecretSuspected));
    secret.filter_map(|f| f.position).map(|at| at.line).collect()
}

/// Two lines: a part of the text, and a mark under the place. Nothing when there is no place, or when it is on one of
/// the `hidden` lines.
pub fn excerpt(text: &[u8], tree: Option<&Tree<'_>>, finding: &Finding, hidden: &[usize]) -> String {
    let Some(at) = finding.position.filter(|at| !hidden.contains(&at.line)) else { return String::new() };
    let end = tree.and_then(|tree| {
        let place = resolve(tree, &finding.pointer);
        let (start, end) = locate(text, place)?;
        // Of an array or object only where it starts.
        Some(if place.is_array() || place.is_object() { start + 1 } else { end })
    });
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    let before = text.get(..at.offset).unwrap_or_default();
    let line_start = before.iter().rposition(is_end).map_or(0, |i| i + 1);
    let after = text.get(at.offset..).unwrap_or_default();
    let line_end = at.offset + after.iter().position(is_end).unwrap_or(after.len());
    let marked_end = end.unwrap_or(at.offset + 1).clamp(at.offset, line_end);

    let before = String::from_utf8_lossy(text.get(line_start..at.offset).unwrap_or_default());
    let marked = String::from_utf8_lossy(text.get(at.offset..marked_end).unwrap_or_default());
    let rest = String::from_utf8_lossy(text.get(marked_end..line_end).unwrap_or_default());
    let before = last(&before, BEFORE);
    let marked = first(&marked, FROM);
    let rest = first(&rest, FROM.saturating_sub(width(&marked)));
    let mut out = String::new();
    let number = at.line.to_string();
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

/// Columns a text takes: two for what is wide in East Asian typography and for pictographs, none for what combines.
fn width(text: &str) -> usize {
    let one = |c: char| match c {
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{20d0}'..='\u{20f0}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    };
    text.chars().map(one).sum()
}
