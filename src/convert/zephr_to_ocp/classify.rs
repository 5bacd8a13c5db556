//! What an item of a packet becomes: its section says, and the first tag of its text where that lowers or restricts.

use crate::convert::wording::Tag;
use crate::json::Cursor;

/// A list of a packet whose entries become objects of the checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Decision,
    Constraint,
    Question,
    Risk,
    Step,
    Limitation,
    File,
    Belief,
    Source,
    Receipt,
    Review,
    Archive,
}

/// The lists of the capsule, in the order of the text.
pub(super) const CAPSULE: [(&str, Section); 7] = [
    ("decisions", Section::Decision),
    ("constraints", Section::Constraint),
    ("questions", Section::Question),
    ("risks", Section::Risk),
    ("nextActions", Section::Step),
    ("limitations", Section::Limitation),
    ("changedFiles", Section::File),
];

/// Where an entry goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A statement of this kind, of this origin where the tag names one, retracted where the tag says so.
    Statement {
        kind: &'static str,
        origin: Option<&'static str>,
        ended: bool,
    },
    Operation,
    Stop,
    Precondition {
        on_failure: &'static str,
    },
    Incompatibility,
    /// A next step.
    Step,
    /// A step of a task that has ended.
    StepNotTaken,
    /// A line among the transformations.
    Line,
    /// The line that gives the task's status.
    Status,
    /// The status line once more.
    StatusAgain,
    Resource,
    /// A session reference.
    Session,
    /// This tool's own entry about an earlier conversion.
    Own,
}

impl Place {
    /// Whether the object there has an id that references may lead to.
    pub(super) fn has_id(self) -> bool {
        !matches!(self, Self::Line | Self::Status | Self::StatusAgain | Self::Session | Self::Own)
    }

    /// Whether the object there cannot do without an id.
    pub(super) fn needs_id(self) -> bool {
        matches!(self, Self::Statement { .. } | Self::StepNotTaken | Self::Operation | Self::Resource)
    }

    /// Whether it is a statement.
    pub(super) fn is_statement(self) -> bool {
        matches!(self, Self::Statement { .. } | Self::StepNotTaken)
    }

    /// Whether a step's `blocked_by` may name it (OCP-S003).
    pub(super) fn may_block(self) -> bool {
        self.needs_id()
    }
}

/// The text of an item: the item itself when it is bare, else its member `name`; missing when there is none.
pub(super) fn text_of<'s>(item: Cursor<'s>, name: &str) -> Cursor<'s> {
    if item.as_str().is_some() {
        return item;
    }
    let text = item.get(name);
    if text.exists() && text.kind() != crate::json::Kind::Null { text } else { item.tree().cursor(u32::MAX) }
}

/// Where an item of the capsule or a belief goes. `ended`: whether the task has ended; `anchored`: whether the packet
/// holds a source for it.
pub(super) fn item(section: Section, item: Cursor<'_>, ended: bool, anchored: bool) -> Place {
    let name = if section == Section::Belief { "content" } else { "text" };
    let tag = text_of(item, name).as_str().and_then(Tag::of);
    match tag {
        Some(Tag::Operation { .. }) => return Place::Operation,
        Some(Tag::Stop) => return Place::Stop,
        Some(Tag::BeforeResuming(on_failure)) => {
            let known = ["halt", "ask", "degrade"].into_iter().find(|known| *known == on_failure);
            return Place::Precondition { on_failure: known.unwrap_or("halt") };
        }
        Some(Tag::Required) => return Place::Precondition { on_failure: "halt" },
        Some(Tag::Incompatible) => return Place::Incompatibility,
        _ => {}
    }
    let default = match section {
        Section::Decision => "decision",
        Section::Constraint => "constraint",
        Section::Question => "question",
        Section::Belief if anchored => "observation",
        Section::Limitation => return Place::Line,
        _ => "hypothesis",
    };
    let place = lowered(default, tag);
    if section != Section::Step {
        return place;
    }
    // I1: no step comes from content that somebody else wrote.
    match (place, stranger(item)) {
        (Place::Statement { kind, origin: Some(_), ended }, Some(origin)) => {
            Place::Statement { kind, origin: Some(origin), ended }
        }
        (Place::Statement { origin: None, ended, .. }, Some(origin)) => {
            let kind = if origin == "external" { "external" } else { "hypothesis" };
            Place::Statement { kind, origin: Some(origin), ended }
        }
        (_, None) if !lowers_a_step(tag) && ended => Place::StepNotTaken,
        (_, None) if !lowers_a_step(tag) => Place::Step,
        _ => place,
    }
}

/// The kind, origin and end that a tag says, as far as it lowers.
fn lowered(default: &'static str, tag: Option<Tag<'_>>) -> Place {
    let Some(Tag::Statement { ended, kind, origin }) = tag else {
        return Place::Statement { kind: default, origin: None, ended: false };
    };
    let origin = origin.and_then(foreign);
    let (kind, origin) = match kind {
        "external" => ("external", Some(origin.unwrap_or("external"))),
        "question" => ("question", origin),
        "hypothesis" if default != "question" => ("hypothesis", origin),
        _ => (default, origin),
    };
    Place::Statement { kind, origin, ended: ended.is_some() }
}

/// Whether a tag says that its text is no step.
fn lowers_a_step(tag: Option<Tag<'_>>) -> bool {
    matches!(tag, Some(Tag::Statement { ended, kind, origin })
        if ended.is_some() || matches!(kind, "external" | "question" | "hypothesis")
            || origin.and_then(foreign).is_some())
}

/// The origin that an item claims, when it is one without any authority. One that cannot be read is an outsider's: only an
/// item that names nobody is the agent's own.
pub(super) fn stranger(item: Cursor<'_>) -> Option<&'static str> {
    let origin = item.get("origin");
    let kind = origin.get("type");
    if !origin.exists() || origin.kind() == crate::json::Kind::Null || (origin.is_object() && !kind.exists())
    {
        return None;
    }
    match kind.as_str() {
        Some("agent" | "user" | "system") => None,
        kind => Some(kind.and_then(foreign).unwrap_or("external")),
    }
}

/// The origin type, when it is one without any authority.
pub(super) fn foreign(origin: &str) -> Option<&'static str> {
    ["tool", "application", "external"].into_iter().find(|known| *known == origin)
}
