//! The quick check of level 1 against the authority: wherever the walk along the table says that a document conforms,
//! the schema generated from that table accepts it; and where it does not say so, the schema refuses, so that the quick
//! way is taken whenever it can be.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::cast_possible_truncation)]

mod documents;
mod mutations;

use documents::{packet, rich, smallest};
use mutations::{mutated, pointers, samples};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::{checkpoint_schema, members::CHECKPOINT};
use ocp_convert::shape::{Condition, Grammar, Schema, Shape, Then, Type, conforms};
use ocp_convert::syntax::time;
use ocp_convert::zephr::{members::PACKET, packet_schema};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

struct Both {
    shape: &'static Shape,
    schema: Schema,
}

impl Both {
    fn checkpoint() -> Self {
        Self { shape: &CHECKPOINT, schema: Schema::new(&checkpoint_schema()).unwrap() }
    }

    fn packet() -> Self {
        Self { shape: &PACKET, schema: Schema::new(&packet_schema()).unwrap() }
    }

    /// The verdict, which has to be one.
    fn verdict(&self, name: &str, document: &Value) -> bool {
        let text = document.to_string();
        let tree = read(text.as_bytes(), &Limits::default()).unwrap_or_else(|f| panic!("{name}: {f:?}"));
        let faults = self.schema.check(&tree, 1);
        let quick = conforms(tree.root(), self.shape);
        assert_eq!(quick, faults.is_empty(), "{name}: {faults:?}\n{text}");
        quick
    }
}

/// Every change of every sample, and how many were accepted and refused.
fn all_changes(both: &Both, documents: Vec<(String, Value)>) -> (usize, usize) {
    let (mut yes, mut no) = (0, 0);
    for (name, document) in documents {
        let mut count = |verdict: bool| *(if verdict { &mut yes } else { &mut no }) += 1;
        count(both.verdict(&name, &document));
        let mut places = Vec::new();
        pointers(&document, "", &mut places);
        // The largest documents repeat themselves.
        let step = places.len().div_ceil(60);
        for (place, change) in places.iter().step_by(step).flat_map(|p| (0..5).map(move |c| (p, c))) {
            if let Some(copy) = mutated(&document, place, change) {
                count(both.verdict(&format!("{name}, change {change} at {place}"), &copy));
            }
        }
    }
    (yes, no)
}

#[test]
fn changed_checkpoints_get_one_verdict() {
    let mut documents = samples("ocp", false);
    documents.extend(samples("invalid", false));
    documents.extend([("smallest".to_owned(), smallest()), ("rich".to_owned(), rich())]);
    let (yes, no) = all_changes(&Both::checkpoint(), documents);
    assert!(yes > 300 && no > 300, "{yes} accepted, {no} refused");
}

#[test]
fn changed_packets_get_one_verdict() {
    let mut documents = samples("zcf", true);
    documents.extend(samples("invalid", true));
    documents.push(("packet".to_owned(), packet()));
    let (yes, no) = all_changes(&Both::packet(), documents);
    assert!(yes > 300 && no > 300, "{yes} accepted, {no} refused");
}

#[test]
fn what_is_no_object_conforms_to_nothing() {
    for document in [json!([]), json!(null), json!("text"), json!(1), json!([{"opencheckpoint": "0.1"}])] {
        assert!(!Both::checkpoint().verdict("no object", &document));
        assert!(!Both::packet().verdict("no object", &document));
    }
}

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Texts at the edges of the grammars and limits.
fn edge_text(dice: &mut Dice) -> String {
    let length = [4095, 4096, 4097, 16384, 16385][dice.below(5)];
    let edges = [
        "",
        "a",
        "r1",
        "a\n",
        "A.b:c_d-1",
        "-a",
        "a b",
        "é",
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00Z\n",
        "2026-02-30T24:61:61.5+23:59",
        "2026-01-01 00:00:00Z",
        "org.example",
        "org.example/x/y",
        "org.example//y",
        "Org.example",
        "org",
        "org.-x",
        "x-zephr-a",
        "x-zephr-",
        "x-zephr-a\nb",
        "sha-256:",
        "sha-512:x",
        "SHA-1:x",
        "sha-512:x y",
        "io.opencheckpoint.x",
        "0.1",
        "zephr-continuity",
        "retry",
        "active",
        "resolved",
    ];
    match dice.below(12) {
        0 => "ü".repeat(length),
        1 => format!("sha-256:{}", "a".repeat(63 + dice.below(3))),
        2 => format!("sha256:{}", "F".repeat(63 + dice.below(3))),
        3 => "0".repeat(63 + dice.below(3)),
        4 => "i".repeat(127 + dice.below(3)),
        _ => (*dice.of(&edges)).to_owned(),
    }
}

fn text_of(grammar: Grammar) -> Option<&'static str> {
    ["a", "org.example", "sha-512:x", "2026-01-01T00:00:00Z"].into_iter().find(|t| (grammar.matches)(t))
}

/// A value of the type; now and then, once in `odds`, of another kind.
fn value_of(ty: &'static Type, dice: &mut Dice, odds: usize) -> Value {
    if dice.below(odds) == 0 {
        let edge = edge_text(dice);
        let wrong = [json!(edge), json!(null), json!(1), json!(1.5), json!(true), json!([]), json!({})];
        return dice.of(&wrong).clone();
    }
    match ty {
        Type::Text { grammar: Some(g), .. } | Type::Id(Some(g)) => {
            text_of(*g).map_or_else(|| format!("sha256:{}", "0".repeat(64)), str::to_owned).into()
        }
        Type::Text { .. } | Type::Open(_) | Type::Ref(_) | Type::Uri(_) | Type::Id(None) => json!("text"),
        Type::Word(words) => json!(dice.of(words)),
        Type::Integer(only) => json!(only),
        Type::Count => json!(dice.below(3)),
        Type::Time(_) => json!("2026-01-01T00:00:00.5+01:00"),
        Type::Opaque(_) => json!({"any": [1, null]}),
        Type::Extensions { .. } if dice.below(odds) == 0 => json!({ edge_text(dice): 1 }),
        Type::Extensions { .. } => json!({"org.example": null}),
        Type::List(item, least) => {
            let count = *least as usize + dice.below(3);
            let count = if dice.below(odds) == 0 { 0 } else { count };
            (0..count).map(|_| value_of(item, dice, odds)).collect()
        }
        Type::Either(text, _) if dice.below(2) == 0 => value_of(text, dice, odds),
        Type::Object(shape) | Type::Either(_, shape) => object_of(shape, dice, odds),
    }
}

fn object_of(shape: &'static Shape, dice: &mut Dice, odds: usize) -> Value {
    let mut out = Map::new();
    for member in shape.members {
        let needed = member.need != ocp_convert::shape::Need::Optional;
        if needed && dice.below(odds) > 0 || dice.below(3) == 0 {
            out.insert(member.name.to_owned(), value_of(&member.ty, dice, odds));
        }
    }
    if dice.below(odds) == 0 {
        out.insert(edge_text(dice), json!(1));
    }
    Value::Object(out)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn generated_documents_get_one_verdict(seed in any::<u64>()) {
        thread_local! {
            static BOTH: [Both; 2] = [Both::checkpoint(), Both::packet()];
        }
        let mut dice = Dice(seed);
        let odds = [10_000, 400, 60, 10][dice.below(4)];
        BOTH.with(|both| {
            for one in both {
                one.verdict("generated", &object_of(one.shape, &mut dice, odds));
            }
        });
    }
}

#[test]
fn generated_objects_of_every_shape_meet_both_verdicts() {
    // Whole documents nearly always break some condition; single objects do not.
    for root in [&CHECKPOINT, &PACKET] {
        let mut shapes = Vec::new();
        all_shapes(root, &mut shapes);
        assert!(shapes.len() > 15);
        for shape in shapes {
            let schema = ocp_convert::shape::schema::schema(
                shape,
                "one shape",
                ocp_convert::shape::schema::Scope::Full,
            );
            let both = Both { shape, schema: Schema::new(&schema).unwrap() };
            let (mut yes, mut no) = (0, 0);
            for seed in 0..600 {
                let mut dice = Dice(seed * 7919);
                let odds = [10_000, 60, 10][dice.below(3)];
                let verdict = both.verdict(shape.name, &object_of(shape, &mut dice, odds));
                *(if verdict { &mut yes } else { &mut no }) += 1;
            }
            assert!(no > 10, "{}: {yes} accepted, {no} refused", shape.name);
            // The two roots are all their objects together.
            assert!(yes > 10 || shape.members.len() > 9, "{}: {yes} accepted, {no} refused", shape.name);
        }
    }
}

fn all_shapes(shape: &'static Shape, out: &mut Vec<&'static Shape>) {
    if out.iter().any(|s| s.name == shape.name) {
        return;
    }
    out.push(shape);
    for member in shape.members {
        let mut ty = &member.ty;
        while let Type::List(item, _) = ty {
            ty = item;
        }
        if let Type::Object(inner) | Type::Either(_, inner) = ty {
            all_shapes(inner, out);
        }
    }
}

/// Every grammar the tables name.
fn grammars() -> Vec<Grammar> {
    let mut shapes = Vec::new();
    all_shapes(&CHECKPOINT, &mut shapes);
    all_shapes(&PACKET, &mut shapes);
    let mut out = vec![Grammar { pattern: time::PATTERN, matches: time::has_shape }];
    let mut add = |grammar: Grammar| {
        if !out.iter().any(|g| g.pattern == grammar.pattern) {
            out.push(grammar);
        }
    };
    for shape in shapes {
        for member in shape.members {
            match &member.ty {
                Type::Text { grammar: Some(g), .. }
                | Type::Id(Some(g))
                | Type::Extensions { keys: g, .. }
                | Type::Either(Type::Text { grammar: Some(g), .. }, _) => add(*g),
                _ => {}
            }
        }
        for Condition { then, .. } in shape.conditions {
            for demand in *then {
                if let Then::Match(_, g) = demand {
                    add(*g);
                }
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn scanners_and_patterns_are_the_same_sets(
        text in prop_oneof![
            "[a-z0-9./:\\-\n_A-Zé\u{2028}]{0,12}",
            "[a-z]{1,3}(\\.[a-z0-9-]{1,3}){0,3}(/[a-z/]{0,3}){0,2}",
            "(x-zephr-)?[a-z\n\r\u{2028}.]{0,4}",
            "(sha-256|sha256|sha-512|a|-a|A)?:?[0-9a-fA-F]{62,66}",
            "(sha-256|sha-512|a|-a|a:b):[!-~ é]{0,5}",
            "[0-9]{3,4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{0,3})?(Z|z|[+-][0-9]{2}:[0-9]{2})\n?",
            "[A-Za-z0-9._:-]{125,131}",
            any::<String>(),
        ]
    ) {
        thread_local! {
            static ALL: Vec<(Grammar, Schema)> = grammars()
                .into_iter()
                .map(|g| (g, Schema::new(&json!({ "pattern": g.pattern })).unwrap()))
                .collect();
        }
        let document = json!(text).to_string();
        let tree = read(document.as_bytes(), &Limits::default()).unwrap();
        ALL.with(|all| {
            assert!(all.len() > 5);
            for (grammar, schema) in all {
                let matches = schema.check(&tree, 1).is_empty();
                assert_eq!((grammar.matches)(&text), matches, "{text:?} and {}", grammar.pattern);
            }
        });
    }
}
