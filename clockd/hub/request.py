"""What a table's reporter sends, read from JSON: every byte of it is hostile until read here.

POST /api/table/sync: {"table":3,"journal":"9f...","after":[seq,hash],"records":[{"seq":..,"hash":..,"body":..}],
"snapshot":{...}|null,"undelivered":{id: why}}. Records follow `after`, the last one that the sender knows the hub
to hold; `undelivered` (may be absent) are commands that the table did not even take.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from clockd.errors import BadInput
from clockd.hub.chain import Batch, Head
from clockd.hub.live import is_storable
from clockd.journal import Kept

BODY_MAX = 8 << 20  # 1,000 records of a long game's end are about 3 MB
RECORDS_MAX = 1000
TABLE_MAX = 9999
SEQ_MAX = 1 << 53
UNDELIVERED_MAX = 100
LONGEST_TEXT = 500

_JOURNAL = re.compile(r"[0-9a-f]{8,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_PUBLIC = re.compile(r"[0-9a-f]{512}")


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """One exchange as the table asks for it."""

    table: str
    batch: Batch
    snapshot: Any
    undelivered: Mapping[str, str]

    @property
    def holds(self) -> int | None:
        """The last record that the table has for certain; None where it only asks where the hub stopped."""
        records, said = self.batch.records, self.snapshot
        if not records and said is None:
            return None
        durable = said.get("durable_seq") if isinstance(said, Mapping) else None
        # Its picture may be older than its records: what it sends or follows on, it has.
        known = [self.batch.after.seq, *(record.seq for record in records[-1:])]
        return max(*known, durable) if type(durable) is int else max(known)


def sync_request(body: Any) -> SyncRequest:
    """The request in a JSON value; BadInput says which key is wrong."""
    if not isinstance(body, Mapping):
        raise BadInput("expected a JSON object")
    table = _whole(body, "table", 1, TABLE_MAX)
    journal = _matching(body.get("journal"), "journal", _JOURNAL)
    records = body.get("records")
    if not isinstance(records, list) or len(records) > RECORDS_MAX:
        _wrong("records", records, f"a list of at most {RECORDS_MAX} records")
    batch = Batch(journal, _head(body.get("after")), tuple(_record(each) for each in records))
    return SyncRequest(str(table), batch, body.get("snapshot"), _undelivered(body))


@dataclass(frozen=True, slots=True)
class EnrolRequest:
    """A step of an enrolment as the table's reporter asks for it; what its step does not need is empty."""

    do: str
    table: str = ""
    journal: str = ""
    commit: str = ""
    id: str = ""
    public: str = ""


def enrol_request(body: Any) -> EnrolRequest:
    """The step in a JSON value; BadInput says which key is wrong."""
    if not isinstance(body, Mapping):
        raise BadInput("expected a JSON object")
    do = body.get("do")
    if do == "begin":
        table = _whole(body, "table", 1, TABLE_MAX)
        journal = _matching(body.get("journal"), "journal", _JOURNAL)
        return EnrolRequest(do, str(table), journal, _matching(body.get("commit"), "commit", _HASH))
    if do not in ("meet", "poll"):
        _wrong("do", do, "begin, meet or poll")
    id = _matching(body.get("id"), "id", _JOURNAL)
    public = _matching(body.get("public"), "public", _PUBLIC) if do == "meet" else ""
    return EnrolRequest(do, id=id, public=public)


def _undelivered(body: Mapping[str, Any]) -> dict[str, str]:
    found = body.get("undelivered") or {}
    if not isinstance(found, Mapping) or len(found) > UNDELIVERED_MAX:
        _wrong("undelivered", found, "an object of command ids with reasons")
    if not all(is_storable(f"{key}{why}") for key, why in found.items()):
        _wrong("undelivered", found, "texts")
    return {str(key)[:LONGEST_TEXT]: str(why)[:LONGEST_TEXT] for key, why in found.items()}


def _head(value: Any) -> Head:
    if not isinstance(value, list) or len(value) != 2:
        _wrong("after", value, "[seq, hash]")
    seq = _whole({"after": value[0]}, "after", 0, SEQ_MAX)
    return Head(seq, _matching(value[1], "after", _HASH))


def _record(value: Any) -> Kept:
    if not isinstance(value, Mapping):
        _wrong("records", value, "objects with seq, hash and body")
    body = value.get("body")
    if not isinstance(body, str) or not is_storable(body):
        _wrong("body", body, "a text")
    seq = _whole(value, "seq", 1, SEQ_MAX)
    return Kept(seq, _matching(value.get("hash"), "hash", _HASH), body)


def _whole(body: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _wrong(key, value, f"a whole number from {low} to {high}")
    return value


def _matching(value: Any, key: str, form: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        _wrong(key, value, "hexadecimal digits")
    return value


def _wrong(key: str, value: Any, expected: str) -> NoReturn:
    raise BadInput(f"{key}: {repr(value)[:40]}, expected {expected}")
