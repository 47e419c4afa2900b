"""Verification of Ed25519 signatures by RFC 8032, with nothing but Python's own numbers."""

from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Strictly: canonical encodings, S below the order, no key of small order."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, r = decode(key), decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= ORDER or is_same(multiply(8, public), NEUTRAL):
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = multiply(s, BASE), add(r, multiply(challenge, public))
    return is_same(multiply(8, left), multiply(8, right))


def add(one, other):
    """Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(times, point):
    result = NEUTRAL
    while times > 0:
        if times & 1:
            result = add(result, point)
        point = add(point, point)
        times >>= 1
    return result


def is_same(one, other):
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def decode(encoded: bytes):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = x_of(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def x_of(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    return P - x if x % 2 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)
