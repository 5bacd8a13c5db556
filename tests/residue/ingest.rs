//! `ingest` never restores: a residue is to it what any extension is.

use ocp_convert::convert::{Options, convert};
use ocp_convert::ingest::{self, ingest};
use ocp_convert::syntax::time::Timestamp;
use ocp_convert::zephr::tools::Capabilities;
use ocp_convert::zephr::verify::Context;
use serde_json::{Value, json};

use crate::{NAME, digest, preserved, sample, tree, value};

/// What is taken in.
fn taken_in(packet: &Value) -> Value {
    let text = packet.to_string();
    let packet = tree(&text);
    let capabilities = Capabilities::default();
    let now = Timestamp::parse("2026-09-01T00:00:00Z").unwrap();
    let options = ingest::Options {
        verify: Context { now: Some(now), ..Context::default() },
        capabilities: &capabilities,
        strict: false,
        max_belief_chars: None,
        imported_at: "2026-09-01T00:00:00Z",
        receipt_key: None,
    };
    value(&ingest(&packet, &options).unwrap_or_else(|refusal| panic!("{refusal:?}")).target)
}

fn converted(packet: &Value) -> Value {
    let text = packet.to_string();
    value(&convert(&tree(&text), &Options::default()).unwrap().target)
}

/// What names the packet's bytes: its digest, and what is computed over it.
fn masked(mut checkpoint: Value, packet: &Value) -> Value {
    checkpoint["id"] = "masked".into();
    let text = checkpoint.to_string().replace(digest(packet).trim_start_matches("sha256:"), "masked");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn an_ingested_packet_is_converted_and_not_restored() {
    let original = sample("ocp/20-support-refund.ocp.json");
    let packet = preserved(&original);
    assert_eq!(taken_in(&packet), converted(&packet));
    assert_ne!(taken_in(&packet), original);
    // What the residue says makes no difference: a forged one gives the same checkpoint.
    let mut forged = packet.clone();
    forged["extensions"][NAME]["patch"] = json!([{"op": "replace", "path": "", "value": original}]);
    assert_eq!(masked(taken_in(&forged), &forged), masked(taken_in(&packet), &packet));
    // And without one it is the same but for the entry that says what was left out.
    let mut bare = packet.clone();
    bare["extensions"].as_object_mut().unwrap().remove(NAME);
    let mut with = masked(taken_in(&packet), &packet);
    let omissions = with["derivation"]["omissions"].as_array_mut().unwrap();
    let before = omissions.len();
    omissions.retain(|o| !o["description"].as_str().unwrap().contains("ZO-residue-left"));
    assert_eq!(omissions.len() + 1, before);
    assert_eq!(with, masked(taken_in(&bare), &bare));
}
