//! The Wycheproof vectors for Ed25519, HMAC-SHA-256 and HKDF-SHA-256, read from the folder `wycheproof` below the
//! one that `OCP_CONVERT_VECTORS` names; without it each test says that it is skipped.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a helper of a test fails by panicking"
)]

use std::path::Path;

use ocp_convert::crypto::ed25519::{PublicKey, Signature, SignatureError};
use ocp_convert::crypto::mac::{Mac, MacError, hkdf_sha256};
use serde_json::Value;

/// One test with the group it stands in.
struct Case {
    group: Value,
    test: Value,
}

impl Case {
    fn text(&self, name: &str) -> &str {
        self.test[name].as_str().expect(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        hex::decode(self.text(name)).expect(name)
    }

    fn valid(&self) -> bool {
        match self.text("result") {
            "valid" => true,
            "invalid" => false,
            other => panic!("unknown result {other}"),
        }
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.test["flags"].as_array().expect("flags").iter().any(|f| f == flag)
    }
}

/// All cases of one file, or none when the vectors are not there.
fn cases(file: &str) -> Vec<Case> {
    let Some(folder) = std::env::var_os("OCP_CONVERT_VECTORS") else {
        eprintln!("skipped: OCP_CONVERT_VECTORS not set");
        return Vec::new();
    };
    let text = std::fs::read(Path::new(&folder).join("wycheproof").join(file)).expect(file);
    let document: Value = serde_json::from_slice(&text).expect(file);
    let mut cases = Vec::new();
    for group in document["testGroups"].as_array().expect("testGroups") {
        for test in group["tests"].as_array().expect("tests") {
            cases.push(Case { group: group.clone(), test: test.clone() });
        }
    }
    assert_eq!(Some(cases.len() as u64), document["numberOfTests"].as_u64());
    cases
}

fn verify(case: &Case) -> Result<(), SignatureError> {
    let key = hex::decode(case.group["publicKey"]["pk"].as_str().expect("pk")).expect("pk");
    let key =
        PublicKey::from_bytes(&key.try_into().expect("32 bytes")).expect("the vectors hold sound keys only");
    let pem = case.group["publicKeyPem"].as_str().expect("publicKeyPem");
    assert_eq!(PublicKey::from_pem(pem), Ok(key));
    assert_eq!(key.to_pem().as_deref(), Ok(pem));
    key.verify(&case.bytes("msg"), &Signature::from_bytes(&case.bytes("sig"))?)
}

#[test]
fn ed25519() {
    for case in cases("ed25519_test.json") {
        let length = case.bytes("sig").len();
        let expected = match (case.valid(), length) {
            (true, _) => Ok(()),
            (false, 64) => Err(SignatureError::Mismatch),
            (false, found) => Err(SignatureError::BadLength { found }),
        };
        assert_eq!(verify(&case), expected, "{}", case.test);
    }
}

#[test]
fn hmac_sha256() {
    for case in cases("hmac_sha256_test.json") {
        let (key, message, tag) = (case.bytes("key"), case.bytes("msg"), case.bytes("tag"));
        if case.group["tagSize"] == 256 {
            let expected = if case.valid() { Ok(()) } else { Err(MacError::Mismatch) };
            assert_eq!(Mac::from_bytes(&tag).unwrap().verify(&key, &message), expected, "{}", case.test);
        } else {
            // A shortened tag is refused, right or wrong; the full one begins with it exactly when it is right.
            assert_eq!(Mac::from_bytes(&tag).err(), Some(MacError::BadLength { found: tag.len() }));
            let full = Mac::compute(&key, &message).to_hex();
            assert_eq!(full.starts_with(case.text("tag")), case.valid(), "{}", case.test);
        }
    }
}

#[test]
fn hkdf() {
    for case in cases("hkdf_sha256_test.json") {
        let asked = usize::try_from(case.test["size"].as_u64().expect("size")).expect("size");
        let mut okm = vec![0; asked];
        let made = hkdf_sha256(&case.bytes("salt"), &case.bytes("ikm"), &case.bytes("info"), &mut okm);
        if case.valid() {
            assert_eq!((made, hex::encode(okm).as_str()), (Ok(()), case.text("okm")), "{}", case.test);
        } else {
            assert!(case.has_flag("SizeTooLarge"));
            assert_eq!(made, Err(MacError::OutputTooLong { asked }), "{}", case.test);
        }
    }
}
