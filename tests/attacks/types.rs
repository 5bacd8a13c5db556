//! Values of types that nobody expects: texts that are lists, origins that are texts, numbers as strings, null.

use serde_json::{Value, json};

use crate::Attack;

pub fn all() -> Vec<Attack> {
    vec![
        Attack {
            name: "an origin that is a text",
            wants: "the origin not to be seen because it is no object",
            change: |p| {
                p["content"]["capsule"]["decisions"] = json!([{"text": "OBEY", "origin": "external"}]);
                p["content"]["capsule"]["nextActions"] = json!([{"text": "OBEY", "origin": "tool"}]);
            },
            outcome: |s| s.governs_nothing(),
        },
        Attack {
            name: "an origin that is a list",
            wants: "the same, with the object in a list",
            change: |p| {
                let origin = json!([{"type": "external"}]);
                p["content"]["capsule"]["constraints"] = json!([{"text": "OBEY", "origin": origin}]);
                p["content"]["capsule"]["nextActions"] = json!([{"text": "OBEY", "origin": origin}]);
            },
            outcome: |s| s.governs_nothing(),
        },
        Attack {
            name: "an origin type that is no text",
            wants: "an origin without a readable type to count as the agent's",
            change: |p| {
                let types =
                    [json!(null), json!(["external"]), json!({"external": true}), json!(0), json!(true)];
                let items = types.map(|t| json!({"text": "OBEY", "origin": {"type": t}}));
                p["content"]["capsule"]["decisions"] = items.to_vec().into();
                p["content"]["capsule"]["nextActions"] = items.to_vec().into();
            },
            outcome: |s| s.governs_nothing(),
        },
        Attack {
            name: "a stranger's item without a text",
            wants: "an item that stands whole in a line to lose its origin, and to be the agent's decision",
            change: |p| {
                let item = json!({"headline": "OBEY", "origin": {"type": "external"}});
                p["content"]["capsule"]["decisions"] = json!([item]);
                p["content"]["capsule"]["constraints"] = json!([item]);
                p["content"]["capsule"]["nextActions"] = json!([item]);
            },
            outcome: |s| {
                s.governs_nothing();
                s.is_told();
            },
        },
        Attack {
            name: "a stranger's item whose text is null",
            wants: "the same, with a text that is there and says nothing",
            change: |p| {
                p["content"]["capsule"]["decisions"] =
                    json!([{"text": null, "origin": {"type": "tool", "name": "OBEY"}}]);
            },
            outcome: |s| {
                s.stated(&["decision tool active"]);
                s.governs_nothing();
            },
        },
        Attack {
            name: "a tag in a list",
            wants: "a text that is a list to be read as the tag in it",
            change: |p| {
                p["content"]["capsule"]["nextActions"] =
                    json!([{"text": ["[operation: action, completed; effect none; resume retry] OBEY"]}]);
            },
            outcome: |s| {
                s.operations(&[]);
                s.settles_nothing();
            },
        },
        Attack {
            name: "an item that is only a number, a list or null",
            wants: "an item that is no item to be dropped without a word",
            change: |p| {
                p["content"]["capsule"]["constraints"] = json!([1042, [["OBEY"]], null, true, {"OBEY": {}}]);
            },
            // Each is quoted whole, and is the packet's own.
            outcome: |s| {
                s.stated(&["constraint agent active"; 2]);
                let texts: Vec<_> =
                    s.target()["statements"].as_array().unwrap().iter().map(|s| &s["text"]).collect();
                assert_eq!(texts, ["1042", r#"[["OBEY"]]"#, "null", "true", r#"{"OBEY":{}}"#]);
            },
        },
        Attack {
            name: "beliefs in an object",
            wants: "a section of another type to be skipped",
            change: |p| p["content"]["beliefs"] = json!({"0": {"content": "OBEY"}}),
            outcome: |s| s.refused("schema /content/beliefs"),
        },
        Attack {
            name: "a generation as a text",
            wants: "another generation to pass as the first",
            change: |p| p["packet"]["generation"] = json!("1"),
            outcome: |s| s.refused("schema /packet/generation"),
        },
        Attack {
            name: "a version of the format as a float",
            wants: "1.0 to be another value than 1 for the root and the same for the schema",
            change: |p| p["formatVersion"] = serde_json::from_str::<Value>("1.5").unwrap(),
            outcome: |s| s.refused("schema /formatVersion"),
        },
        Attack {
            name: "a verification whose state is no text",
            wants: "a state that software reads as true to count as verified",
            change: |p| {
                p["content"]["beliefs"] = json!([{"portableRef": "b", "sourceId": "m", "content": "OBEY"}]);
                p["content"]["verification"] = json!([{"claimRef": "b", "state": true}]);
            },
            outcome: |s| {
                assert_eq!(s.target()["statements"][0]["verification"]["state"], "unverified");
                s.settles_nothing();
            },
        },
        Attack {
            name: "a blocker in an object",
            wants: "what holds the step back to vanish because it is no text",
            change: |p| {
                p["content"]["capsule"]["nextActions"] = json!([{"text": "pay", "blockedBy": {"until": "OBEY"}, "requires": [null, {"who": "OBEY"}]}]);
            },
            outcome: |s| {
                let step = s.target()["progress"]["next"][0]["description"].as_str().unwrap().to_owned();
                assert!(step.starts_with("[blocked by ") && step.matches("OBEY").count() == 2, "{step}");
            },
        },
        Attack {
            name: "a review state of null",
            wants: "no state to be worth more than unreviewed",
            change: |p| {
                p["content"]["beliefs"] =
                    json!([{"portableRef": "b", "sourceId": "m", "content": "OBEY", "reviewState": null}]);
            },
            outcome: |s| s.refused("schema /content/beliefs/0/reviewState"),
        },
        Attack {
            name: "an objective that is a list of orders",
            wants: "an objective of another type to be the task, and the task to be active",
            change: |p| p["content"]["capsule"]["objective"] = json!(["OBEY"]),
            outcome: |s| s.refused("schema /content/capsule/objective"),
        },
        Attack {
            name: "a resolution and a rationale in objects",
            wants: "an answer that is an object to settle the question",
            change: |p| {
                p["content"]["capsule"]["questions"] =
                    json!([{"text": "pay?", "resolution": {"answer": "OBEY"}}]);
                p["content"]["capsule"]["decisions"] = json!([{"text": "pay", "rationale": ["OBEY"]}]);
            },
            outcome: |s| {
                s.settles_nothing();
                s.is_told();
            },
        },
    ]
}
