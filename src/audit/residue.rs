//! The residue in a target: everything about it that can be checked without converting back. Whether its patch restores
//! the source, `--restore` shows.

use super::Audit;
use crate::canon::{self, Profile};
use crate::crypto::digest;
use crate::finding::{Code, Finding};
use crate::json::Cursor;
use crate::mapping::MAPPING_VERSION;
use crate::{PROFILE_VERSION, RESIDUE};

impl<'t> Audit<'t> {
    /// The residue that the ledger says was made, if it does.
    pub(super) fn made_residue(&self) -> Option<Cursor<'t>> {
        let residue = self.target.root().get("extensions").get(RESIDUE);
        let inside = |at: &str| {
            let place = self.target.resolve(at);
            place.is_some_and(|place| (residue.index()..residue.end()).contains(&place.index()))
        };
        let made = residue.exists() && self.ledger.synthesized.iter().any(|entry| inside(&entry.at));
        made.then_some(residue)
    }

    /// What of the target is not there before the residue is: with it, in a checkpoint, the object it stands in.
    pub(super) fn residue_part(&self, residue: Cursor<'t>) -> Cursor<'t> {
        let root = self.target.root();
        if root.get("opencheckpoint").exists() { root.get("extensions") } else { residue }
    }

    /// The words that keep ids and nonces apart of targets that differ in their residue only.
    pub(super) fn residue_mark(&self) -> &'static [&'static [u8]] {
        match self.residue {
            None => &[],
            Some(residue) if residue.get("mac").exists() => &[b"residue with mac"],
            Some(_) => &[b"residue"],
        }
    }

    /// `audit_computed_value`: a made residue is of this version, and about this target and this source.
    pub(super) fn check_residue(&mut self, source_digest: &str) {
        let Some(residue) = self.residue else { return };
        for (member, own) in [("profileVersion", PROFILE_VERSION), ("mappingVersion", MAPPING_VERSION)] {
            let place = residue.get(member);
            if place.as_number().and_then(crate::json::Number::as_i64) != Some(own.into()) {
                let pointer = self.target.pointer(residue.index());
                let message = format!("the residue's {member} is not that of the mapping tables");
                let finding = Finding::new(Code::AuditComputedValue, pointer, message);
                self.find(finding.expected(own.to_string()).found(super::shown(place)));
            }
        }
        let part = self.residue_part(residue);
        let rest = super::made::lacking(residue.tree(), &[part.index()]);
        let digest = digest::sha256_tagged(&canon::to_vec(rest.root(), Profile::Jcs));
        self.computed(residue.get("targetDigest"), &digest);
        if residue.get("originalDigest").exists() {
            self.computed(residue.get("originalDigest"), &format!("sha256:{source_digest}"));
        }
    }
}
