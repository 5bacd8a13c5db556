//! The mapping tables are well-formed: what their readers, the converters and the auditor rely on.

use std::collections::HashMap;

use ocp_convert::mapping::{Deed, Fidelity, ROWS, Row};
use ocp_convert::zephr::members::STATUSES;

/// The transforms that converters and auditor know.
const TRANSFORMS: [&str; 6] = ["", "id", "ref", "digest-to-zephr", "digest-to-ocp", "tagged-time"];

/// Asserts that no row has the fault.
fn none(fault: &str, has: impl Fn(&Row) -> bool) {
    let found: Vec<_> = ROWS.iter().filter(|row| has(row)).map(|row| row.rule).collect();
    assert!(found.is_empty(), "{fault}: {}", found.join(", "));
}

fn is_pattern(pattern: &str) -> bool {
    let Some(tokens) = pattern.strip_prefix('/') else { return false };
    let tokens: Vec<_> = tokens.split('/').collect();
    let last = tokens.len() - 1;
    tokens.iter().enumerate().all(|(i, token)| match *token {
        "" => false,
        "**" => i == last,
        "*" => true,
        token => !token.contains('*') && !token.replace("~0", "").replace("~1", "").contains('~'),
    })
}

#[test]
fn patterns_are_pointers() {
    none("a pattern is no pointer", |row| row.from.iter().chain(row.to).any(|pattern| !is_pattern(pattern)));
}

#[test]
fn every_row_says_what_is_lost_or_why() {
    none("the note is empty", |row| row.note.trim().is_empty());
}

#[test]
fn sides_go_with_the_deed() {
    none("a carried value comes from somewhere", |row| {
        matches!(row.deed, Deed::Move(_)) && row.from.is_empty()
    });
    none(
        "a carried value goes somewhere, unless it is made anew",
        |row| matches!(row.deed, Deed::Move(class) if (class == Fidelity::Regenerated) != row.to.is_empty()),
    );
    none("a made value goes somewhere and comes from nowhere", |row| {
        row.deed == Deed::Make && (row.to.is_empty() || !row.from.is_empty())
    });
    none("a lost value goes nowhere", |row| {
        matches!(row.deed, Deed::Lose { .. }) && (row.from.is_empty() || !row.to.is_empty())
    });
}

#[test]
fn statuses_are_of_the_closed_set() {
    none(
        "no such status",
        |row| matches!(row.deed, Deed::Lose { status, .. } if !STATUSES.contains(&status)),
    );
}

#[test]
fn transforms_are_known() {
    none("no such transform", |row| !TRANSFORMS.contains(&row.transform));
}

#[test]
fn a_transcoded_value_has_a_map_or_a_transform() {
    none("transcoded by nothing", |row| {
        let mapped = row.values.iter().any(|(from, _)| !from.is_empty());
        row.deed == Deed::Move(Fidelity::Transcoded) && row.transform.is_empty() && !mapped
    });
}

#[test]
fn forms_have_one_place_for_the_value() {
    none("a form has two places for the value", |row| {
        row.form.iter().any(|form| form.matches("{}").count() + form.matches("{json}").count() > 1)
    });
    none("no form has a place for the value", |row| {
        !row.form.is_empty() && !row.form.iter().any(|form| form.contains("{}") || form.contains("{json}"))
    });
    none("a structural, regenerated or lost value is told in no words", |row| {
        let told = match row.deed {
            Deed::Move(class) => !matches!(class, Fidelity::Structural | Fidelity::Regenerated),
            Deed::Make => true,
            Deed::Lose { .. } => false,
        };
        !told && !row.form.is_empty()
    });
}

#[test]
fn maps_and_lists_of_words_go_with_the_deed() {
    none("a made value has fixed words, not a map", |row| {
        row.deed == Deed::Make && row.values.iter().any(|(from, _)| !from.is_empty())
    });
    none("a lost value has no words", |row| matches!(row.deed, Deed::Lose { .. }) && !row.values.is_empty());
    none("a map gives one value twice", |row| {
        let mut seen = HashMap::new();
        row.values.iter().any(|(from, to)| !from.is_empty() && seen.insert(from, to).is_some())
    });
    // A map that can be undone gives no two values the same word. The kind of this tool's own entry is the exception:
    // the way back writes it anew, whatever it was.
    none("a transcoding map cannot be undone", |row| {
        let mut seen = HashMap::new();
        let mut pairs = row.values.iter().filter(|(from, _)| !from.is_empty());
        let own = row.rule == "ZO-own-kind";
        row.deed == Deed::Move(Fidelity::Transcoded)
            && !own
            && pairs.any(|(from, to)| seen.insert(to, from).is_some())
    });
}

#[test]
fn conditions_can_be_read() {
    none("a condition names no member", |row| row.when.trim() != row.when || row.when.starts_with('='));
}

#[test]
fn no_two_rows_of_a_direction_are_for_the_same_case() {
    let mut seen: HashMap<_, &str> = HashMap::new();
    let mut twice = Vec::new();
    // Rows that name a deed in code may share a place; what decides between them stands in `when` or in the deed.
    for row in ROWS {
        for from in row.from {
            let case = (row.direction, *from, row.when, row.to, format!("{:?}", row.deed));
            if let Some(other) = seen.insert(case, row.rule) {
                twice.push(format!("{other} and {}: {from}", row.rule));
            }
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}

/// The kinds of made value, as `mappings/head.md` lists them, without what follows.
const KINDS: [&str; 23] = [
    "empty array",
    "empty object",
    "number 1",
    "computed",
    "listed",
    "quality",
    "version",
    "given",
    "time",
    "time instead of ",
    "id under ",
    "id again ",
    "id ",
    "again ",
    "own id",
    "object of the rule",
    "object of the same",
    "claim of the same",
    "rule line",
    "cited",
    "origin of the tag",
    "word of the tag",
    "source digest",
];

fn is_kind(word: &str) -> bool {
    let Some(kind) = word.strip_prefix('<').and_then(|kind| kind.strip_suffix('>')) else {
        return !word.contains(['<', '>']);
    };
    KINDS.iter().any(|known| match known.strip_suffix(' ') {
        Some(open) => kind.strip_prefix(open).is_some_and(|rest| rest.starts_with(' ') && rest.len() > 1),
        None => kind == *known,
    })
}

#[test]
fn every_place_of_a_make_row_is_closed() {
    none("a place with no words, forms or kinds", |row| {
        let told = |to: &str| row.makes.iter().any(|makes| to.ends_with(makes.at));
        let closed = |to: &&str| {
            if row.makes.is_empty() { !row.values.is_empty() || !row.form.is_empty() } else { told(to) }
        };
        row.deed == Deed::Make && !row.to.iter().all(closed)
    });
    none("words beside `makes`", |row| {
        !row.makes.is_empty() && (row.deed != Deed::Make || !row.values.is_empty() || !row.form.is_empty())
    });
    none("`makes` is about a place the row does not write, or says nothing", |row| {
        row.makes.iter().any(|m| m.is.is_empty() || !row.to.iter().any(|to| to.ends_with(m.at)))
    });
    none("a kind nobody knows", |row| {
        row.makes.iter().any(|makes| !makes.is.iter().all(|word| is_kind(word)))
    });
}

#[test]
fn conditions_of_made_values_can_be_read() {
    let is_rule = |name: &str| ROWS.iter().any(|row| row.rule == name);
    let tags = ["<ended>", "<external>", "<hypothesis>", "<question>"];
    let is_condition = |of: &str| {
        let phrase = of.strip_prefix('~').is_some_and(|phrase| !phrase.is_empty());
        is_pattern(of) || is_rule(of) || phrase || tags.contains(&of)
    };
    none("a condition that is no place, rule, phrase or tag", |row| {
        let mut of = row.makes.iter().flat_map(|makes| makes.of);
        of.any(|of| !is_condition(of.strip_prefix('!').unwrap_or(of)))
    });
    none("a row is due where nobody can tell", |row| {
        let of_a_move = row.due.is_empty() || row.due == ["<each>"];
        let known = |of: &str| matches!(of, "<always>" | "<each>") || is_condition(of);
        !row.due.iter().all(|of| known(of)) || (row.deed != Deed::Make && !of_a_move)
    });
    none("a row stands alone in a way nobody knows", |row| {
        let alone = match row.alone.split_once(' ') {
            Some(("beside", rule)) => is_rule(rule),
            Some(("each", rest)) => rest.strip_prefix("element in ").is_none_or(is_pattern),
            _ => matches!(row.alone, "" | "once" | "listed"),
        };
        !alone || (row.deed != Deed::Make && !row.alone.is_empty())
    });
}
