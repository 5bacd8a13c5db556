//! How fast valid checkpoints of about 4 KB are validated (strict reading, levels 1 and 2), next to the usual way with
//! `serde_json::Value` and `jsonschema` alone: `cargo bench --bench validate`. Compare the ratio, not the times.
//!
//! One checkpoint is made here, two are samples, one of them compact and one indented.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ocp_convert::document::{Options, validate};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::checkpoint_schema;
use serde_json::{Value, json};

/// A checkpoint with statements, resources and operations, compact.
fn checkpoint() -> Vec<u8> {
    let statements: Vec<Value> = (0..12)
        .map(|i| {
            json!({"id": format!("s{i}"), "kind": "observation", "text": "The replay test passed on the staging copy.",
                   "origin": {"type": "agent", "name": "builder"}, "evidence": [format!("r{}", i % 4)],
                   "verification": {"state": "verified", "checked_at": "2026-10-20T09:00:00Z"}})
        })
        .collect();
    let resources: Vec<Value> = (0..4)
        .map(|i| {
            json!({"id": format!("r{i}"), "kind": "file", "uri": format!("https://h.example/run/{i}"),
                   "title": "A resource of some kind", "observed_at": "2026-10-20T09:00:00Z"})
        })
        .collect();
    let operations: Vec<Value> = (0..4)
        .map(|i| {
            json!({"id": format!("o{i}"), "kind": "action", "status": "planned", "effect": "idempotent",
                   "description": "Deploy the service to the next region.", "target": "r1",
                   "call": {"tool": "deploy", "arguments": {"region": i, "dry_run": false}}})
        })
        .collect();
    let document = json!({
        "opencheckpoint": "0.1", "id": "urn:uuid:0199a383-bcb7-77c8-b2a8-ff52caace0f4",
        "created_at": "2026-10-20T10:00:00Z", "source": {"producer": {"name": "example", "version": "1.0"}},
        "task": {"objective": "Move the order service to the new region.", "status": "active"},
        "statements": statements, "resources": resources, "operations": operations
    });
    document.to_string().into_bytes()
}

/// The median time of one call of each, of rounds in which they take turns, so that a noisy machine slows all alike.
fn medians<const N: usize>(works: [&dyn Fn(); N]) -> [Duration; N] {
    const CALLS: u32 = 500;
    const ROUNDS: usize = 61;
    let mut times = works.map(|_| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        for (work, times) in works.iter().zip(&mut times) {
            let start = Instant::now();
            (0..CALLS).for_each(|_| work());
            times.push(start.elapsed() / CALLS);
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times.get(ROUNDS / 2).copied().unwrap_or_default()
    })
}

fn main() {
    compare("generated", &checkpoint());
    for name in ["18-procurement-merged", "20-support-refund"] {
        let file = format!("{}/tests/data/ocp/{name}.ocp.json", env!("CARGO_MANIFEST_DIR"));
        compare(name, &std::fs::read(file).unwrap());
    }
}

fn compare(name: &str, text: &[u8]) {
    let validator = jsonschema::validator_for(&checkpoint_schema()).unwrap();
    let usual = || {
        let value: Value = serde_json::from_slice(text).unwrap();
        assert!(validator.is_valid(black_box(&value)));
    };
    let own = ocp_convert::shape::Schema::new(&checkpoint_schema()).unwrap();
    let parse = || drop(black_box(read(text, &Limits::default()).unwrap()));
    let level_one = || {
        let tree = read(text, &Limits::default()).unwrap();
        assert!(own.check(black_box(&tree), 1).is_empty());
    };
    let ours = || {
        let tree = read(text, &Limits::default()).unwrap();
        assert!(validate(black_box(&tree), Some(text), &Options::default()).findings.is_empty());
    };
    println!("{name}, {} bytes", text.len());
    let [peer, ours @ ..] = medians([&usual, &parse, &level_one, &ours]);
    println!("serde_json::Value + jsonschema   {peer:?}");
    for (name, time) in ["read", "read + the schema run", "read + levels 1 and 2"].into_iter().zip(ours) {
        let ratio = peer.as_nanos() as f64 / time.as_nanos().max(1) as f64;
        println!("{name:<32} {time:?}, {ratio:.2} times the rate");
    }
}
