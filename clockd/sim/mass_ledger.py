"""What must be true of a game after every step, whatever players and faults have done to it.

A second, naive account of the clock is kept beside the referee's own: what each side was granted, and what its clock
has run. Spent and remaining must add up to granted, to the nanosecond. Knows no rule of play.
"""

from dataclasses import dataclass, field
from typing import Any

import chess

from clockd.game import clock as clocks
from clockd.game.evolve_rulings import board_after
from clockd.game.facts import (
    ClockEdited,
    ClockHandedOver,
    CommandAccepted,
    GameEnded,
    MoveCompleted,
    ResultSetAside,
)
from clockd.game.ruling_facts import ClaimRejected, IllegalMoveRuled
from clockd.game.state import Game
from clockd.game.time_control import Kind
from clockd.ports import SIDES, Side


class Broken(AssertionError):
    """An invariant does not hold: our own mistake."""


@dataclass(slots=True)
class _Account:
    """One side: what it was given so far, and what it has used."""

    granted_ns: int
    delay_left_ns: int
    used_ns: int = 0
    period: int = 0


@dataclass(slots=True)
class Ledger:
    """The naive account of one game, and the checks."""

    game: Game
    checks: int = 0
    _now_ns: int = 0
    _accounts: dict[Side, _Account] = field(default_factory=dict)
    _result: str = "*"

    def __post_init__(self) -> None:
        self._open(self.game)

    def _open(self, game: Game) -> None:
        for side in SIDES:
            period = game.timing.period(side, 0)
            self._accounts[side] = _Account(period.base_ns + period.ahead_ns, period.delay_ns)

    def pass_to(self, at_ns: int) -> None:
        """Let the clock that runs use the time until `at_ns`, at most down to its flag."""
        running = self.game.clock.running
        span_ns = max(0, at_ns - self._now_ns)
        self._now_ns = max(self._now_ns, at_ns)
        if running is None:
            return
        account = self._accounts[running]
        from_delay_ns = min(span_ns, account.delay_left_ns)
        account.delay_left_ns -= from_delay_ns
        if self.game.timing.period(running, account.period).kind is Kind.DELAY:
            span_ns -= from_delay_ns
        account.used_ns = min(account.used_ns + span_ns, account.granted_ns)

    def follow(self, game: Game, facts: list[Any]) -> None:
        """Take over what the facts grant, then check everything."""
        before, self.game = self.game, game
        for fact in facts:
            self._grant(before, fact)
        self._check(before, facts)

    def _grant(self, before: Game, fact: Any) -> None:
        if isinstance(fact, ClockHandedOver):
            account = self._accounts[fact.side]
            period = before.timing.period(fact.side, account.period)
            given_ns = period.ahead_ns
            if period.kind is Kind.BRONSTEIN:
                given_ns -= account.delay_left_ns
            account.granted_ns += given_ns
            account.delay_left_ns = period.delay_ns
        elif isinstance(fact, MoveCompleted):
            self._reach_period(fact.side, fact.clock.hand(fact.side))
        elif isinstance(fact, ClockEdited | IllegalMoveRuled | ClaimRejected):
            self._take_over(fact.clock)

    def _reach_period(self, side: Side, hand: clocks.Hand) -> None:
        account = self._accounts[side]
        if hand.period == account.period:
            return
        old, new = (self.game.timing.period(side, each) for each in (account.period, hand.period))
        account.granted_ns += new.base_ns + new.ahead_ns - old.ahead_ns
        account.delay_left_ns = max(0, new.delay_ns - (old.delay_ns - account.delay_left_ns))
        account.period = hand.period

    def _take_over(self, clock: clocks.Clock) -> None:
        """A ruling has set the times: they are what is granted from here on."""
        for side in SIDES:
            hand = clock.hand(side)
            delay_ns, period = hand.delay_left_ns, hand.period
            used_ns = self._accounts[side].used_ns
            self._accounts[side] = _Account(hand.remaining_ns + used_ns, delay_ns, used_ns, period)

    def restarted_from(self, game: Game) -> None:
        """After a torn record: the account begins anew from what the journal still holds."""
        self.game = game
        self._take_over(game.clock)

    def restarted(self, game: Game, lost_ns: int) -> None:
        """After a kill: a side may have been given back what no reading had kept, and nothing was taken."""
        self.game = game
        for side in SIDES:
            account, hand = self._accounts[side], game.clock.hand(side)
            given_ns = hand.remaining_ns - (account.granted_ns - account.used_ns)
            if not 0 <= given_ns <= lost_ns:
                raise Broken(f"a restart gave {side} {given_ns} ns, expected 0 to {lost_ns}")
        self._take_over(game.clock)

    # -- the checks -------------------------------------------------------------------------------

    def _check(self, before: Game, facts: list[Any]) -> None:
        self.checks += 1
        game, clock = self.game, self.game.clock
        if clock.since_ns is not None and (game.phase != "running" or clock.flag is not None):
            raise Broken(f"a clock runs while the game is {game.phase}, flag {clock.flag}")
        shown = clocks.advance(game.timing, clock, max(self._now_ns, clock.since_ns or 0))
        for side in SIDES:
            self._check_time(side, shown.hand(side).remaining_ns)
        runs = shown.running
        if runs is not None and clocks.main_time_ns(game.timing, runs, shown.hand(runs)) <= 0:
            raise Broken(f"{runs}'s clock runs without time")
        if before.result != game.result and before.result != "*":
            ruled = any(isinstance(f, ResultSetAside | CommandAccepted) for f in facts)
            if not ruled:
                raise Broken(f"the result {before.result} became {game.result} without a ruling")
        if sum(isinstance(fact, GameEnded) for fact in facts) > 1:
            raise Broken("the game ended twice in one step")

    def _check_time(self, side: Side, remaining_ns: int) -> None:
        account = self._accounts[side]
        if remaining_ns < 0:
            raise Broken(f"{side} has {remaining_ns} ns")
        if account.used_ns + remaining_ns != account.granted_ns:
            told = f"{side}: spent {account.used_ns} + remaining {remaining_ns}"
            raise Broken(f"{told} is not granted {account.granted_ns}")

    def check_record(self) -> None:
        """The position on the record is the one that its moves lead to."""
        if self.game.pairing is None:
            return
        board, positions = board_after(self.game, self.game.plies)
        if board.fen() != self.game.board.fen() or positions != self.game.positions:
            raise Broken(f"the moves lead to {board.fen()}, the game stands at {_fen(self.game)}")


def _fen(game: Game) -> str:
    board: chess.Board = game.board
    return board.fen()
