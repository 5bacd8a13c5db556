//! The kinds of made value that the tables name in angle brackets, each closed here: computed anew, found in the source or
//! in the target, or of a grammar that leaves no room for words.

use super::omissions::OWN;
use super::tags::{Before, tag_of};
use super::{Audit, shown};
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::{Cursor, Number};
use crate::mapping::{Makes, Row, matches};
use crate::syntax::time::Timestamp;

impl<'t> Audit<'t> {
    /// `audit_made_value`: the value is one that the row says it makes at this place, in this case.
    pub(super) fn fits_makes(&mut self, at: &str, row: &'static Row, place: Cursor<'t>) {
        let pointer = self.target.pointer(place.index());
        let here = row.to.iter().filter(|pattern| matches(pattern, &pointer));
        let ends: Vec<&str> = here.copied().collect();
        let mut expected: Vec<&str> = Vec::new();
        for (number, makes) in row.makes.iter().enumerate() {
            if !ends.iter().any(|pattern| pattern.ends_with(makes.at)) {
                continue;
            }
            expected.extend(makes.is);
            if makes.is.iter().any(|kind| self.is_kind(kind, place))
                && self.in_case(row, number, makes, place)
            {
                return;
            }
        }
        let message = format!("rule {} makes no such value here", row.rule);
        let finding = Finding::new(Code::AuditMadeValue, at, message);
        self.find(finding.expected(expected.join(" or ")).found(shown(place)));
    }

    /// Whether what a value hangs on is so: one of the conditions without `!`, if there are any, and none of those with it.
    fn in_case(&mut self, row: &'static Row, number: usize, makes: &Makes, place: Cursor<'t>) -> bool {
        if makes.of.is_empty() {
            return true;
        }
        // The document's own node stands for whatever is in no list.
        let object = self.held.around(place.index()).unwrap_or(0);
        let key = (object, row.rule, number);
        if let Some(known) = self.held.known.get(&key) {
            return *known;
        }
        let without = makes.of.iter().filter_map(|of| of.strip_prefix('!'));
        let mut with = makes.of.iter().filter(|of| !of.starts_with('!')).peekable();
        let none = !without.into_iter().any(|of| self.is_surely_so(of, object));
        let holds = none && (with.peek().is_none() || with.any(|of| self.is_so(of, object)));
        self.held.known.insert(key, holds);
        holds
    }

    /// Whether a condition may be so of an object of the target.
    pub(super) fn is_so(&self, condition: &str, object: u32) -> bool {
        self.is_tagged(condition, object, Before::Hidden) || self.is_surely_so(condition, object)
    }

    /// Whether it is so beyond doubt: a tag behind what may be invisible is none beyond doubt.
    fn is_surely_so(&self, condition: &str, object: u32) -> bool {
        if let Some(phrase) = condition.strip_prefix('~') {
            self.carried(object).any(|(_, leaf)| tag_of(leaf).is_some_and(|tag| tag.contains(phrase)))
        } else if condition.starts_with('/') {
            self.carried(object).any(|(from, _)| matches(condition, &from))
        } else if condition.starts_with('<') {
            self.is_tagged(condition, object, Before::Space)
        } else if object == 0 {
            self.held.uses(condition)
        } else {
            self.acts_in(condition, object)
        }
    }

    /// Whether the object's text opens with the tag of a statement of that kind, or of one that has ended.
    fn is_tagged(&self, condition: &str, object: u32, before: Before) -> bool {
        let Some(wanted) = condition.strip_prefix('<').and_then(|of| of.strip_suffix('>')) else {
            return false;
        };
        let tag = self.statement_tag(object, before);
        tag.is_some_and(|tag| if wanted == "ended" { tag.ended } else { tag.kind == wanted })
    }

    /// Whether a value is the word, or of the kind in angle brackets.
    fn is_kind(&self, kind: &'static str, place: Cursor<'t>) -> bool {
        let text = place.as_str();
        let Some(kind) = kind.strip_prefix('<').and_then(|kind| kind.strip_suffix('>')) else {
            return text == Some(kind);
        };
        match kind {
            "empty array" => return place.is_array() && place.is_leaf(),
            "empty object" => return place.is_object() && place.is_leaf(),
            "number 1" => return place.as_number().and_then(Number::as_i64) == Some(1),
            // Other checks know these: `audit_computed_value`, and those of the omission list.
            "computed" | "listed" => return true,
            _ => {}
        }
        let Some(text) = text else { return false };
        match kind {
            "given" => !text.is_empty(),
            "time" => Timestamp::parse(text).is_ok(),
            "version" => is_version(text),
            "rule line" => self.is_rule_line(text),
            "cited" => self.held.landed(place.index()),
            "claim of the same" => self.is_claim_of_the_same(text, place),
            "object of the rule" => self.is_of_the_rule(text, place),
            "object of the same" => self.is_of_the_same(text, place),
            "own id" => self.own_id(place) == Some(text),
            "origin of the tag" => self.is_origin(text, place),
            "word of the tag" => self
                .held
                .around(place.index())
                .is_some_and(|object| self.is_of_operation(place.name(), text, object)),
            "quality" => text == self.quality(),
            "source digest" => {
                let digest = || digest::sha256_tagged(&canon::to_vec(self.source.root(), Profile::Jcs));
                text == self.held.source_digest.get_or_init(digest)
            }
            _ => match kind.split_once(' ') {
                Some(("id", rest)) => match rest.split_once(' ') {
                    Some(("under", rule)) => self.held.makes_id(rule, text),
                    Some(("again", member)) => self.is_member(member, text, place, true),
                    _ => self.is_numbered(rest, text, place),
                },
                Some(("again", member)) => self.is_member(member, text, place, false),
                Some(("time", rest)) => {
                    let instead =
                        rest.strip_prefix("instead of ").and_then(|other| self.source.resolve(other));
                    let given = instead.and_then(Cursor::as_str).is_some_and(|t| Timestamp::parse(t).is_ok());
                    Timestamp::parse(text).is_ok() && !given
                }
                _ => false,
            },
        }
    }

    /// Whether the text is `STEM`, for `STEM-N` the stem with the number of the element it came from, for `STEM-#` with
    /// that of its own place; each perhaps numbered again where somebody else has it.
    fn is_numbered(&self, stem: &str, text: &str, place: Cursor<'t>) -> bool {
        let text = match place.name() {
            Some("portableRef") => {
                let base = self.source.root().get("id").as_str();
                let Some(local) = base.and_then(|base| text.strip_prefix(base)?.strip_prefix('#')) else {
                    return false;
                };
                local
            }
            _ => text,
        };
        let (stem, of_source) = match (stem.strip_suffix("-N"), stem.strip_suffix("-#")) {
            (Some(stem), _) => (stem, true),
            (None, Some(stem)) => (stem, false),
            (None, None) => return text.strip_prefix(stem).is_some_and(is_again),
        };
        let Some((number, again)) = numbered(stem, text) else { return false };
        let Some(object) = self.held.around(place.index()) else { return false };
        let inside = |leaf: Cursor<'t>| {
            let up = std::iter::successors(Some(leaf), |at| self.source.parent(at.index()));
            let mut elements = up.filter(|at| self.source.parent(at.index()).is_some_and(Cursor::is_array));
            elements.any(|at| self.held.is_number(at.index(), number))
        };
        let bare = |leaf: Cursor<'t>| number == 1 && super::objects::object_of(&self.source, leaf).is_none();
        let own = || self.target.position(object).is_some_and(|position| position + 1 == number);
        let fits =
            if of_source { self.carried(object).any(|(_, leaf)| inside(leaf) || bare(leaf)) } else { own() };
        fits && is_again(again)
    }

    /// Whether the text is what a member of the object's source says, or the source at a pointer; an id perhaps only
    /// what follows its `#`, or numbered again.
    fn is_member(&self, member: &str, text: &str, place: Cursor<'t>, id: bool) -> bool {
        if member.starts_with('/') {
            return self.source.resolve(member).and_then(Cursor::as_str) == Some(text);
        }
        let Some(object) = self.held.around(place.index()) else { return false };
        self.owners(object).any(|owner| {
            let value = self.source.member(owner, member).and_then(Cursor::as_str);
            value.is_some_and(|value| {
                let local = value.rsplit_once('#').map_or(value, |(_, local)| local);
                value == text
                    || id && [value, local].iter().any(|v| text.strip_prefix(v).is_some_and(is_again))
            })
        })
    }

    /// Whether the rule that the line around the value is about has an entry in the object of that id.
    fn is_of_the_rule(&self, id: &str, place: Cursor<'t>) -> bool {
        let line =
            self.held.around(place.index()).and_then(|object| self.target.member(object, "description"));
        let rule = line.and_then(Cursor::as_str).and_then(|line| line.strip_prefix(OWN)?.split_once(": "));
        rule.zip(self.held.bearer(id)).is_some_and(|((rule, _), object)| self.acts_in(rule, object))
    }

    /// Whether the object of that id and the one around the value came from one object of the source.
    fn is_of_the_same(&self, id: &str, place: Cursor<'t>) -> bool {
        let first = |object: Option<u32>| object.and_then(|object| self.owners(object).next());
        let named = first(self.held.bearer(id));
        named.is_some() && named == first(self.held.around(place.index()))
    }

    /// Whether the text names a claim, an item of the capsule or a belief, that the element came to which the object around
    /// the value belongs to.
    fn is_claim_of_the_same(&self, claim: &str, place: Cursor<'t>) -> bool {
        let Some(named) = self.held.bearer(claim) else { return false };
        let section = self.target.parent(named).and_then(Cursor::name);
        let element = self.held.around(place.index()).and_then(|object| self.owners(object).next());
        !matches!(section, Some("evidenceSources" | "evidenceAnchors" | "verification"))
            && element.is_some_and(|element| self.held.came_to(element, named))
    }

    /// Whether an origin is as low as the tag of the object's text says, or as the claim of its item. Without a tag that
    /// names one it is the agent.
    fn is_origin(&self, origin: &str, place: Cursor<'t>) -> bool {
        let Some(object) = self.held.around(place.index()) else { return false };
        // An origin that nobody can read beside the tag makes it a stranger's, which no one trusts more.
        let unreadable = origin == "external" && self.claims_stranger(object);
        let named = |before| self.statement_tag(object, before).and_then(|tag| tag.stranger);
        if let Some(named) = named(Before::Space) {
            return named == origin || unreadable;
        }
        // An item that stands whole claims its origin in there, one that is no element where nobody looks.
        let claims: Vec<&str> = self.claimed_origins(object).collect();
        let foreign = |origin: &str| matches!(origin, "tool" | "application" | "external");
        match origin {
            "agent" => !claims.iter().any(|claim| foreign(claim)),
            // What cannot be seen before a tag may hide it or not.
            _ => unreadable || claims.contains(&origin) || named(Before::Hidden) == Some(origin),
        }
    }

    /// The origins that the items behind an object claim; a belief claims none.
    fn claimed_origins(&self, object: u32) -> impl Iterator<Item = &'t str> {
        let items = self.carried(object).filter(|(from, _)| from.starts_with("/content/capsule/"));
        items.filter_map(|(_, leaf)| {
            let up = std::iter::successors(Some(leaf), |at| self.source.parent(at.index()));
            let mut origins = up.filter_map(|at| self.source.member(at.index(), "origin"));
            self.source.member(origins.next()?.index(), "type")?.as_str()
        })
    }

    /// The id of the object around a value.
    fn own_id(&self, place: Cursor<'t>) -> Option<&'t str> {
        let object = self.held.around(place.index())?;
        self.target.member(object, "id").and_then(Cursor::as_str)
    }
}

/// The number of an id `STEM-N`, and what follows it.
pub(super) fn numbered<'i>(stem: &str, id: &'i str) -> Option<(usize, &'i str)> {
    let rest = id.strip_prefix(stem)?.strip_prefix('-')?;
    let (digits, again) = rest.find('-').map_or((rest, ""), |dash| rest.split_at(dash));
    Some((number(digits)?, again))
}

/// Nothing, or `-N`: an id that is numbered again.
fn is_again(rest: &str) -> bool {
    rest.is_empty() || rest.strip_prefix('-').and_then(number).is_some()
}

/// A number as this tool writes it.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

/// A release of this tool that has these mapping tables: this one, or an earlier patch of it.
fn is_version(text: &str) -> bool {
    let own = env!("CARGO_PKG_VERSION");
    let patch = |version: &str| {
        let (line, patch) = version.rsplit_once('.')?;
        Some((line.to_owned(), patch.parse::<u32>().ok().filter(|n| n.to_string() == patch)?))
    };
    patch(text).zip(patch(own)).is_some_and(|((line, patch), (own, newest))| line == own && patch <= newest)
}
