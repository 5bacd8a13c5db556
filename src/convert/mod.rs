//! Conversion, both ways. Every value goes through the ledger's builder; every phrase stands in `wording`.

mod ids;
mod lines;
mod ocp_to_zephr;
mod options;
mod wording;
mod zephr_to_ocp;

pub use options::{OptionError, Options};

use crate::json::Tree;
use crate::ledger::Ledger;

/// A finished conversion.
#[derive(Debug)]
pub struct Conversion<'s> {
    /// The new document.
    pub target: Tree<'s>,
    /// What happened to every value.
    pub ledger: Ledger,
    /// Ids that changed: the source's, the target's.
    pub renamed: Vec<(String, String)>,
}
