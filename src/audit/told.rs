//! Lines of text, whole: from the first byte to the last a line is fixed words and values that the ledger says are told in
//! it, in one of the forms of `mappings/lines.toml`. A form that only looks for its own value would pass over words that
//! belong to nobody.

use std::collections::BTreeSet;

use super::form::{Cite, Part};
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

/// What a reading of a line has come to.
struct Reading<'a, 't> {
    audit: &'a Audit<'t>,
    line: &'t str,
    /// The pointer of the line.
    place: &'a str,
    /// By their place in the source.
    told: &'a [Told<'t>],
    /// Their pointers, where the form asks for them.
    pointers: &'a [String],
    /// The value that is the whole line, if one is.
    whole: Option<usize>,
    at: usize,
    joined: bool,
    used: Vec<bool>,
    left: usize,
    /// Where each cite looks next.
    next: Vec<usize>,
    /// The top of the subtree whose pointer was just read.
    top: Option<Cursor<'t>>,
    /// Whether the source's text, which is the whole line, begins here.
    text: bool,
    /// What to take back when a choice fails: values used, and where a cite looked before.
    undo: Vec<Undo>,
    furthest: usize,
}

enum Undo {
    Used(usize),
    Looked(usize, usize),
}

impl<'t> Audit<'t> {
    /// `audit_narrated_text`: every line of the target that tells values is a form of the table, whole.
    pub(super) fn lines(&mut self) {
        let mut lines: Vec<_> = std::mem::take(&mut self.told).into_iter().collect();
        lines.sort_unstable_by_key(|(node, _)| *node);
        for (node, mut told) in lines {
            let Some(line) = self.target.cursor(node).as_str() else { continue };
            if self.complained.contains(&node) {
                continue;
            }
            told.sort_by_key(|value| value.from.index());
            if let Some(finding) = self.misread(node, line, &told) {
                self.find(finding);
            }
        }
    }

    /// What is wrong with a line.
    fn misread(&self, node: u32, line: &'t str, told: &[Told<'t>]) -> Option<Finding> {
        let rules: BTreeSet<&str> = told.iter().map(|value| value.row.rule).collect();
        let place = self.target.pointer(node);
        let whole = told.iter().position(|value| value.from.as_str() == Some(line));
        let mut pointers = Vec::new();
        let (mut furthest, mut any) = (0, false);
        for form in &self.forms {
            let fits = form.line.to.iter().any(|to| matches(to, &place));
            if !fits || !rules.iter().all(|rule| form.rules.contains(*rule)) {
                continue;
            }
            any = true;
            if pointers.is_empty() && form.line.form.contains('@') {
                pointers = told.iter().map(|value| self.source.pointer(value.from.index())).collect();
            }
            let mut reading = Reading {
                audit: self,
                line,
                place: &place,
                told,
                pointers: &pointers,
                whole,
                at: 0,
                joined: false,
                used: vec![false; told.len()],
                left: told.len(),
                next: vec![0; form.cites],
                top: None,
                text: false,
                undo: Vec::new(),
                furthest: 0,
            };
            if reading.all(&form.parts) && reading.is_done() {
                return None;
            }
            furthest = furthest.max(reading.furthest);
        }
        // A line of one rule that no table of lines has is nothing but a value of that rule, in one of its forms.
        if !any && rules.len() == 1 && told.first().is_some_and(|value| self.is_alone(line, value)) {
            return None;
        }
        let first = told.iter().min_by_key(|value| &value.at)?;
        let message = "the line has words that no rule puts there, or lacks some";
        let mut end = furthest.min(line.len());
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let read = line.get(..end).unwrap_or_default();
        let finding = Finding::new(Code::AuditNarratedText, first.at.clone(), message);
        let finding = finding.found(shown(self.target.cursor(node)));
        Some(if read.is_empty() {
            finding
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

    /// The value, then what holds it, as far up as the row's patterns for whole subtrees reach.
    fn tops(&self, row: &Row, from: Cursor<'t>) -> impl Iterator<Item = Cursor<'t>> {
        let pointer = self.source.pointer(from.index());
        let depth = |pattern: &&&str| pattern.split('/').count() - 1;
        let pattern =
            row.from.iter().filter(|pattern| pattern.ends_with("/**") && matches(pattern, &pointer));
        let shortest = pattern.map(|pattern| depth(&pattern)).min();
        let up = shortest.map_or(0, |depth| pointer.split('/').count().saturating_sub(depth));
        std::iter::successors(Some(from), |at| self.source.parent(at.index())).take(up + 1)
    }
}

impl<'t> Reading<'_, 't> {
    fn is_done(&self) -> bool {
        self.left == 0 && (self.text || self.at == self.line.len())
    }

    fn rest(&self) -> &'t str {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        self.furthest = self.furthest.max(self.at);
        true
    }

    fn words(&mut self, words: &str) -> bool {
        self.rest().starts_with(words) && self.advance(words.len())
    }

    /// All parts, one after the other.
    fn all(&mut self, parts: &[Part]) -> bool {
        parts.iter().all(|part| self.text || self.part(part))
    }

    /// All parts, or none of them.
    fn or_back(&mut self, parts: &[Part]) -> bool {
        let (at, joined, top, text, undone) = (self.at, self.joined, self.top, self.text, self.undo.len());
        if self.all(parts) {
            return true;
        }
        (self.at, self.joined, self.top, self.text) = (at, joined, top, text);
        for undo in self.undo.drain(undone..).rev() {
            match undo {
                Undo::Used(index) => {
                    self.left += 1;
                    if let Some(used) = self.used.get_mut(index) {
                        *used = false;
                    }
                }
                Undo::Looked(cite, before) => {
                    if let Some(next) = self.next.get_mut(cite) {
                        *next = before;
                    }
                }
            }
        }
        false
    }

    fn part(&mut self, part: &Part) -> bool {
        match part {
            Part::Words(words) => self.words(words),
            Part::Cite(cite) => self.cite(cite),
            Part::Implied { rule, text } => {
                let fits = |(i, told): &(usize, &Told<'_>)| {
                    self.used.get(*i) == Some(&false) && told.row.rule == rule && plain(told.from) == *text
                };
                let found = self.told.iter().enumerate().find(fits).map(|(i, _)| i);
                found.is_some_and(|i| self.take(i, i + 1, rule))
            }
            Part::Join(separator) => {
                let first = !std::mem::replace(&mut self.joined, true);
                if first { self.words(" ") } else { self.words(&format!("{separator} ")) }
            }
            Part::Then => self.then(),
            Part::Digest => {
                let fits = |omitted: &crate::ledger::Omitted| {
                    let text = self.audit.source.resolve(&omitted.from).and_then(Cursor::as_str);
                    text.is_some_and(|text| self.rest().starts_with(&digest::sha256_tagged(text.as_bytes())))
                };
                let form = self.rest().starts_with("sha256:");
                form && self.audit.ledger.omitted.iter().any(fits) && self.advance("sha256:".len() + 64)
            }
            Part::Place { rule } => self.pointer(rule),
            Part::Is { path, text, wanted } => {
                let at = self.object().and_then(|object| self.member(object, path));
                at.is_some_and(|at| plain(at) == *text) == *wanted
            }
            Part::Has { path, wanted } => {
                self.object().and_then(|object| self.member(object, path)).is_some() == *wanted
            }
            Part::At(name) => self.place.contains(name.as_str()),
            Part::Choice(choices) => choices.iter().any(|choice| self.or_back(choice)),
            Part::Optional(parts) => {
                self.or_back(parts);
                true
            }
            Part::Many(parts) => {
                let mut before = (self.at, self.left);
                while self.or_back(parts) && before != (self.at, self.left) {
                    before = (self.at, self.left);
                }
                true
            }
        }
    }

    /// What stands before the source's text. A text that opens with all of that stands alone.
    fn then(&mut self) -> bool {
        if let Some(whole) = self.whole.filter(|i| self.left == 1 && self.used.get(*i) == Some(&false)) {
            let rest = self.rest();
            if rest.is_empty() || rest.starts_with([' ', ':', ';']) {
                self.text = true;
                let rule = self.told.get(whole).map_or("", |told| told.row.rule);
                return self.take(whole, whole + 1, rule);
            }
        }
        self.words(if self.joined { ": " } else { " " })
    }

    /// The object of the source that the line is about.
    fn object(&self) -> Option<Cursor<'t>> {
        let up = |at: &Cursor<'t>| self.audit.source.parent(at.index());
        let around = std::iter::successors(self.told.first().map(|told| told.from), up);
        around.filter(|at| at.is_object() && up(at).is_some_and(Cursor::is_array)).last()
    }

    fn member(&self, object: Cursor<'t>, path: &str) -> Option<Cursor<'t>> {
        path.split('/').try_fold(object, |at, name| self.audit.source.member(at.index(), name))
    }

    /// Uses the values of `rule` from `from` up to `to`.
    fn take(&mut self, from: usize, to: usize, rule: &str) -> bool {
        for i in from..to {
            let fits = self.told.get(i).is_some_and(|told| told.row.rule == rule);
            if let Some(used) = self.used.get_mut(i).filter(|used| fits && !**used) {
                *used = true;
                self.left -= 1;
                self.undo.push(Undo::Used(i));
            }
        }
        true
    }

    /// The first value left under the rule that stands here.
    fn cite(&mut self, cite: &Cite) -> bool {
        let start = self.next.get(cite.number).copied().unwrap_or_default();
        for i in start..self.told.len() {
            let Some(told) = self.told.get(i) else { break };
            let free = self.used.get(i) == Some(&false) && told.row.rule == cite.rule;
            if !free || !within(self.pointers.get(i), &cite.within) {
                continue;
            }
            if let Some((bytes, to)) = self.reads(cite, i) {
                self.undo.push(Undo::Looked(cite.number, start));
                if let Some(next) = self.next.get_mut(cite.number) {
                    *next = i + 1;
                }
                return self.advance(bytes) && self.take(i, to, &cite.rule);
            }
        }
        false
    }

    /// How many bytes the value takes here, and up to which of the told values it holds.
    fn reads(&self, cite: &Cite, i: usize) -> Option<(usize, usize)> {
        let told = self.told.get(i)?;
        let (row, from) = (told.row, told.from);
        if let Some(but) = &cite.but
            && from.as_str() == Some(but)
        {
            return None;
        }
        if !cite.json {
            let value = plain(from);
            let words =
                row.values.iter().filter(|(key, _)| from.as_str() == Some(*key)).map(|(_, word)| *word);
            let mut readings = std::iter::once(value.as_ref()).chain(words);
            return readings.find(|text| self.rest().starts_with(text)).map(|text| (text.len(), i + 1));
        }
        let reference = from.as_str().filter(|_| matches!(row.transform, "id" | "ref"));
        if let Some((id, (text, bytes))) = reference.zip(json_string(self.rest())) {
            let fits = self.audit.names.is_name(id, &text) && self.rest().starts_with(&quoted(&text));
            return fits.then_some((bytes, i + 1));
        }
        // A subtree is told whole: the smallest one around the value that stands here.
        let named = self.top.into_iter().filter(|top| (top.index()..top.end()).contains(&from.index()));
        let around: Vec<_> =
            if self.top.is_some() { named.collect() } else { self.audit.tops(row, from).collect() };
        let opening = self.rest().bytes().next();
        let top = around.into_iter().find_map(|top| {
            let likely = top.is_leaf() || opening == Some(if top.is_array() { b'[' } else { b'{' });
            let json = if likely { spelled(top) } else { return None };
            self.rest().starts_with(&json).then_some((top, json.len()))
        });
        let (top, bytes) = top?;
        let to = self.told.partition_point(|told| told.from.index() < top.end());
        Some((bytes, to.max(i + 1)))
    }

    /// The pointer of a place in the source, as JSON, whose subtree begins with the next value of the rule.
    fn pointer(&mut self, rule: &str) -> bool {
        let Some((text, bytes)) = json_string(self.rest()) else { return false };
        let free =
            |(i, told): &(usize, &Told<'_>)| self.used.get(*i) == Some(&false) && told.row.rule == rule;
        let next = self.told.iter().enumerate().find(free).map(|(_, told)| told.from.index());
        let top = self.audit.source.resolve(&text);
        let top = top.filter(|top| next.is_some_and(|next| (top.index()..top.end()).contains(&next)));
        self.top = top;
        top.is_some() && self.advance(bytes)
    }
}

/// Whether a pointer has the names of `part` in it, one after the other.
fn within(pointer: Option<&String>, part: &str) -> bool {
    let Some(pointer) = pointer.filter(|_| !part.is_empty()) else { return true };
    let ends = |at: usize| {
        pointer.get(at + part.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    pointer.match_indices(part).any(|(at, _)| ends(at))
}

/// The JSON string at the start of `text`, and how many bytes it takes.
fn json_string(text: &str) -> Option<(String, usize)> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let string = strings.next().filter(|_| text.starts_with('"'))?.ok()?;
    Some((string, strings.byte_offset()))
}
