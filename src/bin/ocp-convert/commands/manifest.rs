//! `manifest`: the root of a packet, how it comes about, and a packet with the right one.

use std::fmt::Write as _;

use ocp_convert::canon::{self, Profile};
use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{Cursor, Tree};
use ocp_convert::syntax::text::escape_for_terminal as escape;
use ocp_convert::zephr::manifest::{self, ManifestLayout};
use ocp_convert::zephr::{diagnose, layout_file};

use crate::args::{Common, Manifest};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::render::{self, About};
use crate::{Outcome, Verdict, outputs};

pub fn run(args: &Manifest, common: &Common) -> Outcome {
    let document = Document::load(args.file.as_deref(), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            render::report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    let report = |findings: Vec<Finding>, verdict: Verdict| {
        let findings = document.place(&tree, findings);
        let about = About::new(&document, Some(&tree), verdict, &findings);
        render::report(&about, common);
        Ok(verdict)
    };
    let packet = tree.root();
    let mut findings = document.notes(&tree);
    let refusals =
        [not_a_packet(packet)].into_iter().flatten().chain(manifest::section_name_collision(packet));
    let refusals: Vec<_> = refusals.collect();
    if !refusals.is_empty() {
        findings.extend(refusals);
        return report(findings, Verdict::No);
    }
    let transcript = manifest::transcript(packet, &ManifestLayout::PINNED);
    let difference = manifest::compare_root(packet, &transcript.root);
    let (out, verdict) = if args.write {
        findings.extend(difference.and_then(|_| authentication_stale(packet)));
        (with_root(packet, &transcript.root)?, Verdict::Yes)
    } else {
        let verdict = if difference.is_some() { Verdict::No } else { Verdict::Yes };
        findings.extend(difference);
        let out = if args.explain {
            explain(packet, &transcript)
        } else if args.diagnose {
            diagnose(packet)
        } else {
            format!("{}\n", transcript.root)
        };
        (out.into_bytes(), verdict)
    };
    outputs::write(&args.output, &out)?;
    report(findings, verdict)
}

/// `not_a_packet`: an object that says it is one, with the objects the root is made of and kept in.
fn not_a_packet(packet: Cursor<'_>) -> Option<Finding> {
    let refuse = |pointer: &str, place: Cursor<'_>, expected: &str| {
        let found = place.as_str().unwrap_or(place.kind().as_str());
        let finding = Finding::new(Code::NotAPacket, pointer, "this is not a Zephr packet");
        Some(finding.expected(expected).found(found))
    };
    let format = packet.get("format");
    if !packet.is_object() {
        return refuse("", packet, "an object");
    }
    if format.as_str() != Some("zephr-continuity") {
        return refuse(
            if format.exists() { "/format" } else { "" },
            format,
            "`format`: \"zephr-continuity\"",
        );
    }
    if !packet.get("content").is_object() {
        return refuse("/content", packet.get("content"), "an object");
    }
    let kept = packet.get("manifest");
    if kept.exists() && !kept.is_object() {
        return refuse("/manifest", kept, "an object");
    }
    None
}

/// `authentication_stale`: a signature over the former root does not fit the new one.
fn authentication_stale(packet: Cursor<'_>) -> Option<Finding> {
    let kind = packet.get("authentication").get("kind").as_str().filter(|kind| *kind != "unsigned")?;
    let message = "the packet is authenticated under another root";
    Some(Finding::new(Code::AuthenticationStale, "/authentication", message).found(kind))
}

/// The packet in canonical form with `root` in it, and a line feed.
fn with_root(packet: Cursor<'_>, root: &str) -> Result<Vec<u8>, Broken> {
    let tree: Tree<'_> =
        manifest::with_root(packet, root).map_err(|e| Broken::Defect { what: e.to_string() })?;
    let mut out = canon::to_vec(tree.root(), Profile::Zcf);
    out.push(b'\n');
    Ok(out)
}

/// The layouts that fit, each as `verify --layout` reads it, and to people what is unlike the pinned one.
fn diagnose(packet: Cursor<'_>) -> String {
    let diagnosis = diagnose::diagnose(packet);
    let mut told = format!("{} of {} layouts fit\n", diagnosis.fits.len(), diagnosis.tried);
    let mut out = String::new();
    for layout in &diagnosis.fits {
        let differences = layout_file::differences(layout);
        let set =
            if differences.is_empty() { "the pinned layout".to_owned() } else { differences.join(", ") };
        let _ = writeln!(told, "fits: {set}");
        let _ = writeln!(out, "{}", layout_file::to_json(layout));
    }
    if diagnosis.fits.is_empty() {
        told.push_str("the content is not what the root was computed over, or the layout is none of these\n");
    }
    io::tell(&told);
    out
}

/// A table: what was hashed, in order, then what was not.
fn explain(packet: Cursor<'_>, transcript: &manifest::Transcript) -> String {
    let keys: Vec<_> = transcript.steps.iter().map(|step| escape(&step.key)).collect();
    let domain = ManifestLayout::PINNED.domain;
    let width = keys.iter().map(|key| key.chars().count()).chain([domain.len()]).max().unwrap_or_default();
    let mut out = String::new();
    // Writing into a `String` cannot fail.
    let mut line = |key: &str, length: &str, total: &str, sha256: &str| {
        let _ = writeln!(out, "{}", format!("{key:<width$}  {length:>9}  {total:>9}  {sha256}").trim_end());
    };
    line("key", "length", "total", "sha-256 of the section");
    line(domain, "", &transcript.domain.to_string(), "");
    for (step, key) in transcript.steps.iter().zip(&keys) {
        line(key, &step.length.to_string(), &step.total.to_string(), &step.sha256);
    }
    let _ = writeln!(out, "root {}", transcript.root);
    for pointer in manifest::uncovered(packet, &ManifestLayout::PINNED) {
        let _ = writeln!(out, "not covered: {}", escape(&pointer));
    }
    out
}
