//! Evidence anchors: a reference of their claim, by role, or an entry among what is left out.

use std::collections::HashSet;

use super::classify::Place;
use super::work::Work;
use crate::convert::ids::is_numbered;
use crate::json::Cursor;
use crate::ledger::{Id, Slot};
use crate::mapping::zo;

impl<'s> Work<'s, '_> {
    pub(super) fn anchors(&mut self) {
        // A claim has one `origin.ref`, `target` and `record`: the first anchor's.
        let mut taken: HashSet<(usize, &str)> = HashSet::new();
        for (number, anchor) in (1..).zip(self.content.get("evidenceAnchors").items()) {
            if !anchor.is_object() {
                continue;
            }
            let claim = self.plan.claim(anchor.get("claimRef"));
            let source = self.plan.source(anchor.get("sourceRef"));
            let placed =
                claim.zip(source).and_then(|(claim, source)| self.anchor(anchor, claim, &source, &mut taken));
            let Some(slot) = placed else {
                self.b.omit(zo::ANCHOR_LOST, anchor);
                continue;
            };
            for at in [anchor.get("claimRef"), anchor.get("role")] {
                if at.exists() {
                    self.b.placed(zo::ANCHOR_PLACED, at, slot);
                }
            }
            let id = anchor.get("id");
            if is_numbered(id, "anchor", number) {
                self.b.placed(zo::ANCHOR_PLACED, id, slot);
            } else {
                self.b.omit(zo::ENTRY_ID, id);
            }
        }
    }

    /// Puts the reference where the role says, when the claim has such a member.
    fn anchor(
        &mut self,
        anchor: Cursor<'s>,
        claim: usize,
        source: &Id,
        taken: &mut HashSet<(usize, &'s str)>,
    ) -> Option<Slot> {
        let object = self.plan.objects.get(claim)?;
        let (slot, origin, place) = (object.slot?, object.origin, object.place);
        let reference = anchor.get("sourceRef");
        let given = anchor.get("role");
        let role = if given.exists() { given.as_str()? } else { "evidence" };
        if role == "evidence" && place.is_statement() {
            let list = self.b.ensure_array(slot, "evidence");
            self.b.id(zo::ANCHOR_EVIDENCE, list, "", reference, source);
            return Some(slot);
        }
        let (deed, owner, name) = match (role, place) {
            ("origin", _) if place.is_statement() => (zo::ANCHOR_ORIGIN, origin?, "ref"),
            ("target", Place::Operation) => (zo::ANCHOR_TARGET, slot, "target"),
            ("record", Place::Operation) => (zo::ANCHOR_RECORD, slot, "record"),
            _ => return None,
        };
        if taken.contains(&(claim, role)) {
            return None;
        }
        taken.insert((claim, role));
        self.b.id(deed, owner, name, reference, source);
        Some(slot)
    }
}
