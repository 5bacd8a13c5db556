//! Conversion, both ways. Every value goes through the ledger's builder; every phrase stands in `wording`.

mod ids;
mod lines;
mod ocp_to_zephr;
mod options;
mod own;
mod posing;
mod residue;
mod wording;
mod zephr_to_ocp;

pub use options::{OptionError, Options};
pub use residue::{Preserved, Proof, Restored, preserve, restore};

use crate::canon::{self, Profile};
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
    /// The target's canonical bytes, where converting had to write them.
    written: Option<Vec<u8>>,
}

impl Conversion<'_> {
    /// The canonical bytes of the document that was made, in the form of its format. They are those of `target` as the
    /// conversion left it.
    pub fn into_bytes(self) -> Vec<u8> {
        let root = self.target.root();
        let profile = if root.get("format").exists() { Profile::Zcf } else { Profile::Jcs };
        self.written.unwrap_or_else(|| canon::to_vec(root, profile))
    }
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
    let conversion = match report.format {
        Some(Format::Packet) => zephr_to_ocp::convert(source, options)?,
        _ => ocp_to_zephr::convert(source, options)?,
    };
    let mut conversion = sound(conversion)?;
    if source.root().get("authentication").get("kind").as_str() == Some("recipient-bound-mac") {
        let message = "the signature and MAC of the packet were not checked";
        warnings.push(Finding::new(Code::AuthenticationUnchecked, "/authentication", message));
    }
    conversion.warnings = warnings;
    Ok(conversion)
}

/// `output_invalid`: a target that does not validate is a defect of the converter, and refuses the conversion (I9).
fn sound(conversion: Conversion<'_>) -> Result<Conversion<'_>, Vec<Finding>> {
    let report = document::validate_sealed(&conversion.target);
    if report.is_valid() {
        return Ok(conversion);
    }
    let errors = report.findings.into_iter().filter(|f| f.severity == Severity::Error);
    let refusal = |fault: Finding| {
        let Finding { code, pointer, message, .. } = fault;
        let message = format!("the conversion would not be valid: {code} at {pointer}: {message}");
        Finding::new(Code::OutputInvalid, "", message)
    };
    Err(errors.map(refusal).collect())
}

/// A ledger that does not balance is a defect of the converter, and refuses the conversion.
fn refusal(defect: &Unaccounted) -> Finding {
    Finding::new(Code::LedgerUnaccounted, defect.pointer.clone(), defect.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, read};

    /// No document here makes the converters write what does not validate, so one of them is given a bad hand.
    #[test]
    fn an_unsound_target_is_never_handed_out() {
        let read = |text: &'static str| read(text.as_bytes(), &Limits::default()).unwrap();
        let source = read(
            r#"{"opencheckpoint":"0.1","id":"urn:example:1","created_at":"2026-01-01T00:00:00Z",
            "source":{"producer":{"name":"p"}},"task":{"objective":"o","status":"active"}}"#,
        );
        let written = || ocp_to_zephr::convert(&source, &Options::default()).unwrap();
        assert!(sound(written()).is_ok());
        for (target, code) in [
            (r#"{"opencheckpoint":"0.1"}"#, "schema"),
            (r#"{"format":"zephr-continuity","formatVersion":2}"#, "schema"),
            ("[]", "format_unrecognised"),
        ] {
            let refusals = sound(Conversion { target: read(target), ..written() }).unwrap_err();
            assert!(refusals.iter().all(|f| f.code == Code::OutputInvalid), "{refusals:?}");
            let start = format!("the conversion would not be valid: {code} at ");
            assert!(refusals.iter().any(|f| f.message.starts_with(&start)), "{refusals:?}");
        }
    }
}
