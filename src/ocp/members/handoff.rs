//! Application context and continuation: what the destination needs to go on (OCP 6.7 and 6.8).

use super::{
    ANY, ANY_REFS, DRAFT_MAX, EXTENSIONS, ID, OPERATION_REF, OPERATION_REFS, REQUIREMENT, RESOURCE_REF,
    STATUSES, closed,
};
use crate::shape::Type::{Either, List, Object, Word};
use crate::shape::{Shape, Type, optional, required};

pub(super) static CONTEXT: Shape = closed(
    "application_context_entry",
    "OpenCheckpoint 6.7",
    &[
        optional("id", ID),
        required("application", Either(&Type::TEXT, &APPLICATION)),
        optional("view", ANY),
        optional("selections", List(&Object(&SELECTION), 0)),
        optional("filters", ANY),
        optional("drafts", List(&Object(&DRAFT), 0)),
        optional("state", ANY),
        optional("state_schema", Type::TEXT),
        optional("extensions", EXTENSIONS),
    ],
);

static APPLICATION: Shape = closed(
    "application",
    "OpenCheckpoint 6.7",
    &[required("name", Type::TEXT), optional("version", Type::TEXT)],
);

static SELECTION: Shape = closed(
    "selection",
    "OpenCheckpoint 6.7",
    &[
        required("resource", RESOURCE_REF),
        optional("role", Word(&["focused", "selected", "open", "pinned"])),
        optional("detail", ANY),
    ],
);

static DRAFT: Shape = closed(
    "draft",
    "OpenCheckpoint 6.7",
    &[
        optional("id", ID),
        required("status", Word(&["unsaved", "saved", "submitted"])),
        optional("target", RESOURCE_REF),
        optional("content", Type::at_most(DRAFT_MAX)),
        optional("content_ref", RESOURCE_REF),
    ],
);

pub(super) static CONTINUATION: Shape = closed(
    "continuation",
    "OpenCheckpoint 6.8",
    &[
        optional("requirements", List(&Object(&REQUIREMENTS), 0)),
        optional("preconditions", List(&Object(&PRECONDITION), 0)),
        optional("stop_conditions", List(&Object(&STOP_CONDITION), 0)),
        optional("recovery", List(&Object(&RECOVERY), 0)),
        optional("incompatibilities", List(&Either(&Type::TEXT, &INCOMPATIBILITY), 0)),
        optional("extensions", EXTENSIONS),
    ],
);

static REQUIREMENTS: Shape = Shape {
    local: REQUIREMENT,
    ..closed(
        "requirement",
        "OpenCheckpoint 6.8",
        &[
            required("id", ID),
            required("kind", Word(&["tool", "capability", "access", "extension"])),
            required("name", Type::TEXT),
            required("necessity", Word(&["required", "recommended", "optional"])),
            optional("description", Type::TEXT),
            optional("fallback", Type::TEXT),
            optional("refs", ANY_REFS),
        ],
    )
};

static PRECONDITION: Shape = closed(
    "precondition",
    "OpenCheckpoint 6.8",
    &[
        optional("id", ID),
        required("description", Type::TEXT),
        required("on_failure", Word(&["halt", "ask", "degrade"])),
        optional("refs", ANY_REFS),
    ],
);

static STOP_CONDITION: Shape = closed(
    "stop_condition",
    "OpenCheckpoint 6.8",
    &[
        optional("id", ID),
        required("description", Type::TEXT),
        optional("applies_to", OPERATION_REFS),
        optional("until", List(&Object(&UNTIL), 0)),
        optional("refs", ANY_REFS),
    ],
);

static UNTIL: Shape = closed(
    "until",
    "OpenCheckpoint 6.8",
    &[required("operation", OPERATION_REF), required("status", Word(STATUSES))],
);

static RECOVERY: Shape = closed(
    "recovery_step",
    "OpenCheckpoint 6.8",
    &[optional("id", ID), required("description", Type::TEXT), optional("refs", ANY_REFS)],
);

static INCOMPATIBILITY: Shape = closed(
    "incompatibility",
    "OpenCheckpoint 6.8",
    &[optional("id", ID), required("description", Type::TEXT)],
);
