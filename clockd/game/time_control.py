"""Time controls: what they say, in numbers, in one canonical text, and in words.

A control is a list of periods for each side; a period has a base time, a number of moves (None for the rest of
the game), a kind and an amount. Reading the many ways people write them is `control_text.py`. Times are
nanoseconds. Sources: interfaces.md section 1; FIDE Laws art. 6.3, A.1, B.1 (rates of play).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from clockd.ports import Side
from clockd.units import MINUTE_NS, SECOND_NS, minutes

Rate = Literal["standard", "rapid", "blitz"]


class Kind(StrEnum):
    """What a move adds or waits for; the value is the canonical sign between base and amount."""

    SUDDEN_DEATH = ""
    FISCHER = "+"
    DELAY = "d"
    BRONSTEIN = "b"
    HOURGLASS = "*"


@dataclass(frozen=True, slots=True)
class Period:
    """One stage of a time control: `moves` in `base_ns`, each with `amount_ns` of its kind."""

    base_ns: int
    moves: int | None = None
    kind: Kind = Kind.SUDDEN_DEATH
    amount_ns: int = 0

    @property
    def ahead_ns(self) -> int:
        """What the next move gets beforehand: on the clock when the move begins."""
        return self.amount_ns if self.kind in (Kind.FISCHER, Kind.BRONSTEIN) else 0

    @property
    def delay_ns(self) -> int:
        """The part of a move that costs nothing in the end, if any."""
        return self.amount_ns if self.kind in (Kind.DELAY, Kind.BRONSTEIN) else 0

    def text(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        base = self.base_ns // SECOND_NS
        if self.kind is Kind.HOURGLASS:
            return f"*{base}"
        amount = f"{self.kind.value}{self.amount_ns // SECOND_NS}" if self.amount_ns else ""
        return f"{moves}{base}{amount}"


Periods = tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The whole agreement, one list of periods a side (they differ in an Armageddon)."""

    white: Periods
    black: Periods

    def of(self, side: Side) -> Periods:
        return self.white if side is Side.WHITE else self.black

    def canonical(self) -> str:
        """The one text that clockd writes for this control: "40/5400+30:1800+30", "W300-B240"."""
        white, black = _periods_text(self.white), _periods_text(self.black)
        return white if self.white == self.black else f"W{white}-B{black}"

    def words(self) -> str:
        """The control as a sentence for people."""
        if self.white == self.black:
            return _periods_words(self.white)
        return f"White {_periods_words(self.white)}; Black {_periods_words(self.black)}"

    def rate(self) -> Rate:
        """Standard, rapid or blitz by the time for 60 moves (Laws A.1, B.1); the longer side decides."""
        total_ns = max(_time_for_sixty_moves_ns(self.white), _time_for_sixty_moves_ns(self.black))
        if total_ns >= minutes(60):
            return "standard"
        return "rapid" if total_ns > minutes(10) else "blitz"


def _periods_text(periods: Periods) -> str:
    return ":".join(period.text() for period in periods)


def _time_for_sixty_moves_ns(periods: Periods) -> int:
    base_ns = sum(period.base_ns for period in periods)
    added_ns, left = 0, 60
    for period in periods:
        count = left if period.moves is None else min(left, period.moves)
        added_ns += count * period.amount_ns
        left -= count
    return base_ns + added_ns


def _duration_words(duration_ns: int) -> str:
    whole = duration_ns // SECOND_NS
    if whole < 60 or whole % 60:
        return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"
    return f"{duration_ns // MINUTE_NS} min"


_AMOUNT_WORDS = {
    Kind.FISCHER: "{} added each move",
    Kind.DELAY: "{} delay each move",
    Kind.BRONSTEIN: "{} delay each move (Bronstein)",
}


def _amount_words(period: Period) -> str:
    if period.kind is Kind.HOURGLASS:
        return "hourglass: time used goes to the opponent"
    if not period.amount_ns:
        return "nothing added"
    return _AMOUNT_WORDS[period.kind].format(_duration_words(period.amount_ns))


def _base_words(period: Period, last: bool, only: bool) -> str:
    base = _duration_words(period.base_ns)
    if period.moves is not None:
        return f"{base} for {period.moves} moves"
    return f"{base} for all moves" if only else f"{base} for the rest" if last else base


def _periods_words(periods: Periods) -> str:
    bases = [
        _base_words(period, number == len(periods), len(periods) == 1)
        for number, period in enumerate(periods, start=1)
    ]
    if len({(period.kind, period.amount_ns) for period in periods}) == 1:
        return f"{', then '.join(bases)}; {_amount_words(periods[0])}"
    return ", then ".join(
        f"{base} ({_amount_words(period)})" for base, period in zip(bases, periods, strict=True)
    )
