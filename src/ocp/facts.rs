//! What the rules of level 2 look at, gathered in one walk along the member table: ids, references, times, URIs. The
//! same walk tells whether level 1 has anything to ask the schema about.

use std::cell::OnceCell;

use super::members::CHECKPOINT;
use crate::json::scan::{first_eight, same};
use crate::json::{Cursor, PointerIndex};
use crate::shape::{Local, Spot, Tense, Type, visit};
use crate::syntax::time::{TimeError, Timestamp};
use crate::syntax::uri::{Userinfo, userinfo};

/// The places of one checkpoint that rules look at. Opaque subtrees contribute nothing (profile 1, section 7).
pub(crate) struct Facts<'t> {
    pub(crate) root: Cursor<'t>,
    /// Whether the document is certainly what the member table asks for.
    pub(crate) conforms: bool,
    /// `statements`, `operations` and `derivation`, or places that are not there.
    pub(crate) statements: Cursor<'t>,
    pub(crate) operations: Cursor<'t>,
    pub(crate) derivation: Cursor<'t>,
    /// `created_at`, when it is an instant.
    pub(crate) created: Option<Timestamp<'t>>,
    /// Every local object, in the order of the ids and then of the document.
    objects: Vec<Identified<'t>>,
    /// Ids that repeat an earlier one, which comes second.
    pub(crate) repeated: Vec<(Cursor<'t>, Cursor<'t>)>,
    /// References, with what they lead to.
    pub(crate) references: Vec<Reference<'t>>,
    /// Every timestamp, its reading, and whether it records a past event.
    pub(crate) times: Vec<(Cursor<'t>, Result<Timestamp<'t>, TimeError>, bool)>,
    /// Every URI, whether it leads to a resource, and the userinfo it carries.
    pub(crate) uris: Vec<(Cursor<'t>, bool, Option<Userinfo>)>,
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
        // Most documents have no more of each than this, so that the lists need not grow.
        let some = root.tree().len() / 8 + 4;
        let mut facts = Self {
            root,
            statements: root.get("statements"),
            operations: root.get("operations"),
            derivation: root.get("derivation"),
            conforms: false,
            created,
            objects: Vec::with_capacity(some),
            repeated: Vec::new(),
            references: Vec::with_capacity(some),
            times: Vec::with_capacity(some),
            uris: Vec::with_capacity(some / 2),
            open_words: Vec::with_capacity(some / 2),
            extensions: Vec::new(),
            pointers: OnceCell::new(),
        };
        facts.conforms = visit(root, &CHECKPOINT, |spot| facts.see(spot));
        facts.objects.sort_unstable_by(|a, b| a.name.cmp(&b.name).then(a.id.index().cmp(&b.id.index())));
        let mut first = facts.objects.first();
        for object in facts.objects.iter().skip(1) {
            match first {
                Some(first) if first.name == object.name => facts.repeated.push((object.id, first.object)),
                _ => first = Some(object),
            }
        }
        let mut references = std::mem::take(&mut facts.references);
        for reference in &mut references {
            reference.target = facts.target(reference.at);
        }
        facts.references = references;
        facts
    }

    fn see(&mut self, spot: Spot<'t>) {
        match spot {
            Spot::Id(id, object, kind) => {
                let Some(name) = id.as_str().map(Name::new) else { return };
                self.objects.push(Identified { name, id, object, kind });
            }
            Spot::Value(at, ty) => match ty {
                Type::Ref(kinds) if at.as_str().is_some() => {
                    self.references.push(Reference { at, kinds, target: None });
                }
                Type::Time(tense) => {
                    let Some(text) = at.as_str() else { return };
                    self.times.push((at, Timestamp::parse(text), *tense == Tense::Past));
                }
                Type::Uri(resource) => self.uris.push((at, *resource, at.as_str().and_then(userinfo))),
                Type::Open(words) => self.open_words.push((at, words)),
                Type::Extensions { .. } => self.extensions.push(at),
                _ => {}
            },
            Spot::Undefined(..) => {}
        }
    }

    /// The pointer of a place. The first call takes time linear in the document.
    pub(crate) fn pointer(&self, at: Cursor<'t>) -> String {
        self.pointers.get_or_init(|| PointerIndex::new(at.tree())).pointer(at.index())
    }

    /// The object a reference leads to, the first where an id repeats, with its kind.
    pub(crate) fn target(&self, reference: Cursor<'_>) -> Option<(Cursor<'t>, Local)> {
        let name = Name::new(reference.as_str()?);
        let place = self.objects.partition_point(|object| object.name < name);
        self.objects
            .get(place)
            .filter(|object| object.name == name)
            .map(|object| (object.object, object.kind))
    }
}

/// A local object with its id.
struct Identified<'t> {
    name: Name<'t>,
    id: Cursor<'t>,
    object: Cursor<'t>,
    kind: Local,
}

/// An id to compare: by its first eight bytes, which nearly always settle it, then whole. Ids are sorted and searched
/// rather than hashed: documents have few, and whoever writes one can choose them to collide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Name<'t> {
    front: u64,
    text: &'t str,
}

impl<'t> Name<'t> {
    fn new(text: &'t str) -> Self {
        Self { front: first_eight(text.as_bytes()), text }
    }
}

/// The instant at a place, when there is one.
pub(crate) fn instant(at: Cursor<'_>) -> Option<Timestamp<'_>> {
    Timestamp::parse(at.as_str()?).ok()
}

/// Whether the text at a place is one of `words`.
pub(crate) fn is_one_of(at: Cursor<'_>, words: &[&str]) -> bool {
    at.text_bytes().is_some_and(|text| words.iter().any(|word| same(word.as_bytes(), text)))
}
