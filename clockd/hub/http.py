"""The doors through which tables come in, from the bytes of a request to the bytes of its answer.

POST /api/table/sync: one exchange. An enrolled table signs it, and it counts once: under the key of its number, for
this start of the hub (`boot`), with a count beyond the last. A number with a key is nobody else's; where enrolment is
required a number without one is nobody's. 200 with the answer, signed like the report; 400 for a request that is none;
401 for one that is not signed as it must be (`enrol`: the table should enrol; `boot`, `above`: sign anew); 409 for a
fork or a number that another table holds; 503 when the disk does not take it, which a reporter answers by trying again.
POST /api/table/enrol: a step of an enrolment.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Mapping
from concurrent.futures import TimeoutError as NotInTime
from dataclasses import dataclass, field
from typing import Any

from clockd import signing
from clockd.errors import BadInput, ClockdError, NotAllowed
from clockd.hub.chain import Fork
from clockd.hub.hub import Hub
from clockd.hub.request import enrol_request
from clockd.hub.tables import NumberHeld

SYNC_PATH, ENROL_PATH = "/api/table/sync", "/api/table/enrol"
ENROL_BODY_MAX = 8 * 1024
JSON_DEEPEST = "nested too deep"
COUNT_DIGITS = 20

Json = dict[str, Any]


class NotSigned(ClockdError):
    """A report that is not signed as it must be; `more` tells the reporter what to do, `secret` vouches for it."""

    def __init__(self, why: str, secret: bytes | None = None, **more: Any) -> None:
        super().__init__(why)
        self.secret, self.more = secret, more


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back over HTTP."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


class TableDoor:
    """What tables dial. `required`: only enrolled tables are heard."""

    def __init__(self, hub: Hub, *, required: bool = False) -> None:
        self._hub, self._required = hub, required
        self._boot = os.urandom(16).hex()
        self._counts: dict[str, int] = {}  # the last of each key since our start
        self._lock = threading.Lock()

    def sync(self, data: bytes, headers: Mapping[str, str]) -> Answer:
        """One exchange with one table."""
        try:
            signed = self._signer(data, headers)
        except NotSigned as error:
            return _answer(401, {"error": str(error), **error.more}, error.secret, headers)
        status, said = self._exchange(data, signed[0] if signed else None)
        return _answer(status, said, signed[1] if signed else None, headers)

    def enrol(self, data: bytes) -> Answer:
        """One step of an enrolment."""
        enrolments = self._hub.enrolments
        try:
            asked = enrol_request(_json(data))
            if asked.do == "begin":
                return _answer(200, enrolments.begin(asked.table, asked.journal, asked.commit))
            if asked.do == "meet":
                return _answer(200, enrolments.meet(asked.id, asked.public))
            return _answer(200, enrolments.poll(asked.id))
        except BadInput as error:
            return _answer(400, {"error": str(error)})
        except NotAllowed as error:
            return _answer(409, {"error": str(error)})

    def _exchange(self, data: bytes, table: str | None) -> tuple[int, Json]:
        body: Any = None
        try:
            body = _json(data)
            self._check_number(body, table)
            return 200, self._hub.sync(body)
        except NotSigned as error:
            return 401, {"error": str(error), **error.more}
        except BadInput as error:
            return 400, {"error": str(error)}
        except (Fork, NumberHeld) as error:
            return 409, self._hub.refusal(body, error)
        except (sqlite3.Error, OSError, NotInTime) as error:
            return 503, {"error": f"the hub's disk does not follow: {error}"}

    def _signer(self, data: bytes, headers: Mapping[str, str]) -> tuple[str, bytes] | None:
        """The table whose report this is, with its key; None when it is not signed at all."""
        if signing.KEY_HEADER not in headers:
            return None
        seal = _seal_in(headers)
        found = self._hub.enrolments.secret_named(seal.key)
        if found is None:
            raise NotSigned("this hub does not know the table's key", enrol=True)
        if seal.boot != self._boot:
            raise NotSigned("signed for another start of the hub", boot=self._boot)
        if not signing.fits(found[1], seal, data):
            raise NotSigned("the signature does not fit")
        with self._lock:
            last = self._counts.get(seal.key, 0)
            if seal.count <= last:
                raise NotSigned("a report that was heard before", found[1], above=last)
            self._counts[seal.key] = seal.count
        return found

    def _check_number(self, body: Any, signer: str | None) -> None:
        """A signed report is of its own table; an unsigned one of a number that is nobody's, where that is allowed."""
        table = str(body.get("table")) if isinstance(body, Mapping) else ""
        if signer is not None:
            if table != signer:
                raise BadInput(f"table: {table[:8]!r}, expected {signer}, whose key this is")
        elif self._hub.enrolments.is_enrolled(table):
            raise NotSigned(f"table {table} is enrolled, expected its signature", enrol=True)
        elif self._required:
            raise NotSigned(f"table {table[:8]} is not enrolled at this hub", enrol=True)


def _seal_in(headers: Mapping[str, str]) -> signing.Seal:
    count = headers.get(signing.COUNT_HEADER, "")
    if not count.isascii() or not count.isdigit() or len(count) > COUNT_DIGITS:
        raise NotSigned("no count, expected a whole number")
    texts = (headers.get(name, "") for name in (signing.KEY_HEADER, signing.BOOT_HEADER))
    key, boot = texts
    return signing.Seal(key, boot, int(count), headers.get(signing.MAC_HEADER, ""))


def _answer(
    status: int,
    said: Mapping[str, Any],
    secret: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """The answer, signed where the report was."""
    body = json.dumps(said).encode()
    if secret is None or headers is None:
        return Answer(status, body)
    mac = signing.answer_mac(secret, headers[signing.MAC_HEADER], body)
    return Answer(status, body, {signing.MAC_HEADER: mac})


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:
        raise BadInput(JSON_DEEPEST) from None
    except ValueError as error:
        raise BadInput(f"{error}, expected JSON") from None
