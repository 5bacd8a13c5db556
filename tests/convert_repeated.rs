//! There and back again: repeated conversion is stable and does not grow.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod converting;
mod documents;

use std::collections::BTreeSet;

use converting::{rows, samples};
use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{Limits, read};
use serde_json::Value;

fn once(document: &Value) -> Value {
    let text = document.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let done = convert(&tree, &Options::default()).unwrap_or_else(|e| panic!("{e:#?}"));
    let mut bytes = Vec::new();
    canon::write(done.target.root(), Profile::Jcs, &mut bytes);
    serde_json::from_slice(&bytes).unwrap()
}

/// What the rounds must differ in: the ids of the documents, also inside references, and the nonces.
fn differing(document: &Value) -> impl Iterator<Item = &str> {
    let ids = [document.get("id"), document["packet"].get("id"), document["packet"].get("nonce")];
    ids.into_iter().flatten().map(|id| id.as_str().unwrap())
}

/// The document without these words and without digests and root.
fn masked(document: &Value, words: &[&str]) -> Value {
    let mut masked = document.clone();
    mask(&mut masked, words);
    masked
}

fn mask(value: &mut Value, words: &[&str]) {
    match value {
        Value::String(text) => {
            for word in words {
                *text = text.replace(word, "MASKED");
            }
            let digest = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
            if digest(text) || text.strip_prefix("sha256:").is_some_and(digest) {
                "DIGEST".clone_into(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|v| mask(v, words)),
        Value::Object(members) => members.values_mut().for_each(|v| mask(v, words)),
        _ => {}
    }
}

/// The ids that two rounds take, so that a source entry cannot be masked away.
fn sources(packet: &Value) -> BTreeSet<&str> {
    let list = packet["content"]["evidenceSources"].as_array().unwrap();
    list.iter().map(|s| s["id"].as_str().unwrap()).collect()
}

#[test]
fn the_second_round_says_what_the_third_says() {
    let documents = samples().into_iter().chain(rows::all().into_iter().map(|(n, d)| (n.to_owned(), d)));
    for (name, first) in documents.chain([("rich".to_owned(), documents::rich())]) {
        let mut chain = vec![first];
        for _ in 0..7 {
            chain.push(once(chain.last().unwrap()));
        }
        // Packets stand at 1, 3, 5, 7, checkpoints made from them at 2, 4, 6.
        let words: Vec<&str> = chain[1..].iter().flat_map(differing).collect();
        let texts: Vec<Value> = chain.iter().map(|d| masked(d, &words)).collect();
        assert_eq!(texts[4], texts[6], "{name}: the second checkpoint made from a packet and the third");
        assert_eq!(texts[5], texts[7], "{name}: the third packet and the fourth");
        assert!(chain[7].to_string().len() <= chain[5].to_string().len(), "{name}: it does not grow");
        let known = sources(&chain[7]);
        assert!(known.contains("source-checkpoint") || known.contains("source-checkpoint-2"), "{name}");
    }
}
