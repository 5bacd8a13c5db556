#!/usr/bin/env python3
"""Holds the licences of all dependencies to the allow list of deny.toml, where cargo-deny is not installed.

Reads what `cargo metadata` says; an expression passes when one of its alternatives needs allowed licences only.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def passes(expression, allowed):
    """Whether an SPDX expression, or the older spelling with slashes for OR, can be met by `allowed`."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    at = 0

    def peek():
        return tokens[at] if at < len(tokens) else None

    def take():
        nonlocal at
        at += 1
        return tokens[at - 1]

    def any_of():
        met = all_of()
        while peek() == "OR":
            take()
            met = all_of() or met
        return met

    def all_of():
        met = one()
        while peek() == "AND":
            take()
            met = one() and met
        return met

    def one():
        token = take()
        if token == "(":
            met = any_of()
            if take() != ")":
                raise ValueError("unbalanced")
            return met
        if peek() == "WITH":
            # A licence with an exception is another licence; name it in full to allow it.
            take()
            token = f"{token} WITH {take()}"
        return token in allowed

    met = any_of()
    if at != len(tokens):
        raise ValueError("not an expression")
    return met


def check_itself():
    allowed = {"MIT", "Apache-2.0", "Unicode-3.0"}
    for expression, expected in [
        ("MIT", True),
        ("GPL-3.0", False),
        ("Unlicense/MIT", True),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("MIT AND GPL-3.0", False),
        ("Apache-2.0 WITH LLVM-exception", False),
        ("Apache-2.0 WITH LLVM-exception OR MIT", True),
        ("GPL-3.0 OR (AGPL-3.0 AND MIT)", False),
    ]:
        assert passes(expression, allowed) is expected, expression


def dependencies():
    """All packages, of every platform; without a network only those of this one may be there to be asked."""
    command = ["cargo", "metadata", "--format-version", "1", "--all-features", "--locked"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode != 0:
        print("packages for other platforms are not here: checking those of this one")
        version = subprocess.run(["rustc", "-vV"], check=True, stdout=subprocess.PIPE, text=True).stdout
        host = re.search(r"^host: (.*)$", version, re.MULTILINE).group(1)
        command += ["--offline", "--filter-platform", host]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["packages"]


def main():
    check_itself()
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    allowed = set(rules["licenses"]["allow"])
    extra = {e["crate"]: set(e["allow"]) for e in rules["licenses"]["exceptions"]}
    packages = dependencies()
    faults = []
    for package in packages:
        name, licence = package["name"], package["license"]
        if not licence or not passes(licence, allowed | extra.get(name, set())):
            faults.append(f"{name} {package['version']}: licence {licence or 'not stated'}")
        if not (package["source"] or "registry+").startswith("registry+"):
            faults.append(f"{name} {package['version']}: from {package['source']}")
    for single in [ban["crate"] for ban in rules["bans"]["deny"] if ban.get("deny-multiple-versions")]:
        versions = sorted(p["version"] for p in packages if p["name"] == single)
        if len(versions) > 1:
            faults.append(f"{single}: several versions, {', '.join(versions)}")
    print("\n".join(faults) or f"licences of {len(packages)} packages: ok")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
