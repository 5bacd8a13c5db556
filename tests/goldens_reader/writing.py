"""Canonical forms (profile, section 2)."""

from numerals import Number, spell

SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
ORDER = {"zcf": lambda name: [ord(c) for c in name], "jcs": lambda name: name.encode("utf-16-be")}


def quote(text):
    return '"' + "".join(SHORT.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in text) + '"'


def canonical(value, profile):
    if isinstance(value, dict):
        names = sorted(value, key=ORDER[profile])
        return "{" + ",".join(quote(n) + ":" + canonical(value[n], profile) for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, profile) for item in value) + "]"
    if isinstance(value, Number):
        return spell(value.value)
    if isinstance(value, str):
        return quote(value)
    return {True: "true", False: "false", None: "null"}[value]
