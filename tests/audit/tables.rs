//! Two small mapping tables, so that what the auditor checks does not hang on the project's own.

use ocp_convert::mapping::{Deed, Direction, Fidelity, Line, Row};

use Fidelity::{Demoted, Exact, Narrated, Regenerated, Structural, Transcoded};

type Words = &'static [&'static str];

const OZ: Row = Row {
    rule: "",
    direction: Direction::OcpToZephr,
    deed: Deed::Make,
    from: &[],
    when: "",
    to: &[],
    form: &[],
    values: &[],
    makes: &[],
    alone: "",
    due: &[],
    transform: "",
    note: "why",
};
const ZO: Row = Row { direction: Direction::ZephrToOcp, ..OZ };

const fn carry(base: Row, rule: &'static str, class: Fidelity, from: Words, to: Words) -> Row {
    Row { rule, deed: Deed::Move(class), from, to, ..base }
}

const fn make(base: Row, rule: &'static str, to: Words) -> Row {
    Row { rule, to, ..base }
}

const fn lose(base: Row, rule: &'static str, from: Words, undefined: bool) -> Row {
    Row { rule, deed: Deed::Lose { status: "dropped", undefined, explicit: false }, from, ..base }
}

const fn line(to: Words, form: &'static str) -> Line {
    Line { direction: Direction::OcpToZephr, to, form }
}

pub static LINES: &[Line] = &[
    line(
        &["/content/beliefs/*/content"],
        "[({OZ-ended} )?{OZ-kind-told}]{then}({OZ-text-told}|{OZ-text-told json})",
    ),
    line(&["/content/evidenceSources/*/title"], "replaced by {OZ-replaced json}"),
];

pub static ROWS: &[Row] = &[
    carry(OZ, "OZ-version", Exact, &["/opencheckpoint"], &["/content/evidenceSources/*/revision"]),
    carry(OZ, "OZ-id", Exact, &["/id"], &["/packet/id"]),
    carry(OZ, "OZ-created", Exact, &["/created_at"], &["/packet/createdAt"]),
    carry(OZ, "OZ-own", Regenerated, &["/source/producer/name"], &[]),
    Row {
        form: &["^[text] {}$"],
        ..carry(OZ, "OZ-objective", Exact, &["/task/objective"], &["/content/capsule/objective"])
    },
    Row {
        form: &["^[task status: {}]$"],
        ..carry(OZ, "OZ-task", Narrated, &["/task/status"], &["/content/capsule/limitations/*/text"])
    },
    Row {
        values: &[("decision", "decisions"), ("constraint", "constraints")],
        ..carry(OZ, "OZ-kind", Structural, &["/statements/*/kind"], &["/content/capsule/*/*"])
    },
    Row {
        form: &["^[retracted {}] "],
        ..carry(OZ, "OZ-kind-told", Narrated, &["/statements/*/kind"], &["/content/beliefs/*/content"])
    },
    carry(OZ, "OZ-text", Exact, &["/statements/*/text"], &["/content/capsule/decisions/*/text"]),
    Row {
        form: &["^[retracted decision] {}$", "^[retracted decision] {json}$"],
        ..carry(OZ, "OZ-text-told", Narrated, &["/statements/*/text"], &["/content/beliefs/*/content"])
    },
    Row {
        when: "status=superseded, retracted",
        values: &[("superseded", "superseded"), ("retracted", "rejected")],
        form: &["^[{} "],
        ..carry(
            OZ,
            "OZ-ended",
            Transcoded,
            &["/statements/*/status"],
            &["/content/beliefs/*/reviewState", "/content/beliefs/*/content"],
        )
    },
    Row {
        transform: "id",
        ..carry(
            OZ,
            "OZ-item-id",
            Exact,
            &["/statements/*/id", "/resources/*/id"],
            &["/content/capsule/*/*/id", "/content/evidenceSources/*/id"],
        )
    },
    Row {
        transform: "id",
        ..carry(OZ, "OZ-belief-id", Transcoded, &["/statements/*/id"], &["/content/beliefs/*/portableRef"])
    },
    Row {
        transform: "ref",
        ..carry(
            OZ,
            "OZ-evidence",
            Exact,
            &["/statements/*/evidence/*"],
            &["/content/evidenceAnchors/*/sourceRef"],
        )
    },
    Row {
        transform: "ref",
        form: &["replaced by {json}"],
        ..carry(
            OZ,
            "OZ-replaced",
            Narrated,
            &["/statements/*/superseded_by"],
            &["/content/evidenceSources/*/title"],
        )
    },
    Row {
        values: &[("verified", "unverified")],
        ..carry(
            OZ,
            "OZ-verified",
            Demoted,
            &["/statements/*/verification/state"],
            &["/content/verification/*/state"],
        )
    },
    Row {
        transform: "digest-to-zephr",
        ..carry(
            OZ,
            "OZ-digest",
            Transcoded,
            &["/resources/*/digest/algorithm", "/resources/*/digest/value"],
            &["/content/evidenceSources/*/digest"],
        )
    },
    Row {
        transform: "rot13",
        ..carry(OZ, "OZ-strange", Transcoded, &["/task/objective"], &["/content/capsule/objective"])
    },
    Row { when: "empty", ..carry(OZ, "OZ-empty", Structural, &["/**"], &["/content", "/content/**"]) },
    Row {
        values: &[("", "zephr-continuity"), ("", "1")],
        ..make(OZ, "OZ-format", &["/format", "/formatVersion"])
    },
    make(OZ, "OZ-nonce", &["/packet/nonce"]),
    make(OZ, "OZ-root", &["/manifest/rootHash"]),
    make(OZ, "OZ-link", &["/content/evidenceAnchors/*/claimRef", "/content/verification/*/claimRef"]),
    make(OZ, "OZ-source-digest", &["/content/evidenceSources/*/digest"]),
    make(OZ, "OZ-dates", &["/retention/exportedAt", "/retention/reviewBy"]),
    Row { alone: "listed", ..make(OZ, "OZ-listed", &["/omissionManifest/**"]) },
    lose(OZ, "OZ-application", &["/application_context/**"], false),
    lose(OZ, "OZ-undefined", &["/**"], true),
    carry(ZO, "ZO-constant", Structural, &["/format", "/formatVersion"], &["/derivation"]),
    carry(ZO, "ZO-packet", Exact, &["/packet/id"], &["/derivation/inputs/*/id"]),
    carry(ZO, "ZO-created", Exact, &["/packet/createdAt"], &["/created_at"]),
    carry(ZO, "ZO-objective", Exact, &["/content/capsule/objective"], &["/task/objective"]),
    carry(ZO, "ZO-question", Exact, &["/content/capsule/questions/*"], &["/statements/*/text"]),
    Row {
        transform: "id",
        ..carry(ZO, "ZO-claim-id", Transcoded, &["/content/beliefs/*/portableRef"], &["/statements/*/id"])
    },
    carry(ZO, "ZO-belief", Exact, &["/content/beliefs/*/content"], &["/statements/*/text"]),
    Row {
        values: &[("confirmed", "unverified")],
        ..carry(
            ZO,
            "ZO-review",
            Demoted,
            &["/content/beliefs/*/reviewState"],
            &["/statements/*/verification/state"],
        )
    },
    Row {
        transform: "id",
        ..carry(ZO, "ZO-source", Exact, &["/content/evidenceSources/*/id"], &["/resources/*/id"])
    },
    Row {
        transform: "digest-to-ocp",
        ..carry(
            ZO,
            "ZO-digest",
            Transcoded,
            &["/content/evidenceSources/*/digest"],
            &["/resources/*/digest/algorithm", "/resources/*/digest/value"],
        )
    },
    carry(ZO, "ZO-claim", Structural, &["/content/evidenceAnchors/*/claimRef"], &["/statements/*"]),
    Row {
        transform: "ref",
        ..carry(
            ZO,
            "ZO-anchor",
            Exact,
            &["/content/evidenceAnchors/*/sourceRef"],
            &["/statements/*/evidence/*"],
        )
    },
    Row { values: &[("", "0.1")], ..make(ZO, "ZO-format", &["/opencheckpoint"]) },
    make(ZO, "ZO-id", &["/id"]),
    make(ZO, "ZO-input", &["/derivation/inputs/*/digest/*"]),
    Row {
        form: &["^ocp-convert 1: {}$"],
        values: &[("", "irrelevant")],
        alone: "listed",
        ..make(ZO, "ZO-listed", &["/derivation/omissions/*/description", "/derivation/omissions/*/reason"])
    },
    lose(ZO, "ZO-proof", &["/scopeProof/**"], false),
];
