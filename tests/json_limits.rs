//! Size, depth and stack: nothing a document or a built tree does makes the library recurse, hang or overflow.
//!
//! Each deep or wide case runs on a thread with a small stack, so that recursion would show.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::time::{Duration, Instant};

use ocp_convert::canon::{self, Profile};
use ocp_convert::json::{Limits, Number, PointerIndex, Tree, TreeBuilder, read};

const MILLION: usize = 1_000_000;

/// Runs `work` with 64 KiB of stack; a quadratic algorithm on a million values would need hours, not a minute.
fn confined(work: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    std::thread::Builder::new().stack_size(64 << 10).spawn(work).unwrap().join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(60), "took {:?}", start.elapsed());
}

fn code(text: &[u8], limits: &Limits) -> String {
    read(text, limits).unwrap_err().code.to_string()
}

#[test]
fn depth_128_is_read_and_129_is_not() {
    let arrays = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(read(arrays(128).as_bytes(), &Limits::default()).is_ok());
    let finding = read(arrays(129).as_bytes(), &Limits::default()).unwrap_err();
    assert_eq!(finding.code.as_str(), "json_depth");
    assert_eq!(finding.pointer, "/0".repeat(128));
    let at = finding.position.unwrap();
    assert_eq!((at.offset, at.line, at.column), (128, 1, 129));

    let objects = |depth: usize| "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth);
    assert!(read(objects(128).as_bytes(), &Limits::default()).is_ok());
    let finding = read(objects(129).as_bytes(), &Limits::default()).unwrap_err();
    assert_eq!((finding.code.as_str(), finding.pointer), ("json_depth", "/a".repeat(128)));
    assert_eq!(finding.position.unwrap().offset, 128 * 5);
}

#[test]
fn the_depth_limit_is_an_option() {
    let limits = Limits { depth: 0, ..Limits::default() };
    assert!(read(b"1", &limits).is_ok());
    assert_eq!(code(b"[]", &limits), "json_depth");
    // A scalar below the last level is no level.
    let limits = Limits { depth: 1, ..Limits::default() };
    assert!(read(b"[1]", &limits).is_ok());
    assert_eq!(code(b"[1,[]]", &limits), "json_depth");
}

#[test]
fn the_size_limit_counts_bytes() {
    let limits = Limits { bytes: 4, ..Limits::default() };
    assert!(read(b"[12]", &limits).is_ok());
    let finding = read(b"[12] ", &limits).unwrap_err();
    assert_eq!((finding.code.as_str(), finding.position), ("json_size", None));
    assert_eq!(finding.expected.as_deref(), Some("at most 4 bytes"));
    assert_eq!(finding.found.as_deref(), Some("5 bytes"));
    assert_eq!(Limits::default(), Limits { bytes: 64 * 1024 * 1024, depth: 128 });
}

// clause: OCP-10-1
#[test]
fn a_million_brackets_are_refused() {
    confined(|| {
        for open in ["[", "{\"a\":", "[{\"a\":"] {
            assert_eq!(code(open.repeat(MILLION).as_bytes(), &Limits::default()), "json_depth");
        }
    });
}

#[test]
fn a_million_levels_can_be_allowed() {
    confined(|| {
        let limits = Limits { depth: MILLION, ..Limits::default() };
        let text = "[".repeat(MILLION) + &"]".repeat(MILLION);
        let tree = read(text.as_bytes(), &limits).unwrap();
        assert_eq!(canon::to_vec(tree.root(), Profile::Jcs), text.as_bytes());
        // A fault at the bottom, whose pointer has a million tokens.
        let cut = text.get(..MILLION).unwrap();
        let finding = read(cut.as_bytes(), &limits).unwrap_err();
        assert_eq!(finding.code.as_str(), "json_syntax");
        assert_eq!(finding.pointer.len(), 2 * (MILLION - 1));
    });
}

/// Arrays and objects in turn, `depth` of them, with a number at the bottom.
fn deep(depth: usize, bottom: i64) -> Tree<'static> {
    let mut b = TreeBuilder::new();
    for level in 0..depth {
        if level % 2 == 0 {
            b.array();
        } else {
            b.object();
            b.name("a");
        }
    }
    b.number(Number::Int(bottom));
    for _ in 0..depth {
        b.close();
    }
    b.finish().unwrap()
}

#[test]
fn a_built_tree_of_a_million_levels_is_harmless() {
    confined(|| {
        let tree = deep(MILLION, 7);
        let expected = "[{\"a\":".repeat(MILLION / 2) + "7" + &"}]".repeat(MILLION / 2);
        for profile in [Profile::Jcs, Profile::Zcf] {
            assert!(canon::to_vec(tree.root(), profile) == expected.as_bytes(), "{profile:?}");
        }
        let copy = tree.clone();
        assert!(tree.root().same_value(copy.root()));
        assert!(!tree.root().same_value(deep(MILLION, 8).root()));
        assert!(!tree.root().same_value(deep(MILLION - 1, 7).root()));
        let owned = copy.into_owned();
        let last = u32::try_from(owned.len() - 1).unwrap();
        let pointer = "/0/a".repeat(MILLION / 2);
        assert!(PointerIndex::new(&owned).pointer(last) == pointer);
        assert!(owned.cursor(last).pointer() == pointer);
        assert!(ocp_convert::json::resolve(&owned, &pointer).as_number() == Some(Number::Int(7)));
    });
}

#[test]
fn a_built_tree_of_a_million_levels_prints_in_proportion() {
    confined(|| {
        let mut out = Vec::new();
        canon::write_pretty(deep(MILLION, 7).root(), Profile::Jcs, &mut out);
        // Two lines a level, each indented by 128 spaces at most.
        assert!(out.len() < MILLION * 2 * (128 + 8), "{}", out.len());
        out.retain(|b| !b.is_ascii_whitespace());
        let expected = "[{\"a\":".repeat(MILLION / 2) + "7" + &"}]".repeat(MILLION / 2);
        assert!(out == expected.as_bytes());
    });
}

/// An object with the members `names`, all zero.
fn object(names: impl Iterator<Item = String>) -> String {
    let members: Vec<String> = names.map(|n| format!("\"{n}\":0")).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn duplicates_among_200_000_members_are_found() {
    confined(|| {
        const N: usize = 200_000;
        // Names with a common end, a common start, and of one length.
        for spell in [|i| format!("{i}-common-end"), |i| format!("common-start-{i}"), |i| format!("{i:08}")] {
            let distinct = object((0..N).map(spell));
            let tree = read(distinct.as_bytes(), &Limits::default()).unwrap();
            assert_eq!(tree.root().len(), N);
            assert!(tree.root().same_value(tree.root()));

            let finding =
                read(object((0..N).chain([3, 2]).map(spell)).as_bytes(), &Limits::default()).unwrap_err();
            assert_eq!(
                (finding.code.as_str(), finding.pointer),
                ("json_duplicate_member", format!("/{}", spell(3)))
            );
            // After the members, without the closing brace, and the comma.
            assert_eq!(finding.position.unwrap().offset, distinct.len());
        }
    });
}

// clause: OCP-10-1
#[test]
fn wide_documents_are_read() {
    confined(|| {
        let text = format!("[{}0]", "0,".repeat(MILLION));
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(tree.root().len(), MILLION + 1);
        assert!(canon::to_vec(tree.root(), Profile::Zcf) == text.as_bytes());

        let text = format!("\"{}\"", "\\n".repeat(MILLION));
        let tree = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(tree.root().as_str().map(str::len), Some(MILLION));
        assert!(canon::to_vec(tree.root(), Profile::Jcs) == text.as_bytes());

        // A literal of a million digits: 10^-1 written at length.
        let tree = format!("0.1{}", "0".repeat(MILLION));
        let tree = read(tree.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(tree.root().as_number().map(Number::as_f64), Some(0.1));
    });
}
