//! The members of a checkpoint (OCP 6 and 7; names and presence as profile 1, section 7 pins them).

mod handoff;
mod work;

use crate::shape::Type::{Either, Extensions, Id, List, Object, Opaque, Ref, Time, Uri, Word};
use crate::shape::{Condition, Grammar, Local, Shape, Tense, Then, Type, When, optional, required};
use crate::syntax::tokens::{is_digest, is_extension_key, is_local_id, is_lower_hex};
use handoff::{CONTEXT, CONTINUATION};
use work::{OPERATIONS, RESOURCES, STATEMENTS};

/// Pattern of a local id (OCP 4.1).
pub const LOCAL_ID: &str = "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$";
/// Pattern of an extension key (OCP 7): lower-case reverse-DNS name, then an optional path.
pub const EXTENSION_KEY: &str =
    r"^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?:/[^/]+)*$";
/// Most code points of an excerpt (OCP 6.4).
pub const EXCERPT_MAX: u32 = 4096;
/// Most code points of inline draft content (OCP 6.7).
pub const DRAFT_MAX: u32 = 16384;

/// Kind of local object: a statement.
pub const STATEMENT: Local = "statement";
/// Kind of local object: a resource.
pub const RESOURCE: Local = "resource";
/// Kind of local object: an operation.
pub const OPERATION: Local = "operation";
/// Kind of local object: a continuation requirement.
pub const REQUIREMENT: Local = "requirement";
const OTHER: Local = "entry";

const ID: Type = Id(Some(Grammar { pattern: LOCAL_ID, matches: is_local_id }));
const RESOURCE_REF: Type = Ref(&[RESOURCE]);
const OPERATION_REF: Type = Ref(&[OPERATION]);
const EVIDENCE: Type = List(&RESOURCE_REF, 0);
const OPERATION_REFS: Type = List(&OPERATION_REF, 0);
const ANY_REFS: Type = List(&Ref(&[]), 0);
const BLOCKERS: Type = List(&Ref(&[STATEMENT, OPERATION, RESOURCE, REQUIREMENT]), 0);
const PAST: Type = Time(Tense::Past);
const WHENEVER: Type = Time(Tense::Any);
const ANY: Type = Opaque(false);
const EXTENSIONS: Type =
    Extensions { keys: Grammar { pattern: EXTENSION_KEY, matches: is_extension_key }, pinned: false };
const STATUSES: &[&str] =
    &["planned", "awaiting", "uncertain", "failed", "approved", "rejected", "completed", "cancelled"];
/// A digest as text: 64 lower-case digits for SHA-256, anything printable for other algorithms.
const DIGEST_TEXT: Type = Type::of(Grammar {
    pattern: r"^(?:sha-256:[0-9a-f]{64}|(?!sha-256:)[a-z0-9][a-z0-9-]*:[!-~]+)$",
    matches: is_digest,
});
const DIGEST: Type = Either(&DIGEST_TEXT, &DIGEST_OBJECT);

const fn closed(name: &'static str, clause: &'static str, members: &'static [crate::shape::Member]) -> Shape {
    Shape::new(name, clause, members, true, OTHER)
}

/// The whole document.
pub static CHECKPOINT: Shape = closed(
    "checkpoint",
    "OpenCheckpoint 6",
    &[
        required("opencheckpoint", Word(&["0.1"])),
        required("id", Type::Text { min: 1, max: None, grammar: None }),
        required("created_at", WHENEVER),
        optional("parent", Object(&PARENT)),
        required("source", Object(&SOURCE)),
        required("task", Object(&TASK)),
        optional("progress", Object(&PROGRESS)),
        optional("statements", List(&Object(&STATEMENTS), 0)),
        optional("resources", List(&Object(&RESOURCES), 0)),
        optional("application_context", List(&Object(&CONTEXT), 0)),
        optional("operations", List(&Object(&OPERATIONS), 0)),
        optional("continuation", Object(&CONTINUATION)),
        optional("derivation", Object(&DERIVATION)),
        optional("extensions", EXTENSIONS),
    ],
);

static DIGEST_OBJECT: Shape = Shape {
    conditions: &[Condition {
        when: &[When::is("algorithm", &["sha-256"])],
        then: &[Then::Match(
            "value",
            Grammar { pattern: "^[0-9a-f]{64}$", matches: |text| is_lower_hex(text, 64) },
        )],
        clause: "profile 1, section 7 (pinned)",
    }],
    ..closed(
        "digest",
        "OpenCheckpoint 6",
        &[
            required("algorithm", Type::Text { min: 1, max: None, grammar: None }),
            required("value", Type::Text { min: 1, max: None, grammar: None }),
        ],
    )
};

static PARENT: Shape =
    closed("parent", "OpenCheckpoint 6", &[required("id", Type::TEXT), optional("digest", DIGEST)]);

static SOURCE: Shape = closed(
    "source",
    "OpenCheckpoint 6.1",
    &[
        required("producer", Object(&PRODUCER)),
        optional("agent", Object(&AGENT)),
        optional("model", Object(&MODEL)),
        optional("session_refs", List(&Object(&SESSION_REF), 0)),
        optional("extensions", EXTENSIONS),
    ],
);

static PRODUCER: Shape = closed(
    "producer",
    "OpenCheckpoint 6.1",
    &[required("name", Type::TEXT), optional("version", Type::TEXT), optional("uri", Uri(false))],
);

static AGENT: Shape =
    closed("agent", "OpenCheckpoint 6.1", &[required("name", Type::TEXT), optional("version", Type::TEXT)]);

static MODEL: Shape = closed(
    "model",
    "OpenCheckpoint 6.1",
    &[required("name", Type::TEXT), optional("provider", Type::TEXT), optional("version", Type::TEXT)],
);

static SESSION_REF: Shape = closed(
    "session_ref",
    "OpenCheckpoint 5.2",
    &[required("protocol", Type::TEXT), required("id", Type::TEXT), optional("event", Type::TEXT)],
);

static TASK: Shape = closed(
    "task",
    "OpenCheckpoint 6.2",
    &[
        required("objective", Type::Text { min: 1, max: None, grammar: None }),
        optional("outcome", Type::TEXT),
        required(
            "status",
            Word(&["active", "blocked", "awaiting_input", "paused", "completed", "abandoned"]),
        ),
        optional("success_criteria", List(&Object(&CRITERION), 0)),
        optional("scope", Object(&SCOPE)),
        optional("extensions", EXTENSIONS),
    ],
);

static CRITERION: Shape = closed(
    "criterion",
    "OpenCheckpoint 6.2",
    &[
        optional("id", ID),
        required("description", Type::TEXT),
        required("state", Word(&["met", "unmet", "unknown"])),
        optional("evidence", EVIDENCE),
    ],
);

static SCOPE: Shape = closed(
    "scope",
    "OpenCheckpoint 6.2",
    &[optional("includes", Type::TEXTS), optional("excludes", Type::TEXTS)],
);

static PROGRESS: Shape = closed(
    "progress",
    "OpenCheckpoint 6.3",
    &[
        optional("completed", List(&Object(&COMPLETED), 0)),
        optional("focus", Object(&FOCUS)),
        optional("next", List(&Object(&NEXT), 0)),
        optional("extensions", EXTENSIONS),
    ],
);

static COMPLETED: Shape = closed(
    "completed_step",
    "OpenCheckpoint 6.3",
    &[
        optional("id", ID),
        required("description", Type::TEXT),
        optional("completed_at", PAST),
        optional("evidence", EVIDENCE),
    ],
);

static FOCUS: Shape =
    closed("focus", "OpenCheckpoint 6.3", &[required("description", Type::TEXT), optional("refs", ANY_REFS)]);

static NEXT: Shape = closed(
    "next_step",
    "OpenCheckpoint 6.3",
    &[
        optional("id", ID),
        required("description", Type::TEXT),
        optional("blocked_by", BLOCKERS),
        optional("requires", List(&Ref(&[REQUIREMENT]), 0)),
        optional("refs", ANY_REFS),
    ],
);

static DERIVATION: Shape = closed(
    "derivation",
    "OpenCheckpoint 6.9",
    &[
        required("method", Word(&["captured", "compacted", "merged", "converted", "authored", "forked"])),
        optional("inputs", List(&Object(&INPUT), 0)),
        optional("omissions", List(&Object(&OMISSION), 0)),
        optional("transformations", List(&Object(&TRANSFORMATION), 0)),
    ],
);

static INPUT: Shape = closed(
    "input",
    "OpenCheckpoint 6.9",
    &[
        required("type", Word(&["checkpoint", "session", "document"])),
        required("id", Type::TEXT),
        optional("digest", DIGEST),
    ],
);

static OMISSION: Shape = closed(
    "omission",
    "OpenCheckpoint 6.9",
    &[
        required("description", Type::TEXT),
        required("reason", Word(&["size", "irrelevant", "superseded", "sensitive", "unavailable"])),
        optional("recoverable_from", RESOURCE_REF),
    ],
);

static TRANSFORMATION: Shape = closed(
    "transformation",
    "OpenCheckpoint 6.9",
    &[required("description", Type::TEXT), optional("affected", ANY_REFS)],
);
