//! Tools and the capabilities of a destination (Zephr, capabilities; profile 1, sections 6 and 8).
//!
//! Every tool a packet allows gets exactly one status. Names are identifiers: nothing is looked up and nothing is run.

use super::members::TOOLS;
use super::receipt::Disposition;
use crate::finding::{Code, Finding};
use crate::json::Cursor;

/// Tools that are never silently honoured, whoever declares them.
pub const HIGH_RISK: [&str; 2] = ["zephr_rules", "zephr_admin"];

/// Every tool of the published set.
pub fn names() -> &'static [&'static str] {
    TOOLS
}

/// The tools a destination can honour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities(Vec<&'static str>);

impl Capabilities {
    /// Adds the tool called `name`; `None` when the published set has no such tool.
    #[must_use]
    pub fn with(mut self, name: &str) -> Option<Self> {
        self.0.push(TOOLS.iter().find(|tool| **tool == name)?);
        Some(self)
    }
}

/// What becomes of the tools of `packet`: nothing is constrained when it lists none, and an empty list allows nothing.
/// A tool that stands twice is one tool.
///
/// # Errors
/// `tool_refused`, when `strict` and a tool is high-risk.
pub fn negotiate(
    packet: Cursor<'_>,
    capabilities: &Capabilities,
    strict: bool,
) -> Result<Vec<Disposition>, Box<Finding>> {
    let mut out: Vec<Disposition> = Vec::new();
    for (position, tool) in packet.get("content").get("allowedTools").items().enumerate() {
        let name = tool.as_str().unwrap_or_default();
        if out.iter().any(|earlier| earlier.name == name) {
            continue;
        }
        let (status, reason) = if HIGH_RISK.contains(&name) {
            if strict {
                let message = "the packet asks for a high-risk tool";
                let pointer = format!("/content/allowedTools/{position}");
                return Err(Box::new(Finding::new(Code::ToolRefused, pointer, message).found(name)));
            }
            ("narrated", "high-risk: mentioned, never honoured")
        } else if capabilities.0.contains(&name) {
            ("native", "declared by the destination")
        } else {
            ("unsupported", "not declared by the destination")
        };
        out.push(Disposition { name: name.to_owned(), status, reason: reason.to_owned(), by_source: false });
    }
    Ok(out)
}
