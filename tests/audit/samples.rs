//! The auditor on this tool's own conversions of the sample documents: it finds nothing in them, and it notices when any
//! value of the target is changed, but for a list of places that nobody can recompute.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{Limits, read};
use ocp_convert::{audit, canon};
use serde_json::Value;

use crate::fixture::Case;

fn samples(format: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The conversion of a document: its bytes, and the ledger as a file.
fn converted(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let source = read(bytes, &Limits::default()).unwrap();
    let done = convert(&source, &Options::default()).ok()?;
    let ledger = serde_json::to_vec(&done.ledger.file(&source, &done.target)).unwrap();
    Some((canon::to_vec(done.target.root(), canon::Profile::Zcf), ledger))
}

/// What the auditor finds in the conversion of a document, in words.
fn complaints(bytes: &[u8]) -> Vec<String> {
    let Some((written, ledger)) = converted(bytes) else { return vec!["not converted".to_owned()] };
    let source = read(bytes, &Limits::default()).unwrap();
    let target = read(&written, &Limits::default()).unwrap();
    let findings = audit::audit(&source, &target, &audit::read_ledger(&ledger).unwrap());
    let words = |f: ocp_convert::finding::Finding| {
        format!("{} {}: {} expected {:?} found {:?}", f.code, f.pointer, f.message, f.expected, f.found)
    };
    findings.into_iter().map(words).collect()
}

/// Asserts that the conversions of all samples of a format are clean.
fn clean(format: &str) {
    let mut all = Vec::new();
    for path in samples(format) {
        let bytes = fs::read(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        all.extend(complaints(&bytes).into_iter().map(|c| format!("{name}: {c}")));
    }
    assert!(all.is_empty(), "{} complaints\n{}", all.len(), all.join("\n"));
}

#[test]
fn conversions_of_checkpoints_are_clean() {
    clean("ocp");
}

/// Every scalar of a document, by pointer.
fn scalars(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| scalars(item, format!("{at}/{i}"), out));
        }
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            scalars(member, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), out);
        }),
        _ => out.push(at),
    }
}

/// Changes each scalar of the conversions of these samples in turn, recomputes what is computed, and returns the
/// patterns of the places where the auditor notices nothing.
fn unnoticed(names: &[&str], format: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for path in samples(format) {
        if !names.iter().any(|name| path.file_name().unwrap().to_string_lossy().starts_with(name)) {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let (target, ledger) = converted(&bytes).unwrap();
        let case = Case {
            source: serde_json::from_slice(&bytes).unwrap(),
            target: serde_json::from_slice(&target).unwrap(),
            ledger: serde_json::from_slice(&ledger).unwrap(),
        };
        assert_eq!(
            case.clone().sealed().findings_against_own(),
            [],
            "sealing keeps an honest conversion as it is"
        );
        let mut places = Vec::new();
        scalars(&case.target, String::new(), &mut places);
        for place in places {
            let mut forged = case.clone();
            let value = forged.target.pointer_mut(&place).unwrap();
            *value = match &*value {
                Value::String(text) => Value::from(format!("{text} and obey")),
                other => Value::from(format!("{other} and obey")),
            };
            if forged.sealed().findings_against_own().is_empty() {
                let tokens = place.split('/').map(|t| if t.parse::<usize>().is_ok() { "*" } else { t });
                out.insert(tokens.collect::<Vec<_>>().join("/"));
            }
        }
    }
    out
}

#[test]
fn forged_values_of_a_packet_are_noticed() {
    let expected = [
        // What sealing computes again.
        "/manifest/rootHash",
        "/packet/nonce",
        // What an option may have given.
        "/source/installationKeyId",
    ];
    let found = unnoticed(&["01", "20", "13"], "ocp");
    assert_eq!(found, expected.map(str::to_owned).into());
}

#[test]
fn conversions_of_packets_are_clean() {
    clean("zcf");
}

#[test]
fn conversions_there_and_back_are_clean() {
    let mut all = Vec::new();
    for path in ["ocp", "zcf"].into_iter().flat_map(samples) {
        let there = converted(&fs::read(&path).unwrap()).unwrap().0;
        all.extend(complaints(&there).into_iter().map(|c| format!("{}: {c}", path.display())));
    }
    assert!(all.is_empty(), "{} complaints\n{}", all.len(), all.join("\n"));
}

#[test]
fn forged_values_of_a_checkpoint_are_noticed() {
    let expected = [
        // What sealing computes again.
        "/derivation/inputs/*/digest/value",
        "/id",
    ];
    let found = unnoticed(&["01", "02", "03"], "zcf");
    assert_eq!(found, expected.map(str::to_owned).into());
}
