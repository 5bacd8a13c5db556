//! The notation of `mappings/lines.toml`, read: a form as a sequence of parts.

use std::collections::BTreeSet;

use crate::mapping::Line;

/// A piece of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Words(String),
    Cite(Cite),
    /// A value that the words around it imply; it reads so.
    Implied {
        rule: String,
        text: String,
    },
    /// A space the first time, then this and a space.
    Join(char),
    /// What stands before the source's text: `: ` after a join, else a space.
    Then,
    Digest,
    /// The pointer of the next value cited under the rule.
    Place {
        rule: String,
    },
    Is {
        path: String,
        text: String,
        wanted: bool,
    },
    Has {
        path: String,
        wanted: bool,
    },
    At(String),
    Opens {
        path: String,
        words: String,
    },
    Whole,
    /// This tool had a hand in the source.
    Ours,
    /// No stop condition applies to the source's object.
    Unstopped,
    /// The first of these that fits.
    Choice(Vec<Vec<Part>>),
    Optional(Vec<Part>),
    Many(Vec<Part>),
}

/// A value of the source in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cite {
    pub(super) rule: String,
    /// A part of the value's pointer, with a slash before it; empty for any.
    pub(super) within: String,
    pub(super) json: bool,
    /// The texts it may not read, and those of which it must be one; none for any.
    pub(super) but: Vec<String>,
    pub(super) only: Vec<String>,
    /// The number of this cite in its form.
    pub(super) number: usize,
}

/// A form of a line, and the rules whose values it has room for.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) line: &'static Line,
    pub(super) parts: Vec<Part>,
    pub(super) rules: BTreeSet<String>,
    /// How many cites it has.
    pub(super) cites: usize,
}

impl Form {
    /// The form of a line, read.
    pub(super) fn of(line: &'static Line) -> Self {
        let mut form = Self { line, parts: Vec::new(), rules: BTreeSet::new(), cites: 0 };
        form.parts = form.sequence(line.form);
        form
    }

    /// The parts of a text whose brackets match.
    fn sequence(&mut self, mut text: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        while let Some(at) = text.find(['{', '(']) {
            let (words, rest) = text.split_at(at);
            if !words.is_empty() {
                parts.push(Part::Words(words.to_owned()));
            }
            if let Some((inside, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                parts.push(self.named(inside));
                text = after;
                continue;
            }
            let (choices, after) = group(rest);
            let inside: Vec<Vec<Part>> = choices.into_iter().map(|choice| self.sequence(choice)).collect();
            let one = |mut inside: Vec<Vec<Part>>| match inside.len() {
                1 => inside.pop().unwrap_or_default(),
                _ => vec![Part::Choice(inside)],
            };
            text = if let Some(after) = after.strip_prefix('?') {
                parts.push(Part::Optional(one(inside)));
                after
            } else if let Some(after) = after.strip_prefix('*') {
                parts.push(Part::Many(one(inside)));
                after
            } else {
                parts.push(Part::Choice(inside));
                after
            };
        }
        if !text.is_empty() {
            parts.push(Part::Words(text.to_owned()));
        }
        parts
    }

    /// What stands between braces.
    fn named(&mut self, inside: &str) -> Part {
        let (word, rest) = inside.split_once(' ').unwrap_or((inside, ""));
        let equation = || rest.split_once('=').map(|(path, text)| (path.to_owned(), text.to_owned()));
        match (word, rest) {
            ("join", _) => Part::Join(';'),
            ("comma", _) => Part::Join(','),
            ("then", _) => Part::Then,
            ("digest", _) => Part::Digest,
            ("place", rule) => Part::Place { rule: rule.to_owned() },
            ("has" | "no", path) => Part::Has { path: path.to_owned(), wanted: word == "has" },
            ("whole", _) => Part::Whole,
            ("ours", _) => Part::Ours,
            ("unstopped", _) => Part::Unstopped,
            ("opens", _) => {
                let (path, words) = equation().unwrap_or_default();
                Part::Opens { path, words }
            }
            ("at", name) => Part::At(format!("/{name}/")),
            ("is" | "not", _) => {
                let (path, text) = equation().unwrap_or_default();
                Part::Is { path, text, wanted: word == "is" }
            }
            _ => self.value(word, rest == "json"),
        }
    }

    fn value(&mut self, word: &str, json: bool) -> Part {
        let (rule, text) = word.split_once('=').map_or((word, None), |(rule, text)| (rule, Some(text)));
        let words = |text: &str| text.split('/').map(str::to_owned).collect();
        let (rule, but) = rule.split_once('!').map_or((rule, Vec::new()), |(rule, but)| (rule, words(but)));
        let (rule, only) =
            rule.split_once('?').map_or((rule, Vec::new()), |(rule, only)| (rule, words(only)));
        let (rule, within) = rule.split_once('@').unwrap_or((rule, ""));
        self.rules.insert(rule.to_owned());
        if let Some(text) = text {
            return Part::Implied { rule: rule.to_owned(), text: text.to_owned() };
        }
        let within = if within.is_empty() { String::new() } else { format!("/{within}") };
        self.cites += 1;
        Part::Cite(Cite { rule: rule.to_owned(), within, json, but, only, number: self.cites - 1 })
    }
}

/// The alternatives of the group at the start of `text`, and what follows its bracket.
fn group(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut start, mut choices) = (0_usize, 1, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            '|' if depth == 1 => {
                choices.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    choices.push(text.get(start..at).unwrap_or_default());
                    return (choices, text.get(at + 1..).unwrap_or_default());
                }
            }
            _ => {}
        }
    }
    (vec![text.get(1..).unwrap_or_default()], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::{Deed, Direction, LINES, ROWS};

    #[test]
    fn a_form_is_read_as_it_is_written() {
        let line = Line {
            direction: Direction::OcpToZephr,
            to: &[],
            form: "[a ({R}|b)]({join}c {S@m/n json})*{then}{T!x}{U=}",
        };
        let line: &'static Line = Box::leak(Box::new(line));
        let form = Form::of(line);
        let cite = |rule: &str, within: &str, json, but: Option<&str>, number| {
            let but = but.into_iter().map(Into::into).collect();
            let (rule, within) = (rule.into(), within.into());
            Part::Cite(Cite { rule, within, json, but, only: Vec::new(), number })
        };
        let words = |text: &str| Part::Words(text.into());
        let expected = vec![
            words("[a "),
            Part::Choice(vec![vec![cite("R", "", false, None, 0)], vec![words("b")]]),
            words("]"),
            Part::Many(vec![Part::Join(';'), words("c "), cite("S", "/m/n", true, None, 1)]),
            Part::Then,
            cite("T", "", false, Some("x"), 2),
            Part::Implied { rule: "U".into(), text: String::new() },
        ];
        assert_eq!(form.parts, expected);
        assert_eq!(form.cites, 3);
    }

    /// A misspelt rule would never be cited, and its line never fit.
    #[test]
    fn forms_name_rules_that_carry_values_to_their_places() {
        for form in LINES.iter().map(Form::of) {
            assert!(!form.rules.is_empty(), "{}", form.line.form);
            for rule in &form.rules {
                let row = ROWS.iter().find(|row| row.rule == rule);
                let row = row.unwrap_or_else(|| panic!("{rule} in {}", form.line.form));
                assert!(matches!(row.deed, Deed::Move(_)) && row.direction == form.line.direction, "{rule}");
                assert!(row.to.iter().any(|to| form.line.to.contains(to)), "{rule} in {}", form.line.form);
            }
        }
    }
}
