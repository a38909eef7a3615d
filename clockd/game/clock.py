"""The chess clock: periods, increment, delay, hourglass, flag fall. A value and functions over it.

Knows nothing of boards, threads or the time of day: it is told the instant of each press and answers with the
time left. All times are integer nanoseconds. A press hands the clock over and credits the next move's
increment; completing a move (which follows the board, not the button) counts it and brings the next period.
A side with exactly 0 left has lost the flag at that instant. Sources: FIDE Laws art. 6; interfaces.md
section 1; 2019 U.S. Senior Championship, reg. 4 and 7.
"""

from dataclasses import dataclass, replace

from clockd.game.pairing import BonusAt
from clockd.game.time_control import Kind, Period, TimeControl
from clockd.ports import SIDES, WHITE, Side


@dataclass(frozen=True, slots=True)
class Timing:
    """What the clock is set to: the control, and when the next period's base arrives."""

    control: TimeControl
    bonus_at: BonusAt = "moves"

    def period(self, side: Side, number: int) -> Period:
        return self.control.of(side)[number]


@dataclass(frozen=True, slots=True)
class Hand:
    """One side's half of the clock.

    `delay_left_ns` is the part of this move's delay not used yet; for Bronstein it stands inside `remaining_ns`.
    `spent_ns` is what this move has taken so far; `moves` counts moves completed; `period` counts from 0.
    """

    remaining_ns: int
    delay_left_ns: int = 0
    spent_ns: int = 0
    moves: int = 0
    period: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """Both hands as they stood at `since_ns`; `since_ns` is None while no clock runs.

    `to_run` is the side whose clock runs, or will when it is started. After a flag nothing runs.
    """

    white: Hand
    black: Hand
    to_run: Side = WHITE
    since_ns: int | None = None
    flag: Side | None = None
    flag_at_ns: int | None = None

    def hand(self, side: Side) -> Hand:
        return self.white if side is WHITE else self.black

    @property
    def running(self) -> Side | None:
        return self.to_run if self.since_ns is not None else None


def set_up(timing: Timing) -> Clock:
    """Both hands before move one: base, with the first move's increment or delay already there."""
    white, black = (_fresh_hand(timing.period(side, 0)) for side in SIDES)
    return Clock(white, black)


def _fresh_hand(period: Period) -> Hand:
    return Hand(period.base_ns + period.ahead_ns, period.delay_ns)


def with_hand(clock: Clock, side: Side, hand: Hand) -> Clock:
    """The clock with one hand replaced."""
    white, black = (hand, clock.black) if side is WHITE else (clock.white, hand)
    return Clock(white, black, clock.to_run, clock.since_ns, clock.flag, clock.flag_at_ns)


def start(clock: Clock, at_ns: int) -> Clock:
    """Let the clock of `to_run` run from this instant."""
    assert clock.since_ns is None and clock.flag is None, "a clock runs already, or a flag is down"
    return replace(clock, since_ns=at_ns)


def pause(timing: Timing, clock: Clock, at_ns: int) -> Clock:
    """Stop both clocks; the part of a delay already used stays used."""
    return replace(advance(timing, clock, at_ns), since_ns=None)


def press(timing: Timing, clock: Clock, at_ns: int) -> Clock:
    """The side whose clock runs hands over: its next move's increment is credited, the other runs.

    At or after the flag's instant the press comes too late: the answer is the fallen flag.
    """
    reached = advance(timing, clock, at_ns)
    if reached.since_ns is None:
        return reached
    side = reached.to_run
    hand = reached.hand(side)
    period = timing.period(side, hand.period)
    given_back = period.ahead_ns
    if period.kind is Kind.BRONSTEIN:
        given_back -= hand.delay_left_ns  # only what was used of the delay comes back
    credited = replace(
        hand,
        remaining_ns=hand.remaining_ns + given_back,
        delay_left_ns=period.delay_ns,
        spent_ns=0,
    )
    return replace(with_hand(reached, side, credited), to_run=side.other)


def complete_move(timing: Timing, clock: Clock, side: Side) -> Clock:
    """Count one more move completed by `side`; the period's last one brings the next period's base."""
    hand = clock.hand(side)
    counted = replace(hand, moves=hand.moves + 1)
    if timing.bonus_at == "moves" and moves_to_go(timing, side, counted) == 0:
        counted = _next_period(timing, side, counted)
    return with_hand(clock, side, counted)


def moves_to_go(timing: Timing, side: Side, hand: Hand) -> int | None:
    """Moves still to be completed in the hand's period; None in a period for the rest of the game.

    Periods count from the start of the game: 40 moves, then 20 more.
    """
    periods = timing.control.of(side)
    if periods[hand.period].moves is None:
        return None
    due = sum(period.moves or 0 for period in periods[: hand.period + 1])
    return max(0, due - hand.moves)


def _next_period(timing: Timing, side: Side, hand: Hand) -> Hand:
    """The hand in its next period: base, and the new amounts from the first move made in it.

    The press that ended the old period credited the old increment for this move; the difference is made good.
    """
    old = timing.period(side, hand.period)
    new = timing.period(side, hand.period + 1)
    used_ns = old.delay_ns - hand.delay_left_ns
    return replace(
        hand,
        period=hand.period + 1,
        remaining_ns=hand.remaining_ns + new.base_ns + new.ahead_ns - old.ahead_ns,
        delay_left_ns=max(0, new.delay_ns - used_ns),
    )


def main_time_ns(timing: Timing, side: Side, hand: Hand) -> int:
    """How long this side can think before its main time is gone: a US delay is used up first."""
    simple_delay = timing.period(side, hand.period).kind is Kind.DELAY
    return hand.remaining_ns + (hand.delay_left_ns if simple_delay else 0)


def zero_at_ns(timing: Timing, clock: Clock) -> int | None:
    """The instant at which the running side's time reaches zero; None while nothing runs.

    It is the flag, or (bonus at zero, moves made) the arrival of the next period.
    """
    if clock.since_ns is None:
        return None
    return clock.since_ns + main_time_ns(timing, clock.to_run, clock.hand(clock.to_run))


def advance(timing: Timing, clock: Clock, at_ns: int) -> Clock:
    """The clock as it stands at `at_ns`: time charged, periods reached, or the flag down.

    After a flag nothing runs: the other side's time stands still and nothing more is credited.
    """
    while (zero_ns := zero_at_ns(timing, clock)) is not None and zero_ns <= at_ns:
        side = clock.to_run
        at_zero = _charge(timing, clock, zero_ns)
        if not _period_is_made(timing, side, at_zero.hand(side)):
            return replace(at_zero, since_ns=None, flag=side, flag_at_ns=zero_ns)
        clock = with_hand(at_zero, side, _next_period(timing, side, at_zero.hand(side)))
    return _charge(timing, clock, at_ns)


def _period_is_made(timing: Timing, side: Side, hand: Hand) -> bool:
    return timing.bonus_at == "zero" and moves_to_go(timing, side, hand) == 0


def _charge(timing: Timing, clock: Clock, at_ns: int) -> Clock:
    """Take the time since the last reading from the running side; at most down to zero."""
    if clock.since_ns is None:
        return clock
    spent_ns = at_ns - clock.since_ns
    assert spent_ns >= 0, "the clock was asked about an instant before its last reading"
    side = clock.to_run
    hand = clock.hand(side)
    kind = timing.period(side, hand.period).kind
    from_delay_ns = min(spent_ns, hand.delay_left_ns)
    charged = Hand(  # written out: a clock is read far more often than anything else
        hand.remaining_ns - spent_ns + (from_delay_ns if kind is Kind.DELAY else 0),
        hand.delay_left_ns - from_delay_ns,
        hand.spent_ns + spent_ns,
        hand.moves,
        hand.period,
    )
    white, black = (charged, clock.black) if side is WHITE else (clock.white, charged)
    clock = Clock(white, black, side, at_ns, clock.flag, clock.flag_at_ns)
    if kind is Kind.HOURGLASS:
        other = clock.hand(side.other)
        taken = replace(other, remaining_ns=other.remaining_ns + spent_ns)
        clock = with_hand(clock, side.other, taken)
    return clock


def set_main_time(timing: Timing, clock: Clock, side: Side, main_ns: int) -> Clock:
    """One side's main time set by the arbiter; what is left of this move's delay is honoured on top.

    So the flag falls at the same instant with a US and a Bronstein delay, whose display shows both.
    """
    hand = clock.hand(side)
    bronstein = timing.period(side, hand.period).kind is Kind.BRONSTEIN
    remaining_ns = main_ns + (hand.delay_left_ns if bronstein else 0)
    return with_hand(clock, side, replace(hand, remaining_ns=remaining_ns))


def add_time(clock: Clock, side: Side, add_ns: int) -> Clock:
    """Time added to (or taken from) one side by a ruling; not capped by any delay rule."""
    hand = clock.hand(side)
    return with_hand(clock, side, replace(hand, remaining_ns=hand.remaining_ns + add_ns))


def flag_falls_at_ns(timing: Timing, clock: Clock) -> int | None:
    """When the running side's flag will fall if nobody presses; None while nothing runs."""
    while (zero_ns := zero_at_ns(timing, clock)) is not None:
        clock = advance(timing, clock, zero_ns)
    return clock.flag_at_ns
