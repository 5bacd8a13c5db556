//! The reader and the writer beside `serde_json` with `serde_json_canonicalizer`, and beside Node where it is there.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{document, double, same, text, tree};
use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{PointerIndex, locate, resolve};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

fn canonical(text: &str, profile: Profile) -> String {
    String::from_utf8(canon::to_vec(tree(text).root(), profile)).unwrap()
}

proptest! {
    #[test]
    fn jcs_is_what_serde_json_canonicalizer_writes(value in document()) {
        let theirs = serde_json_canonicalizer::to_string(&value).unwrap();
        prop_assert_eq!(canonical(&value.to_string(), Profile::Jcs), &*theirs);
        // The text laid out otherwise is the same document.
        prop_assert_eq!(canonical(&serde_json::to_string_pretty(&value).unwrap(), Profile::Jcs), &*theirs);
    }

    #[test]
    fn reading_is_what_serde_json_reads(value in document()) {
        let text = value.to_string();
        let theirs: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(same(tree(&text).root(), &theirs), "{}", text);
        let text = serde_json::to_string_pretty(&value).unwrap();
        prop_assert!(same(tree(&text).root(), &theirs), "{}", text);
    }

    #[test]
    fn strings_with_every_character_escaped(text in text()) {
        let escaped: Vec<String> = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let quoted = format!("\"{}\"", escaped.concat());
        let tree = tree(&quoted);
        prop_assert_eq!(tree.root().as_str(), Some(&*text));
    }

    // clause: OCP-3-5
    #[test]
    fn doubles_are_read_to_the_bit(value in double(), digits in 17_usize..40) {
        // Rust's printers are the other implementation here. Of an integer beyond 2^53 only the shortest and the exact
        // spelling are documents: any other is an integer that no double holds.
        let integer = value.abs() >= 9_007_199_254_740_992.0;
        let long = if integer { format!("{value:.0}") } else { format!("{value:.digits$e}") };
        for text in [format!("{value:e}"), long] {
            let ours = tree(&text).root().as_number().unwrap().as_f64();
            let theirs: f64 = serde_json::from_str(&text).unwrap();
            prop_assert!(ours.to_bits() == value.to_bits() || value == 0.0 && ours == 0.0, "{}", text);
            prop_assert!(theirs.to_bits() == value.to_bits());
        }
    }

    // clause: ZCF-CANON-7
    #[test]
    fn canonical_text_stays_as_it_is(value in document()) {
        for profile in [Profile::Jcs, Profile::Zcf] {
            let once = canonical(&value.to_string(), profile);
            prop_assert_eq!(&canonical(&once, profile), &once);
        }
    }

    #[test]
    fn canonical_and_pretty_text_mean_the_same(value in document()) {
        let text = value.to_string();
        let original = tree(&text);
        for profile in [Profile::Jcs, Profile::Zcf] {
            let compact = canonical(&text, profile);
            prop_assert!(tree(&compact).root().same_value(original.root()));
            let mut pretty = Vec::new();
            canon::write_pretty(original.root(), profile, &mut pretty);
            let pretty = String::from_utf8(pretty).unwrap();
            prop_assert!(tree(&pretty).root().same_value(original.root()));
            prop_assert_eq!(canonical(&pretty, profile), compact);
        }
    }

    #[test]
    fn different_documents_do_not_compare_equal(a in document(), b in document()) {
        let (text_a, text_b) = (a.to_string(), b.to_string());
        let equal = serde_json_canonicalizer::to_string(&a).unwrap() == serde_json_canonicalizer::to_string(&b).unwrap();
        prop_assert_eq!(tree(&text_a).root().same_value(tree(&text_b).root()), equal);
    }

    #[test]
    fn every_value_is_found_by_pointer_and_in_the_text(value in document()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        let tree = tree(&text);
        let index = PointerIndex::new(&tree);
        for place in tree.root().subtree() {
            let pointer = place.pointer();
            prop_assert_eq!(&index.pointer(place.index()), &pointer);
            prop_assert_eq!(resolve(&tree, &pointer).index(), place.index());
            prop_assert!(same(place, value.pointer(&pointer).unwrap()));
            let (from, to) = locate(text.as_bytes(), place).unwrap();
            let part: Value = serde_json::from_str(&text[from..to]).unwrap();
            prop_assert!(same(place, &part), "{} at {}", text, pointer);
        }
    }
}

/// What Node makes of each line: parsed, members sorted by UTF-16 units, printed. `None` without Node.
fn node(lines: &[String]) -> Option<Vec<String>> {
    const SCRIPT: &str = "
        const c = v => Array.isArray(v) ? '[' + v.map(c).join(',') + ']'
            : v && typeof v === 'object'
                ? '{' + Object.keys(v).sort().map(k => JSON.stringify(k) + ':' + c(v[k])).join(',') + '}'
            : typeof v === 'number' ? String(v) : JSON.stringify(v);
        const text = require('fs').readFileSync(0, 'utf8');
        process.stdout.write(text.split('\\n').map(l => c(JSON.parse(l))).join('\\n'));";
    let mut child = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n");
    let writing = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap().split('\n').map(str::to_owned).collect())
}

fn compare_with_node(lines: &[String]) {
    let Some(theirs) = node(lines) else {
        println!("skipped: node is not installed");
        return;
    };
    assert_eq!(theirs.len(), lines.len());
    for (line, theirs) in lines.iter().zip(&theirs) {
        assert_eq!(&canonical(line, Profile::Jcs), theirs, "{line}");
    }
}

fn samples<S: Strategy>(strategy: &S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

#[test]
fn node_prints_the_same_numbers() {
    let mut lines: Vec<String> = samples(&double(), 20_000).iter().map(|f| format!("{f:?}")).collect();
    // Around every power of ten: where the spelling switches between plain and exponent form.
    for exponent in -324_i32..=308 {
        let power: f64 = format!("1e{exponent}").parse().unwrap();
        lines.extend([power.next_down(), power, power.next_up(), -power].iter().map(|f| format!("{f:e}")));
    }
    lines.retain(|l| l != "-0.0" && l != "0e0" && l != "-0e0");
    lines.extend(["-0", "-0.0", "1.5777777777770001", "117.63331139400017"].map(str::to_owned));
    lines.extend(["122.416294033786585", "0.09144338512092887"].map(str::to_owned));
    compare_with_node(&lines);
}

#[test]
fn node_prints_the_same_documents() {
    let lines: Vec<String> = samples(&document(), 500).iter().map(Value::to_string).collect();
    compare_with_node(&lines);
}
