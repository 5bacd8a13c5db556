//! Findings: the one currency of everything a document can do wrong. Human text, JSON and SARIF are renderings of it.
//!
//! A finding has a stable code, the place in the document (JSON Pointer, and position in the text when there is one),
//! what was expected and what was found, the clause it rests on, and what to do next.

mod codes;

use std::fmt;

use crate::json::{Cursor, Position};

pub use codes::Code;

/// How much a finding weighs: an error makes the document invalid, a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The document is refused.
    Error,
    /// The document stands; a reader should know.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing a document does wrong, or that a reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// JSON Pointer of the value concerned; empty for the whole document.
    pub pointer: String,
    /// Place in the text, when the document was read from one.
    pub position: Option<Position>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What should have stood there.
    pub expected: Option<String>,
    /// What stands there.
    pub found: Option<String>,
    /// The clause the rule rests on.
    pub clause: &'static str,
    /// What to do next.
    pub next_step: &'static str,
}

impl Finding {
    /// A finding with what its code says of severity, clause and next step.
    pub fn new(code: Code, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            pointer: pointer.into(),
            position: None,
            message: message.into(),
            expected: None,
            found: None,
            clause: code.clause(),
            next_step: code.next_step(),
        }
    }

    /// Says what should have stood there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says what stands there.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    /// Says where in the text.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// The same finding as a warning, where a format weighs the rule less.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }
}

/// A finding and the value of the document it is about; pointer and position are filled in from that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Arena index of the value.
    pub node: u32,
    /// The finding, its pointer still empty.
    pub finding: Finding,
}

/// A finding at a place.
pub fn placed(code: Code, at: Cursor<'_>, message: impl Into<String>) -> Placed {
    Placed { node: at.index(), finding: Finding::new(code, "", message) }
}

impl Placed {
    /// Says what should have stood there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.finding = self.finding.expected(expected);
        self
    }

    /// Says what stands there.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.finding = self.finding.found(found);
        self
    }
}
