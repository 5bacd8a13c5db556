//! Level 1 the quick way: whether a value is what its table asks for, told on the walk that rules make anyway.
//!
//! A yes to every place of a document means that the schema generated from the table accepts the document, which then
//! need not be run. Anything else means no more than that the schema has to be asked: it alone says what is wrong, and
//! where. Tests hold the two against each other.

use super::{Condition, Found, Need, Shape, Then, Type, When, visit};
use crate::json::scan::same;
use crate::json::{Cursor, Number};
use crate::syntax::time;

/// Whether `root` is certainly what `shape` asks for.
pub fn conforms(root: Cursor<'_>, shape: &'static Shape) -> bool {
    visit(root, shape, |_| {})
}

/// Whether an object with these members is of this shape, as far as it can be told without looking into them.
pub(super) fn is_of_shape(members: &[Found<'_>], shape: &Shape) -> bool {
    is_complete(members, shape) && shape.conditions.iter().all(|condition| keeps(members, condition))
}

/// Whether an array has the fewest elements it may have.
pub(super) fn has_elements(at: Cursor<'_>, least: u32) -> bool {
    least == 0 || at.children().take(least as usize).count() == least as usize
}

/// Documents have no member twice, so counting those that have to be there is enough.
fn is_complete(members: &[Found<'_>], shape: &Shape) -> bool {
    let needed = |f: &&Found<'_>| f.member.is_some_and(|m| m.need != Need::Optional);
    members.iter().filter(needed).count() == shape.required
}

/// Whether a value that is neither an object nor an array of the table's is of this type.
#[inline]
pub(super) fn is_of_type(at: Cursor<'_>, ty: &Type) -> bool {
    match (ty, at.as_str()) {
        (Type::Text { min, max, grammar }, Some(text)) => {
            has_length(text, *min as usize, *max) && grammar.is_none_or(|g| (g.matches)(text))
        }
        (Type::Word(words), Some(text)) => is_one(text.as_bytes(), words),
        (Type::Id(grammar), Some(text)) => grammar.is_none_or(|g| (g.matches)(text)),
        (Type::Time(_), Some(text)) => time::has_shape(text),
        (Type::Open(_) | Type::Ref(_) | Type::Uri(_) | Type::Opaque(false), Some(_)) => true,
        (Type::Integer(only), None) => at.as_number().and_then(Number::as_i64) == Some(*only),
        (Type::Count, None) => at.as_number().and_then(Number::as_i64).is_some_and(|n| n >= 0),
        (Type::Opaque(object), None) => !object || at.is_object(),
        (Type::Extensions { keys, .. }, None) => {
            at.is_object() && at.children().all(|c| c.name().is_some_and(|name| (keys.matches)(name)))
        }
        // An object or an array is no value; one that should be and is not ends up here.
        _ => false,
    }
}

/// Code points, of which a text has at most as many as bytes, and at least a fourth.
fn has_length(text: &str, min: usize, max: Option<u32>) -> bool {
    let max = max.map_or(usize::MAX, |max| max as usize);
    let within = |least: usize, most: usize| min <= least && most <= max;
    within(text.len().div_ceil(4), text.len()) || {
        let count = text.chars().count();
        within(count, count)
    }
}

fn keeps(members: &[Found<'_>], condition: &Condition) -> bool {
    !condition.when.iter().all(|when| holds(members, when))
        || condition.then.iter().all(|then| is_met(members, then))
}

fn holds(members: &[Found<'_>], when: &When) -> bool {
    let is_it = |f: &&Found<'_>| f.member.is_some_and(|m| m.key == when.key && m.name == when.member);
    members.iter().find(is_it).map_or(when.or_absent, |f| is_one_of(f.at, when.is))
}

fn is_met(members: &[Found<'_>], then: &Then) -> bool {
    let find = |name: &str| members.iter().find(|f| same(f.at.name_bytes(), name.as_bytes())).map(|f| f.at);
    match then {
        Then::Require(member) => find(member).is_some(),
        Then::Forbid(member) => find(member).is_none(),
        Then::AnyOf(names) => names.iter().any(|name| find(name).is_some()),
        Then::Within([first, rest @ ..], words) => find(first).is_none_or(|at| {
            let place = rest.iter().fold(at, |place, name| place.get(name));
            !place.exists() || is_one_of(place, words)
        }),
        Then::Within([], _) => false,
        Then::Match(member, grammar) => find(member).is_none_or(|at| at.as_str().is_none_or(grammar.matches)),
    }
}

fn is_one_of(at: Cursor<'_>, words: &[&str]) -> bool {
    at.text_bytes().is_some_and(|text| is_one(text, words))
}

fn is_one(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| same(word.as_bytes(), text))
}
