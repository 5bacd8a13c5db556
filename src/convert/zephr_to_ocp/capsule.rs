//! The capsule and the beliefs: the objective, the task's status, statements, limitations.

use super::classify::{self, Place, Section, text_of};
use super::work::Work;
use crate::convert::lines::clean;
use crate::convert::wording::{self, CLAIMED_RESOLUTION, NO_RECORD};
use crate::json::Cursor;
use crate::ledger::{Made, Slot};
use crate::mapping::{Rule, zo};

impl<'s> Work<'s, '_> {
    pub(super) fn capsule(&mut self) {
        self.task();
        for index in 0..self.plan.objects.len() {
            let Some(object) = self.plan.objects.get(index).cloned() else { continue };
            let mark = self.b.mark();
            match object.place {
                Place::Statement { .. } => self.statement(index),
                Place::Step | Place::StepNotTaken => self.step(index),
                Place::Operation => self.operation(index),
                Place::Stop | Place::Precondition { .. } | Place::Incompatibility => self.condition(index),
                Place::Line => self.limitation(object.at, object.number, object.name),
                Place::StatusAgain => {
                    let slot = self.task_slot();
                    self.b.placed(zo::TASK_STATUS_AGAIN, text_of(object.at, "text"), slot);
                    self.entry_id(object.name, "risk", object.number);
                }
                Place::Status => self.entry_id(object.name, "limitation", object.number),
                Place::Resource | Place::Session | Place::Own => continue,
            }
            self.concerns(mark, object.id.as_ref());
        }
    }

    fn task_slot(&mut self) -> Slot {
        let root = self.b.root();
        self.b.ensure_object(root, "task")
    }

    /// `task`: the objective, and a status that is active or paused, whatever the source says.
    fn task(&mut self) {
        let task = self.task_slot();
        let objective = self.capsule.get("objective");
        let recorded = objective.as_str().is_some_and(|text| !text.is_empty());
        if recorded {
            self.said(zo::OBJECTIVE, task, "objective", objective);
        } else {
            if objective.as_str().is_some() {
                self.b.placed(zo::OBJECTIVE_EMPTY, objective, task);
            }
            self.b.make(zo::NO_OBJECTIVE, task, "objective", Made::Words(NO_RECORD));
        }
        let line = self.plan.objects.iter().find(|o| o.place == Place::Status);
        let line = line.map_or(self.nothing(), |o| text_of(o.at, "text"));
        let said = line.as_str().and_then(super::plan::status_of);
        // Only these two come over as they are; without an objective nothing is active.
        let kept = said == Some("paused") || (recorded && said == Some("active"));
        if kept && self.b.coded(zo::TASK_STATUS, task, "status", line) {
            return;
        }
        let active = recorded && !line.exists();
        self.b.make(zo::STATUS, task, "status", Made::Words(if active { "active" } else { "paused" }));
        if line.exists() {
            let slot = self.transformation();
            self.said(zo::TASK_STATUS_TOLD, slot, "description", line);
        }
    }

    fn statement(&mut self, index: usize) {
        let Some(object) = self.plan.objects.get(index).cloned() else { return };
        let Place::Statement { kind, origin, ended } = object.place else { return };
        let slot = self.entry("statements");
        let belief = object.section == Section::Belief;
        let text = text_of(object.at, if belief { "content" } else { "text" });
        let whole = !text.exists();
        let rule = match object.section {
            Section::Decision => zo::DECISION_TEXT,
            Section::Constraint => zo::CONSTRAINT_TEXT,
            Section::Question => zo::QUESTION_TEXT,
            Section::Risk => zo::RISK_TEXT,
            Section::Belief => zo::BELIEF_TEXT,
            _ => zo::LOWERED_TEXT,
        };
        let resolution = object.at.get("resolution");
        if object.section == Section::Question && resolution.exists() && !whole {
            self.answered(rule, slot, text, resolution);
        } else {
            self.text(rule, slot, "text", text, object.at);
        }
        self.id(if belief { zo::BELIEF_REF } else { zo::ITEM_ID }, slot, object.name, object.id.as_ref());
        self.b.make(zo::STATEMENT_KIND, slot, "kind", Made::Words(kind));
        let claimed = if whole || belief { self.nothing() } else { object.at.get("origin") };
        let lowered = origin.or_else(|| classify::stranger(object.at).filter(|_| !belief));
        let origin = self.origin(slot, claimed, lowered, !belief);
        let rationale = object.at.get("rationale");
        if object.section == Section::Decision && rationale.exists() && !whole {
            self.said(zo::RATIONALE, slot, "rationale", rationale);
        } else if kind == "decision" {
            self.b.make(zo::NO_RATIONALE, slot, "rationale", Made::Words(NO_RECORD));
        }
        let mut ended = ended;
        if belief && !whole {
            ended = self.belief(slot, object.at, ended);
        }
        if ended {
            self.b.make(zo::RETRACTED, slot, "status", Made::Words("retracted"));
        }
        if let Some(object) = self.plan.objects.get_mut(index) {
            object.slot = Some(slot);
            object.origin = Some(origin);
        }
    }

    /// A question whose answer the packet claims: the answer is cited, and the question stays open (I7).
    fn answered(&mut self, rule: Rule, slot: Slot, text: Cursor<'s>, resolution: Cursor<'s>) {
        self.b.line(slot, "text", |line| {
            line.say(CLAIMED_RESOLUTION).say(" ").quote(zo::RESOLUTION, resolution).say(": ");
            if clean(text).is_some() {
                line.cite(rule, text);
            } else {
                line.quote(rule, text);
            }
        });
    }

    /// The review state, as far as it lowers, and the id in the source's store. Tells whether the tag alone has to say
    /// that the statement has ended.
    fn belief(&mut self, slot: Slot, at: Cursor<'s>, ended: bool) -> bool {
        self.memory_id(at.get("sourceId"));
        let state = at.get("reviewState");
        match state.as_str() {
            Some("rejected") => !self.b.coded(zo::REJECTED, slot, "status", state),
            Some("superseded") => !self.b.coded(zo::SUPERSEDED, slot, "status", state),
            _ => ended,
        }
    }

    /// `sourceId`: this tool's own entry is implied; another's names an item of a store that nobody else can read.
    pub(super) fn memory_id(&mut self, at: Cursor<'s>) {
        if at.as_str() == Some("source-checkpoint") {
            self.b.placed(zo::BELIEF_SOURCE, at, self.derivation);
        } else {
            self.b.omit(zo::MEMORY_ID, at);
        }
    }

    /// `origin`: as claimed where the claim has no authority, else an agent; lower where the text's tag says so (I2).
    pub(super) fn origin(
        &mut self,
        statement: Slot,
        claimed: Cursor<'s>,
        tagged: Option<&'static str>,
        named: bool,
    ) -> Slot {
        let origin = self.b.object(statement, "origin");
        let (kind, name) = (claimed.get("type"), claimed.get("name"));
        let foreign = kind.as_str().and_then(super::classify::foreign);
        let known = matches!(kind.as_str(), Some("agent" | "user" | "system"));
        let mut agent = false;
        match (foreign, tagged) {
            (Some(_), _) => drop(self.b.coded(zo::ORIGIN_TYPE, origin, "type", kind)),
            (None, Some(tagged)) => {
                self.b.make(zo::ORIGIN, origin, "type", Made::Words(tagged));
                if known {
                    self.b.placed(zo::ORIGIN_OVERRULED, kind, origin);
                }
            }
            (None, None) => {
                agent = known || !kind.exists();
                let coded = self.b.coded(zo::ORIGIN_TYPE, origin, "type", kind)
                    || self.b.coded(zo::ORIGIN_DEMOTED, origin, "type", kind);
                if !coded {
                    let word = if kind.exists() { "external" } else { "agent" };
                    self.b.make(zo::ORIGIN, origin, "type", Made::Words(word));
                }
            }
        }
        let client = self.packet.get("source").get("client").get("kind");
        if !self.plain(zo::ORIGIN_NAME, origin, "name", name) && agent && named && clean(client).is_some() {
            self.b.make(zo::ORIGIN_CLIENT, origin, "name", Made::Again(client));
        }
        origin
    }

    /// A limitation: a line about the capture. What this tool said about an earlier conversion is said anew.
    fn limitation(&mut self, item: Cursor<'s>, number: usize, name: Cursor<'s>) {
        let text = text_of(item, "text");
        if text.as_str().is_some_and(wording::is_own_rule_line) {
            self.b.regenerated(zo::OWN_LINE, text);
        } else {
            let slot = self.transformation();
            if !self.posing_as_a_tag(zo::LIMITATION_TEXT, slot, text) {
                self.text(zo::LIMITATION_TEXT, slot, "description", text, item);
            }
        }
        self.entry_id(name, "limitation", number);
    }

    /// The id of an entry that becomes no object.
    fn entry_id(&mut self, name: Cursor<'s>, stem: &'static str, number: usize) {
        // An item without a text stands whole in its line, its id too.
        if !self.b.is_read(name) && crate::convert::ids::is_numbered(name, stem, number) {
            self.b.placed(zo::ENTRY_NUMBER, name, self.derivation);
        } else {
            self.b.omit(zo::ENTRY_ID, name);
        }
    }

    /// A place where nothing stands.
    pub(super) fn nothing(&self) -> Cursor<'s> {
        self.source.cursor(u32::MAX)
    }
}
