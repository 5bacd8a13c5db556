//! The signed sample packets: every one has the outcome that its index states, under the keys beside it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod signed;

use ocp_convert::crypto::ed25519::Signature;
use ocp_convert::finding::Code;
use ocp_convert::zephr::sign::signed_message;
use ocp_convert::zephr::verify::{CheckName, Outcome, Verdict};
use signed::{Keys, data, read, text};

// clause: ZCF-AUTH-5, ZCF-AUTH-9, ZCF-AUTH-10
#[test]
fn every_row_of_the_index_comes_out() {
    let keys = Keys::of_the_samples();
    let index = text("index.tsv");
    let mut rows = 0;
    for row in index.lines().skip(1) {
        let (file, rest) = row.split_once('\t').unwrap();
        let expected = rest.split('\t').next().unwrap();
        let report = keys.verify(&data(file));
        let (verdict, code) = match expected {
            "verified" => (Verdict::Authentic, None),
            "signature mismatch" | "signature mismatch, root still holds" => {
                (Verdict::Invalid, Some(Code::SourceSignatureInvalid))
            }
            "mac mismatch" => (Verdict::Invalid, Some(Code::RecipientMacMismatch)),
            "bad encoding" => (Verdict::Invalid, Some(Code::AuthenticationEncoding)),
            "source_signature_unverifiable" => (Verdict::Refused, Some(Code::SourceSignatureUnverifiable)),
            other => panic!("the index has a new outcome: {other}"),
        };
        assert_eq!((report.verdict, report.failure()), (verdict, code), "{file}: {:?}", report.findings);
        if expected.contains("root still holds") {
            assert_eq!(report.outcome(CheckName::Root), Outcome::Pass);
        }
        rows += 1;
    }
    assert_eq!(rows, 6);
}

#[test]
fn message_and_signature_are_the_shipped_bytes() {
    let bytes = data("01-mac-ok.zcf.json");
    let tree = read(&bytes);
    assert_eq!(signed_message(&tree).unwrap(), data("01.M.bin"));
    let keys = Keys::of_the_samples();
    let signed = keys.sign(&tree).unwrap();
    let signature = signed.root().get("authentication").get("signature").as_str().unwrap();
    assert_eq!(Signature::from_hex(signature).unwrap().as_bytes().as_slice(), data("01.sig.bin"));
    // Ed25519 and HMAC are deterministic: signing again gives the shipped packet, MAC included.
    assert!(signed.root().same_value(tree.root()));
}
