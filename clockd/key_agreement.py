"""How a table and a hub come to hold one secret over a line that nobody trusts, with a code that a person compares.

Diffie-Hellman in the 2048-bit group of RFC 3526, section 3. The table first commits to its public value, the hub
answers with its own, and only then the table shows what it committed to; eight digits that follow from both are shown
at the table and typed at the hub. So the code is no secret: a page may show it. Somebody in between, or a stranger
who claims the table's number, comes to another secret and to another code, and has one guess in a hundred million for
each time an arbiter types. Pure: random bytes are handed in. Texts are hexadecimal digits.
"""

import hashlib
import hmac
from dataclasses import dataclass

from clockd.errors import BadInput

PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A0879"
    "8E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B"
    "0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA4836"
    "1C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804"
    "F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6"
    "955817183995497CEA956AE515D2261898FA051015728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
GENERATOR = 2
RANDOM_BYTES = 32  # twice the strength of the group
PUBLIC_BYTES = 256
CODE_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """One side's part of an agreement; `exponent` never leaves the process."""

    exponent: int
    public: str

    @property
    def commitment(self) -> str:
        """What the table says first: it binds it to its public value without showing it."""
        return commitment_to(self.public)


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both sides come to: the secret to sign with, and the code to compare."""

    secret: bytes
    code: str


def offer_from(random: bytes) -> Offer:
    """A new offer from RANDOM_BYTES random bytes."""
    assert len(random) == RANDOM_BYTES, "too few random bytes are no secret"
    exponent = int.from_bytes(random, "big")
    public = pow(GENERATOR, exponent, PRIME)
    return Offer(exponent, public.to_bytes(PUBLIC_BYTES, "big").hex())


def commitment_to(public: str) -> str:
    return hashlib.sha256(b"clockd commitment" + bytes.fromhex(public)).hexdigest()


def agree(own: Offer, other: str, *, tables: str, hubs: str, about: str) -> Agreement:
    """The secret and the code; BadInput when the other side's value is none. `about` names table and journal."""
    shared = pow(_number(other), own.exponent, PRIME)
    if shared in (1, PRIME - 1):
        raise BadInput("public: a value of a small group, expected one of RFC 3526")
    told = f"{about}\n{tables}\n{hubs}".encode()
    key = hmac.digest(shared.to_bytes(PUBLIC_BYTES, "big"), b"clockd agreement\n" + told, "sha256")
    code = int.from_bytes(hmac.digest(key, b"code", "sha256"), "big") % 10**CODE_DIGITS
    return Agreement(hmac.digest(key, b"secret", "sha256"), f"{code:0{CODE_DIGITS}}")


def _number(public: str) -> int:
    digits = set(public) <= set("0123456789abcdef")
    if len(public) != 2 * PUBLIC_BYTES or not digits or not 1 < int(public, 16) < PRIME - 1:
        raise BadInput(f"public: {public[:16]!r}, expected {2 * PUBLIC_BYTES} hexadecimal digits")
    return int(public, 16)
