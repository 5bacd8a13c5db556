//! What is never preserved, wherever in a document it stands.

use ocp_convert::convert::{Options, Proof, preserve, restore};
use serde_json::{Value, json};

use crate::documents::{smallest, with_root};
use crate::{NAME, digest, preserved, preserved_with, sample, tree};

/// Codes and places.
fn refusals(document: &Value) -> Vec<String> {
    preserved_with(document, &Options::default(), None).map_or_else(|codes| codes, |_| Vec::new())
}

fn checkpoint_with(extension: &Value) -> Value {
    let mut document = smallest();
    document["extensions"] = json!({ "com.example/x": extension });
    document
}

fn packet_with(extension: &Value) -> Value {
    let mut packet = sample("zcf/01-claude-code-handoff.zcf.json");
    packet["extensions"] = json!({ "com.example/x": extension });
    with_root(packet)
}

fn signed() -> Value {
    sample("signed/01-mac-ok.zcf.json")
}

#[test]
fn a_proof_of_scope_is_found_at_any_depth() {
    let proof = json!({"version": "1.1", "admission": {"path": ["org"]}});
    for (extension, place) in [
        (json!({"scopeProof": proof}), "/scopeProof"),
        (json!({"a": [[{"b": {"scopeProof": proof}}]]}), "/a/0/0/b/scopeProof"),
        (json!({"scope_proof": proof}), "/scope_proof"),
        (json!({"SCOPE-PROOF": "eyJ"}), "/SCOPE-PROOF"),
        (json!({"parentScopeProofs": [proof]}), "/parentScopeProofs"),
        (json!({"scopeProof": {}}), "/scopeProof"),
        (json!([{"name": "scopeProof", "value": proof}]), "/0"),
        (json!({"arguments": json!({"scopeProof": proof}).to_string()}), "/arguments"),
    ] {
        for document in [checkpoint_with(&extension), packet_with(&extension)] {
            let wanted = format!("residue_authentication /extensions/com.example~1x{place}");
            assert_eq!(refusals(&document), [wanted], "{extension}");
        }
    }
    let mut call = smallest();
    call["operations"] = json!([{"id": "o1", "kind": "action", "status": "planned", "description": "d", "effect": "none",
        "resume": "retry", "call": {"tool": "t", "arguments": {"handoff": {"scopeProof": proof}}}}]);
    let at = "residue_authentication /operations/0/call/arguments/handoff/scopeProof";
    assert_eq!(refusals(&call), [at]);
    // Members that no table defines, let in by the lenient.
    for member in ["source", "content"] {
        let mut packet = sample("zcf/01-claude-code-handoff.zcf.json");
        let place = if member == "source" { "/source" } else { "/content/beliefs/0" };
        packet.pointer_mut(place).unwrap()["scopeProof"] = proof.clone();
        let packet = with_root(packet);
        let codes = preserved_with(&packet, &Options::default().lenient(true), None).unwrap_err();
        assert_eq!(codes, [format!("residue_authentication {place}/scopeProof")]);
    }
}

#[test]
fn signatures_and_authentications_are_found_at_any_depth() {
    let authentication = signed()["authentication"].clone();
    let hex = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";
    for (extension, place) in [
        (json!({"packet": signed()}), "/packet"),
        (json!({"packets": [signed().to_string()]}), "/packets/0"),
        (json!({"a": [{"auth": authentication}]}), "/a/0/auth"),
        (json!({"kind": "source-signature"}), ""),
        (json!({"kind": "Recipient_Bound_MAC"}), ""),
        (json!({"signature": hex, "algorithm": "ed25519"}), "/signature"),
        (json!({"mac": hex}), "/mac"),
        (json!({"signatures": [{"keyid": "k", "sig": hex}]}), "/signatures/0/sig"),
        (json!({"signatures": [hex]}), "/signatures"),
        (json!({"format": "zephr-continuity", "authentication": {"kind": "later"}}), ""),
    ] {
        for document in [checkpoint_with(&extension), packet_with(&extension)] {
            let wanted = format!("residue_authentication /extensions/com.example~1x{place}");
            // A short name of a signature is one of credentials too.
            let authentication: Vec<_> =
                refusals(&document).into_iter().filter(|code| !code.starts_with("residue_secret")).collect();
            assert_eq!(authentication, [wanted], "{extension}");
        }
    }
}

#[test]
fn what_vouches_for_nobody_is_preserved() {
    for extension in [
        json!({"requiresScopeProof": true, "scopeProof": null, "scopeProofPolicy": "none"}),
        json!({"telescopeproofing": "done", "name": "scopeProof"}),
        json!({"kind": "function", "signature": "fn add(a: u32, b: u32) -> u32"}),
        json!({"kind": "interface", "mac": "02:42:ac:11:00:02"}),
        json!({"packet": sample("zcf/01-claude-code-handoff.zcf.json")}),
        json!({"authentication": {"kind": "unsigned"}, "recipientIntent": {"kind": "recipient-bound"}}),
        json!({"text": "[the scopeProof was left out]", "list": ["scopeProof", "signature"]}),
    ] {
        for document in [checkpoint_with(&extension), packet_with(&extension)] {
            assert_eq!(refusals(&document), Vec::<String>::new(), "{extension}");
        }
    }
}

/// A residue made elsewhere gives none of it back either.
#[test]
fn nothing_that_vouches_is_restored() {
    let mut target = preserved(&smallest());
    let wanted = checkpoint_with(&json!({"scope_proof": {"a": 1}}));
    target["extensions"][NAME]["patch"] = json!([{"op": "replace", "path": "", "value": wanted}]);
    let digest = digest(&wanted);
    let text = target.to_string();
    let found =
        restore(&tree(&text), &Proof { digest: Some(&digest), key: None }, &Options::default()).unwrap_err();
    let found: Vec<_> = found.iter().map(|f| format!("{} {}", f.code, f.pointer)).collect();
    assert_eq!(found, ["residue_authentication /extensions/com.example~1x/scope_proof"]);
}

/// A pointer to a member whose name is a token would repeat the token.
#[test]
fn no_refusal_repeats_a_credential() {
    let token = format!("ghp_{}", "0a1b2c3d".repeat(5));
    for extension in [
        json!({ &token: 1 }),
        json!({"a": [{ &token: {"password": "hunter2!", "scopeProof": {"a": "hunter2!"}, "uri": "https://u:hunter2!@h.example/"}}]}),
        json!({"password=hunter2!": true}),
        json!({"password": ["hunter2!"]}),
    ] {
        for document in [checkpoint_with(&extension), packet_with(&extension)] {
            let text = document.to_string();
            let findings = preserve(&tree(&text), &Options::default(), None).unwrap_err();
            assert!(findings.iter().any(|f| f.code.as_str() == "residue_secret"), "{findings:?}");
            let said = format!("{findings:?}");
            assert!(!said.contains(&token) && !said.contains("hunter2!"), "{said}");
        }
    }
}
