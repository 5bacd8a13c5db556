//! A receipt held against what it is of (Zephr, transfer receipt; profile 1, section 6): everything in it that follows
//! from the packet, from the checkpoint, or from the rest of it. What a destination alone knows cannot be checked: the
//! time, the reasons, and what of its own tools it declared.

use super::manifest::{self, ManifestLayout};
use super::receipt::{UNBOUND, correlation_id};
use super::tools::HIGH_RISK;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::{Cursor, Number};

/// `receipt_mismatch`: what of a receipt does not follow from the rest of it.
pub fn own(receipt: Cursor<'_>) -> Vec<Finding> {
    let text = |member: &str| receipt.get(member).as_str().unwrap_or_default();
    let correlation = correlation_id(
        text("packetId"),
        text("packetNonce"),
        text("manifestRootHash"),
        text("destinationInstallationKeyId"),
    );
    let mut out = Vec::new();
    out.extend(same_text(receipt, "correlationId", &correlation));
    // Exactly how many there are follows only from the packet, which tells its own omissions from the destination's.
    let degraded = |list: &str| receipt.get(list).items().filter(|entry| is_degraded(*entry)).count();
    let (least, most) = (degraded("tools"), degraded("sections") + degraded("tools"));
    let within = |n: &Number| (least..=most).any(|count| n.as_f64().to_string() == count.to_string());
    if let Some(found) = receipt.get("degradationCount").as_number().filter(|n| !within(n)) {
        let expected = format!("from {least} to {most}");
        out.push(mismatch("degradationCount", &expected, &found.as_f64().to_string()));
    }
    for list in ["sections", "tools"] {
        let mut names: Vec<&str> = Vec::new();
        for (position, entry) in receipt.get(list).items().enumerate() {
            let name = entry.get("name").as_str().unwrap_or_default();
            if names.contains(&name) {
                let message = "an entry stands twice, and has one status only once";
                let pointer = format!("/{list}/{position}/name");
                out.push(Finding::new(Code::ReceiptMismatch, pointer, message).found(name));
            }
            names.push(name);
        }
    }
    for (position, tool) in receipt.get("tools").items().enumerate() {
        let name = tool.get("name").as_str().unwrap_or_default();
        if HIGH_RISK.contains(&name) && tool.get("status").as_str() == Some("native") {
            let message = "a high-risk tool is never honoured";
            let pointer = format!("/tools/{position}/status");
            out.push(Finding::new(Code::ReceiptMismatch, pointer, message).found("native"));
        }
    }
    out
}

/// `receipt_mismatch`: what of a receipt does not follow from the packet. Whether the packet is authentic is another
/// question.
pub fn with_packet(receipt: Cursor<'_>, packet: Cursor<'_>) -> Vec<Finding> {
    let text = |object: &str, member: &str| packet.get(object).get(member).as_str().unwrap_or_default();
    let destination = match text("recipientIntent", "kind") {
        "recipient-bound" => text("recipientIntent", "destinationInstallationKeyId"),
        _ => UNBOUND,
    };
    let root = manifest::transcript(packet, &ManifestLayout::PINNED).root;
    let authentication = match text("authentication", "kind") {
        "unsigned" => "integrity-only",
        _ => "authentic",
    };
    let mut out: Vec<Finding> = [
        ("packetId", text("packet", "id")),
        ("packetNonce", text("packet", "nonce")),
        ("sourceInstallationKeyId", text("source", "installationKeyId")),
        ("destinationInstallationKeyId", destination),
        ("manifestRootHash", &root),
        ("authentication", authentication),
    ]
    .into_iter()
    .filter_map(|(member, expected)| same_text(receipt, member, expected))
    .collect();
    let beliefs = packet.get("content").get("beliefs").items();
    let confirmed = beliefs.filter(|b| b.get("reviewState").as_str() == Some("confirmed")).count();
    out.extend(same_count(receipt, "demotionCount", confirmed));
    let tools = receipt.get("tools").items();
    let here = |entry: &Cursor<'_>| {
        entry.get("name").as_str().is_some_and(|name| packet.get("content").get(name).exists())
    };
    let done = receipt.get("sections").items().filter(here).chain(tools).filter(|entry| is_degraded(*entry));
    out.extend(same_count(receipt, "degradationCount", done.count()));
    let sections = packet.get("content").children().filter_map(Cursor::name);
    let tools = packet.get("content").get("allowedTools").items().filter_map(Cursor::as_str);
    for (list, name) in sections.map(|name| ("sections", name)).chain(tools.map(|name| ("tools", name))) {
        if !receipt.get(list).items().any(|entry| entry.get("name").as_str() == Some(name)) {
            let message = "the receipt does not say what became of everything in the packet";
            let expected = format!("an entry for `{name}`");
            out.push(Finding::new(Code::ReceiptMismatch, format!("/{list}"), message).expected(expected));
        }
    }
    out
}

/// `receipt_mismatch`: the checkpoint is not the one that came of the packet.
pub fn with_checkpoint(receipt: Cursor<'_>, checkpoint: Cursor<'_>) -> Option<Finding> {
    let digest = digest::sha256_tagged(&canon::to_vec(checkpoint, Profile::Jcs));
    same_text(receipt, "targetDigest", &digest)
}

/// Whether less was done with a section or tool than the packet asks for.
fn is_degraded(entry: Cursor<'_>) -> bool {
    entry.get("status").as_str().is_some_and(|status| status != "native")
}

fn same_text(receipt: Cursor<'_>, member: &str, expected: &str) -> Option<Finding> {
    let found = receipt.get(member).as_str()?;
    (found != expected).then(|| mismatch(member, expected, found))
}

fn same_count(receipt: Cursor<'_>, member: &str, expected: usize) -> Option<Finding> {
    let found = receipt.get(member).as_number()?.as_f64();
    let expected = expected.to_string();
    (found.to_string() != expected).then(|| mismatch(member, &expected, &found.to_string()))
}

fn mismatch(member: &str, expected: &str, found: &str) -> Finding {
    let message = "the receipt says something else than what it is held against";
    Finding::new(Code::ReceiptMismatch, format!("/{member}"), message).expected(expected).found(found)
}
