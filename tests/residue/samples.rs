//! The samples there and back, with what the residue adds to a conversion.

use ocp_convert::convert::{Options, convert};
use serde_json::Value;

use crate::{Came, NAME, digest, preserved_with, restored, samples, tree, value};

/// The one sample that is not preserved, and why.
const REFUSED: (&str, &str) = ("zcf/07-scope-proof.zcf.json", "residue_authentication /scopeProof");

#[test]
fn every_sample_comes_back_whole() {
    let mut whole = 0;
    for (name, sample) in samples() {
        match preserved_with(&sample, &Options::default(), None) {
            Ok((target, _)) => {
                let came = restored(&target, &digest(&sample));
                assert_eq!(came, Came::Original(digest(&sample)), "{name}");
                whole += 1;
            }
            Err(codes) => assert_eq!((name.as_str(), codes.join(", ").as_str()), REFUSED),
        }
    }
    assert_eq!(whole, 23);
}

/// Documents of this tool's own making are documents too: each sample converted on and on, as it is written.
#[test]
fn what_was_converted_before_comes_back_whole() {
    let mut whole = 0;
    for (name, sample) in samples() {
        let mut document = sample;
        for step in 1..=4 {
            let text = document.to_string();
            document = value(&convert(&tree(&text), &Options::default()).unwrap().target);
            let (target, _) = preserved_with(&document, &Options::default(), None).unwrap();
            assert_eq!(
                restored(&target, &digest(&document)),
                Came::Original(digest(&document)),
                "{name}, converted {step} times"
            );
            whole += 1;
        }
    }
    assert_eq!(whole, 96);
}

/// With every option that changes a packet.
#[test]
fn options_of_the_conversion_do_not_matter() {
    let options = Options::default().now("2026-12-24T00:00:00+01:00").unwrap();
    let options = options.client_kind("codex").unwrap().installation_key_id("i").unwrap();
    let options = options.recipient("d").unwrap().review_by_days(3);
    for (name, sample) in samples() {
        let Ok((target, _)) = preserved_with(&sample, &options, None) else { continue };
        assert_eq!(restored(&target, &digest(&sample)), Came::Original(digest(&sample)), "{name}");
    }
}

/// A residue adds an extension, and changes what is computed over the whole; nothing else.
#[test]
fn the_rest_of_the_target_is_that_of_a_plain_conversion() {
    for (name, sample) in samples() {
        let Ok((mut target, ledger)) = preserved_with(&sample, &Options::default(), None) else { continue };
        let text = sample.to_string();
        let source = tree(&text);
        let plain = convert(&source, &Options::default()).unwrap();
        let mut wanted = value(&plain.target);
        let residue = target["extensions"].as_object_mut().unwrap().remove(NAME).unwrap();
        let target_digest = |mut target: Value| {
            if target.get("opencheckpoint").is_some() {
                target.as_object_mut().unwrap().remove("extensions");
            }
            digest(&target)
        };
        assert_eq!(residue["targetDigest"], target_digest(target.clone()), "{name}");
        for computed in ["/id", "/packet/nonce", "/manifest/rootHash", "/extensions"] {
            for document in [&mut target, &mut wanted] {
                if let Some(place) = document.pointer_mut(computed) {
                    *place = Value::Null;
                }
            }
        }
        target.as_object_mut().unwrap().retain(|_, member| !member.is_null());
        wanted.as_object_mut().unwrap().retain(|_, member| !member.is_null());
        assert_eq!(target, wanted, "{name}");
        // Every leaf of it is a made value under the row that is there for it.
        let made: Vec<_> = ledger
            .synthesized
            .iter()
            .filter(|s| s.at.starts_with("/extensions/dev.ocp-convert~1residue"))
            .collect();
        assert!(made.len() > 5 && made.iter().all(|s| s.rule.ends_with("-residue")), "{name}");
    }
}

/// OpenCheckpoint 4.1: ids are unique over all checkpoints a producer emits.
#[test]
fn a_checkpoint_with_a_residue_has_another_id() {
    let sample = crate::sample("zcf/01-claude-code-handoff.zcf.json");
    let text = sample.to_string();
    let plain = value(&convert(&tree(&text), &Options::default()).unwrap().target);
    let unkeyed = crate::preserved(&sample);
    let keyed = preserved_with(&sample, &Options::default(), Some(&crate::key(1))).unwrap().0;
    let ids = [&plain["id"], &unkeyed["id"], &keyed["id"]];
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
}

/// A small change to a large document is kept as a small patch.
#[test]
fn a_residue_is_a_patch_and_no_copy() {
    let sample = crate::sample("ocp/10-finance-recon.ocp.json");
    let (whole, target) = (sample.to_string().len(), crate::preserved(&sample));
    let patch = target["extensions"][NAME]["patch"].to_string();
    assert!(patch.len() * 3 < whole, "{} of {whole}", patch.len());
    // Place by place, without lining up what belongs together.
    let text = sample.to_string();
    let source = tree(&text);
    let there = convert(&source, &Options::default()).unwrap();
    let back = convert(&there.target, &Options::default()).unwrap();
    let by_place = serde_json::to_string(&json_patch::diff(&value(&back.target), &sample)).unwrap();
    assert!(patch.len() * 2 < by_place.len(), "{} of {}", patch.len(), by_place.len());
}
