//! The lies of `tests/data/lies`: falsified conversions as patches of two honest ones, each with the codes it must give.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ocp_convert::finding::Code;
use serde_json::Value;

use crate::fixture::Case;

fn file(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/lies");
    serde_json::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap()
}

fn honest(base: &str) -> Case {
    Case {
        source: file(&format!("{base}.json")),
        target: file(&format!("{base}.target.json")),
        ledger: file(&format!("{base}.ledger.json")),
    }
}

/// Applies the operations of RFC 6902 that the lies use.
fn patch(document: &mut Value, operations: Option<&Value>) {
    for operation in operations.and_then(Value::as_array).into_iter().flatten() {
        let path = operation["path"].as_str().unwrap();
        let (parent, token) = path.rsplit_once('/').unwrap();
        let token = token.replace("~1", "/").replace("~0", "~");
        let value = operation.get("value").cloned();
        match (operation["op"].as_str().unwrap(), document.pointer_mut(parent).unwrap()) {
            ("replace", parent) => match parent {
                Value::Array(items) => items[token.parse::<usize>().unwrap()] = value.unwrap(),
                other => *other.get_mut(&token).unwrap() = value.unwrap(),
            },
            ("add", Value::Array(items)) => items.insert(token.parse().unwrap(), value.unwrap()),
            ("add", Value::Object(members)) => assert!(members.insert(token, value.unwrap()).is_none()),
            ("remove", Value::Array(items)) => drop(items.remove(token.parse().unwrap())),
            ("remove", Value::Object(members)) => assert!(members.remove(&token).is_some()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_honest_conversions_are_clean() {
    for base in ["checkpoint", "packet", "tagged"] {
        assert_eq!(honest(base).findings_against_own(), [], "{base}");
        assert_eq!(honest(base).sealed().findings_against_own(), [], "{base}: sealing changes nothing");
    }
}

#[test]
fn every_lie_is_caught_as_declared() {
    let lies = file("lies.json");
    let mut wrong = Vec::new();
    for lie in lies.as_array().unwrap() {
        let mut case = honest(lie["of"].as_str().unwrap());
        patch(&mut case.source, lie.get("source"));
        patch(&mut case.target, lie.get("target"));
        patch(&mut case.ledger, lie.get("ledger"));
        let found: BTreeSet<String> =
            case.findings_against_own().into_iter().map(|(code, _)| code.as_str().to_owned()).collect();
        let declared: Vec<&str> =
            lie["codes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        let declared: BTreeSet<String> = declared.into_iter().map(str::to_owned).collect();
        if found != declared {
            wrong.push(format!("{} {}: declared {declared:?}, found {found:?}", lie["of"], lie["name"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a set of lies has to cover: each kind in each direction, and every code of the auditor.
#[test]
fn every_kind_of_lie_is_there() {
    let lies = file("lies.json");
    let lies = lies.as_array().unwrap();
    for kind in [
        "missing",
        "doubled",
        "swapped",
        "wrong value",
        "wrong form",
        "between the values",
        "wrong rule",
        "wrong digest",
        "list and ledger",
        "false make",
        "invented",
        "left out",
    ] {
        for (base, other) in [("checkpoint", "checkpoint"), ("packet", "tagged")] {
            let is = |lie: &&Value| lie["kind"] == kind && (lie["of"] == base || lie["of"] == other);
            assert!(lies.iter().any(|lie| is(&lie)), "{kind} of a {base}");
        }
    }
    // A file that is no ledger has no entries to lie with; a table with a transform nobody knows is no lie of a ledger.
    let elsewhere = [Code::AuditLedger, Code::AuditTransform];
    let audits =
        Code::ALL.iter().filter(|code| code.as_str().starts_with("audit_") && !elsewhere.contains(code));
    let told: BTreeSet<&str> =
        lies.iter().flat_map(|lie| lie["codes"].as_array().unwrap()).map(|c| c.as_str().unwrap()).collect();
    let missing: Vec<&str> = audits.map(|code| code.as_str()).filter(|code| !told.contains(code)).collect();
    assert!(missing.is_empty(), "no lie gives {missing:?}");
    let mut names: Vec<_> = lies.iter().map(|lie| (lie["of"].as_str(), lie["name"].as_str())).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), lies.len(), "names repeat");
}
