//! Text laid out for the reader's screen: how wide it is, how much room a text takes, and where lines are broken.

use std::env;

use terminal_size::{Height, Width};

/// A screen narrower than this is treated as if it were as wide: below, nothing can be laid out.
const NARROWEST: usize = 24;

/// How many columns there are on standard output, when that is known: `COLUMNS` where somebody has set it, else what
/// the terminal says. A file or a pipe has no width, and its lines are not broken.
pub fn on_stdout() -> Option<usize> {
    columns(terminal_size::terminal_size_of(std::io::stdout()))
}

/// As [`on_stdout`], for standard error.
pub fn on_stderr() -> Option<usize> {
    columns(terminal_size::terminal_size_of(std::io::stderr()))
}

fn columns(terminal: Option<(Width, Height)>) -> Option<usize> {
    let set = env::var("COLUMNS").ok().and_then(|text| text.parse::<usize>().ok());
    let told = terminal.map(|(Width(columns), _)| usize::from(columns));
    set.or(told).filter(|columns| *columns > 0).map(|columns| columns.max(NARROWEST))
}

/// Breaks `text` at blanks, so that a line that starts at column `indent` fits into `columns`; further lines are
/// indented as much. A word that is longer stays whole: a terminal wraps it, and it can still be copied.
pub fn fold(text: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let room = columns.saturating_sub(indent);
    let mut out = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let more = width(word);
        if used > 0 && used + 1 + more > room {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            used = 0;
        } else if !out.is_empty() {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += more;
    }
    out
}

/// Columns a text takes: two for what is wide in East Asian typography and for pictographs, none for what combines.
pub fn width(text: &str) -> usize {
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
