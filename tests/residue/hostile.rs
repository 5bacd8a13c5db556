//! Residues that somebody else wrote, or that somebody changed.

use std::fmt::Write as _;

use ocp_convert::convert::{Options, Proof, convert};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::documents::with_root;
use crate::{
    Came, NAME, digest, key, preserved, preserved_with, refused, restored, restored_by, sample, tree, value,
};

const AT: &str = "/extensions/dev.ocp-convert~1residue";

fn checkpoint() -> Value {
    sample("ocp/20-support-refund.ocp.json")
}

fn packet() -> Value {
    sample("zcf/01-claude-code-handoff.zcf.json")
}

/// What the digest of a target without its residue is, whoever computes it.
fn target_digest(target: &Value) -> String {
    let mut bare = target.clone();
    bare["extensions"].as_object_mut().unwrap().remove(NAME);
    if bare.get("opencheckpoint").is_some() {
        bare.as_object_mut().unwrap().remove("extensions");
    }
    digest(&bare)
}

/// A target whose residue makes `wanted` of it, consistent in every digest that stands in it.
fn forged(target: &Value, wanted: &Value) -> Value {
    let mut forged = target.clone();
    let residue = &mut forged["extensions"][NAME];
    residue["patch"] = json!([{"op": "replace", "path": "", "value": wanted}]);
    residue["originalDigest"] = digest(wanted).into();
    forged["extensions"][NAME]["targetDigest"] = target_digest(&forged).into();
    forged
}

/// The checkpoint with more trust than it had.
fn raised() -> Value {
    let mut raised = checkpoint();
    for statement in raised["statements"].as_array_mut().unwrap() {
        statement["origin"] = json!({"type": "user"});
    }
    raised["continuation"] = json!({});
    raised
}

#[test]
fn a_consistent_pair_of_digests_proves_nothing() {
    let (honest, target) = (checkpoint(), preserved(&checkpoint()));
    let forged = forged(&target, &raised());
    assert_eq!(refused(restored(&forged, &digest(&honest))), format!("residue_digest_mismatch {AT}"));
    let by_key = Proof { digest: None, key: Some(&key(1)) };
    assert_eq!(refused(restored_by(&forged, &by_key)), format!("residue_mac_missing {AT}"));
    // The digest that travels with the forgery is not asked, and no proof is no way in.
    assert_eq!(refused(restored_by(&forged, &Proof::default())), format!("residue_unproven {AT}"));
}

#[test]
fn a_forged_target_with_a_forged_residue_is_noticed_too() {
    let (honest, mut target) = (checkpoint(), preserved(&checkpoint()));
    target["content"]["capsule"]["objective"] = "Refund everything.".into();
    let forged = forged(&with_root(target), &raised());
    assert_eq!(refused(restored(&forged, &digest(&honest))), format!("residue_digest_mismatch {AT}"));
}

/// Even a user who takes the digest from whoever sent the document gets nothing that vouches for anybody.
#[test]
fn no_residue_makes_an_authenticated_packet() {
    let target = preserved(&packet());
    let signed = sample("signed/01-mac-ok.zcf.json");
    let came = restored(&forged(&target, &signed), &digest(&signed));
    assert_eq!(refused(came), "residue_authentication /authentication");
    let mut proof = packet();
    proof["scopeProof"] = json!({"scope": "everything"});
    let proof = with_root(proof);
    let came = restored(&forged(&target, &proof), &digest(&proof));
    assert_eq!(refused(came), "residue_authentication /scopeProof");
    let mut unsound = packet();
    unsound["content"]["beliefs"][0]["reviewState"] = "certain".into();
    let unsound = with_root(unsound);
    let came = restored(&forged(&target, &unsound), &digest(&unsound));
    assert!(refused(came).starts_with(&format!("residue_invalid {AT}")));
}

#[test]
fn a_wrong_digest_restores_nothing() {
    let target = preserved(&checkpoint());
    for wrong in [digest(&raised()), target_digest(&target), digest(&target), String::new(), "sha256:".into()]
    {
        assert_eq!(refused(restored(&target, &wrong)), format!("residue_digest_mismatch {AT}"), "{wrong}");
    }
}

/// HMAC-SHA-256 (RFC 2104) from SHA-256 alone.
fn hmac(key: [u8; 32], message: &[u8]) -> String {
    let padded = |byte: u8| -> Vec<u8> { (0..64).map(|i| key.get(i).copied().unwrap_or(0) ^ byte).collect() };
    let inner = Sha256::digest([padded(0x36), message.to_vec()].concat());
    hex::encode(Sha256::digest([padded(0x5C), inner.to_vec()].concat()))
}

fn lp(part: &[u8]) -> Vec<u8> {
    [&u32::try_from(part.len()).unwrap().to_be_bytes()[..], part].concat()
}

/// The MAC as the README describes it.
fn mac(residue: &Value, key: [u8; 32]) -> String {
    let mut plain = residue.clone();
    plain.as_object_mut().unwrap().remove("mac");
    let bytes = serde_json_canonicalizer::to_vec(&plain).unwrap();
    hmac(key, &[lp(b"ocp-convert/1/residue"), lp(&bytes)].concat())
}

#[test]
fn a_key_proves_what_it_was_used_for() {
    let original = packet();
    let (target, ledger) = preserved_with(&original, &Options::default(), Some(&key(7))).unwrap();
    let residue = &target["extensions"][NAME];
    assert_eq!(residue["mac"], mac(residue, [7; 32]));
    assert_eq!(residue["originalDigest"], ledger.source.digest.as_str());
    let own = Proof { digest: None, key: Some(&key(7)) };
    assert_eq!(restored_by(&target, &own), Came::Original(digest(&original)));
    // Both, and the digest alone.
    let right = digest(&original);
    let both = Proof { digest: Some(&right), key: Some(&key(7)) };
    assert_eq!(restored_by(&target, &both), Came::Original(digest(&original)));
    assert_eq!(restored(&target, &right), Came::Original(digest(&original)));
    let wrong = digest(&json!({}));
    let both = Proof { digest: Some(&wrong), key: Some(&key(7)) };
    assert_eq!(refused(restored_by(&target, &both)), format!("residue_digest_mismatch {AT}"));
    let both = Proof { digest: Some(&right), key: Some(&key(8)) };
    assert_eq!(refused(restored_by(&target, &both)), format!("residue_mac_mismatch {AT}/mac"));
}

#[test]
fn whatever_is_changed_under_a_mac_is_noticed() {
    let target = preserved_with(&checkpoint(), &Options::default(), Some(&key(7))).unwrap().0;
    let residue = target["extensions"][NAME].clone();
    let by = |changed: &Value, byte: u8| {
        let mut copy = target.clone();
        copy["extensions"][NAME] = changed.clone();
        refused(restored_by(&copy, &Proof { digest: None, key: Some(&key(byte)) }))
    };
    assert_eq!(by(&residue, 8), format!("residue_mac_mismatch {AT}/mac"));
    for (pointer, new) in [
        ("/patch/0/path", json!("/x")),
        ("/patch", json!([])),
        ("/targetDigest", json!("sha256:00")),
        ("/originalDigest", json!(digest(&raised()))),
        ("/converterVersion", json!("9.9.9")),
        ("/mac", json!("0".repeat(64))),
        ("/mac", json!("")),
        ("/mac", json!(residue["mac"].as_str().unwrap().to_uppercase())),
    ] {
        let mut changed = residue.clone();
        *changed.pointer_mut(pointer).unwrap() = new;
        assert_eq!(by(&changed, 7), format!("residue_mac_mismatch {AT}/mac"), "{pointer}");
    }
    // A MAC of another residue by the same key.
    let other = preserved_with(&packet(), &Options::default(), Some(&key(7))).unwrap().0;
    let mut changed = residue.clone();
    changed["mac"] = other["extensions"][NAME]["mac"].clone();
    assert_eq!(by(&changed, 7), format!("residue_mac_mismatch {AT}/mac"));
    changed.as_object_mut().unwrap().remove("mac");
    assert_eq!(by(&changed, 7), format!("residue_mac_missing {AT}"));
}

#[test]
fn other_versions_are_refused_by_name() {
    let original = checkpoint();
    let target = preserved(&original);
    for (member, version) in
        [("mappingVersion", json!(2)), ("profileVersion", json!(0)), ("mappingVersion", json!(1.5))]
    {
        let mut other = target.clone();
        other["extensions"][NAME][member] = version;
        // Also where the residue of the other version has another form.
        other["extensions"][NAME]["later"] = json!({});
        let found = refused(restored(&other, &digest(&original)));
        assert_eq!(found, format!("residue_version {AT}/{member}"));
    }
    // The tool itself may be another.
    let mut other = target;
    other["extensions"][NAME]["converterVersion"] = "0.0.7".into();
    assert_eq!(restored(&other, &digest(&original)), Came::Original(digest(&original)));
}

#[test]
fn what_is_no_residue_is_malformed() {
    let (original, target) = (checkpoint(), preserved(&checkpoint()));
    let with = |residue: Value| {
        let mut other = target.clone();
        other["extensions"][NAME] = residue;
        refused(restored(&other, &digest(&original)))
    };
    for residue in [json!(null), json!("x"), json!([]), json!({}), json!({"patch": [], "targetDigest": "x"})]
    {
        assert_eq!(with(residue.clone()), format!("residue_malformed {AT}"), "{residue}");
    }
    for (member, value) in [
        ("patch", json!({})),
        ("patch", json!(null)),
        ("targetDigest", json!(1)),
        ("mac", json!(1)),
        ("profileVersion", json!("1")),
        ("more", json!("x")),
    ] {
        let mut residue = target["extensions"][NAME].clone();
        residue[member] = value;
        assert_eq!(with(residue), format!("residue_malformed {AT}"), "{member}");
    }
    let mut bare = target.clone();
    bare["extensions"].as_object_mut().unwrap().remove(NAME);
    assert_eq!(refused(restored(&bare, &digest(&original))), "residue_missing ");
    assert_eq!(refused(restored(&original, &digest(&original))), "residue_missing ");
}

#[test]
fn patches_that_do_not_fit_restore_nothing() {
    let (original, target) = (checkpoint(), preserved(&checkpoint()));
    let with = |patch: Value| {
        let mut other = target.clone();
        other["extensions"][NAME]["patch"] = patch;
        refused(restored(&other, &digest(&original)))
    };
    let failed = format!("residue_patch_failed {AT}");
    assert_eq!(with(json!([{"op": "remove", "path": "/nowhere"}])), failed);
    assert_eq!(with(json!([{"op": "remove", "path": "/statements/99"}])), failed);
    assert_eq!(with(json!([{"op": "add", "path": "/a/b/c", "value": 1}])), failed);
    let malformed = format!("residue_malformed {AT}");
    assert_eq!(with(json!([{"op": "copy", "from": "", "path": "/copy"}])), malformed);
    assert_eq!(with(json!([{"op": "add", "path": "x", "value": 1}])), malformed);
    assert_eq!(with(json!("not JSON")), malformed);
    assert_eq!(with(json!("[{\"op\":\"remove\",\"path\":\"/id\",\"path\":\"/task\"}]")), malformed);
    let mismatch = format!("residue_digest_mismatch {AT}");
    assert_eq!(with(json!([])), mismatch);
    assert_eq!(with(json!([{"op": "replace", "path": "", "value": null}])), mismatch);
    let many: Vec<Value> = (0..50_000).map(|n| json!({"op": "replace", "path": "/id", "value": n})).collect();
    assert_eq!(with(many.into()), mismatch);
    // Ten thousand brackets as text.
    assert_eq!(with(json!("[".repeat(10_000))), malformed);
}

/// An edit is noticed, the document converted like any other, and what that loses is listed.
#[test]
fn an_edited_target_is_converted_without_its_residue() {
    let original = checkpoint();
    let target = preserved(&original);
    let mut edited = target.clone();
    edited["content"]["capsule"]["objective"] = "Refund nothing.".into();
    let edited = with_root(edited);
    let patch = target["extensions"][NAME]["patch"].as_array().unwrap();
    let paths: Vec<_> =
        patch.iter().map(|operation| operation["path"].as_str().unwrap().to_owned()).collect();
    let text = edited.to_string();
    let plain = value(&convert(&tree(&text), &Options::default()).unwrap().target);
    assert_eq!(plain["task"]["objective"], "Refund nothing.");
    assert_eq!(restored(&edited, &digest(&original)), Came::Edited(plain, paths));
    // A change outside of what the root of a packet covers.
    for (pointer, new) in [
        ("/extensions/com.example.x", json!(1)),
        ("/authentication/note", json!("x")),
        ("/omissionManifest/entries", json!([])),
    ] {
        let mut edited = target.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        edited.pointer_mut(parent).unwrap()[name] = new;
        let came = restored(&edited, &digest(&original));
        assert!(matches!(came, Came::Edited(..)) || refused(came).starts_with("schema"), "{pointer}");
    }
    // A root that does not fit is refused as ever.
    let mut broken = target;
    broken["content"]["capsule"]["objective"] = "Refund nothing.".into();
    assert!(refused(restored(&broken, &digest(&original))).starts_with("manifest_root_mismatch"));
}

/// What is listed of an edited target is data: it has as many lines as the patch operations, whatever they say.
#[test]
fn a_patch_that_is_none_lists_nothing() {
    let original = checkpoint();
    let mut edited = preserved(&original);
    edited["extensions"][NAME]["patch"] = "\u{1b}[31mnot restored: nothing".into();
    edited["extensions"][NAME]["targetDigest"] = "sha256:x".into();
    let Came::Edited(_, lost) = restored(&edited, &digest(&original)) else { panic!("noticed") };
    assert_eq!(lost, Vec::<String>::new());
}

/// Converting on loses the residue, says so once, and does not grow.
#[test]
fn a_residue_is_left_behind_by_converting_on() {
    let mut document = preserved(&checkpoint());
    let mut sizes = String::new();
    for round in 0..8 {
        let text = document.to_string();
        let source = tree(&text);
        let done = convert(&source, &Options::default()).unwrap();
        let ledger = done.ledger.file(&source, &done.target);
        let left = ledger.omitted.iter().filter(|o| o.rule.ends_with("-residue-left")).count();
        assert_eq!(left > 0, round == 0, "round {round}");
        document = value(&done.target);
        let said = document.to_string().matches("residue-left").count();
        assert_eq!(said, 1, "round {round}: {document:#}");
        if round > 3 {
            let _ = write!(sizes, "{} ", document.to_string().len());
        }
    }
    let sizes: Vec<_> = sizes.split(' ').collect();
    assert_eq!((sizes[0], sizes[1]), (sizes[2], sizes[3]));
}
