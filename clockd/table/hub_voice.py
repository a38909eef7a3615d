"""What a table says to its hub, in the reporter's hands: whole reports, signed by itself, and whose answers count.

{"enrol":{"do":...}}: a step of the enrolment; {"report":{"after":[seq,hash],"limit":N,"picture":true,"undelivered":{},
"boot":"...","above":N}}: a report that the table itself makes of its records and picture, signed, or {"signed":false};
{"verify":{"report","digest","mac"}}: whether an answer is the hub's. The reporter may lose or repeat all this; it can
make up nothing.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from clockd.errors import BadInput
from clockd.journal import GENESIS
from clockd.table.enrolment import Enrolment

LIMIT_MOST = 1000
BOOT_MOST = 64  # characters
KEYS = ("enrol", "report", "verify")

Json = dict[str, Any]


class HubVoice:
    """Answers the reporter's questions for one table."""

    def __init__(
        self,
        number: int,
        journal: str,
        enrolment: Enrolment,
        records: Callable[[int, int], Json],
        snapshot: Callable[[], Json],
    ) -> None:
        self._number, self._journal, self._enrolment = number, journal, enrolment
        self._records, self._snapshot = records, snapshot

    def answer(self, asked: Json) -> Json:
        """The answer to one of KEYS."""
        key = next(key for key in KEYS if key in asked)
        said = asked[key]
        if not isinstance(said, dict):
            raise BadInput(f"{key}: expected an object")
        if key == "enrol":
            return self._enrolment.answer(said)
        if key == "verify":
            return {"ok": self._enrolment.is_hubs(said)}
        return self._report(said)

    def _report(self, asked: Json) -> Json:
        if not self._enrolment.enrolled:
            return {"ok": True, "signed": False}
        body = json.dumps(self._body(asked)).encode()
        boot = str(asked.get("boot"))
        if len(boot) > BOOT_MOST or not boot.isascii():
            raise BadInput("boot: expected the hub's own word")
        seal = self._enrolment.seal(body, boot, _count(asked, "above"))
        assert seal is not None, "enrolled"
        return {"ok": True, "signed": True, "body": body.decode(), "headers": seal.headers}

    def _body(self, asked: Json) -> Json:
        """The report: only what stands in our own journal, after a record that is ours."""
        seq, its_hash = self._after(asked.get("after"))
        limit = min(_count(asked, "limit"), LIMIT_MOST)
        records = self._records(seq, limit)["records"] if limit else []
        undelivered = asked.get("undelivered")
        return {
            "table": self._number,
            "journal": self._journal,
            "after": [seq, its_hash],
            "records": records,
            "snapshot": self._snapshot() if asked.get("picture") is True else None,
            "undelivered": undelivered if isinstance(undelivered, Mapping) else {},
        }

    def _after(self, after: Any) -> tuple[int, str]:
        """Where the reporter says the hub has stopped; our own hash of that record, whatever it says."""
        if not isinstance(after, list) or not after:
            raise BadInput("after: expected [seq, hash]")
        seq = _count({"after": after[0]}, "after")
        if seq == 0:
            return 0, GENESIS
        own = self._records(seq - 1, 1)["records"]
        if not own:
            raise BadInput(f"after: {seq}, expected a record of this table")
        return seq, str(own[0]["hash"])


def _count(asked: Mapping[str, Any], key: str) -> int:
    value = asked.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadInput(f"{key}: {str(value)[:40]!r}, expected a whole number")
    return value
