//! Statements (OCP 6.5): what governs the work becomes capsule items, what is known becomes beliefs; what a stranger
//! said, or what no longer holds, is only told (I1, I2, I4).

use super::Writer;
use super::cites::Cites;
use crate::json::Cursor;
use crate::ledger::{Id, Line, Made, Slot};
use crate::mapping::oz;

/// The part of the packet that carries a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    Constraint,
    Decision,
    Question,
    Belief,
}

impl Carrier {
    /// Active statements of the user, the system or the agent keep their kind; all others are beliefs.
    pub(super) fn of(statement: Cursor<'_>) -> Self {
        let origin = statement.get("origin").get("type").as_str();
        let own = matches!(origin, Some("user" | "system" | "agent"));
        let live = matches!(statement.get("status").as_str(), None | Some("active" | "resolved"));
        match statement.get("kind").as_str() {
            Some("constraint" | "instruction") if own && live => Self::Constraint,
            Some("decision") if own && live => Self::Decision,
            Some("question") if own && live => Self::Question,
            _ => Self::Belief,
        }
    }
}

impl<'s> Writer<'s, '_> {
    /// `statements`.
    pub(super) fn statements(&mut self) {
        for (statement, number) in self.source.get("statements").items().zip(1..) {
            let derived = Id::numbered("statement", number);
            let carrier = Carrier::of(statement);
            let list = match carrier {
                Carrier::Constraint => self.lists.constraints,
                Carrier::Decision => self.lists.decisions,
                Carrier::Question => self.lists.questions,
                Carrier::Belief => {
                    let (slot, claim) = self.belief(statement, derived);
                    self.stated_belief(slot, statement);
                    self.statement_bindings(&claim, statement);
                    continue;
                }
            };
            let (slot, claim) = self.item(list, statement, derived);
            self.stated_item(carrier, slot, statement);
            self.statement_bindings(&claim, statement);
        }
    }

    fn stated_item(&mut self, carrier: Carrier, slot: Slot, statement: Cursor<'s>) {
        let text = statement.get("text");
        let origin = statement.get("origin");
        let kind = statement.get("kind");
        self.b.placed(oz::STATUS, statement.get("status"), slot);
        let told = self.b.object(slot, "origin");
        self.b.exact(oz::ORIGIN_TYPE, told, "type", origin.get("type"));
        self.b.exact(oz::ORIGIN_NAME, told, "name", origin.get("name"));
        let instruction = kind.as_str() == Some("instruction");
        if carrier == Carrier::Question {
            self.b.exact(oz::RESOLUTION, slot, "resolution", statement.get("resolution"));
        }
        // A rationale on a kind whose item has no member for it is told in the line.
        let rationale = statement.get("rationale");
        let reasons = carrier != Carrier::Decision && rationale.exists();
        if carrier == Carrier::Decision {
            self.b.exact(oz::RATIONALE, slot, "rationale", rationale);
        }
        if !instruction && !reasons {
            self.b.placed(oz::STATEMENT_KIND, kind, slot);
            self.b.text(oz::STATEMENT_TEXT, slot, "text", text);
            return;
        }
        self.b.line(slot, "text", |line| {
            line.say("[").cite(oz::STATEMENT_KIND_TOLD, kind);
            if instruction {
                // The origin stands on the item; the tag repeats it for people.
                line.say(": ").say(if origin.get("type").as_str() == Some("user") {
                    "user"
                } else {
                    "system"
                });
            }
            line.say("]");
            let mut cites = Cites::after(line);
            cites.value("rationale ", oz::RATIONALE_TOLD, rationale);
            cites.text(oz::STATEMENT_TOLD, text);
        });
    }

    fn stated_belief(&mut self, slot: Slot, statement: Cursor<'s>) {
        let text = statement.get("text");
        let (kind, status) = (statement.get("kind"), statement.get("status"));
        let origin = statement.get("origin");
        let (speaker, name) = (origin.get("type"), origin.get("name"));
        let ended = matches!(status.as_str(), Some("superseded" | "retracted"));
        if ended {
            self.b.coded(oz::STATUS_ENDED, slot, "reviewState", status);
        } else {
            self.b.placed(oz::STATUS, status, slot);
            self.unreviewed(slot);
        }
        let (rationale, resolution) = (statement.get("rationale"), statement.get("resolution"));
        let plain = kind.as_str() == Some("observation") && speaker.as_str() == Some("agent") && !ended;
        if plain && !name.exists() && !rationale.exists() && !resolution.exists() {
            self.b.placed(oz::STATEMENT_KIND, kind, slot);
            self.b.placed(oz::ORIGIN_TYPE_PLACED, speaker, slot);
            self.b.text(oz::STATEMENT_TEXT, slot, "content", text);
            return;
        }
        if speaker.as_str() == Some("agent")
            && (ended || kind.as_str() != Some("observation"))
            && kind.as_str() != Some("external")
        {
            self.b.placed(oz::ORIGIN_TYPE_PLACED, speaker, slot);
        }
        let successor = statement.get("superseded_by");
        let replacement = self.reference(successor);
        let external = kind.as_str() == Some("external") || speaker.as_str() == Some("external");
        self.b.line(slot, "content", |line| {
            tag(line, kind, speaker, ended.then_some(status));
            let mut cites = Cites::after(line);
            cites.value("", oz::ORIGIN_NAME_TOLD, name);
            cites.id("replaced by ", oz::SUPERSEDED_BY, successor, &replacement);
            cites.value("rationale ", oz::RATIONALE_TOLD, rationale);
            cites.value("resolution ", oz::RESOLUTION_TOLD, resolution);
            if external {
                cites.quoted(oz::STATEMENT_TOLD, text);
            } else {
                cites.text(oz::STATEMENT_TOLD, text);
            }
        });
    }

    /// Evidence, the origin's resource, and what was recorded of its verification.
    fn statement_bindings(&mut self, claim: &Id, statement: Cursor<'s>) {
        self.evidence(claim, statement.get("evidence"));
        self.anchor(oz::ORIGIN_REF, claim, statement.get("origin").get("ref"), "origin");
        let (verification, recorded) = (statement.get("verification"), statement.get("recorded_at"));
        if !verification.is_object() && !recorded.exists() {
            return;
        }
        self.verifications += 1;
        let id = self.ids.take(Id::numbered("verification", self.verifications));
        let slot = self.b.object(self.lists.verification, "");
        self.b.make(oz::VERIFICATION_ENTRY, slot, "id", Made::Id(id));
        self.b.make(oz::VERIFICATION_ENTRY, slot, "claimRef", Made::Id(claim.clone()));
        let state = verification.get("state");
        let rule = if state.as_str() == Some("verified") { oz::VERIFIED } else { oz::VERIFICATION_STATE };
        self.b.exact(rule, slot, "state", state);
        self.b.exact(oz::VERIFICATION, slot, "checkedAt", verification.get("checked_at"));
        self.b.exact(oz::VERIFICATION, slot, "method", verification.get("method"));
        self.b.exact(oz::VERIFICATION, slot, "revalidate", verification.get("revalidate"));
        self.b.exact(oz::RECORDED_AT, slot, "recordedAt", recorded);
    }
}

/// `[superseded|retracted KIND by ORIGIN, not established]`; the agent is not named where it is the usual speaker, nor
/// an outsider of an external text.
fn tag<'s>(line: &mut Line<'s>, kind: Cursor<'s>, speaker: Cursor<'s>, ended: Option<Cursor<'s>>) {
    line.say("[");
    if let Some(status) = ended {
        line.cite(oz::STATUS_ENDED, status).say(" ");
    }
    line.cite(oz::STATEMENT_KIND_TOLD, kind);
    let usual = match kind.as_str() {
        Some("external") => "external",
        Some("observation") if ended.is_none() => "",
        _ => "agent",
    };
    if speaker.as_str() == Some(usual) {
        // Of an external text the kind says it already; that an agent speaks, the belief itself says.
        if usual == "external" {
            line.implied(oz::ORIGIN_TYPE_TOLD, speaker);
        }
    } else {
        line.say(" by ").cite(oz::ORIGIN_TYPE_TOLD, speaker);
    }
    if kind.as_str() == Some("hypothesis") {
        line.say(", not established");
    }
    line.say("]");
}
