//! The published schema of the ledger file fits the ledgers this tool writes, of the samples and of all golden
//! conversions, and refuses what is none: by the verdict of the `jsonschema` crate, and of Python's package of that name
//! where it is installed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use std::fs;
use std::path::Path;
use std::process::Command;

use ocp_convert::convert::{Options, convert};
use ocp_convert::goldens::vector::{Answered, Group, Operation};
use ocp_convert::goldens::{read_group, resolve};
use ocp_convert::json::{Limits, read};
use ocp_convert::ledger::SCHEMA;
use serde_json::{Value, json};

/// Ledgers of all samples that convert.
fn ledgers() -> Vec<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut out = Vec::new();
    for format in ["ocp", "zcf"] {
        for entry in fs::read_dir(data.join(format)).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            let source = read(&bytes, &Limits::default()).unwrap();
            if let Ok(done) = convert(&source, &Options::default()) {
                out.push(serde_json::to_value(done.ledger.file(&source, &done.target)).unwrap());
            }
        }
    }
    out
}

/// Ledgers of all golden vectors that have one.
fn golden_ledgers() -> Vec<Value> {
    let files = folder::goldens();
    let mut out = Vec::new();
    for vector in Group::ALL.iter().flat_map(|group| read_group(&files, *group).unwrap().vectors) {
        let Some(ledger) = &vector.output.ledger else {
            // Nothing that converts goes without.
            let converts = matches!(vector.operation, Operation::Convert | Operation::Preserve);
            assert!(!converts || vector.result == Answered::Invalid, "{}", vector.id);
            continue;
        };
        out.push(serde_json::from_slice(&resolve(&files, ledger).unwrap()).unwrap());
    }
    out
}

/// A change to the ledger at a pointer that makes it none.
fn spoilt(ledger: &Value) -> Vec<Value> {
    let with = |pointer: &str, value: Value| {
        let mut copy = ledger.clone();
        *copy.pointer_mut(pointer).unwrap() = value;
        copy
    };
    let mut extra = ledger.clone();
    extra["note"] = json!(1);
    let mut short = ledger.clone();
    short["moved"][0].as_object_mut().unwrap().remove("to");
    vec![
        extra,
        short,
        with("/ledgerVersion", json!(2)),
        with("/direction", json!("sideways")),
        with("/source/digest", json!("sha256:AB")),
        with("/target/format", ledger["source"]["format"].clone()),
        with("/moved/0/from", json!("no pointer")),
        with("/moved/0/from", json!("/a~2")),
        with("/moved/0/to", json!([])),
        with("/moved/0/fidelity", json!("regenerated")),
        with("/moved/0/to/0/as", json!("regenerated")),
        with("/moved/0/rule", json!("X-1")),
        with("/summary/exact", json!(-1)),
        with("/synthesized/0/reason", json!("")),
    ]
}

#[test]
fn ledgers_fit_the_schema_and_spoilt_ones_do_not() {
    let mut good = ledgers();
    assert!(good.len() >= 15);
    let bad = spoilt(&good[0]);
    let golden = golden_ledgers();
    assert!(golden.len() > 250, "{}", golden.len());
    good.extend(golden);
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (number, ledger) in good.iter().enumerate() {
        let errors: Vec<String> = validator.iter_errors(ledger).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{number} {errors:?}");
    }
    for (number, ledger) in bad.iter().enumerate() {
        assert!(!validator.is_valid(ledger), "{number}");
    }
    let input = json!({"schema": schema, "good": good, "bad": bad});
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.json");
    fs::write(&path, input.to_string()).unwrap();
    let script = "
import json, sys
try:
    from jsonschema import Draft202012Validator as V
except ImportError:
    print('absent'); sys.exit()
data = json.load(open(sys.argv[1], encoding='utf-8'))
V.check_schema(data['schema'])
v = V(data['schema'])
for side, fits in (('good', True), ('bad', False)):
    for i, ledger in enumerate(data[side]):
        if v.is_valid(ledger) != fits:
            print(side, i, [e.message[:200] for e in v.iter_errors(ledger)][:3])
print('done')
";
    let Ok(run) = Command::new("python3").arg("-c").arg(script).arg(&path).output() else {
        eprintln!("not checked: no python3");
        return;
    };
    let said = String::from_utf8_lossy(&run.stdout);
    if said.trim() == "absent" {
        eprintln!("not checked: python3 has no jsonschema");
        return;
    }
    assert_eq!(said.trim(), "done", "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn the_command_prints_every_schema() {
    for of in ["checkpoint", "packet", "ledger", "receipt", "report", "vector"] {
        let output = Command::new(env!("CARGO_BIN_EXE_ocp-convert")).args(["schema", of]).output().unwrap();
        let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{of}");
        assert!(jsonschema::validator_for(&schema).is_ok(), "{of}");
        if of == "ledger" {
            assert_eq!(output.stdout, SCHEMA.as_bytes());
        }
    }
}
