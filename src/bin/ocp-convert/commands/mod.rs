//! The commands, one file each.

pub mod audit;
pub mod canon;
pub mod completions;
pub mod convert;
pub mod digest;
pub mod goldens;
pub mod ingest;
pub mod keygen;
pub mod man;
pub mod manifest;
pub mod mappings;
pub mod receipt;
pub mod residue;
pub mod schema;
pub mod sign;
pub mod validate;
pub mod verify;
