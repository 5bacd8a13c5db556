//! What another implementation preserves: its patch is its own business, as long as the document comes back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;

use folder::goldens;
use ocp_convert::goldens::protocol::questions;
use ocp_convert::goldens::vector::{Document, Group};
use serde_json::{Value, json};

const NAME: &str = "dev.ocp-convert/residue";

/// What is said of an answer on the vector `id` whose target is this tool's with a change to its residue.
fn judged(id: &str, change: impl FnOnce(&mut Value, &Value)) -> Vec<String> {
    let files = goldens();
    let vectors = ocp_convert::goldens::read_group(&files, Group::Residue).unwrap().vectors;
    let vector = vectors.into_iter().find(|v| v.id == id).unwrap();
    let parse = |document: &Option<Document>| -> Value {
        let bytes = ocp_convert::goldens::resolve(&files, document.as_ref().unwrap()).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let (original, mut target) = (parse(&vector.input.document), parse(&vector.output.target));
    change(&mut target["extensions"][NAME], &original);
    let output = json!({"target": {"text": target.to_string()}, "digest": vector.output.digest});
    let answer = json!({"id": id, "result": "valid", "output": output}).to_string();
    let asked = questions(&files, Some(Group::Residue)).unwrap();
    let (_, question) = asked.iter().find(|(_, question)| question.id() == id).unwrap();
    question.judge(answer.as_bytes()).into_iter().map(|f| format!("{}: {}", f.what, f.found)).collect()
}

fn whole(original: &Value) -> Value {
    json!([{"op": "replace", "path": "", "value": original}])
}

#[test]
fn another_patch_that_restores_the_document_will_do() {
    for id in ["residue-preserve-checkpoint", "residue-preserve-packet"] {
        let found = judged(id, |residue, original| {
            residue["patch"] = whole(original);
            residue["converterVersion"] = json!("another 7");
        });
        assert_eq!(found, Vec::<String>::new(), "{id}");
        let found = judged(id, |residue, original| residue["patch"] = whole(original).to_string().into());
        assert_eq!(found, Vec::<String>::new(), "{id}");
    }
    assert_eq!(judged("residue-preserve-key", |_, _| ()), Vec::<String>::new());
}

#[test]
fn a_patch_that_does_not_restore_it_fails() {
    let wrong = judged("residue-preserve-checkpoint", |residue, original| {
        let mut other = original.clone();
        other["id"] = json!("urn:example:other");
        residue["patch"] = whole(&other);
    });
    assert!(wrong.len() == 1 && wrong[0].starts_with("target: residue_digest_mismatch "), "{wrong:?}");
    // The MAC is over the patch, so it has to be this patch's.
    let unsigned = judged("residue-preserve-key", |residue, original| {
        residue["patch"] = whole(original).to_string().into();
    });
    assert!(unsigned.len() == 1 && unsigned[0].starts_with("target: residue_mac_mismatch "), "{unsigned:?}");
    for member in ["targetDigest", "profileVersion", "patch"] {
        let found = judged("residue-preserve-packet", |residue, _| {
            residue.as_object_mut().unwrap().remove(member);
        });
        assert_eq!(found.len(), 1, "{member} {found:?}");
    }
    let found = judged("residue-preserve-packet", |residue, _| *residue = json!([]));
    assert_eq!(found.len(), 1, "{found:?}");
}
