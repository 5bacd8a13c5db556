//! Runs a check over generated documents, and makes a document that fails small.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::time::{Duration, Instant};

use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{Limits, read};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

use crate::converting::Done;
use crate::documents;
use crate::generate::tape::tapes;

thread_local! {
    /// Whether failures of this thread are expected.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}

/// How long a document that fails is made smaller.
const PATIENCE: Duration = Duration::from_secs(20);
/// The seed where `OCP_CONVERT_SEED` gives no other.
pub const SEED: u64 = 8785;
/// Documents to try where `OCP_CONVERT_CASES` says nothing.
pub const CASES: u64 = 2000;

/// Checks the documents made from as many tapes as wanted, a `share` of them when a check is dear.
pub fn over(share: u64, make: fn(&[u32]) -> Value, check: impl Fn(&Value)) {
    let cases = setting("OCP_CONVERT_CASES", CASES) / share;
    let seed = setting("OCP_CONVERT_SEED", SEED);
    for case in 0..cases {
        let document = document(seed, case, make);
        if let Some(failure) = failure(&document, &check) {
            let (small, failure) = reduced(document, failure, &check);
            panic!("seed {seed}, case {case}: {failure}\n{small}");
        }
    }
}

/// The document of one case: each has a generator of its own, so that it comes back whatever comes before it.
pub fn document(seed: u64, case: u64, make: fn(&[u32]) -> Value) -> Value {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&case.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    make(&tapes().new_tree(&mut runner).unwrap().current())
}

/// I10: a second run gives the same bytes and the same ledger.
pub fn repeats(document: &Value, options: &Options, done: &Done, profile: Profile) {
    let text = document.to_string();
    let tree = read(text.as_bytes(), &Limits::default()).unwrap();
    let again = convert(&tree, options).unwrap();
    assert!(canon::to_vec(again.target.root(), profile) == done.bytes, "I10: other bytes");
    assert!(again.ledger.file(&tree, &again.target) == done.ledger, "I10: another ledger");
    assert!(again.into_bytes() == done.bytes, "I10: other bytes handed out");
}

/// What the check says against a document.
fn failure(document: &Value, check: &impl Fn(&Value)) -> Option<String> {
    // What fails on the way is not worth printing: the smallest document is.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let caught = catch_unwind(AssertUnwindSafe(|| check(document)));
    QUIET.set(false);
    let caught = caught.err()?;
    let text = caught.downcast_ref::<String>().cloned();
    Some(text.or_else(|| caught.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
}

/// The first words of a failure, which tell what was checked.
fn kind(failure: &str) -> String {
    let said = failure.split_once("failed: ").map_or(failure, |(_, said)| said);
    said.split([':', '\n']).next().unwrap_or_default().chars().take(40).collect()
}

/// The smallest document found in some seconds that fails in the same way: parts are taken away as long as it does.
fn reduced(mut document: Value, mut failing: String, check: &impl Fn(&Value)) -> (Value, String) {
    let wanted = kind(&failing);
    let (mut changed, start) = (true, Instant::now());
    while changed {
        changed = false;
        let mut places = Vec::new();
        pointers(&document, "", &mut places);
        for place in places {
            if start.elapsed() > PATIENCE {
                return (document, failing);
            }
            for smaller in smaller(&document, &place) {
                if !documents::errors(&smaller).is_empty() {
                    continue;
                }
                if let Some(found) = failure(&smaller, check).filter(|found| kind(found) == wanted) {
                    (document, failing, changed) = (smaller, found, true);
                    break;
                }
            }
        }
    }
    (document, failing)
}

/// Everything inside, from the outside in.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(n, v)| (n.clone(), v)).collect(),
        Value::Array(items) => items.iter().enumerate().rev().map(|(n, v)| (n.to_string(), v)).collect(),
        _ => return,
    };
    for (name, member) in members {
        let inside = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
        out.push(inside.clone());
        pointers(member, &inside, out);
    }
}

/// The document without what stands at a place, or with something plainer there.
fn smaller(document: &Value, place: &str) -> Vec<Value> {
    let mut out = Vec::new();
    let Some(there) = document.pointer(place) else { return out };
    let (parent, name) = place.rsplit_once('/').unwrap();
    let mut copy = document.clone();
    match copy.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(&name.replace("~1", "/").replace("~0", "~"))),
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        _ => {}
    }
    out.push(copy);
    let plainer: Vec<Value> = match there {
        Value::String(text) if text != "x" => vec!["x".into()],
        Value::Object(_) | Value::Array(_) if there.to_string().len() > 2 => vec![1.into()],
        _ => Vec::new(),
    };
    for value in plainer {
        let mut copy = document.clone();
        *copy.pointer_mut(place).unwrap() = value;
        out.push(copy);
    }
    let rooted = |copy: Value| if copy.get("manifest").is_some() { documents::with_root(copy) } else { copy };
    out.into_iter().map(rooted).collect()
}
