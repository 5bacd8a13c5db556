//! Generated JSON for the tests that compare with other implementations.

use ocp_convert::json::{Cursor, Kind, Limits, Number, Tree, read};
use proptest::prelude::*;
use serde_json::Value;

/// Reads what must be readable.
pub fn tree(text: &str) -> Tree<'_> {
    read(text.as_bytes(), &Limits::default()).unwrap_or_else(|f| panic!("{text}: {f:?}"))
}

/// Whether our tree and serde's value are the same document, members in any order, doubles bit by bit but for -0.
pub fn same(ours: Cursor<'_>, theirs: &Value) -> bool {
    match (ours.kind(), theirs) {
        (Kind::Null, Value::Null) => true,
        (Kind::Bool, Value::Bool(b)) => ours.as_bool() == Some(*b),
        (Kind::Number, Value::Number(n)) => ours.as_number().map(Number::as_f64) == n.as_f64(),
        (Kind::String, Value::String(s)) => ours.as_str() == Some(s),
        (Kind::Array, Value::Array(list)) => {
            ours.len() == list.len() && ours.items().zip(list).all(|(a, b)| same(a, b))
        }
        (Kind::Object, Value::Object(map)) => {
            ours.len() == map.len() && map.iter().all(|(name, value)| same(ours.get(name), value))
        }
        _ => false,
    }
}

/// Any finite double: all bit patterns, and the short decimals that documents hold.
pub fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |f| f.is_finite()),
        (any::<i32>(), -12_i32..25).prop_map(|(n, e)| format!("{n}e{e}").parse().unwrap()),
        any::<i32>().prop_map(f64::from),
    ]
}

/// Text with what is special somewhere: escapes, the neighbours of the surrogates, noncharacters, long runs.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_]{0,12}",
        "[\\u{0}-\\u{30}\"\\\\/\\u{7f}-\\u{a0}é€\\u{2028}\\u{d7ff}\\u{e000}\\u{fb33}\\u{fdd0}\\u{ffff}\\u{10000}😀]{0,10}",
        "[a-c \"]{20,60}",
        any::<String>(),
    ]
}

/// Any document of a few levels.
pub fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..=1 << 53).prop_map(Value::from),
        double().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 80, 30, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(text(), inner.clone(), 0..8).prop_map(|m| m.into_iter().collect()),
            // More members than are compared pair by pair.
            prop::collection::btree_map("[a-c\\u{e000}\\u{10000}]{1,4}", inner, 25..40)
                .prop_map(|m| m.into_iter().collect()),
        ]
    })
}
