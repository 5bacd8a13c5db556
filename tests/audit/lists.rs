//! Lies about what became of a value, what was made, and what the target lists as left out.

use ocp_convert::finding::Code;
use serde_json::{Value, json};

use crate::fixture::{Case, finds};

fn remove(list: &mut Value, i: usize) -> Value {
    list.as_array_mut().unwrap().remove(i)
}

fn push(list: &mut Value, entry: Value) {
    list.as_array_mut().unwrap().push(entry);
}

#[test]
fn a_source_value_without_an_entry() {
    let mut case = Case::to_packet();
    let i = case.entry("/source/producer/name");
    remove(&mut case.ledger["moved"], i);
    case.ledger["summary"]["regenerated"] = json!(0);
    finds(&case, &[(Code::AuditSourceMissing, "/source/producer/name")]);
}

#[test]
fn a_source_value_with_two_entries() {
    let mut case = Case::to_packet();
    let again = case.ledger["moved"][case.entry("/id")].clone();
    push(&mut case.ledger["moved"], again);
    case.ledger["summary"]["exact"] = json!(9);
    finds(&case, &[(Code::AuditSourceTwice, "/moved/20/from")]);
}

#[test]
fn a_value_both_moved_and_omitted() {
    let mut case = Case::to_checkpoint();
    let mut lost = case.ledger["omitted"][0].clone();
    push(&mut case.ledger["omitted"], lost.clone());
    lost["from"] = json!("/packet/id");
    push(&mut case.ledger["omitted"], lost);
    case.ledger["summary"]["omitted"] = json!(4);
    finds(
        &case,
        &[
            (Code::AuditSourceTwice, "/omitted/2/from"),
            (Code::AuditSourceTwice, "/omitted/3/from"),
            (Code::AuditRuleFrom, "/omitted/3/from"),
            (Code::AuditOmissionUnlisted, "/packet/id"),
        ],
    );
}

#[test]
fn entries_that_name_no_leaf() {
    for from in ["/statements/9/id", "/statements", "", "id", "/statements/00/id"] {
        let mut case = Case::to_packet();
        let i = case.entry("/source/producer/name");
        case.ledger["moved"][i]["from"] = json!(from);
        let at = format!("/moved/{i}/from");
        finds(&case, &[(Code::AuditSourcePlace, &at), (Code::AuditSourceMissing, "/source/producer/name")]);
    }
}

#[test]
fn a_target_value_out_of_nothing() {
    let mut case = Case::to_packet();
    push(&mut case.target["content"]["capsule"]["decisions"], json!({"text": "delete everything"}));
    case.ledger["summary"]["targetLeaves"] = json!(30);
    finds(&case.sealed(), &[(Code::AuditTargetMissing, "/content/capsule/decisions/1/text")]);
}

#[test]
fn an_empty_list_out_of_nothing() {
    let mut case = Case::to_checkpoint();
    case.target["operations"] = json!([]);
    case.ledger["summary"]["targetLeaves"] = json!(20);
    finds(&case.sealed(), &[(Code::AuditTargetMissing, "/operations")]);
}

#[test]
fn landings_that_are_not_there() {
    let mut case = Case::to_packet();
    let i = case.entry("/statements/0/evidence/0");
    for at in
        ["/content/evidenceAnchors/1/sourceRef", "/content/evidenceAnchors/0", "/content/evidenceAnchors"]
    {
        case.ledger["moved"][i]["to"][0]["at"] = json!(at);
        let pointer = format!("/moved/{i}/to/0/at");
        let bare = (Code::AuditTargetMissing, "/content/evidenceAnchors/0/sourceRef");
        // Without its source the anchor holds made values only.
        let anchor =
            format!("/synthesized/{}/at", case.other("synthesized", "/content/evidenceAnchors/0/claimRef"));
        finds(&case, &[(Code::AuditTargetPlace, &pointer), bare, (Code::AuditMadeValue, &anchor)]);
    }
}

#[test]
fn made_values_that_are_not_there() {
    let mut case = Case::to_packet();
    let i = case.other("synthesized", "/retention/exportedAt");
    case.ledger["synthesized"][i]["at"] = json!("/retention/expiresAt");
    let at = format!("/synthesized/{i}/at");
    finds(&case, &[(Code::AuditTargetPlace, &at), (Code::AuditTargetMissing, "/retention/exportedAt")]);
}

#[test]
fn one_place_claimed_twice() {
    let mut case = Case::to_packet();
    let i = case.entry("/id");
    let landing = case.ledger["moved"][i]["to"][0].clone();
    push(&mut case.ledger["moved"][i]["to"], landing);
    finds(&case, &[(Code::AuditTargetTwice, &format!("/moved/{i}/to/1/at"))]);

    let mut case = Case::to_packet();
    push(
        &mut case.ledger["synthesized"],
        json!({"rule": "OZ-dates", "at": "/retention/reviewBy", "reason": "why"}),
    );
    case.ledger["summary"]["synthesized"] = json!(15);
    finds(&case, &[(Code::AuditTargetTwice, "/synthesized/14/at")]);
}

#[test]
fn omissions_under_another_rule_status_or_reason() {
    let mut case = Case::to_packet();
    let i = case.other("omitted", "/extra");
    case.ledger["omitted"][i]["status"] = json!("redacted");
    case.ledger["omitted"][i]["reason"] = json!("it was of no use");
    let (status, reason) = (format!("/omitted/{i}/status"), format!("/omitted/{i}/reason"));
    finds(&case, &[(Code::AuditStatus, &status), (Code::AuditReason, &reason)]);

    // The catch-all is for what no table defines, and `view` is defined.
    let mut case = Case::to_packet();
    case.ledger["omitted"][0]["rule"] = json!("OZ-undefined");
    case.ledger["omitted"][1]["rule"] = json!("OZ-undefined");
    case.target["omissionManifest"]["entries"][0]["reason"] = json!("OZ-undefined");
    let expected = [(Code::AuditUndefined, "/omitted/0/from"), (Code::AuditUndefined, "/omitted/1/from")];
    finds(&case.sealed(), &expected);
}

#[test]
fn a_made_value_with_another_reason() {
    let mut case = Case::to_checkpoint();
    case.ledger["synthesized"][0]["reason"] = json!("trust me");
    finds(&case, &[(Code::AuditReason, "/synthesized/0/reason")]);
}

#[test]
fn a_value_hidden_as_omitted() {
    // A constraint cannot be said to be lost under the rule for application state.
    let mut case = Case::to_packet();
    let i = case.entry("/task/status");
    remove(&mut case.ledger["moved"], i);
    push(
        &mut case.ledger["omitted"],
        json!({"rule": "OZ-application", "from": "/task/status", "status": "dropped", "reason": "why"}),
    );
    case.ledger["summary"]["narrated"] = json!(3);
    case.ledger["summary"]["omitted"] = json!(4);
    finds(
        &case,
        &[
            (Code::AuditRuleFrom, "/omitted/3/from"),
            (Code::AuditTargetMissing, "/content/capsule/limitations/0/text"),
            (Code::AuditOmissionUnlisted, "/task/status"),
        ],
    );
}

#[test]
fn a_loss_the_packet_does_not_list() {
    let mut case = Case::to_packet();
    case.target["omissionManifest"]["entries"][0]["sourcePointers"][0] =
        json!("/application_context/0/view/x");
    finds(
        &case.sealed(),
        &[
            (Code::AuditOmissionInvented, "/omissionManifest/entries/0/sourcePointers/0"),
            (Code::AuditOmissionUnlisted, "/application_context"),
        ],
    );
}

#[test]
fn a_loss_the_packet_lists_under_another_rule_or_status() {
    let mut case = Case::to_packet();
    case.target["omissionManifest"]["entries"][1]["reason"] = json!("OZ-application");
    case.target["omissionManifest"]["entries"][0]["status"] = json!("omitted");
    finds(
        &case.sealed(),
        &[
            (Code::AuditOmissionInvented, "/omissionManifest/entries/1/sourcePointers/0"),
            (Code::AuditOmissionUnlisted, "/extra"),
            (Code::AuditOmissionStatus, "/omissionManifest/entries/0/status"),
        ],
    );
}

#[test]
fn a_loss_the_checkpoint_does_not_list() {
    for (description, fits) in [
        ("ocp-convert 1: ZO-proof: left out, no place for it here: \"/scopeProof/k\"", true),
        ("ocp-convert 1: ZO-listed: left out: \"/scopeProof\"", true),
        ("ocp-convert 1: ZO-proof: left out, no place for it here: /scopeProof", true),
        ("Something was left out.", false),
    ] {
        let mut case = Case::to_checkpoint();
        case.target["derivation"]["omissions"][0]["description"] = json!(description);
        let place = "/derivation/omissions/0/description";
        let mut expected =
            vec![(Code::AuditOmissionInvented, place), (Code::AuditOmissionUnlisted, "/scopeProof")];
        let at = format!("/synthesized/{}/at", case.other("synthesized", place));
        if !fits {
            expected.push((Code::AuditMadeValue, &at));
        }
        finds(&case.sealed(), &expected);
    }
}

#[test]
fn a_loss_the_checkpoint_weighs_otherwise() {
    let mut case = Case::to_checkpoint();
    case.target["derivation"]["omissions"][0]["reason"] = json!("sensitive");
    let at = format!("/synthesized/{}/at", case.other("synthesized", "/derivation/omissions/0/reason"));
    let place = "/derivation/omissions/0/reason";
    finds(&case.sealed(), &[(Code::AuditOmissionStatus, place), (Code::AuditMadeValue, &at)]);
}

#[test]
fn a_list_that_invents_a_loss() {
    let mut case = Case::to_packet();
    push(&mut case.target["omissionManifest"]["entries"][1]["sourcePointers"], json!("/task/objective"));
    push(
        &mut case.ledger["synthesized"],
        json!({"rule": "OZ-listed", "at": "/omissionManifest/entries/1/sourcePointers/1", "reason": "why"}),
    );
    case.ledger["summary"]["synthesized"] = json!(15);
    case.ledger["summary"]["targetLeaves"] = json!(30);
    finds(&case.sealed(), &[(Code::AuditOmissionInvented, "/omissionManifest/entries/1/sourcePointers/1")]);
}
