//! What one walk along the table shows: ids, references, times and members that are not in it (profile 1, sections 3
//! and 8).

use std::collections::HashMap;

use ahash::RandomState;

use super::super::members::PACKET;
use super::shape::undefined_member;
use crate::finding::{Code, Placed, placed};
use crate::json::Cursor;
use crate::shape::{Local, Spot, Type, visit};
use crate::syntax::time::{TimeError, Timestamp};
use crate::syntax::uri::{suspected_secret, userinfo};

/// `duplicate_id`, `dangling_reference`, `timestamp_impossible`, `secret_suspected`, `review_after_expiry`, and
/// `profile_deviation` for members that the profile does not list. Says whether the packet is certainly what the table
/// asks for.
pub(super) fn check(root: Cursor<'_>, out: &mut Vec<Placed>) -> bool {
    let mut ids: HashMap<&str, Local, RandomState> =
        HashMap::with_capacity_and_hasher(64, RandomState::new());
    let mut references = Vec::with_capacity(64);
    let conforms = visit(root, &PACKET, |spot| match spot {
        Spot::Id(id, _, kind) => {
            let earlier = id.as_str().and_then(|name| ids.insert(name, kind));
            out.extend(
                earlier.map(|_| placed(Code::DuplicateId, id, "another item of the packet has this id")),
            );
        }
        Spot::Value(at, Type::Ref(kinds)) => references.push((at, *kinds)),
        Spot::Value(at, Type::Time(_)) => out.extend(timestamp_impossible(at)),
        Spot::Value(at, Type::Uri(_)) => out.extend(secret_suspected(at)),
        Spot::Undefined(at, shape) => out.extend(undefined_member(at, shape)),
        Spot::Value(..) => {}
    });
    for (at, kinds) in references {
        let kind = at.as_str().map(|name| ids.get(name));
        if kind.is_some_and(|kind| !kind.is_some_and(|kind| kinds.contains(kind))) {
            let found = placed(Code::DanglingReference, at, "the reference leads nowhere");
            out.push(found.expected(format!("the id of a {}", kinds.join(", "))));
        }
    }
    review_after_expiry(root, out);
    conforms
}

/// A timestamp of the right form that no calendar or clock shows.
fn timestamp_impossible(at: Cursor<'_>) -> Option<Placed> {
    let text = at.as_str()?;
    let Err(TimeError::Impossible { part }) = Timestamp::parse(text) else { return None };
    let found =
        placed(Code::TimestampImpossible, at, format!("there is no such time: the {part} is out of range"));
    Some(found.expected("an instant").found(text))
}

/// A URI that looks as if it carried a credential; the finding does not repeat it.
fn secret_suspected(at: Cursor<'_>) -> Option<Placed> {
    let text = at.as_str()?;
    let carried = userinfo(text).map(|_| "userinfo").or_else(|| suspected_secret(text))?;
    let found = placed(Code::SecretSuspected, at, "this looks as if it carried a credential");
    Some(found.found(carried))
}

/// The review date lies after the packet has expired.
fn review_after_expiry(root: Cursor<'_>, out: &mut Vec<Placed>) {
    let review = root.get("retention").get("reviewBy");
    let expiry = root.get("retention").get("expiresAt");
    if let (Some(Ok(review_at)), Some(Ok(expires_at))) =
        (review.as_str().map(Timestamp::parse), expiry.as_str().map(Timestamp::parse))
        && review_at > expires_at
    {
        let found = placed(Code::ReviewAfterExpiry, review, "the review is due after the packet expires");
        out.push(found.expected(format!("at most {}", expires_at.text())).found(review_at.text()));
    }
}
