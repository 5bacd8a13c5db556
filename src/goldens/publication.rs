//! What a publication golden has to be (Zephr, publication goldens): an unsigned packet that is taken in, with no
//! `x-zephr-*` key at any depth.

use super::answer::{Answer, Difference, difference};
use super::data::Input;
use super::vector::Answered;
use crate::json::{self, Cursor, Limits, PointerIndex, Tree};

/// Pointers of the members whose names start with `x-zephr-`, in any letter case.
pub fn foreign_members(tree: &Tree<'_>) -> Vec<String> {
    let index = PointerIndex::new(tree);
    let foreign = |place: &Cursor<'_>| {
        let start = place.name().and_then(|name| name.get(..8));
        start.is_some_and(|start| start.eq_ignore_ascii_case("x-zephr-"))
    };
    tree.root().subtree().filter(foreign).map(|place| index.pointer(place.index())).collect()
}

/// Where a vector is not one to publish.
pub(super) fn differs(input: &Input<Vec<u8>>, answer: &Answer) -> Vec<Difference> {
    let mut out = Vec::new();
    if answer.result != Answered::Valid || answer.output.receipt.is_none() {
        out.push(difference("publication", "a packet that is taken in", answer.result.as_str()));
    }
    let bytes = input.document.as_deref().unwrap_or_default();
    let Ok(tree) = json::read(bytes, &Limits::default()) else { return out };
    if tree.root().get("authentication").get("kind").as_str() != Some("unsigned") {
        out.push(difference("publication", "an unsigned packet", "another kind of authentication"));
    }
    let foreign = foreign_members(&tree);
    if !foreign.is_empty() {
        out.push(difference("publication", "no `x-zephr-*` key", foreign.join(", ")));
    }
    out
}
