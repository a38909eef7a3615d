"""Passwords and set-up codes as scrypt hashes `salt:hash`, in hexadecimal digits.

A hash costs 16 MiB and some tens of milliseconds here, a second on the smallest Pi, so whoever takes many at once must
take them one after another: that is the caller's to see to.
"""

import hashlib
import hmac
import secrets

N, R, P = 1 << 14, 8, 1
MEMORY_MOST = 64 << 20
SALT_BYTES = 16
CODE_DIGITS = 8  # with sixty tries a minute for all, over three years for every code
NOBODYS = f"{'00' * SALT_BYTES}:"  # costs as much as a real hash, and no password fits it
LONGEST = 200  # characters of a name or a password


def hashed(secret: str) -> str:
    """A salted hash to be kept instead of the secret."""
    salt = secrets.token_bytes(SALT_BYTES)
    return f"{salt.hex()}:{_scrypt(secret, salt).hex()}"


def fits(secret: str, kept: str) -> bool:
    """Whether this secret is the one that was hashed, in the time of one hash whatever is kept."""
    salt, _, digest = kept.partition(":")
    given = _scrypt(secret[: LONGEST + 1], bytes.fromhex(salt)).hex()
    return hmac.compare_digest(given, digest)


def is_hash(text: object) -> bool:
    """Whether this has the form of a kept hash."""
    if not isinstance(text, str):
        return False
    salt, colon, digest = text.partition(":")
    return bool(colon and salt) and set(salt + digest) <= set("0123456789abcdef")


def new_code() -> str:
    """A one-time code that a person reads from a terminal and types."""
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))


def digits_of(code: str) -> str:
    """A code as it was typed, without the gaps that people leave."""
    return "".join(char for char in code if char in "0123456789")


def _scrypt(secret: str, salt: bytes) -> bytes:
    data = secret.encode("utf-8", "replace")
    return hashlib.scrypt(data, salt=salt, n=N, r=R, p=P, maxmem=MEMORY_MOST)
