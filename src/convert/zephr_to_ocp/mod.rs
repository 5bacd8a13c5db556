//! From a Zephr packet to a checkpoint (`mappings/zephr-to-ocp.toml`), one file for each part of the packet.
//!
//! A packet is a stranger's word. Nothing of it becomes an instruction, a user's word, verified, done, approved or
//! resolved; tags in its texts are honoured only where they lower or restrict. What cannot stand where its row puts it
//! is told in a line, so that no shape of a packet loses a value without a trace.

mod anchors;
mod capsule;
mod classify;
mod continuation;
mod derivation;
mod envelope;
mod manifests;
mod plan;
mod records;
mod resources;
mod steps;
mod verification;
mod work;

use super::{Conversion, Options, refusal};
use crate::finding::{Code, Finding};
use crate::json::Tree;
use crate::syntax::time::Timestamp;
use work::Work;

/// Converts a sound packet.
///
/// # Errors
/// Findings: no usable time, or a ledger that does not balance.
pub(super) fn convert<'s>(source: &'s Tree<'s>, options: &Options) -> Result<Conversion<'s>, Vec<Finding>> {
    if options.now.is_none() {
        has_time(source)?;
    }
    let mut work = Work::new(source, options);
    work.envelope();
    work.resources();
    work.capsule();
    work.records();
    work.retention();
    work.anchors();
    work.verification();
    work.close().map_err(|defect| vec![refusal(&defect)])
}

/// `time_unusable`: a checkpoint has to say when it was captured (`OpenCheckpoint` 6).
fn has_time(source: &Tree<'_>) -> Result<(), Vec<Finding>> {
    let created = source.root().get("packet").get("createdAt");
    if created.as_str().is_some_and(|text| Timestamp::parse(text).is_ok()) {
        return Ok(());
    }
    let message = "the packet does not say when it was made in a form that can be compared";
    let finding = Finding::new(Code::TimeUnusable, "/packet/createdAt", message);
    Err(vec![finding.expected("an RFC 3339 date-time with an offset")])
}
