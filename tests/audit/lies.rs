//! Lies about rules, classes and values.

use ocp_convert::finding::Code;
use serde_json::json;

use crate::fixture::{Case, finds};

/// The honest conversion with one member of one `moved` entry changed, and where that is.
fn entry_with(mut case: Case, from: &str, member: &str, value: &str) -> (Case, String) {
    let i = case.entry(from);
    *case.ledger["moved"][i].pointer_mut(member).unwrap() = json!(value);
    (case, format!("/moved/{i}{member}"))
}

#[test]
fn rules_that_do_not_fit() {
    let (case, at) = entry_with(Case::to_packet(), "/id", "/rule", "OZ-nothing");
    finds(&case, &[(Code::AuditRuleUnknown, &at)]);
    let (case, at) = entry_with(Case::to_packet(), "/id", "/rule", "ZO-packet");
    finds(&case, &[(Code::AuditRuleDirection, &at)]);
    let (case, at) = entry_with(Case::to_packet(), "/id", "/rule", "OZ-nonce");
    finds(&case, &[(Code::AuditRuleDeed, &at)]);
    let (case, at) = entry_with(Case::to_packet(), "/id", "/rule", "OZ-created");
    let (from, to) = (at.replace("rule", "from"), at.replace("rule", "to/0/at"));
    finds(&case, &[(Code::AuditRuleFrom, &from), (Code::AuditRuleTo, &to)]);
}

#[test]
fn made_and_omitted_under_rules_that_do_not_fit() {
    let mut case = Case::to_packet();
    let i = case.other("synthesized", "/retention/exportedAt");
    case.ledger["synthesized"][i]["rule"] = json!("OZ-link");
    finds(&case, &[(Code::AuditRuleTo, &format!("/synthesized/{i}/at"))]);
    case.ledger["synthesized"][i]["rule"] = json!("OZ-id");
    finds(&case, &[(Code::AuditRuleDeed, &format!("/synthesized/{i}/rule"))]);
    let mut case = Case::to_checkpoint();
    case.ledger["omitted"][0]["rule"] = json!("ZO-belief");
    let found = case.findings();
    assert!(found.contains(&(Code::AuditRuleDeed, "/omitted/0/rule".to_owned())), "{found:?}");
}

#[test]
fn a_rule_for_another_case() {
    // `use B` was never retracted.
    let mut case = Case::to_packet();
    case.source["statements"][0]["status"] = json!("active");
    let i = case.entry("/statements/0/status");
    let found = case.sealed().findings();
    assert!(found.contains(&(Code::AuditWhen, format!("/moved/{i}/from"))), "{found:?}");

    // What is not empty is not implied by nothing.
    let mut case = Case::to_packet();
    case.source["progress"]["next"] = json!("run it");
    let i = case.entry("/progress/next");
    finds(&case.sealed(), &[(Code::AuditWhen, &format!("/moved/{i}/from"))]);
}

#[test]
fn classes_that_do_not_fit() {
    let (case, at) = entry_with(Case::to_packet(), "/id", "/to/0/as", "structural");
    let found = case.findings();
    assert!(found.contains(&(Code::AuditStructuralPlace, at.replace("as", "at"))), "{found:?}");
    let (case, at) = entry_with(Case::to_packet(), "/id", "/to/0/as", "splendid");
    finds(&case, &[(Code::AuditClass, &at), (Code::AuditTargetMissing, "/packet/id")]);
    for class in ["transcoded", "narrated", "demoted", "regenerated"] {
        let (mut case, at) = entry_with(Case::to_packet(), "/id", "/to/0/as", class);
        let i = case.entry("/id");
        case.ledger["moved"][i]["fidelity"] = json!(class);
        let found = case.findings();
        assert!(found.contains(&(Code::AuditClass, at)), "{class}: {found:?}");
    }
    // An entry is no better than its landings, and a demotion shows.
    let (case, at) = entry_with(Case::to_packet(), "/statements/0/kind", "/fidelity", "exact");
    let summary = [(Code::AuditSummary, "/summary/exact"), (Code::AuditSummary, "/summary/narrated")];
    finds(&case, &[[(Code::AuditClass, at.as_str())].as_slice(), &summary].concat());
    let (case, at) =
        entry_with(Case::to_packet(), "/statements/1/verification/state", "/fidelity", "transcoded");
    let summary = [(Code::AuditSummary, "/summary/transcoded"), (Code::AuditSummary, "/summary/demoted")];
    finds(&case, &[[(Code::AuditClass, at.as_str())].as_slice(), &summary].concat());
}

#[test]
fn losses_dressed_up_as_made_anew() {
    let mut case = Case::to_packet();
    let i = case.entry("/created_at");
    case.ledger["moved"][i]["fidelity"] = json!("regenerated");
    case.ledger["moved"][i]["to"] = json!([]);
    case.ledger["summary"]["exact"] = json!(7);
    case.ledger["summary"]["regenerated"] = json!(2);
    let at = format!("/moved/{i}/fidelity");
    finds(&case, &[(Code::AuditRegenerated, &at), (Code::AuditTargetMissing, "/packet/createdAt")]);
    case.ledger["moved"][i]["fidelity"] = json!("exact");
    case.ledger["summary"]["exact"] = json!(8);
    case.ledger["summary"]["regenerated"] = json!(1);
    let at = format!("/moved/{i}/to");
    finds(&case, &[(Code::AuditNoLanding, &at), (Code::AuditTargetMissing, "/packet/createdAt")]);
}

#[test]
fn a_stranger_is_not_this_tool() {
    let mut case = Case::to_packet();
    case.source["source"]["producer"]["name"] = json!("somebody");
    let at = format!("/moved/{}/fidelity", case.entry("/source/producer/name"));
    finds(&case.sealed(), &[(Code::AuditRegenerated, &at)]);
}

#[test]
fn an_exact_value_that_differs() {
    let mut case = Case::to_packet();
    case.target["content"]["capsule"]["objective"] = json!("go home");
    let at = format!("/moved/{}/to/0/at", case.entry("/task/objective"));
    finds(&case.sealed(), &[(Code::AuditExactValue, &at)]);
}

#[test]
fn two_values_swapped() {
    let mut case = Case::to_checkpoint();
    case.target["statements"][0]["text"] = json!("it was");
    case.target["statements"][1]["text"] = json!("it is");
    let case = case.sealed();
    let (first, second) =
        (case.entry("/content/beliefs/0/content"), case.entry("/content/beliefs/1/content"));
    let (first_at, second_at) = (format!("/moved/{first}/to/0/at"), format!("/moved/{second}/to/0/at"));
    finds(&case, &[(Code::AuditExactValue, &first_at), (Code::AuditExactValue, &second_at)]);
    // A ledger that follows the swap tells the truth about each value, and not about whose it is.
    let mut case = case;
    case.ledger["moved"][first]["to"][0]["at"] = json!("/statements/1/text");
    case.ledger["moved"][second]["to"][0]["at"] = json!("/statements/0/text");
    finds(&case, &[(Code::AuditMixed, &first_at), (Code::AuditMixed, &second_at)]);
}

#[test]
fn maps_and_transforms_that_lead_elsewhere() {
    let mut case = Case::to_packet();
    case.target["content"]["beliefs"][0]["reviewState"] = json!("unreviewed");
    let at = format!("/moved/{}/to/1/at", case.entry("/statements/0/status"));
    finds(&case.sealed(), &[(Code::AuditTranscodedValue, &at)]);

    let mut case = Case::to_packet();
    case.target["content"]["evidenceSources"][0]["digest"] = json!("sha256:cd");
    let i = case.entry("/resources/0/digest/value");
    let (one, two) = (format!("/moved/{}/to/0/at", i - 1), format!("/moved/{i}/to/0/at"));
    finds(&case.sealed(), &[(Code::AuditTranscodedValue, &one), (Code::AuditTranscodedValue, &two)]);

    let mut case = Case::to_checkpoint();
    case.target["resources"][0]["digest"]["algorithm"] = json!("sha-512");
    let at = format!("/moved/{}/to/0/at", case.entry("/content/evidenceSources/0/digest"));
    finds(&case.sealed(), &[(Code::AuditTranscodedValue, &at)]);

    let (mut case, at) = entry_with(Case::to_packet(), "/task/objective", "/rule", "OZ-strange");
    let i = case.entry("/task/objective");
    case.ledger["moved"][i]["fidelity"] = json!("transcoded");
    case.ledger["moved"][i]["to"][0]["as"] = json!("transcoded");
    case.ledger["summary"]["exact"] = json!(7);
    case.ledger["summary"]["transcoded"] = json!(5);
    finds(&case, &[(Code::AuditTransform, &at.replace("rule", "to/0/at"))]);
}

#[test]
fn a_demotion_that_did_not_happen() {
    let mut case = Case::to_packet();
    case.target["content"]["verification"][0]["state"] = json!("verified");
    let at = format!("/moved/{}/to/0/at", case.entry("/statements/1/verification/state"));
    let mut case = case.sealed();
    finds(&case, &[(Code::AuditTranscodedValue, &at)]);
    // Nor does it help to call the value carried as it is.
    let i = case.entry("/statements/1/verification/state");
    case.ledger["moved"][i]["to"][0]["as"] = json!("exact");
    finds(&case, &[(Code::AuditTranscodedValue, &at)]);
}

#[test]
fn a_line_that_does_not_say_it() {
    // Each with the first value that the line does not say: another text, a missing tag, another tag, words after, before
    // and between the values, and a value that is said twice.
    for (line, value) in [
        ("[retracted decision] use B", "text"),
        ("use A", "kind"),
        ("[superseded decision] use A", "kind"),
        ("[retracted constraint] use A", "kind"),
        ("[retracted decision] use A, at once", "kind"),
        ("Never mind: [retracted decision] use A", "kind"),
        ("[retracted, but valid, decision] use A", "kind"),
        ("[retracted decision]: use A", "text"),
        ("[retracted decision] use A use A", "kind"),
    ] {
        let mut case = Case::to_packet();
        case.target["content"]["beliefs"][0]["content"] = json!(line);
        let at = format!("/moved/{}/to/0/at", case.entry(&format!("/statements/0/{value}")));
        let found = case.sealed().findings();
        assert_eq!(found, [(Code::AuditNarratedText, at)], "{line}");
    }
    // Or a line that is said to be the bare text.
    let mut case = Case::to_packet();
    case.target["content"]["capsule"]["limitations"][0]["text"] = json!("blocked");
    let i = case.entry("/task/status");
    case.ledger["moved"][i]["fidelity"] = json!("exact");
    case.ledger["moved"][i]["to"][0]["as"] = json!("exact");
    case.ledger["summary"]["exact"] = json!(9);
    case.ledger["summary"]["narrated"] = json!(3);
    finds(&case.sealed(), &[(Code::AuditNarratedText, &format!("/moved/{i}/to/0/at"))]);
}

#[test]
fn a_value_told_where_there_is_no_text() {
    let mut case = Case::to_packet();
    case.target["content"]["capsule"]["limitations"][0]["text"] = json!(1);
    let at = format!("/moved/{}/to/0/at", case.entry("/task/status"));
    finds(&case.sealed(), &[(Code::AuditNarratedText, &at)]);
}

#[test]
fn a_place_that_implies_something_else() {
    let mut case = Case::to_packet();
    case.source["statements"][1]["kind"] = json!("constraint");
    let at = format!("/moved/{}/to/0/at", case.entry("/statements/1/kind"));
    finds(&case.sealed(), &[(Code::AuditStructuralValue, &at)]);
}

#[test]
fn ids_and_references_that_mislead() {
    // Two objects under one name.
    let mut case = Case::to_packet();
    case.target["content"]["evidenceSources"][0]["id"] = json!("s2");
    case.target["content"]["evidenceAnchors"][0]["sourceRef"] = json!("s2");
    let i = case.entry("/resources/0/id");
    let found = case.sealed().findings();
    assert!(found.contains(&(Code::AuditIdRenamed, format!("/moved/{i}/to/0/at"))), "{found:?}");

    // A renaming that its references do not follow, and one that they do.
    let mut case = Case::to_checkpoint();
    case.target["resources"][0]["id"] = json!("e1-2");
    let i = case.entry("/content/evidenceSources/0/id");
    case.ledger["moved"][i]["fidelity"] = json!("transcoded");
    case.ledger["moved"][i]["to"][0]["as"] = json!("transcoded");
    case.ledger["summary"]["exact"] = json!(7);
    case.ledger["summary"]["transcoded"] = json!(4);
    let anchor = case.entry("/content/evidenceAnchors/0/sourceRef");
    let mut case = case.sealed();
    finds(&case, &[(Code::AuditReference, &format!("/moved/{anchor}/to/0/at"))]);
    case.target["statements"][0]["evidence"][0] = json!("e1-2");
    case.ledger["moved"][anchor]["fidelity"] = json!("transcoded");
    case.ledger["moved"][anchor]["to"][0]["as"] = json!("transcoded");
    case.ledger["summary"]["exact"] = json!(6);
    case.ledger["summary"]["transcoded"] = json!(5);
    finds(&case.sealed(), &[]);

    // A reference told in a line.
    let mut case = Case::to_packet();
    case.target["content"]["evidenceSources"][0]["title"] = json!("replaced by \"s2\"");
    let at = format!("/moved/{}/to/0/at", case.entry("/statements/1/superseded_by"));
    finds(&case.sealed(), &[(Code::AuditNarratedText, &at)]);
}

#[test]
fn evidence_tied_to_another_claim() {
    let mut case = Case::to_packet();
    case.target["content"]["evidenceAnchors"][0]["claimRef"] = json!("s2");
    let at = format!("/moved/{}/to/0/at", case.entry("/statements/0/evidence/0"));
    finds(&case.sealed(), &[(Code::AuditLink, &at)]);

    let mut case = Case::to_checkpoint();
    let evidence = case.target["statements"][0].as_object_mut().unwrap().remove("evidence").unwrap();
    case.target["statements"][1]["evidence"] = evidence;
    let i = case.entry("/content/evidenceAnchors/0/sourceRef");
    case.ledger["moved"][i]["to"][0]["at"] = json!("/statements/1/evidence/0");
    finds(&case.sealed(), &[(Code::AuditLink, &format!("/moved/{i}/to/0/at"))]);
}

#[test]
fn made_values_the_rule_does_not_make() {
    let mut case = Case::to_checkpoint();
    case.target["opencheckpoint"] = json!("0.2");
    let at = format!("/synthesized/{}/at", case.other("synthesized", "/opencheckpoint"));
    finds(&case.sealed(), &[(Code::AuditFormat, "/target/version"), (Code::AuditMadeValue, &at)]);
}

#[test]
fn computed_values_that_are_wrong() {
    let wrong = |case: &Case, place: &str| {
        let found = case.findings();
        assert!(found.contains(&(Code::AuditComputedValue, place.to_owned())), "{place}: {found:?}");
    };
    let mut case = Case::to_packet();
    case.target["packet"]["nonce"] = json!("00000000000000000000000000000000");
    wrong(&case, "/packet/nonce");
    let mut case = Case::to_packet();
    case.target["manifest"]["rootHash"] = json!(format!("sha256:{}", "0".repeat(64)));
    wrong(&case, "/manifest/rootHash");
    for date in ["2026-02-01T03:04:06Z", "2025-12-31T03:04:05Z", "2026-02-01T04:04:05+01:00", "soon"] {
        let mut case = Case::to_packet();
        case.target["retention"]["reviewBy"] = json!(date);
        wrong(&case.sealed(), "/retention/reviewBy");
    }
    let mut case = Case::to_packet();
    case.target["retention"]["reviewBy"] = json!("2026-03-03T03:04:05Z");
    finds(&case.sealed(), &[]);
    let mut case = Case::to_checkpoint();
    case.target["id"] = json!("urn:uuid:00000000-0000-8000-8000-000000000000");
    wrong(&case, "/id");
    let mut case = Case::to_checkpoint();
    case.target["derivation"]["inputs"][0]["digest"]["value"] = json!("0".repeat(64));
    wrong(&case, "/derivation/inputs/0/digest/value");
}
