//! Signatures, MACs and keys against published vectors (RFC 8032, RFC 4231, RFC 5869), hostile signatures, and a
//! packet signed by other implementations (profile 1, section 5).

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a helper of a test fails by panicking")]

use ocp_convert::crypto::ed25519::{PublicKey, PublicKeyError, SecretKey, Signature, SignatureError};
use ocp_convert::crypto::keys::{InstallationKey, KeyError};
use ocp_convert::crypto::mac::{Binding, Mac, MacError, hkdf_sha256};

const MESSAGE: &[u8] = include_bytes!("data/signed/01.M.bin");
const SIGNATURE: &[u8] = include_bytes!("data/signed/01.sig.bin");
const SECRET_PEM: &str = include_str!("data/signed/source.key.pem");
const PUBLIC_PEM: &str = include_str!("data/signed/source.pub.pem");

/// The group order, little-endian (RFC 8032, section 5.1).
const ORDER: &str = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

fn bytes(hex_text: &str) -> Vec<u8> {
    hex::decode(hex_text).expect("hex in a test")
}

fn array<const N: usize>(hex_text: &str) -> [u8; N] {
    bytes(hex_text).try_into().expect("length in a test")
}

fn public(hex_text: &str) -> Result<PublicKey, PublicKeyError> {
    PublicKey::from_bytes(&array(hex_text))
}

fn sample_public() -> PublicKey {
    PublicKey::from_pem(PUBLIC_PEM).expect("sample key")
}

/// RFC 8032, section 7.1, tests 1 to 3: seed, public key, message, signature.
const RFC_8032: [[&str; 4]; 3] = [
    [
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
];

#[test]
fn rfc_8032_vectors_sign_and_verify() {
    for [seed, key, message, signature] in RFC_8032 {
        let secret = SecretKey::from_seed(&array(seed));
        assert_eq!(secret.public_key(), public(key).unwrap());
        let made = secret.sign(&bytes(message));
        assert_eq!(made.to_hex(), signature);
        assert_eq!(public(key).unwrap().verify(&bytes(message), &made), Ok(()));
        let other = [bytes(message), vec![0]].concat();
        assert_eq!(public(key).unwrap().verify(&other, &made), Err(SignatureError::Mismatch));
    }
}

#[test]
fn a_packet_signed_elsewhere_verifies_and_signs_alike() {
    let signature = Signature::from_bytes(SIGNATURE).unwrap();
    assert_eq!(sample_public().verify(MESSAGE, &signature), Ok(()));
    let secret = SecretKey::from_pem(SECRET_PEM).unwrap();
    assert_eq!(secret.sign(MESSAGE).as_bytes().as_slice(), SIGNATURE);
    assert_eq!(secret.public_key(), sample_public());
    assert_eq!(
        sample_public().fingerprint(),
        "sha256:f67bbeee6f1f8935c2e49da15b0c46d2c4fe25abe779d6e7af62e063b16b75a8"
    );
}

#[test]
fn s_plus_the_group_order_is_refused() {
    let mut forged = SIGNATURE.to_vec();
    let mut carry = 0_u16;
    for (byte, add) in forged[32..].iter_mut().zip(bytes(ORDER)) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum.to_le_bytes()[0];
        carry = sum >> 8;
    }
    assert_eq!(carry, 0, "S + L still fits 256 bits");
    let forged = Signature::from_bytes(&forged).unwrap();
    assert_eq!(sample_public().verify(MESSAGE, &forged), Err(SignatureError::Mismatch));
}

#[test]
fn small_order_and_non_canonical_public_keys_are_refused_when_loaded() {
    let ff = "ff".repeat(30);
    let weak = [
        // y = 1, the identity; then with the sign bit, which encodes no x of its own.
        format!("01{}", "00".repeat(31)),
        format!("01{}80", "00".repeat(30)),
        // y = 0 (order 4), both signs.
        "00".repeat(32),
        format!("{}80", "00".repeat(31)),
        // y = -1 (order 2), as p - 1.
        format!("ec{ff}7f"),
        // A point of order 8.
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05".to_owned(),
        // y = 1 and y = 0 again, written as p + 1 and p.
        format!("ee{ff}7f"),
        format!("ed{ff}7f"),
    ];
    for key in weak {
        assert_eq!(public(&key), Err(PublicKeyError::Weak), "{key}");
    }
    // y = p + 3: a point (y = 3 is on the curve), of large order, in a second spelling.
    assert!(public(&format!("03{}", "00".repeat(31))).is_ok());
    assert_eq!(public(&format!("f0{ff}7f")), Err(PublicKeyError::NotAPoint));
    // y = 2 has no x.
    assert_eq!(public(&format!("02{}", "00".repeat(31))), Err(PublicKeyError::NotAPoint));
}

#[test]
fn a_signature_whose_r_has_small_order_is_refused() {
    // With S = 0 and R the identity the unchecked equation holds for a small-order key; under a sound key it must
    // fail as a mismatch, for canonical and non-canonical R alike.
    for r in [format!("01{}", "00".repeat(31)), format!("01{}80", "00".repeat(30))] {
        let signature = Signature::from_bytes(&bytes(&(r + &"00".repeat(32)))).unwrap();
        assert_eq!(sample_public().verify(MESSAGE, &signature), Err(SignatureError::Mismatch));
    }
}

#[test]
fn wrong_lengths_and_spellings_are_not_mismatches() {
    for found in [0, 63, 65] {
        let raw = vec![0; found];
        assert_eq!(Signature::from_bytes(&raw), Err(SignatureError::BadLength { found }));
        assert_eq!(Signature::from_hex(&hex::encode(raw)), Err(SignatureError::BadEncoding));
    }
    let good = hex::encode(SIGNATURE);
    assert_eq!(Signature::from_hex(&good).unwrap().as_bytes().as_slice(), SIGNATURE);
    for bad in [good.to_uppercase(), format!("{good} "), format!("0x{good}"), good.replace('f', "g")] {
        assert_eq!(Signature::from_hex(&bad), Err(SignatureError::BadEncoding));
    }
}

/// RFC 4231, sections 4.2, 4.3 and 4.7: key, data, HMAC-SHA-256. The last key is longer than a block.
#[test]
fn rfc_4231_vectors() {
    let cases: [(Vec<u8>, &[u8], &str); 3] = [
        (vec![0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe".to_vec(),
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            vec![0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ];
    for (key, data, tag) in cases {
        assert_eq!(Mac::compute(&key, data).to_hex(), tag);
        assert_eq!(Mac::from_hex(tag).unwrap().verify(&key, data), Ok(()));
    }
}

#[test]
fn a_flipped_bit_or_a_cut_tag_is_refused() {
    let tag: [u8; 32] = array(&Mac::compute(b"key", b"data").to_hex());
    for bit in 0..256 {
        let mut flipped = tag;
        flipped[bit / 8] ^= 1 << (bit % 8);
        let flipped = Mac::from_bytes(&flipped).unwrap();
        assert_eq!(flipped.verify(b"key", b"data"), Err(MacError::Mismatch), "bit {bit}");
    }
    for found in [0, 16, 31] {
        assert_eq!(Mac::from_bytes(&tag[..found]).err(), Some(MacError::BadLength { found }));
        assert_eq!(Mac::from_hex(&hex::encode(&tag[..found])).err(), Some(MacError::BadEncoding));
    }
    assert_eq!(Mac::from_bytes(&[0; 33]).err(), Some(MacError::BadLength { found: 33 }));
    assert_eq!(Mac::from_hex(&hex::encode(tag).to_uppercase()).err(), Some(MacError::BadEncoding));
}

/// RFC 5869, appendix A.1 and A.3.
#[test]
fn rfc_5869_vectors() {
    let mut okm = [0; 42];
    hkdf_sha256(&bytes("000102030405060708090a0b0c"), &[0x0b; 22], &bytes("f0f1f2f3f4f5f6f7f8f9"), &mut okm)
        .unwrap();
    let first = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865";
    assert_eq!(hex::encode(okm), first);
    hkdf_sha256(b"", &[0x0b; 22], b"", &mut okm).unwrap();
    let third = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8";
    assert_eq!(hex::encode(okm), third);
}

#[test]
fn hkdf_output_ends_at_255_blocks_and_an_empty_salt_is_zeroes() {
    assert_eq!(hkdf_sha256(b"", b"ikm", b"", &mut [0; 8160]), Ok(()));
    assert_eq!(hkdf_sha256(b"", b"ikm", b"", &mut [0; 8161]), Err(MacError::OutputTooLong { asked: 8161 }));
    let (mut empty, mut zeroes) = ([0; 32], [0; 32]);
    hkdf_sha256(b"", b"ikm", b"info", &mut empty).unwrap();
    hkdf_sha256(&[0; 32], b"ikm", b"info", &mut zeroes).unwrap();
    assert_eq!(empty, zeroes);
}

const SAMPLE_MAC: &str = "349778134bc64872a8112de6e0c32eea3dd10d33c61dfd16e14fe2d29d5f713a";

fn sample_keys() -> [InstallationKey; 2] {
    [
        include_str!("data/signed/source-installation.hex"),
        include_str!("data/signed/destination-installation.hex"),
    ]
    .map(|text| InstallationKey::from_hex(text).expect("sample key"))
}

#[test]
fn the_recipient_mac_is_that_of_other_implementations() {
    let [source_key, destination_key] = &sample_keys();
    let binding = Binding {
        nonce: "de75d8e3f470294c4479fa48d3491144",
        source_id: "inst-5e1cf428",
        destination_id: "inst-night-01",
        source_key,
        destination_key,
    };
    let signature = Signature::from_bytes(SIGNATURE).unwrap();
    let mac = Mac::from_hex(SAMPLE_MAC).unwrap();
    assert_eq!(binding.mac(MESSAGE, &signature).unwrap().to_hex(), SAMPLE_MAC);
    assert_eq!(binding.verify(MESSAGE, &signature, &mac), Ok(()));

    // Every part binds.
    let zero = Signature::from_bytes(&[0; 64]).unwrap();
    assert_eq!(binding.verify(MESSAGE, &zero, &mac), Err(MacError::Mismatch));
    assert_eq!(binding.verify(b"", &signature, &mac), Err(MacError::Mismatch));
    for other in [
        Binding { nonce: "", ..binding },
        Binding { source_id: "inst-5e1cf428inst", destination_id: "-night-01", ..binding },
        Binding { destination_id: "inst-5e1cf428", source_id: "inst-night-01", ..binding },
        Binding { source_key: destination_key, destination_key: source_key, ..binding },
        Binding { destination_key: source_key, ..binding },
    ] {
        assert_eq!(other.verify(MESSAGE, &signature, &mac), Err(MacError::Mismatch), "{other:?}");
    }
}

#[test]
fn installation_keys_have_one_length_and_never_print() {
    let digits = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";
    for text in [digits.to_owned(), format!("{digits}\n"), format!("{digits}\r\n")] {
        assert_eq!(*InstallationKey::from_hex(&text).unwrap().to_hex(), digits.to_lowercase());
    }
    let refused = [
        String::new(),
        digits[1..].to_owned(),
        digits[2..].to_owned(),
        format!("{digits}00"),
        format!(" {digits}"),
        format!("{digits}\n\n"),
        format!("{digits}\r"),
        digits.replace('0', "g"),
    ];
    for text in refused {
        let error = InstallationKey::from_hex(&text).unwrap_err();
        assert_eq!(error, KeyError::NotAnInstallationKey, "{text:?}");
        assert!(!format!("{error} {error:?}").contains("112233"));
    }
    assert_eq!(format!("{:?}", InstallationKey::from_hex(digits).unwrap()), "InstallationKey(..)");
}

#[test]
fn keys_round_trip_as_pem_and_refuse_other_blocks() {
    assert_eq!(*SecretKey::from_pem(SECRET_PEM).unwrap().to_pem().unwrap(), SECRET_PEM);
    assert_eq!(sample_public().to_pem().unwrap(), PUBLIC_PEM);
    assert_eq!(SecretKey::from_pem(PUBLIC_PEM).unwrap_err(), KeyError::PublicForPrivate);
    assert_eq!(PublicKey::from_pem(SECRET_PEM), Err(KeyError::PrivateForPublic));
    for text in ["", "-----BEGIN PRIVATE KEY-----\n", &SECRET_PEM.replace("MC4C", "MC4D")] {
        assert_eq!(SecretKey::from_pem(text).unwrap_err(), KeyError::NotAPrivateKeyPem, "{text:?}");
    }
    for text in ["", &PUBLIC_PEM.replace("K2Vw", "K2Vu")] {
        assert_eq!(PublicKey::from_pem(text), Err(KeyError::NotAPublicKeyPem), "{text:?}");
    }
    // SPKI of the identity point: a well-formed block, a refused key.
    let weak = format!(
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAAQ{}=\n-----END PUBLIC KEY-----\n",
        "A".repeat(41)
    );
    assert_eq!(PublicKey::from_pem(&weak), Err(KeyError::PublicKey(PublicKeyError::Weak)));
    let shown = format!("{:?}", SecretKey::from_pem(SECRET_PEM).unwrap());
    assert_eq!(shown, format!("SecretKey(public {})", sample_public().fingerprint()));
}

#[test]
fn a_version_2_private_key_is_read_if_its_public_half_is_that_of_the_seed() {
    // RFC 5958, section 2: the version 1 block of the sample with `[1] publicKey` added by hand.
    let block = |public: &str| {
        format!(
            "-----BEGIN PRIVATE KEY-----\nMFECAQEwBQYDK2VwBCIEIM7PI+2ZPbm3Adp5iV6QQE3YFoBllC7lhT6snxtNJSbR\n\
             gSEA{public}pcJbqCWDjjPaRCyyUkCbOkTwRip9V3c4CCeEe8k=\n-----END PRIVATE KEY-----\n"
        )
    };
    assert_eq!(*SecretKey::from_pem(&block("TUNK")).unwrap().to_pem().unwrap(), SECRET_PEM);
    assert_eq!(SecretKey::from_pem(&block("TENK")).unwrap_err(), KeyError::NotAPrivateKeyPem);
}
