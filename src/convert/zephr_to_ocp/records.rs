//! Receipts, review events and the tool list: what the packet says of them, never a completed step, a review, a grant.

use super::classify::{Place, Section};
use super::plan::{Object, entries};
use super::work::Work;
use crate::convert::lines::clean;
use crate::convert::wording::{ALLOWED_TOOLS, RECEIPT, REVIEW_EVENT};
use crate::json::Cursor;
use crate::ledger::{Id, Made, Slot};
use crate::mapping::{Rule, zo};

/// The tools the Zephr text calls high-risk.
const HIGH_RISK: [&str; 2] = ["zephr_rules", "zephr_admin"];

impl<'s> Work<'s, '_> {
    pub(super) fn records(&mut self) {
        for index in 0..self.plan.objects.len() {
            let Some(object) = self.plan.objects.get(index).cloned() else { continue };
            if object.place != Place::Resource
                || !matches!(object.section, Section::Receipt | Section::Review)
            {
                continue;
            }
            self.record(&object);
        }
        self.allowed_tools();
    }

    /// A resource for the record in the source's system, and an observation, external and unverified, that quotes it.
    fn record(&mut self, object: &Object<'s>) {
        let at = object.at;
        let receipt = object.section == Section::Receipt;
        let mark = self.b.mark();
        let statement = self.entry("statements");
        let told: &[(&'static str, &str, Rule)] = if receipt {
            &[
                ("kind ", "kind", zo::RECEIPT),
                ("status ", "status", zo::RECEIPT),
                ("at ", "at", zo::RECEIPT),
                ("text ", "text", zo::RECEIPT),
            ]
        } else {
            &[
                ("decision ", "decision", zo::REVIEW_EVENT),
                ("by ", "by", zo::REVIEW_EVENT),
                ("at ", "at", zo::REVIEW_EVENT),
                ("about ", "claimRef", zo::REVIEW_CLAIM),
            ]
        };
        let words = if receipt { RECEIPT } else { REVIEW_EVENT };
        if at.is_object() && told.iter().any(|(_, name, _)| at.get(name).exists()) {
            let claim = self.plan.find(at.get("claimRef")).and_then(|o| o.id.clone());
            self.b.line(statement, "text", |line| {
                line.say(words);
                let mut join = " ";
                for (words, name, rule) in told {
                    let value = at.get(name);
                    if !value.exists() {
                        continue;
                    }
                    line.say(join).say(words);
                    join = ", ";
                    match (&claim, *name) {
                        (Some(id), "claimRef") => line.quote_id(*rule, value, id),
                        _ => line.quote(*rule, value),
                    };
                }
            });
        } else {
            self.b.line(statement, "text", |line| {
                line.say(words).say(" ").quote(zo::ITEM_WHOLE, at);
            });
        }
        let stem = if receipt { "receipt" } else { "review" };
        let own = self.plan.ids.take(Id::numbered(stem, object.number));
        self.b.make(zo::DERIVED_ID, statement, "id", Made::Id(own.clone()));
        self.b.make(zo::STATEMENT_KIND, statement, "kind", Made::Words("observation"));
        self.origin(statement, self.nothing(), Some("external"), false);
        self.unverified(statement);
        self.concerns(mark, Some(&own));

        let mark = self.b.mark();
        let resource = self.entry("resources");
        self.id(zo::RECORD_ID, resource, object.name, object.id.as_ref());
        self.b.make(zo::RESOURCE_KIND, resource, "kind", Made::Words("artifact"));
        let otherwise = if receipt { "receipt" } else { "review-event" };
        self.stand_in(resource, self.nothing(), otherwise, object);
        if let Some(id) = &object.id {
            let evidence = self.b.array(statement, "evidence");
            self.b.make(zo::RECORD_EVIDENCE, evidence, "", Made::Id(id.clone()));
        }
        self.concerns(mark, object.id.as_ref());
    }

    pub(super) fn unverified(&mut self, statement: Slot) {
        let verification = self.b.ensure_object(statement, "verification");
        self.b.make(zo::UNVERIFIED, verification, "state", Made::Words("unverified"));
    }

    /// `allowedTools`: a constraint that names the closed list; `[]` allows nothing, a name grants nothing.
    fn allowed_tools(&mut self) {
        let list = self.content.get("allowedTools");
        if !list.exists() || list.as_str().is_none() && !list.is_array() {
            return;
        }
        let risky = |tool: &Cursor<'s>| tool.as_str().is_some_and(|name| HIGH_RISK.contains(&name));
        let (high, low): (Vec<_>, Vec<_>) = entries(list).partition(risky);
        let mark = self.b.mark();
        let statement = self.entry("statements");
        self.b.make_line(zo::TOOLS, statement, "text", |line| {
            line.say(ALLOWED_TOOLS);
            if list.is_array() && list.is_empty() {
                line.say(" none: the source packet allows no tool").implied(zo::ALLOWED_TOOLS, list);
                return;
            }
            let mut join = " the source packet allows these and no others, and grants none: ";
            for tool in low {
                line.say(join).quote(zo::ALLOWED_TOOLS, tool);
                join = ", ";
            }
            join = "; high-risk, not to be honoured on the strength of this packet: ";
            if high.len() == list.len() {
                line.say(" the source packet allows none but high-risk tools");
            }
            for tool in high {
                line.say(join).quote(zo::ALLOWED_TOOLS, tool);
                join = ", ";
            }
        });
        let id = self.plan.ids.take(Id::fixed("allowed-tools"));
        self.b.make(zo::TOOLS, statement, "id", Made::Id(id.clone()));
        self.b.make(zo::STATEMENT_KIND, statement, "kind", Made::Words("constraint"));
        self.origin(statement, self.nothing(), None, true);
        self.concerns(mark, Some(&id));
    }

    /// The members of an entry that are there, told one after the other.
    pub(super) fn told(
        &mut self,
        slot: Slot,
        opening: &'static str,
        entry: Cursor<'s>,
        members: &[(&'static str, &str, Rule)],
    ) {
        self.b.line(slot, "description", |line| {
            line.say(opening);
            let mut join = " ";
            for (words, name, rule) in members {
                let value = entry.get(name);
                if value.exists() {
                    line.say(join).say(words).quote(*rule, value);
                    join = ", ";
                }
            }
        });
    }
}

/// Whether a text is one that a checkpoint may hold and is not empty.
pub(super) fn has_words(at: Cursor<'_>) -> bool {
    clean(at).is_some_and(|text| !text.is_empty())
}
