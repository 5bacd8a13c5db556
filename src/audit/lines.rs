//! Narrated values: a line of the target says the value in the words of the row's form.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Audit, Told, plain, quoted, shown, spelled};
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Row, matches};

/// How far around the last citation of a line the next is looked for before the whole line is.
const NEAR: usize = 4096;
/// Bytes of lines looked through whole, in one audit.
const DEAREST: usize = 1 << 32;

/// A form, taken apart.
pub(super) struct Form<'f> {
    pub(super) start: bool,
    pub(super) before: &'f str,
    /// Whether the value stands as JSON; none when the form has no place for one.
    pub(super) json: Option<bool>,
    pub(super) after: &'f str,
    pub(super) end: bool,
}

impl<'f> Form<'f> {
    /// Reads `^WORDS {} WORDS$`, `{json}` for the value as JSON.
    pub(super) fn parse(form: &'f str) -> Self {
        let (start, form) = form.strip_prefix('^').map_or((false, form), |rest| (true, rest));
        let (end, form) = form.strip_suffix('$').map_or((false, form), |rest| (true, rest));
        let (plain, json) = (form.split_once("{}"), form.split_once("{json}"));
        let (before, json, after) = match (plain, json) {
            (Some((before, after)), _) => (before, Some(false), after),
            (None, Some((before, after))) => (before, Some(true), after),
            (None, None) => (form, None, ""),
        };
        Self { start, before, json, after, end }
    }

    /// Whether `text` has the form with something in the place of the value.
    pub(super) fn fits(&self, text: &str) -> bool {
        let Some(at) =
            (if self.start { text.starts_with(self.before).then_some(0) } else { text.find(self.before) })
        else {
            return false;
        };
        let rest = text.get(at + self.before.len()..).unwrap_or_default();
        if self.json.is_none() {
            return !self.end || text.ends_with(self.before);
        }
        if self.end { rest.ends_with(self.after) } else { rest.contains(self.after) }
    }
}

/// Whether a text carried whole already has the words that `form` would put before it.
pub(super) fn already_says(form: &str, text: &str) -> bool {
    Form::parse(form).fits(text)
}

/// What the search for citations may cost, and where the last one stood in each line.
#[derive(Default)]
pub(super) struct Budget {
    last: HashMap<u32, usize>,
    spent: usize,
    /// Whether a line tells a subtree under a rule.
    subtrees: HashMap<(&'static str, u32, u32), bool>,
}

impl<'t> Audit<'t> {
    /// `audit_narrated_text`: the line at `to` says the value in one of the row's forms, or at all when it has none.
    pub(super) fn narrated(&mut self, at: &str, row: &'static Row, from: Cursor<'t>, to: Cursor<'t>) {
        let Some(line) = to.as_str() else {
            let finding =
                Finding::new(Code::AuditNarratedText, at, "the value is told where there is no text");
            self.find(finding.found(shown(to)));
            return;
        };
        self.note_told(at, row, from, to);
        let mut readings: Vec<Cow<'t, str>> = match from.as_str() {
            Some(id) if matches!(row.transform, "id" | "ref") => self.spellings(id),
            _ => vec![plain(from)],
        };
        let words = row.values.iter().filter(|(key, _)| from.as_str() == Some(*key));
        readings.extend(words.map(|(_, word)| Cow::Borrowed(*word)));
        // A value longer than the line is not in it, and is not spelled out to see that.
        readings.retain(|text| text.len() <= line.len());
        let whole = ["{}", "{json}"];
        let forms: &[&str] = if row.form.is_empty() { &whole } else { row.form };
        // Near the last citation first, in every wording: an honest line cites in the order of its source.
        for whole_line in [false, true] {
            for (form, text) in forms.iter().flat_map(|form| readings.iter().map(move |text| (form, text))) {
                let form = Form::parse(form);
                let value = match form.json {
                    Some(true) if from.as_str().is_some() => Cow::Owned(quoted(text)),
                    Some(_) => Cow::Borrowed(text.as_ref()),
                    None => Cow::Borrowed(""),
                };
                match self.says(to.index(), line, &form, &value, whole_line) {
                    Some(true) => return,
                    Some(false) => {}
                    None => {
                        let message = "the lines of this ledger are too dear to search";
                        self.find(Finding::new(Code::AuditCost, at, message));
                        return;
                    }
                }
            }
        }
        if self.tells_subtree(row, from, to) {
            return;
        }
        // One complaint about a line is enough.
        self.complained.insert(to.index());
        let message = format!("the line does not say the value as rule {} does", row.rule);
        let finding = Finding::new(Code::AuditNarratedText, at, message);
        self.find(finding.expected(format!("{} of {}", forms.join(" or "), shown(from))).found(shown(to)));
    }

    /// Notes that the line at `to` tells the value.
    pub(super) fn note_told(&mut self, at: &str, row: &'static Row, from: Cursor<'t>, to: Cursor<'t>) {
        self.told.entry(to.index()).or_default().push(Told { at: at.to_owned(), row, from });
    }

    /// Whether the line quotes, in one of the row's forms, the whole opaque subtree the value is in. Each is spelled out
    /// once for each line.
    fn tells_subtree(&mut self, row: &'static Row, from: Cursor<'t>, to: Cursor<'t>) -> bool {
        let pointer = self.source.pointer(from.index());
        let pattern = row.from.iter().find(|pattern| pattern.ends_with("/**") && matches(pattern, &pointer));
        let Some(pattern) = pattern else { return false };
        let deeper = pointer.split('/').count().saturating_sub(pattern.split('/').count() - 1);
        let up = std::iter::successors(Some(from), |at| self.source.parent(at.index()));
        let Some(top) = up.take(deeper + 1).last().filter(|top| !top.is_leaf()) else { return false };
        let key = (row.rule, top.index(), to.index());
        if let Some(known) = self.budget.subtrees.get(&key) {
            return *known;
        }
        let json = spelled(top);
        let line = to.as_str().unwrap_or_default();
        let told = row.form.iter().map(|form| Form::parse(form)).any(|form| {
            let said = [form.before, &json, form.after].concat();
            let (starts, ends) = (!form.start || line.starts_with(&said), !form.end || line.ends_with(&said));
            form.json == Some(true) && starts && ends && line.contains(&said)
        });
        self.budget.subtrees.insert(key, told);
        told
    }

    /// Whether `line` has `form` around `value`, near the last citation or anywhere; `None` when the budget is spent.
    fn says(
        &mut self,
        node: u32,
        line: &str,
        form: &Form<'_>,
        value: &str,
        whole_line: bool,
    ) -> Option<bool> {
        let said = [form.before, value, form.after].concat();
        if form.start || form.end {
            let starts = !form.start || line.starts_with(&said);
            let ends = !form.end || line.ends_with(&said);
            return Some(starts && ends && !(form.start && form.end && line.len() != said.len()));
        }
        let (from, to) = if whole_line {
            self.budget.spent = self.budget.spent.saturating_add(line.len());
            if self.budget.spent > DEAREST {
                return None;
            }
            (0, line.len())
        } else {
            let last = self.budget.last.get(&node).copied().unwrap_or(0);
            let from = (0..=last.saturating_sub(NEAR)).rev().find(|i| line.is_char_boundary(*i)).unwrap_or(0);
            let to = last.saturating_add(NEAR + said.len()).min(line.len());
            (from, (to..=line.len()).find(|i| line.is_char_boundary(*i)).unwrap_or(line.len()))
        };
        let found = line.get(from..to).and_then(|part| part.find(&said)).map(|i| from + i);
        if let Some(i) = found {
            self.budget.last.insert(node, i + said.len());
        }
        Some(found.is_some())
    }
}
