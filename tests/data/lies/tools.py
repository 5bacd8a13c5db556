"""What a lie is told with: canonical forms, sealing, and finding entries of a ledger."""

import hashlib
import json
import pathlib
import tomllib

TABLES = pathlib.Path(__file__).parents[3] / "mappings"


def jcs(value):
    """Canonical JSON of documents without fractions and without names beyond ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def prefixed(*parts):
    return b"".join(len(p).to_bytes(4, "big") + p for p in parts)


def digest(value):
    return "sha256:" + hashlib.sha256(jcs(value)).hexdigest()


def root(packet):
    names = {"packet": "packetIdentity", "source": "sourceDescriptor", "recipientIntent": "recipientIntent",
             "retention": "retention", "scopeProof": "scopeProof"}
    sections = {label: packet[name] for name, label in names.items() if name in packet} | packet["content"]
    parts = [part for name in sorted(sections) for part in (name.encode(), jcs(sections[name]))]
    return "sha256:" + hashlib.sha256(prefixed(b"zephr-continuity-manifest-v1", *parts)).hexdigest()


def seal(case):
    """Computes what follows from the documents, so that only the lie itself is left to find."""
    target, ledger = case["target"], case["ledger"]
    if "format" in target:
        target["packet"].pop("nonce")
        target.pop("manifest")
        nonce = hashlib.sha256(prefixed(b"ocp-convert/1/nonce", jcs(target))).hexdigest()[:32]
        target["packet"]["nonce"] = nonce
        target["manifest"] = {"rootHash": root(target)}
    else:
        target.pop("id")
        raw = bytearray(hashlib.sha256(prefixed(b"ocp-convert/1/id", jcs(target))).digest()[:16])
        raw[6], raw[8] = raw[6] & 0x0F | 0x80, raw[8] & 0x3F | 0x80
        text = raw.hex()
        target["id"] = "urn:uuid:" + "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
    ledger["target"]["digest"] = digest(target)


def tally(case):
    """The totals of a ledger whose entries were changed."""
    ledger, total = case["ledger"], case["ledger"]["summary"]
    for name in ("exact", "transcoded", "structural", "narrated", "demoted", "regenerated"):
        total[name] = sum(entry["fidelity"] == name for entry in ledger["moved"])
    total["omitted"], total["synthesized"] = len(ledger["omitted"]), len(ledger["synthesized"])


def moved(case, start):
    return next(e for e in case["ledger"]["moved"] if e["from"] == start)


def made(case, at):
    return next(e for e in case["ledger"]["synthesized"] if e["at"] == at)


def lost(case, start):
    return next(e for e in case["ledger"]["omitted"] if e["from"] == start)


def set_at(value, pointer, new):
    *path, last = pointer.strip("/").split("/")
    for token in path:
        value = value[int(token) if isinstance(value, list) else token]
    value[int(last) if isinstance(value, list) else last] = new


LIES = []


def lie(base, kind, name, *codes):
    """Declares a lie: the decorated function tells it."""

    def keep(tell):
        LIES.append((base, kind, name, sorted(codes), tell))
        return tell

    return keep


def target_lie(base, kind, name, pointer, value, *codes):
    """A value of the target that is another, everything computed anew."""

    def tell(case):
        set_at(case["target"], pointer, value)
        seal(case)

    LIES.append((base, kind, name, sorted(codes), tell))


def rule_lie(base, name, find, key, rule, *codes):
    """An entry under another rule."""

    def tell(case):
        find(case, key)["rule"] = rule
        tally(case)

    LIES.append((base, "wrong rule", name, sorted(codes), tell))


def note(rule):
    """The note of a rule, from the published tables."""
    rows = (line for table in ("ocp-to-zephr", "zephr-to-ocp")
            for line in tomllib.loads((TABLES / f"{table}.toml").read_text())["make"])
    return next(row["note"] for row in rows if row["rule"] == rule)


def forge(case, rule, at):
    """An entry that says that a rule makes a value."""
    case["ledger"]["synthesized"].append({"at": at, "rule": rule, "reason": note(rule)})


def leaves(value, at):
    if isinstance(value, (dict, list)) and value:
        for name, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(member, f"{at}/{name}")
    else:
        yield at


def invent(case, place, rule, value):
    """One more object in a list of the target, every value of it said to be made under a rule."""
    *path, name = place.strip("/").split("/")
    parent = case["target"]
    for token in path:
        parent = parent.setdefault(token, {})
    if not parent.get(name):
        # An empty list is a value itself.
        before = [entry for entry in case["ledger"]["synthesized"] if entry["at"] == place]
        for entry in before:
            case["ledger"]["synthesized"].remove(entry)
        case["ledger"]["summary"]["targetLeaves"] -= len(before)
    items = parent.setdefault(name, [])
    items.append(value)
    for at in leaves(value, f"{place}/{len(items) - 1}"):
        forge(case, rule, at)
        case["ledger"]["summary"]["targetLeaves"] += 1
    tally(case)
    seal(case)
