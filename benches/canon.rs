//! Parse and canonicalize (JCS), side by side with `serde_json::Value` and two canonicalizers for it.

use std::hint::black_box;

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{self, Limits};
use serde_json::Value;

use crate::corpus;
use crate::meter::{medians, rate, ratio, setting, versions};

/// Bytes each timed sample goes through at least.
const SAMPLE: usize = 1 << 20;

pub fn run() {
    let rounds = setting("BENCH_ROUNDS", 21);
    println!(
        "parse + JCS; {}; MB of input per CPU second",
        versions(&["serde_json", "serde_json_canonicalizer", "serde_jcs"])
    );
    println!(
        "{:<9}{:>10}{:>10}{:>16}{:>11}{:>14}{:>11}",
        "input", "bytes", "ours", "canonicalizer", "ours is", "serde_jcs", "ours is"
    );
    for (name, size) in [("4 KB", 4_000), ("64 KB", 64_000), ("1 MB", 1_000_000), ("8 MB", 8_000_000)] {
        let compact = if size == 4_000 { corpus::checkpoint(0) } else { corpus::of_size(size) };
        println!("{name}");
        compare("compact", compact.as_bytes(), rounds);
        compare("pretty", corpus::pretty(&compact).as_bytes(), rounds);
    }
}

fn compare(label: &str, text: &[u8], rounds: usize) {
    let own = ours(text);
    assert!(own == canonicalizer(text) && own == jcs(text), "all sides must do the same work");
    let calls = (SAMPLE / text.len()).max(1);
    let rounds = if calls == 1 { rounds.div_ceil(2) } else { rounds };
    let mut works = [ours, canonicalizer, jcs].map(|work: fn(&[u8]) -> Vec<u8>| {
        move || {
            black_box(work(black_box(text)));
        }
    });
    let [a, b, c] = &mut works;
    let [own, first, second] = medians(rounds, calls, [a, b, c]);
    println!(
        "{label:<9}{:>10}{:>10.0}{:>16.0}{:>10.1}x{:>14.0}{:>10.1}x",
        text.len(),
        rate(text.len(), own),
        rate(text.len(), first),
        ratio(own, first),
        rate(text.len(), second),
        ratio(own, second)
    );
}

fn ours(text: &[u8]) -> Vec<u8> {
    let tree = json::read(text, &Limits::default()).unwrap();
    canon::to_vec(tree.root(), Profile::Jcs)
}

fn canonicalizer(text: &[u8]) -> Vec<u8> {
    let value: Value = serde_json::from_slice(text).unwrap();
    serde_json_canonicalizer::to_vec(&value).unwrap()
}

fn jcs(text: &[u8]) -> Vec<u8> {
    let value: Value = serde_json::from_slice(text).unwrap();
    serde_jcs::to_vec(&value).unwrap()
}
