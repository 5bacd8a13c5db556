//! Small packets and what becomes of them, for the tests of what a packet may never bring about.
#![allow(dead_code)]

use ocp_convert::canon;
use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{self, Limits};
use serde_json::{Value, json};

use super::documents;
use super::documents::with_root;

/// A small packet whose content is `content`, with a capsule where it gives none.
pub fn packet(content: &Value) -> Value {
    let mut packet = documents::packet();
    let mut content = content.clone();
    if content["capsule"].is_null() {
        content["capsule"] = json!({"objective": "o"});
    } else if content["capsule"]["objective"].is_null() {
        content["capsule"]["objective"] = json!("o");
    }
    packet["content"] = content;
    packet
}

/// The checkpoint, which `convert` has validated (I9), with every leaf of the packet in one entry (I8).
pub fn converted(packet: Value) -> Value {
    let text = with_root(packet).to_string();
    let source = json::read(text.as_bytes(), &Limits::default()).unwrap();
    let conversion = convert(&source, &Options::default()).unwrap_or_else(|f| panic!("{f:?}"));
    let file = conversion.ledger.file(&source, &conversion.target);
    let mut told: Vec<_> =
        file.moved.iter().map(|m| &m.from).chain(file.omitted.iter().map(|o| &o.from)).collect();
    let leaves = told.len();
    told.sort();
    told.dedup();
    assert_eq!((told.len(), leaves), (leaves, source.root().leaves().count()));
    assert_eq!(ocp_convert::audit::audit(&source, &conversion.target, &file), []);
    let bytes = canon::to_vec(conversion.target.root(), canon::Profile::Jcs);
    serde_json::from_slice(&bytes).unwrap()
}

pub fn out(content: &Value) -> Value {
    converted(packet(content))
}

pub fn list<'v>(value: &'v Value, pointer: &str) -> Vec<&'v Value> {
    value.pointer(pointer).and_then(Value::as_array).map_or(Vec::new(), |l| l.iter().collect())
}

pub fn texts<'v>(value: &'v Value, pointer: &str, member: &str) -> Vec<&'v str> {
    list(value, pointer).into_iter().map(|o| o[member].as_str().unwrap()).collect()
}

/// Kind, origin type and status of the statement with this text.
pub fn statement(value: &Value, text: &str) -> (String, String, String) {
    let found = list(value, "/statements").into_iter().find(|s| s["text"] == text);
    let found = found.unwrap_or_else(|| panic!("no statement {text:?} in {value}"));
    let word = |v: &Value| v.as_str().unwrap_or("active").to_owned();
    (word(&found["kind"]), word(&found["origin"]["type"]), word(&found["status"]))
}

pub fn is(kind: &str, origin: &str, status: &str) -> (String, String, String) {
    (kind.to_owned(), origin.to_owned(), status.to_owned())
}
