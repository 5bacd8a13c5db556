//! From packets to checkpoints.

use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{Limits, read};
use ocp_convert::syntax::time::Timestamp;
use serde_json::Value;

use crate::converting::{self, Done};
use crate::run::{self, over};
use crate::{documents, generate};

/// Converts and reads back; the codes of the findings otherwise.
pub fn converted(packet: &Value, options: &Options) -> Result<Done, Vec<String>> {
    let text = packet.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let done = convert(&tree, options).map_err(|findings| {
        findings.iter().map(|f| format!("{} {} {}", f.code, f.pointer, f.message)).collect::<Vec<_>>()
    })?;
    let ledger = done.ledger.file(&tree, &done.target);
    let audited = ocp_convert::audit::audit(&tree, &done.target, &ledger);
    assert!(audited.is_empty(), "audit: {:#?}", audited.iter().take(2).collect::<Vec<_>>());
    let bytes = canon::to_vec(done.target.root(), Profile::Jcs);
    let target = serde_json::from_slice(&bytes).unwrap();
    Ok(Done { target, bytes, ledger, renamed: done.renamed.into_iter().collect() })
}

fn has_time(packet: &Value) -> bool {
    packet["packet"]["createdAt"].as_str().is_some_and(|text| Timestamp::parse(text).is_ok())
}

pub fn check(packet: &Value) {
    assert!(documents::errors(packet).is_empty(), "valid: {:?}", documents::errors(packet));
    let mut options = Options::default();
    let outcome = converted(packet, &options);
    if packet["authentication"]["kind"] == "source-signature" {
        let found = outcome.map(|_| ()).unwrap_err();
        assert!(found.iter().any(|f| f.starts_with("source_signature_unverifiable")), "I12: {found:?}");
        return;
    }
    let done = match outcome {
        Err(found) if !has_time(packet) => {
            assert!(found.len() == 1 && found[0].starts_with("time_unusable"), "refused: {found:?}");
            options = options.now("2026-12-01T00:00:00Z").unwrap();
            converted(packet, &options)
        }
        outcome => outcome,
    };
    let done = done.unwrap_or_else(|found| panic!("refused: {found:?}"));
    assert!(documents::errors(&done.target).is_empty(), "I9: {:?}", documents::errors(&done.target));
    converting::balances(packet, &done);
    run::repeats(packet, &options, &done, Profile::Jcs);
    super::stranger::hold(packet, &done);
}

#[test]
fn every_packet_converts_as_promised() {
    over(1, generate::packet, check);
}

/// I12: a root that is not the packet's.
#[test]
fn no_packet_converts_under_another_root() {
    over(20, generate::packet, |packet| {
        let mut packet = packet.clone();
        let root = packet["manifest"]["rootHash"].as_str().unwrap();
        let end = if root.ends_with('0') { "1" } else { "0" };
        packet["manifest"]["rootHash"] = format!("{}{end}", &root[..root.len() - 1]).into();
        let found = converted(&packet, &Options::default()).map(|_| ()).unwrap_err();
        assert!(found.iter().any(|f| f.starts_with("manifest_root_mismatch")), "I12: {found:?}");
    });
}
