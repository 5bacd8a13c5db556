//! What an audit says of a target whose residue, or whose ledger about it, is not the converter's.

use ocp_convert::audit::audit;
use ocp_convert::convert::Options;
use ocp_convert::ledger::LedgerFile;
use serde_json::{Value, json};

use crate::{NAME, digest, key, preserved_with, sample, tree};

/// The codes for a target and a ledger that somebody changed, the ledger's digest set right.
fn found(source: &Value, target: &Value, ledger: &LedgerFile) -> Vec<String> {
    let mut ledger = ledger.clone();
    ledger.target.digest = digest(target);
    let (source, target) = (source.to_string(), target.to_string());
    let mut codes: Vec<_> =
        audit(&tree(&source), &tree(&target), &ledger).iter().map(|f| f.code.to_string()).collect();
    codes.dedup();
    codes
}

#[test]
fn a_residue_about_something_else_is_found() {
    for name in ["ocp/20-support-refund.ocp.json", "zcf/01-claude-code-handoff.zcf.json"] {
        let source = sample(name);
        let (target, ledger) = preserved_with(&source, &Options::default(), Some(&key(7))).unwrap();
        assert_eq!(found(&source, &target, &ledger), Vec::<String>::new());
        for (member, value) in [
            ("targetDigest", json!(digest(&source))),
            ("originalDigest", json!(digest(&target))),
            ("mappingVersion", json!(2)),
            ("profileVersion", json!(0)),
        ] {
            let mut changed = target.clone();
            changed["extensions"][NAME][member] = value;
            assert_eq!(found(&source, &changed, &ledger), ["audit_computed_value"], "{name} {member}");
        }
        // Without the MAC it would have another id or nonce; and its entry would be about nothing.
        let mut changed = target.clone();
        changed["extensions"][NAME].as_object_mut().unwrap().remove("mac");
        let codes = found(&source, &changed, &ledger);
        assert!(codes.contains(&"audit_computed_value".to_owned()), "{codes:?}");
        assert!(codes.contains(&"audit_target_place".to_owned()), "{codes:?}");
    }
}

/// The row is for the residue's place, and the residue for its row.
#[test]
fn the_row_of_residues_makes_nothing_else() {
    let source = sample("ocp/20-support-refund.ocp.json");
    let (mut target, ledger) = preserved_with(&source, &Options::default(), None).unwrap();
    let mut elsewhere = ledger.clone();
    let entry = elsewhere.synthesized.iter_mut().find(|s| s.at.ends_with("/intent")).unwrap();
    entry.rule = "OZ-residue".into();
    entry.reason = ledger.synthesized.iter().find(|s| s.rule == "OZ-residue").unwrap().reason.clone();
    assert_eq!(found(&source, &target, &elsewhere), ["audit_rule_to"]);
    // A second extension in its shade has no entry.
    target["extensions"]["com.example.x"] = json!("x");
    assert!(found(&source, &target, &ledger).contains(&"audit_target_missing".to_owned()));
}
