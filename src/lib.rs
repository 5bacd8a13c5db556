//! Convert, validate and audit checkpoints (`OpenCheckpoint` 0.1) and packets (Zephr Continuity Format 1).

pub mod canon;
pub mod convert;
pub mod crypto;
pub mod finding;
pub mod json;
pub mod ledger;
pub mod mapping;
pub mod ocp;
pub mod shape;
pub mod syntax;
pub mod zephr;

/// The version of the interop profile: what this project pins where the published texts are silent.
pub const PROFILE_VERSION: u32 = 1;
