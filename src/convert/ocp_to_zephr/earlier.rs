//! What this tool wrote into the checkpoint when it made it from a packet: recognised, so that it is replaced or returns
//! to its place and repeated conversion does not grow.
//!
//! Recognition never raises anything: the entry of the source packet gives way to this conversion's own, the oldest is
//! kept, and a date can only make the packet expire earlier.

use super::super::wording;
use super::Writer;
use crate::convert::ids::is_own_name;
use crate::convert::own::is_own_entry;
use crate::json::Cursor;
use crate::ledger::{Given, Id, Made, Transform};
use crate::mapping::oz;
use crate::ocp::members::CHECKPOINT;
use crate::shape::{Spot, Type, visit};
use crate::syntax::time::Timestamp;

/// The id this tool gives the entry of the packet it converted.
const SOURCE_PACKET: &str = "source-packet";
/// The id of the oldest such entry, which every later conversion keeps.
const ORIGIN: &str = "origin-document";
/// The ids this tool gives the dates of a packet.
const DATE_IDS: [&str; 2] = ["review-by", "expires-at"];
/// The kinds such an entry can have.
const KINDS: [&str; 2] = ["other", "document"];

/// Entries of this tool among the resources.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier<'s> {
    /// The packet this checkpoint was converted from.
    packet: Cursor<'s>,
    /// Whether an older document is on record.
    origin: bool,
    /// Whether something but the list of omissions names the entry.
    named: bool,
}

impl<'s> Earlier<'s> {
    /// Looks for them once.
    pub(super) fn find(checkpoint: Cursor<'s>) -> Self {
        let own = |id: &str| {
            checkpoint.get("resources").items().find(|resource| is_own_entry(*resource, &[id], &KINDS))
        };
        let packet = own(SOURCE_PACKET).unwrap_or_else(|| checkpoint.get("no such member"));
        let mut named = false;
        if packet.exists() {
            let name = packet.get("id").as_str();
            visit(checkpoint, &CHECKPOINT, |spot| {
                if let Spot::Value(at, Type::Ref(_)) = spot {
                    named |= at.as_str() == name && !is_about_the_conversion(checkpoint, at);
                }
            });
        }
        Self { packet, origin: own(ORIGIN).is_some(), named }
    }

    /// Whether the checkpoint says it was converted from a packet by this tool.
    pub(super) fn is_converted(&self) -> bool {
        self.packet.exists()
    }

    /// Whether `input` of the derivation names that packet as this tool does, and says no more than its entry.
    pub(super) fn is_input(&self, input: Cursor<'_>) -> bool {
        let hash = |digest: Cursor<'_>| {
            let sha = digest.get("algorithm").as_str() == Some("sha-256");
            digest.get("value").as_str().filter(|_| sha).map(str::to_owned)
        };
        self.packet.exists()
            && input.get("type").as_str() == Some("document")
            && input.get("id").as_str() == self.packet.get("locator").get("key").as_str()
            && hash(input.get("digest")) == hash(self.packet.get("digest"))
            && input.children().all(|m| matches!(m.name(), Some("type" | "id" | "digest")))
    }

    /// Whether `reference` names the entry of that packet.
    pub(super) fn is_packet(&self, reference: Cursor<'_>) -> bool {
        self.packet.exists() && reference.as_str() == self.packet.get("id").as_str()
    }

    /// Whether `reference` names the entry of that packet, and that entry stands under this name no longer.
    pub(super) fn is_replaced(&self, reference: Cursor<'_>) -> bool {
        !self.named && self.is_packet(reference)
    }

    /// Whether the entry is dropped for this conversion's own: an older one is kept, and nobody needs this one.
    pub(super) fn gives_way(&self) -> bool {
        self.packet.exists() && self.origin && !self.named
    }

    /// Whether `resource` is the oldest entry, which takes the name of the origin.
    pub(super) fn becomes_origin(&self, resource: Cursor<'_>) -> bool {
        self.packet.exists() && !self.origin && !self.named && resource.index() == self.packet.index()
    }

    /// The id under which it is kept then.
    pub(super) fn origin_id() -> Id {
        Id::fixed(ORIGIN)
    }
}

impl<'s> Writer<'s, '_> {
    /// Whether `resource` is this tool's entry of an earlier conversion's source and gives way to this one's.
    pub(super) fn own_resource(&mut self, resource: Cursor<'s>) -> bool {
        let own = self.earlier.gives_way() && resource.index() == self.earlier.packet.index();
        if own {
            self.b.regenerated(oz::RESOURCE_OWN, resource);
        }
        own
    }

    /// Whether `precondition` is the review date or expiry of an earlier packet, which stands in `retention`. Whoever
    /// wrote it: an expiry binds also when nobody knows where it comes from.
    pub(super) fn is_date_of_an_earlier_packet(precondition: Cursor<'_>) -> bool {
        let description = precondition.get("description").as_str();
        let date = |tag| description.and_then(|text| dated(text, tag)).is_some();
        let plain =
            precondition.children().all(|m| matches!(m.name(), Some("id" | "description" | "on_failure")));
        plain
            && match precondition.get("on_failure").as_str() {
                Some("ask") => date(wording::REVIEW_BY),
                Some("halt") => date(wording::EXPIRES),
                _ => false,
            }
    }

    /// `retention.reviewBy` and `expiresAt`: this conversion's date, and those of an earlier packet where they are
    /// stricter. An expiry is never laundered away.
    pub(super) fn dates(&mut self, review: &str) {
        let preconditions = self.source.get("continuation").get("preconditions");
        let kept: Vec<_> = preconditions.items().filter(|p| Self::is_date_of_an_earlier_packet(*p)).collect();
        let mut review_kept: Option<(Cursor<'s>, Timestamp<'s>)> = None;
        let mut expiry_kept: Option<(Cursor<'s>, Timestamp<'s>)> = None;
        for precondition in &kept {
            self.b.placed(oz::DATE_OWN, precondition.get("on_failure"), self.retention);
            let id = precondition.get("id");
            if id.as_str().is_some_and(|id| DATE_IDS.iter().any(|own| is_own_name(id, own))) {
                self.b.placed(oz::DATE_OWN, id, self.retention);
            } else {
                self.b.omit(oz::DATE_ID, id);
            }
            let leaf = precondition.get("description");
            let text = leaf.as_str().unwrap_or_default();
            for (tag, best) in [(wording::REVIEW_BY, &mut review_kept), (wording::EXPIRES, &mut expiry_kept)]
            {
                let Some(time) = dated(text, tag) else { continue };
                if best.as_ref().is_none_or(|(_, other)| time.cmp_instant(other).is_lt()) {
                    *best = Some((leaf, time));
                }
            }
        }
        let slot = self.retention;
        let ours = Timestamp::parse(review).ok();
        // An equal date is the earlier packet's still, or every round would leave it out anew.
        let stricter =
            |(_, time): &(Cursor<'s>, Timestamp<'s>)| ours.is_none_or(|ours| time.cmp_instant(&ours).is_le());
        // A packet that expires first wants no review after that.
        let last =
            expiry_kept.as_ref().map(|(_, time)| *time).filter(|time| ours.is_none_or(|ours| *time < ours));
        let in_time = |(_, time): &(Cursor<'s>, Timestamp<'s>)| last.is_none_or(|last| *time <= last);
        if let Some((leaf, _)) = review_kept.filter(stricter).filter(in_time) {
            self.b.transcoded(oz::REVIEW_BY_KEPT, slot, "reviewBy", leaf, Transform::TaggedTime);
        } else {
            let review = last.map_or(review, |time| time.text());
            self.b.make(oz::REVIEW_BY, slot, "reviewBy", Made::Given(Given::new(review)));
        }
        if let Some((leaf, _)) = expiry_kept {
            self.b.transcoded(oz::EXPIRY_KEPT, slot, "expiresAt", leaf, Transform::TaggedTime);
        }
        for precondition in kept {
            self.b.omit(oz::DATE_LATER, precondition.get("description"));
        }
    }
}

/// Whether a reference stands in the derivation, where it tells of a conversion and supports nothing.
fn is_about_the_conversion(checkpoint: Cursor<'_>, reference: Cursor<'_>) -> bool {
    let derivation = checkpoint.get("derivation");
    (derivation.index()..derivation.end()).contains(&reference.index())
}

/// The time of a line that is `TAG TIME` from end to end.
fn dated<'t>(text: &'t str, tag: &str) -> Option<Timestamp<'t>> {
    Timestamp::parse(text.strip_prefix(tag)?.strip_prefix(' ')?).ok()
}
