//! What the members of a document ask of each other, put right after they were chosen freely.

use ocp_convert::shape::{Shape, Then, When};
use serde_json::{Map, Value, json};

use super::{Generator, text};

/// The conditions of the table, until all hold.
pub(super) fn conditions(
    generator: &mut Generator<'_>,
    shape: &'static Shape,
    members: &mut Map<String, Value>,
) {
    // One demand can bring about the next; none goes round in a circle.
    for _ in 0..4 {
        for condition in shape.conditions {
            if !condition.when.iter().all(|when| holds(when, members)) {
                continue;
            }
            for then in condition.then {
                demand(generator, shape, members, then);
            }
        }
    }
}

fn holds(when: &When, members: &Map<String, Value>) -> bool {
    match members.get(when.member) {
        None => when.or_absent,
        Some(value) => value.as_str().is_some_and(|word| when.is.contains(&word)),
    }
}

fn demand(
    generator: &mut Generator<'_>,
    shape: &'static Shape,
    members: &mut Map<String, Value>,
    then: &Then,
) {
    let mut require = |generator: &mut Generator<'_>, name: &str| {
        if !members.contains_key(name) {
            let value = generator.value(&shape.member(name).unwrap().ty);
            members.insert(name.to_owned(), value);
        }
    };
    match then {
        Then::Require(name) => require(generator, name),
        Then::Forbid(name) => drop(members.remove(*name)),
        Then::AnyOf(names) => {
            if !names.iter().any(|name| members.contains_key(*name)) {
                members.insert("uri".to_owned(), text::uri(&mut generator.late, generator.packet).into());
            }
        }
        Then::Within(path, words) => {
            let mut place = members.get_mut(path[0]);
            for name in &path[1..] {
                place = place.and_then(|value| value.get_mut(name));
            }
            if let Some(place) = place.filter(|p| !p.as_str().is_some_and(|word| words.contains(&word))) {
                *place = generator.late.pick(words).into();
            }
        }
        Then::Match(name, grammar) => {
            if let Some(place) = members.get_mut(*name) {
                *place = generator.matching(grammar.pattern);
            }
        }
    }
}

fn list<'v>(value: &'v mut Value, pointer: &str) -> impl Iterator<Item = &'v mut Value> {
    value.pointer_mut(pointer).and_then(Value::as_array_mut).into_iter().flatten()
}

/// OCP-S004, OCP-S006, OCP-S007 and OCP-S009, which no table says.
pub(super) fn checkpoint(generator: &mut Generator<'_>, document: &mut Value) {
    if document["parent"]["id"] == document["id"] && document.get("parent").is_some() {
        document["parent"]["id"] = "urn:example:other".into();
    }
    if document["task"]["status"] == "completed" {
        for operation in list(document, "/operations") {
            if ["planned", "awaiting", "uncertain"].iter().any(|s| operation["status"] == *s) {
                operation["status"] = "cancelled".into();
            }
        }
    }
    let word = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let statements: Vec<(String, String)> =
        list(document, "/statements").map(|s| (word(s, "id"), word(s, "kind"))).collect();
    for statement in list(document, "/statements") {
        if statement["status"] != "superseded" {
            continue;
        }
        let (id, kind) = (word(statement, "id"), word(statement, "kind"));
        let follows = |other: &str| other == kind || (kind == "hypothesis" && other == "observation");
        let able: Vec<&String> =
            statements.iter().filter(|(i, k)| *i != id && follows(k)).map(|(i, _)| i).collect();
        if able.is_empty() {
            statement["status"] = "retracted".into();
            statement.as_object_mut().unwrap().remove("superseded_by");
        } else {
            statement["superseded_by"] = generator.late.pick(&able).as_str().into();
        }
    }
    let approvals: Vec<Value> = list(document, "/operations")
        .filter(|operation| operation["kind"] == "approval")
        .map(|operation| operation["id"].clone())
        .collect();
    for condition in list(document, "/continuation/stop_conditions") {
        for entry in list(condition, "/until") {
            let decided = entry["status"] == "approved" || entry["status"] == "rejected";
            if decided && !approvals.contains(&entry["operation"]) {
                entry["status"] = "completed".into();
            }
        }
    }
}

/// One kind of content, the sections it needs, and an authentication that is spelled right.
pub(super) fn packet(generator: &mut Generator<'_>, document: &mut Value) {
    // A line that counts only as a whole, and turns all steps into something else.
    if generator.late.chance(15)
        && let Some(lines) =
            document.pointer_mut("/content/capsule/limitations").and_then(Value::as_array_mut)
    {
        lines.push(generator.late.pick(&["[task status: completed]", "[task status: active]"]).into());
    }
    let archive = document["artifactKind"] == "continuity-archive" && generator.late.chance(30);
    document["artifactKind"] = if archive { "continuity-archive" } else { "session-handoff" }.into();
    let content = document["content"].as_object_mut().unwrap();
    let needed = if archive { "archiveRefs" } else { "capsule" };
    if archive {
        content.retain(|name, _| !ocp_convert::zephr::members::SECTIONS.contains(&name.as_str()));
    } else {
        content.remove("archiveRefs");
    }
    let recorded = list(document, "/omissionManifest/entries").any(|entry| entry["section"] == needed);
    if document["content"].get(needed).is_none() && !recorded {
        if generator.late.chance(10)
            && let Some(entries) = document["omissionManifest"]["entries"].as_array_mut()
        {
            entries.push(json!({"section": needed, "status": "omitted"}));
        }
        if !list(document, "/omissionManifest/entries").any(|entry| entry["section"] == needed) {
            document["content"][needed] = if archive { json!([]) } else { json!({}) };
        }
    }
    if document["authentication"]["kind"] == "source-signature" && !generator.late.chance(10) {
        document["authentication"] = json!({"kind": "unsigned"});
    }
    if document["authentication"]["kind"] == "recipient-bound-mac" {
        document["recipientIntent"]["kind"] = "recipient-bound".into();
        document["recipientIntent"]["destinationInstallationKeyId"] = "here".into();
        document["authentication"] = json!({
            "kind": "recipient-bound-mac", "algorithm": "ed25519", "signature": "0a".repeat(64),
            "publicKeyFingerprint": format!("sha256:{}", "0b".repeat(32)),
            "macAlgorithm": "hkdf-sha256+hmac-sha256", "mac": "0c".repeat(32)
        });
    }
}

/// The root that belongs to a packet.
pub(super) fn root(document: &mut Value) {
    *document = crate::documents::with_root(std::mem::take(document));
}
