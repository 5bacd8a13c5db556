//! The samples of the tests, and copies of them with one thing changed.

use std::fs;
use std::path::{Path, PathBuf};

use ocp_convert::json::{Limits, read};
use serde_json::{Value, json};

/// The checkpoints or packets among the samples of a folder, by name.
pub fn samples(folder: &str, packets: bool) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let text = fs::read(&file).unwrap();
        // What the strict reader refuses never reaches level 1.
        if file.extension().is_none_or(|e| e != "json") || read(&text, &Limits::default()).is_err() {
            continue;
        }
        let document: Value = serde_json::from_slice(&text).unwrap();
        if document.get("format").is_some() == packets {
            out.push((file.file_name().unwrap().to_string_lossy().into_owned(), document));
        }
    }
    out
}

/// Every pointer below the top of a document.
pub fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    let mut step = |token: String, child: &Value| {
        let pointer = format!("{at}/{}", token.replace('~', "~0").replace('/', "~1"));
        out.push(pointer.clone());
        pointers(child, &pointer, out);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, child)| step(name.clone(), child)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, child)| step(i.to_string(), child)),
        _ => {}
    }
}

fn retyped(value: &Value) -> Value {
    match value {
        Value::String(_) => json!(5),
        Value::Number(_) => json!("5"),
        Value::Object(_) => json!([]),
        Value::Array(_) => json!({}),
        Value::Bool(_) | Value::Null => json!("text"),
    }
}

/// The document with one change at `pointer`: removed, renamed, retyped, another word, null.
pub fn mutated(document: &Value, pointer: &str, change: usize) -> Option<Value> {
    let mut copy = document.clone();
    let (parent, token) = pointer.rsplit_once('/')?;
    let token = token.replace("~1", "/").replace("~0", "~");
    let parent = copy.pointer_mut(parent)?;
    match change {
        0 => match parent {
            Value::Object(members) => drop(members.remove(&token)),
            Value::Array(items) => drop(items.remove(token.parse().ok()?)),
            _ => return None,
        },
        1 => {
            let members = parent.as_object_mut()?;
            let value = members.remove(&token)?;
            members.insert(format!("{token}_x"), value);
        }
        _ => {
            let value = copy.pointer_mut(pointer)?;
            *value = match change {
                2 => retyped(value),
                3 if value.is_string() => json!("no such-word"),
                3 => return None,
                _ => Value::Null,
            };
        }
    }
    Some(copy)
}
