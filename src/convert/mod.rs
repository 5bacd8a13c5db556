//! Conversion, both ways. Every value goes through the ledger's builder; every phrase stands in `wording`.

mod ids;
mod lines;
mod ocp_to_zephr;
mod options;
mod wording;
mod zephr_to_ocp;

pub use options::{OptionError, Options};

use crate::finding::{Code, Finding};
use crate::json::Tree;
use crate::ledger::{Ledger, Unaccounted};

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

/// Converts a checkpoint to a packet, or a packet to a checkpoint.
///
/// # Errors
/// Findings: why the document is refused. Nothing is half converted.
pub fn convert<'s>(source: &'s Tree<'s>, options: &Options) -> Result<Conversion<'s>, Vec<Finding>> {
    if source.root().get("opencheckpoint").exists() {
        ocp_to_zephr::convert(source, options)
    } else {
        zephr_to_ocp::convert(source, options)
    }
}

/// A ledger that does not balance is a defect of the converter, and refuses the conversion.
fn refusal(defect: &Unaccounted) -> Finding {
    Finding::new(Code::LedgerUnaccounted, defect.pointer.clone(), defect.reason)
}
