//! The README's table of residue sizes is that of the present build.

use std::fmt::Write as _;

use ocp_convert::convert::Options;
use serde_json::Value;

use crate::{NAME, preserved_with, samples};

const START: &str = "<!-- residue sizes -->\n";
const END: &str = "<!-- end of residue sizes -->\n";

/// Canonical bytes.
fn size(value: &Value) -> usize {
    serde_json_canonicalizer::to_vec(value).unwrap().len()
}

/// The bytes of one value with its name.
fn leaf_size(document: &Value, pointer: &str) -> usize {
    let name = pointer.rsplit_once('/').unwrap().1;
    let named = if name.bytes().all(|b| b.is_ascii_digit()) { 0 } else { name.len() + 3 };
    size(document.pointer(pointer).unwrap()) + named + 1
}

fn table() -> String {
    let mut out =
        "| document | bytes | of these not carried exactly | residue |\n|---|---:|---:|---:|\n".to_owned();
    for (name, sample) in samples() {
        let Ok((target, ledger)) = preserved_with(&sample, &Options::default(), None) else { continue };
        let inexact = ledger.moved.iter().filter(|m| m.fidelity != "exact").map(|m| &m.from);
        let inexact: usize =
            inexact.chain(ledger.omitted.iter().map(|o| &o.from)).map(|from| leaf_size(&sample, from)).sum();
        let residue = size(&target["extensions"][NAME]);
        let _ = writeln!(out, "| `{name}` | {} | {inexact} | {residue} |", size(&sample));
    }
    out
}

#[test]
fn the_readme_shows_the_sizes_of_residues() {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once(START).unwrap();
    let (shown, _) = rest.split_once(END).unwrap();
    let wanted = table();
    assert!(shown == wanted, "the table is out of date; it should be\n{START}{wanted}{END}");
}
