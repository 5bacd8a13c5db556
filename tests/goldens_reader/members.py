"""The members of a packet, written from goldens/PROFILE.md, sections 3 and 5, alone: what is an error, and which is first.

Warnings are not looked for: an answer may leave them out.
"""

import re

TEXT, TEXTS, OBJECT, OBJECTS, ONE = "a text", "texts", "an object", "objects", "the number 1"
STATUSES = "native narrated dropped refused omitted unsupported not_captured redacted".split()
HANDOFF = (
    "capsule beliefs evidenceSources evidenceAnchors receipts reviewEvents verification sourceHandoff allowedTools"
).split()
COLLIDING = "packetIdentity sourceDescriptor recipientIntent retention scopeProof".split()
TOOLS = "remember recall why verify session rules status admin".split()
SIGNED = {
    "algorithm": "ed25519",
    "signature": "[0-9a-f]{128}",
    "publicKeyFingerprint": "sha256:[0-9a-f]{64}",
}
MACKED = {"macAlgorithm": r"hkdf-sha256\+hmac-sha256", "mac": "[0-9a-f]{64}"}

# Object: what its members are where another type is an error; a list stands for its words. Then those that must not lack.
MEMBERS = {
    (): (
        {
            "formatVersion": ONE,
            "artifactKind": ["session-handoff", "continuity-archive"],
            "canonicalizationProfile": ["ZCF-JSON-v1"],
            **dict.fromkeys(
                "packet source recipientIntent content redactionManifest omissionManifest retention manifest "
                "authentication extensions".split(),
                OBJECT,
            ),
        },
        "formatVersion artifactKind canonicalizationProfile packet source recipientIntent content redactionManifest "
        "omissionManifest retention manifest authentication extensions",
    ),
    ("packet",): ({"id": TEXT, "nonce": TEXT, "intent": TEXT, "generation": ONE}, "id nonce intent createdAt generation"),
    ("source",): (
        {"installationKeyId": TEXT, "scopeRefs": TEXTS, "client": OBJECT},
        "installationKeyId scopeRefs client",
    ),
    ("source", "client"): ({"kind": ["claude-code", "cursor", "codex", "opencode", "console"]}, "kind"),
    ("recipientIntent",): (
        {"kind": ["unbound-local-import", "recipient-bound"], "destinationInstallationKeyId": TEXT},
        "kind",
    ),
    ("content",): (
        {
            "capsule": OBJECT,
            "sourceHandoff": OBJECT,
            "allowedTools": TEXTS,
            **dict.fromkeys(HANDOFF[1:7], OBJECTS),
        },
        "",
    ),
    ("content", "capsule"): (
        {
            "objective": TEXT,
            "captureQuality": ["complete", "partial", "degraded"],
            "lifecycleCoverage": ["native", "consented-manual", "derived", "unavailable"],
        },
        "",
    ),
    ("content", "beliefs", "*"): (
        {
            "portableRef": TEXT,
            "sourceId": TEXT,
            "content": TEXT,
            "reviewState": ["unreviewed", "confirmed", "rejected", "superseded"],
        },
        "portableRef sourceId content",
    ),
    ("redactionManifest",): ({}, "policyId policyVersion entries"),
    ("omissionManifest",): ({}, "entries"),
    ("omissionManifest", "entries", "*"): ({"status": STATUSES}, "status"),
    ("retention",): ({}, "exportedAt policyVersion reviewBy"),
    ("manifest",): ({"rootHash": re.compile("sha256:[0-9A-Fa-f]{64}")}, "rootHash"),
    ("authentication",): (
        {"kind": ["unsigned", "recipient-bound-mac", "source-signature"], **dict.fromkeys([*SIGNED, *MACKED], TEXT)},
        "kind",
    ),
}


def is_one(value):
    return getattr(value, "value", None) == 1


def fits(value, kind):
    if isinstance(kind, list):
        return isinstance(value, str) and value in kind
    if isinstance(kind, re.Pattern):
        return isinstance(value, str) and kind.fullmatch(value) is not None
    return is_one(value) if kind == ONE else isinstance(value, {TEXT: str, OBJECT: dict}.get(kind, list))


def places(value, pattern, path=()):
    """Every value a pattern leads to, with its path; `*` is an item of a list."""
    if not pattern:
        yield path, value
    elif pattern[0] == "*" and isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, pattern[1:], (*path, number))
    elif isinstance(value, dict) and pattern[0] in value:
        yield from places(value[pattern[0]], pattern[1:], (*path, pattern[0]))


def in_text(packet, path):
    """Where a path stands in the text: the number of each step among its neighbours."""
    out, here = [], packet
    for step in path:
        out.append(step if isinstance(here, list) else list(here).index(step))
        here = here[step]
    return out


def errors(packet):
    """The codes of what is wrong with the members of a packet, in the order of the text."""
    version = packet.get("formatVersion")
    if hasattr(version, "value") and not is_one(version):
        return ["schema"]
    found = [(("content", name), "section_name_collision") for name in inside(packet, "content") if name in COLLIDING]
    for pattern, (members, needed) in MEMBERS.items():
        for path, thing in places(packet, pattern):
            if isinstance(thing, dict):
                found += [(path, "schema") for name in needed.split() if name not in thing]
                found += [(place, "schema") for place in wrong(path, thing, members)]
    known = {*MEMBERS[()][0], "format", "scopeProof"}
    found += [((name,), "unknown_field") for name in packet if name not in known]
    found += contents(packet) + authentication(packet)
    return [code for _, code in sorted((in_text(packet, path), code) for path, code in found)]


def inside(packet, name):
    value = packet.get(name)
    return value if isinstance(value, dict) else {}


def wrong(path, thing, members):
    for name, kind in members.items():
        if name not in thing:
            continue
        if not fits(thing[name], kind):
            yield (*path, name)
        elif kind in (TEXTS, OBJECTS):
            item = TEXT if kind == TEXTS else OBJECT
            if name == "allowedTools":
                item = [f"zephr_{tool}" for tool in TOOLS]
            yield from ((*path, name, n) for n, one in enumerate(thing[name]) if not fits(one, item))


def contents(packet):
    content, kind, out = packet.get("content"), packet.get("artifactKind"), []
    if not isinstance(content, dict):
        return out
    handoff, archive = kind == "session-handoff", kind == "continuity-archive"
    first, refs = next((name for name in HANDOFF if name in content), None), "archiveRefs" in content
    if refs and first:
        out.append((("content",), "content_mixed"))
    elif refs and handoff:
        out.append((("content", "archiveRefs"), "content_mixed"))
    elif first and archive:
        out.append((("content", first), "content_mixed"))
    entries = inside(packet, "omissionManifest").get("entries")
    entries = entries if isinstance(entries, list) else []
    recorded = [entry.get("section") for entry in entries if isinstance(entry, dict)]
    needed = "capsule" if handoff else "archiveRefs"
    if (archive or (handoff and not refs)) and needed not in content and needed not in recorded:
        out.append((("content",), "section_missing"))
    return out


def authentication(packet):
    claim, intent = inside(packet, "authentication"), inside(packet, "recipientIntent")
    kind, bound, out = claim.get("kind"), intent.get("kind"), []
    destination = "destinationInstallationKeyId"
    if bound == "recipient-bound" and destination not in intent:
        out.append((("recipientIntent",), "schema"))
    if bound == "unbound-local-import" and destination in intent:
        out.append((("recipientIntent", destination), "schema"))
    due = {"unsigned": {}, "source-signature": SIGNED, "recipient-bound-mac": {**SIGNED, **MACKED}}
    due = due.get(kind) if isinstance(kind, str) else None
    known = {"kind", *SIGNED, *MACKED}
    for name in claim:
        if name not in known or (due is not None and name not in due and name != "kind"):
            out.append((("authentication", name), "schema"))
    out += [(("authentication",), "schema") for name in due or {} if name not in claim]
    if kind == "recipient-bound-mac":
        for name, form in due.items():
            if isinstance(claim.get(name), str) and not re.fullmatch(form, claim[name]):
                out.append((("authentication", name), "authentication_encoding"))
        if isinstance(bound, str) and bound != "recipient-bound":
            out.append((("authentication", "kind"), "mac_without_recipient"))
    return out
