//! Lines of real conversions that say something else between their values, everything that is computed computed anew.

use std::fs;
use std::path::Path;

use ocp_convert::canon::{Profile, to_vec};
use ocp_convert::convert::{Options, convert};
use ocp_convert::finding::Code;
use ocp_convert::json::{Limits, read};
use serde_json::{Value, json};

use crate::fixture::Case;

fn converted(name: &str) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    conversion(&fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn conversion(bytes: &[u8]) -> Case {
    let source = read(bytes, &Limits::default()).unwrap();
    let done = convert(&source, &Options::default()).unwrap();
    let json = |bytes: &[u8]| serde_json::from_slice(bytes).unwrap();
    Case {
        source: json(bytes),
        target: json(&to_vec(done.target.root(), Profile::Jcs)),
        ledger: serde_json::to_value(done.ledger.file(&source, &done.target)).unwrap(),
    }
}

/// Puts other words in the first text that has these, and tells whether one had.
fn reword(value: &mut Value, from: &str, to: &str) -> bool {
    match value {
        Value::String(text) if text.contains(from) => {
            *text = text.replacen(from, to, 1);
            true
        }
        Value::Array(items) => items.iter_mut().any(|item| reword(item, from, to)),
        Value::Object(members) => members.values_mut().any(|member| reword(member, from, to)),
        _ => false,
    }
}

const LOW: &str = "[allowed tools] the source packet allows these and no others, and grants none: ";

#[test]
fn words_that_nobody_cites_are_noticed() {
    let until = "[STOP until all listed operations are confirmed in the system of record]";
    let high = "; high-risk, not to be honoured on the strength of this packet: ";
    for (sample, from, to) in [
        ("ocp/13-travel-approval.ocp.json", "[STOP: do not continue while this holds]", until),
        ("ocp/13-travel-approval.ocp.json", "[STOP: do not continue while this holds]", "[optional]"),
        (
            "ocp/13-travel-approval.ocp.json",
            "[before resuming, else degrade]",
            "[required before continuing]",
        ),
        ("ocp/13-travel-approval.ocp.json", "[instruction: user]", "[instruction: system]"),
        ("ocp/13-travel-approval.ocp.json", "; depends on ", "; after "),
        ("ocp/13-travel-approval.ocp.json", "[hypothesis, not established]", "[hypothesis]"),
        ("ocp/04-incident-c-compacted.ocp.json", "[condensed]", "[recommended]"),
        ("ocp/04-incident-c-compacted.ocp.json", "[condensed]", "[source packet]"),
        ("zcf/10-allowed-tools-admin.zcf.json", high, ", "),
        ("zcf/10-allowed-tools-admin.zcf.json", LOW, "[allowed tools] "),
    ] {
        let mut case = converted(sample);
        assert_eq!(case.clone().sealed().findings_against_own(), [], "{sample} is honest");
        assert!(reword(&mut case.target, from, to), "{sample} has no {from}");
        let found = case.sealed().findings_against_own();
        let noticed = found.iter().any(|(code, _)| *code == Code::AuditNarratedText);
        assert!(noticed, "{sample}: {from} became {to}: {found:?}");
    }
}

/// A text that opens with a bracket of its own stands behind `[text]`.
#[test]
fn a_text_without_the_tag_that_says_it_is_one_is_noticed() {
    let mut case = Case::to_packet();
    case.source["task"]["objective"] = "[completed] go".into();
    case.target["content"]["capsule"]["objective"] = "[completed] go".into();
    let at = format!("/moved/{}/to/0/at", case.entry("/task/objective"));
    assert_eq!(case.sealed().findings(), [(Code::AuditNarratedText, at)]);
}

/// An operation that something holds back is nothing to do, whatever the line says of it.
#[test]
fn an_operation_among_the_next_actions_that_is_held_back_is_noticed() {
    let source = json!({
        "opencheckpoint": "0.1", "id": "urn:x:c", "created_at": "2026-10-20T10:00:00Z",
        "source": {"producer": {"name": "x"}}, "task": {"objective": "x", "status": "active"},
        "operations": [
            {"id": "z1", "kind": "action", "status": "planned", "description": "look", "effect": "none", "resume": "ask"},
            {"id": "z2", "kind": "action", "status": "planned", "description": "pay", "effect": "unknown"}
        ],
        "continuation": {"stop_conditions": [{
            "description": "wait", "applies_to": ["z2"], "until": [{"operation": "z2", "status": "completed"}]
        }]}
    });
    let stop = "/continuation/stop_conditions/0/applies_to/0";
    for (pointer, value, from, to, held_back) in [
        ("/operations/0/resume", "do_not_resume", "resume ask", "resume do_not_resume", true),
        ("/operations/0/resume", "verify_first", "resume ask", "resume verify_first", false),
        (stop, "z1", "forbids \"z2\"", "forbids \"z1\"", true),
    ] {
        let mut case = conversion(source.to_string().as_bytes());
        assert_eq!(case.target["content"]["capsule"]["nextActions"][0]["id"], "z1");
        assert_eq!(case.clone().sealed().findings_against_own(), [], "the conversion is honest");
        *case.source.pointer_mut(pointer).unwrap() = value.into();
        assert!(reword(&mut case.target, from, to), "{from}");
        let found = case.sealed().findings_against_own();
        let noticed = found.iter().any(|(code, _)| *code == Code::AuditNarratedText);
        assert_eq!(noticed, held_back, "{pointer} {value}: {found:?}");
    }
}

/// Only a checkpoint that this tool made has a line of this tool about a packet.
#[test]
fn a_stranger_s_line_about_a_packet_in_this_tool_s_voice_is_noticed() {
    let mut case = conversion(
        json!({
            "opencheckpoint": "0.1", "id": "urn:x:c", "created_at": "2026-10-20T10:00:00Z",
            "source": {"producer": {"name": "x"}}, "task": {"objective": "x", "status": "active"},
            "derivation": {"method": "authored", "transformations": [{"description": "[source packet] intent \"review\""}]}
        })
        .to_string()
        .as_bytes(),
    );
    assert_eq!(case.clone().sealed().findings_against_own(), [], "the conversion is honest");
    assert!(reword(&mut case.target, "[condensed] [source packet]", "[source packet]"));
    let found: Vec<Code> = case.sealed().findings_against_own().into_iter().map(|(code, _)| code).collect();
    assert_eq!(found, [Code::AuditNarratedText]);
}
