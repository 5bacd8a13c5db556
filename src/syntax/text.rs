//! Text from documents made safe to print (profile 1, section 1, pinned: data is kept byte for byte, anything printed
//! is escaped first).

use std::borrow::Cow;
use std::fmt::Write as _;

/// Replaces every character that could move a terminal's cursor, change the reading order or hide from a reader by
/// its code point, `\u{..}`. Line feeds and tabs count: one text stays on one line. All else is kept, so that nothing
/// is allocated for ordinary text.
pub fn escape_for_terminal(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unprintable(c) {
            // Writing into a `String` cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Control characters (C0, DEL, C1), line and paragraph separators, and what Unicode calls default-ignorable or
/// formats text without showing: bidi controls, zero-width characters, variation selectors, tags, annotation marks.
fn is_unprintable(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_kept_without_a_copy() {
        for text in ["", "plain", "C:\\wt\\flake \\u{1b}", "naïve 日本語 \u{1f600} עברית", "a\u{a0}b \u{301}"]
        {
            assert!(matches!(escape_for_terminal(text), Cow::Borrowed(kept) if kept == text), "{text:?}");
        }
    }

    #[test]
    fn what_steers_or_hides_is_spelled_out() {
        let cases = [
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\r\n\tb\0", "a\\u{d}\\u{a}\\u{9}b\\u{0}"),
            ("\u{7f}\u{80}\u{9b}31m\u{9f}", "\\u{7f}\\u{80}\\u{9b}31m\\u{9f}"),
            (
                "user\u{202e}nimda\u{2066}\u{2069}\u{200f}\u{61c}",
                "user\\u{202e}nimda\\u{2066}\\u{2069}\\u{200f}\\u{61c}",
            ),
            ("a\u{200b}b\u{200d}c\u{2060}d\u{feff}", "a\\u{200b}b\\u{200d}c\\u{2060}d\\u{feff}"),
            ("a\u{2028}b\u{2029}c\u{85}", "a\\u{2028}b\\u{2029}c\\u{85}"),
            ("\u{ad}\u{180e}\u{3164}\u{fff9}", "\\u{ad}\\u{180e}\\u{3164}\\u{fff9}"),
            ("x\u{e0041}\u{e0100}\u{fe0f}", "x\\u{e0041}\\u{e0100}\\u{fe0f}"),
            ("日\u{7}本", "日\\u{7}本"),
        ];
        for (text, escaped) in cases {
            assert_eq!(escape_for_terminal(text), escaped);
        }
    }
}
