"""A hub's part in the enrolment of tables: agreements that wait for their code, and the keys that came of them.

The keys stand in a file of the event's folder that only its owner may read. An arbiter types the code that a table
shows; whoever else claims that table's number agreed on another secret, so the code fits one machine only. Wrong codes
end what waits, so nobody guesses for long. Time is steady seconds, handed in.
"""

import os
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clockd import signing
from clockd.errors import BadInput, NotAllowed
from clockd.key_agreement import RANDOM_BYTES, Agreement, Offer, agree, commitment_to, offer_from
from clockd.private_file import PrivateFile

FILE_NAME = "table_keys.json"
WAITS_S = 3600.0  # a machine that asks is forgotten after an hour
WAITING_MOST = 4  # machines that ask for one table's number
TABLES_MOST = 1000
# A stranger in between would need a hundred million agreements to meet a code by chance: at this pace it takes him
# twenty years for one table, and the arithmetic of all of them costs this machine a tenth of its time.
BEGINS_OF_TABLE, BEGINS_OF_ALL, BEGINS_S = 10, 300, 60.0
WRONG_MOST = 5  # codes typed for a table before all that wait for it begin anew

Json = dict[str, Any]


def about(table: str, journal: str) -> str:
    """What an agreement is about, as both sides name it."""
    return f"table {table} journal {journal}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A machine that asks to be this table."""

    id: str
    table: str
    journal: str
    commitment: str
    offer: Offer
    since_s: float
    agreed: Agreement | None = None
    confirmed: bool = False


class Enrolments:
    """The keys of one hub, and who asks for one; safe from any thread."""

    def __init__(self, folder: Path, now_s: Callable[[], float]) -> None:
        self._file = PrivateFile(folder / FILE_NAME, "the tables' keys")
        self._now_s = now_s
        self._lock = threading.RLock()
        self._secrets = _secrets_in(self._file)  # by table
        self._waiting: dict[str, Waiting] = {}
        self._wrong: dict[str, int] = {}
        self._begun: deque[tuple[float, str]] = deque()

    def secret_named(self, key: str) -> tuple[str, bytes] | None:
        """The table that holds the key of this name, and the key."""
        with self._lock:
            for table, secret in self._secrets.items():
                if signing.key_name(secret) == key:
                    return table, secret
        return None

    def is_enrolled(self, table: str) -> bool:
        with self._lock:
            return table in self._secrets

    def asking(self) -> list[Json]:
        """Who waits for a code to be typed, for the arbiters' page."""
        with self._lock:
            self._forget_old()
            open_ = [each for each in self._waiting.values() if each.agreed and not each.confirmed]
            now_s = self._now_s()
            return [
                {
                    "table": each.table,
                    "journal": each.journal[:8],
                    "age_s": int(now_s - each.since_s),
                }
                for each in open_
            ]

    # -- from the tables --------------------------------------------------------------------------

    def begin(self, table: str, journal: str, commitment: str) -> Json:
        """A table has committed itself: our own value, and the number of this agreement."""
        with self._lock:
            self._forget_old()
            self._count_begin(table)
        offer = offer_from(os.urandom(RANDOM_BYTES))
        with self._lock:
            waiting = [each.id for each in self._waiting.values() if each.table == table]
            for oldest in waiting[: max(0, len(waiting) - WAITING_MOST + 1)]:
                del self._waiting[oldest]
            if len(self._waiting) >= TABLES_MOST:
                raise NotAllowed("too many tables ask at once")
            id = os.urandom(8).hex()
            self._waiting[id] = Waiting(id, table, journal, commitment, offer, self._now_s())
        return {"id": id, "hub": offer.public}

    def meet(self, id: str, public: str) -> Json:
        """The table shows what it committed to: now both know the code."""
        with self._lock:
            waiting = self._known(id)
            if waiting.agreed is not None:
                raise NotAllowed("this agreement stands already")
            own, of = waiting.offer, about(waiting.table, waiting.journal)
            agreed = agree(own, public, tables=public, hubs=own.public, about=of)
            if commitment_to(public) != waiting.commitment:
                del self._waiting[id]
                raise BadInput("public: another value than the one committed to")
            self._waiting[id] = replace(waiting, agreed=agreed)
        return {"state": "asked"}

    def poll(self, id: str) -> Json:
        """Whether the code has been typed; then the proof that this hub shares the secret."""
        with self._lock:
            waiting = self._known(id)
            if waiting.agreed is None or not waiting.confirmed:
                return {"state": "asked"}
            of = about(waiting.table, waiting.journal)
            return {"state": "enrolled", "proof": signing.proof(waiting.agreed.secret, of)}

    def _count_begin(self, table: str) -> None:
        now_s = self._now_s()
        while self._begun and self._begun[0][0] <= now_s - BEGINS_S:
            self._begun.popleft()
        of_table = sum(each == table for _, each in self._begun)
        if of_table >= BEGINS_OF_TABLE or len(self._begun) >= BEGINS_OF_ALL:
            raise NotAllowed("too many enrolments begin: wait a minute")
        self._begun.append((now_s, table))

    def _known(self, id: str) -> Waiting:
        self._forget_old()
        if id not in self._waiting:
            raise NotAllowed("no such enrolment: begin anew")
        return self._waiting[id]

    def _forget_old(self) -> None:
        now_s = self._now_s()
        self._waiting = {
            id: each for id, each in self._waiting.items() if now_s - each.since_s < WAITS_S
        }

    # -- from the arbiter -------------------------------------------------------------------------

    def confirm(self, table: str, code: str) -> None:
        """The code that the table shows was typed: its machine is this table from now on."""
        typed = "".join(char for char in code if char in "0123456789")
        with self._lock:
            self._forget_old()
            asking = [each for each in self._waiting.values() if each.table == table]
            asking = [each for each in asking if each.agreed and not each.confirmed]
            if not asking:
                raise NotAllowed(f"table {table} does not ask to be enrolled")
            found = [each for each in asking if each.agreed and each.agreed.code == typed]
            if not found:
                self._count_wrong(table)
                raise NotAllowed(f"that is not the code that table {table} shows")
            self._keep(found[0])

    def _keep(self, waiting: Waiting) -> None:
        assert waiting.agreed is not None, "only those were asked for"
        with self._file.changing() as content:
            content[waiting.table] = waiting.agreed.secret.hex()
        self._secrets[waiting.table] = waiting.agreed.secret
        self._waiting[waiting.id] = replace(waiting, confirmed=True)
        self._wrong.pop(waiting.table, None)

    def _count_wrong(self, table: str) -> None:
        self._wrong[table] = self._wrong.get(table, 0) + 1
        if self._wrong[table] >= WRONG_MOST:
            del self._wrong[table]
            self._waiting = {
                id: each
                for id, each in self._waiting.items()
                if each.table != table or each.confirmed
            }

    def end(self, table: str) -> None:
        """Take a table's key away: its machine is a stranger from now on."""
        with self._lock:
            if table not in self._secrets:
                raise NotAllowed(f"table {table} is not enrolled")
            with self._file.changing() as content:
                content.pop(table, None)
            del self._secrets[table]


def _secrets_in(file: PrivateFile) -> dict[str, bytes]:
    try:
        found = {table: bytes.fromhex(secret) for table, secret in file.read().items()}
    except (TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise file.another_form() from None
    if not all(len(secret) == signing.SECRET_BYTES for secret in found.values()):
        raise file.another_form()
    return found
