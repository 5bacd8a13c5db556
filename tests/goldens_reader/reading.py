"""Strict reading of JSON (profile, section 1)."""

import re
from fractions import Fraction

from numerals import Number, spell

DEPTH = 128


class Refused(Exception):
    """The document is refused with this code; `verdict` is what verification calls it."""

    def __init__(self, code, verdict="invalid"):
        super().__init__(code)
        self.code, self.verdict = code, verdict


WHITE = " \t\n\r"
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
STARTED = re.compile(r"(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def document(self):
        value = self.value(0)
        self.white()
        if self.at < len(self.text):
            raise Refused("json_syntax")
        return value

    def white(self):
        while self.at < len(self.text) and self.text[self.at] in WHITE:
            self.at += 1

    def peek(self):
        self.white()
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, expected):
        if self.peek() != expected:
            raise Refused("json_syntax")
        self.at += 1

    def value(self, depth):
        c = self.peek()
        if c == "{" or c == "[":
            if depth == DEPTH:
                raise Refused("json_depth")
            return self.object(depth + 1) if c == "{" else self.array(depth + 1)
        if c == '"':
            return self.string()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
            # A fault at the first letter that differs: at the end of the text where the word is cut.
            if c and c == word[0]:
                self.at += next(n for n in range(len(word)) if not self.text.startswith(word[: n + 1], self.at))
                raise Refused("json_syntax")
        return self.number()

    def array(self, depth):
        self.take("[")
        out = []
        if self.peek() == "]":
            self.at += 1
            return out
        while True:
            out.append(self.value(depth))
            if self.peek() == "]":
                self.at += 1
                return out
            self.take(",")

    def object(self, depth):
        self.take("{")
        out, twice = {}, False
        if self.peek() == "}":
            self.at += 1
            return out
        while True:
            if self.peek() != '"':
                raise Refused("json_syntax")
            name = self.string()
            twice = twice or name in out
            self.take(":")
            out[name] = self.value(depth)
            if self.peek() == "}":
                if twice:
                    raise Refused("json_duplicate_member")
                self.at += 1
                return out
            self.take(",")

    def string(self):
        self.take('"')
        start, end = self.at, self.at
        # The end is looked for first, over whatever follows a backslash.
        while self.text[end : end + 1] != '"':
            if end >= len(self.text) or self.text[end] < " ":
                self.at = end
                raise Refused("json_syntax")
            end += 2 if self.text[end] == "\\" and end + 1 < len(self.text) else 1
        out, self.at = [], start
        while self.at < end:
            c = self.text[self.at]
            self.at += 1
            out.append(self.escape() if c == "\\" else c)
        self.at = end + 1
        return "".join(out)

    def escape(self):
        c = self.text[self.at : self.at + 1]
        self.at += 1
        if c != "u":
            if c not in ESCAPES or not c:
                raise Refused("json_syntax")
            return ESCAPES[c]
        unit = self.unit()
        if 0xD800 <= unit < 0xDC00 and self.text.startswith("\\u", self.at):
            self.at += 2
            low = self.unit()
            if not 0xDC00 <= low < 0xE000:
                raise Refused("json_lone_surrogate")
            return chr(0x10000 + ((unit - 0xD800) << 10) + low - 0xDC00)
        if 0xD800 <= unit < 0xE000:
            raise Refused("json_lone_surrogate")
        return chr(unit)

    def unit(self):
        digits = self.text[self.at : self.at + 4]
        if not re.fullmatch("[0-9A-Fa-f]{4}", digits):
            raise Refused("json_syntax")
        self.at += 4
        return int(digits, 16)

    def number(self):
        found = NUMBER.match(self.text, self.at)
        if not found:
            self.at += self.text.startswith("-", self.at)
            raise Refused("json_syntax")
        self.at = found.end()
        literal = found.group()
        # What goes on like a number is none: 01, 1., 1e.
        if self.at < len(self.text) and self.text[self.at] in "0123456789.eE+-":
            self.at = STARTED.match(self.text, self.at).end()
            raise Refused("json_syntax")
        value = float(literal)
        mantissa, _, exponent = literal.lower().partition("e")
        digits = mantissa.replace("-", "").replace(".", "").strip("0")
        if value in (float("inf"), float("-inf")) or (value == 0 and digits):
            raise Refused("json_number_range")
        if abs(int(exponent or 0)) < 400:
            exact = Fraction(literal)
            shortest = Fraction(spell(value))
            if exact.denominator == 1 and exact not in (Fraction(value), shortest):
                raise Refused("json_number_range")
        return Number(value)


def decode(document, limit=64 << 20):
    raw = document["text"].encode() if "text" in document else bytes.fromhex(document["hex"])
    if len(raw) > limit:
        raise Refused("json_size")
    if raw[:3] == b"\xef\xbb\xbf" or raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Refused("json_encoding")
    first = [byte != 0 for byte in raw[:4]]
    if first[:2] in ([False, True], [True, False]) or first == [False, False, False, True]:
        raise Refused("json_encoding")
    if raw[:4] == b"\0\0\xfe\xff":
        raise Refused("json_encoding")
    try:
        text, broken = raw.decode(), False
    except UnicodeDecodeError as error:
        text, broken = raw[: error.start].decode(), True
    reader = Reader(text)
    try:
        value = reader.document()
    except Refused as refused:
        # A fault before the bad byte is met first.
        if broken and refused.code == "json_syntax" and reader.at >= len(text):
            raise Refused("json_encoding") from None
        raise
    if broken:
        raise Refused("json_encoding")
    return value
