//! What `preserve` keeps, `restore` gives back: the same document, ids included.

use ocp_convert::audit::audit;
use ocp_convert::canon::{Profile, to_vec};
use ocp_convert::convert::{Options, Proof, Restored, convert, preserve, restore};
use ocp_convert::document::{self, recognise};
use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{Limits, Tree, read};
use serde_json::{Value, json};

use crate::run::over;
use crate::{documents, generate};

/// The codes that keep a document from being preserved.
const REFUSALS: [Code; 3] = [Code::ResidueSecret, Code::ResidueAuthentication, Code::ResidueNested];

fn tree(text: &[u8]) -> Tree<'_> {
    read(text, &Limits::default()).unwrap()
}

/// The document without what the findings name.
fn without(document: &Value, findings: &[Finding]) -> Value {
    let mut copy = document.clone();
    for finding in findings {
        let (parent, name) = finding.pointer.rsplit_once('/').unwrap();
        let name = name.replace("~1", "/").replace("~0", "~");
        let parent = copy.pointer_mut(parent).unwrap();
        match (finding.code, parent) {
            (Code::ResidueAuthentication, Value::Object(members)) if name == "authentication" => {
                members[&name] = json!({"kind": "unsigned"});
            }
            (Code::ResidueSecret, Value::Object(members)) => members[&name] = "x:y".into(),
            (Code::ResidueSecret, Value::Array(items)) => {
                items[name.parse::<usize>().unwrap()] = "x:y".into();
            }
            (_, Value::Object(members)) => drop(members.remove(&name)),
            (_, other) => panic!("{finding:?} names {other}"),
        }
    }
    if copy.get("manifest").is_some() { documents::with_root(copy) } else { copy }
}

/// A document comes back, and so does what this tool makes of it.
pub fn check(document: &Value) {
    comes_back(document);
    let text = document.to_string();
    let source = tree(text.as_bytes());
    if let Ok(made) = convert(&source, &Options::default()) {
        comes_back(&serde_json::from_slice(&to_vec(made.target.root(), Profile::Jcs)).unwrap());
    }
}

fn comes_back(document: &Value) {
    let text = document.to_string();
    let source = tree(text.as_bytes());
    let mut options = Options::default();
    if convert(&source, &options).is_err() {
        // No time to be had from the document; what is refused with a time too is for other properties.
        options = options.now("2026-12-01T00:00:00Z").unwrap();
        if convert(&source, &options).is_err() {
            return;
        }
    }
    let kept = match preserve(&source, &options, None) {
        Ok(kept) => kept,
        Err(findings) => {
            assert!(findings.iter().all(|f| REFUSALS.contains(&f.code)), "refused: {findings:?}");
            // What is named is all that stands in the way.
            return comes_back(&without(document, &findings));
        }
    };
    let ledger = kept.conversion.ledger.file(&source, &kept.conversion.target);
    let audited = audit(&source, &kept.conversion.target, &ledger);
    assert!(audited.is_empty(), "audit: {:#?}", audited.iter().take(2).collect::<Vec<_>>());
    assert_eq!(kept.digest, ledger.source.digest, "digest");
    // Through a file, as it travels.
    let profile =
        if recognise(&source) == Ok(document::Format::Packet) { Profile::Jcs } else { Profile::Zcf };
    let bytes = to_vec(kept.conversion.target.root(), profile);
    let target = read(&bytes, &Limits::default()).unwrap_or_else(|f| panic!("read: {f:?}"));
    let report = document::validate(&target, None, &document::Options::default());
    assert!(report.is_valid(), "valid: {:?}", report.findings);
    let proof = Proof { digest: Some(&kept.digest), key: None };
    let restored = restore(&target, &proof, &Options::default());
    let Restored::Original { document: restored, .. } = restored.unwrap_or_else(|f| panic!("restore: {f:?}"))
    else {
        panic!("restore: edited");
    };
    let (one, other) = (to_vec(restored.root(), Profile::Jcs), to_vec(source.root(), Profile::Jcs));
    assert!(one == other, "identity: {}", String::from_utf8_lossy(&one));
}

#[test]
fn every_checkpoint_comes_back_whole() {
    over(1, generate::checkpoint, check);
}

#[test]
fn every_packet_comes_back_whole() {
    over(1, generate::packet, check);
}
