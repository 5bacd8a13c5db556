//! What reads like a credential: by the name it stands under or behind, or by its own shape; as a value, as a name of a
//! member, or in JSON that is kept as text.
//!
//! A guess in favour of refusing. What it misses is not made safe by it, which is why it is called apparent.

mod forms;
mod names;
mod text;
mod values;

#[cfg(test)]
mod tests;

use self::names::Named;
use super::inner;
use crate::json::{Cursor, Tree};

const UNDER: &str = "a value under the name of a credential";
const BEHIND: &str = "a value behind the name of a credential";

/// The nodes that hold something like a credential, and what it looks like. A name that does is laid to the object that
/// has it: a pointer to the member would repeat it.
pub(super) fn suspected(document: &Tree<'_>) -> Vec<(u32, &'static str)> {
    let mut out = within(document, inner::LEVELS);
    out.sort_by_key(|(node, _)| *node);
    out.dedup_by_key(|(node, _)| *node);
    out
}

/// Whether a name is itself like a credential.
pub(super) fn is_suspected_name(name: &str) -> bool {
    in_text(name).is_some()
}

/// An array or object that the walk is in.
struct Open {
    index: u32,
    end: u32,
    /// What its elements, or members by the names of values, are: by the name that it stands under.
    value: Option<Named>,
    /// What its other members are.
    member: Option<Named>,
}

fn within(document: &Tree<'_>, levels: usize) -> Vec<(u32, &'static str)> {
    let mut out = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for node in document.root().subtree() {
        while open.last().is_some_and(|o| o.end <= node.index()) {
            open.pop();
        }
        let own = node.name().and_then(names::named);
        let named = own.or_else(|| {
            let parent = open.last()?;
            let is_value = node.name().is_none_or(names::is_value);
            if is_value { parent.value } else { parent.member }
        });
        if let (Some(name), Some(parent)) = (node.name(), open.last())
            && is_suspected_name(name)
        {
            out.push((parent.index, "a name of a member"));
        }
        if node.is_array() {
            out.extend(in_list(node));
            open.push(Open { index: node.index(), end: node.end(), value: named, member: None });
        } else if node.is_object() {
            let value = told_by_neighbour(node).or(named);
            let member = named.and_then(Named::of_members);
            open.push(Open { index: node.index(), end: node.end(), value, member });
        } else if let Some(found) = at(node, named, levels) {
            out.push((node.index(), found));
        }
    }
    out
}

/// A scalar.
fn at(leaf: Cursor<'_>, named: Option<Named>, levels: usize) -> Option<&'static str> {
    if let Some(number) = leaf.as_number() {
        return named?.fits_number(number.as_f64()).then_some(UNDER);
    }
    let text = leaf.as_str()?;
    if named.is_some_and(|named| named.fits(text)) {
        return Some(UNDER);
    }
    in_text(text).or_else(|| {
        let inner = inner::json(text, levels)?;
        (!within(&inner, levels - 1).is_empty()).then_some("JSON text with a credential in it")
    })
}

fn in_text(text: &str) -> Option<&'static str> {
    forms::found(text).or_else(|| text::names_one(text).then_some(BEHIND))
}

/// What `{"name": "password", "value": …}` says of its value.
fn told_by_neighbour(object: Cursor<'_>) -> Option<Named> {
    let mut told = None;
    for member in object.children() {
        let name = member.name().unwrap_or_default();
        if told.is_none() && names::is_name(name) {
            told = member.as_str().filter(|text| names::is_short(text)).and_then(names::named);
        }
    }
    told
}

/// `["password", "…"]`, and `["login", "--password", "…"]`.
fn in_list(list: Cursor<'_>) -> Vec<(u32, &'static str)> {
    let mut out = Vec::new();
    let is_pair = list.children().take(3).count() == 2;
    let mut before: Option<Named> = None;
    for item in list.children() {
        let text = item.as_str();
        if let (Some(named), Some(text)) = (before, text)
            && named.fits_behind(text)
        {
            out.push((item.index(), BEHIND));
        }
        before = text.and_then(|text| {
            let pair = is_pair && names::is_short(text) && before.is_none();
            if pair { names::named(text) } else { text::option_named(text) }
        });
    }
    out
}
