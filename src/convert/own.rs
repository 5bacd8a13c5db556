//! This tool's entry for the document of an earlier conversion, among the resources of a checkpoint or the evidence sources
//! of a packet. Such an entry may give way to this conversion's, so it counts as ours only when there is nothing in it that
//! this tool does not write: what somebody else put into it is moved like a stranger's.

use super::ids::is_own_name;
use crate::PRODUCER;
use crate::json::Cursor;

/// Whether `entry` is one of this tool's under one of these ids and kinds.
pub(super) fn is_own_entry(entry: Cursor<'_>, ids: &[&str], kinds: &[&str]) -> bool {
    let locator = entry.get("locator");
    let key = locator.get("key").as_str();
    let uri = entry.get("uri");
    let revision = entry.get("revision");
    let named = entry.get("id").as_str().is_some_and(|id| ids.iter().any(|own| is_own_name(id, own)));
    named
        && entry.get("kind").as_str().is_some_and(|kind| kinds.contains(&kind))
        && locator.get("system").as_str() == Some(PRODUCER)
        && matches!(locator.get("type").as_str(), Some("checkpoint" | "packet"))
        && key.is_some()
        && locator.len() == 3
        && (!uri.exists() || uri.as_str() == key)
        && (!revision.exists() || revision.as_str() == Some("0.1"))
        && is_sha256(entry.get("digest"))
        && entry
            .children()
            .all(|m| matches!(m.name(), Some("id" | "kind" | "uri" | "locator" | "revision" | "digest")))
}

/// Whether the name and version of a producer or client are those that this tool gives itself, with nothing beside them.
pub(super) fn is_own_producer(party: Cursor<'_>) -> bool {
    let version = party.get("version");
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    party.get("name").as_str() == Some(PRODUCER)
        && (!version.exists() || version.as_str().is_some_and(number))
        && !party.get("uri").exists()
}

/// Whether a digest is a SHA-256 in the spelling of either format.
fn is_sha256(digest: Cursor<'_>) -> bool {
    let spelled = match digest.as_str() {
        Some(text) => text.strip_prefix("sha256:"),
        None => digest
            .get("value")
            .as_str()
            .filter(|_| digest.get("algorithm").as_str() == Some("sha-256") && digest.len() == 2),
    };
    spelled.is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
}
