//! What must hold of every conversion, over documents nobody thought of (`tests/generate`).
//!
//! `OCP_CONVERT_CASES` says how many documents a direction, `OCP_CONVERT_SEED` which ones. A document that fails is made
//! as small as it still fails, and printed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::manual_assert,
    clippy::needless_pass_by_value,
    reason = "a failed property is a failed test, and says why"
)]

#[path = "../converting/mod.rs"]
mod converting;
#[path = "../documents/mod.rs"]
mod documents;
#[path = "../generate/mod.rs"]
mod generate;

mod checkpoints;
mod found;
mod mutations;
mod packets;
mod residues;
mod rounds;

mod run;
mod stranger;
