//! The manifest root against computations that share no code with it: one over `serde_json` and `sha2` for every
//! shipped packet, and roots of one small packet under every choice of layout, computed with Python's `json`,
//! `hashlib` and `struct`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use ocp_convert::canon::{self, Profile};
use ocp_convert::finding::Code;
use ocp_convert::json::{self, Limits, Tree};
use ocp_convert::zephr::manifest::{
    self, AlsoCovered, ByteOrder, Framing, KeyNames, Length, ManifestLayout, SectionBytes,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn packets() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/zcf");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 9, "the shipped packets");
    files
}

fn read(text: &[u8]) -> Tree<'_> {
    json::read(text, &Limits::default()).unwrap()
}

/// `ZCF-JSON-v1` of a parsed value, by recursion over `serde_json`.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut names: Vec<_> = members.keys().collect();
            names.sort_by(|a, b| a.chars().cmp(b.chars()));
            for (i, name) in names.into_iter().enumerate() {
                out.push(if i == 0 { '{' } else { ',' });
                out.push_str(&serde_json::to_string(name).unwrap());
                out.push(':');
                canonical(&members[name], out);
            }
            out.push_str(if members.is_empty() { "{}" } else { "}" });
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                out.push(if i == 0 { '[' } else { ',' });
                canonical(item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        // The numbers of the shipped packets, in ECMAScript's spelling, where it is not serde_json's.
        Value::Number(n) => out.push_str(match n.to_string().as_str() {
            "-0.0" => "0",
            "100.0" => "100",
            "1e21" => "1e+21",
            other => return out.push_str(other),
        }),
        // serde_json escapes as RFC 8785 does: the short escapes, lower-case \u00xx, nothing else.
        other => out.push_str(&other.to_string()),
    }
}

fn independent_root(packet: &Value) -> String {
    let mut sections = vec![
        ("packetIdentity", &packet["packet"]),
        ("sourceDescriptor", &packet["source"]),
        ("recipientIntent", &packet["recipientIntent"]),
        ("retention", &packet["retention"]),
    ];
    sections.extend(packet.get("scopeProof").map(|v| ("scopeProof", v)));
    sections.extend(packet["content"].as_object().unwrap().iter().map(|(k, v)| (k.as_str(), v)));
    sections.sort_by(|a, b| a.0.chars().cmp(b.0.chars()));
    let mut hasher = Sha256::new();
    let mut prefixed = |text: &str| {
        hasher.update(u32::try_from(text.len()).unwrap().to_be_bytes());
        hasher.update(text);
    };
    prefixed("zephr-continuity-manifest-v1");
    for (key, section) in sections {
        let mut text = String::new();
        canonical(section, &mut text);
        prefixed(key);
        prefixed(&text);
    }
    hasher.finalize().iter().fold("sha256:".to_owned(), |root, byte| format!("{root}{byte:02x}"))
}

#[test]
fn every_shipped_packet_states_its_root_and_an_independent_computation_agrees() {
    for file in packets() {
        let text = std::fs::read(&file).unwrap();
        let oracle: Value = serde_json::from_slice(&text).unwrap();
        let stated = oracle["manifest"]["rootHash"].as_str().unwrap();
        assert_eq!(independent_root(&oracle), stated, "{}", file.display());
        let tree = read(&text);
        assert_eq!(manifest::root(tree.root(), &ManifestLayout::PINNED), stated, "{}", file.display());
        assert_eq!(manifest::manifest_root(tree.root()), None);
        assert_eq!(manifest::section_name_collision(tree.root()), []);
    }
}

#[test]
fn the_root_ignores_layout_of_the_text_and_order_of_members() {
    for file in packets() {
        let text = std::fs::read(&file).unwrap();
        let tree = read(&text);
        for profile in [Profile::Jcs, Profile::Zcf] {
            let again = canon::to_vec(tree.root(), profile);
            let again = read(&again);
            assert_eq!(
                manifest::root(again.root(), &ManifestLayout::PINNED),
                manifest::root(tree.root(), &ManifestLayout::PINNED)
            );
        }
    }
}

/// Two names on either side of the one place where the orders differ; members left open by the text.
const SMALL: &str = r#"{"format":"zephr-continuity","formatVersion":1,"packet":{"id":"p"},"source":{"b":1,"a":[]},
    "recipientIntent":{"kind":"k"},"content":{"beliefs":[],"zz":{"x":null},"\ud83d\ude00":1,"\ufb33":2},
    "retention":{},"extensions":{},"manifest":{"rootHash":"?"},"authentication":{"kind":"unsigned"}}"#;

#[test]
fn every_choice_of_layout_gives_the_root_computed_elsewhere() {
    let pinned = ManifestLayout::PINNED;
    let length = |length| ManifestLayout { length, ..pinned };
    let framing = |framing| ManifestLayout { framing, ..pinned };
    let also = |also| ManifestLayout { also, ..pinned };
    let extensions = AlsoCovered::NONE.with("extensions");
    let cases = [
        (pinned, "92c86b6edb0c4af2a43fe51eedd7e400632458dae2edfabf866046eb8bfb1386"),
        (
            length(Length::U32(ByteOrder::Little)),
            "59e2e8e72a78a12d29ab5160db367e8ad2ae90ce798da2547bca7b884c5fe5a4",
        ),
        (
            length(Length::U64(ByteOrder::Big)),
            "91ed4cd67e49e1b2b1da0e069b34281bf6c3de8a31f4b9dffecf1d96b2064b5f",
        ),
        (
            length(Length::U64(ByteOrder::Little)),
            "c7329ae6ff6036e9a15e0a5b08a6ead9d4ffd68e4f1c003af69a78548da5f9bb",
        ),
        (length(Length::Decimal), "b6f308889ac83c67271034c6ec9672a75a5265e1fcf901f8ca40c437ac20c8f2"),
        (length(Length::None), "777a2c81553da750c9ac3e7ed057633cfcfdc16b91c116c1baefcdd14d67c718"),
        (framing(Framing::Raw), "6214ccd058b7709c28ca32d9629bb5e3fe15b4ebb9c685346942b32c2a36bc89"),
        (framing(Framing::NulTerminated), "2ae4f685a18f93c1aa35a7d2dfbb630e81249de44a9ba224f8ce9e338ae3a90f"),
        (framing(Framing::LfTerminated), "bc14f72bb704c195d8511b10282f5a0fcbc38ed566bebae863e01d5e129357c9"),
        (
            ManifestLayout { section: SectionBytes::Hashed, ..pinned },
            "f3a5eb557c239c7f68b8499de67d603f2cbc78fb08cb614131b722eea8926cc8",
        ),
        (
            ManifestLayout { names: KeyNames::Member, ..pinned },
            "6a0d0597ba886f4c754f5c0c885d508e425c47ff026e88d01567f39e822c5b98",
        ),
        (
            ManifestLayout { order: Profile::Jcs, ..pinned },
            "738ecfaf3bd434a857ab2197d2f026150e916f01d92c4af6eda3d9115a21d82a",
        ),
        (also(extensions), "a1c351b7f0c7f89ae717645e258506e160e1ae9427e7b2a34366a7fe953e20ac"),
        (
            also(extensions.with("formatVersion")),
            "53fd989ffa0fc13f8cb343febda6cb9794ac607e4623ebce61ddff5237b60f8c",
        ),
    ];
    let tree = read(SMALL.as_bytes());
    for (layout, expected) in cases {
        assert_eq!(manifest::root(tree.root(), &layout), format!("sha256:{expected}"), "{layout:?}");
    }
}

#[test]
fn the_transcript_counts_every_byte_that_was_hashed() {
    let tree = read(SMALL.as_bytes());
    let transcript = manifest::transcript(tree.root(), &ManifestLayout::PINNED);
    let keys: Vec<_> = transcript.steps.iter().map(|s| s.key.as_str()).collect();
    assert_eq!(
        keys,
        [
            "beliefs",
            "packetIdentity",
            "recipientIntent",
            "retention",
            "sourceDescriptor",
            "zz",
            "\u{fb33}",
            "\u{1f600}"
        ]
    );
    assert_eq!(transcript.domain, 32);
    // 218 bytes in the computation in Python; SHA-256 of `[]` and of `2`, by sha256sum.
    assert_eq!(transcript.steps.last().unwrap().total, 218);
    assert_eq!(transcript.steps[0].length, 2);
    assert_eq!(
        transcript.steps[0].sha256,
        "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    );
    assert_eq!(
        transcript.steps[6].sha256,
        "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"
    );
}

// clause: ZCF-SEC-13, ZCF-SEC-14, ZCF-MAN-8
#[test]
fn covered_parts_move_the_root_and_uncovered_parts_do_not() {
    let root = |text: &str| manifest::root(read(text.as_bytes()).root(), &ManifestLayout::PINNED);
    let before = root(SMALL);
    let changed = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        root(&SMALL.replace(from, to))
    };
    let covered = [
        (r#""id":"p""#, r#""id":"q""#),
        (r#""b":1"#, r#""b":2"#),
        (r#""kind":"k""#, r#""kind":"l""#),
        (r#""retention":{}"#, r#""retention":{"x":1}"#),
        (r#""beliefs":[]"#, r#""beliefs":[1]"#),
        (r#""zz":"#, r#""zy":"#),
        (r#""extensions":{}"#, r#""extensions":{},"scopeProof":{}"#),
    ];
    for (from, to) in covered {
        assert_ne!(changed(from, to), before, "{from}");
    }
    let uncovered = [
        (r#""formatVersion":1"#, r#""formatVersion":2"#),
        (r#""extensions":{}"#, r#""extensions":{"a.b":1},"redactionManifest":{}"#),
        (r#""unsigned""#, r#""other""#),
    ];
    for (from, to) in uncovered {
        assert_eq!(changed(from, to), before, "{from}");
    }
    let tree = read(SMALL.as_bytes());
    assert_eq!(
        manifest::uncovered(tree.root(), &ManifestLayout::PINNED),
        ["/format", "/formatVersion", "/extensions", "/authentication"]
    );
    let all = ManifestLayout { also: AlsoCovered::ALL, ..ManifestLayout::PINNED };
    assert_eq!(manifest::uncovered(tree.root(), &all), ["/authentication"]);
}

#[test]
fn a_content_member_under_an_envelope_section_s_name_is_refused() {
    for name in ["packetIdentity", "sourceDescriptor", "recipientIntent", "retention", "scopeProof"] {
        let text = SMALL.replace(r#""zz""#, &format!("\"{name}\""));
        let tree = read(text.as_bytes());
        let [finding] = &manifest::section_name_collision(tree.root())[..] else { panic!("{name}") };
        assert_eq!(finding.code, Code::SectionNameCollision);
        assert_eq!(finding.pointer, format!("/content/{name}"));
    }
    // The members' own names are no section names.
    let text = SMALL.replace(r#""zz""#, r#""packet""#);
    assert_eq!(manifest::section_name_collision(read(text.as_bytes()).root()), []);
}

// clause: ZCF-MAN-1, ZCF-MAN-7
#[test]
fn a_root_that_is_missing_misspelled_or_wrong_has_a_finding_of_its_own() {
    let root = "92c86b6edb0c4af2a43fe51eedd7e400632458dae2edfabf866046eb8bfb1386";
    let finding = |manifest: &str| {
        let text = SMALL.replace(r#""manifest":{"rootHash":"?"}"#, manifest);
        manifest::manifest_root(read(text.as_bytes()).root()).map(|f| (f.code, f.pointer))
    };
    let stating = |text: &str| finding(&format!(r#""manifest":{{"rootHash":"{text}"}}"#));
    let at = |code, pointer: &str| Some((code, pointer.to_owned()));
    assert_eq!(stating(&format!("sha256:{root}")), None);
    let misspelled = at(Code::ManifestRootEncoding, "/manifest/rootHash");
    for text in [
        format!("sha256:{}", root.to_uppercase()),
        format!("SHA256:{root}"),
        root.to_owned(),
        format!("sha256:{root}0"),
        format!("sha256: {root}"),
        String::new(),
    ] {
        assert_eq!(stating(&text), misspelled, "{text:?}");
    }
    let wrong = root.replace('9', "8");
    assert_eq!(stating(&format!("sha256:{wrong}")), at(Code::ManifestRootMismatch, "/manifest/rootHash"));
    assert_eq!(finding(r#""manifest":{"rootHash":7}"#), at(Code::ManifestRootMismatch, "/manifest/rootHash"));
    assert_eq!(finding(r#""manifest":{}"#), at(Code::ManifestRootMismatch, "/manifest"));
    assert_eq!(finding(r#""other":1"#), at(Code::ManifestRootMismatch, ""));
}

#[test]
fn setting_the_root_changes_nothing_else() {
    let text = SMALL.replace(r#"{"rootHash":"?"}"#, r#"{"note":[{"a":[]},1],"rootHash":"?"}"#);
    let tree = read(text.as_bytes());
    let root = manifest::root(tree.root(), &ManifestLayout::PINNED);
    let written = manifest::with_root(tree.root(), &root).unwrap();
    assert_eq!(manifest::manifest_root(written.root()), None);
    let expected = text.replace(r#""?""#, &format!("\"{root}\""));
    assert!(written.root().same_value(read(expected.as_bytes()).root()));
}
