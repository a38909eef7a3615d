"""A rulebook as values: everything that an event's regulations fix, with the article each comes from.

What a value does is decided elsewhere: in the game (clock, draws, lateness), in the tournament (system, tie-breaks,
playoff) and by the arbiter. Durations are nanoseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from clockd.game.pairing import BonusAt
from clockd.game.time_control import Rate
from clockd.tournament.event_rules import Entries, Format, tie_breaks_for
from clockd.tournament.event_rules import format_for as _format_for
from clockd.tournament.playoff_rules import Playoff

NotationRule = Literal["always", "laws"]
NoiseCost = Literal["game", "laws"]
TieForFirst = Literal["playoff", "tie-breaks"]
NOTATION_RULES: tuple[NotationRule, ...] = ("always", "laws")
NOISE_COSTS: tuple[NoiseCost, ...] = ("game", "laws")
TIES_FOR_FIRST: tuple[TieForFirst, ...] = ("playoff", "tie-breaks")


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Where, when and by whom: for people, nothing is decided by it."""

    edition: int | None = None
    host: str = ""
    partners: tuple[str, ...] = ()
    site: str = ""
    first_day: date | None = None
    last_day: date | None = None


@dataclass(frozen=True, slots=True)
class Swiss:
    """How a Swiss is paired: the edition of FIDE C.04, and the acceleration."""

    edition: int
    acceleration: str = "none"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Lateness that forfeits; by itself only where arrivals are registered at the table."""

    default_time_ns: int
    registration: bool


@dataclass(frozen=True, slots=True)
class Devices:
    """Telephones and other devices: whether allowed in the area, and what a noise costs."""

    allowed_in_area: bool
    noise_costs: NoiseCost


@dataclass(frozen=True, slots=True)
class IllegalMoves:
    """What the opponent gets for one, by rate of play, and which one loses (Laws 7.5.5, A.3).

    `stop_clocks`: at its press; else they go on until somebody pauses (design.md section 8).
    """

    losing_number: int
    added_ns: Mapping[Rate, int]
    stop_clocks: bool = False


@dataclass(frozen=True, slots=True)
class Arbiters:
    """Names and powers, for people."""

    chief: str = ""
    appeals: str = ""
    discretion: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """Tie-breaks in order, by which edition, and what decides a tie for first place."""

    tie_breaks: tuple[str, ...]
    edition: int
    tie_for_first: TieForFirst


@dataclass(frozen=True, slots=True)
class Prizes:
    """What there is to win."""

    champion: str = ""
    winner_title: str = ""
    medals: tuple[str, ...] = ()
    fund_min_eur: int | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One event's rules. `sources` maps a section of the file to the articles that it comes from."""

    name: str
    title: str
    source: str
    laws: int
    event: EventFacts
    entries: Entries
    formats: tuple[Format, ...]
    swiss: Swiss | None
    control: str
    bonus_at: BonusAt
    arrival: Arrival
    regulations: tuple[tuple[str, int], ...]
    notation: NotationRule
    devices: Devices
    illegal_moves: IllegalMoves
    arbiters: Arbiters
    standings: Standings
    playoff: Playoff | None
    prizes: Prizes
    sources: Mapping[str, str]

    def format_for(self, entries: int) -> Format:
        """System and rounds for a number of entries; BadInput where the rules have none for it."""
        return _format_for(self.formats, entries)

    def tie_breaks(self, rounds: int) -> tuple[str, ...]:
        """The tie-breaks in order for an event of so many rounds, "PS/C1.." written out."""
        return tie_breaks_for(self.standings.tie_breaks, rounds)
