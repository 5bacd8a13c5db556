//! `manifest --diagnose`: whatever plausible layout a root was computed under is found.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::Instant;

use ocp_convert::canon::Profile;
use ocp_convert::json::{Limits, read};
use ocp_convert::zephr::diagnose::diagnose;
use ocp_convert::zephr::layout_file;
use ocp_convert::zephr::manifest::{self, ManifestLayout};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A packet whose names the two orders tell apart, among the sections and inside of one.
fn packet() -> Value {
    json!({
        "format": "zephr-continuity", "formatVersion": 1, "artifactKind": "session-handoff",
        "canonicalizationProfile": "ZCF-JSON-v1", "packet": {"id": "p"}, "source": {"\u{FB33}": 1, "\u{1F600}": 2},
        "recipientIntent": {}, "content": {"beliefs": [], "\u{FB33}": 1, "\u{1F600}": 2}, "redactionManifest": {},
        "omissionManifest": {}, "retention": {}, "manifest": {}, "authentication": {}, "extensions": {"a.b": 1}
    })
}

fn with_root(packet: &Value, layout: &ManifestLayout) -> String {
    let text = packet.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let root = manifest::root(tree.root(), layout);
    let mut packet = packet.clone();
    packet["manifest"] = json!({"rootHash": root});
    packet.to_string()
}

// clause: ZCF-MAN-2, ZCF-MAN-3, ZCF-MAN-5
#[test]
fn every_setting_is_found() {
    let texts = [
        "{}",
        r#"{"length":"u32le"}"#,
        r#"{"length":"u64be","framing":"raw"}"#,
        r#"{"length":"u64le","framing":"nul","section":"hashed"}"#,
        r#"{"length":"decimal","framing":"lf","names":"member"}"#,
        r#"{"length":"none","framing":"lf"}"#,
        r#"{"length":"none","framing":"raw","section":"hashed"}"#,
        r#"{"order":"jcs"}"#,
        r#"{"canonical":"jcs"}"#,
        r#"{"order":"jcs","canonical":"jcs","names":"member","also":["extensions"]}"#,
        r#"{"also":["format","formatVersion","artifactKind","canonicalizationProfile"]}"#,
        r#"{"length":"u64be","also":["artifactKind","canonicalizationProfile","extensions","format","formatVersion","omissionManifest","redactionManifest"]}"#,
        r#"{"section":"hashed","also":["omissionManifest","redactionManifest"]}"#,
    ];
    for text in texts {
        let layout = layout_file::parse(text.as_bytes()).unwrap();
        let document = with_root(&packet(), &layout);
        let tree = read(document.as_bytes(), &Limits::default()).unwrap();
        let diagnosis = diagnose(tree.root());
        assert_eq!(diagnosis.fits, [layout], "{text}");
        assert_eq!(diagnosis.tried, 8 * 46 * 128);
    }
}

/// A framed domain without lengths is a bare one, so there is one way to write it.
#[test]
fn settings_that_make_no_difference_are_tried_once() {
    let mut plain = packet();
    plain["source"] = json!({});
    plain["content"] = json!({"beliefs": []});
    let framed = layout_file::parse(br#"{"length":"none","order":"jcs"}"#).unwrap();
    let document = with_root(&plain, &framed);
    let tree = read(document.as_bytes(), &Limits::default()).unwrap();
    let diagnosis = diagnose(tree.root());
    let raw = layout_file::parse(br#"{"length":"none","framing":"raw"}"#).unwrap();
    assert_eq!(diagnosis.fits, [raw]);
    assert_eq!(diagnosis.tried, 2 * 46 * 128);
    assert_eq!(raw.order, Profile::Zcf);
}

/// By hand: domain and a line feed, keys and sections behind decimal lengths and a colon, sections hashed first.
#[test]
fn a_layout_computed_by_other_code_is_found() {
    let mut plain = packet();
    plain["source"] = json!({"a": 1});
    plain["content"] = json!({"beliefs": []});
    let mut hasher = Sha256::new();
    hasher.update(b"zephr-continuity-manifest-v1\n");
    for (key, body) in [
        ("beliefs", "[]"),
        ("extensions", r#"{"a.b":1}"#),
        ("packet", r#"{"id":"p"}"#),
        ("recipientIntent", "{}"),
        ("retention", "{}"),
        ("source", r#"{"a":1}"#),
    ] {
        hasher.update(format!("{}:{key}32:", key.len()));
        hasher.update(Sha256::digest(body));
    }
    plain["manifest"] = json!({"rootHash": format!("sha256:{}", hex::encode(hasher.finalize()))});
    let text = plain.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let settings =
        br#"{"framing":"lf","length":"decimal","section":"hashed","names":"member","also":["extensions"]}"#;
    assert_eq!(diagnose(tree.root()).fits, [layout_file::parse(settings).unwrap()]);
}

#[test]
fn a_root_of_other_content_fits_nothing() {
    let document =
        with_root(&packet(), &ManifestLayout::PINNED).replace("a.b", "a.c").replace("\"p\"", "\"q\"");
    let start = Instant::now();
    let tree = read(document.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(diagnose(tree.root()).fits, []);
    println!("{:?} without optimisation", start.elapsed());
    for odd in [json!("sha256:00"), json!(7), json!(null)] {
        let mut packet = packet();
        packet["manifest"] = json!({"rootHash": odd});
        let text = packet.to_string();
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(diagnose(tree.root()).fits, []);
    }
}
