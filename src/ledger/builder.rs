//! The builder a converter writes with. Each deed leaves an entry (rule, source leaf, target place).

use super::line::Line;
use super::made::{Id, Made};
use super::target::{Stands, Target};
use super::transform::Transform;
use crate::canon::{self, Profile};
use crate::json::{Content, Cursor, Tree, Value, escape_for_line, scan};
use crate::mapping::{Deed, Direction, Fidelity, Rule};

/// A place in the growing target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(pub(super) u32);

/// What has become of a source leaf so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Unread,
    Moved(Rule),
    Omitted(Rule),
}

/// One landing of a source leaf in the target; no place for a regenerated one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) rule: Rule,
    pub(super) from: u32,
    pub(super) to: Option<u32>,
    pub(super) class: Fidelity,
}

/// A point in the writing of a ledger.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    moves: usize,
    made: usize,
}

/// Writes a target and its ledger.
#[derive(Debug)]
pub struct Builder<'s> {
    pub(super) source: &'s Tree<'s>,
    pub(super) direction: Direction,
    pub(super) target: Target,
    pub(super) fates: Vec<Fate>,
    pub(super) moves: Vec<Move>,
    pub(super) made: Vec<(Rule, u32)>,
    /// The room of the last line that was written.
    spare: Line<'s>,
    /// The first contradiction: a leaf used under two rules, or a value from another document.
    pub(super) contradiction: Option<(u32, &'static str)>,
}

impl<'s> Builder<'s> {
    /// A builder whose target is an object, for values of `source`.
    pub fn new(source: &'s Tree<'s>, direction: Direction) -> Self {
        Self {
            source,
            direction,
            target: Target::new(source.len() + source.len() / 2),
            fates: vec![Fate::Unread; source.len()],
            moves: Vec::with_capacity(source.len()),
            made: Vec::with_capacity(source.len() / 2),
            spare: Line::default(),
            contradiction: None,
        }
    }

    /// The target's own object.
    pub fn root(&self) -> Slot {
        Slot(0)
    }

    /// An object inside `slot`; `name` is empty for an element of an array.
    pub fn object(&mut self, slot: Slot, name: &'static str) -> Slot {
        Slot(self.put(slot, name, Content::Object, Stands::Moved))
    }

    /// An array inside `slot`.
    pub fn array(&mut self, slot: Slot, name: &'static str) -> Slot {
        Slot(self.put(slot, name, Content::Array, Stands::Moved))
    }

    /// An array that stands under `rule` also when nothing comes into it.
    pub fn array_or_empty(&mut self, rule: Rule, slot: Slot, name: &'static str) -> Slot {
        Slot(self.put(slot, name, Content::Array, Stands::Empty(rule)))
    }

    /// An object that stands under `rule` also when nothing comes into it.
    pub fn object_or_empty(&mut self, rule: Rule, slot: Slot, name: &'static str) -> Slot {
        Slot(self.put(slot, name, Content::Object, Stands::Empty(rule)))
    }

    /// The member `name` of `slot`, made as an array when it is not there yet.
    pub fn ensure_array(&mut self, slot: Slot, name: &'static str) -> Slot {
        self.target.find(slot.0, name).map_or_else(|| self.array(slot, name), Slot)
    }

    /// The member `name` of `slot`, made as an object when it is not there yet.
    pub fn ensure_object(&mut self, slot: Slot, name: &'static str) -> Slot {
        self.target.find(slot.0, name).map_or_else(|| self.object(slot, name), Slot)
    }

    /// Whether nothing stands in `slot` yet.
    pub fn is_empty(&self, slot: Slot) -> bool {
        self.target.is_empty_at(slot.0)
    }

    /// Whether `leaf` has been moved or omitted already.
    pub fn is_read(&self, leaf: Cursor<'_>) -> bool {
        self.fates.get(leaf.index() as usize).is_some_and(|f| *f != Fate::Unread)
    }

    /// Moves a leaf as it is. A missing leaf moves nothing; `name` is empty for an element of an array.
    pub fn exact(&mut self, rule: Rule, slot: Slot, name: &'static str, leaf: Cursor<'s>) {
        let Some(value) = scalar_or_empty(leaf) else { return };
        let to = self.put(slot, name, value, Stands::Moved);
        self.moved(rule, leaf, to, Fidelity::Exact);
    }

    /// Moves a whole subtree as it is, each leaf under `rule`.
    pub fn copy(&mut self, rule: Rule, slot: Slot, name: &'static str, subtree: Cursor<'s>) {
        // Open containers: where their source ends, and their place.
        let mut open: Vec<(u32, u32)> = vec![(u32::MAX, slot.0)];
        for place in subtree.subtree() {
            while open.last().is_some_and(|(end, _)| *end <= place.index()) {
                open.pop();
            }
            let Some((_, parent)) = open.last().copied() else { return };
            let top = place.index() == subtree.index();
            let own = if top { self.target.name(name) } else { self.target.name_of(place) };
            if let Some(value) = scalar_or_empty(place) {
                let to = self.target.add(parent, own, value, Stands::Moved);
                self.moved(rule, place, to, Fidelity::Exact);
            } else {
                let value = if place.is_array() { Content::Array } else { Content::Object };
                open.push((place.end(), self.target.add(parent, own, value, Stands::Moved)));
            }
        }
    }

    /// Moves a text through the closed map of the rule's row; tells whether the map has the value.
    pub fn coded(&mut self, rule: Rule, slot: Slot, name: &'static str, leaf: Cursor<'s>) -> bool {
        let Some(word) = leaf.as_str() else { return false };
        let Some((_, value)) = rule.row().values.iter().find(|(from, _)| *from == word) else { return false };
        let to = self.put(slot, name, Content::String(value), Stands::Moved);
        let class = if *value == word { Fidelity::Exact } else { Fidelity::Transcoded };
        self.moved(rule, leaf, to, class);
        true
    }

    /// Moves an id or a reference under its name in the target.
    pub fn id(&mut self, rule: Rule, slot: Slot, name: &'static str, leaf: Cursor<'s>, id: &Id) {
        if !leaf.exists() {
            return;
        }
        let to = self.put(slot, name, Content::String(id.as_str()), Stands::Moved);
        let class = if leaf.as_str() == Some(id.as_str()) { Fidelity::Exact } else { Fidelity::Transcoded };
        self.moved(rule, leaf, to, class);
    }

    /// Moves a leaf or small object through a named transform; tells whether the value has that form.
    pub fn transcoded(
        &mut self,
        rule: Rule,
        slot: Slot,
        name: &'static str,
        from: Cursor<'s>,
        transform: Transform,
    ) -> bool {
        let Some(made) = transform.apply(from) else { return false };
        match made.as_slice() {
            [(_, value)] => {
                let to = self.put(slot, name, Content::String(value), Stands::Moved);
                let class = if from.as_str() == Some(value) { Fidelity::Exact } else { Fidelity::Transcoded };
                for leaf in from.leaves() {
                    self.moved(rule, leaf, to, class);
                }
            }
            members => {
                let object = self.object(slot, name);
                for (member, value) in members {
                    let to = self.put(object, member, Content::String(value), Stands::Moved);
                    for leaf in from.leaves() {
                        self.moved(rule, leaf, to, Fidelity::Transcoded);
                    }
                }
            }
        }
        true
    }

    /// Writes a line of fixed words and cited leaves. A line that cites nothing must be made with [`Self::make_line`].
    pub fn line(&mut self, slot: Slot, name: &'static str, write: impl FnOnce(&mut Line<'s>)) {
        let mut line = self.new_line();
        write(&mut line);
        self.put_line(slot, name, line, Stands::Moved);
    }

    /// Writes a line that stands under `rule` itself, whatever else it cites.
    pub fn make_line(
        &mut self,
        rule: Rule,
        slot: Slot,
        name: &'static str,
        write: impl FnOnce(&mut Line<'s>),
    ) {
        let mut line = self.new_line();
        write(&mut line);
        let to = self.put_line(slot, name, line, Stands::Made(rule));
        self.made.push((rule, to));
    }

    /// An empty line, in the room of the last one.
    fn new_line(&mut self) -> Line<'s> {
        let mut line = std::mem::take(&mut self.spare);
        line.text.clear();
        line.cited.clear();
        line
    }

    fn put_line(&mut self, slot: Slot, name: &'static str, line: Line<'s>, stands: Stands) -> u32 {
        let Line { text: words, cited } = &line;
        let to = self.put(slot, name, Content::String(words), stands);
        for (rule, cited) in cited {
            // A text that is the whole line has been carried as it is.
            let whole = cited.as_str() == Some(words);
            let class = if whole { Fidelity::Exact } else { Fidelity::Narrated };
            for leaf in cited.leaves() {
                self.moved(*rule, leaf, to, class);
            }
        }
        self.spare = line;
        to
    }

    /// Records that a leaf is implied by where its object stands, without a value of its own. A missing leaf has no
    /// place.
    pub fn placed(&mut self, rule: Rule, leaf: Cursor<'s>, slot: Slot) {
        if leaf.exists() {
            self.moved(rule, leaf, slot.0, Fidelity::Structural);
        }
    }

    /// As [`Self::placed`] for every leaf of a subtree.
    pub fn placed_all(&mut self, rule: Rule, subtree: Cursor<'s>, slot: Slot) {
        for leaf in subtree.leaves() {
            self.placed(rule, leaf, slot);
        }
    }

    /// Records that a leaf was this tool's own statement about an earlier conversion and is replaced.
    pub fn regenerated(&mut self, rule: Rule, subtree: Cursor<'s>) {
        for leaf in subtree.leaves() {
            self.take(leaf, Fate::Moved(rule));
            self.moves.push(Move { rule, from: leaf.index(), to: None, class: Fidelity::Regenerated });
        }
    }

    /// Leaves out every leaf of a subtree that has not been moved.
    pub fn omit(&mut self, rule: Rule, subtree: Cursor<'s>) {
        for leaf in subtree.leaves() {
            if !self.is_read(leaf) {
                self.take(leaf, Fate::Omitted(rule));
            }
        }
    }

    /// Makes a value that no source value gives.
    // What is made is given away: nobody makes a value twice from one making.
    #[allow(clippy::needless_pass_by_value)]
    pub fn make(&mut self, rule: Rule, slot: Slot, name: &'static str, made: Made<'s>) {
        let text = made.text();
        let Some(value) = made_value(&made, text.as_deref()) else { return };
        let to = self.put(slot, name, value, Stands::Made(rule));
        self.made.push((rule, to));
    }

    /// Where the entries stand now, for [`Self::deeds_since`].
    pub fn mark(&self) -> Mark {
        Mark { moves: self.moves.len(), made: self.made.len() }
    }

    /// The rules that have told, lowered or made something since `mark`, each as often as it did.
    pub fn deeds_since(&self, mark: Mark) -> impl Iterator<Item = Rule> {
        let moves = self.moves.get(mark.moves..).unwrap_or_default().iter();
        let told = moves
            .filter(|m| m.class == Fidelity::Narrated || m.rule.row().deed == Deed::Move(Fidelity::Demoted));
        let made = self.made.get(mark.made..).unwrap_or_default().iter();
        told.map(|m| m.rule).chain(made.map(|(rule, _)| *rule))
    }

    /// Puts a value into `slot`; its place.
    fn put(&mut self, slot: Slot, name: &'static str, value: Content<'_>, stands: Stands) -> u32 {
        let name = self.target.name(name);
        self.target.add(slot.0, name, value, stands)
    }

    fn moved(&mut self, rule: Rule, leaf: Cursor<'s>, to: u32, class: Fidelity) {
        self.take(leaf, Fate::Moved(rule));
        self.moves.push(Move { rule, from: leaf.index(), to: Some(to), class });
    }

    /// Notes a leaf's fate. One leaf has one rule; anything else is a contradiction the accounts refuse.
    fn take(&mut self, leaf: Cursor<'s>, fate: Fate) {
        let here = std::ptr::eq(leaf.tree(), self.source);
        match self.fates.get_mut(leaf.index() as usize).filter(|_| here && leaf.is_leaf()) {
            Some(known) if *known == Fate::Unread || *known == fate => *known = fate,
            Some(_) => {
                self.contradiction.get_or_insert((leaf.index(), "it was used under two rules"));
            }
            None => {
                self.contradiction.get_or_insert((u32::MAX, "a value does not come from the source"));
            }
        }
    }
}

/// Appends the text of a leaf inside a line: strings as they are, everything else as canonical JSON.
pub(super) fn push_plain(line: &mut String, leaf: Cursor<'_>) {
    match leaf.as_str() {
        Some(text) => line.push_str(text),
        None => push_json(line, leaf),
    }
}

/// Appends a subtree as canonical JSON, with escapes for what a checkpoint may not hold and a line should not.
pub(super) fn push_json(line: &mut String, subtree: Cursor<'_>) {
    if let Some(text) = subtree.as_str() {
        return push_quoted(line, text);
    }
    let json = String::from_utf8(canon::to_vec(subtree, Profile::Jcs)).unwrap_or_default();
    line.push_str(&escape_for_line(json));
}

/// Appends a text as a JSON string, as [`push_json`] does.
pub(super) fn push_quoted(line: &mut String, text: &str) {
    let visible = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if visible && scan::plain(text.as_bytes()) == text.len() {
        line.extend(["\"", text, "\""]);
        return;
    }
    let mut json = Vec::with_capacity(text.len() + 16);
    canon::write_string(text, &mut json);
    line.push_str(&escape_for_line(String::from_utf8(json).unwrap_or_default()));
}

/// What is made, `text` being its text.
pub(super) fn made_value<'m>(made: &Made<'_>, text: Option<&'m str>) -> Option<Content<'m>> {
    text.map(Content::String).or_else(|| made.number().map(Content::Number))
}

fn scalar_or_empty(leaf: Cursor<'_>) -> Option<Content<'_>> {
    if !leaf.is_leaf() {
        return None;
    }
    let tree = leaf.tree();
    Some(match leaf.value()? {
        Value::Null => Content::Null,
        Value::Bool(value) => Content::Bool(value),
        Value::Number(number) => Content::Number(number),
        Value::String(text) if tree.literal(text).is_some() => Content::Plain(tree.str(text)?),
        Value::String(text) => Content::String(tree.str(text)?),
        Value::Array => Content::Array,
        Value::Object => Content::Object,
    })
}
