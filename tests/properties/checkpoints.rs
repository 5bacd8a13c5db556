//! From checkpoints to packets.

use ocp_convert::canon::Profile;
use ocp_convert::convert::Options;
use serde_json::Value;

use crate::converting::{self, invariants};
use crate::run::{self, over};
use crate::{documents, generate};

/// Times from which no review date can be computed (the second exception of the mapping).
fn is_out_of_reach(checkpoint: &Value) -> bool {
    let created = checkpoint["created_at"].as_str().unwrap();
    created.starts_with("9999-12") || created.starts_with("2026-02-30")
}

pub fn check(checkpoint: &Value) {
    assert!(documents::errors(checkpoint).is_empty(), "valid: {:?}", documents::errors(checkpoint));
    let done = match converting::try_convert(checkpoint, &Options::default()) {
        Ok(done) => done,
        Err(findings) => {
            let named = findings.len() == 1 && findings[0].starts_with("review_by_uncomputable");
            assert!(named && is_out_of_reach(checkpoint), "refused: {findings:?}");
            return;
        }
    };
    assert!(!is_out_of_reach(checkpoint), "converted: without a review date");
    converting::check(checkpoint, &done);
    invariants::hold(checkpoint, &done);
    run::repeats(checkpoint, &Options::default(), &done, Profile::Zcf);
    omissions_are_listed(&done);
}

/// What is carried whole leaves nothing on the list but the sections that no checkpoint has and what the source itself
/// recorded; what is left out is on the list.
fn omissions_are_listed(done: &converting::Done) {
    let entries = done.target["omissionManifest"]["entries"].as_array().unwrap();
    let own = entries.iter().filter(|e| e["section"] != "derivation" && e["reason"] != "OZ-absent-section");
    assert_eq!(own.count() == 0, done.ledger.omitted.is_empty(), "the list: {entries:?}");
}

#[test]
fn every_checkpoint_converts_as_promised() {
    over(1, generate::checkpoint, check);
}
