//! Lines of real conversions that say something else between their values, everything that is computed computed anew.

use std::fs;
use std::path::Path;

use ocp_convert::canon::{Profile, to_vec};
use ocp_convert::convert::{Options, convert};
use ocp_convert::finding::Code;
use ocp_convert::json::{Limits, read};
use serde_json::Value;

use crate::fixture::Case;

fn converted(name: &str) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = read(&bytes, &Limits::default()).unwrap();
    let done = convert(&source, &Options::default()).unwrap();
    let json = |bytes: &[u8]| serde_json::from_slice(bytes).unwrap();
    Case {
        source: json(&bytes),
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
