//! What others do with the same documents: a mere rename of 22 members, and the usual Rust pipeline around it.
//!
//! The rename is the same here, in `rename.mjs` and in `rename.jq`. It makes no packet: it only shows what touching each
//! document costs.

use jsonschema::Validator;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Members of the checkpoint itself.
const ROOT: &[(&str, &str)] = &[("created_at", "createdAt")];
/// Members of its task.
const TASK: &[(&str, &str)] = &[("objective", "goal"), ("status", "state")];
/// Members of the objects in its lists.
const LISTS: &[(&str, &[(&str, &str)])] = &[
    (
        "statements",
        &[
            ("id", "portableRef"),
            ("kind", "category"),
            ("text", "content"),
            ("origin", "source"),
            ("evidence", "evidenceRefs"),
            ("recorded_at", "recordedAt"),
        ],
    ),
    (
        "resources",
        &[
            ("id", "sourceId"),
            ("kind", "category"),
            ("title", "label"),
            ("uri", "location"),
            ("digest", "hash"),
            ("observed_at", "observedAt"),
        ],
    ),
    (
        "operations",
        &[
            ("id", "actionId"),
            ("kind", "category"),
            ("status", "state"),
            ("description", "text"),
            ("effect", "sideEffect"),
            ("call", "invocation"),
            ("requested_at", "requestedAt"),
        ],
    ),
];

/// Gives the 22 members their other names.
pub fn rename(document: &mut Value) {
    members(document, ROOT);
    if let Some(task) = document.get_mut("task") {
        members(task, TASK);
    }
    for (list, names) in LISTS {
        for object in document.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            members(object, names);
        }
    }
}

fn members(object: &mut Value, names: &[(&str, &str)]) {
    let Some(object) = object.as_object_mut() else { return };
    for (old, new) in names {
        if let Some(value) = object.remove(*old) {
            object.insert((*new).to_owned(), value);
        }
    }
}

/// The usual pipeline: read, ask the schema, rename, canonicalize, hash. The canonical bytes and their digest.
pub fn pipeline(validator: &Validator, text: &[u8]) -> (Vec<u8>, [u8; 32]) {
    let mut document: Value = serde_json::from_slice(text).unwrap();
    assert!(validator.is_valid(&document));
    rename(&mut document);
    let bytes = serde_json_canonicalizer::to_vec(&document).unwrap();
    let digest = Sha256::digest(&bytes).into();
    (bytes, digest)
}
