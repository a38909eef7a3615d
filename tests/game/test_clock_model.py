"""The clock against a second one, naive and slow, that counts single milliseconds: they never disagree.

The model knows periods as rules of prose: each passing millisecond takes one from the delay that is left, else from
main time. Bronstein is kept as main time beside a delay, and shown as their sum.
"""

from dataclasses import dataclass

from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from clockd.game import clock as clocks
from clockd.game.clock import Timing
from clockd.game.pairing import BonusAt
from clockd.game.time_control import Kind, Period, TimeControl
from clockd.ports import BLACK, SIDES, WHITE, Side
from clockd.units import milliseconds

LONGEST_THINK_MS = 60
TICKED = (Kind.SUDDEN_DEATH, Kind.FISCHER, Kind.DELAY, Kind.BRONSTEIN)


@dataclass
class Purse:
    """One side of the model, in milliseconds."""

    main_ms: int
    delay_ms: int
    granted_ms: int
    moves: int = 0
    period: int = 0
    spent_ms: int = 0
    waited_ms: int = 0


@st.composite
def controls(draw: st.DrawFn) -> tuple[Period, ...]:
    """Small numbers, so that periods end and flags fall; one kind, as clocks are set."""
    kind = draw(st.sampled_from(TICKED))
    amount = 0 if kind is Kind.SUDDEN_DEATH else draw(st.integers(1, 30))
    lengths = draw(st.lists(st.integers(1, 4), max_size=2))
    return tuple(
        Period(milliseconds(draw(st.integers(20, 200))), moves, kind, milliseconds(amount))
        for moves in (*lengths, None)
    )


class ClockAgainstModel(RuleBasedStateMachine):
    """Any sequence of thinking, presses, pauses and edits."""

    @initialize(white=controls(), black=controls(), bonus_at=st.sampled_from(["moves", "zero"]))
    def set_up(
        self, white: tuple[Period, ...], black: tuple[Period, ...], bonus_at: BonusAt
    ) -> None:
        self.timing = Timing(TimeControl(white, black), bonus_at)
        self.clock = clocks.set_up(self.timing)
        self.now_ms = 0
        self.purses = {side: self.purse(side) for side in SIDES}
        self.runs, self.mover = False, WHITE
        self.flag: Side | None = None
        self.flag_ms: int | None = None

    def purse(self, side: Side) -> Purse:
        first = self.timing.period(side, 0)
        main = (first.base_ns + (first.ahead_ns if first.kind is Kind.FISCHER else 0)) // 10**6
        return Purse(main, first.delay_ns // 10**6, main)

    # -- what happens to both ---------------------------------------------------------------------

    @precondition(lambda self: not self.runs and self.flag is None)
    @rule()
    def start(self) -> None:
        self.clock = clocks.start(self.clock, milliseconds(self.now_ms))
        self.runs = True

    @rule(span_ms=st.integers(0, LONGEST_THINK_MS))
    def think(self, span_ms: int) -> None:
        for _ in range(span_ms):
            self.now_ms += 1
            self.tick()
        self.clock = clocks.advance(self.timing, self.clock, milliseconds(self.now_ms))

    @rule()
    def pause(self) -> None:
        self.clock = clocks.pause(self.timing, self.clock, milliseconds(self.now_ms))
        self.runs = False

    @precondition(lambda self: self.runs)
    @rule(counts=st.booleans())
    def press(self, counts: bool) -> None:
        """A press hands over; its move counts, or there was none."""
        side = self.mover
        self.clock = clocks.press(self.timing, self.clock, milliseconds(self.now_ms))
        purse, period = self.purses[side], self.period(side)
        if period.kind is Kind.FISCHER:
            self.grant(purse, period.amount_ns // 10**6)
        purse.delay_ms = period.delay_ns // 10**6
        self.mover = side.other
        if counts:
            self.clock = clocks.complete_move(self.timing, self.clock, side)
            self.complete(side)

    @precondition(lambda self: self.flag is None)
    @rule(side=st.sampled_from(SIDES))
    def late_completion(self, side: Side) -> None:
        """A move completed by the player's next move, whoever's clock runs."""
        self.clock = clocks.complete_move(self.timing, self.clock, side)
        self.complete(side)

    @precondition(lambda self: self.flag is None)
    @rule(side=st.sampled_from(SIDES), add_ms=st.integers(-50, 100))
    def adjust(self, side: Side, add_ms: int) -> None:
        assume(self.purses[side].main_ms + add_ms > 0)
        self.clock = clocks.add_time(self.clock, side, milliseconds(add_ms))
        self.grant(self.purses[side], add_ms)

    @precondition(lambda self: self.flag is None)
    @rule(side=st.sampled_from(SIDES), main_ms=st.integers(1, 200))
    def set_time(self, side: Side, main_ms: int) -> None:
        self.clock = clocks.set_main_time(self.timing, self.clock, side, milliseconds(main_ms))
        self.grant(self.purses[side], main_ms - self.purses[side].main_ms)

    # -- the model --------------------------------------------------------------------------------

    def period(self, side: Side) -> Period:
        return self.timing.control.of(side)[self.purses[side].period]

    @staticmethod
    def grant(purse: Purse, add_ms: int) -> None:
        purse.main_ms += add_ms
        purse.granted_ms += add_ms

    def tick(self) -> None:
        """One millisecond of the running side."""
        if not self.runs:
            return
        purse = self.purses[self.mover]
        if purse.delay_ms:
            purse.delay_ms -= 1
            purse.waited_ms += 1
        else:
            purse.main_ms -= 1
            purse.spent_ms += 1
        if purse.main_ms == 0 and purse.delay_ms == 0:
            self.at_zero(self.mover)

    def at_zero(self, side: Side) -> None:
        due = self.due(side)
        if self.timing.bonus_at == "zero" and due is not None and self.purses[side].moves >= due:
            self.next_period(side)
        else:
            self.runs, self.flag, self.flag_ms = False, side, self.now_ms

    def due(self, side: Side) -> int | None:
        """Moves by which this side's period ends, counted from the start of the game."""
        reached = self.timing.control.of(side)[: self.purses[side].period + 1]
        if reached[-1].moves is None:
            return None
        return sum(period.moves or 0 for period in reached)

    def complete(self, side: Side) -> None:
        self.purses[side].moves += 1
        due = self.due(side)
        if self.timing.bonus_at == "moves" and due is not None and self.purses[side].moves >= due:
            self.next_period(side)

    def next_period(self, side: Side) -> None:
        self.purses[side].period += 1
        self.grant(self.purses[side], self.period(side).base_ns // 10**6)

    # -- they never disagree -----------------------------------------------------------------------

    @invariant()
    def both_show_the_same(self) -> None:
        for side in SIDES:
            hand, purse = self.clock.hand(side), self.purses[side]
            bronstein = self.period(side).kind is Kind.BRONSTEIN
            shown_ms = purse.main_ms + (purse.delay_ms if bronstein else 0)
            assert hand.remaining_ns == milliseconds(shown_ms)
            assert hand.delay_left_ns == milliseconds(purse.delay_ms)
            assert (hand.moves, hand.period) == (purse.moves, purse.period)

    @invariant()
    def the_flag_is_the_first_to_reach_zero(self) -> None:
        expected_ns = None if self.flag_ms is None else milliseconds(self.flag_ms)
        assert (self.clock.flag, self.clock.flag_at_ns) == (self.flag, expected_ns)

    @invariant()
    def one_clock_runs_at_most_and_only_the_movers(self) -> None:
        assert self.clock.running is (self.mover if self.runs else None)
        assert self.clock.running in (WHITE, BLACK, None)

    @invariant()
    def spent_and_remaining_are_what_was_granted(self) -> None:
        for purse in self.purses.values():
            assert purse.spent_ms + purse.main_ms == purse.granted_ms

    @invariant()
    def no_time_is_negative_and_zero_is_a_flag(self) -> None:
        for side in SIDES:
            remaining_ns = self.clock.hand(side).remaining_ns
            assert remaining_ns >= 0
            if remaining_ns == 0 and self.clock.running is side:
                assert self.clock.hand(side).delay_left_ns > 0

    @invariant()
    def the_prophecy_holds(self) -> None:
        """Nobody pressing, the flag falls just when the clock says it will."""
        falls_ns = clocks.flag_falls_at_ns(self.timing, self.clock)
        if self.clock.running is None:
            assert falls_ns == self.clock.flag_at_ns
            return
        assert falls_ns is not None
        assert clocks.advance(self.timing, self.clock, falls_ns - 1).flag is None
        assert clocks.advance(self.timing, self.clock, falls_ns).flag_at_ns == falls_ns


TestClockAgainstModel = ClockAgainstModel.TestCase
TestClockAgainstModel.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
