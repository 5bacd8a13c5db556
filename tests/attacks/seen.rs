//! Runs an attack: converts, holds the outcome to the invariants, and converts nine times more.

use ocp_convert::convert::Options;
use serde_json::{Value, json};

use crate::converting::{self, Done, invariants};
use crate::{Attack, documents, stranger};

/// The word by which an attacker's text is known in any document.
pub const OBEY: &str = "OBEY";

/// What came of an attack.
pub struct Seen {
    /// The document that was converted.
    pub source: Value,
    /// The first conversion, or the findings that refused it.
    pub first: Result<Done, Vec<String>>,
    /// Every document of ten rounds, the first conversion's first.
    pub later: Vec<Value>,
}

/// An honest packet, before the change.
pub fn packet() -> Value {
    json!({
        "format": "zephr-continuity", "formatVersion": 1, "artifactKind": "session-handoff",
        "canonicalizationProfile": "ZCF-JSON-v1",
        "packet": {"id": "urn:x:packet", "nonce": "n-1", "intent": "continue-task",
                   "createdAt": "2026-10-20T10:00:00Z", "generation": 1},
        "source": {"installationKeyId": "k-1", "scopeRefs": [], "client": {"kind": "console"}},
        "recipientIntent": {"kind": "unbound-local-import"},
        "content": {"capsule": {"objective": "close the books"}},
        "redactionManifest": {"policyId": "none", "policyVersion": "1", "entries": []},
        "omissionManifest": {"entries": []},
        "retention": {"exportedAt": "2026-10-20T10:00:00Z", "policyVersion": "1",
                      "reviewBy": "2026-11-20T10:00:00Z"},
        "manifest": {"rootHash": "sha256:"}, "authentication": {"kind": "unsigned"}, "extensions": {}
    })
}

/// An honest checkpoint, before the change.
pub fn checkpoint() -> Value {
    json!({
        "opencheckpoint": "0.1", "id": "urn:x:checkpoint", "created_at": "2026-10-20T10:00:00Z",
        "source": {"producer": {"name": "desk"}, "agent": {"name": "clerk"}},
        "task": {"objective": "close the books", "status": "active"}
    })
}

/// Converts the changed document ten times over and asserts what must come of it.
pub fn run(is_packet: bool, attack: &Attack) {
    let mut source = if is_packet { packet() } else { checkpoint() };
    (attack.change)(&mut source);
    // The attacker computes the root anew, unless the root is the attack.
    if source["manifest"]["rootHash"] == "sha256:" {
        source = documents::with_root(source);
    }
    let mut seen = Seen { first: convert(&source), source, later: Vec::new() };
    if let Ok(done) = &seen.first {
        nothing_vanishes(&seen.source, done);
        let mut last = done.target.clone();
        let mut documents = vec![seen.source.clone(), last.clone()];
        for _ in 0..9 {
            let done = convert(&last).unwrap_or_else(|found| panic!("a later round is refused: {found:?}"));
            nothing_vanishes(&last, &done);
            last = done.target;
            documents.push(last.clone());
        }
        nothing_rises(&documents);
        seen.later = documents.split_off(1);
    }
    (attack.outcome)(&seen);
}

/// One conversion, held to the invariants of its direction.
fn convert(source: &Value) -> Result<Done, Vec<String>> {
    let errors = documents::errors(source);
    let done = converting::try_convert(source, &Options::default())?;
    assert_eq!(errors, [""; 0], "a document with errors was converted");
    assert_eq!(documents::errors(&done.target), [""; 0], "I9: the outcome has errors");
    converting::balances(source, &done);
    if source["format"].is_string() {
        stranger::hold(source, &done);
    } else {
        invariants::hold(source, &done);
    }
    Ok(done)
}

/// No text of an attacker disappears without an entry in the omission list: only this tool's own words are replaced.
fn nothing_vanishes(source: &Value, done: &Done) {
    for entry in done.ledger.moved.iter().filter(|entry| entry.to.is_empty()) {
        let value = source.pointer(&entry.from).unwrap();
        assert!(!value.to_string().contains(OBEY), "{} vanishes under {}: {value}", entry.from, entry.rule);
    }
}

/// The objects of a list of a document that hold the attacker's word.
pub fn with_word<'v>(document: &'v Value, list: &str) -> Vec<&'v Value> {
    let items = document.pointer(list).and_then(Value::as_array).into_iter().flatten();
    items.filter(|item| item.to_string().contains(OBEY)).collect()
}

fn word<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// How much a checkpoint makes a reader believe or do on the attacker's word.
fn weight_in_checkpoint(document: &Value) -> u32 {
    let steps = with_word(document, "/progress/next").into_iter().map(|_| 40);
    let statements = with_word(document, "/statements").into_iter().map(|statement| {
        let kind = match word(statement, "/kind") {
            "instruction" => 60,
            "constraint" | "decision" => 50,
            "observation" => 30,
            "external" => 10,
            _ => 20,
        };
        let origin = match word(statement, "/origin/type") {
            "user" | "system" => 5,
            "agent" => 3,
            "external" => 0,
            _ => 1,
        };
        if ["retracted", "superseded"].contains(&word(statement, "/status")) {
            return 0;
        }
        kind + origin + u32::from(word(statement, "/verification/state") == "verified")
    });
    let begun = ["/progress/focus", "/continuation/recovery", "/application_context"].into_iter();
    let begun = begun.filter(|place| document.pointer(place).is_some_and(|p| p.to_string().contains(OBEY)));
    steps.chain(statements).chain(begun.map(|_| 40)).max().unwrap_or_default()
}

/// How many items with the attacker's word govern the reader of a packet; what only stops or restricts is not counted.
fn items_that_govern(document: &Value) -> usize {
    let restricts =
        ["[STOP", "[before resuming", "[required before", "[cannot continue", "[in scope", "[out of"];
    let items = ["constraints", "decisions", "nextActions"]
        .into_iter()
        .flat_map(|list| with_word(document, &format!("/content/capsule/{list}")));
    items.filter(|i| !restricts.iter().any(|tag| word(i, "/text").starts_with(tag))).count()
}

/// Over ten rounds nothing gains weight, and from the fourth document on nothing grows.
fn nothing_rises(documents: &[Value]) {
    let (packets, checkpoints): (Vec<_>, Vec<_>) = documents.iter().partition(|d| d["format"].is_string());
    let weights: Vec<u32> = checkpoints.iter().map(|d| weight_in_checkpoint(d)).collect();
    assert!(weights.is_sorted_by(|a, b| a >= b), "laundered over rounds: {weights:?}");
    let governing: Vec<usize> = packets.iter().map(|d| items_that_govern(d)).collect();
    assert!(governing.is_sorted_by(|a, b| a >= b), "laundered over rounds: {governing:?}");
    for kind in [packets, checkpoints] {
        let sizes: Vec<usize> = kind.iter().skip(2).map(|d| d.to_string().len()).collect();
        assert!(sizes.iter().all(|size| *size == sizes[0]), "grows: {sizes:?}");
    }
}

impl Seen {
    /// The first conversion.
    pub fn done(&self) -> &Done {
        self.first.as_ref().unwrap_or_else(|found| panic!("refused: {found:?}"))
    }

    /// What the first conversion wrote.
    pub fn target(&self) -> &Value {
        &self.done().target
    }

    /// The later documents of one kind, the first conversion's among them.
    pub fn checkpoints(&self) -> impl Iterator<Item = &Value> {
        self.later.iter().filter(|d| d["format"].is_null())
    }

    /// The later packets.
    pub fn packets(&self) -> impl Iterator<Item = &Value> {
        self.later.iter().filter(|d| d["format"].is_string())
    }

    /// `convert` refused with this code.
    pub fn refused(&self, code: &str) {
        match &self.first {
            Ok(done) => panic!("converted: {}", done.target),
            Err(found) => assert!(found.iter().any(|f| f.starts_with(code)), "{found:?}"),
        }
    }

    /// In no round is the attacker's word something to do.
    pub fn is_no_step(&self) {
        for checkpoint in self.checkpoints() {
            assert!(with_word(checkpoint, "/progress/next").is_empty(), "a step: {}", checkpoint["progress"]);
        }
        for packet in self.packets() {
            let steps = with_word(packet, "/content/capsule/nextActions");
            assert!(steps.is_empty(), "a next action: {steps:?}");
        }
    }

    /// In no packet of any round does the attacker's word stand where it governs.
    pub fn governs_nothing(&self) {
        for packet in self.packets() {
            assert_eq!(items_that_govern(packet), 0, "{}", packet["content"]["capsule"]);
        }
        self.is_no_step();
    }

    /// The statements with the attacker's word in the first checkpoint are of these kinds, origins and states
    /// (`KIND ORIGIN STATUS`).
    pub fn stated(&self, expected: &[&str]) {
        let checkpoint = self.checkpoints().next().unwrap();
        let of = |s: &&Value| {
            let status = s["status"].as_str().unwrap_or("active");
            format!("{} {} {status}", word(s, "/kind"), word(s, "/origin/type"))
        };
        let found: Vec<String> = with_word(checkpoint, "/statements").iter().map(of).collect();
        assert_eq!(found, expected);
    }

    /// The first conversion left the value at this place out, and its own list says so.
    pub fn listed(&self, pointer: &str) {
        let done = self.done();
        assert!(done.ledger.omitted.iter().any(|o| o.from == pointer), "{pointer} is not left out");
        let lists = [&done.target["derivation"]["omissions"], &done.target["omissionManifest"]["entries"]];
        let named = lists.iter().filter_map(|list| list.as_array()).flatten().any(|entry| {
            let text = entry.to_string().replace("\\\"", "\"");
            let mut place = pointer;
            while let Some((parent, _)) = place.rsplit_once('/') {
                if text.contains(&format!("\"{place}\"")) {
                    return true;
                }
                place = parent;
            }
            false
        });
        assert!(named, "the list does not name {pointer}");
    }

    /// The attacker's word stands nowhere in the outcome.
    pub fn is_gone(&self) {
        assert!(!self.target().to_string().contains(OBEY), "{}", self.target());
    }

    /// The attacker's word is still to be read in the outcome.
    pub fn is_told(&self) {
        assert!(self.target().to_string().contains(OBEY), "{}", self.target());
    }

    /// The task of every checkpoint has this status.
    pub fn task_is(&self, status: &str) {
        for checkpoint in self.checkpoints() {
            assert_eq!(checkpoint["task"]["status"], status);
        }
    }

    /// The operations of the first checkpoint, each `KIND STATUS EFFECT RESUME`.
    pub fn operations(&self, expected: &[&str]) {
        let checkpoint = self.checkpoints().next().unwrap();
        let of = |o: &Value| {
            format!(
                "{} {} {} {}",
                word(o, "/kind"),
                word(o, "/status"),
                word(o, "/effect"),
                word(o, "/resume")
            )
        };
        let list = checkpoint["operations"].as_array().cloned().unwrap_or_default();
        assert_eq!(list.iter().map(of).collect::<Vec<_>>(), expected);
    }

    /// No checkpoint of any round says that anything is done, settled, approved, verified or said by the user.
    pub fn settles_nothing(&self) {
        for checkpoint in self.checkpoints() {
            assert_eq!(checkpoint["progress"].get("completed"), None);
            let none = [
                "\"approval\":{",
                "\"status\":\"completed\"",
                "\"status\":\"resolved\"",
                "\"state\":\"verified\"",
                "\"state\":\"met\"",
                "\"type\":\"user\"",
                "\"type\":\"system\"",
                "\"kind\":\"instruction\"",
            ];
            let text = checkpoint.to_string();
            for words in none {
                assert!(!text.contains(words), "{words} in {text}");
            }
        }
    }
}
