//! Taking in a packet: verify, negotiate, convert, receipt (Zephr, transfer receipt; profile 1, sections 5 and 6).
//!
//! A packet is authenticated before anything in it is interpreted, nothing in it is ever executed, and what an earlier
//! conversion left in it for restoring is left alone. A refusal leaves a report and neither target nor receipt.

use std::collections::BTreeMap;

use crate::canon::{self, Profile};
use crate::convert::{self, convert};
use crate::crypto::digest;
use crate::crypto::ed25519::SecretKey;
use crate::finding::{Code, Finding};
use crate::json::{BuildError, Cursor, Tree, TreeBuilder, parse_pointer};
use crate::ledger::LedgerFile;
use crate::zephr::members::{ARCHIVE_REFS, SECTIONS, STATUSES};
use crate::zephr::receipt::{self, Disposition};
use crate::zephr::tools::{self, Capabilities};
use crate::zephr::verify::{Context, Report, Verdict, verify};

/// How to take in a packet.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Keys and policy of verification.
    pub verify: Context<'a>,
    /// The tools of this destination.
    pub capabilities: &'a Capabilities,
    /// Whether a high-risk tool refuses the import.
    pub strict: bool,
    /// Beliefs are cut after this many code points.
    pub max_belief_chars: Option<usize>,
    /// The time that goes on the receipt.
    pub imported_at: &'a str,
    /// The key the receipt is signed with.
    pub receipt_key: Option<&'a SecretKey>,
}

/// A packet that was taken in.
#[derive(Debug)]
pub struct Import {
    /// What verification found.
    pub report: Report,
    /// The checkpoint.
    pub target: Tree<'static>,
    /// The receipt.
    pub receipt: Tree<'static>,
    /// What a reader should know.
    pub warnings: Vec<Finding>,
}

/// A packet that was not taken in.
#[derive(Debug)]
pub struct Refusal {
    /// What verification found.
    pub report: Report,
    /// Why, and what a reader should know besides.
    pub findings: Vec<Finding>,
}

/// Takes in a packet.
///
/// # Errors
/// The refusal. What was converted until then is dropped.
pub fn ingest(tree: &Tree<'_>, options: &Options<'_>) -> Result<Import, Box<Refusal>> {
    let report = verify(tree, &options.verify);
    let mut findings = report.findings.clone();
    if matches!(report.verdict, Verdict::Invalid | Verdict::Refused) {
        return Err(Box::new(Refusal { report, findings }));
    }
    let packet = tree.root();
    match import(packet, &report, options) {
        Ok((target, receipt, warnings)) => {
            // Verification has reported on the structure; conversion adds what is its own.
            findings
                .extend(warnings.into_iter().filter(|w| !report.findings.iter().any(|f| f.code == w.code)));
            Ok(Import { report, target, receipt, warnings: findings })
        }
        Err(errors) => {
            findings.extend(errors);
            // Authentic or not, it is not taken in.
            let report = Report { verdict: Verdict::Refused, ..report };
            Err(Box::new(Refusal { report, findings }))
        }
    }
}

type Parts = (Tree<'static>, Tree<'static>, Vec<Finding>);

fn import(packet: Cursor<'_>, report: &Report, options: &Options<'_>) -> Result<Parts, Vec<Finding>> {
    let tools =
        tools::negotiate(packet, options.capabilities, options.strict).map_err(|finding| vec![*finding])?;
    let conversion = convert(packet.tree(), &convert::Options::default())?;
    let ledger = conversion.ledger.file(packet.tree(), &conversion.target);
    let cut = options.max_belief_chars.map(|limit| truncations(packet, &ledger, &conversion.target, limit));
    let cut = cut.unwrap_or_default();
    let defect = |what: String| vec![Finding::new(Code::OutputInvalid, "", what)];
    let target = shortened(conversion.target.root(), &cut.places).map_err(|e| defect(e.to_string()))?;
    let sections = sections(packet, &ledger, cut.beliefs);
    let beliefs = packet.get("content").get("beliefs").items();
    let demoted = beliefs.filter(|b| b.get("reviewState").as_str() == Some("confirmed")).count();
    let draft = receipt::Draft {
        packet,
        root: report.root.as_deref().unwrap_or_default(),
        target_digest: &digest::sha256_tagged(&canon::to_vec(target.root(), Profile::Jcs)),
        imported_at: options.imported_at,
        demoted,
        truncated: cut.beliefs,
        sections: &sections,
        tools: &tools,
        authentication: report.verdict.as_str(),
    };
    let receipt = receipt::write(&draft, options.receipt_key).map_err(|e| defect(e.to_string()))?;
    let mut warnings = conversion.warnings;
    // This is the command that does check them.
    warnings.retain(|w| w.code != Code::AuthenticationUnchecked);
    Ok((target, receipt, warnings))
}

/// Beliefs to be cut, and the texts in the target that hold them.
#[derive(Default)]
struct Cut {
    beliefs: usize,
    /// Arena index in the target, and the text to stand there.
    places: BTreeMap<u32, String>,
}

/// The beliefs that have more than `limit` code points. What is cut is the belief, wherever it went: in a line that
/// cites it, the words around it stay.
fn truncations(packet: Cursor<'_>, ledger: &LedgerFile, target: &Tree<'_>, limit: usize) -> Cut {
    let mut cut = Cut::default();
    for (position, belief) in packet.get("content").get("beliefs").items().enumerate() {
        let text = belief.get("content").as_str().unwrap_or_default();
        let Some((end, _)) = text.char_indices().nth(limit) else { continue };
        let Some(kept) = text.get(..end) else { continue };
        cut.beliefs += 1;
        let from = format!("/content/beliefs/{position}/content");
        for landing in ledger.moved.iter().filter(|moved| moved.from == from).flat_map(|moved| &moved.to) {
            let place = crate::json::resolve(target, &landing.at);
            let Some(whole) = place.as_str() else { continue };
            let shorter =
                cut.places.get(&place.index()).map_or(whole, String::as_str).replacen(text, kept, 1);
            cut.places.insert(place.index(), shorter);
        }
    }
    cut
}

/// A copy of the target with some texts replaced.
fn shortened<'t>(target: Cursor<'t>, texts: &'t BTreeMap<u32, String>) -> Result<Tree<'static>, BuildError> {
    let mut builder = TreeBuilder::new();
    builder.copy_with(target, |node| texts.get(&node.index()).map(String::as_str));
    builder.finish().map(Tree::into_owned)
}

/// How the leaves of a section fared.
#[derive(Default)]
struct Tally {
    whole: usize,
    lesser: usize,
    left_out: usize,
}

/// One status for every section that is in the packet or recorded as not being there.
fn sections(packet: Cursor<'_>, ledger: &LedgerFile, truncated: usize) -> Vec<Disposition> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let section = |pointer: &str| match parse_pointer(pointer)?.as_slice() {
        [content, section, ..] if content == "content" => Some(section.clone()),
        _ => None,
    };
    for moved in &ledger.moved {
        let Some(tally) = section(&moved.from).map(|name| tallies.entry(name).or_default()) else { continue };
        match moved.fidelity.as_str() {
            "narrated" | "demoted" => tally.lesser += 1,
            _ => tally.whole += 1,
        }
    }
    for omitted in &ledger.omitted {
        if let Some(name) = section(&omitted.from) {
            tallies.entry(name).or_default().left_out += 1;
        }
    }
    let mut out: Vec<Disposition> = Vec::new();
    for place in packet.get("content").children() {
        let name = place.name().unwrap_or_default();
        let known = SECTIONS.contains(&name) || name == ARCHIVE_REFS;
        let tally = tallies.remove(name).unwrap_or_default();
        let cut = if name == "beliefs" { truncated } else { 0 };
        let (status, reason) = if known {
            status(&tally, cut)
        } else {
            ("unsupported", "not a section of the format".to_owned())
        };
        out.push(Disposition { name: name.to_owned(), status, reason, by_source: false });
    }
    absent(packet, &mut out);
    out
}

fn status(tally: &Tally, truncated: usize) -> (&'static str, String) {
    let Tally { whole, lesser, left_out } = *tally;
    if whole + lesser == 0 && left_out > 0 {
        return ("dropped", format!("{left_out} values left out"));
    }
    if lesser == 0 && left_out == 0 && truncated == 0 {
        return ("native", "carried whole".to_owned());
    }
    let cut = if truncated > 0 { format!(", {truncated} beliefs cut short") } else { String::new() };
    ("narrated", format!("{lesser} values told in words or with less trust, {left_out} left out{cut}"))
}

/// What the source says it left out: repeated, once a section, and not this destination's doing.
fn absent(packet: Cursor<'_>, out: &mut Vec<Disposition>) {
    for entry in packet.get("omissionManifest").get("entries").items() {
        let text = |member: &str| entry.get(member).as_str().unwrap_or_default();
        let (name, status) = (text("section"), STATUSES.iter().find(|word| **word == text("status")));
        let (Some(status), false) = (status, out.iter().any(|d| d.name == name)) else { continue };
        let reason = match text("reason") {
            "" => "recorded by the source".to_owned(),
            reason => format!("recorded by the source: {reason}"),
        };
        out.push(Disposition { name: name.to_owned(), status, reason, by_source: true });
    }
    for entry in packet.get("redactionManifest").get("entries").items() {
        let pointer = entry.get("pointer").as_str().and_then(parse_pointer).unwrap_or_default();
        let [content, name] = pointer.as_slice() else { continue };
        if content == "content" && !out.iter().any(|d| d.name == *name) {
            let reason = "redacted by the source".to_owned();
            out.push(Disposition { name: name.clone(), status: "redacted", reason, by_source: true });
        }
    }
}
