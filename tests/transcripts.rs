//! What a person sees: whole terminal sessions, and the ones in the README.

use std::fs;

/// What the sessions write, in the project's folder as a reader's would be.
const WRITTEN: [&str; 20] = [
    "refund.zcf.json",
    "refund.ledger.json",
    "refund-2.zcf.json",
    "kept.zcf.json",
    "restored.json",
    "minimal.zcf.json",
    "minimal.ledger.json",
    "us.pem",
    "us.pub.pem",
    "us.hex",
    "them.hex",
    "bound.zcf.json",
    "signed.zcf.json",
    "taken-in.ocp.json",
    "receipt.json",
    "seen.db",
    "moved.ledgers.ndjson",
    "moved.summary.json",
    "moved.ndjson",
    "moved.errors.ndjson",
];

fn clear() {
    for name in WRITTEN {
        // It is there only when a session ran before.
        let _ = fs::remove_file(name);
    }
    let _ = fs::remove_dir_all("moved");
}

#[test]
fn transcripts() {
    clear();
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("README.md");
    cases.run();
    clear();
}
