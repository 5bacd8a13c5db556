//! The tags that the texts of a packet open with, read as the loss matrix says: what lowers or restricts is believed.

use super::Audit;
use crate::json::Cursor;

const STATEMENT_KINDS: [&str; 7] =
    ["instruction", "constraint", "decision", "observation", "hypothesis", "question", "external"];
const ORIGINS: [&str; 6] = ["user", "system", "agent", "tool", "application", "external"];

/// The tag of a statement: `KIND`, perhaps with `superseded` or `retracted` before it, ` by ORIGIN` and an explanation
/// after a comma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatementTag<'t> {
    pub(super) ended: bool,
    pub(super) kind: &'t str,
    /// The origin, when it is one without authority; external where an external text names none.
    pub(super) stranger: Option<&'t str>,
}

/// The tag of an operation: `[operation: KIND, STATUS; effect EFFECT; resume RESUME]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OperationTag<'t> {
    kind: &'t str,
    status: &'t str,
    effect: &'t str,
    resume: &'t str,
}

/// How much may stand before a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// White space.
    Space,
    /// Anything in which a reader may see nothing.
    Hidden,
}

/// What stands between the brackets that a text opens with.
fn inside(text: &str, before: Before) -> Option<&str> {
    let text = match before {
        Before::Space => text.trim_start(),
        Before::Hidden => text.trim_start_matches(|c: char| !c.is_ascii_graphic()),
    };
    text.strip_prefix('[')?.split_once(']').map(|(inside, _)| inside)
}

/// The text of a value up to the end of the tag it opens with, its bracket included.
pub(super) fn tag_of(leaf: Cursor<'_>) -> Option<&str> {
    let text = leaf.as_str()?;
    text.get(..=text.find(']')?)
}

fn statement_tag(text: &str, before: Before) -> Option<StatementTag<'_>> {
    let inside = inside(text, before)?;
    let words = inside.split_once(", ").map_or(inside, |(words, _)| words);
    let rest = ["superseded ", "retracted "].iter().find_map(|ended| words.strip_prefix(ended));
    let (kind, origin) = rest
        .unwrap_or(words)
        .split_once(" by ")
        .map_or((rest.unwrap_or(words), None), |(kind, origin)| (kind, Some(origin)));
    if !STATEMENT_KINDS.contains(&kind) || origin.is_some_and(|origin| !ORIGINS.contains(&origin)) {
        return None;
    }
    let stranger = match origin {
        Some("tool" | "application" | "external") => origin,
        _ => (kind == "external").then_some("external"),
    };
    Some(StatementTag { ended: rest.is_some(), kind, stranger })
}

fn operation_tag(text: &str) -> Option<OperationTag<'_>> {
    let rest = inside(text, Before::Hidden)?.strip_prefix("operation: ")?;
    let (kind, rest) = rest.split_once(", ")?;
    let (status, rest) = rest.split_once("; effect ")?;
    let (effect, resume) = rest.split_once("; resume ")?;
    Some(OperationTag { kind, status, effect, resume })
}

/// Whether a value of a packet is the text of an item or a belief: its member, the item that is nothing but a text, or a
/// section that is nothing but one.
fn is_text(from: &str, leaf: Cursor<'_>) -> bool {
    let number = |name: &str| name.parse::<usize>().is_ok();
    let names: Vec<&str> = from.split('/').skip(1).collect();
    match names.as_slice() {
        ["content", "capsule", _] | ["content", "capsule", _, "text"] => leaf.as_str().is_some(),
        ["content", "beliefs", at, "content"]
        | ["content", "capsule", _, at]
        | ["content", "capsule", _, at, "text"] => number(at),
        _ => false,
    }
}

impl<'t> Audit<'t> {
    /// The texts of the items and beliefs behind an object.
    fn texts(&self, object: u32) -> impl Iterator<Item = &'t str> {
        let texts = self.carried(object).filter(|(from, leaf)| is_text(from, *leaf));
        texts.filter_map(|(_, leaf)| leaf.as_str())
    }

    /// The tag of a statement that the object's text opens with.
    pub(super) fn statement_tag(&self, object: u32, before: Before) -> Option<StatementTag<'t>> {
        self.texts(object).find_map(|text| statement_tag(text, before))
    }

    /// Whether a word of an operation says no more than its tag: what counts as done or approved waits, an effect that is
    /// not told as repeatable may be any, and whoever is not to ask or to leave it verifies first.
    pub(super) fn is_of_operation(&self, member: Option<&str>, word: &str, object: u32) -> bool {
        let Some(tag) = self.texts(object).find_map(operation_tag) else { return false };
        let one_of = |words: &[&'static str], said: &str| words.iter().copied().find(|word| *word == said);
        let expected = match member {
            Some("kind") => one_of(&["approval", "input", "wait"], tag.kind).unwrap_or("action"),
            Some("status") => match tag.status {
                "planned" => "planned",
                "awaiting" | "approved" | "rejected" => "awaiting",
                _ => "uncertain",
            },
            Some("effect") => one_of(&["non_idempotent"], tag.effect).unwrap_or("unknown"),
            Some("resume") => one_of(&["ask", "do_not_resume"], tag.resume).unwrap_or("verify_first"),
            _ => return false,
        };
        word == expected
    }

    /// Whether an item behind the object claims an origin that is none of the three with a name in the source's house, or
    /// one that nobody can read.
    pub(super) fn claims_stranger(&self, object: u32) -> bool {
        let items = self.carried(object).filter(|(from, _)| from.starts_with("/content/capsule/"));
        items.into_iter().any(|(_, leaf)| {
            let up = std::iter::successors(Some(leaf), |at| self.source.parent(at.index()));
            let mut origins = up.filter_map(|at| self.source.member(at.index(), "origin"));
            origins.next().is_some_and(|origin| {
                let kind = self.source.member(origin.index(), "type");
                !matches!(kind.and_then(Cursor::as_str), Some("agent" | "user" | "system"))
            })
        })
    }
}
