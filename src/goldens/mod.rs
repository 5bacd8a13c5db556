//! Golden vectors: what other implementers test against, made from declared inputs, checked for drift, and driven
//! through other implementations.
//!
//! A folder of goldens holds `inputs/`, written by hand, with the verdict each scenario must have, and one folder a group
//! made from them. [`generate`] computes bytes and digests and nothing else: where this tool's verdict is not the
//! declared one, it refuses. [`check`] makes everything again in memory and compares byte by byte; what differs it runs as it
//! stands in the folder. Nothing here reads or writes a file: a folder is a map from names to bytes.

pub mod answer;
mod check;
mod conversions;
pub mod data;
mod generate;
pub mod keys;
mod perform;
pub mod protocol;
mod publication;
pub mod recipe;
mod residues;
mod source;
mod tamper;
pub mod vector;
mod verification;

use std::collections::BTreeMap;

pub use check::{Count, Report, check, drift, read_group, resolve};
pub use generate::generate;
pub use perform::perform;
pub use publication::foreign_members;
pub use tamper::Tamper;

/// A folder: file names relative to it, parts joined by `/`, and the bytes of the files.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The version of the form of vector files.
pub const VECTOR_VERSION: u32 = 1;

/// The JSON Schema of vector files.
pub const SCHEMA: &str = include_str!("vector.schema.json");

/// Where the schema stands in a folder of goldens.
pub const SCHEMA_FILE: &str = "vector.schema.json";
/// Where the list of all files stands.
pub const INDEX_FILE: &str = "index.json";
/// Where the test keys stand.
pub const KEYS_FILE: &str = "keys.json";

/// Whether a file of a folder of goldens is written by hand.
pub fn is_by_hand(path: &str) -> bool {
    let in_folder = |folder: &str, extension: &str| {
        path.strip_prefix(folder).is_some_and(|name| {
            std::path::Path::new(name).extension().is_some_and(|e| e == extension) && !name.contains('/')
        })
    };
    let is_page = matches!(path, "README.md" | "PROFILE.md" | "verify.mjs");
    is_page || in_folder("inputs/", "json") || in_folder("verify/", "mjs")
}

/// Something in a folder of goldens that is not as it has to be.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Failure {
    /// The id of a vector, or the name of a file.
    pub at: String,
    /// What is compared.
    pub what: String,
    /// What has to be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Failure {
    fn new(at: impl Into<String>, what: &str, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { at: at.into(), what: what.to_owned(), expected: expected.into(), found: found.into() }
    }

    /// A difference in the answer on the vector `id`.
    pub fn of(id: &str, difference: answer::Difference) -> Self {
        let answer::Difference { what, expected, found } = difference;
        Self { at: id.to_owned(), what, expected, found }
    }
}
