//! The packet's own omission and redaction manifests: omissions of the checkpoint, in the packet's words.

use std::collections::HashMap;

use super::records::has_words;
use super::work::Work;
use crate::convert::wording::{self, OMISSION_MANIFEST, OWN, REDACTION_MANIFEST};
use crate::json::Cursor;
use crate::ledger::{Made, Omission, Slot};
use crate::mapping::{Direction, Rule, zo};

impl<'s> Work<'s, '_> {
    /// `now`: what this conversion itself is going to leave out.
    pub(super) fn manifests(&mut self, now: &[Omission]) {
        // By what names one: there may be as many of them as entries.
        let now: HashMap<(Rule, &str), &Omission> =
            now.iter().map(|o| ((o.rule(), o.pointer()), o)).collect();
        for entry in self.packet.get("omissionManifest").get("entries").items().filter(|e| e.is_object()) {
            if !self.inherited(entry, &now) && !self.earlier(entry) {
                self.left_out(entry);
            }
        }
        let members = [("pointer ", "pointer"), ("rule ", "rule"), ("replacement ", "replacement")]
            .map(|(words, name)| (words, name, zo::REDACTED));
        for entry in self.packet.get("redactionManifest").get("entries").items() {
            if members.iter().any(|(_, name, _)| entry.get(name).exists()) {
                let slot = self.omission();
                self.told(slot, REDACTION_MANIFEST, entry, &members);
                self.b.make(zo::OMISSION_REASON, slot, "reason", Made::Words("sensitive"));
            }
        }
    }

    pub(super) fn omission(&mut self) -> Slot {
        let list = self.b.ensure_array(self.derivation, "omissions");
        self.b.object(list, "")
    }

    /// An omission that an earlier checkpoint recorded, in its own words. One of this tool's that is made again now is
    /// not repeated.
    fn inherited(&mut self, entry: Cursor<'s>, now: &HashMap<(Rule, &str), &Omission>) -> bool {
        let (section, reason) = (entry.get("section"), entry.get("reason"));
        if section.as_str() != Some("derivation") || !has_words(reason) {
            return false;
        }
        let own = reason.as_str().and_then(wording::own_omission);
        if own
            .as_ref()
            .is_some_and(|(rule, at)| now.get(&(*rule, at.as_str())).is_some_and(|o| says_no_more(entry, o)))
        {
            self.b.regenerated(zo::MERGED, entry);
            return true;
        }
        let slot = self.omission();
        if own.is_some() || !self.posing(zo::INHERITED, slot, reason) {
            self.b.exact(zo::INHERITED, slot, "description", reason);
        }
        self.b.placed(zo::INHERITED_PLACED, section, slot);
        let status = entry.get("status");
        if !self.b.coded(zo::INHERITED_STATUS, slot, "reason", status) {
            self.b.make(zo::OMISSION_REASON, slot, "reason", Made::Words("unavailable"));
        }
        true
    }

    /// An omission that this tool made on the way to the packet: told in the form of its own omissions.
    fn earlier(&mut self, entry: Cursor<'s>) -> bool {
        let (reason, pointers) = (entry.get("reason"), entry.get("sourcePointers"));
        let rule = reason.as_str().and_then(Rule::from_code);
        let status = entry.get("status");
        let one = pointers.len() == 1 && pointers.item(0).as_str().is_some();
        let fits = rule.is_some_and(|rule| rule.row().direction == Direction::OcpToZephr)
            && (one || (pointers.is_array() && pointers.is_empty()));
        if !fits {
            return false;
        }
        let slot = self.omission();
        let words = wording::omission_words(status.as_str().unwrap_or_default());
        self.b.line(slot, "description", |line| {
            line.say(OWN).cite(zo::OMITTED, reason).say(": ").say(words).say(": ");
            if one {
                line.quote(zo::OMITTED, pointers.item(0));
            } else {
                line.say("\"\"");
            }
        });
        let section = entry.get("section");
        if section.as_str().is_some() {
            self.b.placed(zo::INHERITED_PLACED, section, slot);
        }
        self.reason(slot, status);
        true
    }

    /// Any other entry: its words and its status, and the nearest reason that a checkpoint knows.
    fn left_out(&mut self, entry: Cursor<'s>) {
        let members = [
            ("section ", "section", zo::OMITTED),
            ("status ", "status", zo::OMITTED_STATUS),
            ("reason ", "reason", zo::OMITTED),
            ("at ", "sourcePointers", zo::OMITTED),
        ];
        if !members.iter().any(|(_, name, _)| entry.get(name).exists()) {
            return;
        }
        let slot = self.omission();
        self.told(slot, OMISSION_MANIFEST, entry, &members);
        self.reason(slot, entry.get("status"));
    }

    fn reason(&mut self, slot: Slot, status: Cursor<'s>) {
        if !self.b.coded(zo::OMITTED_STATUS, slot, "reason", status) {
            self.b.make(zo::OMISSION_REASON, slot, "reason", Made::Words("unavailable"));
        }
    }
}

/// Whether an entry that names the rule and the place of an omission of this conversion says no more than that one: what somebody
/// wrote beside it must not go with it.
fn says_no_more(entry: Cursor<'_>, now: &Omission) -> bool {
    let pointers = entry.get("sourcePointers");
    let told = match now.status() {
        "dropped" | "redacted" => now.status(),
        _ => "not_captured",
    };
    entry.get("status").as_str() == Some(told)
        && (!pointers.exists() || (pointers.is_array() && pointers.is_empty()))
        && entry
            .children()
            .all(|m| matches!(m.name(), Some("section" | "status" | "reason" | "sourcePointers")))
}
