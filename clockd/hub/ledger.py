"""What the hub reads out of a table's records: the game on it, how it ended, the commands it answered.

A fold over the copy, taken in order and once; a fact that the hub has no use for is not even decoded, so a restart
folds a whole event in seconds. Records that cannot be read are kept all the same and told as a problem: the copy is
the table's word, not the hub's. Sources: design.md section 2; interfaces.md section 6.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from clockd.errors import ClockdError
from clockd.game.facts import (
    CommandAccepted,
    CommandRefused,
    GameEnded,
    GamePaired,
    ResultSetAside,
)
from clockd.game.pairing import Pairing
from clockd.game.record import FACTS
from clockd.journal import Kept

_READ = {
    each.__name__
    for each in (GamePaired, GameEnded, ResultSetAside, CommandAccepted, CommandRefused)
}
ESCAPED_SURROGATE = "\\ud"  # most often half of a sign beyond 16 bits, whose other half follows
# What a record of another form can do to us: everything here is another machine's text.
_UNREADABLE = (ClockdError, ValueError, TypeError, KeyError, AttributeError)


@dataclass(frozen=True, slots=True)
class Ending:
    """A game ended at a table, by a record of its journal."""

    pairing: Pairing
    game_id: str
    result: str
    forfeit: bool
    termination: str
    seq: int


class Ledger:
    """One journal as far as the hub has read it."""

    def __init__(self, journal: str, table: str) -> None:
        self.journal, self.table = journal, table
        self.seq = 0
        self.pairing: Pairing | None = None
        self.game_id = ""
        self.result = "*"
        self.set_aside = 0  # the record that took the last ending back; 0 once another has come
        self.answers: dict[str, str] = {}  # command id: "" when carried out, else why not
        self.problem: str | None = None
        self.stranger: str | None = None  # a game that ended there and is none of this event's

    @property
    def playing(self) -> bool:
        """A game is loaded and has no result yet."""
        return self.pairing is not None and self.result == "*"

    def fold(self, records: Iterable[Kept]) -> list[Ending]:
        """Take in the records that are new; the games that ended in them, in order."""
        endings: list[Ending] = []
        for record in records:
            if record.seq <= self.seq:
                continue
            assert record.seq == self.seq + 1, f"{self.journal}: {record.seq} after {self.seq}"
            self.seq = record.seq
            try:
                endings += self._read(record)
            except _UNREADABLE as error:
                self.problem = f"record {record.seq} of table {self.table} cannot be read: {error}"
        return endings

    def _read(self, record: Kept) -> list[Ending]:
        endings = []
        for written in _contents(record.body)["facts"]:
            if written["type"] not in _READ:
                continue
            fact = FACTS.decode(written)
            _FOLD[type(fact)](self, fact)
            if isinstance(fact, GameEnded) and self.pairing is not None:
                endings.append(
                    Ending(
                        self.pairing,
                        self.game_id,
                        fact.result,
                        fact.forfeit,
                        fact.termination,
                        record.seq,
                    )
                )
        return endings

    def _paired(self, fact: GamePaired) -> None:
        self.pairing, self.game_id = fact.pairing, fact.game_id
        self.result, self.set_aside = "*", 0

    def _ended(self, fact: GameEnded) -> None:
        self.result, self.set_aside = fact.result, 0

    def _taken_back(self, fact: ResultSetAside) -> None:
        self.result, self.set_aside = "*", self.seq

    def _answered(self, fact: CommandAccepted | CommandRefused) -> None:
        self.answers[fact.id] = fact.why if isinstance(fact, CommandRefused) else ""


def _contents(body: str) -> Any:
    """The record's JSON; ValueError for a text in it that no journal of ours could take."""
    contents = json.loads(body)
    if ESCAPED_SURROGATE in body.lower():
        json.dumps(contents, ensure_ascii=False).encode()
    return contents


_FOLD: dict[type, Callable[[Ledger, Any], None]] = {
    GamePaired: Ledger._paired,
    GameEnded: Ledger._ended,
    ResultSetAside: Ledger._taken_back,
    CommandAccepted: Ledger._answered,
    CommandRefused: Ledger._answered,
}
