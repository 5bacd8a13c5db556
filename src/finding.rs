//! Findings: the one currency of everything a document can do wrong. Human text, JSON and SARIF are renderings of it.
//!
//! A finding has a stable code, the place in the document (JSON Pointer, and position in the text when there is one),
//! what was expected and what was found, the clause it rests on, and what to do next.

use std::fmt;

use crate::json::Position;

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

macro_rules! codes {
    ($($name:ident = $code:literal, $severity:ident, $clause:literal, $next:literal;)*) => {
        /// The stable codes, one a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = concat!("`", $code, "` (", $clause, ").")] $name,)* }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The spelling of the code.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// How much the code weighs where nothing else is said.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The clause the rule rests on.
            pub fn clause(self) -> &'static str {
                match self { $(Self::$name => $clause,)* }
            }

            /// What somebody who meets the finding does next.
            pub fn next_step(self) -> &'static str {
                match self { $(Self::$name => $next,)* }
            }
        }
    };
}

codes! {
    JsonEncoding = "json_encoding", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "save the document as UTF-8 without a byte order mark";
    JsonSize = "json_size", Error, "profile 1, section 1 (pinned)",
        "split the document, or raise the limit with --max-bytes";
    JsonSyntax = "json_syntax", Error, "RFC 8259; OpenCheckpoint 3",
        "correct the text at this place; one document, nothing after it";
    JsonDepth = "json_depth", Error, "profile 1, section 1 (pinned)",
        "flatten the document";
    JsonDuplicateMember = "json_duplicate_member", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "keep one of the two members";
    JsonLoneSurrogate = "json_lone_surrogate", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "write the whole pair, or the character itself";
    JsonNumberRange = "json_number_range", Error, "OpenCheckpoint 3; profile 1, section 1 (pinned)",
        "write the value as a string, or as a number that a double holds";
    JsonNoncharacter = "json_noncharacter", Error, "OpenCheckpoint 3 (RFC 7493, 2.1); profile 1, section 1 (pinned)",
        "remove the noncharacter";
    ReviewByUncomputable = "review_by_uncomputable", Error, "profile 1, section 3 (pinned)",
        "give the time of the conversion with --now";
    LedgerUnaccounted = "ledger_unaccounted", Error, "the ledger of this tool",
        "report the document as a defect of this tool; nothing was written";
    JsonBigInteger = "json_big_integer", Warning, "profile 1, section 1 (pinned)",
        "write large integers as strings if every digit matters";
    NotAPacket = "not_a_packet", Error, "Zephr, envelope table",
        "give a Zephr packet: an object whose `format` is \"zephr-continuity\"";
    SectionNameCollision = "section_name_collision", Error, "profile 1, section 3 (pinned)",
        "rename the content member: its name is that of an envelope section";
    ManifestRootEncoding = "manifest_root_encoding", Error, "Zephr, manifest; profile 1, section 3 (pinned)",
        "write `sha256:` and 64 lower-case hexadecimal digits";
    ManifestRootMismatch = "manifest_root_mismatch", Error, "Zephr, manifest; profile 1, section 4 (pinned layout)",
        "find out who changed the packet; `manifest --explain` shows what is hashed, `manifest --write` sets the root";
    AuthenticationStale = "authentication_stale", Warning, "profile 1, section 5 (pinned)",
        "have the packet signed again: its signature is over another root";
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
