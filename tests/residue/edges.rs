//! Documents at the edges of what can be kept.

use ocp_convert::convert::{Options, preserve};
use serde_json::{Value, json};

use crate::documents::{packet, rich, smallest, with_root};
use crate::{Came, NAME, digest, preserved, preserved_with, restored, tree};

fn comes_back(document: &Value) -> Value {
    let target = preserved(document);
    assert_eq!(restored(&target, &digest(document)), Came::Original(digest(document)));
    target
}

fn packet_with(pointer: &str, value: Value) -> Value {
    let mut packet = unsigned();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    packet.pointer_mut(parent).unwrap()[name] = value;
    with_root(packet)
}

/// The packet with every member, but for what is never preserved.
fn unsigned() -> Value {
    let mut packet = packet();
    packet.as_object_mut().unwrap().remove("scopeProof");
    packet["authentication"] = json!({"kind": "unsigned"});
    with_root(packet)
}

#[test]
fn every_member_comes_back() {
    comes_back(&smallest());
    comes_back(&rich());
    comes_back(&unsigned());
}

/// A checkpoint holds no noncharacter, so the patch stands there as text.
#[test]
fn noncharacters_come_back() {
    let document = packet_with("/extensions/com.example.x", json!({"\u{FDD0}": "\u{10FFFF}"}));
    let target = comes_back(&document);
    assert!(target["extensions"][NAME]["patch"].is_string());
    assert!(!target.to_string().contains('\u{FDD0}'));
}

#[test]
fn deep_values_come_back() {
    let deep = |levels: usize| (0..levels).fold(json!("x"), |inner, _| json!([inner]));
    for levels in [60, 110, 125] {
        let mut document = smallest();
        document["extensions"] = json!({"com.example.x": deep(levels)});
        let target = comes_back(&document);
        assert_eq!(target["extensions"][NAME]["patch"].is_string(), levels > 100, "{levels}");
    }
}

#[test]
fn odd_numbers_and_names_come_back() {
    let odd = json!({"": 1, "a/b": 5e-324, "~": 1e21, "~1": -1.5, "é": 9_007_199_254_740_992_i64, "0": [0, [], {}]});
    for name in ["com.example.x", "a.b/c~/d", "x1.y"] {
        let mut document = smallest();
        document["extensions"] = json!({ name: odd });
        comes_back(&document);
        comes_back(&packet_with(
            &format!("/extensions/{name}").replace("/d", "-d").replace("b/c", "b-c"),
            odd.clone(),
        ));
    }
}

/// No date can be computed on the way back, so the base of the patch has a fixed one.
#[test]
fn a_time_at_the_end_of_time_comes_back() {
    comes_back(&packet_with("/packet/createdAt", "9999-12-31T00:00:00Z".into()));
}

#[test]
fn a_packet_without_a_time_comes_back() {
    let document = packet_with("/packet/createdAt", "yesterday".into());
    let options = Options::default().now("2026-12-01T00:00:00Z").unwrap();
    let target = preserved_with(&document, &options, None).unwrap().0;
    assert_eq!(restored(&target, &digest(&document)), Came::Original(digest(&document)));
}

/// Members that no table defines come back where they were let in.
#[test]
fn what_lenient_lets_in_comes_back_to_the_lenient() {
    let mut document = smallest();
    document["note"] = json!({"kept": true});
    let lenient = Options::default().lenient(true);
    let target = preserved_with(&document, &lenient, None).unwrap().0;
    let refused = crate::refused(restored(&target, &digest(&document)));
    assert_eq!(refused, "residue_invalid /extensions/dev.ocp-convert~1residue");
    let (text, wanted) = (target.to_string(), digest(&document));
    let target = tree(&text);
    let proof = ocp_convert::convert::Proof { digest: Some(&wanted), key: None };
    let restored = ocp_convert::convert::restore(&target, &proof, &lenient).unwrap();
    let ocp_convert::convert::Restored::Original { document: back, .. } = restored else { panic!("edited") };
    assert_eq!(crate::value(&back), document);
}

/// Other data under the residue's name is data of the document; a residue is not nested.
#[test]
fn nothing_is_preserved_twice() {
    let mut document = smallest();
    document["extensions"] = json!({NAME: {"patch": []}});
    comes_back(&document);
    let once = preserved(&document);
    let twice = preserved_with(&once, &Options::default(), None).unwrap_err();
    assert_eq!(twice, ["residue_nested /extensions/dev.ocp-convert~1residue"]);
}

#[test]
fn what_is_never_preserved_is_named() {
    let codes =
        |document: &Value| preserved_with(document, &Options::default(), None).unwrap_err().join(", ");
    let proof = with_root({
        let mut packet = unsigned();
        packet["scopeProof"] = json!({"any": "thing"});
        packet
    });
    assert_eq!(codes(&proof), "residue_authentication /scopeProof");
    let signed = crate::sample("signed/01-mac-ok.zcf.json");
    assert_eq!(codes(&signed), "residue_authentication /authentication");
    let mut spelled = rich();
    spelled["operations"][0]["call"] =
        json!({"tool": "t", "arguments": {"headers": {"Authorization": "Bearer abc.123"}}});
    assert_eq!(codes(&spelled), "residue_secret /operations/0/call/arguments/headers/Authorization");
    let link = packet_with("/content/evidenceSources/0/uri", "https://user:pass@h.example/".into());
    assert_eq!(codes(&link), "residue_secret /content/evidenceSources/0/uri");
    let found = preserve(&tree(&link.to_string()), &Options::default(), None).unwrap_err();
    assert!(!format!("{found:?}").contains("pass@"), "a refusal repeats no credential");
}
