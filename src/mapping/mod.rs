//! The mapping tables as the program and the auditor use them: one row per rule, generated from `mappings/*.toml`.
//!
//! A [`Rule`] is a name for a row. The converters get rules only as the constants of `oz` and `zo`, so a rule that
//! no table declares has no name, and a row that no code uses does not compile (`dead_code` is denied).

#[rustfmt::skip]
mod lines;
mod losses;
mod pattern;
pub mod print;
#[rustfmt::skip]
mod rules;

pub use lines::LINES;
pub(crate) use losses::loss;
pub use pattern::matches;
pub use rules::{MAPPING_VERSION, ROWS};
pub(crate) use rules::{oz, zo};

/// Which way a conversion goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From a checkpoint to a packet.
    OcpToZephr,
    /// From a packet to a checkpoint.
    ZephrToOcp,
}

impl Direction {
    /// The spelling in tables, ledgers and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OcpToZephr => "ocp-to-zephr",
            Self::ZephrToOcp => "zephr-to-ocp",
        }
    }
}

/// How faithfully a value was carried, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fidelity {
    /// The equal JSON value.
    Exact,
    /// Changed by a declared transform that can be undone.
    Transcoded,
    /// Implied by where its object stands.
    Structural,
    /// Cited inside a line of text.
    Narrated,
    /// Carried with less trust than it claimed.
    Demoted,
    /// A statement of this tool about an earlier conversion, replaced by this one's.
    Regenerated,
}

impl Fidelity {
    /// Every class, from best to worst.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::Transcoded, Self::Structural, Self::Narrated, Self::Demoted, Self::Regenerated];

    /// The spelling in tables and ledgers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Transcoded => "transcoded",
            Self::Structural => "structural",
            Self::Narrated => "narrated",
            Self::Demoted => "demoted",
            Self::Regenerated => "regenerated",
        }
    }
}

/// What a row does with the value it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Carries it, with this fidelity at best.
    Move(Fidelity),
    /// Makes a target value that no source value gives.
    Make,
    /// Leaves it out, with this status of the Zephr text's closed set.
    Lose {
        /// `dropped`, `redacted` and so on.
        status: &'static str,
        /// Whether the row is a catch-all for members no table defines.
        undefined: bool,
        /// Whether the code names the rule where it leaves something out; it never applies to what was merely not read.
        explicit: bool,
    },
}

/// What a make row may write at some of its places, as the auditor reads it. `mappings/head.md` explains the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Makes {
    /// The end of the patterns it is about; all of them when empty.
    pub at: &'static str,
    /// The words that may stand there, and the kinds of value, those in angle brackets.
    pub is: &'static [&'static str],
    /// What that hangs on: a source place that the object came from, a rule in use, a phrase of the source's tag.
    pub of: &'static [&'static str],
}

/// One row of a mapping table. Patterns are JSON Pointers with `*` for one token and a final `**` for a subtree.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The rule's code, as ledgers name it.
    pub rule: &'static str,
    /// Which table the row stands in.
    pub direction: Direction,
    /// What it does.
    pub deed: Deed,
    /// The source members it is about; none for a made value.
    pub from: &'static [&'static str],
    /// A condition in the form `member=value`, for readers.
    pub when: &'static str,
    /// Where the value may stand in the target.
    pub to: &'static [&'static str],
    /// The fixed wording around a narrated value: `{}` the text, `{json}` the text as a JSON string, `^` and `$` the
    /// ends of the line.
    pub form: &'static [&'static str],
    /// A closed map of values, or for made values the fixed words.
    pub values: &'static [(&'static str, &'static str)],
    /// For made values that are more than fixed words: what each place may hold.
    pub makes: &'static [Makes],
    /// Which objects may hold values of this row and nothing of the source: `once`, `each MEMBER`, `listed`,
    /// `each element in PLACE`, `beside RULE`; none when empty.
    pub alone: &'static str,
    /// For made values that nobody may leave out: where they have to stand, as conditions of [`Makes::of`]; one of them is
    /// enough.
    pub due: &'static [&'static str],
    /// The named transform of a transcoded value, when it is not a map.
    pub transform: &'static str,
    /// What is lost and for whom, or why a value is made.
    pub note: &'static str,
}

/// The form of a line of text that tells values of the source, whole: what is not a value is a fixed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The conversion that writes it.
    pub direction: Direction,
    /// Where it may stand in the target.
    pub to: &'static [&'static str],
    /// The line, in the notation that `mappings/lines.toml` explains.
    pub form: &'static str,
}

/// A rule: the name of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule(u16);

impl Rule {
    /// The rule with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        (0_u16..).zip(ROWS).find(|(_, row)| row.rule == code).map(|(i, _)| Self(i))
    }

    /// Every rule of one direction.
    pub fn all(direction: Direction) -> impl Iterator<Item = Self> {
        (0_u16..).zip(ROWS).filter(move |(_, row)| row.direction == direction).map(|(i, _)| Self(i))
    }

    /// The row it names.
    pub fn row(self) -> &'static Row {
        // The generated constants index the generated table; a test walks them all.
        ROWS.get(usize::from(self.0)).unwrap_or(&NO_ROW)
    }

    /// The number of that row, for tables that have one entry a rule.
    pub(crate) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The rule of the row with this number.
    pub(crate) fn numbered(number: usize) -> Option<Self> {
        ROWS.get(number).and(u16::try_from(number).ok()).map(Self)
    }

    /// Its code, as ledgers name it.
    pub fn code(self) -> &'static str {
        self.row().rule
    }
}

/// What a rule outside the table would name; no constant does.
const NO_ROW: Row = Row {
    rule: "",
    direction: Direction::OcpToZephr,
    deed: Deed::Make,
    from: &[],
    when: "",
    to: &[],
    form: &[],
    values: &[],
    makes: &[],
    alone: "",
    due: &[],
    transform: "",
    note: "",
};
