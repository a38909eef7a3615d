"""What a hub is told beside the tournament's own inputs, and the facts of it: rules, seats, numbers, orders.

They stand in the same journal as the tournament's facts, in one order, so one file tells the whole event. `table` is
a table's number as text, `journal` the random id that came with a table's journal file: until tables enrol with a
secret, that id is what a table is known by.
"""

from dataclasses import dataclass

from clockd.game.pairing import Pairing
from clockd.hub.actions import ActionRecorded, RecordAction


@dataclass(frozen=True, slots=True)
class TakeRules:
    """What the rulebook says of every game of the event, resolved once: a template of a round's game, then of each
    stage's. `source` is a digest of the files that the event was opened from."""

    at_ns: int
    source: str
    templates: tuple[Pairing, ...]
    initial_colour: str = ""
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class RulesTaken:
    at_ns: int
    source: str
    templates: tuple[Pairing, ...]
    initial_colour: str = ""
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class ClaimNumber:
    """A table's journal speaks for a table number; the shell asks only where nobody living holds it."""

    at_ns: int
    table: str
    journal: str


@dataclass(frozen=True, slots=True)
class NumberTaken:
    """`instead_of` is the journal that spoke for this table before."""

    at_ns: int
    table: str
    journal: str
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseNumber:
    """The arbiter lets another journal have the number: `journal` where one waits, else the next that asks."""

    at_ns: int
    table: str
    journal: str
    author: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NumberReleased:
    at_ns: int
    table: str
    was: str
    author: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeatTable:
    """The arbiter's mapping: this table plays that board from now on. Said again, the game is handed down again."""

    at_ns: int
    table: str
    board: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class TableSeated:
    at_ns: int
    table: str
    board: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """A command for tables, from the arbiter. `expires_unix_s` 0: it never is too late."""

    at_ns: int
    id: str
    tables: tuple[str, ...]
    name: str
    arguments: tuple[tuple[str, str], ...]
    author: str
    reason: str = ""
    expires_unix_s: int = 0


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """A command for one table: sent until that table's journal answers its id, or it is too late."""

    at_ns: int
    id: str
    table: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    author: str
    reason: str = ""
    expires_unix_s: int = 0


@dataclass(frozen=True, slots=True)
class AcknowledgeAlert:
    """The arbiter has seen an alert of the hub's own."""

    at_ns: int
    alert: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class AlertSeen:
    at_ns: int
    alert: str
    author: str = ""


HubInput = TakeRules | ClaimNumber | ReleaseNumber | SeatTable | GiveOrder | AcknowledgeAlert
HubFact = RulesTaken | NumberTaken | NumberReleased | TableSeated | OrderGiven | AlertSeen
HUB_INPUTS: tuple[type, ...] = (*HubInput.__args__, RecordAction)
HUB_FACTS: tuple[type, ...] = (*HubFact.__args__, ActionRecorded)
