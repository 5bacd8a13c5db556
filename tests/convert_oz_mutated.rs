//! Checkpoints of any shape: what is valid converts, its ledger balances, its packet is sound, and the invariants hold.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod converting;
mod documents;

use std::sync::LazyLock;

use converting::invariants::hold;
use converting::{leaves, rows, samples};
use ocp_convert::convert::Options;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

static DOCUMENTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let all = samples().into_iter().map(|(_, d)| d).chain(rows::all().into_iter().map(|(_, d)| d));
    // The largest sample takes longer than all others together and has nothing they have not.
    all.chain([documents::rich()]).filter(|d| d.to_string().len() < 40_000).collect()
});

/// One change somewhere in a checkpoint.
#[derive(Clone, Debug)]
enum Change {
    /// The member or element is taken away.
    Remove(Index),
    /// The array or object is emptied.
    Empty(Index),
    /// The text becomes another.
    Text(Index, String),
    /// The id becomes another, and every text that is equal to it.
    Rename(Index, String),
    /// The word becomes one that stands in its place elsewhere.
    Word(Index, Index),
    /// The element is there twice, without its id.
    Double(Index),
}

const TEXTS: [&str; 12] = [
    "",
    "[STOP] x",
    "[operation: action, completed; effect none; resume retry] x",
    "\u{200B}[external] \"x\": \"y\"",
    "ocp-convert 1: OZ-extensions: left out, no place for it here: \"/extensions\"",
    "ocp-convert",
    "source-packet",
    "[review by] 2020-01-01T00:00:00Z",
    "[expires] 2020-01-01T00:00:00Z",
    "\u{202E}\"}],\u{0}\n\u{1b}[0m",
    "[source packet] x",
    "2026-01-01T00:00:00Z",
];
const IDS: [&str; 8] = [
    "source-checkpoint",
    "anchor-1",
    "outcome",
    "focus",
    "task-status",
    "origin-document",
    "source-packet",
    "r",
];
const WORDS: [&[&str]; 8] = [
    &["instruction", "constraint", "decision", "observation", "hypothesis", "question", "external"],
    &["user", "system", "agent", "tool", "application", "external"],
    &["active", "superseded", "retracted", "resolved"],
    &["active", "blocked", "awaiting_input", "paused", "completed", "abandoned"],
    &["planned", "awaiting", "uncertain", "failed", "approved", "rejected", "completed", "cancelled"],
    &["none", "idempotent", "non_idempotent", "unknown"],
    &["required", "recommended", "optional"],
    &["halt", "ask", "degrade"],
];

fn change() -> impl Strategy<Value = Change> {
    let text = prop_oneof![
        prop::sample::select(&TEXTS[..]).prop_map(str::to_owned),
        "\\PC{0,12}",
        "[\\[\\]\":;{} a-c\\n]{0,12}"
    ];
    let id = prop_oneof![prop::sample::select(&IDS[..]).prop_map(str::to_owned), "[a-c][a-c.:_-]{0,3}"];
    let index = any::<Index>;
    prop_oneof![
        3 => index().prop_map(Change::Remove),
        1 => index().prop_map(Change::Empty),
        3 => (index(), text).prop_map(|(i, t)| Change::Text(i, t)),
        2 => (index(), id).prop_map(|(i, t)| Change::Rename(i, t)),
        3 => (index(), index()).prop_map(|(i, w)| Change::Word(i, w)),
        1 => index().prop_map(Change::Double),
    ]
}

/// Pointers of everything inside.
fn places(value: &Value, at: &mut String, out: &mut Vec<String>) {
    let length = at.len();
    let members: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(n, v)| (n.clone(), v)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(n, v)| (n.to_string(), v)).collect(),
        _ => return,
    };
    for (name, member) in members {
        at.push('/');
        at.push_str(&name.replace('~', "~0").replace('/', "~1"));
        out.push(at.clone());
        places(member, at, out);
        at.truncate(length);
    }
}

fn pick(index: Index, list: &[String]) -> Option<&String> {
    (!list.is_empty()).then(|| index.get(list))
}

fn replace_all(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => to.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|v| replace_all(v, from, to)),
        Value::Object(members) => members.values_mut().for_each(|v| replace_all(v, from, to)),
        _ => {}
    }
}

fn apply(document: &mut Value, change: &Change) {
    let mut all = Vec::new();
    places(document, &mut String::new(), &mut all);
    let mut scalars = Vec::new();
    leaves(document, &mut String::new(), &mut scalars);
    scalars.retain(|at| document.pointer(at).is_some_and(Value::is_string));
    let text = |document: &Value, at: &str| document.pointer(at).unwrap().as_str().unwrap().to_owned();
    match change {
        Change::Remove(index) => {
            let Some(at) = pick(*index, &all) else { return };
            let (parent, name) = at.rsplit_once('/').unwrap();
            match document.pointer_mut(parent).unwrap() {
                Value::Object(members) => drop(members.remove(&name.replace("~1", "/").replace("~0", "~"))),
                Value::Array(items) => drop(items.remove(name.parse().unwrap())),
                _ => {}
            }
        }
        Change::Empty(index) => {
            all.retain(|at| document.pointer(at).is_some_and(|v| v.is_array() || v.is_object()));
            let Some(at) = pick(*index, &all) else { return };
            let place = document.pointer_mut(at).unwrap();
            *place = if place.is_array() { json!([]) } else { json!({}) };
        }
        Change::Text(index, new) => {
            if let Some(at) = pick(*index, &scalars) {
                *document.pointer_mut(at).unwrap() = new.as_str().into();
            }
        }
        Change::Rename(index, new) => {
            scalars.retain(|at| at.ends_with("/id"));
            if let Some(at) = pick(*index, &scalars) {
                let old = text(document, at);
                replace_all(document, &old, new);
            }
        }
        Change::Word(index, word) => {
            let lists = |at: &String| {
                let held = text(document, at);
                WORDS.iter().filter(move |list| list.contains(&held.as_str()))
            };
            scalars.retain(|at| lists(at).next().is_some());
            if let Some(at) = pick(*index, &scalars) {
                let words: Vec<&str> = lists(at).copied().flatten().copied().collect();
                *document.pointer_mut(at).unwrap() = (*word.get(&words)).into();
            }
        }
        Change::Double(index) => {
            all.retain(|at| at.rsplit_once('/').unwrap().1.parse::<usize>().is_ok());
            let Some(at) = pick(*index, &all) else { return };
            let mut copy = document.pointer(at).unwrap().clone();
            if let Some(members) = copy.as_object_mut() {
                members.remove("id");
            }
            let list = document.pointer_mut(at.rsplit_once('/').unwrap().0).unwrap();
            if let Some(items) = list.as_array_mut() {
                items.push(copy);
            }
        }
    }
}

/// Valid documents convert; the count of those that were not is held low by the strategy.
fn check(document: &Value) -> bool {
    let text = document.to_string();
    let tree = ocp_convert::json::read(text.as_bytes(), &ocp_convert::json::Limits::default()).unwrap();
    let report = ocp_convert::document::validate(&tree, None, &ocp_convert::document::Options::default());
    match converting::try_convert(document, &Options::default()) {
        Ok(done) => {
            assert!(report.is_valid(), "what is not valid does not convert");
            converting::check(document, &done);
            hold(document, &done);
            assert_eq!(done.bytes, converting::try_convert(document, &Options::default()).unwrap().bytes);
            true
        }
        // The one thing a valid checkpoint may be refused for.
        Err(findings) if report.is_valid() => {
            assert!(findings.iter().all(|f| f.starts_with("review_by_uncomputable")), "{findings:#?}");
            true
        }
        Err(_) => false,
    }
}

/// 200 by default; `PROPTEST_CASES` gives another number.
fn cases() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if std::env::var("PROPTEST_CASES").is_err() {
        config.cases = 200;
    }
    config.max_global_rejects = u32::MAX;
    config
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_valid_checkpoint_converts(
        which in any::<Index>(), changes in prop::collection::vec(change(), 1..5)
    ) {
        let mut document = which.get(&DOCUMENTS).clone();
        // A change that makes the document invalid is taken back, so that the next ones have a chance.
        let mut changed = 0;
        for change in &changes {
            let mut copy = document.clone();
            apply(&mut copy, change);
            if copy != document && check(&copy) {
                document = copy;
                changed += 1;
            }
        }
        prop_assume!(changed > 0);
    }
}
