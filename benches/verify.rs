//! What verifying a packet costs beside the one signature check in it.
//!
//! A recipient-bound packet of about 4 KB, verified from its text and from its tree, against the bare strict
//! verification of the same signature over the same bytes; and a thousand packets of one source, verified with the
//! trusted key read once, and read again for every packet. Medians of interleaved rounds, so that a noisy machine
//! slows all of them alike.

use std::hint::black_box;
use std::time::Instant;

use crate::signed::{Keys, read, text, value};
use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::ed25519::{PublicKey, Signature};
use ocp_convert::zephr::manifest::{self, ManifestLayout};
use ocp_convert::zephr::sign::signed_message;
use ocp_convert::zephr::verify::{Verdict, verify};

const ROUNDS: usize = 400;
const BATCH: usize = 10;

/// The shipped packet with beliefs added until it has `bytes` in compact form, signed.
fn packet(keys: &Keys, bytes: usize, nonce: usize) -> Vec<u8> {
    let mut packet = value();
    packet["packet"]["nonce"] = format!("{nonce:032x}").into();
    let mut number = 0;
    while packet.to_string().len() < bytes {
        let belief = serde_json::json!({
            "portableRef": format!("b{number}"), "sourceId": "z",
            "content": "The flake needs at least eight parallel workers, and goes away with one.",
        });
        packet["content"]["beliefs"].as_array_mut().unwrap().push(belief);
        number += 1;
    }
    let text = packet.to_string();
    let tree = read(text.as_bytes());
    let root = manifest::root(tree.root(), &ManifestLayout::PINNED);
    let rooted = manifest::with_root(tree.root(), &root).unwrap();
    canon::to_vec(keys.sign(&rooted).unwrap().root(), Profile::Zcf)
}

fn time(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..BATCH {
        work();
    }
    start.elapsed().as_secs_f64() * 1e6 / BATCH as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

pub fn run() {
    let keys = Keys::of_the_samples();
    let text_of_packet = packet(&keys, 4096, 0);
    let tree = read(&text_of_packet);
    let context = keys.context();
    let message = signed_message(&tree).unwrap();
    let signature = tree.root().get("authentication").get("signature").as_str().unwrap();
    let signature = Signature::from_hex(signature).unwrap();
    let public = PublicKey::from_pem(&text("source.pub.pem")).unwrap();

    let mut bare = || public.verify(black_box(&message), &signature).unwrap();
    let mut from_tree = || assert_eq!(verify(black_box(&tree), &context).verdict, Verdict::Authentic);
    let mut from_text = || {
        let tree = read(black_box(&text_of_packet));
        assert_eq!(verify(&tree, &context).verdict, Verdict::Authentic);
    };
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(time(&mut bare));
        times[1].push(time(&mut from_tree));
        times[2].push(time(&mut from_text));
    }
    let [bare, from_tree, from_text] = times.map(median);
    println!("packet of {} bytes, medians of {ROUNDS} rounds of {BATCH}", text_of_packet.len());
    println!("bare strict verification  {bare:7.1} µs   1.00");
    println!("verify, from the tree     {from_tree:7.1} µs   {:.2}", from_tree / bare);
    println!("verify, from the text     {from_text:7.1} µs   {:.2}", from_text / bare);
    of_one_source(&keys);
}

/// Packets of one source share the key that was decompressed when it was trusted.
fn of_one_source(keys: &Keys) {
    let packets: Vec<Vec<u8>> = (0..1000).map(|nonce| packet(keys, 4096, nonce)).collect();
    let verified = |packet: &[u8], keys: &Keys| {
        assert_eq!(verify(&read(black_box(packet)), &keys.context()).verdict, Verdict::Authentic);
    };
    let timed = |work: &dyn Fn()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    let (mut once, mut again) = (Vec::new(), Vec::new());
    for packet in &packets {
        once.push(timed(&|| verified(packet, keys)));
        again.push(timed(&|| verified(packet, &Keys::of_the_samples())));
    }
    let (once, again) = (median(once), median(again));
    println!("a thousand packets of one source, medians, a packet");
    println!("keys read once            {once:7.1} µs   1.00");
    println!("keys read for each        {again:7.1} µs   {:.2}", again / once);
}
