#!/usr/bin/env python3
"""Writes lies.json: falsified conversions as patches (RFC 6902: add, remove, replace) of two honest ones.

The lies and the codes that each must give are declared by hand in the files declared*.py. The honest conversions are those that the
program named on the command line makes of checkpoint.json, packet.json and tagged.json; nothing else is taken from it: digests, ids,
nonces and roots of a falsified document are computed in tools.py. Run it again when a mapping table changes:

    cargo build && python3 tests/data/lies/make.py target/debug/ocp-convert
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import declared  # noqa: E402
import declared_due  # noqa: E402, F401
import declared_lines  # noqa: E402, F401
import declared_made  # noqa: E402, F401
from tools import seal  # noqa: E402

HERE = pathlib.Path(__file__).parent
BASES = ("checkpoint", "packet", "tagged")


def token(name):
    return str(name).replace("~", "~0").replace("/", "~1")


def patch(before, after, at=""):
    """What leads from one value to another."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        out = [{"op": "remove", "path": f"{at}/{token(n)}"} for n in before if n not in after]
        for name, value in after.items():
            place = f"{at}/{token(name)}"
            if name in before:
                out += patch(before[name], value, place)
            else:
                out.append({"op": "add", "path": place, "value": value})
        return out
    if isinstance(before, list) and isinstance(after, list):
        if len(before) == len(after):
            return [op for i, (b, a) in enumerate(zip(before, after)) for op in patch(b, a, f"{at}/{i}")]
        same = 0
        while same < min(len(before), len(after)) and before[same] == after[same]:
            same += 1
        longer = len(after) - len(before)
        if longer > 0:
            added = [{"op": "add", "path": f"{at}/{same + i}", "value": after[same + i]} for i in range(longer)]
            return added + patch(before[same:], after[same + longer:], at) if before[same:] == after[same + longer:] \
                else [{"op": "replace", "path": at, "value": after}]
        removed = [{"op": "remove", "path": f"{at}/{same}"}] * -longer
        rest = before[same - longer:]
        return removed + [op for i, (b, a) in enumerate(zip(rest, after[same:])) for op in patch(b, a, f"{at}/{same + i}")]
    return [{"op": "replace", "path": at, "value": after}]


def honest(program, base):
    with tempfile.TemporaryDirectory() as folder:
        out, ledger = pathlib.Path(folder) / "out.json", pathlib.Path(folder) / "ledger.json"
        command = [program, "convert", "-q", HERE / f"{base}.json", "-o", out, "--ledger", ledger]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return json.loads(out.read_text()), json.loads(ledger.read_text())


def main():
    out = []
    cases = {}
    for base in BASES:
        target, ledger = honest(sys.argv[1], base)
        cases[base] = {"source": json.loads((HERE / f"{base}.json").read_text()), "target": target, "ledger": ledger}
        sealed = copy.deepcopy(cases[base])
        seal(sealed)
        assert sealed == cases[base], "an honest conversion is sealed as it is"
        for name in ("target", "ledger"):
            text = json.dumps(cases[base][name], ensure_ascii=False, indent=0)
            (HERE / f"{base}.{name}.json").write_text(text + "\n")
    for base, kind, name, codes, tell in declared.LIES:
        case = copy.deepcopy(cases[base])
        tell(case)
        entry = {"of": base, "kind": kind, "name": name, "codes": codes}
        for part in ("source", "target", "ledger"):
            if operations := patch(cases[base][part], case[part]):
                entry[part] = operations
        assert len(entry) > 4, name
        out.append(entry)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in out)
    (HERE / "lies.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
