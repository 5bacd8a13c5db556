#!/usr/bin/env python3
"""Switches off each row of the mapping tables in turn, in the converter itself, and finds a test that fails for it.

    python3 mappings/mutate.py [RULE ...]

A copy of the project in target/mutants gets a switch: the ledger's builder no longer does what is done under the rule that
an environment variable names, and says nothing of it (the value is neither written nor left out, and no entry is made).
The project itself has no such switch. The test programs of the copy are built once and run once for each rule. Of the
tests that fail, the one that fails for the fewest rules is written to tests/data/row_tests.tsv; tests/row_tests.rs wants
a line for every row. Needs a quarter of an hour for all rows.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
COPY = PROJECT / "target" / "mutants"
TABLE = PROJECT / "tests" / "data" / "row_tests.tsv"
# From the cheap and pointed to the dear; the later ones run only for rules that nothing before misses.
PROGRAMS = [
    ["convert_oz_rows", "convert_zo", "convert_zo_rows", "invariants_zo", "invariants_zo_work", "convert_oz_again"],
    ["attacks", "convert_oz", "residue"],
    ["convert_repeated", "invariants_oz", "properties"],
]
# Enough for the small documents of the last resort.
CASES = "100"

SWITCH = '''
/// Whether this copy of the project does nothing under `rule`.
pub(crate) fn off(rule: crate::mapping::Rule) -> bool {
    static OFF: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    OFF.get_or_init(|| std::env::var("OCP_CONVERT_OFF").ok()).as_deref() == Some(rule.code())
}
'''
FORGET = "for leaf in {0}.leaves() {{ self.take(leaf, Fate::Moved(rule)); }}"
# Function of the builder, and what it does instead when its rule is off.
BUILDER = {
    "exact": FORGET.format("leaf") + " return;",
    "copy": FORGET.format("subtree") + " return;",
    "coded": FORGET.format("leaf") + " return true;",
    "id": FORGET.format("leaf") + " return;",
    "transcoded": FORGET.format("from") + " return true;",
    "make_line": "return;",
    "placed": FORGET.format("leaf") + " return;",
    "regenerated": FORGET.format("subtree") + " return;",
    "omit": "for leaf in subtree.leaves() { if !self.is_read(leaf) { self.take(leaf, Fate::Moved(rule)); } } return;",
    "make": "return;",
    "array_or_empty": "return self.array(slot, name);",
    "object_or_empty": "return self.object(slot, name);",
    # Of a line only what it cites under the rule is missing.
    "moved": "self.take(leaf, Fate::Moved(rule)); return;",
}
LINE = {
    "cite": "self.cited.push((rule, leaf)); return self;",
    "quote": "self.cited.push((rule, subtree)); return self;",
    "quote_id": "self.cited.push((rule, reference)); return self;",
}


def edit(name, change):
    path = COPY / name
    before = path.read_text()
    after = change(before)
    assert before != after, f"{name} has changed its form; mutate.py has to follow"
    path.write_text(after)


def instead(functions):
    """Puts an early end at the head of each function of the map."""

    def change(text):
        for name, deed in functions.items():
            head = re.compile(rf"(fn {name}(?:<[^>]*>)?\(\s*&mut self,\s*rule: Rule,[^{{]*\{{\n)")
            text, count = head.subn(lambda m, deed=deed: f"{m[1]}        if crate::off(rule) {{ {deed} }}\n", text)
            assert count == 1, f"{name}: {count}"
        return text

    return change


def prepare():
    shutil.rmtree(COPY, ignore_errors=True)
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=PROJECT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (COPY / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(PROJECT / name, COPY / name)
    edit("Cargo.toml", lambda text: text[: text.index("[lints.rust]")])
    edit("src/lib.rs", lambda text: text + SWITCH)
    edit("src/ledger/builder.rs", instead(BUILDER))
    edit("src/ledger/line.rs", instead(LINE))
    edit("src/ledger/finish.rs", instead({"append": "return;"}))
    # A residue that nobody makes is no extension of the target.
    edit("src/convert/residue/mod.rs", lambda text: text.replace(
        "= ledger.attach(&target, rule, &residue).map_err(|e| vec![refusal(&e)])?;",
        "= if crate::off(rule) { (target, ledger) } else { "
        "ledger.attach(&target, rule, &residue).map_err(|e| vec![refusal(&e)])? };"))
    # A declared loss is forgotten like everything else.
    edit("src/ledger/account.rs", lambda text: text.replace("Fate::Omitted(*rule),", "fate_of(*rule),") + '''
fn fate_of(rule: Rule) -> Fate {
    if crate::off(rule) { Fate::Moved(rule) } else { Fate::Omitted(rule) }
}
''')


def build():
    """The test programs, by name."""
    command = ["cargo", "test", "--no-run", "--message-format=json", "--quiet"]
    for program in (p for group in PROGRAMS for p in group):
        command += ["--test", program]
    environment = os.environ | {"CARGO_TARGET_DIR": str(PROJECT / "target"), "CARGO_INCREMENTAL": "0"}
    out = subprocess.run(command, cwd=COPY, env=environment, check=True, capture_output=True, text=True).stdout
    messages = (json.loads(line) for line in out.splitlines() if line.startswith("{"))
    return {m["target"]["name"]: m["executable"] for m in messages if m.get("executable") and m["profile"]["test"]}


def failing(executable, rule):
    environment = os.environ | {"RUST_BACKTRACE": "0", "OCP_CONVERT_CASES": CASES, "CARGO_MANIFEST_DIR": str(COPY)}
    environment |= {"OCP_CONVERT_OFF": rule} if rule else {}
    run = subprocess.run([executable], cwd=COPY, env=environment, capture_output=True, text=True, errors="replace")
    return sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED$", run.stdout, re.M)))


def rules():
    names = []
    for table in ("ocp-to-zephr.toml", "zephr-to-ocp.toml"):
        names += re.findall(r'^rule = "([^"]+)"$', (PROJECT / "mappings" / table).read_text(), re.M)
    return names


def main():
    prepare()
    programs = build()
    for name, executable in programs.items():
        assert failing(executable, None) == [], f"{name} fails without a switch"
    chosen = sys.argv[1:] or rules()
    found = {}
    for number, rule in enumerate(chosen, 1):
        for group in PROGRAMS:
            found[rule] = [(p, test) for p in group for test in failing(programs[p], rule)]
            if found[rule]:
                break
        print(f"{number}/{len(chosen)} {rule}: {len(found[rule])} tests", flush=True)
    fails_for = collections.Counter(test for tests in found.values() for test in tests)
    lines = {}
    if TABLE.exists():
        lines = {line.split("\t")[0]: line for line in TABLE.read_text().splitlines()}
    for rule, tests in found.items():
        lines.pop(rule, None)
        if tests:
            program, test = min(tests, key=lambda t: (fails_for[t], t))
            lines[rule] = f"{rule}\t{program}\t{test}"
    TABLE.write_text("".join(f"{lines[rule]}\n" for rule in rules() if rule in lines))
    missed = [rule for rule, tests in found.items() if not tests]
    print(f"nobody misses: {missed}" if missed else "every row is missed by a test")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
