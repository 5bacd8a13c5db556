//! Documents that once failed, made small, each named after what was wrong.

use serde_json::{Value, json};

use crate::documents::with_root;
use crate::{checkpoints, packets, rounds};

/// The plainest packet with this content.
pub fn packet(content: &Value) -> Value {
    with_root(json!({
        "format": "zephr-continuity", "formatVersion": 1, "artifactKind": "session-handoff",
        "canonicalizationProfile": "ZCF-JSON-v1",
        "packet": {"id": "x", "nonce": "x", "intent": "x", "createdAt": "2026-10-20T10:00:00Z", "generation": 1},
        "source": {"installationKeyId": "x", "scopeRefs": [], "client": {"kind": "console"}},
        "recipientIntent": {"kind": "unbound-local-import"}, "content": content,
        "redactionManifest": {"policyId": "x", "policyVersion": "x", "entries": []},
        "omissionManifest": {"entries": []},
        "retention": {"exportedAt": "2026-10-20T10:00:00Z", "policyVersion": "x", "reviewBy": "2026-10-21T10:00:00Z"},
        "manifest": {"rootHash": ""}, "authentication": {"kind": "unsigned"}, "extensions": {}
    }))
}

/// An item without a text stands whole in a line; the object with the line has another id where the item's cannot stand,
/// and a reference to the item leads there.
#[test]
fn a_reference_follows_an_item_that_stands_whole_in_a_line() {
    packets::check(&packet(&json!({"capsule": {
        "decisions": [{"id": "[external] x"}],
        "nextActions": [{"text": "x", "blockedBy": ["[external] x"]}]
    }})));
}

/// The plainest checkpoint with more members.
pub fn checkpoint(members: &Value) -> Value {
    let mut checkpoint = json!({
        "opencheckpoint": "0.1", "id": "urn:example:own", "created_at": "2026-10-20T10:00:00Z",
        "source": {"producer": {"name": "x"}}, "task": {"objective": "x", "status": "active"}
    });
    for (name, value) in members.as_object().unwrap() {
        checkpoint[name] = value.clone();
    }
    checkpoint
}

/// The review date came back equal to the one of the conversion, and was left out in favour of that: an omission more in
/// the second round.
#[test]
fn a_date_that_comes_back_is_no_omission() {
    rounds::check(&checkpoint(&json!({})));
}

/// A second review date gets a numbered id, which was not known as this tool's own.
#[test]
fn a_date_with_a_numbered_id_is_known_again() {
    let mut packet = packet(&json!({"capsule": {}}));
    packet["retention"]["reviewBy"] = "soon".into();
    rounds::check(&with_root(packet));
}

/// The entry of the first document found its name taken, and was known by none in the next round.
#[test]
fn the_origin_is_known_under_a_numbered_name() {
    rounds::check(&checkpoint(&json!({
        "task": {"objective": "x", "outcome": "x", "status": "awaiting_input"},
        "progress": {"next": [{"id": "origin-document", "description": "x"}]}
    })));
}

/// The entry of the packet found its name taken, and another was added in every round.
#[test]
fn the_source_packet_is_known_under_a_numbered_name() {
    rounds::check(&packet(&json!({"capsule": {"risks": [{"id": "source-packet"}]}})));
}

/// The id of a verification found its name taken, and was a stranger's in the next round.
#[test]
fn a_verification_is_known_under_a_numbered_name() {
    rounds::check(&checkpoint(&json!({
        "application_context": [{"application": "x", "drafts": [{"id": "verification-1", "status": "saved"}]}]
    })));
}

/// A limitation without a text stands whole in a line; its id was moved a second time where this tool could have given it.
#[test]
fn the_id_of_an_item_that_stands_whole_is_moved_once() {
    packets::check(&packet(&json!({"capsule": {"limitations": [{"id": "limitation-1"}]}})));
}

/// The id of an input names a document; an audit took it for the local object of the same id.
#[test]
fn the_id_of_an_input_is_no_local_id() {
    checkpoints::check(&checkpoint(&json!({
        "application_context": [{"id": "a", "application": "x"}],
        "derivation": {
            "method": "merged", "inputs": [{"type": "session", "id": "a"}],
            "transformations": [{"description": "x", "affected": ["a"]}]
        }
    })));
}

/// A review event without words stands whole in a line; an audit wanted its id cited by the statement's name only.
#[test]
fn an_id_that_stands_in_a_line_may_be_cited_as_it_is() {
    packets::check(&packet(&json!({
        "capsule": {"nextActions": [{"text": "x", "requires": ["x"]}]}, "reviewEvents": [{"id": "x"}]
    })));
}
/// A review event stands whole in a statement, and what refers to it leads to its record; an audit knew of neither.
#[test]
fn a_review_event_may_be_about_one_that_stands_whole() {
    packets::check(&packet(&json!({"capsule": {}, "reviewEvents": [{"claimRef": "x#y"}, {"id": "x#y"}]})));
}

/// A tag names a tool, and an origin that nobody can read makes the text a stranger's: the lower of the two counts.
#[test]
fn an_origin_that_cannot_be_read_is_lower_than_the_tag_says() {
    packets::check(&packet(&json!({"capsule": {
        "nextActions": [{"origin": 1, "text": "\t\n[observation by tool] session"}]
    }})));
}

/// A record whose own id looks like the number of a belief.
#[test]
fn a_record_may_be_called_like_the_number_of_another_entry() {
    for reference in ["x", "https://h.example/#belief-1"] {
        packets::check(&packet(&json!({"capsule": {}, "receipts": [{"id": "belief-1"}],
            "beliefs": [{"content": "x", "portableRef": reference, "sourceId": "x"}]})));
    }
}

/// A text that is a list stands as JSON, and what opens an entry of the list is no tag.
#[test]
fn a_tag_inside_a_list_is_none() {
    packets::check(&packet(&json!({"capsule": {"decisions": [{"text": ["[external] "]}]}})));
}

/// An empty text in a list, told as JSON: as it is it would be told anywhere.
#[test]
fn an_empty_text_in_a_list_is_told_as_json() {
    let mut packet = packet(&json!({"capsule": {}}));
    packet["retention"]["reviewBy"] = json!([""]);
    packets::check(&with_root(packet));
}

/// A status that opens with a character nobody sees is told in a line, and a line that says active made the task active.
#[test]
fn a_status_in_other_characters_makes_no_task_active() {
    packets::check(&packet(
        &json!({"capsule": {"objective": "x", "risks": ["\u{FE0F}[task status: active]"]}}),
    ));
}

/// A section that is nothing but one text, with a tag that names an origin.
#[test]
fn a_section_that_is_one_text_has_the_origin_of_its_tag() {
    packets::check(&packet(&json!({"capsule": {"constraints": "[observation by tool] x"}})));
}

/// A value of a check that has a member called like one of the check's own, and of the same value.
#[test]
fn a_member_of_a_member_is_not_told_in_its_place() {
    packets::check(&packet(&json!({
        "capsule": {}, "verification": [{"checkedAt": {"id": {"x": 0}}, "id": 0}]
    })));
}
