//! Conversion, both ways. Every value goes through the ledger's builder; every phrase stands in `wording`.

mod ids;
mod lines;
mod ocp_to_zephr;
mod options;
mod residue;
mod wording;
mod zephr_to_ocp;

pub use options::{OptionError, Options};
pub use residue::{Preserved, Proof, Restored, preserve, restore};

use crate::document::{self, Format};
use crate::finding::{Code, Finding, Severity};
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
    /// What validation of the source had reservations about.
    pub warnings: Vec<Finding>,
}

/// Converts a checkpoint to a packet, or a packet to a checkpoint. Both are validated: an unsound source is refused, an
/// unsound target is a defect of this tool and refused too (I9).
///
/// # Errors
/// Findings: why the document is refused. Nothing is half converted.
pub fn convert<'s>(source: &'s Tree<'s>, options: &Options) -> Result<Conversion<'s>, Vec<Finding>> {
    let checks = document::Options { lenient: options.lenient, ..document::Options::default() };
    let report = document::validate(source, None, &checks);
    let valid = report.is_valid();
    let mut warnings = report.findings;
    // A `source-signature` is well-formed and still no basis for anything (I12).
    for finding in warnings.iter_mut().filter(|f| f.code == Code::SourceSignatureUnverifiable) {
        finding.severity = Severity::Error;
    }
    if !valid || warnings.iter().any(|f| f.severity == Severity::Error) {
        return Err(warnings);
    }
    let mut conversion = match report.format {
        Some(Format::Packet) => zephr_to_ocp::convert(source, options)?,
        _ => ocp_to_zephr::convert(source, options)?,
    };
    let outcome = document::validate(&conversion.target, None, &document::Options::default());
    if !outcome.is_valid() {
        let errors = outcome.findings.into_iter().filter(|f| f.severity == Severity::Error);
        return Err(errors.map(|f| output_invalid(&f)).collect());
    }
    if source.root().get("authentication").get("kind").as_str() == Some("recipient-bound-mac") {
        let message = "the signature and MAC of the packet were not checked";
        warnings.push(Finding::new(Code::AuthenticationUnchecked, "/authentication", message));
    }
    conversion.warnings = warnings;
    Ok(conversion)
}

/// A target that does not validate is a defect of the converter (I9).
fn output_invalid(fault: &Finding) -> Finding {
    let message =
        format!("the conversion would not be valid: {} at {}: {}", fault.code, fault.pointer, fault.message);
    Finding::new(Code::OutputInvalid, "", message)
}

/// A ledger that does not balance is a defect of the converter, and refuses the conversion.
fn refusal(defect: &Unaccounted) -> Finding {
    Finding::new(Code::LedgerUnaccounted, defect.pointer.clone(), defect.reason)
}
