//! Convert, validate and audit checkpoints (`OpenCheckpoint` 0.1) and packets (Zephr Continuity Format 1).

pub mod audit;
pub mod canon;
pub mod convert;
pub mod crypto;
pub mod document;
pub mod finding;
pub mod json;
pub mod ledger;
pub mod mapping;
pub mod ocp;
pub mod shape;
pub mod syntax;
pub mod zephr;

/// Version of the interop profile: the choices this tool pins where the published texts leave bytes or names open.
pub const PROFILE_VERSION: u32 = 1;

/// The name under which this tool signs what it makes: producer of its checkpoints, system of its locators.
pub const PRODUCER: &str = "ocp-convert";
