//! Lines of text, whole: from the first byte to the last a line is fixed words and values that the ledger says are told in
//! it, in one of the forms of `mappings/lines.toml`. A form that only looks for its own value would pass over words that
//! belong to nobody.

use std::collections::{BTreeSet, HashSet};

use super::reading::Reading;
use super::{Audit, plain, quoted, shown, spelled};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::{Row, matches};

/// A value that the ledger says is told in a line.
pub(super) struct Told<'t> {
    /// Where the ledger says so.
    pub(super) at: String,
    pub(super) row: &'static Row,
    pub(super) from: Cursor<'t>,
}

impl<'t> Audit<'t> {
    /// `audit_narrated_text`: every line of the target that tells values is a form of the table, whole.
    pub(super) fn lines(&mut self) {
        let mut lines: Vec<_> = std::mem::take(&mut self.told).into_iter().collect();
        lines.sort_unstable_by_key(|(node, _)| *node);
        for (node, mut told) in lines {
            let Some(line) = self.target.cursor(node).as_str() else { continue };
            told.sort_by_key(|value| value.from.index());
            if let Some(finding) = self.misread(node, line, &told) {
                self.find(finding);
            }
        }
    }

    /// Notes that the line at `to` tells the value.
    pub(super) fn narrated(&mut self, at: &str, row: &'static Row, from: Cursor<'t>, to: Cursor<'t>) {
        if to.as_str().is_some() {
            self.told.entry(to.index()).or_default().push(Told { at: at.to_owned(), row, from });
            return;
        }
        let finding = Finding::new(Code::AuditNarratedText, at, "the value is told where there is no text");
        self.find(finding.found(shown(to)));
    }

    /// What is wrong with a line.
    fn misread(&self, node: u32, line: &'t str, told: &[Told<'t>]) -> Option<Finding> {
        let rules: BTreeSet<&str> = told.iter().map(|value| value.row.rule).collect();
        let place = self.target.pointer(node);
        let mut pointers = Vec::new();
        let (mut furthest, mut wanting, mut any) = (0, None, false);
        for form in &self.forms {
            let fits = form.line.to.iter().any(|to| matches(to, &place));
            if !fits || !rules.iter().all(|rule| form.rules.contains(*rule)) {
                continue;
            }
            any = true;
            if pointers.is_empty() && form.line.form.contains('@') {
                pointers = told.iter().map(|value| self.source.pointer(value.from.index())).collect();
            }
            let mut reading = Reading::new(self, line, &place, told, &pointers, form.cites);
            if reading.all(&form.parts) && reading.is_done() {
                return None;
            }
            reading.note();
            if wanting.is_none() || reading.furthest > furthest {
                (furthest, wanting) = (reading.furthest, reading.wanting);
            }
        }
        // A line of one rule that no table of lines has is nothing but a value of that rule, in one of its forms.
        if !any && rules.len() == 1 && told.first().is_some_and(|value| self.is_alone(line, value)) {
            return None;
        }
        // The value that was not found, or when all were, any.
        let value = told.get(wanting.unwrap_or_default())?;
        let mut end = furthest.min(line.len());
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let message = "the line has words that no rule puts there, or does not say the value";
        let finding = Finding::new(Code::AuditNarratedText, value.at.clone(), message);
        let finding = finding.found(shown(self.target.cursor(node)));
        let read = line.get(..end).unwrap_or_default();
        Some(if read.is_empty() {
            finding.expected(format!("{} told by {}", shown(value.from), value.row.rule))
        } else {
            finding.expected(format!("other words after {}", quoted(&super::excerpt(read))))
        })
    }

    /// Whether the line is the value, or the subtree of its rule that the value is in, with the words of the row's form.
    fn is_alone(&self, line: &str, value: &Told<'t>) -> bool {
        let forms: &[&str] = if value.row.form.is_empty() { &["{}", "{json}"] } else { value.row.form };
        let texts: Vec<&str> = value.row.values.iter().map(|(_, word)| *word).collect();
        forms.iter().any(|form| {
            let form = form.trim_start_matches('^').trim_end_matches('$');
            if let Some((before, after)) = form.split_once("{json}") {
                let json = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                return json
                    .is_some_and(|json| self.tops(value.row, value.from).any(|top| spelled(top) == json));
            }
            let (before, after) = form.split_once("{}").unwrap_or((form, ""));
            let text = line.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            text.is_some_and(|text| {
                !form.contains("{}") || text == plain(value.from) || texts.contains(&text)
            })
        })
    }

    pub(super) fn digests(&self) -> &HashSet<String> {
        self.digests.get_or_init(|| {
            let omitted = self.ledger.omitted.iter();
            let texts = omitted.filter_map(|omitted| self.source.resolve(&omitted.from)?.as_str());
            texts.map(|text| digest::sha256_tagged(text.as_bytes())).collect()
        })
    }

    /// The value, then what holds it, as far up as the row's patterns for whole subtrees reach.
    pub(super) fn tops(&self, row: &Row, from: Cursor<'t>) -> impl Iterator<Item = Cursor<'t>> {
        let pointer = self.source.pointer(from.index());
        let depth = |pattern: &&&str| pattern.split('/').count() - 1;
        let pattern =
            row.from.iter().filter(|pattern| pattern.ends_with("/**") && matches(pattern, &pointer));
        let shortest = pattern.map(|pattern| depth(&pattern)).min();
        let up = shortest.map_or(0, |depth| pointer.split('/').count().saturating_sub(depth));
        std::iter::successors(Some(from), |at| self.source.parent(at.index())).take(up + 1)
    }
}
