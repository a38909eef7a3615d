"""Signatures between a table and its hub: HMAC-SHA256 under the secret that only these two processes hold.

A report names the hub's start that it is for (`boot`, random) and a count that only grows, so that it counts once and
at no other time; the hub's answer is signed over the report's own signature, so that it answers that report alone. An
enrolment is confirmed by a proof. Pure; texts are hexadecimal digits. Source: design.md section 2.
"""

import hashlib
import hmac
from dataclasses import dataclass

KEY_HEADER, BOOT_HEADER = "clockd-key", "clockd-boot"
COUNT_HEADER, MAC_HEADER = "clockd-count", "clockd-mac"
SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seal:
    """What travels beside a report."""

    key: str
    boot: str
    count: int
    mac: str

    @property
    def headers(self) -> dict[str, str]:
        return {
            KEY_HEADER: self.key,
            BOOT_HEADER: self.boot,
            COUNT_HEADER: str(self.count),
            MAC_HEADER: self.mac,
        }


def key_name(secret: bytes) -> str:
    """What a secret is called, without telling anything of it."""
    return hmac.digest(secret, b"clockd key name", "sha256").hex()[:16]


def seal(secret: bytes, boot: str, count: int, body: bytes) -> Seal:
    """A table's signature of a report."""
    return Seal(key_name(secret), boot, count, _report_mac(secret, boot, count, body))


def fits(secret: bytes, found: Seal, body: bytes) -> bool:
    """Whether this report was signed with this secret."""
    wanted = _report_mac(secret, found.boot, found.count, body)
    return hmac.compare_digest(wanted.encode(), found.mac.encode("utf-8", "replace"))


def answer_mac(secret: bytes, report_mac: str, answer: bytes) -> str:
    """The hub's signature of its answer to the report of that signature."""
    return answer_mac_of_digest(secret, report_mac, digest(answer))


def answer_mac_of_digest(secret: bytes, report_mac: str, answer_digest: str) -> str:
    """The same, from the answer's digest: the table checks what it need not be shown."""
    return _mac(secret, "answer", report_mac, answer_digest)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def proof(secret: bytes, about: str) -> str:
    """What a hub says to a table that has been enrolled: only who agreed with it on the secret can."""
    return _mac(secret, "enrolled", about)


def _report_mac(secret: bytes, boot: str, count: int, body: bytes) -> str:
    return _mac(secret, "report", boot, str(count), digest(body))


def _mac(secret: bytes, *parts: str) -> str:
    text = "\n".join(("clockd", *parts))
    return hmac.digest(secret, text.encode("utf-8", "replace"), "sha256").hex()
