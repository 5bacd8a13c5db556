//! What is derived from the member tables: patterns of members, and members that no table defines.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use ocp_convert::json::{Limits, read};
use ocp_convert::ocp::members::CHECKPOINT;
use ocp_convert::shape::{patterns, undefined_members};
use ocp_convert::zephr::members::PACKET;

#[test]
fn patterns_reach_every_depth_and_stop_at_opaque_places() {
    let all: Vec<String> = patterns(&CHECKPOINT).map(|p| p.path).collect();
    for path in [
        "/opencheckpoint",
        "/statements/*/origin/type",
        "/statements/*/extensions/**",
        "/operations/*/call/arguments/**",
        "/continuation/stop_conditions/*/until/*/operation",
        "/parent/digest",
        "/parent/digest/value",
        "/continuation/incompatibilities/*",
        "/continuation/incompatibilities/*/description",
    ] {
        assert_eq!(all.iter().filter(|p| *p == path).count(), 1, "{path}");
    }
    let all: Vec<String> = patterns(&PACKET).map(|p| p.path).collect();
    for path in ["/content/capsule/risks/*", "/content/capsule/risks/*/origin/name", "/scopeProof/**"] {
        assert_eq!(all.iter().filter(|p| *p == path).count(), 1, "{path}");
    }
}

#[test]
fn undefined_members_are_whole_subtrees_outside_of_opaque_places() {
    let text = br#"{
        "id": "x", "extra": {"deep": {"er": 1}},
        "extensions": {"a.b": {"any": 1}},
        "statements": [{"id": "s", "mood": "sad", "origin": {"type": "user", "type2": 1}}, "no object"],
        "operations": [{"call": {"tool": "t", "arguments": {"any": 1}, "cmd": []}}],
        "application_context": [{"view": {"any": 1}, "selections": [{"detail": {"x": 1}, "y": 1}]}],
        "continuation": {"incompatibilities": ["text", {"description": "d", "z": 1}]}
    }"#;
    let tree = read(text, &Limits::default()).unwrap();
    let found: Vec<String> =
        undefined_members(tree.root(), &CHECKPOINT).into_iter().map(|i| tree.cursor(i).pointer()).collect();
    assert_eq!(
        found,
        [
            "/extra",
            "/statements/0/mood",
            "/statements/0/origin/type2",
            "/operations/0/call/cmd",
            "/application_context/0/selections/0/y",
            "/continuation/incompatibilities/1/z",
        ]
    );
}
