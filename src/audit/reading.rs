//! One reading of a line by one form: part after part, each value that the ledger tells in it used once.
//!
//! A part takes the first way that fits; only a choice goes back, and only to where it began. What was looked for in vain
//! at a place is not looked for there again, so that a reading takes no longer than the line, the form and the values.

use std::collections::HashSet;

use super::form::{Cite, Part};
use super::told::Told;
use super::{Audit, plain, quoted, spelled};
use crate::json::Cursor;

/// What a reading of a line has come to.
pub(super) struct Reading<'a, 't> {
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
    /// Subtrees that do not stand at a place of the line, and the string that stands at one.
    missed: HashSet<(u32, usize)>,
    string: Option<(usize, Option<(String, usize)>)>,
    /// What to take back when a choice fails: values used, and where a cite looked before.
    undo: Vec<Undo>,
    /// How far a reading came, and the first value that was left then.
    pub(super) furthest: usize,
    pub(super) wanting: Option<usize>,
}

enum Undo {
    Used(usize),
    Looked(usize, usize),
}

impl<'a, 't> Reading<'a, 't> {
    /// A reading that has not begun, by a form with so many cites.
    pub(super) fn new(
        audit: &'a Audit<'t>,
        line: &'t str,
        place: &'a str,
        told: &'a [Told<'t>],
        pointers: &'a [String],
        cites: usize,
    ) -> Self {
        let whole = told.iter().position(|value| value.from.as_str() == Some(line));
        Self {
            audit,
            line,
            place,
            told,
            pointers,
            whole,
            at: 0,
            joined: false,
            used: vec![false; told.len()],
            left: told.len(),
            next: vec![0; cites],
            top: None,
            text: false,
            missed: HashSet::new(),
            string: None,
            undo: Vec::new(),
            furthest: 0,
            wanting: None,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.left == 0 && (self.text || self.at == self.line.len())
    }

    fn rest(&self) -> &'t str {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        true
    }

    /// Remembers how far the reading has come, before it goes back.
    pub(super) fn note(&mut self) {
        if self.wanting.is_none() || self.at > self.furthest {
            self.furthest = self.at;
            self.wanting = self.used.iter().position(|used| !used);
        }
    }

    fn words(&mut self, words: &str) -> bool {
        self.rest().starts_with(words) && self.advance(words.len())
    }

    /// All parts, one after the other.
    pub(super) fn all(&mut self, parts: &[Part]) -> bool {
        parts.iter().all(|part| self.text || self.part(part))
    }

    /// All parts, or none of them.
    fn or_back(&mut self, parts: &[Part]) -> bool {
        let (at, joined, top, text, undone) = (self.at, self.joined, self.top, self.text, self.undo.len());
        if self.all(parts) {
            return true;
        }
        self.note();
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
            Part::Digest => self.digest(),
            Part::Place { rule } => self.pointer(rule),
            Part::Is { path, text, wanted } => {
                let at = match path.strip_prefix('/') {
                    Some(path) => self.member(self.audit.source.root(), path),
                    None => self.object().and_then(|object| self.member(object, path)),
                };
                at.is_some_and(|at| plain(at) == *text) == *wanted
            }
            Part::Has { path, wanted } => {
                self.object().and_then(|object| self.member(object, path)).is_some() == *wanted
            }
            Part::Opens { path, words } => {
                let at = self.object().and_then(|object| self.member(object, path));
                at.and_then(Cursor::as_str).is_some_and(|text| text.starts_with(words.as_str()))
            }
            Part::Whole => self.whole.is_some(),
            Part::Ours => self.audit.known.ours,
            Part::Unstopped => {
                let id = self.object().and_then(|object| self.member(object, "id")).and_then(Cursor::as_str);
                !id.is_some_and(|id| self.audit.known.stopped.contains(id))
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

    /// The digest of a text that is left out.
    fn digest(&mut self) -> bool {
        let length = "sha256:".len() + 64;
        let stated = self.rest().get(..length).unwrap_or_default();
        self.audit.digests().contains(stated) && self.advance(length)
    }

    /// The object of the source that the line is about.
    fn object(&self) -> Option<Cursor<'t>> {
        let up = |at: &Cursor<'t>| self.audit.source.parent(at.index());
        let around = std::iter::successors(self.told.first().map(|told| told.from), up);
        around.filter(|at| at.is_object() && up(at).is_some_and(Cursor::is_array)).last()
    }

    fn member(&self, object: Cursor<'t>, path: &str) -> Option<Cursor<'t>> {
        path.split('/').try_fold(object, |at, name| match name.parse() {
            Ok(position) if at.is_array() => at.items().nth(position),
            _ => self.audit.source.member(at.index(), name),
        })
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
    fn reads(&mut self, cite: &Cite, i: usize) -> Option<(usize, usize)> {
        let told = self.told.get(i)?;
        let (row, from) = (told.row, told.from);
        let is_one = |words: &[String]| words.iter().any(|word| from.as_str() == Some(word));
        if is_one(&cite.but) || !(cite.only.is_empty() || is_one(&cite.only)) {
            return None;
        }
        if !cite.json {
            let value = plain(from);
            let words =
                row.values.iter().filter(|(key, _)| from.as_str() == Some(*key)).map(|(_, word)| *word);
            let mut readings = std::iter::once(value.as_ref()).chain(words);
            return readings.find(|text| self.rest().starts_with(text)).map(|text| (text.len(), i + 1));
        }
        let audit = self.audit;
        let reference = from.as_str().filter(|_| matches!(row.transform, "id" | "ref"));
        if let Some((id, (text, bytes))) = reference.zip(self.string()) {
            return audit.names.is_name(id, text).then_some((bytes, i + 1));
        }
        // A subtree is told whole: the smallest one around the value that stands here.
        let around: Vec<_> = match self.top {
            Some(top) => vec![top],
            None => self.audit.tops(row, from).collect(),
        };
        for top in around.into_iter().filter(|top| (top.index()..top.end()).contains(&from.index())) {
            let opening = if top.is_array() { b'[' } else { b'{' };
            let likely = top.is_leaf() || self.rest().as_bytes().first() == Some(&opening);
            // One that did not stand here the first time does not the next time.
            if !likely || self.missed.contains(&(top.index(), self.at)) {
                continue;
            }
            let json = spelled(top);
            if self.rest().starts_with(&json) {
                let to = self.told.partition_point(|told| told.from.index() < top.end());
                return Some((json.len(), to.max(i + 1)));
            }
            if !top.is_leaf() {
                self.missed.insert((top.index(), self.at));
            }
        }
        None
    }

    /// The canonical JSON string that stands here, and how many bytes it takes.
    fn string(&mut self) -> Option<(&str, usize)> {
        if self.string.as_ref().is_none_or(|(at, _)| *at != self.at) {
            let found = json_string(self.rest()).filter(|(text, _)| self.rest().starts_with(&quoted(text)));
            self.string = Some((self.at, found));
        }
        let (_, found) = self.string.as_ref()?;
        found.as_ref().map(|(text, bytes)| (text.as_str(), *bytes))
    }

    /// The pointer of a place in the source, as JSON, whose subtree begins with the next value of the rule.
    fn pointer(&mut self, rule: &str) -> bool {
        let Some((text, bytes)) = self.string().map(|(text, bytes)| (text.to_owned(), bytes)) else {
            return false;
        };
        let free =
            |(i, told): &(usize, &Told<'_>)| self.used.get(*i) == Some(&false) && told.row.rule == rule;
        let next = self.told.iter().enumerate().find(free).map(|(_, told)| told.from.index());
        let top = self.audit.source.resolve(&text);
        let top = top.filter(|top| next.is_some_and(|next| (top.index()..top.end()).contains(&next)));
        self.top = top;
        top.is_some() && self.advance(bytes)
    }
}

/// Whether a pointer has the names of `part` in it, one after the other: in an element of a list those of its own members.
fn within(pointer: Option<&String>, part: &str) -> bool {
    let Some(pointer) = pointer.filter(|_| !part.is_empty()) else { return true };
    let ends = |at: usize| {
        pointer.get(at + part.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let owns = |at: usize| {
        let mut names = pointer.get(..at).unwrap_or_default().split('/').skip_while(|name| !is_number(name));
        names.nth(1).is_none()
    };
    pointer.match_indices(part).any(|(at, _)| ends(at) && owns(at))
}

/// The JSON string at the start of `text`, and how many bytes it takes.
fn json_string(text: &str) -> Option<(String, usize)> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let string = strings.next().filter(|_| text.starts_with('"'))?.ok()?;
    Some((string, strings.byte_offset()))
}
