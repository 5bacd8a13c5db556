//! Clause coverage: every testable clause about reading, canonical forms, validating, lineage, the way to a packet, roots,
//! signing, verifying, ingesting and golden vectors is named by the test that shows it, in a comment `// clause: ID, ID`,
//! or stands below with the reason why it is not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const ROLES: &[&str] = &[
    "parse",
    "canon",
    "goldens",
    "validate-syntax",
    "validate-semantic",
    "lineage",
    "convert-ocp-to-zcf",
    "manifest",
    "sign",
    "verify",
    "ingest",
    "receipt",
];

/// Clauses that no test names, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("OCP-4.1-13", "about what a conversion carries forward; a validator cannot see what an id used to be"),
    ("OCP-6.5-25", "about what a conversion writes for a rejected belief"),
    ("OCP-6.6-14", "a search for secrets inside arguments belongs to conversion, which would forward them"),
    ("OCP-7-11", "a search for secrets inside extensions belongs to conversion, which would forward them"),
    (
        "OCP-9.1-6",
        "a search for secrets in all text belongs to conversion; validation looks at URIs and resolvers",
    ),
    ("OCP-10.4-2", "whether evidence has changed is seen at its resource, which nothing here reads"),
    ("OCP-10.3-4", "needs a collection of checkpoints to search, which no command has"),
    ("OCP-10.5-2", "about refusing or redacting, which conversion does"),
];

fn sources(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(fs::read_to_string(path).unwrap());
        }
    }
}

fn named() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    sources(&root.join("tests"), &mut files);
    let comments = files.iter().flat_map(|f| f.lines()).filter_map(|l| l.trim().strip_prefix("// clause: "));
    comments.flat_map(|ids| ids.split(',')).map(|id| id.trim().to_owned()).collect()
}

/// Every clause by its id, and whether it has to be named.
fn clauses() -> BTreeMap<String, bool> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/clauses.tsv");
    let table = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let (roles, testable) = (cells[4], cells[5]);
        let ours = roles.split(',').any(|role| ROLES.contains(&role.trim()));
        (cells[0].to_owned(), ours && (testable == "yes" || testable == "partly"))
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn every_clause_is_shown_or_excepted() {
    let (named, clauses) = (named(), clauses());
    let excepted: BTreeSet<&str> = EXCEPTIONS.iter().map(|(id, _)| *id).collect();
    let missing: Vec<&String> = clauses
        .iter()
        .filter(|(id, needed)| **needed && !named.contains(*id) && !excepted.contains(id.as_str()))
        .map(|(id, _)| id)
        .collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
    assert!(clauses.values().filter(|needed| **needed).count() > 200);
}

#[test]
fn what_tests_and_exceptions_name_is_up_to_date() {
    let (named, clauses) = (named(), clauses());
    let unknown: Vec<&String> = named.iter().filter(|id| !clauses.contains_key(*id)).collect();
    assert!(unknown.is_empty(), "tests name clauses that are not in the table: {unknown:?}");
    for (id, reason) in EXCEPTIONS {
        assert_eq!(clauses.get(*id), Some(&true), "{id} needs no exception");
        assert!(!named.contains(*id), "{id} is shown by a test, the exception is stale");
        assert!(reason.len() > 20, "{id} needs a reason");
    }
}
