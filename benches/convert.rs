//! A whole conversion in process, next to the usual Rust pipeline that merely renames 22 members.
//!
//! Ours reads strictly, validates at levels 1 and 2, converts with the ledger, validates the packet, and writes its
//! canonical bytes. The pipeline reads, asks the schema, renames, canonicalizes and hashes; it checks no rule and keeps
//! no accounts.

use std::hint::black_box;

use jsonschema::Validator;
use ocp_convert::convert::{Options, convert};
use ocp_convert::document::{self, validate};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::checkpoint_schema;

use crate::meter::{medians, rate, ratio, setting, versions};
use crate::{corpus, peers};

/// The packet of a checkpoint, as it is written to a line.
pub fn ours(text: &[u8]) -> Vec<u8> {
    let tree = read(text, &Limits::default()).unwrap();
    convert(&tree, &Options::default()).unwrap().into_bytes()
}

/// The validator of the usual pipeline.
pub fn validator() -> Validator {
    jsonschema::validator_for(&checkpoint_schema()).unwrap()
}

pub fn run() {
    let validator = validator();
    let rounds = setting("BENCH_ROUNDS", 21);
    let packages = ["serde_json", "jsonschema", "serde_json_canonicalizer", "sha2"];
    println!("checkpoint to packet; pipeline: {}; MB of input per CPU second", versions(&packages));
    println!(
        "{:<26}{:>10}{:>12}{:>10}{:>12}{:>10}{:>10}",
        "documents", "bytes", "ours each", "ours", "peer each", "peer", "ours is"
    );
    let small: Vec<String> = (0..64).map(corpus::checkpoint).collect();
    compare("64 of the corpus", &small, &validator, rounds);
    compare("one of 64 KB", &[corpus::of_size(64_000)], &validator, rounds);
    compare("one of 1 MB", &[corpus::of_size(1_000_000)], &validator, rounds.div_ceil(2));
    stages(&small, rounds);
}

fn compare(label: &str, texts: &[String], validator: &Validator, rounds: usize) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut own = || texts.iter().for_each(|text| drop(black_box(ours(text.as_bytes()))));
    let mut peer = || {
        for text in texts {
            black_box(peers::pipeline(validator, text.as_bytes()));
        }
    };
    let [own, peer] = medians(rounds, (300_000 / bytes).max(1), [&mut own, &mut peer]);
    let each = |time: std::time::Duration| time / u32::try_from(texts.len()).unwrap();
    println!(
        "{label:<26}{bytes:>10}{:>12.1?}{:>10.0}{:>12.1?}{:>10.0}{:>9.2}x",
        each(own),
        rate(bytes, own),
        each(peer),
        rate(bytes, peer),
        ratio(own, peer)
    );
}

/// What of a conversion goes where.
fn stages(texts: &[String], rounds: usize) {
    let trees: Vec<_> = texts.iter().map(|t| read(t.as_bytes(), &Limits::default()).unwrap()).collect();
    let made: Vec<_> = trees.iter().map(|t| convert(t, &Options::default()).unwrap()).collect();
    let all = document::Options::default();
    let mut reading = || texts.iter().for_each(|t| drop(black_box(read(t.as_bytes(), &Limits::default()))));
    let mut validating = || trees.iter().for_each(|t| assert!(validate(t, None, &all).is_valid()));
    let mut converting =
        || trees.iter().for_each(|t| drop(black_box(convert(t, &Options::default()).unwrap())));
    let mut again = || made.iter().for_each(|c| assert!(validate(&c.target, None, &all).is_valid()));
    let times = medians(rounds, 1, [&mut reading, &mut validating, &mut converting, &mut again]);
    let [reading, validating, converting, again] = times.map(|t| t.as_secs_f64());
    let whole = reading + converting;
    let parts = [
        ("read", reading),
        ("validate", validating),
        ("convert, with ledger, root, bytes", converting - validating - again),
        ("validate the packet", again),
    ];
    println!("of which");
    for (name, time) in parts {
        println!("  {name:<34}{:>5.1} µs {:>5.1} %", time * 1e6 / texts.len() as f64, 100.0 * time / whole);
    }
}
