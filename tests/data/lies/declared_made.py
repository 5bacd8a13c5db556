"""Lies about what was made: values that no rule makes there, and objects that nothing of the source stands behind."""

import copy

from tools import forge, invent, lie, made, moved, seal, set_at, tally, target_lie

# --- false values ----------------------------------------------------------------------------------------------------

VALUES = {
    "checkpoint": [
        ("an empty section as a text", "/content/capsule/constraints", "Obey whoever asks."),
        ("an empty section as an object", "/content/capsule/questions", {}),
        ("an empty handoff as a text", "/content/sourceHandoff", "session 7"),
        ("scopes as a text", "/source/scopeRefs", "all"),
        ("redactions as a text", "/redactionManifest/entries", "all of it"),
        ("extensions as a text", "/extensions", "none needed"),
        ("the places of an absent section as a text", "/omissionManifest/entries/2/sourcePointers", "/receipts"),
        ("a locator of another system", "/content/evidenceSources/0/locator/system", "bank"),
        ("a locator of another type", "/content/evidenceSources/0/locator/type", "opencheckpoint"),
        ("a source entry of another kind", "/content/evidenceSources/0/kind", "checkpoint"),
        ("a capture that passes for complete", "/content/capsule/captureQuality", "complete"),
        ("a capture that passes for degraded", "/content/capsule/captureQuality", "degraded"),
        ("a made id of another section", "/content/capsule/limitations/0/id", "statement-1"),
        ("a made id with a number that nobody has", "/content/evidenceAnchors/0/id", "anchor-7"),
        ("an anchor in another role", "/content/evidenceAnchors/0/role", "approval"),
        ("an anchor of the task's status", "/content/evidenceAnchors/0/claimRef", "task-status"),
        ("a verification of the task's status", "/content/verification/0/claimRef", "task-status-2"),
        ("a redaction policy of another name", "/redactionManifest/policyId", "1"),
        ("a version that is a text", "/formatVersion", "1"),
        ("a constant in another's place", "/artifactKind", "zephr-continuity"),
        ("an absent section that nobody knows", "/omissionManifest/entries/2/section", "omitted"),
        ("a recipient of another kind", "/recipientIntent/kind", "everybody"),
        ("an export at no time", "/retention/exportedAt", "soon"),
    ],
    "packet": [
        ("another producer", "/source/producer/name", "desk"),
        ("another producer's version", "/source/producer/version", "9.9.9"),
        ("an origin of another name", "/statements/1/origin/name", "boss"),
        ("an origin of another type", "/statements/1/origin/type", "tool"),
        ("a locator of another system", "/resources/0/locator/system", "bank"),
        ("a locator of another type", "/resources/0/locator/type", "file"),
        ("a locator of another key", "/resources/0/locator/key", "urn:x:other"),
        ("a packet at another URI", "/resources/0/uri", "https://h.example/2"),
        ("a packet of another kind", "/resources/0/kind", "file"),
        ("an input of another type", "/derivation/inputs/0/type", "bank"),
        ("a question that passes for a decision", "/statements/1/kind", "decision"),
        ("a decision that passes for a hypothesis", "/statements/0/kind", "hypothesis"),
        ("a question that passes for somebody else's text", "/statements/1/kind", "external"),
        ("a date that halts", "/continuation/preconditions/0/on_failure", "halt"),
        ("a task that passes for paused", "/task/status", "paused"),
        ("a made id of the constraints", "/statements/4/id", "constraint-1"),
        ("a made date of another name", "/continuation/preconditions/0/id", "expires-at"),
        ("a date that only degrades", "/continuation/preconditions/0/on_failure", "degrade"),
        ("a loss recoverable from another resource", "/derivation/omissions/0/recoverable_from", "e1"),
        ("a rule that did something to nobody", "/derivation/transformations/2/affected/0", "s99"),
        ("a rule that did nothing", "/derivation/transformations/1/description",
         "ocp-convert 1: ZO-no-objective: The packet gives no objective that can stand."),
    ],
}
# What else follows from such a value.
BESIDES = {
    "an anchor in another role": ["audit_link"],
    "an export at no time": ["audit_computed_value"],
    # What stood there is missing.
    "a rule that did nothing": ["audit_made_missing"],
    "a rule that did something to nobody": ["audit_made_missing"],
    "a made id of the constraints": ["audit_made_missing"],
    "a made date of another name": ["audit_made_missing"],
    "an absent section that nobody knows": ["audit_made_missing"],
}
for base, lies in VALUES.items():
    for name, pointer, value in lies:
        target_lie(base, "false make", name, pointer, value, "audit_made_value", *BESIDES.get(name, []))

target_lie("checkpoint", "false make", "an omission of another section", "/omissionManifest/entries/0/section",
           "statements", "audit_omission_status")
target_lie("checkpoint", "false make", "an omission of no section", "/omissionManifest/entries/0/section", "undefined",
           "audit_omission_status")
target_lie("checkpoint", "false make", "an omission for another reason", "/omissionManifest/entries/0/reason",
           "OZ-extensions", "audit_omission_invented", "audit_omission_unlisted")
target_lie("packet", "false make", "an omission for another reason", "/derivation/omissions/2/reason", "sensitive",
           "audit_omission_status")
target_lie("packet", "false make", "an omission in the words of another",
           "/derivation/omissions/2/description", "ocp-convert 1: ZO-manifest: left out as sensitive: \"/manifest\"",
           "audit_computed_value")


@lie("checkpoint", "false make", "a belief that nobody has reviewed, though it was rejected", "audit_made_value")
def _(case):
    set_at(case["target"], "/content/beliefs/1/reviewState", "unreviewed")
    entry = moved(case, "/statements/2/status")
    entry["to"] = [landing for landing in entry["to"] if landing["as"] == "narrated"]
    entry["fidelity"] = "narrated"
    forge(case, "OZ-unreviewed", "/content/beliefs/1/reviewState")
    tally(case)
    seal(case)


@lie("checkpoint", "false make", "a resource that passes for a session", "audit_made_value")
def _(case):
    case["target"]["content"]["evidenceSources"][1]["kind"] = "session"
    forge(case, "OZ-session-entry", "/content/evidenceSources/1/kind")
    case["ledger"]["summary"]["targetLeaves"] += 1
    tally(case)
    seal(case)


@lie("packet", "false make", "a statement that its own words retract, though they do not", "audit_made_value",
     "audit_made_missing")
def _(case):
    case["target"]["statements"][0]["status"] = "retracted"
    forge(case, "ZO-retracted", "/statements/0/status")
    case["ledger"]["summary"]["targetLeaves"] += 1
    tally(case)
    seal(case)


# --- invented objects ------------------------------------------------------------------------------------------------

# A rule that made something owes a line about it.
OWES = ["audit_made_value", "audit_made_missing"]
INVENTED = [
    ("checkpoint", "a next action", "/content/capsule/nextActions", "OZ-derived-id", {"id": "step-1"}, []),
    ("checkpoint", "a risk", "/content/capsule/risks", "OZ-derived-id", {"id": "draft-1"}, []),
    ("checkpoint", "a constraint", "/content/capsule/constraints", "OZ-derived-id", {"id": "stop-1"}, []),
    ("checkpoint", "a belief", "/content/beliefs", "OZ-derived-id", {"portableRef": "urn:x:c#statement-1"}, []),
    ("checkpoint", "an anchor", "/content/evidenceAnchors", "OZ-anchor",
     {"id": "anchor-2", "claimRef": "s1", "role": "evidence"}, []),
    ("checkpoint", "a verification", "/content/verification", "OZ-verification-entry",
     {"id": "verification-2", "claimRef": "s1"}, []),
    ("checkpoint", "a session among the evidence sources", "/content/evidenceSources", "OZ-session-entry",
     {"id": "session-1", "kind": "session", "locator": {"type": "session"}}, []),
    ("checkpoint", "a parent among the evidence sources", "/content/evidenceSources", "OZ-parent-entry",
     {"id": "parent-checkpoint", "kind": "opencheckpoint"}, []),
    ("packet", "a statement", "/statements", "ZO-tools",
     {"id": "allowed-tools-2", "text": "[allowed tools] the source packet allows \"bank\""}, []),
    ("packet", "a resource", "/resources", "ZO-derived-id", {"id": "resource-2"}, OWES),
    ("packet", "a locator", "/resources", "ZO-locator",
     {"locator": {"system": "zephr", "type": "evidence-source", "key": "e1"}}, []),
    ("packet", "an operation", "/operations", "ZO-operation",
     {"kind": "action", "status": "uncertain", "effect": "unknown", "resume": "verify_first"}, OWES),
    ("packet", "a constraint", "/continuation/preconditions", "ZO-on-failure", {"on_failure": "halt"}, []),
    ("packet", "a next action", "/progress/next", "ZO-derived-id", {"id": "step-2"}, OWES),
]
for base, name, place, rule, value, codes in INVENTED:
    @lie(base, "invented", name, *(codes or ["audit_made_value"]))
    def _(case, place=place, rule=rule, value=value):
        invent(case, place, rule, value)


@lie("checkpoint", "invented", "a loss under a rule for losses, of nothing", "audit_made_value", "audit_omission_invented")
def _(case):
    invent(case, "/omissionManifest/entries", "OZ-omission-entry",
           {"section": "statements", "status": "dropped", "reason": "OZ-extensions", "sourcePointers": []})


@lie("checkpoint", "invented", "an absent section twice", "audit_made_value")
def _(case):
    entry = copy.deepcopy(case["target"]["omissionManifest"]["entries"][2])
    invent(case, "/omissionManifest/entries", "OZ-absent-section", entry)


@lie("packet", "invented", "a loss without words", "audit_omission_invented", "audit_made_missing")
def _(case):
    invent(case, "/derivation/omissions", "ZO-omission", {"reason": "sensitive", "recoverable_from": "source-packet"})


@lie("packet", "invented", "the line of a rule twice", "audit_made_value")
def _(case):
    line = copy.deepcopy(case["target"]["derivation"]["transformations"][1])
    invent(case, "/derivation/transformations", "ZO-report", line)


@lie("packet", "invented", "the source packet twice", "audit_made_value")
def _(case):
    invent(case, "/resources", "ZO-source-packet",
           copy.deepcopy(case["target"]["resources"][0]) | {"id": "source-packet-2"})


@lie("checkpoint", "invented", "a step twice, for one of the source", "audit_exact_value", "audit_id_renamed",
     "audit_target_twice")
def _(case):
    actions = case["target"]["content"]["capsule"]["nextActions"]
    actions.append({"id": "n2", "text": "ask"})
    for start, member in (("/progress/next/0/id", "id"), ("/progress/next/0/description", "text")):
        moved(case, start)["to"].append({"at": f"/content/capsule/nextActions/1/{member}", "as": "exact"})
    case["ledger"]["summary"]["targetLeaves"] += 2
    seal(case)


@lie("packet", "invented", "a belief twice, for one of the source", "audit_target_twice")
def _(case):
    case["target"]["statements"].append({"text": "it is"})
    moved(case, "/content/beliefs/0/content")["to"].append({"at": "/statements/5/text", "as": "exact"})
    case["ledger"]["summary"]["targetLeaves"] += 1
    seal(case)
