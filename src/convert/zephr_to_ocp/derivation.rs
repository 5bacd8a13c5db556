//! The end of a conversion: values without a place are told, losses listed, the deeds of the rules reported, the
//! checkpoint's id computed.

use super::work::Work;
use crate::canon::{self, Profile};
use crate::convert::Conversion;
use crate::convert::wording::{OWN, UNPLACED, omission_words};
use crate::crypto::{digest, lp};
use crate::json::Cursor;
use crate::ledger::{Id, Made, Mark, Omission, SourcePointer, Unaccounted};
use crate::mapping::{Deed, Rule, zo};
use crate::shape::undefined_members;
use crate::zephr::members::PACKET;

/// The domain of the checkpoint's id (profile 1, section 8).
const ID_DOMAIN: &[u8] = b"ocp-convert/1/id";
/// The makings a reader could take for the source's own words; all others restate a place or a constant.
const REPORTED_MAKINGS: [Rule; 8] = [
    zo::NOW,
    zo::NO_OBJECTIVE,
    zo::STATUS,
    zo::DERIVED_ID,
    zo::ORIGIN_CLIENT,
    zo::NO_RATIONALE,
    zo::RETRACTED,
    zo::OPERATION,
];

impl<'s> Work<'s, '_> {
    /// Closes the accounts and finishes the document.
    pub(super) fn close(mut self) -> Result<Conversion<'s>, Unaccounted> {
        let undefined = undefined_members(self.packet, &PACKET);
        let now = self.b.foresee(&undefined);
        self.manifests(&now);
        self.unplaced(&undefined);
        let omissions = self.b.settle(&undefined)?;
        self.report(&omissions);
        let renamed = self.renamed();
        let mut draft = self.b.finish()?;
        let document = canon::to_vec(draft.tree().root(), Profile::Jcs);
        let mut bytes = lp::concat(&[ID_DOMAIN, &document]);
        bytes.extend(lp::concat(self.options.residue_mark()));
        let hash = digest::sha256(&bytes);
        let mut uuid = [0; 16];
        for (to, from) in uuid.iter_mut().zip(hash) {
            *to = from;
        }
        draft.append(zo::ID, 0, "id", &Made::Uuid(uuid));
        let (target, ledger) = draft.complete()?;
        Ok(Conversion { target, ledger, renamed, warnings: Vec::new(), written: None })
    }

    /// Tells every value that no part of the conversion could place; empty arrays and objects hold nothing.
    fn unplaced(&mut self, undefined: &[u32]) {
        let strange = self.b.inside(undefined);
        let lost = ["manifest", "authentication", "scopeProof"];
        let mut places: Vec<Cursor<'s>> = Vec::new();
        for member in self.packet.children().filter(|m| !lost.contains(&m.name().unwrap_or_default())) {
            if member.name() == Some("extensions") && !member.is_leaf() {
                continue;
            }
            let open = |leaf: &Cursor<'s>| strange.get(leaf.index() as usize) == Some(&false);
            for leaf in member.leaves().filter(open) {
                if self.b.is_read(leaf) {
                    continue;
                }
                if leaf.is_array() || leaf.is_object() {
                    self.b.placed(zo::EMPTY, leaf, self.derivation);
                }
            }
            // From the last node to the first: a subtree is told whole when nothing of it was read.
            let mut whole = vec![false; (member.end() - member.index()) as usize];
            for at in (member.index()..member.end()).rev() {
                let place = self.source.cursor(at);
                let told = if place.is_leaf() {
                    open(&place) && !self.b.is_read(place)
                } else {
                    place.children().all(|c| {
                        whole.get((c.index() - member.index()) as usize).copied().unwrap_or_default()
                    })
                };
                if let Some(slot) = whole.get_mut((at - member.index()) as usize) {
                    *slot = told;
                }
            }
            let mut at = member.index();
            while at < member.end() {
                let place = self.source.cursor(at);
                if whole.get((at - member.index()) as usize) == Some(&true) {
                    places.push(place);
                    at = place.end();
                } else {
                    at += 1;
                }
            }
        }
        for place in places {
            let slot = self.transformation();
            let pointer = SourcePointer::of(place);
            self.b.line(slot, "description", |line| {
                line.say(UNPLACED).say(" ").pointer(&pointer).say(": ").quote(zo::UNPLACED, place);
            });
        }
    }

    /// One omission for each part left out, one transformation for each rule that told, lowered or made something.
    fn report(&mut self, omissions: &[Omission]) {
        let mut rules: Vec<Rule> = self.b.deeds_since(Mark::default()).collect();
        rules.sort_unstable();
        rules.dedup();
        for omission in omissions {
            let slot = self.omission();
            let words = omission_words(omission.status());
            self.b.make_line(zo::OMISSION, slot, "description", |line| {
                line.say(OWN).code(omission.rule()).say(": ").say(words).say(": ").place(omission);
            });
            let reason = match omission.status() {
                "dropped" => "irrelevant",
                "redacted" => "sensitive",
                _ => "unavailable",
            };
            self.b.make(zo::OMISSION, slot, "reason", Made::Words(reason));
            self.b.make(zo::OMISSION, slot, "recoverable_from", Made::Id(self.source_packet.clone()));
        }
        let mut affected: Vec<(Rule, Id)> = std::mem::take(&mut self.affected);
        // Stable: within a rule the objects keep their order.
        affected.sort_by_key(|(rule, _)| *rule);
        for rule in rules {
            if rule.row().deed == Deed::Make && !REPORTED_MAKINGS.contains(&rule) {
                continue;
            }
            let slot = self.transformation();
            self.b.make_line(zo::REPORT, slot, "description", |line| {
                line.say(OWN).code(rule).say(": ").say(rule.row().note);
            });
            let from = affected.partition_point(|(r, _)| *r < rule);
            for (_, id) in affected.iter().skip(from).take_while(|(r, _)| *r == rule) {
                let list = self.b.ensure_array(slot, "affected");
                self.b.make(zo::REPORT, list, "", Made::Id(id.clone()));
            }
        }
    }

    /// Names of the packet that are others in the checkpoint.
    fn renamed(&self) -> Vec<(String, String)> {
        let pairs =
            self.plan.objects.iter().filter_map(|o| Some((o.name.as_str()?, o.id.as_ref()?.as_str())));
        pairs.filter(|(old, new)| old != new).map(|(old, new)| (old.to_owned(), new.to_owned())).collect()
    }
}
