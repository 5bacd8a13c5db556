//! From checkpoints to packets: the samples.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "common/convert.rs"]
mod oz;

use oz::{converted, samples};

// clause: ZCF-MAN-9, ZCF-SEC-1, ZCF-STAT-11, OCP-9.2-6
#[test]
fn every_sample_converts() {
    assert_eq!(samples().len(), 15);
    for (name, source) in samples() {
        eprintln!("{name}");
        converted(&source);
    }
}
