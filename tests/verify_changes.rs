//! A signed packet, changed in every way there is: what alters its meaning is refused, what does not still verifies.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::format_push_string)]

mod signed;

use ocp_convert::canon::{self, Profile};
use ocp_convert::finding::Code;
use ocp_convert::json::{self, Cursor, Kind, Limits};
use ocp_convert::zephr::manifest::{self, ManifestLayout};
use ocp_convert::zephr::verify::Verdict;
use serde_json::{Map, Value, json};
use signed::{Keys, data, read, value};

/// Whether two texts are the same document: by another reader than the one under test.
fn same(a: &[u8], b: &[u8]) -> bool {
    match (serde_json::from_slice::<Value>(a), serde_json::from_slice::<Value>(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

// clause: ZCF-AUTH-7, ZCF-MAN-4, ZCF-MAN-8
#[test]
fn every_byte_flipped_in_turn() {
    let keys = Keys::of_the_samples();
    let original = data("01-mac-ok.zcf.json");
    let (mut refused, mut kept) = (0, 0);
    let mut work = original.clone();
    for at in 0..original.len() {
        for flip in [0x01, 0x20] {
            work[at] = original[at] ^ flip;
            let report = keys.verify(&work);
            if same(&work, &original) {
                // A blank for a line feed and the like.
                assert_eq!(report.verdict, Verdict::Authentic, "byte {at} ^ {flip:#x}");
                kept += 1;
            } else {
                let accepted = matches!(report.verdict, Verdict::Authentic | Verdict::IntegrityOnly);
                assert!(!accepted, "byte {at} ^ {flip:#x} altered the packet and was accepted");
                assert!(report.failure().is_some() && !report.findings.is_empty());
                refused += 1;
            }
        }
        work[at] = original[at];
    }
    println!("{refused} flips refused, {kept} without meaning kept");
    assert_eq!(refused + kept, 2 * original.len());
    // With the least bit flipped a blank is `!` and a line feed a vertical tab: neither is white space of JSON.
    assert_eq!(kept, 0);
}

/// Pointers of all members, at any depth.
fn members(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                let pointer = format!("{at}/{name}");
                members(value, &pointer, out);
                out.push(pointer);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| members(item, &format!("{at}/{i}"), out));
        }
        _ => {}
    }
}

fn split(pointer: &str) -> (&str, &str) {
    pointer.rsplit_once('/').unwrap()
}

fn object<'v>(packet: &'v mut Value, pointer: &str) -> &'v mut Map<String, Value> {
    packet.pointer_mut(pointer).unwrap().as_object_mut().unwrap()
}

fn refused(keys: &Keys, packet: &Value, what: &str) -> Code {
    let report = keys.verify(packet.to_string().as_bytes());
    assert!(!matches!(report.verdict, Verdict::Authentic | Verdict::IntegrityOnly), "{what} was accepted");
    report.failure().unwrap()
}

#[test]
fn every_member_removed_renamed_and_a_member_added_to_every_object() {
    let keys = Keys::of_the_samples();
    let packet = value();
    let mut pointers = Vec::new();
    members(&packet, "", &mut pointers);
    let mut objects: Vec<String> = pointers.clone();
    objects.push(String::new());
    objects.retain(|pointer| packet.pointer(pointer).unwrap().is_object());

    let (mut removed, mut renamed, mut added) = (0, 0, 0);
    for pointer in &pointers {
        let (parent, name) = split(pointer);
        let mut copy = packet.clone();
        let value = object(&mut copy, parent).remove(name).unwrap();
        refused(&keys, &copy, &format!("{pointer} removed"));
        removed += 1;
        object(&mut copy, parent).insert(format!("{name}2"), value);
        refused(&keys, &copy, &format!("{pointer} renamed"));
        renamed += 1;
    }
    for pointer in &objects {
        let mut copy = packet.clone();
        object(&mut copy, pointer).insert("zz".to_owned(), json!(null));
        refused(&keys, &copy, &format!("a member added to {pointer}"));
        added += 1;
    }
    println!("removed {removed}, renamed {renamed}, added {added}");
    assert_eq!((removed, renamed, added), (pointers.len(), pointers.len(), objects.len()));
    assert!(removed > 50 && added > 10);
}

#[test]
fn every_value_replaced() {
    let keys = Keys::of_the_samples();
    let packet = value();
    let mut pointers = Vec::new();
    members(&packet, "", &mut pointers);
    for pointer in &pointers {
        for other in [json!(null), json!([]), json!({}), json!("x"), json!(2), json!(true)] {
            let mut copy = packet.clone();
            let place = copy.pointer_mut(pointer).unwrap();
            if *place != other {
                *place = other;
                refused(&keys, &copy, pointer);
            }
        }
    }
}

/// Writes a value with its members in reverse, blanks everywhere, escapes for letters and other spellings of numbers.
fn respell(place: Cursor<'_>, out: &mut String) {
    if let Some(name) = place.name() {
        string(name, out);
        out.push_str("\t: \r\n");
    }
    match place.kind() {
        Kind::Object | Kind::Array => {
            let brackets = if place.is_object() { ["{ ", " }"] } else { ["[ ", "\n]"] };
            out.push_str(brackets[0]);
            let mut children: Vec<_> = place.children().collect();
            if place.is_object() {
                children.reverse();
            }
            for (i, child) in children.into_iter().enumerate() {
                out.push_str(if i > 0 { "\n,  " } else { "" });
                respell(child, out);
            }
            out.push_str(brackets[1]);
        }
        Kind::String => string(place.as_str().unwrap(), out),
        Kind::Number => out.push_str(&format!("{:e}", place.as_number().unwrap().as_f64())),
        Kind::Bool => out.push_str(if place.as_bool() == Some(true) { "true" } else { "false" }),
        _ => out.push_str("null"),
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    text.encode_utf16().for_each(|unit| out.push_str(&format!("\\u{unit:04X}")));
    out.push('"');
}

#[test]
fn spelling_and_order_do_not_matter() {
    let keys = Keys::of_the_samples();
    let bytes = data("01-mac-ok.zcf.json");
    let tree = json::read(&bytes, &Limits::default()).unwrap();
    let mut respelled = String::new();
    respell(tree.root(), &mut respelled);
    assert!(respelled.contains("1e0") && respelled.contains("\\u0061"));
    assert_eq!(keys.verify(respelled.as_bytes()).verdict, Verdict::Authentic);
    // Compact, and as another writer orders and spells it.
    assert_eq!(keys.verify(value().to_string().as_bytes()).verdict, Verdict::Authentic);

    // A blank at every place where white space may stand, one at a time.
    let text = String::from_utf8(bytes.clone()).unwrap();
    let (mut inside, mut spaced) = (false, 0);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !inside && !c.is_ascii_alphanumeric() && c != '-' && c != '.' {
            let copy = format!("{} {}", &text[..at], &text[at..]);
            assert_eq!(keys.verify(copy.as_bytes()).verdict, Verdict::Authentic, "a blank at byte {at}");
            spaced += 1;
        }
        match c {
            '"' if !escaped => inside = !inside,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    println!("{spaced} blanks added");
    assert!(spaced > 500);

    // Every two neighbours of every object, swapped.
    let objects: Vec<u32> =
        tree.root().subtree().filter(|c| c.is_object() && c.len() > 1).map(Cursor::index).collect();
    let mut swapped = 0;
    for object in objects {
        for first in 0..tree.cursor(object).len() - 1 {
            let mut copy = String::new();
            swap(tree.root(), object, first, &mut copy);
            assert_eq!(keys.verify(copy.as_bytes()).verdict, Verdict::Authentic);
            swapped += 1;
        }
    }
    println!("{swapped} neighbours swapped");
    assert!(swapped > 40);
}

/// Writes the document with members `first` and `first + 1` of one object in each other's place.
fn swap(place: Cursor<'_>, object: u32, first: usize, out: &mut String) {
    if let Some(name) = place.name() {
        out.push_str(&format!("{}:", json!(name)));
    }
    match place.kind() {
        Kind::Object | Kind::Array => {
            let mut children: Vec<_> = place.children().collect();
            if place.index() == object {
                children.swap(first, first + 1);
            }
            out.push(if place.is_object() { '{' } else { '[' });
            for (i, child) in children.into_iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                swap(child, object, first, out);
            }
            out.push(if place.is_object() { '}' } else { ']' });
        }
        Kind::String => out.push_str(&json!(place.as_str()).to_string()),
        Kind::Number => out.push_str(&place.as_number().unwrap().as_f64().to_string()),
        _ => out.push_str("null"),
    }
}

#[test]
fn elements_of_an_array_are_in_order() {
    let keys = Keys::of_the_samples();
    let mut packet = value();
    let questions = packet["content"]["capsule"]["questions"].as_array_mut().unwrap();
    questions.push(json!({"id": "q2", "text": "Who knows?"}));
    let mut copy = packet.clone();
    copy["content"]["capsule"]["questions"].as_array_mut().unwrap().swap(0, 1);
    let sign = |packet: &Value| {
        let text = packet.to_string();
        let tree = signed::read(text.as_bytes());
        let root = manifest::root(tree.root(), &ManifestLayout::PINNED);
        let rooted = manifest::with_root(tree.root(), &root).unwrap();
        let signed = keys.sign(&rooted).unwrap();
        String::from_utf8(ocp_convert::canon::to_vec(signed.root(), ocp_convert::canon::Profile::Jcs))
            .unwrap()
    };
    let mut signed: Value = serde_json::from_str(&sign(&packet)).unwrap();
    assert_eq!(keys.verify(signed.to_string().as_bytes()).verdict, Verdict::Authentic);
    signed["content"]["capsule"]["questions"].as_array_mut().unwrap().swap(0, 1);
    assert_eq!(refused(&keys, &signed, "questions swapped"), Code::ManifestRootMismatch);
}

/// The error that stands for the check is the first in the text, and is listed before those that come with it.
#[test]
fn of_several_errors_the_first_in_the_text_comes_first() {
    let mut packet: serde_json::Map<String, Value> = value().as_object().unwrap().clone();
    packet.insert("artifactKind".to_owned(), json!("other"));
    packet.insert("note".to_owned(), json!(1));
    packet["retention"]["note"] = json!("x");
    let text = canon::to_vec(read(Value::Object(packet).to_string().as_bytes()).root(), Profile::Zcf);
    let report = Keys::of_the_samples().verify(&text);
    assert_eq!((report.verdict, report.failure()), (Verdict::Invalid, Some(Code::Schema)));
    let listed: Vec<_> = report.findings.iter().map(|f| (f.code, f.pointer.as_str())).collect();
    let errors = [(Code::Schema, "/artifactKind"), (Code::UnknownField, "/note")];
    assert_eq!(listed[..2], errors, "{listed:?}");
    assert_eq!(listed[2..], [(Code::ProfileDeviation, "/retention/note")]);
}
