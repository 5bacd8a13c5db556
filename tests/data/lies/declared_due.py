"""Lies by leaving out: what a rule has to make wherever something is so, taken out of the target and of the ledger."""

from tools import leaves, lie, moved, seal, set_at, tally, target_lie


def drop(case, pointer):
    """Takes a value out of the target, with every entry about it; of a list only the last one, so that no other moves."""
    *path, last = pointer.strip("/").split("/")
    holder = case["target"]
    for token in path:
        holder = holder[int(token) if isinstance(holder, list) else token]
    value = holder.pop(int(last) if isinstance(holder, list) else last)
    assert not isinstance(holder, list) or len(holder) == int(last)
    gone = set(leaves(value, pointer))
    ledger = case["ledger"]
    ledger["synthesized"] = [entry for entry in ledger["synthesized"] if entry["at"] not in gone]
    for entry in ledger["moved"]:
        entry["to"] = [landing for landing in entry["to"] if landing["at"] not in gone]
    ledger["summary"]["targetLeaves"] -= len(gone)
    tally(case)
    seal(case)


DROPPED = [
    ("checkpoint", "a belief that nobody says is unreviewed", "/content/beliefs/0/reviewState"),
    ("checkpoint", "an anchor without its role", "/content/evidenceAnchors/0/role"),
    ("checkpoint", "a verification that is of no claim", "/content/verification/0/claimRef"),
    ("tagged", "an operation without its effect", "/operations/0/effect"),
    ("tagged", "an operation without the word to ask", "/operations/0/resume"),
    ("tagged", "a precondition that does nothing", "/continuation/preconditions/0/on_failure"),
    ("tagged", "a check that nobody says was the source's", "/statements/4/verification/method"),
    ("tagged", "a check that nobody has to make again", "/statements/4/verification/revalidate"),
    ("tagged", "a decision that its own words retract, and that holds", "/statements/0/status"),
    ("tagged", "a rule that did something and says nothing of it", "/derivation/transformations/{last}"),
]
# The line about the rule then tells of something that it did nowhere.
BESIDES = {"a decision that its own words retract, and that holds": ["audit_made_value"]}
for base, name, pointer in DROPPED:
    @lie(base, "left out", name, "audit_made_missing", *BESIDES.get(name, []))
    def _(case, pointer=pointer):
        last = len(case["target"].get("derivation", {}).get("transformations", "x")) - 1
        drop(case, pointer.format(last=last))


@lie("tagged", "left out", "how the source checked, as if it were checked here", "audit_narrated_text")
def _(case):
    entry = moved(case, "/content/verification/0/method")
    entry["fidelity"] = "exact"
    entry["to"][0]["as"] = "exact"
    set_at(case["target"], entry["to"][0]["at"], "by eye")
    tally(case)
    seal(case)


@lie("tagged", "wrong rule", "how the source checked, as if it had said unverified", "audit_when",
     "audit_made_value")
def _(case):
    entry = moved(case, "/content/verification/0/method")
    entry["rule"], entry["fidelity"] = "ZO-verification-method", "exact"
    entry["to"][0]["as"] = "exact"
    set_at(case["target"], entry["to"][0]["at"], "by eye")
    tally(case)
    seal(case)


# --- words that a tag does not say -----------------------------------------------------------------------------------

TAGS = [
    ("an outsider's text as a constraint", "/statements/1/kind", "constraint"),
    ("a tool's text as the agent's", "/statements/1/origin/type", "agent"),
    ("a tool's text as an outsider's", "/statements/1/origin/type", "external"),
    ("the agent's text as an outsider's", "/statements/2/origin/type", "external"),
    ("a precondition that halts where it degrades", "/continuation/preconditions/0/on_failure", "halt"),
    ("an approval as an action", "/operations/0/kind", "action"),
    ("an operation that waits as an uncertain one", "/operations/0/status", "uncertain"),
    ("an effect that nobody knows", "/operations/0/effect", "unknown"),
    ("an operation to verify where one has to ask", "/operations/0/resume", "verify_first"),
]
for name, pointer, word in TAGS:
    target_lie("tagged", "false make", name, pointer, word, "audit_made_value")


@lie("tagged", "false make", "a rule that did something to another object", "audit_made_value",
     "audit_made_missing")
def _(case):
    lines = case["target"]["derivation"]["transformations"]
    line = next(at for at, line in enumerate(lines) if line["description"].startswith("ocp-convert 1: ZO-retracted: "))
    set_at(case["target"], f"/derivation/transformations/{line}/affected/0", "k3")
    seal(case)


@lie("checkpoint", "left out", "a section that no checkpoint has", "audit_made_missing")
def _(case):
    last = len(case["target"]["omissionManifest"]["entries"]) - 1
    assert case["target"]["omissionManifest"]["entries"][last]["reason"] == "OZ-absent-section"
    drop(case, f"/omissionManifest/entries/{last}")


@lie("checkpoint", "left out", "a task that stands still and is no risk", "audit_no_landing")
def _(case):
    risks = "/content/capsule/risks/"
    case["target"]["content"]["capsule"]["risks"].pop(0)
    ledger = case["ledger"]

    def moves_up(at):
        if not at.startswith(risks):
            return at
        number, rest = at.removeprefix(risks).split("/", 1)
        return f"{risks}{int(number) - 1}/{rest}" if int(number) else None

    for entry in ledger["moved"]:
        entry["to"] = [landing | {"at": at} for landing in entry["to"] if (at := moves_up(landing["at"]))]
    made = [entry | {"at": moves_up(entry["at"])} for entry in ledger["synthesized"]]
    ledger["synthesized"] = [entry for entry in made if entry["at"]]
    ledger["summary"]["targetLeaves"] -= 2
    tally(case)
    seal(case)


@lie("tagged", "left out", "one of the objects in which a rule did something", "audit_made_missing")
def _(case):
    lines = case["target"]["derivation"]["transformations"]
    line = next(at for at, line in enumerate(lines) if line["description"].startswith("ocp-convert 1: ZO-verified: "))
    drop(case, f"/derivation/transformations/{line}/affected/1")
