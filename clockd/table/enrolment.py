"""A table's part in its enrolment at a hub, and the signatures of its reports.

The secret stays in this process and in a file of the state folder that only its owner may read; the reporter, who
carries everything, is told signatures. The code is shown on the table's own displays until an arbiter has typed it at
the hub. Only what the table itself wrote is signed: its records from their own journal and its own picture.
"""

import hmac
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clockd import signing
from clockd.errors import BadInput, NotAllowed
from clockd.key_agreement import RANDOM_BYTES, Agreement, Offer, agree, offer_from
from clockd.private_file import PrivateFile

FILE_NAME = "hub_key.json"
YEARS_AHEAD_NS = (
    10 * 366 * 24 * 3600 * 10**9
)  # no hub has counted further than this, whoever says so
BEGIN_GAP_NS = 1_000_000_000  # a reporter that is not ours could else try for a code that suits it

Json = dict[str, Any]
Random = Callable[[int], bytes]


def about(number: int, journal: str) -> str:
    """What an agreement is about, as both sides name it."""
    return f"table {number} journal {journal}"


class Enrolment:
    """One table's key, or the agreement under way. `about` is table and journal, as both sides name them."""

    def __init__(
        self, folder: Path, about: str, unix_ns: Callable[[], int], random: Random = os.urandom
    ) -> None:
        self._file = PrivateFile(folder / FILE_NAME, "this table's key")
        self._about, self._unix_ns, self._random = about, unix_ns, random
        self._lock = threading.Lock()
        self._secret = _secret_in(self._file)
        self._offer: Offer | None = None
        self._agreed: Agreement | None = None
        self._count = 0
        self._begun_ns: int | None = None

    @property
    def enrolled(self) -> bool:
        return self._secret is not None

    def shown(self) -> Json:
        """For the snapshot: the code while one is to be typed."""
        agreed = self._agreed
        state = "asked" if agreed else "enrolled" if self.enrolled else "none"
        return {"state": state, "code": agreed.code if agreed else None}

    def answer(self, asked: Json) -> Json:
        """The reporter's question about an enrolment: begin, meet, finish or drop."""
        steps = {"begin": self._begin, "meet": self._meet, "finish": self._finish}
        step = steps.get(str(asked.get("do")))
        if step is None:
            raise BadInput(f"enrol: {str(asked.get('do'))[:40]!r}, expected {', '.join(steps)}")
        with self._lock:
            return {"ok": True, **step(asked)}

    def _begin(self, asked: Json) -> Json:
        now_ns = self._unix_ns()
        if self._begun_ns is not None and abs(now_ns - self._begun_ns) < BEGIN_GAP_NS:
            raise NotAllowed("an enrolment has just begun")
        self._begun_ns = now_ns
        self._agreed, self._offer = None, offer_from(self._random(RANDOM_BYTES))
        return {"commit": self._offer.commitment}

    def _meet(self, asked: Json) -> Json:
        """The hub has answered: show the code. A second answer to one commitment would be a second guess."""
        if self._offer is None or self._agreed is not None:
            raise NotAllowed("no enrolment has begun")
        hubs, own = str(asked.get("hub")), self._offer
        self._agreed = agree(own, hubs, tables=own.public, hubs=hubs, about=self._about)
        return {"public": own.public}

    def _finish(self, asked: Json) -> Json:
        """The hub has taken the code: keep the secret, if it is the hub that shares it."""
        if self._agreed is None:
            raise NotAllowed("no code is shown")
        wanted = signing.proof(self._agreed.secret, self._about)
        if not hmac.compare_digest(
            wanted.encode(), str(asked.get("proof")).encode("utf-8", "replace")
        ):
            raise NotAllowed("the proof does not fit: that hub has not agreed with this table")
        secret = self._agreed.secret
        with self._file.changing() as content:
            content["secret"] = secret.hex()
        self._secret, self._agreed, self._offer = secret, None, None
        return {}

    def seal(self, body: bytes, boot: str, above: int) -> signing.Seal | None:
        """The signature of a report, counted beyond all before it and beyond `above`; None while not enrolled."""
        with self._lock:
            if self._secret is None:
                return None
            self._count = max(self._count + 1, above + 1, self._unix_ns())
            return signing.seal(self._secret, boot, self._count, body)

    def is_hubs(self, asked: Json) -> bool:
        """Whether an answer of this digest to our report is the hub's own."""
        if self._secret is None:
            return False
        report, found = str(asked.get("report")), str(asked.get("mac"))
        wanted = signing.answer_mac_of_digest(self._secret, report, str(asked.get("digest")))
        return hmac.compare_digest(wanted.encode(), found.encode("utf-8", "replace"))


def _secret_in(file: PrivateFile) -> bytes | None:
    found = file.read().get("secret")
    if found is None:
        return None
    try:
        secret = bytes.fromhex(found)
    except (TypeError, ValueError):
        secret = b""
    if len(secret) != signing.SECRET_BYTES:
        raise file.another_form()
    return secret
