//! What the inputs of the golden vectors declare is never taken from the program, and nothing that needs a vendor is
//! published.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod folder;

use std::collections::BTreeMap;

use folder::goldens;
use ocp_convert::goldens;
use ocp_convert::goldens::vector::Group;
use ocp_convert::json::{Limits, read};
use serde_json::{Value, json};

/// Changes the inputs of a group: what of its vectors is not made then.
fn declared(group: &str, change: impl FnOnce(&mut Value)) -> BTreeMap<String, Vec<String>> {
    let mut files = goldens();
    let path = format!("inputs/{group}.json");
    let mut file: Value = serde_json::from_slice(&files[&path]).unwrap();
    change(&mut file["vectors"]);
    files.insert(path, serde_json::to_vec(&file).unwrap());
    let group = Group::ALL.iter().copied().find(|g| g.as_str() == group);
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for failure in goldens::generate(&files, group).err().unwrap_or_default() {
        out.entry(failure.at).or_default().push(failure.what);
    }
    out
}

fn one(at: &str, what: &str) -> BTreeMap<String, Vec<String>> {
    BTreeMap::from([(at.to_owned(), vec![what.to_owned()])])
}

#[test]
fn a_verdict_is_declared_and_never_taken_over() {
    assert_eq!(declared("lineage", |_| {}), BTreeMap::new());
    let found = declared("lineage", |v| v[0]["warnings"] = json!([{"code": "OCP-W001", "pointer": ""}]));
    assert_eq!(found, one("lineage-plain", "warnings"));
    let found = declared("lineage", |v| v[2]["code"] = json!("OCP-T001"));
    assert_eq!(found, one("lineage-t002-other-parent", "code"));
    let found = declared("lineage", |v| v[2]["pointer"] = json!("/parent"));
    assert_eq!(found, one("lineage-t002-other-parent", "pointer"));
    let found = declared("manifest", |v| {
        v[0]["output"]["root"] = json!(format!("sha256:{}", "0".repeat(64)));
    });
    assert_eq!(found, one("manifest-minimal", "root"));
    let found = declared("receipt", |v| v[0]["holds"][0]["value"] = json!("other"));
    assert_eq!(found, one("receipt-minimal", "holds /packetId"));
    let found = declared("receipt", |v| v[0]["verdict"] = json!("authentic"));
    assert_eq!(found, one("receipt-minimal", "verdict"));
}

#[test]
fn a_vector_has_to_say_what_a_vector_says() {
    let found = declared("lineage", |v| v[1]["id"] = json!("lineage-plain"));
    assert_eq!(found, one("lineage-plain", "id"));
    let found = declared("lineage", |v| v[0]["id"] = json!("Lineage plain"));
    assert_eq!(found, one("Lineage plain", "id"));
    let found = declared("lineage", |v| v[0]["comment"] = json!(""));
    assert_eq!(found, one("lineage-plain", "comment, clauses"));
    let found = declared("lineage", |v| v[0]["flags"] = json!(["time"]));
    assert_eq!(found, one("lineage-plain", "flags"));
    let found = declared("lineage", |v| v[0]["spares"] = json!(["OCP-X001"]));
    assert_eq!(found, one("lineage-plain", "code"));
    let found = declared("lineage", |v| v[2]["spares"] = json!(["OCP-T002"]));
    assert_eq!(found, one("lineage-t002-other-parent", "spares"));
    let found = declared("lineage", |v| v[0]["rules"] = json!(["OZ-nothing"]));
    assert_eq!(found, one("lineage-plain", "rules"));
    let found = declared("lineage", |v| v[0]["pointer"] = json!(""));
    assert_eq!(found, one("lineage-plain", "code, pointer"));
    let found = declared("lineage", |v| v[0]["input"]["document"] = json!({"base": "nothing"}));
    assert_eq!(found, one("lineage-plain", "input"));
    let found = declared("lineage", |v| v[0]["input"]["document"] = json!({"text": "", "hex": ""}));
    assert_eq!(found, one("lineage-plain", "input"));
    let found = declared("lineage", |v| v[0]["input"] = json!({}));
    assert_eq!(found, one("lineage-plain", "input"));
}

// clause: ZCF-GOLD-3, ZCF-GOLD-4, ZCF-GOLD-5, ZCF-VER-8
#[test]
fn what_needs_a_vendor_is_not_published() {
    let planted = |key: &str, value: Value| {
        declared("publication", |v| v[0]["input"]["document"]["set"] = json!([[key, value]]))
    };
    let refused = one("publication-minimal", "publication");
    let nested = json!({"a": [{"x-zephr-": 1}]});
    assert_eq!(planted("/extensions/x-zephr-foo", json!(1)), refused);
    assert_eq!(planted("/extensions/com.example", nested), refused);
    assert_eq!(planted("/extensions/com.example", json!({"X-Zephr-Foo": {}})), refused);
    assert_eq!(planted("/scopeProof", json!({"X-ZEPHR-B": null})), refused);
    let harmless = json!({"x-zephr": 1, "ax-zephr-b": "x-zephr-c"});
    assert_eq!(planted("/extensions/com.example", harmless), BTreeMap::new());
    // One that is refused where it is taken in, rightly declared.
    let signed = declared("publication", |v| {
        v[0]["input"]["document"]["sign"] = json!({"kind": "source-signature", "seed": "source"});
        v[0]["result"] = json!("invalid");
        v[0]["verdict"] = json!("refused");
        v[0]["code"] = json!("source_signature_unverifiable");
        v[0]["pointer"] = json!("/authentication/kind");
    });
    assert_eq!(signed["publication-minimal"], ["publication", "publication"]);
}

// clause: ZCF-GOLD-1, ZCF-GOLD-2, ZCF-GOLD-3
#[test]
fn the_published_files_are_free_of_vendor_keys() {
    let files = goldens();
    let mut packets = 0;
    for vector in goldens::read_group(&files, Group::Publication).unwrap().vectors {
        let bytes = goldens::resolve(&files, vector.input.document.as_ref().unwrap()).unwrap();
        // Looked for in another way: by the raw text, which has these letters in two places that are no names.
        let text = String::from_utf8(bytes.clone()).unwrap().to_ascii_lowercase();
        let names = text.matches("\"x-zephr-").count();
        assert_eq!(names, usize::from(vector.id == "publication-x-zephr-as-text"), "{}", vector.id);
        let tree = read(&bytes, &Limits::default()).unwrap();
        assert_eq!(goldens::foreign_members(&tree), Vec::<String>::new(), "{}", vector.id);
        assert!(vector.output.receipt.is_some() && vector.output.target.is_some());
        packets += 1;
    }
    assert!(packets > 20);
}
