//! Receipts: what is changed in one is noticed, and a signature is checked against a key that is given.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod signed;

use ocp_convert::crypto::ed25519::{PublicKey, SecretKey, Signature};
use ocp_convert::finding::Code;
use ocp_convert::ingest::{Options, ingest};
use ocp_convert::json::{Limits, read};
use ocp_convert::zephr::receipt::check;
use ocp_convert::zephr::tools::Capabilities;
use ocp_convert::zephr::verify::Context;
use serde_json::{Value, json};
use signed::{DESTINATION, Keys, NOW, data};

fn secret() -> SecretKey {
    SecretKey::from_seed(&[3; 32])
}

/// The receipt of the shipped packet, signed or not.
fn receipt(key: Option<&SecretKey>) -> Value {
    let keys = Keys::of_the_samples();
    let bytes = data("01-mac-ok.zcf.json");
    let tree = read(&bytes, &Limits::default()).unwrap();
    let capabilities = Capabilities::default();
    let options = Options {
        verify: keys.context(),
        capabilities: &capabilities,
        strict: true,
        max_belief_chars: None,
        imported_at: NOW,
        receipt_key: key,
    };
    let import = ingest(&tree, &options).unwrap();
    let text = ocp_convert::canon::to_vec(import.receipt.root(), ocp_convert::canon::Profile::Zcf);
    serde_json::from_slice(&text).unwrap()
}

fn codes(receipt: &Value, key: Option<&PublicKey>) -> Vec<Code> {
    let text = receipt.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    check(&tree, key).unwrap().iter().map(|f| f.code).collect()
}

// clause: ZCF-RCPT-4
#[test]
fn a_bound_packet_names_its_destination() {
    let receipt = receipt(None);
    assert_eq!(receipt["destinationInstallationKeyId"], DESTINATION);
    assert_eq!(receipt["authentication"], "authentic");
    assert_eq!(codes(&receipt, None), []);
    // Without saying who we are there is no import and so no receipt.
    let keys = Keys::of_the_samples();
    let bytes = data("01-mac-ok.zcf.json");
    let tree = read(&bytes, &Limits::default()).unwrap();
    let options = Options {
        verify: Context { destination_id: None, ..keys.context() },
        capabilities: &Capabilities::default(),
        strict: false,
        max_belief_chars: None,
        imported_at: NOW,
        receipt_key: None,
    };
    let refusal = ingest(&tree, &options).unwrap_err();
    assert_eq!(refusal.report.failure(), Some(Code::DestinationIdMissing));
}

// clause: ZCF-RCPT-14, ZCF-RCPT-15
#[test]
fn every_member_is_under_the_digest() {
    let receipt = receipt(None);
    let mut changed = 0;
    for name in receipt.as_object().unwrap().keys().filter(|name| *name != "receiptDigest") {
        let mut copy = receipt.clone();
        copy[name] = match &receipt[name] {
            Value::Number(n) => json!(n.as_i64().unwrap() + 1),
            Value::Array(_) => json!([{"name": "x", "status": "native", "reason": "y"}]),
            Value::String(text) if text == "authentic" => json!("integrity-only"),
            Value::String(text) if text == NOW => json!("2026-04-06T00:00:00Z"),
            Value::String(text) if text.ends_with('0') => json!(format!("{}1", &text[..text.len() - 1])),
            Value::String(text) => json!(format!("{}0", &text[..text.len() - 1])),
            other => panic!("{other}"),
        };
        assert_eq!(codes(&copy, None), [Code::ReceiptDigestMismatch], "{name}");
        let mut copy = receipt.clone();
        copy.as_object_mut().unwrap().remove(name);
        assert_eq!(codes(&copy, None), [Code::ReceiptInvalid, Code::ReceiptDigestMismatch], "{name} removed");
        changed += 1;
    }
    assert_eq!(changed, 14);
    let mut copy = receipt.clone();
    copy["note"] = json!("added later");
    assert_eq!(codes(&copy, None), [Code::ReceiptDigestMismatch]);
    copy.as_object_mut().unwrap().remove("receiptDigest");
    assert_eq!(codes(&copy, None), [Code::ReceiptInvalid]);
}

#[test]
fn a_signed_receipt() {
    let key = secret();
    let (public, other) = (key.public_key(), SecretKey::from_seed(&[4; 32]).public_key());
    let receipt = receipt(Some(&key));
    assert_eq!(codes(&receipt, Some(&public)), []);
    // The signed bytes by hand: two texts, each behind its length.
    let digest = receipt["receiptDigest"].as_str().unwrap();
    let message = [&[0, 0, 0, 21][..], b"ocp-convert/1/receipt", &[0, 0, 0, 71], digest.as_bytes()].concat();
    let signature = Signature::from_hex(receipt["signature"]["signature"].as_str().unwrap()).unwrap();
    assert_eq!(public.verify(&message, &signature), Ok(()));

    assert_eq!(codes(&receipt, Some(&other)), [Code::ReceiptSignatureInvalid]);
    let mut copy = receipt.clone();
    copy["signature"]["publicKeyFingerprint"] = json!(other.fingerprint());
    assert_eq!(codes(&copy, Some(&other)), [Code::ReceiptSignatureInvalid]);
    copy["signature"]["signature"] = json!("0".repeat(128));
    assert_eq!(codes(&copy, Some(&public)), [Code::ReceiptSignatureInvalid]);
    copy.as_object_mut().unwrap().remove("signature");
    assert_eq!(codes(&copy, Some(&public)), [Code::ReceiptSignatureInvalid]);
    assert_eq!(codes(&copy, None), []);
    // The digest does not hang on the signature.
    assert_eq!(copy, self::receipt(None));
}
