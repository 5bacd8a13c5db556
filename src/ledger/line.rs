//! Lines of text for people: fixed words and cited source values, nothing else.

use super::builder::{push_json, push_plain, push_quoted};
use super::made::Id;
use crate::crypto::digest;
use crate::json::Cursor;
use crate::mapping::Rule;

/// The pointer of a place in the source, which only a place gives.
#[derive(Clone, Debug)]
pub struct SourcePointer(String);

impl SourcePointer {
    /// The pointer of `place`.
    pub fn of(place: Cursor<'_>) -> Self {
        Self(place.pointer())
    }
}

/// A line being written.
#[derive(Debug, Default)]
pub struct Line<'s> {
    pub(super) text: String,
    pub(super) cited: Vec<(Rule, Cursor<'s>)>,
}

impl<'s> Line<'s> {
    /// Adds words fixed in the program.
    pub fn say(&mut self, words: &'static str) -> &mut Self {
        self.text.push_str(words);
        self
    }

    /// Cites a value: a text as it is, anything else as canonical JSON.
    pub fn cite(&mut self, rule: Rule, leaf: Cursor<'s>) -> &mut Self {
        push_plain(&mut self.text, leaf);
        self.cited.push((rule, leaf));
        self
    }

    /// Cites a value or subtree as canonical JSON, so that a text stands in quotes and cannot run on.
    pub fn quote(&mut self, rule: Rule, subtree: Cursor<'s>) -> &mut Self {
        push_json(&mut self.text, subtree);
        self.cited.push((rule, subtree));
        self
    }

    /// Cites a reference by the id its object has in the target, as a JSON string.
    pub fn quote_id(&mut self, rule: Rule, reference: Cursor<'s>, id: &Id) -> &mut Self {
        self.name(id);
        self.cited.push((rule, reference));
        self
    }

    /// Names an id of the target without citing a source value, as a JSON string.
    pub fn name(&mut self, id: &Id) -> &mut Self {
        push_quoted(&mut self.text, id.as_str());
        self
    }

    /// Counts a value as cited here that the fixed words already say.
    pub fn implied(&mut self, rule: Rule, leaf: Cursor<'s>) -> &mut Self {
        self.cited.push((rule, leaf));
        self
    }

    /// What the line says so far.
    pub fn so_far(&self) -> &str {
        &self.text
    }

    /// Whether `text` opens with what the line says so far, as a whole word.
    pub fn opens(&self, text: &str) -> bool {
        text.strip_prefix(self.text.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// Lets a source text that already says all of the line stand in its place.
    pub fn replace(&mut self, rule: Rule, leaf: Cursor<'s>) -> &mut Self {
        self.text.clear();
        self.cite(rule, leaf)
    }

    /// A count.
    pub fn number(&mut self, number: usize) -> &mut Self {
        self.text.push_str(itoa::Buffer::new().format(number));
        self
    }

    /// The digest of a text that is left out, `sha256:` over its UTF-8 bytes, without citing the text.
    pub fn digest(&mut self, leaf: Cursor<'s>) -> &mut Self {
        let digest = digest::sha256_tagged(leaf.as_str().unwrap_or_default().as_bytes());
        self.text.push_str(&digest);
        self
    }

    /// The code of a rule.
    pub fn code(&mut self, rule: Rule) -> &mut Self {
        self.text.push_str(rule.code());
        self
    }

    /// The place of an omission in the source, as a JSON string.
    pub fn place(&mut self, omission: &super::Omission) -> &mut Self {
        push_quoted(&mut self.text, omission.pointer());
        self
    }

    /// A place in the source, as a JSON string.
    pub fn pointer(&mut self, pointer: &SourcePointer) -> &mut Self {
        push_quoted(&mut self.text, &pointer.0);
        self
    }
}
