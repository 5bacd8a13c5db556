//! Every refusal of verification has a code of its own, and they come in one order.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod signed;

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::ed25519::{PublicKey, PublicKeyError, SecretKey};
use ocp_convert::crypto::keys::InstallationKey;
use ocp_convert::finding::Code;
use ocp_convert::syntax::time::Timestamp;
use ocp_convert::zephr::manifest::{self, AlsoCovered, ManifestLayout};
use ocp_convert::zephr::sign;
use ocp_convert::zephr::trust::TrustStore;
use ocp_convert::zephr::verify::{CheckName, Context, Outcome, ReplayKey, Report, Verdict};
use serde_json::{Value, json};
use signed::{DESTINATION, Keys, SOURCE, data, read, text, value, verify_bytes};

fn rooted(packet: &Value) -> Vec<u8> {
    let text = packet.to_string();
    let tree = read(text.as_bytes());
    let root = manifest::root(tree.root(), &ManifestLayout::PINNED);
    canon::to_vec(manifest::with_root(tree.root(), &root).unwrap().root(), Profile::Zcf)
}

fn signed(keys: &Keys, packet: &Value) -> Vec<u8> {
    let text = rooted(packet);
    canon::to_vec(keys.sign(&read(&text)).unwrap().root(), Profile::Zcf)
}

fn unsigned(bound: bool) -> Vec<u8> {
    let mut packet = value();
    packet["authentication"] = json!({"kind": "unsigned"});
    if !bound {
        packet["recipientIntent"] = json!({"kind": "unbound-local-import"});
    }
    rooted(&packet)
}

fn result(report: &Report) -> (Verdict, Option<Code>) {
    (report.verdict, report.failure())
}

fn refused(code: Code) -> (Verdict, Option<Code>) {
    (Verdict::Refused, Some(code))
}

fn invalid(code: Code) -> (Verdict, Option<Code>) {
    (Verdict::Invalid, Some(code))
}

// clause: ZCF-AUTH-6
#[test]
fn a_missing_key_is_a_refusal_and_nothing_less() {
    let keys = Keys::of_the_samples();
    let packet = data("01-mac-ok.zcf.json");
    let missing = refused(Code::MacKeysMissing);
    let all = keys.context();
    // Policy of the caller does not make up for keys either.
    for allow_unsigned in [false, true] {
        let all = Context { allow_unsigned, ..all };
        assert_eq!(result(&verify_bytes(&packet, &Context { trust: None, ..all })), missing);
        assert_eq!(result(&verify_bytes(&packet, &Context { destination_key: None, ..all })), missing);
        let empty = TrustStore::new();
        assert_eq!(result(&verify_bytes(&packet, &Context { trust: Some(&empty), ..all })), missing);
        let mut public_only = TrustStore::new();
        public_only.trust_key(SOURCE, keys.secret.public_key());
        assert_eq!(result(&verify_bytes(&packet, &Context { trust: Some(&public_only), ..all })), missing);
        let mut shared_only = TrustStore::new();
        shared_only.share_installation_key(SOURCE, InstallationKey::from_bytes([1; 32]));
        assert_eq!(result(&verify_bytes(&packet, &Context { trust: Some(&shared_only), ..all })), missing);
    }
}

// clause: ZCF-AUTH-12, ZCF-AUTH-14
/// Wrong key and right bytes, right key and wrong bytes: told apart (D12).
#[test]
fn a_wrong_key_is_not_a_wrong_packet() {
    let keys = Keys::of_the_samples();
    let packet = data("01-mac-ok.zcf.json");
    let other = SecretKey::from_seed(&[9; 32]).public_key();
    let store = |id: &str, key: PublicKey, installation: [u8; 32]| {
        let mut store = TrustStore::new();
        store.trust_key(id, key);
        store.share_installation_key(id, InstallationKey::from_bytes(installation));
        store
    };
    let with = |store: &TrustStore| {
        result(&verify_bytes(&packet, &Context { trust: Some(store), ..keys.context() }))
    };

    let (right, wrong) = (keys.secret.public_key(), [1; 32]);
    assert_eq!(with(&store(SOURCE, other, wrong)), refused(Code::FingerprintMismatch));
    for id in ["inst-5e1cf429", "INST-5E1CF428", "inst-5e1cf428 ", "", "../inst-5e1cf428"] {
        assert_eq!(with(&store(id, right, wrong)), refused(Code::SourceKeyUntrusted), "{id}");
    }
    assert_eq!(with(&store(SOURCE, right, wrong)), invalid(Code::RecipientMacMismatch));
    let swapped = Context { destination_key: Some(&keys.source), ..keys.context() };
    assert_eq!(result(&verify_bytes(&packet, &swapped)), invalid(Code::RecipientMacMismatch));

    let mut edited: Value = value();
    edited["redactionManifest"]["policyId"] = json!("other");
    let edited = edited.to_string();
    assert_eq!(result(&keys.verify(edited.as_bytes())), invalid(Code::SourceSignatureInvalid));

    // A forger's own key, with the right fingerprint of it in the packet, is not the trusted one; and claiming the
    // trusted fingerprint helps nobody who cannot sign.
    let thief = Keys { secret: SecretKey::from_seed(&[9; 32]), ..Keys::of_the_samples() };
    let forged = signed(&thief, &value());
    assert_eq!(result(&keys.verify(&forged)), refused(Code::FingerprintMismatch));
    let mut forged: Value = serde_json::from_slice(&forged).unwrap();
    forged["authentication"]["publicKeyFingerprint"] = json!(right.fingerprint());
    assert_eq!(result(&keys.verify(forged.to_string().as_bytes())), invalid(Code::SourceSignatureInvalid));
}

// clause: ZCF-AUTH-9, ZCF-AUTH-10, ZCF-AUTH-11, ZCF-AUTH-12, ZCF-AUTH-13
#[test]
fn a_bare_signature_is_refused_whatever_is_given() {
    let keys = Keys::of_the_samples();
    let expected = refused(Code::SourceSignatureUnverifiable);
    let mut bare: Value = serde_json::from_slice(&data("18-source-signature.zcf.json")).unwrap();
    for context in
        [keys.context(), Context::default(), Context { allow_unsigned: true, ..Context::default() }]
    {
        let report = verify_bytes(bare.to_string().as_bytes(), &context);
        assert_eq!(result(&report), expected);
        assert_eq!(report.outcome(CheckName::Root), Outcome::Pass);
        assert_eq!(report.coverage.signature_only, [""; 0]);
    }
    // However its members are spelled.
    bare["authentication"]["signature"] = json!("NOT HEX");
    bare["authentication"]["algorithm"] = json!("none");
    assert_eq!(result(&keys.verify(bare.to_string().as_bytes())), expected);
    // One that we made ourselves, for a vector.
    let text = unsigned(false);
    let made = sign::sign(&read(&text), &sign::Keys::SourceSignature(&keys.secret)).unwrap();
    let made = canon::to_vec(made.root(), Profile::Zcf);
    assert_eq!(result(&keys.verify(&made)), expected);
    // The root comes first.
    bare["packet"]["intent"] = json!("other");
    assert_eq!(result(&keys.verify(bare.to_string().as_bytes())), invalid(Code::ManifestRootMismatch));
}

// clause: ZCF-AUTH-2, ZCF-AUTH-3, ZCF-AUTH-4, ZCF-RCPT-16, OCP-10.1-2, OCP-6.1-3
/// Unsigned is an answer of its own (D10), and taking the signature off is no way in.
#[test]
fn unsigned_packets() {
    let keys = Keys::of_the_samples();
    let (bound, unbound) = (unsigned(true), unsigned(false));
    let report = verify_bytes(&unbound, &Context::default());
    assert_eq!(result(&report), (Verdict::IntegrityOnly, None));
    for name in [CheckName::Keys, CheckName::Trust, CheckName::Signature, CheckName::Mac] {
        assert!(matches!(report.outcome(name), Outcome::NotChecked(_)));
    }
    assert_eq!(report.key_fingerprint, None);
    for pointer in
        ["/redactionManifest", "/omissionManifest", "/extensions", "/artifactKind", "/authentication"]
    {
        assert!(report.coverage.nothing.iter().any(|p| p == pointer), "{pointer}");
    }

    let no = refused(Code::UnsignedNotAllowed);
    assert_eq!(result(&verify_bytes(&bound, &Context::default())), no);
    assert_eq!(result(&verify_bytes(&bound, &keys.context())), no);
    assert_eq!(result(&verify_bytes(&unbound, &keys.context())), no);
    let one = Context { destination_key: Some(&keys.destination), ..Context::default() };
    assert_eq!(result(&verify_bytes(&unbound, &one)), no);
    let empty = TrustStore::new();
    assert_eq!(result(&verify_bytes(&unbound, &Context { trust: Some(&empty), ..Context::default() })), no);

    let allowed = Context { allow_unsigned: true, ..keys.context() };
    assert_eq!(result(&verify_bytes(&bound, &allowed)), (Verdict::IntegrityOnly, None));
    assert_eq!(result(&verify_bytes(&unbound, &allowed)), (Verdict::IntegrityOnly, None));
    // A stripped packet, its root as it was.
    let mut stripped = value();
    stripped["authentication"] = json!({"kind": "unsigned"});
    assert_eq!(result(&keys.verify(stripped.to_string().as_bytes())), no);
    stripped.as_object_mut().unwrap().remove("authentication");
    assert_eq!(result(&keys.verify(stripped.to_string().as_bytes())), invalid(Code::Schema));
}

#[test]
fn expiry_and_review() {
    let keys = Keys::of_the_samples();
    let mut packet = value();
    packet["retention"]["expiresAt"] = json!("2026-05-01T00:00:00+02:00");
    let text = signed(&keys, &packet);
    for (now, expected) in [
        ("2026-04-30T21:59:59.999Z", (Verdict::Authentic, None)),
        ("2026-04-30T22:00:00Z", refused(Code::PacketExpired)),
        ("2026-05-01T00:00:00+02:00", refused(Code::PacketExpired)),
        ("2027-01-01T00:00:00Z", refused(Code::PacketExpired)),
    ] {
        let now = Some(Timestamp::parse(now).unwrap());
        assert_eq!(result(&verify_bytes(&text, &Context { now, ..keys.context() })), expected);
    }
    let report = verify_bytes(&text, &Context { now: None, ..keys.context() });
    assert_eq!(report.outcome(CheckName::Expiry), Outcome::NotChecked("no time was given"));
    // An expiry nobody can read is not one that lies ahead.
    for odd in [json!("soon"), json!("2026-13-01T00:00:00Z"), json!(null), json!(7)] {
        packet["retention"]["expiresAt"] = odd;
        let report = keys.verify(&signed(&keys, &packet));
        assert_eq!(result(&report), refused(Code::PacketExpired));
    }
    // A review that is due is said and refuses nothing.
    let now = Some(Timestamp::parse("2027-07-01T00:00:00Z").unwrap());
    let report = verify_bytes(&data("01-mac-ok.zcf.json"), &Context { now, ..keys.context() });
    assert_eq!(report.verdict, Verdict::Authentic);
    assert_eq!(report.findings.iter().map(|f| f.code).collect::<Vec<_>>(), [Code::ReviewOverdue]);
}

#[test]
fn replays_and_recipients() {
    let keys = Keys::of_the_samples();
    let packet = data("01-mac-ok.zcf.json");
    let asked = std::cell::RefCell::new(Vec::new());
    let seen = |key: &ReplayKey<'_>| {
        asked.borrow_mut().push(key.to_bytes());
        assert_eq!((key.packet_id, key.nonce), ("pkt-bound", "de75d8e3f470294c4479fa48d3491144"));
        assert_eq!(key.fingerprint.unwrap(), keys.secret.public_key().fingerprint());
        true
    };
    let context = Context { seen: Some(&seen), destination_id: Some("inst-other"), ..keys.context() };
    assert_eq!(result(&verify_bytes(&packet, &context)), refused(Code::PacketReplayed));
    // The key by hand: four texts, each behind its length.
    let texts = [
        "authentic",
        &keys.secret.public_key().fingerprint(),
        "pkt-bound",
        "de75d8e3f470294c4479fa48d3491144",
    ];
    let expected: Vec<u8> = texts
        .iter()
        .flat_map(|t| [&u32::try_from(t.len()).unwrap().to_be_bytes(), t.as_bytes()].concat())
        .collect();
    assert_eq!(*asked.borrow(), [expected]);
    // Nobody is asked about a packet that is refused for something else.
    let context = Context { seen: Some(&seen), destination_key: None, ..keys.context() };
    assert_eq!(result(&verify_bytes(&packet, &context)), refused(Code::MacKeysMissing));
    assert_eq!(asked.borrow().len(), 1);

    for id in ["inst-other", "", "inst-night-01 ", "INST-NIGHT-01"] {
        let context = Context { destination_id: Some(id), ..keys.context() };
        assert_eq!(result(&verify_bytes(&packet, &context)), refused(Code::RecipientMismatch));
    }
    let context = Context { destination_id: None, ..keys.context() };
    assert_eq!(result(&verify_bytes(&packet, &context)), refused(Code::DestinationIdMissing));
    let context = Context { destination_id: Some(DESTINATION), ..keys.context() };
    assert_eq!(result(&verify_bytes(&packet, &context)), (Verdict::Authentic, None));
}

/// A correctly signed packet with a member nobody knows is refused for the member, not for its signature (D13); a member
/// below the top is kept, and covered.
#[test]
fn unknown_members() {
    let keys = Keys::of_the_samples();
    let mut packet = value();
    packet["note"] = json!("x");
    let report = keys.verify(&rooted(&packet));
    assert_eq!(result(&report), invalid(Code::UnknownField));
    assert!(keys.sign(&read(&rooted(&packet))).is_err());
    let mut packet = value();
    packet["source"]["note"] = json!({"b": [], "a": 1.0});
    packet["content"]["future"] = json!(["x"]);
    packet["redactionManifest"]["note"] = json!("x");
    let text = signed(&keys, &packet);
    assert_eq!(result(&keys.verify(&text)), (Verdict::Authentic, None));
    for pointer in ["/source/note/a", "/content/future/0", "/redactionManifest/note"] {
        let mut copy: Value = serde_json::from_slice(&text).unwrap();
        *copy.pointer_mut(pointer).unwrap() = json!("y");
        assert_eq!(keys.verify(copy.to_string().as_bytes()).verdict, Verdict::Invalid, "{pointer}");
    }
}

/// One spelling per value: other lengths, letters and blanks are badly encoded, and no mismatch (D6, D8).
#[test]
fn bad_encodings_are_no_mismatches() {
    let keys = Keys::of_the_samples();
    let packet = value();
    for member in ["signature", "mac", "publicKeyFingerprint"] {
        let right = packet["authentication"][member].as_str().unwrap();
        let short = &right[..right.len() - 2];
        for other in [
            String::new(),
            short.to_owned(),
            format!("{right}00"),
            format!(" {right}"),
            format!("{right}\n"),
            right.to_uppercase(),
            right[..right.len() / 2].to_owned(),
        ] {
            let mut copy = packet.clone();
            copy["authentication"][member] = json!(other);
            let report = keys.verify(copy.to_string().as_bytes());
            assert_eq!(result(&report), invalid(Code::AuthenticationEncoding), "{member} {other:?}");
        }
    }
    for (member, other) in [("algorithm", "Ed25519"), ("macAlgorithm", "hmac-sha256")] {
        let mut copy = packet.clone();
        copy["authentication"][member] = json!(other);
        let report = keys.verify(copy.to_string().as_bytes());
        assert_eq!(result(&report), invalid(Code::AuthenticationEncoding));
    }
}

/// S + L is the same scalar written twice (D1); small-order and non-canonical keys are refused when read (D2, D4).
#[test]
fn one_signature_has_one_spelling_and_weak_keys_have_none() {
    let keys = Keys::of_the_samples();
    let mut packet = value();
    let mut signature = hex::decode(packet["authentication"]["signature"].as_str().unwrap()).unwrap();
    // L = 2^252 + 27742317777372353535851937790883648493, little-endian (RFC 8032, section 5.1).
    let l = hex::decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").unwrap();
    let mut carry = 0;
    for (digit, add) in signature[32..].iter_mut().zip(&l) {
        let sum = u16::from(*digit) + u16::from(*add) + carry;
        *digit = u8::try_from(sum & 0xff).unwrap();
        carry = sum >> 8;
    }
    assert_eq!(carry, 0);
    packet["authentication"]["signature"] = json!(hex::encode(signature));
    assert_eq!(result(&keys.verify(packet.to_string().as_bytes())), invalid(Code::SourceSignatureInvalid));

    let mut identity = [0; 32];
    identity[0] = 1;
    assert_eq!(PublicKey::from_bytes(&identity), Err(PublicKeyError::Weak));
    identity[31] = 0x80;
    assert!(PublicKey::from_bytes(&identity).is_err());
}

// clause: OCP-10.6-1
#[test]
fn what_is_not_signed() {
    let keys = Keys::of_the_samples();
    let codes = |packet: &Value, root: bool| {
        let text = if root { rooted(packet) } else { packet.to_string().into_bytes() };
        let tree = read(&text);
        keys.sign(&tree).map(drop).unwrap_err().iter().map(|f| f.code).collect::<Vec<_>>()
    };
    let mut packet = value();
    packet["source"]["installationKeyId"] = json!("unattested");
    assert_eq!(codes(&packet, true), [Code::SourceUnattested]);
    let mut packet = value();
    packet["recipientIntent"] = json!({"kind": "unbound-local-import"});
    packet["authentication"] = json!({"kind": "unsigned"});
    assert_eq!(codes(&packet, true), [Code::MacWithoutRecipient]);
    let mut packet = value();
    packet["packet"]["intent"] = json!("other");
    assert_eq!(codes(&packet, false), [Code::ManifestRootMismatch]);
    assert_eq!(codes(&json!([]), false), [Code::NotAPacket]);
    // Checkpoints have no signature format.
    assert_eq!(codes(&json!({"opencheckpoint": "0.1"}), false), [Code::NotAPacket]);
    // Of another version, and of what is no packet, nothing else is said.
    packet["source"]["installationKeyId"] = json!("unattested");
    packet["formatVersion"] = json!(2);
    assert_eq!(codes(&packet, true), [Code::Schema]);
    packet["formatVersion"] = json!("1");
    assert_eq!(codes(&packet, true), [Code::Schema, Code::SourceUnattested]);
    packet["format"] = json!("another");
    assert_eq!(codes(&packet, true), [Code::NotAPacket]);
}

#[test]
fn another_layout_of_the_root() {
    let keys = Keys::of_the_samples();
    let mut packet = value();
    packet["authentication"] = json!({"kind": "unsigned"});
    packet["recipientIntent"] = json!({"kind": "unbound-local-import"});
    let layout = ManifestLayout { also: AlsoCovered::NONE.with("extensions"), ..ManifestLayout::PINNED };
    let text = packet.to_string();
    let tree = read(text.as_bytes());
    let root = manifest::root(tree.root(), &layout);
    let other = canon::to_vec(manifest::with_root(tree.root(), &root).unwrap().root(), Profile::Zcf);
    assert_eq!(result(&verify_bytes(&other, &Context::default())), invalid(Code::ManifestRootMismatch));
    let report = verify_bytes(&other, &Context { layout, ..Context::default() });
    assert_eq!(result(&report), (Verdict::IntegrityOnly, None));
    assert!(report.coverage.root.contains(&"/extensions".to_owned()));
    let report = keys.verify(text.replace("zephr-continuity\"", "x\"").as_bytes());
    assert_eq!(result(&report), invalid(Code::NotAPacket));
    assert_eq!(text_is_unread("{"), invalid(Code::JsonSyntax));
}

fn text_is_unread(text: &str) -> (Verdict, Option<Code>) {
    result(&verify_bytes(text.as_bytes(), &Context::default()))
}

#[test]
fn secrets_stay_out_of_debug_output() {
    let keys = Keys::of_the_samples();
    let shown = format!("{:?} {:?} {:?}", keys.context(), keys.secret, keys.destination);
    for secret in ["source-installation.hex", "destination-installation.hex"] {
        assert!(!shown.contains(text(secret).trim()), "{shown}");
    }
    assert!(shown.contains("InstallationKey(..)"));
}
