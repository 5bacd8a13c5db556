//! A second opinion on level 1: the generated schemas, run by Python's `jsonschema` where it is installed, give the
//! same verdict on the samples and on mutated copies of them as they do here, on our own tree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod mutations;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use mutations::{mutated, pointers, samples};
use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::checkpoint_schema;
use ocp_convert::shape::Schema;
use ocp_convert::zephr::packet_schema;
use serde_json::Value;

/// Where the two may differ, and why.
const DIFFERENCES: &[(&str, &str)] = &[(
    "schema--id-trailing-newline.json",
    "Python's `$` also matches before a final line feed, ECMA-262's does not",
)];

/// Copies of one document, at most; the mutations are spread over it.
const COPIES: usize = 120;

fn python() -> bool {
    let probe = Command::new("python3").args(["-c", "import jsonschema"]).output();
    probe.is_ok_and(|out| out.status.success())
}

fn second_opinion(schema: &Value, documents: &[(String, Value)]) -> Vec<bool> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_opinion.py");
    let mut child =
        Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut input = format!("{schema}\n");
    for (_, document) in documents {
        writeln!(input, "{document}").unwrap();
    }
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let out = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().lines().map(|line| line == "valid").collect()
}

fn with_mutations(samples: &[(String, Value)]) -> Vec<(String, Value)> {
    let mut out = samples.to_vec();
    for (name, document) in samples {
        let mut places = Vec::new();
        pointers(document, "", &mut places);
        // The largest documents repeat themselves, and the other side takes its time.
        if places.len() > 1500 {
            continue;
        }
        let changes: Vec<(&String, usize)> =
            places.iter().flat_map(|p| (0..5).map(move |c| (p, c))).collect();
        for (pointer, change) in changes.iter().step_by(changes.len().div_ceil(COPIES)) {
            if let Some(copy) = mutated(document, pointer, *change) {
                out.push((format!("{name}, change {change} at {pointer}"), copy));
            }
        }
    }
    out
}

fn compare(schema: &Value, documents: &[(String, Value)]) -> Vec<String> {
    let ours = Schema::new(schema).unwrap();
    let theirs = second_opinion(schema, documents);
    assert_eq!(theirs.len(), documents.len());
    let mut differing = Vec::new();
    let mut valid = 0;
    for ((name, document), theirs) in documents.iter().zip(theirs) {
        let text = document.to_string();
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        let ours = ours.check(&tree, 10).is_empty();
        valid += usize::from(ours);
        if ours != theirs {
            differing.push(name.clone());
        }
    }
    assert!(valid > 50 && documents.len() - valid > 50, "both verdicts occur: {valid} valid");
    differing
}

// clause: OCP-0-1, OCP-8.1-2, CON-2
#[test]
fn checkpoint_verdicts_agree() {
    if !python() {
        eprintln!("skipped: Python's jsonschema is not installed");
        return;
    }
    let mut documents = with_mutations(&samples("ocp", false));
    documents.extend(samples("invalid", false));
    let expected: Vec<&str> = DIFFERENCES.iter().map(|(name, _)| *name).collect();
    assert_eq!(compare(&checkpoint_schema(), &documents), expected);
}

#[test]
fn packet_verdicts_agree() {
    if !python() {
        eprintln!("skipped: Python's jsonschema is not installed");
        return;
    }
    let mut documents = with_mutations(&samples("zcf", true));
    documents.extend(samples("invalid", true));
    assert_eq!(compare(&packet_schema(), &documents), [""; 0]);
}
