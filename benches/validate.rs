//! How fast valid checkpoints are validated (strict reading, levels 1 and 2), next to the usual way with
//! `serde_json::Value` and `jsonschema` alone, which knows no level 2 and passes repeated names.
//!
//! The generated ones have every section; two are samples, one of them compact and one indented.

use std::hint::black_box;

use ocp_convert::document::{Options, validate};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::checkpoint_schema;
use serde_json::Value;

use crate::corpus;
use crate::meter::{medians, ratio, setting, versions};

pub fn run() {
    println!(
        "{}; time of one document; ratio to Value + jsonschema",
        versions(&["serde_json", "jsonschema"])
    );
    compare("generated", corpus::checkpoint(0).as_bytes());
    compare("generated, 1 MB", corpus::of_size(1_000_000).as_bytes());
    for name in ["18-procurement-merged", "20-support-refund"] {
        let file = format!("{}/tests/data/ocp/{name}.ocp.json", env!("CARGO_MANIFEST_DIR"));
        compare(name, &std::fs::read(file).unwrap());
    }
}

fn compare(name: &str, text: &[u8]) {
    let validator = jsonschema::validator_for(&checkpoint_schema()).unwrap();
    let mut usual = || {
        let value: Value = serde_json::from_slice(text).unwrap();
        assert!(validator.is_valid(black_box(&value)));
    };
    let own = ocp_convert::shape::Schema::new(&checkpoint_schema()).unwrap();
    let mut parse = || drop(black_box(read(text, &Limits::default()).unwrap()));
    let mut level_one = || {
        let tree = read(text, &Limits::default()).unwrap();
        assert!(own.check(black_box(&tree), 1).is_empty());
    };
    let mut ours = || {
        let tree = read(text, &Limits::default()).unwrap();
        assert!(validate(black_box(&tree), Some(text), &Options::default()).findings.is_empty());
    };
    println!("{name}, {} bytes", text.len());
    let (rounds, calls) = (setting("BENCH_ROUNDS", 21), (1_000_000 / text.len()).max(1));
    let [peer, ours @ ..] = medians(rounds, calls, [&mut usual, &mut parse, &mut level_one, &mut ours]);
    println!("  {:<32} {peer:>12.1?}", "serde_json::Value + jsonschema");
    for (name, time) in ["read", "read + the schema run", "read + levels 1 and 2"].into_iter().zip(ours) {
        println!("  {name:<32} {time:>12.1?} {:>6.2}x", ratio(time, peer));
    }
}
