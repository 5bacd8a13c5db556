//! The members of a packet (the tables of the Zephr text; spellings it leaves open as profile 1, section 3 pins them).

mod client;
mod grammars;

use crate::shape::Type::{Either, Id, Integer, List, Object, Opaque, Ref, Time, Uri, Word};
use crate::shape::{Condition, Local, Member, Shape, Tense, Then, Type, When, optional, required};
use client::CLIENT;
pub use grammars::EXTENSION_KEY;
use grammars::{EXTENSIONS, ROOT_HASH};

/// The tool names of the published closed set.
pub const TOOLS: &[&str] = &[
    "zephr_remember",
    "zephr_recall",
    "zephr_why",
    "zephr_verify",
    "zephr_session",
    "zephr_rules",
    "zephr_status",
    "zephr_admin",
];
/// What became of a section or a tool.
pub const STATUSES: &[&str] =
    &["native", "narrated", "dropped", "refused", "omitted", "unsupported", "not_captured", "redacted"];
/// The sections of a session-handoff, in the order of the text.
pub const SECTIONS: &[&str] = &[
    "capsule",
    "beliefs",
    "evidenceSources",
    "evidenceAnchors",
    "receipts",
    "reviewEvents",
    "verification",
    "sourceHandoff",
    "allowedTools",
];
/// The names under which the root covers envelope members; a section cannot have one of them.
pub const ENVELOPE_SECTIONS: &[&str] =
    &["packetIdentity", "sourceDescriptor", "recipientIntent", "retention", "scopeProof"];
/// The one member of a continuity-archive's content.
pub const ARCHIVE_REFS: &str = "archiveRefs";
/// What a claim reference leads to: a capsule item or a belief.
pub const CLAIM: Local = "claim";
/// What a source reference leads to.
pub const SOURCE_ITEM: Local = "evidence source";
const OTHER: Local = "entry";
const CLAUSE: &str = "Zephr; profile 1, section 3";

const ID: Type = Id(None);
const TIME: Type = Time(Tense::Any);
const CLAIM_REF: Type = Ref(&[CLAIM]);
const ITEMS: Type = List(&Either(&Type::TEXT, &ITEM), 0);

const fn open(name: &'static str, members: &'static [Member]) -> Shape {
    Shape::new(name, CLAUSE, members, false, OTHER)
}

/// The whole document.
pub static PACKET: Shape = Shape {
    closed: true,
    ..open(
        "packet",
        &[
            required("format", Word(&["zephr-continuity"])),
            required("formatVersion", Integer(1)),
            required("artifactKind", Word(&["session-handoff", "continuity-archive"])),
            required("canonicalizationProfile", Word(&["ZCF-JSON-v1"])),
            required("packet", Object(&IDENTITY)),
            required("source", Object(&SOURCE)),
            required("recipientIntent", Object(&RECIPIENT)),
            required("content", Object(&CONTENT)),
            required("redactionManifest", Object(&REDACTIONS)),
            required("omissionManifest", Object(&OMISSIONS)),
            required("retention", Object(&RETENTION)),
            required("manifest", Object(&MANIFEST)),
            required("authentication", Object(&AUTHENTICATION)),
            required("extensions", EXTENSIONS),
            optional("scopeProof", Opaque(true)).pinned(),
        ],
    )
};

static IDENTITY: Shape = open(
    "packet_identity",
    &[
        required("id", Type::TEXT),
        required("nonce", Type::TEXT),
        required("intent", Type::TEXT),
        required("createdAt", TIME).pinned(),
        required("generation", Integer(1)),
    ],
);

static SOURCE: Shape = open(
    "source",
    &[
        required("installationKeyId", Type::TEXT),
        required("scopeRefs", Type::TEXTS),
        required("client", Object(&CLIENT)),
    ],
);

static RECIPIENT: Shape = Shape {
    conditions: &[
        Condition {
            when: &[When::is("kind", &["recipient-bound"])],
            then: &[Then::Require("destinationInstallationKeyId")],
            clause: "profile 1, section 3 (pinned)",
        },
        Condition {
            when: &[When::is("kind", &["unbound-local-import"])],
            then: &[Then::Forbid("destinationInstallationKeyId")],
            clause: "profile 1, section 3 (pinned)",
        },
    ],
    ..open(
        "recipient_intent",
        &[
            required("kind", Word(&["unbound-local-import", "recipient-bound"])),
            optional("destinationInstallationKeyId", Type::TEXT),
        ],
    )
};

static CONTENT: Shape = open(
    "content",
    &[
        optional("capsule", Object(&CAPSULE)),
        optional("beliefs", List(&Object(&BELIEF), 0)),
        optional("evidenceSources", List(&Object(&EVIDENCE_SOURCE), 0)),
        optional("evidenceAnchors", List(&Object(&EVIDENCE_ANCHOR), 0)),
        optional("receipts", List(&Object(&RECEIPT), 0)),
        optional("reviewEvents", List(&Object(&REVIEW_EVENT), 0)),
        optional("verification", List(&Object(&VERIFICATION), 0)),
        optional("sourceHandoff", Object(&SOURCE_HANDOFF)),
        optional("allowedTools", List(&Word(TOOLS), 0)),
        optional(ARCHIVE_REFS, List(&Object(&ARCHIVE_REF), 0)).pinned(),
    ],
);

static CAPSULE: Shape = open(
    "capsule",
    &[
        optional("objective", Type::TEXT),
        optional("decisions", List(&Either(&Type::TEXT, &DECISION), 0)).pinned(),
        optional("constraints", ITEMS).pinned(),
        optional("changedFiles", List(&Either(&Type::TEXT, &CHANGED_FILE), 0)).pinned(),
        optional("risks", ITEMS).pinned(),
        optional("questions", List(&Either(&Type::TEXT, &QUESTION), 0)).pinned(),
        optional("nextActions", List(&Either(&Type::TEXT, &NEXT_ACTION), 0)).pinned(),
        optional("limitations", ITEMS).pinned(),
        optional("captureQuality", Word(&["complete", "partial", "degraded"])),
        optional("lifecycleCoverage", Word(&["native", "consented-manual", "derived", "unavailable"])),
    ],
);

const fn item(name: &'static str, members: &'static [Member]) -> Shape {
    Shape { local: CLAIM, ..open(name, members) }
}

const ITEM_ID: Member = optional("id", ID).pinned();
const ITEM_TEXT: Member = optional("text", Type::TEXT).needed();
const ITEM_ORIGIN: Member = optional("origin", Object(&ORIGIN)).pinned();

static ITEM: Shape = item("item", &[ITEM_ID, ITEM_TEXT, ITEM_ORIGIN]);

static ORIGIN: Shape =
    open("origin", &[optional("type", Type::TEXT).pinned(), optional("name", Type::TEXT).pinned()]);

static DECISION: Shape =
    item("decision", &[ITEM_ID, ITEM_TEXT, ITEM_ORIGIN, optional("rationale", Type::TEXT).pinned()]);

static QUESTION: Shape =
    item("question", &[ITEM_ID, ITEM_TEXT, ITEM_ORIGIN, optional("resolution", Type::TEXT).pinned()]);

static NEXT_ACTION: Shape = item(
    "next_action",
    &[
        ITEM_ID,
        ITEM_TEXT,
        ITEM_ORIGIN,
        optional("blockedBy", Type::TEXTS).pinned(),
        optional("requires", Type::TEXTS).pinned(),
        optional("refs", Type::TEXTS).pinned(),
    ],
);

static CHANGED_FILE: Shape = open(
    "changed_file",
    &[optional("path", Type::TEXT).needed(), optional("changeKind", Type::TEXT).pinned()],
);

static BELIEF: Shape = item(
    "belief",
    &[
        required("portableRef", ID),
        required("sourceId", Type::TEXT),
        required("content", Type::TEXT),
        optional("reviewState", Word(&["unreviewed", "confirmed", "rejected", "superseded"])),
    ],
);

static EVIDENCE_SOURCE: Shape = Shape {
    local: SOURCE_ITEM,
    ..open(
        "evidence_source",
        &[
            optional("id", ID).needed(),
            optional("kind", Type::TEXT).pinned(),
            optional("uri", Uri(true)).pinned(),
            optional("locator", Object(&LOCATOR)).pinned(),
            optional("title", Type::TEXT).pinned(),
            optional("description", Type::TEXT).pinned(),
            optional("revision", Type::TEXT).pinned(),
            optional("digest", Type::TEXT).pinned(),
            optional("mediaType", Type::TEXT).pinned(),
            optional("observedAt", TIME).pinned(),
            optional("availability", Type::TEXT).pinned(),
            optional("resolver", Type::TEXT).pinned(),
            optional("excerpt", Type::TEXT).pinned(),
            optional("sensitivity", Opaque(false)).pinned(),
        ],
    )
};

static LOCATOR: Shape = open(
    "locator",
    &[
        optional("system", Type::TEXT).pinned(),
        optional("type", Type::TEXT).pinned(),
        optional("key", Type::TEXT).pinned(),
    ],
);

static EVIDENCE_ANCHOR: Shape = open(
    "evidence_anchor",
    &[
        ITEM_ID,
        optional("claimRef", CLAIM_REF).needed(),
        optional("sourceRef", Ref(&[SOURCE_ITEM])).needed(),
        optional("role", Word(&["evidence", "origin", "target", "record", "approval"])).pinned(),
    ],
);

static RECEIPT: Shape = open(
    "receipt",
    &[
        ITEM_ID,
        optional("kind", Word(&["patch", "verification"])).pinned(),
        optional("text", Type::TEXT).pinned(),
        optional("status", Type::TEXT).pinned(),
        optional("at", TIME).pinned(),
    ],
);

static REVIEW_EVENT: Shape = open(
    "review_event",
    &[
        ITEM_ID,
        optional("claimRef", CLAIM_REF).pinned(),
        optional("decision", Type::TEXT).pinned(),
        optional("by", Type::TEXT).pinned(),
        optional("at", TIME).pinned(),
    ],
);

static VERIFICATION: Shape = open(
    "verification",
    &[
        ITEM_ID,
        optional("claimRef", CLAIM_REF).pinned(),
        optional("state", Word(&["verified", "unverified", "disputed", "stale"])).pinned(),
        optional("method", Type::TEXT).pinned(),
        optional("checkedAt", TIME).pinned(),
        optional("revalidate", Type::TEXT).pinned(),
        optional("recordedAt", TIME).pinned(),
    ],
);

static SOURCE_HANDOFF: Shape = open(
    "source_handoff",
    &[
        optional("fromSessionId", Type::TEXT).pinned(),
        optional("toSessionId", Type::TEXT).pinned(),
        optional("worktreeId", Type::TEXT).pinned(),
        optional("checkpointBeliefIds", Type::TEXTS).pinned(),
    ],
);

static ARCHIVE_REF: Shape = open(
    "archive_ref",
    &[
        ITEM_ID,
        optional("uri", Uri(true)).pinned(),
        optional("digest", Type::TEXT).pinned(),
        optional("title", Type::TEXT).pinned(),
    ],
);

static REDACTIONS: Shape = open(
    "redaction_manifest",
    &[
        required("policyId", Type::TEXT).pinned(),
        required("policyVersion", Type::TEXT).pinned(),
        required("entries", List(&Object(&REDACTION), 0)).pinned(),
    ],
);

static REDACTION: Shape = open(
    "redaction",
    &[
        optional("pointer", Type::TEXT).pinned(),
        optional("rule", Type::TEXT).pinned(),
        optional("replacement", Opaque(false)).pinned(),
    ],
);

static OMISSIONS: Shape =
    open("omission_manifest", &[required("entries", List(&Object(&OMISSION), 0)).pinned()]);

static OMISSION: Shape = open(
    "omission",
    &[
        optional("section", Type::TEXT).needed(),
        required("status", Word(STATUSES)),
        optional("reason", Type::TEXT).pinned(),
        optional("sourcePointers", Type::TEXTS).pinned(),
    ],
);

static RETENTION: Shape = open(
    "retention",
    &[
        required("exportedAt", TIME).pinned(),
        required("policyVersion", Type::TEXT).pinned(),
        required("reviewBy", TIME).pinned(),
        optional("expiresAt", TIME).pinned(),
    ],
);

/// Upper-case digits pass here; they have a code of their own.
static MANIFEST: Shape = open("manifest", &[required("rootHash", ROOT_HASH)]);

static AUTHENTICATION: Shape = Shape {
    conditions: &[
        Condition {
            when: &[When::is("kind", &["unsigned"])],
            then: &[
                Then::Forbid("algorithm"),
                Then::Forbid("signature"),
                Then::Forbid("publicKeyFingerprint"),
            ],
            clause: "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        },
        Condition {
            when: &[When::is("kind", &["unsigned", "source-signature"])],
            then: &[Then::Forbid("macAlgorithm"), Then::Forbid("mac")],
            clause: "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        },
        Condition {
            when: &[When::is("kind", &["source-signature", "recipient-bound-mac"])],
            then: &[
                Then::Require("algorithm"),
                Then::Require("signature"),
                Then::Require("publicKeyFingerprint"),
            ],
            clause: "Zephr, Authentication kinds",
        },
        Condition {
            when: &[When::is("kind", &["recipient-bound-mac"])],
            then: &[Then::Require("macAlgorithm"), Then::Require("mac")],
            clause: "Zephr, Authentication kinds; profile 1, section 5 (pinned)",
        },
    ],
    closed: true,
    ..open(
        "authentication",
        &[
            required("kind", Word(&["unsigned", "recipient-bound-mac", "source-signature"])),
            optional("algorithm", Type::TEXT),
            optional("signature", Type::TEXT),
            optional("publicKeyFingerprint", Type::TEXT),
            optional("macAlgorithm", Type::TEXT),
            optional("mac", Type::TEXT),
        ],
    )
};
