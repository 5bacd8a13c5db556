//! Conversion there and back, many times: nothing grows, and after the first round nothing changes.
//!
//! Masked: the entries of the documents a conversion was made from, the checkpoints' ids (also inside references), the
//! packets' ids and nonces, digests and roots. All but the first of these ids are made by this tool.

use ocp_convert::convert::Options;
use serde_json::{Value, json};

use crate::generate;
use crate::packets::converted;
use crate::run::over;

const ROUNDS: usize = 10;

/// The document of every stage, the given one first; fewer where a conversion is refused for want of a time.
fn stages(document: &Value) -> Vec<Value> {
    let mut stages = vec![document.clone()];
    for _ in 0..ROUNDS {
        match converted(&stages[stages.len() - 1], &Options::default()) {
            Ok(done) => stages.push(done.target),
            Err(found) => {
                let named = ["review_by_uncomputable", "time_unusable", "source_signature_unverifiable"];
                assert!(found.iter().any(|f| named.iter().any(|n| f.starts_with(n))), "refused: {found:?}");
                break;
            }
        }
    }
    stages
}

/// The documents's content: what no round may change.
fn masked(document: &Value, ids: &[String]) -> Value {
    let mut copy = document.clone();
    for pointer in ["/id", "/packet/id", "/packet/nonce", "/manifest/rootHash", "/derivation/inputs"] {
        if let Some(place) = copy.pointer_mut(pointer) {
            *place = json!("masked");
        }
    }
    for list in ["/resources", "/content/evidenceSources"] {
        for entry in copy.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            if entry["locator"]["system"] == "ocp-convert" {
                *entry = json!({"id": entry["id"], "kind": entry["kind"]});
            }
        }
    }
    hide(&mut copy, ids);
    copy
}

/// Hides ids of documents wherever they stand.
fn hide(value: &mut Value, ids: &[String]) {
    match value {
        Value::String(text) => ids.iter().for_each(|id| *text = text.replace(id, "masked")),
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, ids)),
        Value::Object(members) => members.values_mut().for_each(|member| hide(member, ids)),
        _ => {}
    }
}

pub fn check(document: &Value) {
    let stages = stages(document);
    let id = |d: &Value| d["id"].as_str().or(d["packet"]["id"].as_str()).unwrap_or_default().to_owned();
    let made = |id: &String| id.starts_with("urn:uuid:") && id.len() == 45;
    let mut ids: Vec<String> = stages.iter().map(id).filter(made).collect();
    ids.dedup();
    // What comes of the second round is what comes of every later one: a document and the next of its kind.
    for (number, pair) in stages.windows(3).enumerate() {
        if number < 4 {
            continue;
        }
        let (before, after) = (masked(&pair[0], &ids), masked(&pair[2], &ids));
        assert!(before == after, "rounds: stage {number}: {}", difference(&before, &after));
    }
}

/// The first place where two documents differ.
fn difference(one: &Value, other: &Value) -> String {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let found = a.keys().chain(b.keys()).find(|n| a.get(*n) != b.get(*n));
            let name = found.map_or("", String::as_str);
            match (a.get(name), b.get(name)) {
                (Some(x), Some(y)) => format!("/{name}{}", difference(x, y)),
                (x, y) => format!("/{name} {x:?} {y:?}"),
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or_default();
            format!("/{at}{}", difference(&a[at], &b[at]))
        }
        _ => format!(" {one} {other}"),
    }
}

#[test]
pub fn checkpoints_settle() {
    over(20, generate::checkpoint, check);
}

#[test]
fn packets_settle() {
    over(20, generate::packet, check);
}
