//! Packets that grow in one dimension: entries that have no name, and entries that all have the same.

use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Options, convert};
use ocp_convert::json::{Limits, read};
use ocp_convert::zephr::manifest::{ManifestLayout, root, with_root};

use super::series;

/// So many constraints that are mere texts.
pub fn bare(count: usize) -> String {
    packet(&list(count, |n| format!(r#""keep the step {n}""#)))
}

/// So many constraints with one id.
pub fn one_id(count: usize) -> String {
    packet(&list(count, |n| format!(r#"{{"id":"step","text":"keep the step {n}"}}"#)))
}

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(entry).collect::<Vec<_>>().join(","))
}

/// The packet of a checkpoint that has next to nothing, with these constraints.
fn packet(constraints: &str) -> String {
    let checkpoint = series::objects(0);
    let checkpoint = read(checkpoint.as_bytes(), &Limits::default()).unwrap();
    let made = convert(&checkpoint, &Options::default()).unwrap().target;
    let text = String::from_utf8(canon::to_vec(made.root(), Profile::Zcf)).unwrap();
    let with_them = text.replacen(r#""constraints":[]"#, &format!(r#""constraints":{constraints}"#), 1);
    assert_ne!(with_them, text);
    let tree = read(with_them.as_bytes(), &Limits::default()).unwrap();
    let sealed = root(tree.root(), &ManifestLayout::PINNED);
    let sealed = with_root(tree.root(), &sealed).unwrap();
    String::from_utf8(canon::to_vec(sealed.root(), Profile::Zcf)).unwrap()
}
