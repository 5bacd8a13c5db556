//! Statements, resources and operations: what the work knows, touches and has not finished (OCP 6.4 to 6.6).

use super::{
    ANY, DIGEST, EVIDENCE, EXCERPT_MAX, EXTENSIONS, ID, OPERATION, OPERATION_REFS, PAST, RESOURCE,
    RESOURCE_REF, STATEMENT, STATUSES, WHENEVER, closed,
};
use crate::shape::Type::{List, Object, Opaque, Open, Ref, Uri, Word};
use crate::shape::{Condition, Shape, Then, Type, When, optional, required};

const KINDS_BUT_QUESTION: &[&str] =
    &["instruction", "constraint", "decision", "observation", "hypothesis", "external"];

pub(super) static STATEMENTS: Shape = Shape {
    local: STATEMENT,
    conditions: &[
        Condition {
            when: &[When::is("kind", &["instruction"])],
            then: &[Then::Within(&["origin", "type"], &["user", "system"])],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("kind", &["decision"])],
            then: &[Then::Require("rationale")],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("kind", &["hypothesis"])],
            then: &[Then::Within(&["verification", "state"], &["unverified", "disputed", "stale"])],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("kind", &["external"])],
            then: &[Then::Within(&["origin", "type"], &["agent", "tool", "application", "external"])],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("kind", KINDS_BUT_QUESTION)],
            then: &[
                Then::Within(&["status"], &["active", "superseded", "retracted"]),
                Then::Forbid("resolution"),
            ],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("kind", &["question"]), When::is("status", &["resolved"])],
            then: &[Then::Require("resolution")],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::is("status", &["superseded"])],
            then: &[Then::Require("superseded_by")],
            clause: "OpenCheckpoint 6.5",
        },
        Condition {
            when: &[When::absent_or("status", &["active", "retracted", "resolved"])],
            then: &[Then::Forbid("superseded_by")],
            clause: "OpenCheckpoint 6.5",
        },
    ],
    ..closed(
        "statement",
        "OpenCheckpoint 6.5",
        &[
            required("id", ID),
            required(
                "kind",
                Word(&[
                    "instruction",
                    "constraint",
                    "decision",
                    "observation",
                    "hypothesis",
                    "question",
                    "external",
                ]),
            ),
            required("text", Type::TEXT),
            required("origin", Object(&ORIGIN)),
            optional("status", Word(&["active", "superseded", "retracted", "resolved"])),
            optional("superseded_by", Ref(&[STATEMENT])),
            optional("rationale", Type::TEXT),
            optional("resolution", Type::TEXT),
            optional("evidence", EVIDENCE),
            optional("verification", Object(&VERIFICATION)),
            optional("recorded_at", PAST),
            optional("extensions", EXTENSIONS),
        ],
    )
};

static ORIGIN: Shape = closed(
    "origin",
    "OpenCheckpoint 6.5",
    &[
        required("type", Word(&["user", "system", "agent", "tool", "application", "external"])),
        optional("name", Type::TEXT),
        optional("ref", RESOURCE_REF),
    ],
);

static VERIFICATION: Shape = closed(
    "verification",
    "OpenCheckpoint 6.5",
    &[
        required("state", Word(&["verified", "unverified", "disputed", "stale"])),
        optional("checked_at", PAST),
        optional("method", Type::TEXT),
        optional("revalidate", Word(&["before_use", "before_action", "never"])),
    ],
);

/// The resource kinds the text lists; it does not close the list (OCP 6.4).
const RESOURCE_KINDS: &[&str] = &[
    "file",
    "repository",
    "document",
    "record",
    "business_object",
    "web_page",
    "artifact",
    "tool_output",
    "dataset",
    "message",
    "other",
];

pub(super) static RESOURCES: Shape = Shape {
    local: RESOURCE,
    conditions: &[Condition {
        when: &[],
        then: &[Then::AnyOf(&["uri", "locator"])],
        clause: "OpenCheckpoint 6.4",
    }],
    ..closed(
        "resource",
        "OpenCheckpoint 6.4",
        &[
            required("id", ID),
            optional("kind", Open(RESOURCE_KINDS)),
            optional("title", Type::TEXT),
            optional("description", Type::TEXT),
            optional("uri", Uri(true)),
            optional("locator", Object(&LOCATOR)),
            optional("revision", Type::TEXT),
            optional("digest", DIGEST),
            optional("media_type", Type::TEXT),
            optional("observed_at", PAST),
            optional("availability", Word(&["available", "unavailable", "unknown"])),
            optional("resolver", Type::TEXT),
            optional("excerpt", Type::at_most(EXCERPT_MAX)),
            optional("sensitivity", ANY),
            optional("extensions", EXTENSIONS),
        ],
    )
};

static LOCATOR: Shape = closed(
    "locator",
    "OpenCheckpoint 6.4",
    &[required("system", Type::TEXT), required("type", Type::TEXT), required("key", Type::TEXT)],
);

pub(super) static OPERATIONS: Shape = Shape {
    local: OPERATION,
    conditions: &[
        Condition {
            when: &[When::is("kind", &["input", "action", "wait"])],
            then: &[
                Then::Within(
                    &["status"],
                    &["planned", "awaiting", "uncertain", "failed", "completed", "cancelled"],
                ),
                Then::Forbid("approval"),
            ],
            clause: "OpenCheckpoint 6.6",
        },
        Condition {
            when: &[When::is("kind", &["approval", "input", "wait"])],
            then: &[Then::Forbid("call")],
            clause: "OpenCheckpoint 6.6; profile 1, section 7 (pinned)",
        },
        Condition {
            when: &[When::is("kind", &["approval"]), When::is("status", &["approved", "rejected"])],
            then: &[Then::Require("approval")],
            clause: "OpenCheckpoint 6.6",
        },
        Condition {
            when: &[
                When::is("status", &["uncertain"]),
                When::absent_or("effect", &["non_idempotent", "unknown"]),
            ],
            then: &[
                Then::Require("resume"),
                Then::Within(&["resume"], &["verify_first", "ask", "do_not_resume"]),
            ],
            clause: "OpenCheckpoint 6.6",
        },
    ],
    ..closed(
        "operation",
        "OpenCheckpoint 6.6",
        &[
            required("id", ID),
            required("kind", Word(&["approval", "input", "action", "wait"])),
            required("status", Word(STATUSES)),
            required("description", Type::TEXT),
            optional("effect", Word(&["none", "idempotent", "non_idempotent", "unknown"])),
            optional("idempotency_key", Type::TEXT),
            optional("call", Object(&CALL)),
            optional("target", RESOURCE_REF),
            optional("record", RESOURCE_REF),
            optional("resume", Word(&["retry", "verify_first", "ask", "do_not_resume"])),
            optional("approval", Object(&APPROVAL)),
            optional("depends_on", OPERATION_REFS),
            optional("requested_at", PAST),
            optional("last_attempt_at", PAST),
            optional("expires_at", WHENEVER),
            optional("extensions", EXTENSIONS),
        ],
    )
};

static CALL: Shape = closed(
    "call",
    "OpenCheckpoint 6.6",
    &[required("tool", Type::TEXT), optional("arguments", Opaque(true))],
);

static APPROVAL: Shape = closed(
    "approval",
    "OpenCheckpoint 6.6",
    &[
        required("decided_by", Type::TEXT),
        required("decided_at", PAST),
        required("evidence", List(&RESOURCE_REF, 1)),
        optional("scope", ANY),
        optional("expires_at", WHENEVER),
    ],
);
