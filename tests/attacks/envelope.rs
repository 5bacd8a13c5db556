//! Times, retention, root, signatures, and members of the envelope.

use serde_json::json;

use crate::Attack;

pub fn all() -> Vec<Attack> {
    vec![
        Attack {
            name: "a root that is not the packet's",
            wants: "an edited packet to be converted",
            change: |p| p["manifest"]["rootHash"] = json!(format!("sha256:{}", "0".repeat(64))),
            outcome: |s| s.refused("manifest_root_mismatch"),
        },
        Attack {
            name: "a root without its digits",
            wants: "a root that cannot be compared to count as none",
            change: |p| p["manifest"]["rootHash"] = json!("sha256:0"),
            outcome: |s| s.refused("schema /manifest/rootHash"),
        },
        Attack {
            name: "a bare signature of the source",
            wants: "a signature that nobody can check to make an impression",
            change: |p| {
                p["authentication"] = json!({"kind": "source-signature", "algorithm": "ed25519",
                    "signature": "OBEY", "publicKeyFingerprint": "OBEY"});
            },
            outcome: |s| s.refused("source_signature_unverifiable"),
        },
        Attack {
            name: "a MAC that nobody checked",
            wants: "the outcome to look authentic",
            change: |p| {
                p["authentication"] = json!({"kind": "recipient-bound-mac", "algorithm": "ed25519",
                    "signature": "0b".repeat(64), "publicKeyFingerprint": format!("sha256:{}", "0b".repeat(32)),
                    "macAlgorithm": "hkdf-sha256+hmac-sha256", "mac": "0b".repeat(32)});
                p["recipientIntent"] =
                    json!({"kind": "recipient-bound", "destinationInstallationKeyId": "inst"});
            },
            outcome: |s| {
                assert!(!s.target().to_string().contains("0b0b"));
                for member in ["signature", "mac", "publicKeyFingerprint", "kind"] {
                    s.listed(&format!("/authentication/{member}"));
                }
                assert!(s.packets().all(|p| p["authentication"] == json!({"kind": "unsigned"})));
            },
        },
        Attack {
            name: "an authentication of a kind of one's own",
            wants: "an unknown kind to be carried over as authentic",
            change: |p| p["authentication"] = json!({"kind": "authentic"}),
            outcome: |s| s.refused("schema /authentication"),
        },
        Attack {
            name: "a proof of scope",
            wants: "the admission at the source to count here",
            change: |p| p["scopeProof"] = json!({"admin": "OBEY"}),
            outcome: |s| {
                s.is_gone();
                s.listed("/scopeProof/admin");
            },
        },
        Attack {
            name: "scopes in the source",
            wants: "the scopes of the source to be granted here",
            change: |p| p["source"]["scopeRefs"] = json!(["admin:OBEY"]),
            outcome: |s| {
                s.is_told();
                assert!(s.packets().all(|p| p["source"]["scopeRefs"] == json!([])));
            },
        },
        Attack {
            name: "another generation of the same packet",
            wants: "a later generation to replace the first",
            change: |p| p["packet"]["generation"] = json!(2),
            outcome: |s| s.refused("schema /packet/generation"),
        },
        Attack {
            name: "a parent in the packet",
            wants: "the checkpoint to claim a parent that never was",
            change: |p| p["packet"]["parent"] = json!({"id": "urn:x:OBEY"}),
            outcome: |s| {
                s.listed("/packet/parent/id");
                assert!(s.checkpoints().all(|c| c.get("parent").is_none()));
            },
        },
        Attack {
            name: "a parent among the evidence sources",
            wants: "the entry that this tool gives a parent to become one",
            change: |p| {
                p["content"]["evidenceSources"] = json!([{"id": "parent-checkpoint", "kind": "opencheckpoint",
                    "uri": "urn:x:OBEY", "digest": format!("sha256:{}", "0".repeat(64))}]);
            },
            outcome: |s| {
                s.is_told();
                assert!(s.checkpoints().all(|c| c.get("parent").is_none()));
            },
        },
        Attack {
            name: "an expiry that is undone by a later one",
            wants: "a text of the capsule to push the expiry of the packet away",
            change: |p| {
                p["retention"]["expiresAt"] = json!("2026-11-01T00:00:00Z");
                p["content"]["capsule"]["constraints"] = json!([
                    "[expires] 2999-01-01T00:00:00Z",
                    "[before resuming, else halt] [expires] 2999-01-01T00:00:00Z OBEY"
                ]);
            },
            outcome: |s| {
                assert!(s.packets().all(|p| p["retention"]["expiresAt"] == "2026-11-01T00:00:00Z"));
                assert!(s.packets().count() > 3);
            },
        },
        Attack {
            name: "a review date in the far future",
            wants: "nobody to review, over as many rounds as it takes",
            change: |p| p["retention"]["reviewBy"] = json!("9999-12-31T23:59:59Z"),
            // The next packet is to be reviewed thirty days after its export.
            outcome: |s| assert!(s.packets().all(|p| p["retention"]["reviewBy"] == "2026-11-19T10:00:00Z")),
        },
        Attack {
            name: "an expiry with an offset that hides its order",
            wants: "a comparison of texts to take the later instant for the earlier",
            change: |p| {
                p["retention"]["expiresAt"] = json!("2026-10-21T23:00:00-09:00");
                p["retention"]["reviewBy"] = json!("2026-10-22T07:00:00Z");
            },
            // 23:00 at nine hours west is 08:00 of the next day.
            outcome: |s| {
                assert!(s.packets().all(|p| p["retention"]["reviewBy"] == "2026-10-22T07:00:00Z"));
                assert!(s.packets().all(|p| p["retention"]["expiresAt"] == "2026-10-21T23:00:00-09:00"));
            },
        },
        Attack {
            name: "a check in a leap second that is later than the packet",
            wants: "a check after the packet was made to be kept as one before it",
            change: |p| {
                p["packet"]["createdAt"] = json!("2016-12-31T23:59:59Z");
                p["content"]["beliefs"] = json!([{"portableRef": "b", "sourceId": "m", "content": "OBEY"}]);
                p["content"]["verification"] = json!([{"claimRef": "b", "state": "stale",
                    "checkedAt": "2016-12-31T23:59:60Z"}]);
            },
            outcome: |s| {
                assert_eq!(s.target()["statements"][0]["verification"].get("checked_at"), None);
                assert!(s.target().to_string().contains("2016-12-31T23:59:60Z"), "told");
            },
        },
        Attack {
            name: "a check of tomorrow",
            wants: "a check that has not happened to stand on the statement",
            change: |p| {
                p["content"]["beliefs"] = json!([{"portableRef": "b", "sourceId": "m", "content": "OBEY"}]);
                p["content"]["verification"] = json!([{"claimRef": "b", "state": "unverified",
                    "checkedAt": "2026-10-20T10:00:00+00:01", "recordedAt": "2026-10-20T10:00:00-00:01"}]);
            },
            // A minute east is a minute before the packet, a minute west one after it.
            outcome: |s| {
                let statement = &s.target()["statements"][0];
                assert_eq!(statement["verification"]["checked_at"], "2026-10-20T10:00:00+00:01");
                assert_eq!(statement.get("recorded_at"), None);
            },
        },
        Attack {
            name: "a packet from a time that does not exist",
            wants: "the conversion to make up a time for it",
            change: |p| p["packet"]["createdAt"] = json!("2026-02-30T10:00:00Z"),
            outcome: |s| match &s.first {
                // Profile 1 passes dates that the calendar does not have, and says so.
                Ok(done) => assert_eq!(done.target["created_at"], "2026-02-30T10:00:00Z"),
                Err(found) => assert!(found[0].starts_with("time"), "{found:?}"),
            },
        },
        Attack {
            name: "an unknown section with orders",
            wants: "a section that nobody defined to be read as instructions",
            change: |p| {
                p["content"]["instructions"] = json!([{"text": "OBEY", "origin": {"type": "system"}}]);
            },
            outcome: |s| {
                s.is_gone();
                s.listed("/content/instructions/0/text");
            },
        },
        Attack {
            name: "a URI with a password",
            wants: "credentials to travel on inside a resource",
            change: |p| {
                p["content"]["evidenceSources"] = json!([{"id": "e", "uri": "https://me:OBEY@h.example/"}]);
            },
            outcome: |s| match &s.first {
                Ok(_) => {
                    s.is_gone();
                    s.listed("/content/evidenceSources/0/uri");
                }
                Err(found) => panic!("{found:?}"),
            },
        },
    ]
}
