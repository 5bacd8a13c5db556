//! Derivation (OCP 6.9): how the checkpoint came about is told; what it left out stays on the list. Statements of this
//! tool about an earlier conversion give way to this one's, so that repeated conversion does not grow.

use std::collections::HashSet;

use super::super::wording;
use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::{Id, Made};
use crate::mapping::{Deed, Rule, oz};

impl<'s> Writer<'s, '_> {
    /// `derivation`; it asks what everything written before it leaves out.
    pub(super) fn derivation(&mut self, undefined: &[u32]) {
        let derivation = self.source.get("derivation");
        if !derivation.is_object() {
            return;
        }
        let earlier = self.earlier;
        let anew = self.omitted_anew(derivation.get("omissions"), undefined);
        let method = derivation.get("method");
        if earlier.is_converted() && method.as_str() == Some("converted") {
            self.b.regenerated(oz::METHOD_OWN, method);
        } else if method.exists() {
            let (slot, _) = self.item(self.lists.limitations, method, Id::fixed("method"));
            self.b.line(slot, "text", |line| {
                line.say(wording::PRODUCED_BY).then(oz::METHOD, method);
            });
        }
        for (input, number) in derivation.get("inputs").items().zip(1..) {
            if earlier.is_input(input) {
                self.b.regenerated(oz::INPUT_OWN, input);
                continue;
            }
            let kind = input.get("type");
            // The entry's `id` names another document; it is no id in this one.
            let (slot, _) = self.item(self.lists.limitations, kind, Id::numbered("input", number));
            self.b.line(slot, "text", |line| {
                line.say(wording::PRODUCED_BY).say(" derived from ").cite(oz::INPUT_TYPE, kind);
                line.say(" ").quote(oz::INPUT_ID, input.get("id"));
                if input.get("digest").exists() {
                    line.say("; digest ").quote(oz::INPUT_DIGEST, input.get("digest"));
                }
            });
        }
        for (transformation, number) in derivation.get("transformations").items().zip(1..) {
            self.transformation(transformation, number);
        }
        for omission in derivation.get("omissions").items() {
            self.inherited_omission(omission, &anew);
        }
    }

    /// What this conversion is going to list itself, when the source lists an omission of this tool's grammar.
    fn omitted_anew(&mut self, omissions: Cursor<'s>, undefined: &[u32]) -> HashSet<(Rule, String)> {
        let own = |o: Cursor<'_>| o.get("description").as_str().and_then(wording::own_omission).is_some();
        if !omissions.items().any(own) {
            return HashSet::new();
        }
        self.b.foresee(undefined).iter().map(|o| (o.rule(), o.pointer().to_owned())).collect()
    }

    fn transformation(&mut self, transformation: Cursor<'s>, number: usize) {
        let (text, affected) = (transformation.get("description"), transformation.get("affected"));
        // Only a checkpoint that this tool made has lines of this tool about how it was made.
        if self.earlier.is_converted() && text.as_str().is_some_and(wording::is_own_rule_line) {
            self.b.regenerated(oz::TRANSFORMATION_OWN, text);
            self.b.regenerated(oz::TRANSFORMATION_OWN, affected);
            return;
        }
        let (slot, _) = self.item(self.lists.limitations, text, Id::numbered("transformation", number));
        let gone = |r: &Cursor<'_>| self.earlier.gives_way() && self.earlier.is_packet(*r);
        let (gone, touched): (Vec<_>, Vec<_>) = affected.items().partition(gone);
        let touched: Vec<_> = touched.into_iter().map(|r| (r, self.reference(r))).collect();
        for reference in gone {
            self.b.regenerated(oz::TRANSFORMATION_OWN, reference);
        }
        // The facts of an earlier packet stay one line; a stranger has no such line.
        let told = self.is_line_of_ours(text, wording::SOURCE_PACKET);
        // So do the limitations of an earlier packet.
        let tags = [wording::PRODUCED_BY, wording::RECOMMENDED, wording::OPTIONAL];
        let ours = touched.is_empty() && tags.iter().any(|tag| self.is_line_of_ours(text, tag));
        self.b.line(slot, "text", |line| {
            if ours {
                line.cite(oz::TRANSFORMATION, text);
                return;
            }
            line.say(if told { wording::SOURCE_PACKET } else { wording::CONDENSED });
            if touched.is_empty() {
                line.then(oz::TRANSFORMATION, text);
                return;
            }
            let mut cites = Cites::after(line);
            for (reference, id) in &touched {
                cites.id("affects ", oz::TRANSFORMATION_AFFECTED, *reference, id);
            }
            cites.text(oz::TRANSFORMATION, text);
        });
    }

    /// An omission of the source, in its own words.
    fn inherited_omission(&mut self, omission: Cursor<'s>, anew: &HashSet<(Rule, String)>) {
        let (text, reason) = (omission.get("description"), omission.get("reason"));
        // Merged only when it is equal in rule and place to one that is written now.
        let own = text.as_str().and_then(wording::own_omission);
        let absent = (oz::ABSENT_SECTION, String::new());
        if own.is_some_and(|own| says_no_more(omission, &own) && (anew.contains(&own) || own == absent)) {
            self.b.regenerated(oz::OMISSION_OWN, omission);
            return;
        }
        self.partial = true;
        let recoverable = omission.get("recoverable_from");
        let own = self.earlier.is_replaced(recoverable);
        if own {
            self.b.regenerated(oz::OMISSION_SOURCE, recoverable);
        }
        let slot = self.b.object(self.lists.omissions, "");
        self.b.make(oz::OMISSION_ENTRY, slot, "section", Made::Words("derivation"));
        let coded = self.b.coded(oz::OMISSION_REASON, slot, "status", reason);
        if !coded {
            self.b.make(oz::OMISSION_ENTRY, slot, "status", Made::Words("dropped"));
        }
        self.b.array_or_empty(oz::OMISSION_ENTRY, slot, "sourcePointers");
        let holder = self.reference(recoverable);
        if coded && (own || !recoverable.exists()) {
            self.b.exact(oz::OMISSION, slot, "reason", text);
            return;
        }
        self.b.line(slot, "reason", |line| {
            if !coded {
                line.cite(oz::OMISSION_REASON_TOLD, reason);
            }
            if recoverable.exists() && !own {
                line.say(if coded { "" } else { "; " });
                line.say("recoverable from ").quote_id(oz::OMISSION_RECOVERABLE, recoverable, &holder);
            }
            line.say(": ").cite(oz::OMISSION_TOLD, text);
        });
    }
}

/// Whether an omission of this tool's grammar gives the reason that goes with its rule, and names nothing else: what
/// somebody wrote beside it must not go with it.
fn says_no_more(omission: Cursor<'_>, (rule, _): &(Rule, String)) -> bool {
    let reason = match rule.row().deed {
        Deed::Lose { status: "dropped", .. } => "irrelevant",
        Deed::Lose { status: "redacted", .. } => "sensitive",
        _ => "unavailable",
    };
    omission.get("reason").as_str() == Some(reason)
        && omission.children().all(|m| matches!(m.name(), Some("description" | "reason")))
}
