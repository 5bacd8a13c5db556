//! What the rules of level 2 look at, gathered in one walk along the member table: ids, references, times, URIs.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::members::CHECKPOINT;
use crate::json::{Cursor, PointerIndex};
use crate::shape::{Local, Spot, Tense, Type, visit};
use crate::syntax::time::{TimeError, Timestamp};

/// The places of one checkpoint that rules look at. Opaque subtrees contribute nothing (profile 1, section 7).
pub(crate) struct Facts<'t> {
    pub(crate) root: Cursor<'t>,
    /// `created_at`, when it is an instant.
    pub(crate) created: Option<Timestamp<'t>>,
    /// Every local object by its id, the first where an id repeats, with its kind.
    pub(crate) objects: HashMap<&'t str, (Cursor<'t>, Local)>,
    /// Ids that repeat an earlier one, which comes second.
    pub(crate) repeated: Vec<(Cursor<'t>, Cursor<'t>)>,
    /// References, with what they lead to.
    pub(crate) references: Vec<Reference<'t>>,
    /// Every timestamp, its reading, and whether it records a past event.
    pub(crate) times: Vec<(Cursor<'t>, Result<Timestamp<'t>, TimeError>, bool)>,
    /// Every URI, and whether it leads to a resource.
    pub(crate) uris: Vec<(Cursor<'t>, bool)>,
    /// Values that should be from a list, and the list.
    pub(crate) open_words: Vec<(Cursor<'t>, &'static [&'static str])>,
    /// The extension objects.
    pub(crate) extensions: Vec<Cursor<'t>>,
    pointers: OnceCell<PointerIndex<'t>>,
}

/// A reference to a local object.
pub(crate) struct Reference<'t> {
    pub(crate) at: Cursor<'t>,
    /// The kinds of object it may lead to; any when there are none.
    pub(crate) kinds: &'static [Local],
    /// What it leads to.
    pub(crate) target: Option<(Cursor<'t>, Local)>,
}

impl<'t> Facts<'t> {
    /// Walks the checkpoint once.
    pub(crate) fn of(root: Cursor<'t>) -> Self {
        let created = root.get("created_at").as_str().and_then(|text| Timestamp::parse(text).ok());
        let mut facts = Self {
            root,
            created,
            objects: HashMap::new(),
            repeated: Vec::new(),
            references: Vec::new(),
            times: Vec::new(),
            uris: Vec::new(),
            open_words: Vec::new(),
            extensions: Vec::new(),
            pointers: OnceCell::new(),
        };
        visit(root, &CHECKPOINT, |spot| facts.see(spot));
        for reference in &mut facts.references {
            reference.target = reference.at.as_str().and_then(|id| facts.objects.get(id)).copied();
        }
        facts
    }

    fn see(&mut self, spot: Spot<'t>) {
        match spot {
            Spot::Id(id, object, kind) => {
                let Some(name) = id.as_str() else { return };
                match self.objects.get(name) {
                    Some((first, _)) => self.repeated.push((id, *first)),
                    None => drop(self.objects.insert(name, (object, kind))),
                }
            }
            Spot::Value(at, ty) => match ty {
                Type::Ref(kinds) if at.as_str().is_some() => {
                    self.references.push(Reference { at, kinds, target: None });
                }
                Type::Time(tense) => {
                    let Some(text) = at.as_str() else { return };
                    self.times.push((at, Timestamp::parse(text), *tense == Tense::Past));
                }
                Type::Uri(resource) => self.uris.push((at, *resource)),
                Type::Open(words) => self.open_words.push((at, words)),
                Type::Extensions { .. } => self.extensions.push(at),
                _ => {}
            },
            Spot::Object(..) | Spot::Undefined(..) => {}
        }
    }

    /// The pointer of a place. The first call takes time linear in the document.
    pub(crate) fn pointer(&self, at: Cursor<'t>) -> String {
        self.pointers.get_or_init(|| PointerIndex::new(at.tree())).pointer(at.index())
    }

    /// The object a reference leads to, with its kind.
    pub(crate) fn target(&self, reference: Cursor<'_>) -> Option<(Cursor<'t>, Local)> {
        self.objects.get(reference.as_str()?).copied()
    }
}

/// The instant at a place, when there is one.
pub(crate) fn instant(at: Cursor<'_>) -> Option<Timestamp<'_>> {
    Timestamp::parse(at.as_str()?).ok()
}

/// Whether the text at a place is one of `words`.
pub(crate) fn is_one_of(at: Cursor<'_>, words: &[&str]) -> bool {
    at.as_str().is_some_and(|text| words.contains(&text))
}
