"""A second reader of the golden vectors, written from goldens/README.md and goldens/PROFILE.md alone, for `goldens run`.

It knows the groups canonical, manifest and authentication, and needs nothing but Python's standard library.
"""

import hashlib
import hmac
import json
import re
import sys
from datetime import datetime, timedelta
from fractions import Fraction

from goldens_members import errors

DEPTH = 128


class Refused(Exception):
    """The document is refused with this code; `verdict` is what verification calls it."""

    def __init__(self, code, verdict="invalid"):
        super().__init__(code)
        self.code, self.verdict = code, verdict


# Reading (profile, section 1) ---------------------------------------------------------------------------------------

WHITE = " \t\n\r"
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
STARTED = re.compile(r"(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Number:
    """A double, kept apart from text and words."""

    def __init__(self, value):
        self.value = value


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


# Writing (profile, section 2) ---------------------------------------------------------------------------------------

SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
ORDER = {"zcf": lambda name: [ord(c) for c in name], "jcs": lambda name: name.encode("utf-16-be")}


def spell(value):
    """Number::toString of ECMA-262: the digits that Python finds shortest too, set another way."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    exponent = point - 1
    rest = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


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


# Roots (profile, section 4) -----------------------------------------------------------------------------------------

ENVELOPE = {
    "packetIdentity": "packet",
    "sourceDescriptor": "source",
    "recipientIntent": "recipientIntent",
    "retention": "retention",
    "scopeProof": "scopeProof",
}


def lp(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def zcf(value):
    return canonical(value, "zcf").encode()


def root_of(packet):
    packet = packet if isinstance(packet, dict) else {}
    sections = {key: packet[member] for key, member in ENVELOPE.items() if member in packet}
    content = packet.get("content")
    sections.update(content if isinstance(content, dict) else {})
    hashed = lp(b"zephr-continuity-manifest-v1")
    for key in sorted(sections, key=ORDER["zcf"]):
        hashed += lp(key.encode(), zcf(sections[key]))
    return "sha256:" + hashlib.sha256(hashed).hexdigest()


def compare_root(packet, computed):
    manifest = packet.get("manifest") if isinstance(packet, dict) else None
    stated = manifest.get("rootHash") if isinstance(manifest, dict) else None
    if not isinstance(stated, str):
        raise Refused("manifest_root_mismatch")
    if stated != computed:
        spelled = re.fullmatch(r"sha256:[0-9a-f]{64}", stated)
        raise Refused("manifest_root_mismatch" if spelled else "manifest_root_encoding")


# Ed25519 (RFC 8032, section 5.1) ------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    m = (a[1] - a[0]) * (b[1] - b[0]) % P
    n = (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, z - t, z + t, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, point):
    out = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            out = add(out, point)
        point, scalar = add(point, point), scalar >> 1
    return out


def decompress(raw):
    y, sign = int.from_bytes(raw, "little") & (1 << 255) - 1, raw[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def compress(point):
    z = pow(point[2], P - 2, P)
    x, y = point[0] * z % P, point[1] * z % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def small(point):
    return same(times(8, point), (0, 1, 1, 0))


Y = 4 * pow(5, P - 2, P) % P
BASE = decompress(Y.to_bytes(32, "little"))


def sha512(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def expand_seed(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & ~7 & (1 << 254) - 1 | 1 << 254
    return scalar, digest[32:], compress(times(scalar, BASE))


def sign_with(seed, message):
    scalar, prefix, public = expand_seed(seed)
    r = sha512(prefix, message) % L
    point = compress(times(r, BASE))
    s = (r + sha512(point, public, message) * scalar) % L
    return point + s.to_bytes(32, "little")


def verifies(public, message, signature):
    key, point = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if point is None or s >= L or small(point):
        return False
    k = sha512(signature[:32], public, message) % L
    return same(times(s, BASE), add(point, times(k, key)))


def safe_key(digits):
    raw = bytes.fromhex(digits or "")
    point = decompress(raw) if len(raw) == 32 else None
    return raw if point is not None and not small(point) else None


# Authentication (profile, section 5) --------------------------------------------------------------------------------


def message_of(packet):
    body = {name: value for name, value in packet.items() if name != "authentication"}
    return lp(b"ocp-convert/1/signature", packet["manifest"]["rootHash"].encode(), zcf(body))


def mac_of(packet, message, signature, source, destination):
    def keyed(key, data):
        return hmac.new(key, data, hashlib.sha256).digest()

    extracted = keyed(packet["packet"]["nonce"].encode() or bytes(32), lp(source, destination))
    ids = packet["source"]["installationKeyId"], packet["recipientIntent"]["destinationInstallationKeyId"]
    info = lp(b"ocp-convert/1/mac", *[name.encode() for name in ids])
    return keyed(keyed(extracted, info + b"\x01"), lp(message, signature)).hex()


def fingerprint(public):
    return "sha256:" + hashlib.sha256(public).hexdigest()


def structure(packet):
    if not isinstance(packet, dict) or packet.get("format") != "zephr-continuity":
        raise Refused("not_a_packet")
    for code in errors(packet):
        raise Refused(code)


def instant(text):
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text)
    try:
        day, clock, fraction, zone = found.groups()
        moment = datetime.fromisoformat(f"{day}T{clock}")
    except (AttributeError, ValueError):
        return None
    if zone not in "Zz":
        shift = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:]))
        moment += -shift if zone[0] == "+" else shift
    return moment, Fraction(f"0{fraction or '.0'}")


def verify(given, packet, output):
    structure(packet)
    output["root"] = root_of(packet)
    compare_root(packet, output["root"])
    claim, intent = packet["authentication"], packet["recipientIntent"]
    bound, verdict = intent["kind"] == "recipient-bound", "integrity-only"
    if claim["kind"] == "source-signature":
        raise Refused("source_signature_unverifiable", "refused")
    if claim["kind"] == "unsigned":
        wanted = bound or "trust" in given or "destinationKey" in given
        if wanted and not given.get("allowUnsigned"):
            raise Refused("unsigned_not_allowed", "refused")
    else:
        authentic(given, packet, claim)
        verdict = "authentic"
    now = given.get("now")
    expiry = packet["retention"].get("expiresAt")
    if now and expiry and (instant(expiry) is None or instant(expiry) <= instant(now)):
        raise Refused("packet_expired", "refused")
    if given.get("seen"):
        raise Refused("packet_replayed", "refused")
    if bound and "destinationId" not in given:
        raise Refused("destination_id_missing", "refused")
    if bound and given["destinationId"] != intent["destinationInstallationKeyId"]:
        raise Refused("recipient_mismatch", "refused")
    return verdict


def authentic(given, packet, claim):
    sources = {}
    for entry in given.get("trust", []):
        earlier_key, earlier_shared = sources.get(entry["id"], (None, None))
        key, shared = safe_key(entry.get("publicKey")), entry.get("installationKey")
        sources[entry["id"]] = (key or earlier_key, shared or earlier_shared)
    public, shared = sources.get(packet["source"]["installationKeyId"], (None, None))
    if not any(key for key, _ in sources.values()) or "destinationKey" not in given or (public and not shared):
        raise Refused("mac_keys_missing", "refused")
    if not public:
        raise Refused("source_key_untrusted", "refused")
    if claim["publicKeyFingerprint"] != fingerprint(public):
        raise Refused("fingerprint_mismatch", "refused")
    message, signature = message_of(packet), bytes.fromhex(claim["signature"])
    if not verifies(public, message, signature):
        raise Refused("source_signature_invalid")
    keys = bytes.fromhex(shared), bytes.fromhex(given["destinationKey"])
    if not hmac.compare_digest(mac_of(packet, message, signature, *keys), claim["mac"]):
        raise Refused("recipient_mac_mismatch")


def sign(given, packet, output):
    structure(packet)
    output["root"] = root_of(packet)
    try:
        compare_root(packet, output["root"])
    except Refused:
        output.clear()
        raise
    keys = given["sign"]
    bound = keys["kind"] == "recipient-bound-mac"
    if packet["source"]["installationKeyId"] in ("", "unattested"):
        output.clear()
        raise Refused("source_unattested")
    if bound and packet["recipientIntent"]["kind"] != "recipient-bound":
        output.clear()
        raise Refused("mac_without_recipient")
    seed, message = bytes.fromhex(keys["seed"]), message_of(packet)
    signature = sign_with(seed, message)
    output["signature"] = signature.hex()
    output["publicKeyFingerprint"] = fingerprint(expand_seed(seed)[2])
    if bound:
        shared = bytes.fromhex(keys["sourceKey"]), bytes.fromhex(keys["destinationKey"])
        output["mac"] = mac_of(packet, message, signature, *shared)


def answer(request):
    given, output = request["input"], {}
    operation = request["operation"]
    reply = {"id": request["id"], "result": "valid", "output": output}
    checked = operation == "verify"
    try:
        document = decode(given["document"], given.get("maxBytes", 64 << 20))
        if operation == "canonicalize":
            text = canonical(document, given["profile"])
            output["canonical"] = {"text": text}
            output["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        elif operation == "manifest-root":
            content = document.get("content") if isinstance(document, dict) else None
            if isinstance(content, dict) and content.keys() & ENVELOPE.keys():
                raise Refused("section_name_collision")
            output["root"] = root_of(document)
            compare_root(document, output["root"])
        elif operation == "verify":
            reply["verdict"] = verify(given, document, output)
        elif operation == "sign":
            sign(given, document, output)
        else:
            raise Refused("unknown_operation")
    except Refused as refused:
        reply["result"], reply["code"] = "invalid", refused.code
        if checked:
            reply["verdict"] = refused.verdict
    return reply


def main():
    sys.setrecursionlimit(10_000)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
