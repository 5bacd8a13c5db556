//! Generated from `mappings/*.toml` by `cargo run -p mapping-rules`; do not edit.

use super::{Deed, Direction, Fidelity, Row, Rule};

/// The version of the mapping: it moves whenever a row changes what a conversion does.
pub const MAPPING_VERSION: u32 = 1;

/// Every row of both tables.
pub const ROWS: &[Row] = &[
    Row { rule: "OZ-version", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/opencheckpoint"], when: "", to: &["/content/evidenceSources/*/revision"], form: &[], values: &[], transform: "", note: "Nothing is lost: the version stands on the entry of the source checkpoint." },
    Row { rule: "OZ-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/id"], when: "", to: &["/packet/id", "/content/evidenceSources/*/uri", "/content/evidenceSources/*/locator/key"], form: &[], values: &[], transform: "", note: "Nothing is lost. Portable references are built on it." },
    Row { rule: "OZ-created-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/created_at"], when: "", to: &["/packet/createdAt"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-parent-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/parent/id"], when: "", to: &["/content/evidenceSources/*/uri"], form: &[], values: &[], transform: "", note: "Nothing is lost: the parent is an evidence source." },
    Row { rule: "OZ-parent-digest", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/parent/digest", "/parent/digest/algorithm", "/parent/digest/value"], when: "", to: &["/content/evidenceSources/*/digest"], form: &[], values: &[], transform: "digest-to-zephr", note: "The digest changes its spelling only." },
    Row { rule: "OZ-producer", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/producer/name", "/source/producer/version", "/source/producer/uri"], when: "", to: &["/source/client/name", "/source/client/version", "/source/client/uri"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-producer-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/source/producer/name", "/source/producer/version"], when: "", to: &[], form: &[], values: &[], transform: "", note: "This tool wrote the checkpoint from a packet; the client it was written for stands as the agent." },
    Row { rule: "OZ-agent", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/agent/name", "/source/agent/version"], when: "", to: &["/source/client/agent/name", "/source/client/agent/version"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-model", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/model/name", "/source/model/provider", "/source/model/version"], when: "", to: &["/source/client/model/name", "/source/client/model/provider", "/source/client/model/version"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-session-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/session_refs/*/id"], when: "", to: &["/content/evidenceSources/*/locator/key", "/content/sourceHandoff/fromSessionId"], form: &[], values: &[], transform: "", note: "Nothing is lost; the first one also names the session the work comes from." },
    Row { rule: "OZ-session-protocol", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/session_refs/*/protocol"], when: "", to: &["/content/evidenceSources/*/locator/system"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-session-event", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/source/session_refs/*/event"], when: "", to: &["/content/evidenceSources/*/revision"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-objective", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/task/objective"], when: "", to: &["/content/capsule/objective"], form: &["^[text] {}$"], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-outcome", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/outcome"], when: "", to: &["/content/beliefs/*/content"], form: &["[desired outcome] {}$"], values: &[], transform: "", note: "A packet has no desired outcome; it becomes a tagged belief." },
    Row { rule: "OZ-task-status", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/status"], when: "", to: &["/content/capsule/limitations/*/text", "/content/capsule/risks/*/text"], form: &["^[task status: {}]$"], values: &[], transform: "", note: "A packet has no task status; it is told, and as a risk too when the task stands still." },
    Row { rule: "OZ-criterion", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/success_criteria/*/description"], when: "", to: &["/content/beliefs/*/content"], form: &["] {}$"], values: &[], transform: "", note: "A packet has no success criteria; each becomes a tagged belief." },
    Row { rule: "OZ-criterion-state", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/success_criteria/*/state"], when: "", to: &["/content/beliefs/*/content"], form: &["^[success criterion, {}]"], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-scope-in", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/scope/includes/*"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["[in scope] {}$"], values: &[], transform: "", note: "Scope becomes tagged constraints." },
    Row { rule: "OZ-scope-out", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/task/scope/excludes/*"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["[out of scope] {}$"], values: &[], transform: "", note: "Scope becomes tagged constraints." },
    Row { rule: "OZ-completed", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/progress/completed/*/description"], when: "", to: &["/content/beliefs/*/content"], form: &[], values: &[], transform: "", note: "A packet has no list of finished steps; each becomes a tagged belief, which starts nothing again." },
    Row { rule: "OZ-completed-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/progress/completed/*/completed_at"], when: "", to: &["/content/beliefs/*/content"], form: &["at {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-focus", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/progress/focus/description"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text"], form: &["[in hand at the boundary] {}$"], values: &[], transform: "", note: "The work in hand becomes the first next action, or a risk when it concerns an operation with effects." },
    Row { rule: "OZ-step", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/progress/next/*/description"], when: "", to: &["/content/capsule/nextActions/*/text"], form: &["^[text] {}$"], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-step-not-taken", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/progress/next/*/description", "/continuation/recovery/*/description"], when: "/task/status=completed, abandoned", to: &["/content/beliefs/*/content"], form: &[], values: &[], transform: "", note: "The task has ended, so nothing is left to do; the steps are told." },
    Row { rule: "OZ-step-links-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/progress/next/*/blocked_by/*", "/progress/next/*/requires/*", "/progress/next/*/refs/*", "/continuation/recovery/*/refs/*"], when: "/task/status=completed, abandoned", to: &["/content/beliefs/*/content"], form: &["{json}"], values: &[], transform: "ref", note: "Told in the line of a step that was not taken." },
    Row { rule: "OZ-step-links", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/progress/next/*/blocked_by/*", "/progress/next/*/requires/*", "/progress/next/*/refs/*", "/progress/focus/refs/*", "/continuation/recovery/*/refs/*"], when: "", to: &["/content/capsule/nextActions/*/blockedBy/*", "/content/capsule/nextActions/*/requires/*", "/content/capsule/nextActions/*/refs/*", "/content/capsule/risks/*/refs/*"], form: &[], values: &[], transform: "ref", note: "Nothing is lost; references to what became a belief take its portable form." },
    Row { rule: "OZ-item-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/id", "/operations/*/id", "/progress/next/*/id", "/progress/completed/*/id", "/task/success_criteria/*/id", "/application_context/*/drafts/*/id", "/continuation/requirements/*/id", "/continuation/preconditions/*/id", "/continuation/stop_conditions/*/id", "/continuation/recovery/*/id", "/continuation/incompatibilities/*/id"], when: "", to: &["/content/capsule/*/*/id"], form: &[], values: &[], transform: "id", note: "Nothing is lost." },
    Row { rule: "OZ-belief-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/statements/*/id", "/operations/*/id", "/progress/next/*/id", "/progress/completed/*/id", "/task/success_criteria/*/id", "/application_context/*/drafts/*/id", "/continuation/requirements/*/id", "/continuation/preconditions/*/id", "/continuation/stop_conditions/*/id", "/continuation/recovery/*/id", "/continuation/incompatibilities/*/id"], when: "", to: &["/content/beliefs/*/portableRef"], form: &[], values: &[], transform: "id", note: "The id becomes the fragment of a portable reference." },
    Row { rule: "OZ-statement-kind", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Structural), from: &["/statements/*/kind"], when: "", to: &["/content/capsule/constraints/*", "/content/capsule/decisions/*", "/content/capsule/questions/*", "/content/beliefs/*"], form: &[], values: &[], transform: "", note: "The section says it." },
    Row { rule: "OZ-statement-kind-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/kind"], when: "", to: &["/content/beliefs/*/content", "/content/capsule/constraints/*/text"], form: &[], values: &[], transform: "", note: "Told in the tag, since the section does not say it." },
    Row { rule: "OZ-statement-text", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/text"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/decisions/*/text", "/content/capsule/questions/*/text", "/content/beliefs/*/content"], form: &["^[text] {}$"], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-statement-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/text"], when: "", to: &["/content/beliefs/*/content", "/content/capsule/constraints/*/text"], form: &[" {}$", " {json}$"], values: &[], transform: "", note: "The tag says what the text is and whose; the text stands unaltered." },
    Row { rule: "OZ-origin-type", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/origin/type"], when: "", to: &["/content/capsule/*/*/origin/type", "/content/beliefs/*"], form: &[], values: &[], transform: "", note: "Nothing is lost; a belief without a tag is the agent's own." },
    Row { rule: "OZ-origin-type-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/origin/type"], when: "", to: &["/content/beliefs/*/content", "/content/capsule/constraints/*/text"], form: &[], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-origin-name", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/origin/name"], when: "", to: &["/content/capsule/*/*/origin/name"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-origin-name-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/origin/name"], when: "", to: &["/content/beliefs/*/content"], form: &[" {json}"], values: &[], transform: "", note: "Told after the tag." },
    Row { rule: "OZ-origin-ref", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/origin/ref"], when: "", to: &["/content/evidenceAnchors/*/sourceRef"], form: &[], values: &[], transform: "ref", note: "Nothing is lost: an anchor of role origin." },
    Row { rule: "OZ-status", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Structural), from: &["/statements/*/status"], when: "status=active, resolved", to: &["/content/capsule/*/*", "/content/beliefs/*"], form: &[], values: &[], transform: "", note: "Active is what an item is; a resolved question has its resolution." },
    Row { rule: "OZ-status-ended", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/statements/*/status"], when: "", to: &["/content/beliefs/*/reviewState", "/content/beliefs/*/content"], form: &["^[{} "], values: &[("retracted", "rejected"), ("superseded", "superseded")], transform: "", note: "Superseded stays superseded, retracted becomes rejected; the tag says so too." },
    Row { rule: "OZ-superseded-by", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/superseded_by"], when: "", to: &["/content/beliefs/*/content"], form: &["replaced by {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-rationale", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/rationale"], when: "", to: &["/content/capsule/decisions/*/rationale"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-rationale-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/rationale"], when: "", to: &["/content/beliefs/*/content", "/content/capsule/constraints/*/text"], form: &["rationale {json}"], values: &[], transform: "", note: "Told in the line, since the section has no member for it." },
    Row { rule: "OZ-resolution", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/resolution"], when: "", to: &["/content/capsule/questions/*/resolution"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resolution-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/statements/*/resolution"], when: "", to: &["/content/beliefs/*/content"], form: &["resolution {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-evidence", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/evidence/*", "/task/success_criteria/*/evidence/*", "/progress/completed/*/evidence/*"], when: "", to: &["/content/evidenceAnchors/*/sourceRef"], form: &[], values: &[], transform: "ref", note: "Nothing is lost: an anchor of role evidence." },
    Row { rule: "OZ-recorded-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/recorded_at"], when: "", to: &["/content/verification/*/recordedAt"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-verification", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/statements/*/verification/state", "/statements/*/verification/checked_at", "/statements/*/verification/method", "/statements/*/verification/revalidate"], when: "", to: &["/content/verification/*/state", "/content/verification/*/checkedAt", "/content/verification/*/method", "/content/verification/*/revalidate"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-verified", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Demoted), from: &["/statements/*/verification/state"], when: "state=verified", to: &["/content/verification/*/state"], form: &[], values: &[], transform: "", note: "An artefact of the source's check; the belief itself stays unreviewed." },
    Row { rule: "OZ-resource-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/id"], when: "", to: &["/content/evidenceSources/*/id"], form: &[], values: &[], transform: "id", note: "Nothing is lost." },
    Row { rule: "OZ-resource", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/kind", "/resources/*/uri", "/resources/*/title", "/resources/*/description", "/resources/*/revision", "/resources/*/resolver", "/resources/*/excerpt", "/resources/*/availability"], when: "", to: &["/content/evidenceSources/*/kind", "/content/evidenceSources/*/uri", "/content/evidenceSources/*/title", "/content/evidenceSources/*/description", "/content/evidenceSources/*/revision", "/content/evidenceSources/*/resolver", "/content/evidenceSources/*/excerpt", "/content/evidenceSources/*/availability"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resource-media", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/media_type"], when: "", to: &["/content/evidenceSources/*/mediaType"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resource-observed", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/observed_at"], when: "", to: &["/content/evidenceSources/*/observedAt"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resource-locator", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/locator/system", "/resources/*/locator/type", "/resources/*/locator/key"], when: "", to: &["/content/evidenceSources/*/locator/system", "/content/evidenceSources/*/locator/type", "/content/evidenceSources/*/locator/key"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resource-digest", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/resources/*/digest", "/resources/*/digest/algorithm", "/resources/*/digest/value"], when: "", to: &["/content/evidenceSources/*/digest"], form: &[], values: &[], transform: "digest-to-zephr", note: "The digest changes its spelling only." },
    Row { rule: "OZ-resource-sensitivity", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/resources/*/sensitivity/**"], when: "", to: &["/content/evidenceSources/*/sensitivity/**"], form: &[], values: &[], transform: "", note: "Nothing is lost." },
    Row { rule: "OZ-resource-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/resources/*/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "The entry this tool made for an earlier conversion's source; an older one is kept." },
    Row { rule: "OZ-operation", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/description"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &[], values: &[], transform: "", note: "An operation becomes a line: something to do only when it has no effect, else a risk or a record." },
    Row { rule: "OZ-operation-kind", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/kind"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["^[operation: {}, "], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-operation-status", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/status"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &[", {}; effect "], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-operation-effect", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/effect"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["; effect {}; resume "], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-operation-resume", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/resume"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["; resume {}]"], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-operation-tool", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/call/tool"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["tool {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-operation-key", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/idempotency_key"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["idempotency key {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-operation-requested-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/requested_at"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["requested at {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-operation-last-attempt-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/last_attempt_at"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["last attempt at {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-operation-expires-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/expires_at"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["expires at {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-operation-depends-on", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/depends_on/*"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["depends on {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-approval-decided-by", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/approval/decided_by"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["decided by {json}"], values: &[], transform: "", note: "A record of the source, not permission." },
    Row { rule: "OZ-approval-decided-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/approval/decided_at"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["decided at {json}"], values: &[], transform: "", note: "A record of the source, not permission." },
    Row { rule: "OZ-approval-expires-at", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/approval/expires_at"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["approval expires at {json}"], values: &[], transform: "", note: "A record of the source, not permission." },
    Row { rule: "OZ-approval-scope", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/operations/*/approval/scope/**"], when: "", to: &["/content/capsule/nextActions/*/text", "/content/capsule/risks/*/text", "/content/beliefs/*/content"], form: &["{json}"], values: &[], transform: "", note: "A record of the source, not permission." },
    Row { rule: "OZ-operation-anchor", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/operations/*/target", "/operations/*/record", "/operations/*/approval/evidence/*", "/application_context/*/drafts/*/target"], when: "", to: &["/content/evidenceAnchors/*/sourceRef"], form: &[], values: &[], transform: "ref", note: "Nothing is lost: an anchor with the role." },
    Row { rule: "OZ-draft-status", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/application_context/*/drafts/*/status"], when: "", to: &["/content/capsule/risks/*/text"], form: &["^[draft, {}]"], values: &[], transform: "", note: "A packet has no drafts; each is told as a risk." },
    Row { rule: "OZ-draft-content", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/application_context/*/drafts/*/content"], when: "", to: &["/content/capsule/risks/*/text"], form: &["content {json}"], values: &[], transform: "", note: "A short draft is quoted." },
    Row { rule: "OZ-draft-content-ref", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/application_context/*/drafts/*/content_ref"], when: "", to: &["/content/capsule/risks/*/text"], form: &["content in {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-stop", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/stop_conditions/*/description"], when: "", to: &["/content/capsule/constraints/*/text"], form: &[], values: &[], transform: "", note: "A stop condition becomes the first of the constraints; software can no longer enforce it." },
    Row { rule: "OZ-stop-operation", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/stop_conditions/*/until/*/operation"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["until {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-stop-status", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/stop_conditions/*/until/*/status"], when: "", to: &["/content/capsule/constraints/*/text"], form: &[" is {}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-stop-applies-to", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/stop_conditions/*/applies_to/*"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["forbids {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-concerns", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/stop_conditions/*/refs/*", "/continuation/preconditions/*/refs/*", "/continuation/requirements/*/refs/*"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &["concerns {json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-precondition", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/preconditions/*/description"], when: "", to: &["/content/capsule/constraints/*/text"], form: &[], values: &[], transform: "", note: "A precondition becomes a tagged constraint." },
    Row { rule: "OZ-precondition-failure", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/preconditions/*/on_failure"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["^[before resuming, else {}]"], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-review-by-kept", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/continuation/preconditions/*/description"], when: "", to: &["/retention/reviewBy"], form: &[], values: &[], transform: "tagged-time", note: "The review date of an earlier packet returns to its place." },
    Row { rule: "OZ-expiry-kept", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/continuation/preconditions/*/description"], when: "", to: &["/retention/expiresAt"], form: &[], values: &[], transform: "tagged-time", note: "The expiry of an earlier packet returns to its place." },
    Row { rule: "OZ-date-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/continuation/preconditions/*/id", "/continuation/preconditions/*/on_failure"], when: "", to: &[], form: &[], values: &[], transform: "", note: "Belongs to a date of an earlier packet that returns to its place." },
    Row { rule: "OZ-requirement", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/requirements/*/description"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &[], values: &[], transform: "", note: "A requirement becomes a line: a constraint when it is required, else a limitation." },
    Row { rule: "OZ-requirement-kind", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/requirements/*/kind"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &["{} \""], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-requirement-name", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/requirements/*/name"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &["{json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-requirement-necessity", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/requirements/*/necessity"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &["^[{}"], values: &[], transform: "", note: "Told in the tag." },
    Row { rule: "OZ-requirement-fallback", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/requirements/*/fallback"], when: "", to: &["/content/capsule/constraints/*/text", "/content/capsule/limitations/*/text"], form: &["fallback {json}"], values: &[], transform: "", note: "Told in the line." },
    Row { rule: "OZ-recovery", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/recovery/*/description"], when: "", to: &["/content/capsule/nextActions/*/text"], form: &["[recovery] {}$"], values: &[], transform: "", note: "Recovery steps stand before the other steps." },
    Row { rule: "OZ-incompatibility", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/continuation/incompatibilities/*", "/continuation/incompatibilities/*/description"], when: "", to: &["/content/capsule/constraints/*/text"], form: &["[cannot continue faithfully where] {}$"], values: &[], transform: "", note: "An incompatibility becomes a tagged constraint." },
    Row { rule: "OZ-method", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/method"], when: "", to: &["/content/capsule/limitations/*/text"], form: &["^[produced by] {}$"], values: &[], transform: "", note: "Told in a line." },
    Row { rule: "OZ-method-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/derivation/method"], when: "", to: &[], form: &[], values: &[], transform: "", note: "The conversion that made this checkpoint is replaced by this one." },
    Row { rule: "OZ-input-id", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/inputs/*/id"], when: "", to: &["/content/capsule/limitations/*/text"], form: &[" {json}"], values: &[], transform: "", note: "Told in a line." },
    Row { rule: "OZ-input-type", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/inputs/*/type"], when: "", to: &["/content/capsule/limitations/*/text"], form: &["^[produced by] {} \""], values: &[], transform: "", note: "Told in a line." },
    Row { rule: "OZ-input-digest", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/inputs/*/digest/**"], when: "", to: &["/content/capsule/limitations/*/text"], form: &["{json}"], values: &[], transform: "", note: "Told in a line." },
    Row { rule: "OZ-input-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/derivation/inputs/*/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "The packet this checkpoint was made from, recorded again as this tool records it." },
    Row { rule: "OZ-transformation", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/transformations/*/description"], when: "", to: &["/content/capsule/limitations/*/text"], form: &[], values: &[], transform: "", note: "What was rewritten is told as a limitation." },
    Row { rule: "OZ-transformation-affected", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/transformations/*/affected/*"], when: "", to: &["/content/capsule/limitations/*/text"], form: &["{json}"], values: &[], transform: "ref", note: "Told in the line." },
    Row { rule: "OZ-transformation-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/derivation/transformations/*/description", "/derivation/transformations/*/affected/*", "/derivation/transformations/*/affected"], when: "", to: &[], form: &[], values: &[], transform: "", note: "A line of this tool about an earlier conversion." },
    Row { rule: "OZ-omission", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Exact), from: &["/derivation/omissions/*/description"], when: "", to: &["/omissionManifest/entries/*/reason"], form: &[], values: &[], transform: "", note: "The source's own words." },
    Row { rule: "OZ-omission-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/omissions/*/description"], when: "", to: &["/omissionManifest/entries/*/reason"], form: &[": {}$"], values: &[], transform: "", note: "The source's own words, after what the list has no member for." },
    Row { rule: "OZ-omission-reason", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Transcoded), from: &["/derivation/omissions/*/reason"], when: "", to: &["/omissionManifest/entries/*/status"], form: &[], values: &[("irrelevant", "dropped"), ("sensitive", "redacted"), ("unavailable", "not_captured")], transform: "", note: "The nearest status of the closed set." },
    Row { rule: "OZ-omission-reason-told", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/omissions/*/reason"], when: "reason=size, superseded", to: &["/omissionManifest/entries/*/reason"], form: &["^{}"], values: &[], transform: "", note: "The closed set of statuses has no such word, so it is told." },
    Row { rule: "OZ-omission-recoverable", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Narrated), from: &["/derivation/omissions/*/recoverable_from"], when: "", to: &["/omissionManifest/entries/*/reason"], form: &["recoverable from {json}"], values: &[], transform: "ref", note: "Told in the entry." },
    Row { rule: "OZ-omission-own", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Regenerated), from: &["/derivation/omissions/*/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "The same omission is recorded by this conversion." },
    Row { rule: "OZ-empty", direction: Direction::OcpToZephr, deed: Deed::Move(Fidelity::Structural), from: &["/**"], when: "empty", to: &["/content", "/content/**", "/source/**", "/omissionManifest/**"], form: &[], values: &[], transform: "", note: "An empty list or object says no more than an absent one." },
    Row { rule: "OZ-format", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/format", "/formatVersion", "/artifactKind", "/canonicalizationProfile", "/packet/generation"], form: &[], values: &[("", "zephr-continuity"), ("", "session-handoff"), ("", "ZCF-JSON-v1"), ("", "1")], transform: "", note: "Constants of the packet format." },
    Row { rule: "OZ-nonce", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/packet/nonce"], form: &[], values: &[], transform: "", note: "Derived from the finished packet, so that the same conversion gives the same packet." },
    Row { rule: "OZ-intent", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/packet/intent"], form: &[], values: &[("", "continue-task")], transform: "", note: "A converted checkpoint asks for one thing: that the task goes on." },
    Row { rule: "OZ-installation", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/source/installationKeyId"], form: &[], values: &[], transform: "", note: "A checkpoint names no installation; given by option, else a name that cannot sign." },
    Row { rule: "OZ-scope-refs", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/source/scopeRefs"], form: &[], values: &[], transform: "", note: "A checkpoint grants no scope, so none is claimed." },
    Row { rule: "OZ-client-kind", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/source/client/kind"], form: &[], values: &[("", "claude-code"), ("", "cursor"), ("", "codex"), ("", "opencode"), ("", "console")], transform: "", note: "Given by option, else recognised from the names in the source, else the neutral kind." },
    Row { rule: "OZ-recipient", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/recipientIntent/kind", "/recipientIntent/destinationInstallationKeyId"], form: &[], values: &[], transform: "", note: "A checkpoint has no recipient; bound only when the option names one." },
    Row { rule: "OZ-exported-at", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/retention/exportedAt"], form: &[], values: &[], transform: "", note: "The time of the conversion when it is given, else the time of the checkpoint." },
    Row { rule: "OZ-retention-policy", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/retention/policyVersion"], form: &[], values: &[("", "ocp-convert-1")], transform: "", note: "The policy under which the review date was set." },
    Row { rule: "OZ-review-by", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/retention/reviewBy"], form: &[], values: &[], transform: "", note: "Thirty days after the export, or as the option says." },
    Row { rule: "OZ-redaction-policy", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/redactionManifest/policyId", "/redactionManifest/policyVersion", "/redactionManifest/entries"], form: &[], values: &[("", "none"), ("", "1")], transform: "", note: "A conversion redacts nothing." },
    Row { rule: "OZ-omission-list", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/omissionManifest/entries"], form: &[], values: &[], transform: "", note: "The list is there also when nothing was left out." },
    Row { rule: "OZ-no-extensions", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/extensions"], form: &[], values: &[], transform: "", note: "The packet has none of its own." },
    Row { rule: "OZ-unsigned", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/authentication/kind"], form: &[], values: &[("", "unsigned")], transform: "", note: "A conversion is a new document: no signature carries over, and none is made." },
    Row { rule: "OZ-root", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/manifest/rootHash"], form: &[], values: &[], transform: "", note: "Computed over the finished packet." },
    Row { rule: "OZ-source-entry", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/evidenceSources/*/id", "/content/evidenceSources/*/kind", "/content/evidenceSources/*/digest", "/content/evidenceSources/*/locator/system", "/content/evidenceSources/*/locator/type"], form: &[], values: &[], transform: "", note: "The entry of the checkpoint this packet was made from, with the digest of its canonical form." },
    Row { rule: "OZ-section", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/sourceHandoff", "/content/capsule/decisions", "/content/capsule/constraints", "/content/capsule/changedFiles", "/content/capsule/risks", "/content/capsule/questions", "/content/capsule/nextActions", "/content/capsule/limitations", "/content/beliefs", "/content/evidenceSources", "/content/evidenceAnchors", "/content/verification"], form: &[], values: &[], transform: "", note: "A section stands also when nothing came into it." },
    Row { rule: "OZ-derived-id", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/capsule/*/*/id", "/content/beliefs/*/portableRef"], form: &[], values: &[], transform: "", note: "An object without an id gets one, so that it can be referred to." },
    Row { rule: "OZ-quality", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/capsule/captureQuality"], form: &[], values: &[("", "complete"), ("", "partial"), ("", "degraded")], transform: "", note: "Computed: complete, partial when something was left out, degraded when something required is only told in words." },
    Row { rule: "OZ-coverage", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/capsule/lifecycleCoverage"], form: &[], values: &[("", "derived")], transform: "", note: "The capsule was derived from a checkpoint, not captured from a session." },
    Row { rule: "OZ-source-id", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/beliefs/*/sourceId"], form: &[], values: &[], transform: "", note: "Names the entry of the source checkpoint." },
    Row { rule: "OZ-unreviewed", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/beliefs/*/reviewState"], form: &[], values: &[("", "unreviewed")], transform: "", note: "Nobody at the destination has reviewed it." },
    Row { rule: "OZ-parent-entry", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/evidenceSources/*/id", "/content/evidenceSources/*/kind"], form: &[], values: &[], transform: "", note: "The entry of the parent checkpoint." },
    Row { rule: "OZ-session-entry", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/evidenceSources/*/id", "/content/evidenceSources/*/kind", "/content/evidenceSources/*/locator/type"], form: &[], values: &[], transform: "", note: "The entry of a session of the source." },
    Row { rule: "OZ-anchor", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/evidenceAnchors/*/id", "/content/evidenceAnchors/*/claimRef", "/content/evidenceAnchors/*/role"], form: &[], values: &[], transform: "", note: "What binds a claim to its source." },
    Row { rule: "OZ-verification-entry", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/verification/*/id", "/content/verification/*/claimRef"], form: &[], values: &[], transform: "", note: "What binds a verification to its claim." },
    Row { rule: "OZ-draft-line", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/content/capsule/risks/*/text"], form: &[], values: &[], transform: "", note: "Says what could not be quoted of a draft." },
    Row { rule: "OZ-omission-entry", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/omissionManifest/entries/*/section", "/omissionManifest/entries/*/status", "/omissionManifest/entries/*/reason", "/omissionManifest/entries/*/sourcePointers", "/omissionManifest/entries/*/sourcePointers/*"], form: &[], values: &[], transform: "", note: "The entry of something this conversion left out, or of an omission of the source." },
    Row { rule: "OZ-absent-section", direction: Direction::OcpToZephr, deed: Deed::Make, from: &[], when: "", to: &["/omissionManifest/entries/*/section", "/omissionManifest/entries/*/status", "/omissionManifest/entries/*/reason", "/omissionManifest/entries/*/sourcePointers"], form: &[], values: &[], transform: "", note: "A checkpoint never has this section." },
    Row { rule: "OZ-date-later", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: false }, from: &["/continuation/preconditions/*/description"], when: "", to: &[], form: &[], values: &[], transform: "", note: "An earlier date stands in its place." },
    Row { rule: "OZ-extensions", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: false }, from: &["/extensions/**", "/source/extensions/**", "/task/extensions/**", "/progress/extensions/**", "/statements/*/extensions/**", "/resources/*/extensions/**", "/operations/*/extensions/**", "/application_context/*/extensions/**", "/continuation/extensions/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "A packet has no place for extension data of a checkpoint; whoever depends on it keeps the checkpoint." },
    Row { rule: "OZ-call-arguments", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: false }, from: &["/operations/*/call/arguments/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "The arguments of a call are left out: they may be sensitive, and a packet must not become a script." },
    Row { rule: "OZ-draft-long", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: false }, from: &["/application_context/*/drafts/*/content"], when: "", to: &[], form: &[], values: &[], transform: "", note: "A long draft is left out; its digest is told." },
    Row { rule: "OZ-application", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: false }, from: &["/application_context/*/application/**", "/application_context/*/id", "/application_context/*/view/**", "/application_context/*/selections/**", "/application_context/*/filters/**", "/application_context/*/state/**", "/application_context/*/state_schema"], when: "", to: &[], form: &[], values: &[], transform: "", note: "A packet has no application state; a destination cannot restore views, selections and filters." },
    Row { rule: "OZ-undefined", direction: Direction::OcpToZephr, deed: Deed::Lose { status: "dropped", undefined: true }, from: &["/**"], when: "", to: &[], form: &[], values: &[], transform: "", note: "Members that no table defines are left out under --lenient." },
];

/// The rules of `mappings/ocp-to-zephr.toml`.
pub(crate) mod oz {
    use super::Rule;

    pub(crate) const VERSION: Rule = Rule(0);
    pub(crate) const ID: Rule = Rule(1);
    pub(crate) const CREATED_AT: Rule = Rule(2);
    pub(crate) const PARENT_ID: Rule = Rule(3);
    pub(crate) const PARENT_DIGEST: Rule = Rule(4);
    pub(crate) const PRODUCER: Rule = Rule(5);
    pub(crate) const PRODUCER_OWN: Rule = Rule(6);
    pub(crate) const AGENT: Rule = Rule(7);
    pub(crate) const MODEL: Rule = Rule(8);
    pub(crate) const SESSION_ID: Rule = Rule(9);
    pub(crate) const SESSION_PROTOCOL: Rule = Rule(10);
    pub(crate) const SESSION_EVENT: Rule = Rule(11);
    pub(crate) const OBJECTIVE: Rule = Rule(12);
    pub(crate) const OUTCOME: Rule = Rule(13);
    pub(crate) const TASK_STATUS: Rule = Rule(14);
    pub(crate) const CRITERION: Rule = Rule(15);
    pub(crate) const CRITERION_STATE: Rule = Rule(16);
    pub(crate) const SCOPE_IN: Rule = Rule(17);
    pub(crate) const SCOPE_OUT: Rule = Rule(18);
    pub(crate) const COMPLETED: Rule = Rule(19);
    pub(crate) const COMPLETED_AT: Rule = Rule(20);
    pub(crate) const FOCUS: Rule = Rule(21);
    pub(crate) const STEP: Rule = Rule(22);
    pub(crate) const STEP_NOT_TAKEN: Rule = Rule(23);
    pub(crate) const STEP_LINKS_TOLD: Rule = Rule(24);
    pub(crate) const STEP_LINKS: Rule = Rule(25);
    pub(crate) const ITEM_ID: Rule = Rule(26);
    pub(crate) const BELIEF_ID: Rule = Rule(27);
    pub(crate) const STATEMENT_KIND: Rule = Rule(28);
    pub(crate) const STATEMENT_KIND_TOLD: Rule = Rule(29);
    pub(crate) const STATEMENT_TEXT: Rule = Rule(30);
    pub(crate) const STATEMENT_TOLD: Rule = Rule(31);
    pub(crate) const ORIGIN_TYPE: Rule = Rule(32);
    pub(crate) const ORIGIN_TYPE_TOLD: Rule = Rule(33);
    pub(crate) const ORIGIN_NAME: Rule = Rule(34);
    pub(crate) const ORIGIN_NAME_TOLD: Rule = Rule(35);
    pub(crate) const ORIGIN_REF: Rule = Rule(36);
    pub(crate) const STATUS: Rule = Rule(37);
    pub(crate) const STATUS_ENDED: Rule = Rule(38);
    pub(crate) const SUPERSEDED_BY: Rule = Rule(39);
    pub(crate) const RATIONALE: Rule = Rule(40);
    pub(crate) const RATIONALE_TOLD: Rule = Rule(41);
    pub(crate) const RESOLUTION: Rule = Rule(42);
    pub(crate) const RESOLUTION_TOLD: Rule = Rule(43);
    pub(crate) const EVIDENCE: Rule = Rule(44);
    pub(crate) const RECORDED_AT: Rule = Rule(45);
    pub(crate) const VERIFICATION: Rule = Rule(46);
    pub(crate) const VERIFIED: Rule = Rule(47);
    pub(crate) const RESOURCE_ID: Rule = Rule(48);
    pub(crate) const RESOURCE: Rule = Rule(49);
    pub(crate) const RESOURCE_MEDIA: Rule = Rule(50);
    pub(crate) const RESOURCE_OBSERVED: Rule = Rule(51);
    pub(crate) const RESOURCE_LOCATOR: Rule = Rule(52);
    pub(crate) const RESOURCE_DIGEST: Rule = Rule(53);
    pub(crate) const RESOURCE_SENSITIVITY: Rule = Rule(54);
    pub(crate) const RESOURCE_OWN: Rule = Rule(55);
    pub(crate) const OPERATION: Rule = Rule(56);
    pub(crate) const OPERATION_KIND: Rule = Rule(57);
    pub(crate) const OPERATION_STATUS: Rule = Rule(58);
    pub(crate) const OPERATION_EFFECT: Rule = Rule(59);
    pub(crate) const OPERATION_RESUME: Rule = Rule(60);
    pub(crate) const OPERATION_TOOL: Rule = Rule(61);
    pub(crate) const OPERATION_KEY: Rule = Rule(62);
    pub(crate) const OPERATION_REQUESTED_AT: Rule = Rule(63);
    pub(crate) const OPERATION_LAST_ATTEMPT_AT: Rule = Rule(64);
    pub(crate) const OPERATION_EXPIRES_AT: Rule = Rule(65);
    pub(crate) const OPERATION_DEPENDS_ON: Rule = Rule(66);
    pub(crate) const APPROVAL_DECIDED_BY: Rule = Rule(67);
    pub(crate) const APPROVAL_DECIDED_AT: Rule = Rule(68);
    pub(crate) const APPROVAL_EXPIRES_AT: Rule = Rule(69);
    pub(crate) const APPROVAL_SCOPE: Rule = Rule(70);
    pub(crate) const OPERATION_ANCHOR: Rule = Rule(71);
    pub(crate) const DRAFT_STATUS: Rule = Rule(72);
    pub(crate) const DRAFT_CONTENT: Rule = Rule(73);
    pub(crate) const DRAFT_CONTENT_REF: Rule = Rule(74);
    pub(crate) const STOP: Rule = Rule(75);
    pub(crate) const STOP_OPERATION: Rule = Rule(76);
    pub(crate) const STOP_STATUS: Rule = Rule(77);
    pub(crate) const STOP_APPLIES_TO: Rule = Rule(78);
    pub(crate) const CONCERNS: Rule = Rule(79);
    pub(crate) const PRECONDITION: Rule = Rule(80);
    pub(crate) const PRECONDITION_FAILURE: Rule = Rule(81);
    pub(crate) const REVIEW_BY_KEPT: Rule = Rule(82);
    pub(crate) const EXPIRY_KEPT: Rule = Rule(83);
    pub(crate) const DATE_OWN: Rule = Rule(84);
    pub(crate) const REQUIREMENT: Rule = Rule(85);
    pub(crate) const REQUIREMENT_KIND: Rule = Rule(86);
    pub(crate) const REQUIREMENT_NAME: Rule = Rule(87);
    pub(crate) const REQUIREMENT_NECESSITY: Rule = Rule(88);
    pub(crate) const REQUIREMENT_FALLBACK: Rule = Rule(89);
    pub(crate) const RECOVERY: Rule = Rule(90);
    pub(crate) const INCOMPATIBILITY: Rule = Rule(91);
    pub(crate) const METHOD: Rule = Rule(92);
    pub(crate) const METHOD_OWN: Rule = Rule(93);
    pub(crate) const INPUT_ID: Rule = Rule(94);
    pub(crate) const INPUT_TYPE: Rule = Rule(95);
    pub(crate) const INPUT_DIGEST: Rule = Rule(96);
    pub(crate) const INPUT_OWN: Rule = Rule(97);
    pub(crate) const TRANSFORMATION: Rule = Rule(98);
    pub(crate) const TRANSFORMATION_AFFECTED: Rule = Rule(99);
    pub(crate) const TRANSFORMATION_OWN: Rule = Rule(100);
    pub(crate) const OMISSION: Rule = Rule(101);
    pub(crate) const OMISSION_TOLD: Rule = Rule(102);
    pub(crate) const OMISSION_REASON: Rule = Rule(103);
    pub(crate) const OMISSION_REASON_TOLD: Rule = Rule(104);
    pub(crate) const OMISSION_RECOVERABLE: Rule = Rule(105);
    pub(crate) const OMISSION_OWN: Rule = Rule(106);
    pub(crate) const EMPTY: Rule = Rule(107);
    pub(crate) const FORMAT: Rule = Rule(108);
    pub(crate) const NONCE: Rule = Rule(109);
    pub(crate) const INTENT: Rule = Rule(110);
    pub(crate) const INSTALLATION: Rule = Rule(111);
    pub(crate) const SCOPE_REFS: Rule = Rule(112);
    pub(crate) const CLIENT_KIND: Rule = Rule(113);
    pub(crate) const RECIPIENT: Rule = Rule(114);
    pub(crate) const EXPORTED_AT: Rule = Rule(115);
    pub(crate) const RETENTION_POLICY: Rule = Rule(116);
    pub(crate) const REVIEW_BY: Rule = Rule(117);
    pub(crate) const REDACTION_POLICY: Rule = Rule(118);
    pub(crate) const OMISSION_LIST: Rule = Rule(119);
    pub(crate) const NO_EXTENSIONS: Rule = Rule(120);
    pub(crate) const UNSIGNED: Rule = Rule(121);
    pub(crate) const ROOT: Rule = Rule(122);
    pub(crate) const SOURCE_ENTRY: Rule = Rule(123);
    pub(crate) const SECTION: Rule = Rule(124);
    pub(crate) const DERIVED_ID: Rule = Rule(125);
    pub(crate) const QUALITY: Rule = Rule(126);
    pub(crate) const COVERAGE: Rule = Rule(127);
    pub(crate) const SOURCE_ID: Rule = Rule(128);
    pub(crate) const UNREVIEWED: Rule = Rule(129);
    pub(crate) const PARENT_ENTRY: Rule = Rule(130);
    pub(crate) const SESSION_ENTRY: Rule = Rule(131);
    pub(crate) const ANCHOR: Rule = Rule(132);
    pub(crate) const VERIFICATION_ENTRY: Rule = Rule(133);
    pub(crate) const DRAFT_LINE: Rule = Rule(134);
    pub(crate) const OMISSION_ENTRY: Rule = Rule(135);
    pub(crate) const ABSENT_SECTION: Rule = Rule(136);
    pub(crate) const DATE_LATER: Rule = Rule(137);
    pub(crate) const DRAFT_LONG: Rule = Rule(140);
}

/// The rules of `mappings/zephr-to-ocp.toml`.
pub(crate) mod zo {
    use super::Rule;

}
