//! A verification report, for people and for programs.

use std::fmt::Write as _;

use ocp_convert::json::Cursor;
use ocp_convert::syntax::text::escape_for_terminal as escape;
use ocp_convert::zephr::verify::{Outcome, Report, Verdict};
use serde::Serialize;

use crate::layout::fold;
use crate::render::clipped;

/// Members that people are told of at most in one line; a packet has thirteen.
const LISTED: usize = 30;

/// What a report says beside its findings.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification<'a> {
    verdict: &'static str,
    checks: Vec<Check>,
    coverage: Coverage<'a>,
    /// What is set in the layout of the root that is pinned otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layout: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<&'a str>,
    /// What the packet says its key is.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed_key_fingerprint: Option<&'a str>,
    /// The trusted key under which the signature holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted_key_fingerprint: Option<&'a str>,
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Coverage<'a> {
    root: &'a [String],
    signature_only: &'a [String],
    nothing: &'a [String],
}

impl<'a> Verification<'a> {
    /// Of a report; `packet` is what it is about, if it could be read.
    pub fn new(report: &'a Report, packet: Option<Cursor<'a>>) -> Self {
        let check = |check: &ocp_convert::zephr::verify::Check| {
            let (result, reason) = match check.outcome {
                Outcome::Pass => ("pass", None),
                Outcome::Fail(code) => ("fail", Some(code.as_str())),
                Outcome::NotChecked(reason) => ("not checked", Some(reason)),
            };
            Check { name: check.name.as_str(), result, reason }
        };
        let coverage = &report.coverage;
        Self {
            verdict: report.verdict.as_str(),
            checks: report.checks.iter().map(check).collect(),
            coverage: Coverage {
                root: &coverage.root,
                signature_only: &coverage.signature_only,
                nothing: &coverage.nothing,
            },
            layout: Vec::new(),
            root: report.root.as_deref(),
            claimed_key_fingerprint: packet
                .and_then(|packet| packet.get("authentication").get("publicKeyFingerprint").as_str()),
            trusted_key_fingerprint: report.key_fingerprint.as_deref(),
        }
    }

    /// The one answer, with what it does not say where it could be taken for more.
    pub fn verdict(&self) -> String {
        format!("{}{}", self.verdict, meaning(self.verdict))
    }

    /// One line a check, then what protects which member, then the verdict, for a screen of so many columns.
    pub fn human(&self, columns: Option<usize>) -> String {
        let mut out = String::new();
        // Writing into a `String` cannot fail.
        for check in &self.checks {
            let reason = fold(check.reason.unwrap_or_default(), 24, columns);
            let line = format!("{:<10} {:<12} {reason}", check.name, check.result);
            let _ = writeln!(out, "{}", line.trim_end());
        }
        let mut line = |text: &str| {
            let _ = writeln!(out, "{}", fold(text, 2, columns));
        };
        for setting in &self.layout {
            line(&format!("layout of the root, not the pinned one: {setting}"));
        }
        if let Some(claimed) = self.claimed_key_fingerprint {
            line(&format!("claimed key: {} (what the packet says of itself)", clipped(claimed)));
        }
        if let Some(trusted) = self.trusted_key_fingerprint {
            line(&format!("trusted key: {}", escape(trusted)));
        }
        let lists = [
            ("covered by the root", self.coverage.root),
            ("covered by the signature only", self.coverage.signature_only),
            ("covered by nothing", self.coverage.nothing),
        ];
        for (label, pointers) in lists.into_iter().filter(|(_, pointers)| !pointers.is_empty()) {
            let listed = pointers.get(..LISTED).unwrap_or(pointers);
            let mut text = format!("{label}:");
            for pointer in listed {
                let _ = write!(text, " {}", clipped(pointer));
            }
            if pointers.len() > listed.len() {
                let _ = write!(text, " and {} more", pointers.len() - listed.len());
            }
            line(&text);
        }
        line(&format!("verdict: {}", self.verdict()));
        out
    }
}

/// What a verdict does not say, where it could be taken for more than it is.
fn meaning(verdict: &str) -> &'static str {
    if verdict == Verdict::IntegrityOnly.as_str() { " (unsigned: anybody could have made it)" } else { "" }
}
