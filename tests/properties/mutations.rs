//! Every row of the mapping tables is at work somewhere, and where it is switched off somebody notices.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ocp_convert::audit::audit;
use ocp_convert::convert::{Options, convert, preserve};
use ocp_convert::json::{Limits, read};
use ocp_convert::ledger::{LedgerFile, Summary};
use ocp_convert::mapping::ROWS;
use serde_json::{Value, json};

use crate::converting::rows;
use crate::run::{SEED, document};
use crate::{documents, found, generate};

/// Generated documents of each format among those that rows are looked for in.
const GENERATED: u64 = 300;

fn samples(format: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap()).collect()
}

/// The ledger without the entries of one rule, its totals those of what is left.
fn without(ledger: &LedgerFile, rule: &str) -> LedgerFile {
    let mut copy = ledger.clone();
    copy.moved.retain(|entry| entry.rule != rule);
    copy.omitted.retain(|entry| entry.rule != rule);
    copy.synthesized.retain(|entry| entry.rule != rule);
    let count = |class: &str| copy.moved.iter().filter(|entry| entry.fidelity == class).count();
    copy.summary = Summary {
        exact: count("exact"),
        transcoded: count("transcoded"),
        structural: count("structural"),
        narrated: count("narrated"),
        demoted: count("demoted"),
        regenerated: count("regenerated"),
        omitted: copy.omitted.len(),
        synthesized: copy.synthesized.len(),
        ..copy.summary
    };
    copy
}

fn rules(ledger: &LedgerFile) -> BTreeSet<String> {
    let moved = ledger.moved.iter().map(|m| &m.rule).chain(ledger.omitted.iter().map(|o| &o.rule));
    moved.chain(ledger.synthesized.iter().map(|s| &s.rule)).cloned().collect()
}

/// Converts, looks what becomes of the ledger without each rule that is new, and returns the target.
fn look(document: &Value, seen: &mut BTreeSet<String>) -> Option<Value> {
    let text = document.to_string();
    let source = read(text.as_bytes(), &Limits::default()).unwrap();
    let options = Options::default().now("2026-12-01T00:00:00Z").unwrap().lenient(true);
    let done = convert(&source, &options).ok()?;
    let kept = preserve(&source, &options, None).ok().map(|kept| kept.conversion);
    for done in kept.iter().chain([&done]) {
        let ledger = done.ledger.file(&source, &done.target);
        for rule in rules(&ledger) {
            if seen.insert(rule.clone()) {
                let found = audit(&source, &done.target, &without(&ledger, &rule));
                assert!(!found.is_empty(), "nobody misses {rule} in {document}");
            }
        }
    }
    let bytes = ocp_convert::canon::to_vec(done.target.root(), ocp_convert::canon::Profile::Jcs);
    Some(serde_json::from_slice(&bytes).unwrap())
}

/// Documents for rows that others seldom meet.
fn rare() -> [Value; 4] {
    let undefined = found::checkpoint(&json!({"note": "x"}));
    let mut timeless = found::packet(&json!({"capsule": {}}));
    timeless["packet"]["createdAt"] = "yesterday".into();
    let over = found::packet(&json!({"capsule": {
        "limitations": [{"id": "limitation-1", "text": "x"}, "[task status: completed]"], "nextActions": ["x"],
        "decisions": [{"text": "[decision by external] x", "origin": {"type": "user"}}]
    }}));
    let mut twice = found::packet(&json!({
        "capsule": {"limitations": ["[source packet] nonce \"x\"; installation key \"x\"; retention policy \"x\"; redaction policy \"x\"; redaction policy version \"x\""]},
        "evidenceSources": [{
            "id": "source-checkpoint", "kind": "opencheckpoint", "uri": "urn:x:0", "revision": "0.1",
            "digest": format!("sha256:{}", "0b".repeat(32)),
            "locator": {"system": "ocp-convert", "type": "checkpoint", "key": "urn:x:0"}
        }]
    }));
    twice["packet"]["intent"] = "continue-task".into();
    [undefined, documents::with_root(timeless), over, documents::with_root(twice)]
}

#[test]
fn no_row_can_be_switched_off_unnoticed() {
    let mut all: Vec<Value> = samples("ocp").into_iter().chain(samples("zcf")).collect();
    all.extend(rows::all().into_iter().map(|(_, document)| document));
    all.extend([documents::rich(), documents::packet()]);
    for case in 0..GENERATED {
        all.push(document(SEED, case, generate::checkpoint));
        all.push(document(SEED, case, generate::packet));
    }
    all.extend(rare());
    let mut seen = BTreeSet::new();
    for document in all {
        // There, back and there again: some rows are about what an earlier conversion wrote.
        let mut last = Some(document);
        for _ in 0..3 {
            last = last.and_then(|document| look(&document, &mut seen));
        }
    }
    let idle: Vec<&str> = ROWS.iter().map(|row| row.rule).filter(|rule| !seen.contains(*rule)).collect();
    assert!(idle.is_empty(), "rows at work nowhere: {idle:?}");
}
