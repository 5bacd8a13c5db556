"""Ed25519 (RFC 8032, section 5.1), for test keys only: nothing here takes constant time."""

import hashlib

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
