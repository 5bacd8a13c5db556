//! All benchmarks: `cargo bench`, or some of them by name, as in `cargo bench -- canon growth`. README.md beside this
//! file says what each shows, how to make a run shorter, and what was measured last.
//!
//! The tables compare medians of processor time, taken in rounds in which all sides take turns. Every side is checked
//! to do the work it is compared for.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a failure ends the benchmark, and what it prints is rounded"
)]

mod canon;
mod convert;
mod corpus;
mod growth;
mod meter;
mod peers;
mod process;
#[path = "../tests/signed/mod.rs"]
mod signed;
mod validate;
mod verify;

/// The benchmarks in the order of a whole run. The quick ones come first, and the one that wants a fresh process last.
const ALL: [(&str, fn()); 6] = [
    ("canon", canon::run),
    ("validate", validate::run),
    ("verify", verify::run),
    ("convert", convert::run),
    ("growth", growth::run),
    ("process", process::run),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // This program measures itself in processes of their own.
    if let Some((role, rest)) = arguments.split_first()
        && process::role(role, rest)
    {
        return;
    }
    // Cargo adds options of its own.
    let wanted: Vec<_> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    for name in &wanted {
        assert!(ALL.iter().any(|(own, _)| own == name), "there is no benchmark `{name}`");
    }
    for (name, run) in ALL {
        if wanted.is_empty() || wanted.iter().any(|w| *w == name) {
            println!("== {name}");
            run();
            println!();
        }
    }
}
