//! Shapes: one static table of an object's members, from which everything that depends on the member list is derived.
//!
//! The JSON Schema of level 1 ([`schema`]), the members a document has beyond the table ([`undefined_members`]), the
//! pinned member patterns ([`patterns`]) and the places that rules look at ([`visit`]) all come from the same table, so
//! they cannot disagree. The tables themselves are `ocp::members` and `zephr::members`.

mod check;
mod conforms;
mod instance;
mod patterns;
pub mod schema;
mod visit;

pub use check::{Fault, Schema, SchemaError, What, describe};
pub use conforms::conforms;
pub use patterns::{Pattern, patterns};
use visit::Found;

use crate::json::scan::first_eight;
pub use visit::{Spot, undefined_members, visit};

/// What kind of local object carries an id; the words also stand in messages.
pub type Local = &'static str;

/// An object type: its members, and what holds between them.
#[derive(Debug)]
pub struct Shape {
    /// Name of the definition in the generated schema.
    pub name: &'static str,
    /// The clause that describes it.
    pub clause: &'static str,
    /// Every member the object may have.
    pub members: &'static [Member],
    /// How many of them have to be there.
    pub required: usize,
    /// Whether an undefined member is against the published text (else only against the profile).
    pub closed: bool,
    /// What kind of local object an `id` here makes.
    pub local: Local,
    /// What the presence or value of one member asks of another.
    pub conditions: &'static [Condition],
    /// By which members are found.
    pub(crate) places: Places,
}

/// One member of an object.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// What names are told apart by before they are compared.
    key: u64,
    /// What may stand there.
    pub ty: Type,
    /// Whether it has to be there.
    pub need: Need,
    /// Whether the profile, not the published text, says what may stand there.
    pub pinned: bool,
}

/// Whether a member has to be there, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It may be absent.
    Optional,
    /// The published text requires it.
    Stated,
    /// The profile requires it.
    Pinned,
}

/// What may stand at a place.
#[derive(Debug)]
pub enum Type {
    /// Plain text with the fewest and most code points, and an ECMA-262 pattern.
    Text {
        /// Fewest code points.
        min: u32,
        /// Most code points, when there is a limit.
        max: Option<u32>,
        /// What the whole text has to be, when that is said.
        grammar: Option<Grammar>,
    },
    /// One of a closed set of words.
    Word(&'static [&'static str]),
    /// A word that should be from the list, but may be another.
    Open(&'static [&'static str]),
    /// This integer, however it is spelled.
    Integer(i64),
    /// A whole number, zero or more.
    Count,
    /// The id of the object it stands in, with its grammar.
    Id(Option<Grammar>),
    /// The id of a local object of one of these kinds; of any kind when the list is empty.
    Ref(&'static [Local]),
    /// An RFC 3339 date-time.
    Time(Tense),
    /// A URI; `true` when it leads to a resource.
    Uri(bool),
    /// Any JSON value; an object when `true`. Nothing in it belongs to the format.
    Opaque(bool),
    /// Extension data: an object whose keys match the pattern and whose values are opaque.
    Extensions {
        /// The grammar of a key.
        keys: Grammar,
        /// Whether the profile, not the published text, says so.
        pinned: bool,
    },
    /// An object of this shape.
    Object(&'static Shape),
    /// An array with at least this many elements.
    List(&'static Type, u32),
    /// Text (first) or an object (second).
    Either(&'static Type, &'static Shape),
}

/// A set of texts, twice: the schema has it as a regular expression, the quick check as a scanner.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// An ECMA-262 pattern, anchored at both ends.
    pub pattern: &'static str,
    /// Whether a text is in the set. Where this says yes, the pattern matches.
    pub matches: fn(&str) -> bool,
}

/// Which times a timestamp may hold relative to the document's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tense {
    /// A past event: not later than the document.
    Past,
    /// Any time.
    Any,
}

/// When the tests hold, the demands do.
#[derive(Debug)]
pub struct Condition {
    /// All of these have to hold; none means always.
    pub when: &'static [When],
    /// What is asked then.
    pub then: &'static [Then],
    /// The clause that says so.
    pub clause: &'static str,
}

/// A test of one member.
#[derive(Debug)]
pub struct When {
    /// The member looked at.
    pub member: &'static str,
    key: u64,
    /// It has one of these values …
    pub is: &'static [&'static str],
    /// … or is absent, when this is set.
    pub or_absent: bool,
}

/// A demand of a condition.
#[derive(Debug)]
pub enum Then {
    /// The member is there.
    Require(&'static str),
    /// The member is not there.
    Forbid(&'static str),
    /// At least one of the members is there.
    AnyOf(&'static [&'static str]),
    /// The text at this path, if there, is one of these words.
    Within(&'static [&'static str], &'static [&'static str]),
    /// The text of this member, if there, is of this grammar.
    Match(&'static str, Grammar),
}

/// A member that has to be there by the published text.
pub const fn required(name: &'static str, ty: Type) -> Member {
    Member { name, key: key(name.as_bytes()), ty, need: Need::Stated, pinned: false }
}

/// A member that may be absent.
pub const fn optional(name: &'static str, ty: Type) -> Member {
    Member { name, key: key(name.as_bytes()), ty, need: Need::Optional, pinned: false }
}

impl Member {
    /// The same member, with a type that the profile pins.
    #[must_use]
    pub const fn pinned(mut self) -> Self {
        self.pinned = true;
        self
    }

    /// The same member, with type and presence pinned by the profile.
    #[must_use]
    pub const fn needed(mut self) -> Self {
        self.pinned = true;
        self.need = Need::Pinned;
        self
    }
}

impl When {
    /// The member is there with one of the values.
    pub const fn is(member: &'static str, is: &'static [&'static str]) -> Self {
        Self { member, key: key(member.as_bytes()), is, or_absent: false }
    }

    /// The member is absent or has one of the values.
    pub const fn absent_or(member: &'static str, is: &'static [&'static str]) -> Self {
        Self { member, key: key(member.as_bytes()), is, or_absent: true }
    }
}

impl Shape {
    /// A shape without conditions.
    pub const fn new(
        name: &'static str,
        clause: &'static str,
        members: &'static [Member],
        closed: bool,
        local: Local,
    ) -> Self {
        let (mut rest, mut required) = (members, 0);
        while let Some((member, more)) = rest.split_first() {
            required += !matches!(member.need, Need::Optional) as usize;
            rest = more;
        }
        let places = Places::of(members);
        Self { name, clause, members, required, closed, local, conditions: &[], places }
    }

    /// The member called `name`.
    #[inline]
    pub fn member(&self, name: &str) -> Option<&'static Member> {
        self.member_named(name.as_bytes())
    }

    #[inline]
    fn member_named(&self, name: &[u8]) -> Option<&'static Member> {
        let key = key(name);
        let member = self.members.get(self.places.place(key))?;
        // The key is all there is to a short name.
        let is_it = member.key == key
            && member.name.len() == name.len()
            && (name.len() <= 8 || member.name.as_bytes() == name);
        is_it.then_some(member)
    }
}

/// Where the members of a table stand, by their keys, each of which has a slot of its own.
#[derive(Debug)]
pub(crate) struct Places {
    factor: u64,
    /// Positions in the table; one past its end where no member belongs.
    slots: [u8; 1 << SLOT_BITS],
}

const SLOT_BITS: u32 = 6;

impl Places {
    /// Tries factors until no two keys share a slot. A table has far fewer members than there are slots.
    const fn of(members: &[Member]) -> Self {
        let mut places = Self { factor: 0x9E37_79B9_7F4A_7C15, slots: [u8::MAX; 1 << SLOT_BITS] };
        'factors: loop {
            places.slots = [u8::MAX; 1 << SLOT_BITS];
            let (mut rest, mut place) = (members, 0);
            while let Some((member, more)) = rest.split_first() {
                let slot = places.slot(member.key);
                let (_, after) = places.slots.split_at_mut(slot);
                match after.first_mut() {
                    Some(slot) if *slot == u8::MAX => *slot = place,
                    _ => {
                        places.factor = places.factor.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(2);
                        continue 'factors;
                    }
                }
                place += 1;
                rest = more;
            }
            return places;
        }
    }

    #[inline]
    const fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(self.factor) >> (64 - SLOT_BITS)) as usize
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        self.slots.get(self.slot(key)).map_or(usize::MAX, |place| usize::from(*place))
    }
}

/// What names are told apart by before they are compared: the last eight bytes of a name, all there are of a short one,
/// and its length.
const fn key(name: &[u8]) -> u64 {
    let word = match name.last_chunk::<8>() {
        Some(last) => u64::from_be_bytes(*last),
        None => first_eight(name),
    };
    word ^ name.len() as u64
}

impl Type {
    /// Any text.
    pub const TEXT: Self = Self::Text { min: 0, max: None, grammar: None };
    /// An array of any texts.
    pub const TEXTS: Self = Self::List(&Self::TEXT, 0);

    /// Text of a grammar.
    pub const fn of(grammar: Grammar) -> Self {
        Self::Text { min: 0, max: None, grammar: Some(grammar) }
    }

    /// Text of at most `max` code points.
    pub const fn at_most(max: u32) -> Self {
        Self::Text { min: 0, max: Some(max), grammar: None }
    }
}
