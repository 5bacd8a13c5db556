//! The state of one conversion, and the ways of writing that every part uses.

use super::plan::{self, Plan};
use crate::convert::ids::is_own_name;
use crate::convert::lines::clean;
use crate::convert::options::Options;
use crate::convert::posing;
use crate::convert::wording::{LIMITATIONS, TEXT};
use crate::json::{Cursor, Tree};
use crate::ledger::{Builder, Given, Id, Made, Mark, Slot};
use crate::mapping::{Direction, Rule, zo};
use crate::syntax::time::Timestamp;

/// One conversion.
pub(super) struct Work<'s, 'o> {
    pub(super) b: Builder<'s>,
    pub(super) source: &'s Tree<'s>,
    pub(super) packet: Cursor<'s>,
    pub(super) content: Cursor<'s>,
    pub(super) capsule: Cursor<'s>,
    pub(super) plan: Plan<'s>,
    pub(super) derivation: Slot,
    /// The id of the resource that stands for the packet.
    pub(super) source_packet: Id,
    /// Whether this tool wrote the packet.
    pub(super) ours: bool,
    pub(super) now: Option<&'o Given>,
    pub(super) options: &'o Options,
    /// The checkpoint's own time.
    created: Option<Timestamp<'o>>,
    created_here: Option<Timestamp<'s>>,
    /// Which rule told, lowered or made something of which object.
    pub(super) affected: Vec<(Rule, Id)>,
}

impl<'s, 'o> Work<'s, 'o> {
    pub(super) fn new(source: &'s Tree<'s>, options: &'o Options) -> Self {
        let mut b = Builder::new(source, Direction::ZephrToOcp);
        let packet = source.root();
        let content = packet.get("content");
        let mut plan = Plan::of(packet);
        let source_packet = plan.ids.take(Id::fixed("source-packet"));
        let root = b.root();
        let derivation = b.object(root, "derivation");
        let created_here =
            packet.get("packet").get("createdAt").as_str().and_then(|t| Timestamp::parse(t).ok());
        let now = options.now.as_ref().filter(|_| created_here.is_none());
        let own = |s: Cursor<'_>| {
            s.get("id").as_str().is_some_and(|id| is_own_name(id, "source-checkpoint")) && plan::is_own(s)
        };
        Self {
            b,
            source,
            packet,
            content,
            capsule: content.get("capsule"),
            plan,
            derivation,
            source_packet,
            ours: content.get("evidenceSources").items().any(own),
            now,
            options,
            created: now.and_then(|t| Timestamp::parse(t.as_str()).ok()),
            created_here,
            affected: Vec::new(),
        }
    }

    /// Moves a text as it is, or as JSON where it is no text that a checkpoint may hold.
    pub(super) fn said(&mut self, rule: Rule, slot: Slot, name: &'static str, at: Cursor<'s>) {
        if !at.exists() {
            return;
        }
        if clean(at).is_some() {
            self.b.exact(rule, slot, name, at);
        } else {
            self.b.line(slot, name, |line| {
                line.quote(rule, at);
            });
        }
    }

    /// Writes an item's text, or the whole item as JSON where it has none.
    pub(super) fn text(
        &mut self,
        rule: Rule,
        slot: Slot,
        name: &'static str,
        text: Cursor<'s>,
        item: Cursor<'s>,
    ) {
        if text.exists() {
            self.said(rule, slot, name, text);
        } else {
            self.b.line(slot, name, |line| {
                line.quote(zo::ITEM_WHOLE, item);
            });
        }
    }

    /// Moves a text among the lines of the derivation behind `[text]` when it opens with this tool's name, so that nobody
    /// takes it for this tool's own. Tells whether it does.
    pub(super) fn posing(&mut self, rule: Rule, slot: Slot, text: Cursor<'s>) -> bool {
        let poses = clean(text).is_some_and(posing::opens_with_our_name);
        if poses {
            self.behind_text(rule, slot, text);
        }
        poses
    }

    /// As [`Self::posing`], also for a text that opens with a tag which this tool did not put there.
    pub(super) fn posing_as_a_tag(&mut self, rule: Rule, slot: Slot, text: Cursor<'s>) -> bool {
        let ours = |text: &str| self.ours && LIMITATIONS.iter().any(|tag| text.starts_with(tag));
        let poses = clean(text)
            .is_some_and(|text| posing::opens_like_a_tag(text) && !text.starts_with(TEXT) && !ours(text));
        if poses {
            self.behind_text(rule, slot, text);
        }
        poses || self.posing(rule, slot, text)
    }

    fn behind_text(&mut self, rule: Rule, slot: Slot, text: Cursor<'s>) {
        self.b.line(slot, "description", |line| {
            line.say(TEXT).say(" ").cite(rule, text);
        });
    }

    /// Moves a text that a checkpoint may hold; anything else is left for the lines about unplaced values.
    pub(super) fn plain(&mut self, rule: Rule, slot: Slot, name: &'static str, at: Cursor<'s>) -> bool {
        let fits = clean(at).is_some();
        if fits {
            self.b.exact(rule, slot, name, at);
        }
        fits
    }

    /// Moves the time of a past event that is not after the checkpoint's own (OCP-S005).
    pub(super) fn past(&mut self, rule: Rule, slot: Slot, name: &'static str, at: Cursor<'s>) -> bool {
        let fits = self.is_past(at);
        if fits {
            self.b.exact(rule, slot, name, at);
        }
        fits
    }

    /// Whether a time is one and is not after the checkpoint's own.
    pub(super) fn is_past(&self, at: Cursor<'_>) -> bool {
        let Some(time) = at.as_str().and_then(|t| Timestamp::parse(t).ok()) else { return false };
        let not_after =
            |created: Option<Timestamp<'_>>| created.is_some_and(|c| time.cmp_instant(&c).is_le());
        if self.now.is_some() { not_after(self.created) } else { not_after(self.created_here) }
    }

    /// Writes the id of an object: moved from its name, or made.
    pub(super) fn id(&mut self, rule: Rule, slot: Slot, name: Cursor<'s>, id: Option<&Id>) {
        let Some(id) = id else { return };
        if name.as_str().is_some() && !self.b.is_read(name) {
            self.b.id(rule, slot, "id", name, id);
        } else {
            self.b.make(zo::DERIVED_ID, slot, "id", Made::Id(id.clone()));
        }
    }

    /// Remembers that what was written since `mark` concerns the object `id`.
    pub(super) fn concerns(&mut self, mark: Mark, id: Option<&Id>) {
        let Some(id) = id else { return };
        let deeds: Vec<Rule> = self.b.deeds_since(mark).collect();
        for rule in deeds {
            let known =
                self.affected.iter().rev().take_while(|(_, other)| other == id).any(|(r, _)| *r == rule);
            if !known {
                self.affected.push((rule, id.clone()));
            }
        }
    }

    /// A new object in a list of the checkpoint.
    pub(super) fn entry(&mut self, list: &'static str) -> Slot {
        let root = self.b.root();
        let list = self.b.ensure_array(root, list);
        self.b.object(list, "")
    }

    /// A new object in a list of the continuation.
    pub(super) fn continuation_entry(&mut self, list: &'static str) -> Slot {
        let root = self.b.root();
        let continuation = self.b.ensure_object(root, "continuation");
        let list = self.b.ensure_array(continuation, list);
        self.b.object(list, "")
    }

    /// A new line among the transformations.
    pub(super) fn transformation(&mut self) -> Slot {
        let list = self.b.ensure_array(self.derivation, "transformations");
        self.b.object(list, "")
    }
}

/// The one of `words` that a value is.
pub(super) fn one_of(words: &[&'static str], text: Option<&str>) -> Option<&'static str> {
    words.iter().copied().find(|word| text == Some(word))
}
