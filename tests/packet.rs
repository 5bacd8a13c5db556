//! Packets: envelope, closed sets, sections, references, root (the Zephr text; profile 1, sections 3 to 5).
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod documents;

use documents::{change, changed, errors, findings, packet, with_root};
use serde_json::{Value, json};

/// Applies each change to the richest packet, gives it its root, and compares all findings.
fn check(rows: &[(&str, &str, &[&str])]) {
    for (pointer, value, expected) in rows {
        assert_eq!(findings(&with_root(change(&packet(), pointer, value))), *expected, "{pointer} = {value}");
    }
}

/// Every word passes at the place, another is an error of the format.
fn closed_set(pointer: &str, words: &[&str]) {
    for word in words {
        let copy = with_root(change(&packet(), pointer, &format!("\"{word}\"")));
        let found = errors(&copy);
        assert!(!found.iter().any(|f| f == &format!("schema {pointer}")), "{pointer} = {word}: {found:?}");
    }
    for other in ["\"other\"", "null", "1"] {
        let copy = with_root(change(&packet(), pointer, other));
        assert!(errors(&copy).contains(&format!("schema {pointer}")), "{pointer} = {other}");
    }
}

// clause: ZCF-ENV-2, ZCF-ENV-3, ZCF-ENV-15, ZCF-ENV-16, ZCF-ENV-18, ZCF-VER-5, ZCF-VER-9
#[test]
fn the_envelope() {
    assert_eq!(findings(&packet()), [""; 0]);
    for member in packet().as_object().unwrap().keys() {
        let found = errors(&change(&packet(), &format!("/{member}"), "-"));
        match member.as_str() {
            "format" => assert_eq!(found, ["format_unrecognised "]),
            "scopeProof" => assert_eq!(found, ["manifest_root_mismatch /manifest/rootHash"]),
            _ => assert_eq!(found.first().map(String::as_str), Some("schema "), "{member}"),
        }
    }
    let without =
        ["/scopeProof", "/content/allowedTools", "/retention/expiresAt", "/content/beliefs/0/reviewState"];
    let changes: Vec<(&str, &str)> = without.iter().map(|p| (*p, "-")).collect();
    assert_eq!(findings(&with_root(changed(&packet(), &changes))), [""; 0]);
    assert_eq!(errors(&change(&packet(), "/manifest", "{}")), ["schema /manifest"]);
}

// clause: ZCF-VER-6, ZCF-VER-7, ZCF-ENV-17
#[test]
fn the_top_level_is_closed_and_extensions_are_open() {
    check(&[
        ("/notes", "1", &["error unknown_field /notes"]),
        ("/x-zephr-foo", "{}", &["error unknown_field /x-zephr-foo"]),
        ("/extensions", "{}", &[]),
        ("/extensions", r#"{"com.example.any": [null], "x-zephr-y": 1}"#, &[]),
        ("/extensions", r#"{"any": 1}"#, &["warning profile_deviation /extensions/any"]),
        ("/extensions", "null", &["error schema /extensions"]),
        ("/extensions", "[]", &["error schema /extensions"]),
    ]);
}

// clause: ZCF-ENV-4, ZCF-ENV-5, ZCF-ENV-9, ZCF-CLIENT-1, ZCF-AUTH-1, ZCF-QUAL-1, ZCF-QUAL-2, ZCF-REV-1
#[test]
fn closed_sets() {
    closed_set("/artifactKind", &["session-handoff", "continuity-archive"]);
    closed_set("/canonicalizationProfile", &["ZCF-JSON-v1"]);
    closed_set("/recipientIntent/kind", &["unbound-local-import", "recipient-bound"]);
    closed_set("/source/client/kind", &["claude-code", "cursor", "codex", "opencode", "console"]);
    closed_set("/authentication/kind", &["unsigned", "recipient-bound-mac", "source-signature"]);
    closed_set("/content/capsule/captureQuality", &["complete", "partial", "degraded"]);
    let coverage = ["native", "consented-manual", "derived", "unavailable"];
    closed_set("/content/capsule/lifecycleCoverage", &coverage);
    closed_set("/content/beliefs/0/reviewState", &["unreviewed", "confirmed", "rejected", "superseded"]);
    let statuses =
        ["native", "narrated", "dropped", "refused", "omitted", "unsupported", "not_captured", "redacted"];
    closed_set("/omissionManifest/entries/0/status", &statuses);
}

// clause: ZCF-ENV-6, ZCF-ENV-7, ZCF-ENV-8, ZCF-ENV-11, ZCF-ENV-12, ZCF-ENV-13, ZCF-ENV-14, ZCF-SEC-4
#[test]
fn members_of_the_envelope_objects() {
    for (holder, members) in [
        ("/packet", vec!["id", "nonce", "intent", "createdAt", "generation"]),
        ("/source", vec!["installationKeyId", "scopeRefs", "client"]),
        ("/source/client", vec!["kind"]),
        ("/redactionManifest", vec!["policyId", "policyVersion", "entries"]),
        ("/omissionManifest", vec!["entries"]),
        ("/retention", vec!["exportedAt", "policyVersion", "reviewBy"]),
        ("/content/beliefs/0", vec!["portableRef", "sourceId", "content"]),
    ] {
        for member in members {
            let found = errors(&with_root(change(&packet(), &format!("{holder}/{member}"), "-")));
            assert_eq!(found, [format!("schema {holder}")], "{member}");
        }
    }
    for generation in ["0", "2", "\"1\""] {
        check(&[("/packet/generation", generation, &["error schema /packet/generation"])]);
    }
    check(&[
        ("/redactionManifest/entries", "[]", &[]),
        ("/omissionManifest/entries", "[]", &[]),
        ("/retention/expiresAt", "-", &[]),
        ("/packet/id", "5", &["error schema /packet/id"]),
    ]);
}

#[test]
fn what_only_the_profile_pins_is_a_warning() {
    for (pointer, value) in [
        ("/packet/createdAt", "\"yesterday\""),
        ("/packet/label", "1"),
        ("/source/client/name", "5"),
        ("/content/capsule/mood", "\"x\""),
        ("/content/capsule/risks", "{}"),
        ("/content/capsule/constraints/0/text", "5"),
        ("/content/evidenceAnchors/0/role", "\"other\""),
        ("/content/evidenceSources/0/locator", "\"x\""),
        ("/content/receipts/0/kind", "\"x\""),
        ("/retention/reviewBy", "5"),
        ("/omissionManifest/entries/0/note", "1"),
        ("/scopeProof", "[]"),
    ] {
        check(&[(pointer, value, &[&format!("warning profile_deviation {pointer}")])]);
    }
}

// clause: ZCF-SEC-2, ZCF-SEC-3, ZCF-SEC-5, ZCF-SEC-6, ZCF-SEC-7, ZCF-SEC-8, ZCF-SEC-9, ZCF-SEC-10, ZCF-SEC-11
// clause: ZCF-SEC-12, ZCF-ENV-10
#[test]
fn sections() {
    let unrecorded: &[&str] = &["warning section_unrecorded /content"];
    for section in [
        "beliefs",
        "evidenceSources",
        "evidenceAnchors",
        "receipts",
        "reviewEvents",
        "verification",
        "sourceHandoff",
    ] {
        let pointer = format!("/content/{section}");
        let copy = with_root(change(&packet(), &pointer, "-"));
        let found: Vec<String> = findings(&copy).into_iter().filter(|f| f.ends_with(" /content")).collect();
        assert_eq!(found, unrecorded, "{section}");
        let recorded = format!(r#"{{"section": "{section}", "status": "omitted"}}"#);
        let copy = with_root(change(&copy, "/omissionManifest/entries/1", &recorded));
        assert!(!findings(&copy).iter().any(|f| f.ends_with(" /content")), "{section}");
    }
    check(&[
        ("/content/allowedTools", "-", &[]),
        ("/content/reviewEvents", "[]", &[]),
        ("/content/verification", "[]", &[]),
        (
            "/content/beliefs",
            "{}",
            &[
                "error schema /content/beliefs",
                "warning dangling_reference /content/evidenceAnchors/0/claimRef",
                "warning dangling_reference /content/reviewEvents/0/claimRef",
                "warning dangling_reference /content/verification/0/claimRef",
            ],
        ),
        ("/content/telemetry", "{}", &["warning section_unsupported /content/telemetry"]),
        ("/content/retention", "{}", &["error section_name_collision /content/retention"]),
        ("/content/archiveRefs", "[]", &["error content_mixed /content"]),
        (
            "/artifactKind",
            "\"continuity-archive\"",
            &["error section_missing /content", "error content_mixed /content/capsule"],
        ),
    ]);
    let no_capsule = with_root(change(&packet(), "/content/capsule", "-"));
    assert_eq!(errors(&no_capsule), ["section_missing /content"]);
    let entry = r#"{"section": "capsule", "status": "not_captured"}"#;
    assert_eq!(errors(&with_root(change(&no_capsule, "/omissionManifest/entries/1", entry))), [""; 0]);
    let archive = r#"{"archiveRefs": [{"id": "a", "uri": "x:y", "digest": "d", "title": "t"}]}"#;
    let archive = change(&packet(), "/content", archive);
    assert_eq!(errors(&with_root(archive.clone())), ["content_mixed /content/archiveRefs"]);
    assert_eq!(findings(&with_root(change(&archive, "/artifactKind", "\"continuity-archive\""))), [""; 0]);
}

// clause: ZCF-CAP-1
#[test]
fn allowed_tools_are_from_the_closed_set() {
    let all = json!([
        "zephr_remember",
        "zephr_recall",
        "zephr_why",
        "zephr_verify",
        "zephr_session",
        "zephr_rules",
        "zephr_status",
        "zephr_admin"
    ]);
    check(&[
        ("/content/allowedTools", &all.to_string(), &[]),
        ("/content/allowedTools", "[]", &[]),
        (
            "/content/allowedTools",
            "[\"zephr_why\", \"zephr_delete\"]",
            &["error schema /content/allowedTools/1"],
        ),
        ("/content/allowedTools", "\"zephr_why\"", &["error schema /content/allowedTools"]),
    ]);
}

#[test]
fn recipients() {
    let bound = r#"{"kind": "recipient-bound", "destinationInstallationKeyId": "d"}"#;
    check(&[
        ("/recipientIntent", bound, &[]),
        ("/recipientIntent", r#"{"kind": "recipient-bound"}"#, &["error schema /recipientIntent"]),
        (
            "/recipientIntent/destinationInstallationKeyId",
            "\"d\"",
            &["error schema /recipientIntent/destinationInstallationKeyId"],
        ),
        ("/recipientIntent", "\"unbound-local-import\"", &["error schema /recipientIntent"]),
    ]);
}

fn authenticated(members: &Value) -> Vec<String> {
    let mut packet = change(&packet(), "/authentication", &members.to_string());
    if members["kind"] == "recipient-bound-mac" {
        let bound = r#"{"kind": "recipient-bound", "destinationInstallationKeyId": "d"}"#;
        packet = with_root(change(&packet, "/recipientIntent", bound));
    }
    findings(&packet)
}

#[test]
fn a_mac_needs_a_recipient() {
    let authentication = json!({
        "kind": "recipient-bound-mac", "algorithm": "ed25519", "signature": "b".repeat(128),
        "publicKeyFingerprint": format!("sha256:{}", "a".repeat(64)),
        "macAlgorithm": "hkdf-sha256+hmac-sha256", "mac": "c".repeat(64)
    });
    let unbound = change(&packet(), "/authentication", &authentication.to_string());
    assert_eq!(findings(&unbound), ["error mac_without_recipient /authentication/kind"]);
}

// clause: ZCF-AUTH-2, ZCF-AUTH-8, ZCF-AUTH-13
#[test]
fn authentication_is_closed_for_each_kind() {
    let fingerprint = format!("sha256:{}", "a".repeat(64));
    let signature = json!({"kind": "source-signature", "algorithm": "ed25519", "signature": "b".repeat(128),
                           "publicKeyFingerprint": fingerprint});
    let warning = "warning source_signature_unverifiable /authentication/kind";
    assert_eq!(authenticated(&signature), [warning]);
    for member in ["algorithm", "signature", "publicKeyFingerprint"] {
        let mut less = signature.clone();
        less.as_object_mut().unwrap().remove(member);
        assert_eq!(authenticated(&less), ["error schema /authentication", warning], "{member}");
        let unsigned = json!({"kind": "unsigned", member: "x"});
        assert_eq!(authenticated(&unsigned), [format!("error schema /authentication/{member}")]);
    }
    let mut more = signature.clone();
    more["mac"] = json!("c".repeat(64));
    assert_eq!(authenticated(&more), [warning, "error schema /authentication/mac"]);
    let mut mac = more.clone();
    mac["kind"] = json!("recipient-bound-mac");
    assert_eq!(authenticated(&mac), ["error schema /authentication"]);
    mac["macAlgorithm"] = json!("hkdf-sha256+hmac-sha256");
    assert_eq!(authenticated(&mac), [""; 0]);
    for (member, value) in [
        ("mac", "C".repeat(64)),
        ("mac", "c".repeat(63)),
        ("signature", format!("{} ", "b".repeat(127))),
        ("signature", String::new()),
        ("publicKeyFingerprint", "a".repeat(64)),
        ("algorithm", "Ed25519".to_owned()),
        ("macAlgorithm", "hmac".to_owned()),
    ] {
        let mut bad = mac.clone();
        bad[member] = json!(value);
        assert_eq!(authenticated(&bad), [format!("error authentication_encoding /authentication/{member}")]);
    }
    assert_eq!(authenticated(&json!({"kind": "unsigned", "note": 1})), ["error schema /authentication/note"]);
}

// clause: ZCF-MAN-6, ZCF-MAN-7
#[test]
fn the_root_is_recomputed_every_time() {
    for (pointer, value) in [
        ("/content/capsule/objective", "\"p\""),
        ("/retention/policyVersion", "\"2\""),
        ("/source/installationKeyId", "\"l\""),
        ("/recipientIntent/kind", "\"recipient-bound\""),
        ("/packet/nonce", "\"m\""),
        ("/scopeProof/any", "2"),
    ] {
        let found = errors(&change(&packet(), pointer, value));
        assert!(
            found.contains(&"manifest_root_mismatch /manifest/rootHash".to_owned()),
            "{pointer}: {found:?}"
        );
    }
    let upper = packet()["manifest"]["rootHash"].as_str().unwrap().to_uppercase().replace("SHA256", "sha256");
    let found = errors(&change(&packet(), "/manifest/rootHash", &json!(upper).to_string()));
    assert_eq!(found, ["manifest_root_encoding /manifest/rootHash"]);
}

#[test]
fn ids_references_and_times() {
    check(&[
        (
            "/content/capsule/constraints/0/id",
            "\"q1\"",
            &[
                "warning duplicate_id /content/capsule/questions/0/id",
                "warning dangling_reference /content/evidenceAnchors/1/claimRef",
            ],
        ),
        (
            "/content/evidenceAnchors/0/claimRef",
            "\"ghost\"",
            &["warning dangling_reference /content/evidenceAnchors/0/claimRef"],
        ),
        (
            "/content/evidenceAnchors/0/sourceRef",
            "\"b1\"",
            &["warning dangling_reference /content/evidenceAnchors/0/sourceRef"],
        ),
        (
            "/retention/reviewBy",
            "\"2028-01-01T00:00:00Z\"",
            &["warning review_after_expiry /retention/reviewBy"],
        ),
        ("/retention/reviewBy", "\"2027-12-31T02:00:00+02:00\"", &[]),
        (
            "/packet/createdAt",
            "\"2026-02-30T00:00:00Z\"",
            &["warning timestamp_impossible /packet/createdAt"],
        ),
        (
            "/content/evidenceSources/0/uri",
            "\"https://u:p@h/\"",
            &["warning secret_suspected /content/evidenceSources/0/uri"],
        ),
    ]);
}
