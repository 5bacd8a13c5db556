//! Convert, validate and audit checkpoints (`OpenCheckpoint` 0.1) and packets (Zephr Continuity Format 1).

pub mod canon;
pub mod crypto;
pub mod finding;
pub mod json;
pub mod ocp;
pub mod shape;
pub mod syntax;
pub mod zephr;
