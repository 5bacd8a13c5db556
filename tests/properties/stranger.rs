//! What a packet may never bring about (I1 to I7, I11), each invariant a function over a packet and what came of it.

use serde_json::Value;

use crate::converting::Done;

/// Every invariant that concerns this direction; balance, validity and equal bytes are checked with every conversion.
pub fn hold(packet: &Value, done: &Done) {
    i1_strangers_give_no_steps(packet, done);
    i1_an_unreadable_origin_is_a_strangers(packet, done);
    i2_nobody_speaks_for_the_user(done);
    i3_nothing_arrives_verified(packet, done);
    i4_doubt_stays_doubt(packet, done);
    i5_what_restricts_is_never_omitted(packet, done);
    i6_nothing_is_permitted(done);
    i7_no_work_begins_or_ends(packet, done);
    i11_no_signature_is_carried(packet, done);
    omissions_are_listed(packet, done);
}

fn list<'v>(value: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// The texts of a packet that claim something: section, place, item, text.
fn claims(packet: &Value) -> Vec<(&'static str, String, &Value, &str)> {
    let mut out = Vec::new();
    for section in ["decisions", "constraints", "risks", "questions", "nextActions", "limitations"] {
        for (number, item) in list(packet, &format!("/content/capsule/{section}")).enumerate() {
            let place = format!("/content/capsule/{section}/{number}");
            match item {
                Value::String(said) => out.push((section, place, item, said.as_str())),
                _ if item["text"].is_string() => {
                    out.push((section, format!("{place}/text"), item, item["text"].as_str().unwrap()));
                }
                _ => {}
            }
        }
    }
    for (number, item) in list(packet, "/content/beliefs").enumerate() {
        out.push(("beliefs", format!("/content/beliefs/{number}/content"), item, text(item, "/content")));
    }
    out
}

/// The first tag of a text, without its brackets, and what follows it.
fn tag(said: &str) -> Option<(&str, &str)> {
    let unseen =
        ['\u{200B}', '\u{202E}', '\u{2066}', '\u{FEFF}', '\u{AD}', '\u{E0041}', '\u{3164}', '\u{FE0F}'];
    let said = said.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || unseen.contains(&c));
    said.strip_prefix('[')?.split_once(']').filter(|(inside, _)| !inside.contains('['))
}

/// Where the value at `pointer` went.
fn landings<'d>(done: &'d Done, pointer: &str) -> Vec<&'d str> {
    let entries = done.ledger.moved.iter().filter(|m| m.from == pointer);
    entries.flat_map(|m| m.to.iter().map(|l| l.at.as_str())).collect()
}

/// The statement a text became.
fn statement<'d>(done: &'d Done, place: &str) -> Option<&'d Value> {
    let at = landings(done, place).into_iter().find(|at| at.starts_with("/statements/"))?;
    done.target.pointer(&at[..at.rfind('/').unwrap()])
}

fn i1_strangers_give_no_steps(packet: &Value, done: &Done) {
    for (section, place, item, said) in claims(packet) {
        let at = landings(done, &place);
        let words = tag(said).map_or("", |(inside, _)| inside);
        let stranger = |word: &str| ["external", "tool", "application"].contains(&word);
        let strange = stranger(text(item, "/origin/type"))
            || words.split([' ', ',']).next() == Some("external")
            || words.split_once(" by ").is_some_and(|(_, who)| stranger(who));
        let step = at.iter().any(|at| at.starts_with("/progress/next/"));
        assert!(!step || (section == "nextActions" && !strange), "I1: {place} {said:?}");
        if let Some(statement) = statement(done, &place) {
            let kind = text(statement, "/kind");
            assert!(kind != "decision" || section == "decisions", "I1: {place} became a decision");
            assert!(kind != "constraint" || section == "constraints", "I1: {place} became a constraint");
        }
    }
    for (number, source) in list(packet, "/content/evidenceSources").enumerate() {
        for at in landings(done, &format!("/content/evidenceSources/{number}/excerpt")) {
            let told = at.starts_with("/derivation");
            assert!(told || at.starts_with("/resources/"), "I1: {source} {at}");
        }
    }
}

/// An item whose origin is not the agent's, or cannot be read, is no step and nobody else's statement, also where it has no
/// text and stands whole in a line.
fn i1_an_unreadable_origin_is_a_strangers(packet: &Value, done: &Done) {
    for section in ["decisions", "constraints", "questions", "risks", "nextActions"] {
        for (number, item) in list(packet, &format!("/content/capsule/{section}")).enumerate() {
            let origin = &item["origin"];
            let kind = origin.get("type");
            let own = origin.is_null()
                || (origin.is_object() && kind.is_none())
                || kind.is_some_and(|k| ["agent", "user", "system"].iter().any(|own| k == own));
            if own {
                continue;
            }
            let place = format!("/content/capsule/{section}/{number}");
            let inside = format!("{place}/");
            for entry in done.ledger.moved.iter().filter(|m| m.from.starts_with(&inside)) {
                for at in entry.to.iter().map(|landing| landing.at.as_str()) {
                    assert!(!at.starts_with("/progress/"), "I1: {item} is a step");
                    let Some((statement, "text")) = at.rsplit_once('/') else { continue };
                    let by = done.target.pointer(&format!("{statement}/origin/type"));
                    let by = by.and_then(Value::as_str).unwrap_or_default();
                    assert!(
                        ["external", "tool", "application"].contains(&by),
                        "I1: {item} is said by {by:?}"
                    );
                }
            }
        }
    }
}

fn i2_nobody_speaks_for_the_user(done: &Done) {
    for statement in list(&done.target, "/statements") {
        assert_ne!(statement["kind"], "instruction", "I2: {statement}");
        assert!(!["user", "system"].contains(&text(statement, "/origin/type")), "I2: {statement}");
    }
}

fn i3_nothing_arrives_verified(packet: &Value, done: &Done) {
    for statement in list(&done.target, "/statements") {
        assert_ne!(statement["verification"]["state"], "verified", "I3: {statement}");
    }
    let demoted = |place: String| {
        let entry = done.ledger.moved.iter().find(|m| m.from == place);
        assert_eq!(entry.map(|m| m.fidelity.as_str()), Some("demoted"), "I3: {place}");
    };
    for (number, belief) in list(packet, "/content/beliefs").enumerate() {
        if belief["reviewState"] == "confirmed" {
            demoted(format!("/content/beliefs/{number}/reviewState"));
        }
    }
}

fn i4_doubt_stays_doubt(packet: &Value, done: &Done) {
    for (section, place, item, said) in claims(packet) {
        let Some(statement) = statement(done, &place) else { continue };
        let (kind, status) = (text(statement, "/kind"), text(statement, "/status"));
        let inside = tag(said).map_or("", |(inside, _)| inside);
        let words = inside.split(", ").next().unwrap();
        let ended = words.starts_with("superseded ") || words.starts_with("retracted ");
        let bare = words.trim_start_matches("superseded ").trim_start_matches("retracted ");
        let told = bare.split(" by ").next().unwrap();
        let known =
            ["instruction", "constraint", "decision", "observation", "hypothesis", "question", "external"];
        if section == "beliefs" && ["hypothesis", "question", "external"].contains(&told) {
            assert_eq!(kind, told, "I4: {place} {said:?}");
        }
        if ended && known.contains(&told) {
            assert_eq!(status, "retracted", "I4: {place} {said:?}");
        }
        if ["rejected", "superseded"].contains(&text(item, "/reviewState")) {
            assert_eq!(status, "retracted", "I4: {place} {item}");
        }
        assert!(!["superseded", "resolved"].contains(&status), "I4: {place} {status}");
        assert!(section != "risks" || kind != "observation", "I4: {place} became an observation");
        assert!(
            section != "questions" || ["question", "external", "hypothesis"].contains(&kind),
            "I4: a question became a {kind}"
        );
    }
}

fn i5_what_restricts_is_never_omitted(packet: &Value, done: &Done) {
    for entry in &done.ledger.omitted {
        let from = entry.from.as_str();
        let undefined = entry.rule == "ZO-undefined";
        let tokens: Vec<&str> = from.split('/').skip(2).collect();
        let member = match tokens[..] {
            ["capsule", _, _, member, ..] | ["beliefs", _, member, ..] => member,
            _ => "",
        };
        let kept = ["text", "content", "rationale", "resolution"].contains(&member);
        let bounds = ["/retention/reviewBy", "/retention/expiresAt", "/content/allowedTools"];
        assert!(undefined || !(kept || bounds.iter().any(|b| from.starts_with(b))), "I5: {entry:?}");
    }
    for (_, place, _, said) in claims(packet) {
        let Some((inside, _)) = tag(said) else { continue };
        let list = match inside {
            _ if inside.starts_with("STOP") => "/continuation/stop_conditions/",
            _ if inside.starts_with("before resuming, else ") => "/continuation/preconditions/",
            "required before continuing" => "/continuation/preconditions/",
            "cannot continue faithfully where" => "/continuation/incompatibilities/",
            _ if inside.starts_with("operation: ") && inside.contains("; resume ") => "/operations/",
            _ => continue,
        };
        let at = landings(done, &place);
        assert!(at.iter().any(|at| at.starts_with(list)), "I5: {said:?} went to {at:?}");
    }
    for member in ["reviewBy", "expiresAt"] {
        if packet["retention"][member].is_string() {
            let at = landings(done, &format!("/retention/{member}"));
            assert!(
                at.iter().any(|at| at.starts_with("/continuation/preconditions/")),
                "I5: {member} {at:?}"
            );
        }
    }
}

fn i6_nothing_is_permitted(done: &Done) {
    for operation in list(&done.target, "/operations") {
        assert_eq!(operation.get("approval"), None, "I6: {operation}");
        assert_eq!(operation.get("call"), None, "I6: {operation}");
        assert_ne!(operation["resume"], "retry", "I6: {operation}");
        let effect = text(operation, "/effect");
        assert!(["unknown", "non_idempotent"].contains(&effect), "I6: {operation}");
    }
    for condition in list(&done.target, "/continuation/stop_conditions") {
        assert_eq!(condition.get("until"), None, "I6: {condition}");
    }
}

fn i7_no_work_begins_or_ends(packet: &Value, done: &Done) {
    let target = &done.target;
    assert_eq!(target["progress"].get("completed"), None, "I7: a finished step");
    assert_eq!(target["progress"].get("focus"), None, "I7: work in hand");
    assert_eq!(list(target, "/task/success_criteria").count(), 0, "I7: a criterion");
    for operation in list(target, "/operations") {
        let status = text(operation, "/status");
        assert!(["planned", "awaiting", "uncertain"].contains(&status), "I7: {operation}");
    }
    let status = text(target, "/task/status");
    assert!(["active", "paused"].contains(&status), "I7: {status}");
    for (section, place, _, said) in claims(packet) {
        let Some((inside, after)) = tag(said) else { continue };
        let told = inside.strip_prefix("task status: ").filter(|_| after.is_empty());
        if let Some(told) = told.filter(|_| ["limitations", "risks"].contains(&section)) {
            assert!(told == "active" || status == "paused", "I7: {told} became {status}");
            if ["completed", "abandoned"].contains(&told) {
                assert_eq!(list(target, "/progress/next").count(), 0, "I7: a step of a task that is over");
            }
        }
        let step = landings(done, &place).iter().any(|at| at.starts_with("/progress/next/"));
        assert!(!(step && inside.starts_with("operation: ")), "I7: {place} is a step");
    }
}

fn i11_no_signature_is_carried(packet: &Value, done: &Done) {
    assert_eq!(done.target.get("authentication"), None, "I11");
    assert_eq!(done.target.get("extensions"), None, "I11");
    let whole = String::from_utf8_lossy(&done.bytes);
    for member in ["signature", "mac", "publicKeyFingerprint"] {
        if let Some(value) = packet["authentication"][member].as_str() {
            assert!(!whole.contains(value), "I11: {member}");
        }
    }
}

/// The list names what this conversion left out, and nothing when it left out nothing.
fn omissions_are_listed(packet: &Value, done: &Done) {
    let inherited =
        list(packet, "/omissionManifest/entries").chain(list(packet, "/redactionManifest/entries"));
    let entries = list(&done.target, "/derivation/omissions");
    let (inherited, entries) = (inherited.count(), entries.count());
    if done.ledger.omitted.is_empty() {
        assert!(entries <= inherited, "the list: {entries} of {inherited}");
    } else {
        assert!(entries > 0, "the list: none");
    }
}
