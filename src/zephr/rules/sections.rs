//! The sections of `content` (Zephr text, content sections; profile 1, section 3).

use super::super::members::{ARCHIVE_REFS, ENVELOPE_SECTIONS, SECTIONS};
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;

/// A packet holds the sections of a session-handoff or archive references, as its `artifactKind` says, never both.
pub(super) fn content_mixed(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let content = root.get("content");
    let archive = content.get(ARCHIVE_REFS);
    let section = SECTIONS.iter().map(|name| content.get(name)).find(|section| section.exists());
    let (place, message) = match (root.get("artifactKind").as_str(), section) {
        (_, Some(_)) if archive.exists() => {
            (content, "the content mixes archive references and handoff sections")
        }
        (Some("session-handoff"), _) if archive.exists() => {
            (archive, "a session-handoff holds no archive references")
        }
        (Some("continuity-archive"), Some(section)) => {
            (section, "a continuity-archive holds no handoff sections")
        }
        _ => return,
    };
    let found = placed(Code::ContentMixed, place, message);
    out.push(found.expected("one kind of content, the one `artifactKind` names"));
}

/// A section that is not there stands in the omission manifest: an error for the one a packet is about
/// (`section_missing`), else a warning (`section_unrecorded`).
pub(super) fn section_missing(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let content = root.get("content");
    if !content.is_object() {
        return;
    }
    let entries = root.get("omissionManifest").get("entries");
    let recorded = |name: &str| entries.items().any(|entry| entry.get("section").as_str() == Some(name));
    let absent = |name: &str| !content.get(name).exists() && !recorded(name);
    let (needed, others): (&str, &[&str]) = match root.get("artifactKind").as_str() {
        Some("session-handoff") => ("capsule", SECTIONS),
        Some("continuity-archive") => (ARCHIVE_REFS, &[]),
        _ => return,
    };
    // Mixed content has its own finding.
    let mixed = needed == "capsule" && content.get(ARCHIVE_REFS).exists();
    if absent(needed) && !mixed {
        let found = placed(Code::SectionMissing, content, format!("the section `{needed}` is missing"));
        out.push(found.expected(format!("`{needed}`, or an entry for it in `omissionManifest`")));
    }
    // Absence of `allowedTools` says that nothing is constrained.
    for name in others.iter().filter(|name| **name != needed && **name != "allowedTools" && absent(name)) {
        let message = format!("the section `{name}` is absent, and nothing says why");
        let found = placed(Code::SectionUnrecorded, content, message);
        out.push(found.expected(format!("`{name}`, or an entry for it in `omissionManifest`")));
    }
}

/// A section that the text does not name: kept, covered by the root, and read by nobody.
pub(super) fn section_unsupported(root: Cursor<'_>, out: &mut Vec<Placed>) {
    for section in root.get("content").children().filter(|_| root.get("content").is_object()) {
        let name = section.name().unwrap_or_default();
        if !SECTIONS.contains(&name) && name != ARCHIVE_REFS && !ENVELOPE_SECTIONS.contains(&name) {
            out.push(placed(Code::SectionUnsupported, section, "the text does not name this section"));
        }
    }
}
