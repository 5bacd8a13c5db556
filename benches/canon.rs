//! Parse and canonicalize (JCS), side by side with `serde_json::Value` and `serde_json_canonicalizer`.
//!
//! `cargo bench --bench canon`. Each round times both sides in turn, so that a noisy machine disturbs both alike; the
//! table shows medians. Ratios mean something, absolute numbers only on the machine that printed them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failure ends the benchmark")]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{self, Limits};
use serde_json::Value;

const ROUNDS: usize = 41;
/// Bytes each timed sample goes through at least.
const SAMPLE: usize = 1 << 20;

fn main() {
    let (small, large) = (document(10), document(22_000));
    println!("{:<18}{:>10}{:>12}{:>12}{:>9}", "document", "bytes", "ours MB/s", "peer MB/s", "ratio");
    compare("compact, small", small.as_bytes(), ROUNDS);
    compare("pretty, small", pretty(&small).as_bytes(), ROUNDS);
    compare("compact, large", large.as_bytes(), ROUNDS / 4);
    compare("pretty, large", pretty(&large).as_bytes(), ROUNDS / 4);
}

fn compare(label: &str, text: &[u8], rounds: usize) {
    assert_eq!(ours(text), peer(text), "both sides must do the same work");
    let repeat = (SAMPLE / text.len()).max(1);
    let time = |work: fn(&[u8]) -> Vec<u8>| {
        let start = Instant::now();
        for _ in 0..repeat {
            black_box(work(black_box(text)));
        }
        start.elapsed()
    };
    let (mut a, mut b): (Vec<_>, Vec<_>) = (0..rounds).map(|_| (time(ours), time(peer))).unzip();
    let (a, b) = (median(&mut a), median(&mut b));
    #[allow(clippy::cast_precision_loss)]
    let rate = |time: Duration| (text.len() * repeat) as f64 / 1e6 / time.as_secs_f64();
    let ratio = b.as_secs_f64() / a.as_secs_f64();
    println!("{label:<18}{:>10}{:>12.0}{:>12.0}{ratio:>8.1}x", text.len(), rate(a), rate(b));
}

fn median(samples: &mut [Duration]) -> Duration {
    samples.sort_unstable();
    samples[samples.len() / 2]
}

fn ours(text: &[u8]) -> Vec<u8> {
    let tree = json::read(text, &Limits::default()).unwrap();
    canon::to_vec(tree.root(), Profile::Jcs)
}

fn peer(text: &[u8]) -> Vec<u8> {
    let value: Value = serde_json::from_slice(text).unwrap();
    serde_json_canonicalizer::to_vec(&value).unwrap()
}

/// A checkpoint with `items` statements, its members in the order a producer writes them, which is not the sorted one.
fn document(items: usize) -> String {
    let mut text = String::from(
        r#"{"opencheckpoint":"0.1","id":"urn:uuid:01998927-0a50-7341-bb8e-83734ee06260","created_at":"2026-06-01T12:00:00Z","source":{"producer":{"name":"import runner","version":"4.2.0"}},"task":{"objective":"Bring the nightly import back\nwithout losing rows – §4","status":"active"},"statements":["#,
    );
    for i in 0..items {
        let comma = if i == 0 { "" } else { "," };
        let (rows, day, minute, source, other) = (i * 37, 1 + i % 28, i % 60, i % 7, (i + 3) % 7);
        let share = 100 + i % 9000;
        let _ = write!(
            text,
            r#"{comma}{{"id":"st-{i}","kind":"observation","text":"The nightly import of batch {i} stops at row {rows} and says \"table is locked\"; a second start did not help.","origin":{{"type":"tool","name":"log reader","ref":"r{source}"}},"evidence":["r{source}","r{other}"],"status":"accepted","recorded_at":"2026-05-{day:02}T09:{minute:02}:00Z","extensions":{{"com.example.import":{{"rows":{rows},"share":0.{share},"final":false}}}}}}"#,
        );
    }
    text.push_str("]}");
    text
}

/// `text`, which is compact, spread over lines and indented by two spaces.
fn pretty(text: &str) -> String {
    let (mut out, mut depth, mut quoted, mut escaped) = (String::new(), 0_usize, false, false);
    for c in text.chars() {
        if quoted || c == '"' {
            quoted = (quoted && (escaped || c != '"')) || (!quoted && c == '"');
            escaped = quoted && !escaped && c == '\\';
            out.push(c);
            continue;
        }
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        let line = format!("\n{}", "  ".repeat(depth));
        match c {
            '{' | '[' | ',' => out.extend([c.to_string(), line]),
            '}' | ']' => out.extend([line, c.to_string()]),
            ':' => out.push_str(": "),
            c => out.push(c),
        }
    }
    out
}
