"""The tables as a hub sees them: who speaks for which number, what each copy says, when each was last heard.

A number is held by one journal. Another one that claims it is refused while the holder lives (it was heard lately, or
has a game under way), and takes it once the holder has gone or the arbiter has released it. Knows no thread and no
clock: instants are handed in. Source: design.md section 2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clockd.errors import ClockdError
from clockd.hub.alerts import Watch
from clockd.hub.ledger import Ledger
from clockd.hub.live import Seen, believed
from clockd.units import milliseconds, seconds

LIVE_NS = milliseconds(1500)  # a table speaks at least each half second: three of them missed
GONE_NS = seconds(10)  # twice the reporter's longest back-off: whoever lives has been heard by then


class NumberHeld(ClockdError):
    """A second machine claims a table's number: refused, and shown to the arbiter."""


@dataclass(frozen=True, slots=True)
class Claimant:
    """A journal that was refused a number."""

    journal: str
    why: str


class Tables:
    """Everything about tables that is not in the event's journal."""

    def __init__(self, started_ns: int) -> None:
        self._started_ns = started_ns
        self._ledgers: dict[str, Ledger] = {}
        self._heard_ns: dict[str, int] = {}
        self._seen: dict[str, Seen] = {}
        self._claimants: dict[str, Claimant] = {}
        self._forks: dict[str, str] = {}
        self._holds: dict[str, tuple[int, int]] = {}
        self._undelivered: dict[str, Mapping[str, str]] = {}

    def ledger(self, journal: str, table: str) -> Ledger:
        """The ledger of a journal, begun when there is none."""
        return self._ledgers.setdefault(journal, Ledger(journal, table))

    def known(self, journal: str) -> Ledger | None:
        return self._ledgers.get(journal)

    def ledgers(self) -> list[Ledger]:
        return list(self._ledgers.values())

    # -- numbers ----------------------------------------------------------------------------------

    def check_claim(self, table: str, journal: str, holder: str, now_ns: int) -> None:
        """Whether this journal may speak for the table; NumberHeld while another that lives does."""
        if holder in ("", journal) or not self._lives(holder, now_ns):
            self._claimants.pop(table, None)
            return
        why = (
            f"table {table} is held by journal {holder[:8]}, expected a number of its own "
            f"for journal {journal[:8]} (or the arbiter's release table={table})"
        )
        self._claimants[table] = Claimant(journal, why)
        raise NumberHeld(why)

    def claimant(self, table: str) -> str:
        """The journal that waits for this number, or ""."""
        waiting = self._claimants.pop(table, None)
        return waiting.journal if waiting else ""

    def _lives(self, journal: str, now_ns: int) -> bool:
        ledger = self._ledgers.get(journal)
        if ledger is not None and ledger.playing:
            return True
        return now_ns - self._heard_ns.get(journal, self._started_ns) < GONE_NS

    # -- hearing ----------------------------------------------------------------------------------

    def hear(
        self,
        journal: str,
        said: Any,
        undelivered: Mapping[str, str],
        now_ns: int,
        holds: int | None = None,
    ) -> None:
        """A table was heard; its snapshot, if it sent one, is the latest now. `holds` is its last record."""
        self._heard_ns[journal] = now_ns
        ledger = self._ledgers.get(journal)
        if holds is not None and ledger is not None:
            self._holds[journal] = (holds, ledger.seq)
        self._undelivered[journal] = undelivered
        self._forks.pop(journal, None)
        seen = believed(said, now_ns)
        if seen is not None:
            self._seen[journal] = seen

    def forked(self, journal: str, why: str, now_ns: int) -> None:
        """A table's history contradicts its copy."""
        self._heard_ns[journal] = now_ns
        self._forks[journal] = why

    def seen(self, journal: str) -> Seen | None:
        """The latest snapshot of this journal's table."""
        return self._seen.get(journal)

    # -- watching ---------------------------------------------------------------------------------

    def watches(self, holders: Mapping[str, str], now_ns: int) -> dict[str, Watch]:
        """Each table with a number, as it is known now."""
        return {table: self._watch(table, journal, now_ns) for table, journal in holders.items()}

    def _watch(self, table: str, journal: str, now_ns: int) -> Watch:
        # A hub that has just begun gives every table the time to be heard.
        live = now_ns - self._heard_ns.get(journal, self._started_ns) < LIVE_NS
        claimant = self._claimants.get(table)
        return Watch(
            table,
            "live" if live else "silent",
            self._ledgers.get(journal),
            self._seen.get(journal),
            claimant.why if claimant else None,
            self._forks.get(journal),
            self._undelivered.get(journal, {}),
            self._holds.get(journal, (0, 0)),
        )
