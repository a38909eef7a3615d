"""One game in virtual time: two players who slip, an arbiter who rules, and faults at every seam.

A real game of the library is played by people who think, forget presses, press twice, make illegal moves, offer,
claim, call, come late and run out of time. The referee is the product's own; only hands and power are invented here.
The same seed gives the same game.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import chess

from clockd.game import clock as clocks
from clockd.game.clock import Clock
from clockd.game.endings import mating_question
from clockd.game.evidence import BoardAlert, BoardAlertName, MoveSettled
from clockd.game.inputs import (
    BoardRestored,
    CommandGiven,
    DrawProposed,
    Input,
    MatingJudged,
    PairingLoaded,
    TableRestarted,
    TimePassed,
)
from clockd.game.mating import Verdict, can_mate
from clockd.game.pairing import Pairing
from clockd.game.record import GAME, facts_of, replay
from clockd.game.state import ClaimKind, Game
from clockd.journal import Record
from clockd.machine import Machine
from clockd.ports import (
    SIDES,
    ArbiterCalled,
    ClockPressed,
    DrawClaimed,
    PlayerArrived,
    ResignPressed,
    Side,
)
from clockd.sim.game_library import RealGame
from clockd.sim.mass_ledger import Broken, Ledger
from clockd.sim.shuffle import shuffled
from clockd.sim.virtual_table import STAMPS
from clockd.units import milliseconds, minutes, seconds

FAULTS = ("lost", "doubled", "late", "kill", "torn", "reading")
SETTLES_NS = milliseconds(300)  # a scan and a dump after the press
LOOKS_NS = seconds(3)  # until the arbiter has come
READING_NS = seconds(1)
MOST_STEPS = 3_000  # a game that goes on longer is a loop
MATING_BUDGET = 25  # positions: what is not found is the arbiter's, which is played too

# How often, in a thousand moves; higher than life, so that ten thousand games see every corner.
SLIP, FORGET, OFFER, CLAIM, CALL, SLEEP = 8, 25, 12, 4, 3, 6
SHUFFLE = 30  # in a thousand games
FAULT = 15  # of each kind that is switched on
TORN = 100  # of kills: the last record or the clock's reading is gone
KILL = 6  # of inputs, not moves: about one a game


@dataclass
class Tally:
    """What happened in all games, for the summary."""

    games: int = 0
    plies: int = 0
    inputs: int = 0
    checks: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


class MassGame:
    """Plays one game to its end; raises Broken when an invariant does not hold."""

    def __init__(
        self, pairing: Pairing, real: RealGame, dice: Random, faults: frozenset[str], tally: Tally
    ) -> None:
        self._dice, self._faults, self._tally, self._real = dice, faults, tally, real
        self.records: list[Record] = []
        self._machine = Machine(GAME, Game(), 0, self.records.append, STAMPS)
        self._now_ns = seconds(1000)
        self._reading: Clock | None = None
        self._read_ns = 0
        self._commands = 0
        self._steps = 0
        self._machine.feed(PairingLoaded(self._now_ns, pairing))
        self._ledger = Ledger(self.game)
        self._ledger.pass_to(self._now_ns)
        self._board = self.game.board.copy(stack=False)  # what stands on the table
        self._next = 0
        shuffles = dice.randrange(1000) < SHUFFLE
        self._shuffles = dice.randrange(20, 60) if shuffles else None  # from this ply on
        self._back = dice.randrange(3) > 0

    @property
    def game(self) -> Game:
        return self._machine.state

    def play(self) -> None:
        """From the arrival of the players to a result that stands."""
        self._arrive()
        self._command("start")
        while self.game.phase != "ended":
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise Broken(f"no end after {MOST_STEPS} steps, phase {self.game.phase}")
            self._arbiter()
            if self.game.phase == "running" and self.game.clock.flag is None:
                self._turn()
            elif self.game.clock.flag is not None:
                self._wait(seconds(2))
        self._afterwards()
        self._check_replay()
        self._tally.games += 1
        self._tally.plies += len(self.game.plies)
        self._tally.checks += self._ledger.checks
        self._tally.endings[self.game.termination or "none"] += 1

    # -- time and inputs --------------------------------------------------------------------------

    def _often(self, per_thousand: int) -> bool:
        return self._dice.randrange(1000) < per_thousand

    def _fault(self, name: str, often: int = FAULT) -> bool:
        happens = name in self._faults and self._often(often)
        if happens:
            self._tally.faults[name] += 1
        return happens

    def _wait(self, span_ns: int) -> None:
        self._deadlines(self._now_ns + span_ns)
        self._now_ns += span_ns

    def _deadlines(self, until_ns: int) -> None:
        for _ in range(20):
            due_ns = self._machine.next_deadline()
            if due_ns is None or due_ns > until_ns:
                return
            self._tell(TimePassed(due_ns))
        raise Broken("a deadline comes again and again")

    def _feed(self, seen: Input) -> list[Any]:
        """One input at its own instant; deadlines up to it are decided first."""
        self._deadlines(seen.at_ns)
        self._now_ns = max(self._now_ns, seen.at_ns)
        return self._tell(seen)

    def _tell(self, seen: Any) -> list[Any]:
        self._keep_reading(seen.at_ns)
        self._ledger.pass_to(seen.at_ns)
        before = self.game.clock
        facts = self._machine.feed(seen)
        if self.game.clock is not before:
            self._reading, self._read_ns = None, 0  # it ran on from another record
        self._tally.inputs += 1
        self._ledger.follow(self.game, facts)
        self._judge(seen.at_ns)
        if facts and self._fault("kill", KILL):
            self._kill(seen.at_ns)
        return facts

    def _judge(self, at_ns: int) -> None:
        side = mating_question(self.game)
        if side is None:
            return
        # One in a hundred is really searched; else the dice answer for the search, whose three answers are all played.
        verdict: Verdict = self._dice.choice(("possible", "possible", "impossible", "undecided"))
        if self._often(10):
            verdict = can_mate(self.game.board, side, MATING_BUDGET)
        self._tell(MatingJudged(at_ns, self.game.board.fen(), side, verdict))

    def _command(self, name: str, **arguments: str) -> None:
        self._commands += 1
        given = tuple((key.replace("_", "-"), value) for key, value in arguments.items())
        self._feed(
            CommandGiven(self._now_ns, f"c{self._commands}", name, "arbiter", given, "simulated")
        )

    # -- power ------------------------------------------------------------------------------------

    def _keep_reading(self, at_ns: int) -> None:
        """The reading of the last whole second, as the daemon keeps it beside the journal."""
        clock = self.game.clock
        if clock.since_ns is None:
            return
        second_ns = clock.since_ns + (at_ns - clock.since_ns) // READING_NS * READING_NS
        if second_ns > self._read_ns and second_ns > clock.since_ns:
            read = clocks.advance(self.game.timing, clock, second_ns)
            if read.flag is None:
                self._reading, self._read_ns = replace(read, since_ns=None), second_ns
        elif self._read_ns < clock.since_ns:
            self._reading, self._read_ns = None, clock.since_ns

    def _kill(self, at_ns: int) -> None:
        """The plug is pulled; the journal is folded again, perhaps without its last record."""
        if self._fault("torn", TORN) and len(self.records) > 2 and self.game.phase == "running":
            self.records.pop()
            self._reading = None
        live = self.game
        folded = Game()
        for record in self.records:
            folded = replay(folded, facts_of(record.content))
        if len(self.records) == self._machine.seq and folded != live:
            raise Broken("the folded journal is not the game that was played")
        self._revive(folded, at_ns)

    def _revive(self, folded: Game, at_ns: int) -> None:
        torn = len(self.records) != self._machine.seq
        reading = None if torn or self._fault("reading", TORN) else self._reading
        if reading is not None and self._read_ns < (folded.clock.since_ns or 0):
            reading = None
        kept_ns = self._read_ns if reading is not None else (folded.clock.since_ns or at_ns)
        self._machine = Machine(GAME, folded, len(self.records), self.records.append, STAMPS)
        self._machine.feed(TableRestarted(at_ns, reading))
        self._reading = None
        if torn:
            self._ledger = Ledger(self.game, self._ledger.checks)
            self._ledger.restarted_from(self.game)
            self._ledger.pass_to(at_ns)
            self._board = self.game.board.copy(stack=False)
            self._next = _resume_at(self._real, self.game)
        else:
            self._ledger.restarted(self.game, max(0, at_ns - kept_ns))
        self._judge(at_ns)  # the table asks again after a restart

    def _check_replay(self) -> None:
        folded = Game()
        for record in self.records:
            folded = replay(folded, facts_of(record.content))
        if folded != self.game:
            raise Broken("the folded journal is not the game that was played")
        self._ledger.check_record()

    # -- people -----------------------------------------------------------------------------------

    def _arrive(self) -> None:
        for side in SIDES:
            if not self._often(20):
                self._feed(PlayerArrived(self._now_ns, side))
            self._wait(seconds(self._dice.randrange(60)))

    def _turn(self) -> None:
        """The side to move thinks and moves; a press may be lost, doubled, late or forgotten."""
        game = self.game
        side, think_ns = game.to_move, self._think_ns(game)
        self._maybe_speak(side)
        if self.game.phase != "running":
            return
        move = self._next_move(side)
        if move is None:
            self._wait(think_ns)
            self._finish(side)
            return
        self._deadlines(self._now_ns + think_ns)
        self._now_ns += think_ns
        if self.game.phase != "running" or self.game.clock.flag is not None:
            return
        if self._often(SLIP):
            self._slip(side)
            return
        self._move(side, move)

    def _next_move(self, side: Side) -> chess.Move | None:
        """The real game's, until its players begin to shuffle; None when it ended here."""
        played = self.game.plies
        if self._shuffles is not None and len(played) >= self._shuffles:
            own_last = played[-2].uci if len(played) > 1 and played[-2].side is side else None
            return shuffled(self._board, own_last, self._back, self._dice)
        return self._real.moves[self._next] if self._next < len(self._real.moves) else None

    def _think_ns(self, game: Game) -> int:
        hand = game.clock.hand(game.to_move)
        if self._often(SLEEP):
            return hand.remaining_ns + seconds(1)
        to_go = 30 + len(game.plies) % 7
        return milliseconds(400) + int(self._dice.expovariate(1.2) * hand.remaining_ns / to_go)

    def _move(self, side: Side, move: chess.Move) -> None:
        self._next += 1
        self._board.push(move)
        self._board.clear_stack()
        pressed = not (self._often(FORGET) or self._fault("lost"))
        landed_ns = self._now_ns
        if pressed:
            self._press(side)
        self._wait(SETTLES_NS)
        if self.game.board.is_legal(move):
            self._feed(MoveSettled(self._now_ns, move.uci(), landed_ns, pressed))

    def _press(self, side: Side) -> None:
        at_ns = self._now_ns
        if self._fault("late"):
            at_ns = max(0, at_ns - milliseconds(self._dice.randrange(60)))
        press = ClockPressed(at_ns, side)
        self._deadlines(at_ns)
        self._tell(press)
        if self._fault("doubled"):
            self._tell(ClockPressed(self._now_ns + milliseconds(5), side))
            self._now_ns += milliseconds(5)

    def _slip(self, side: Side) -> None:
        """Something that is no legal move, pressed."""
        self._press(side)
        self._wait(milliseconds(500))
        alert: BoardAlertName = "illegal-move" if self._often(500) else "no-move"
        self._feed(BoardAlert(self._now_ns, alert, side, "a1 R unexpected"))

    def _maybe_speak(self, side: Side) -> None:
        if self._often(OFFER):
            self._feed(DrawProposed(self._now_ns, side, len(self.game.plies)))
        if self.game.offer is not None and self._often(200):
            other = self.game.offer.side.other
            self._feed(DrawProposed(self._now_ns, other, len(self.game.plies)))
        if self._often(CLAIM):
            kind: ClaimKind = "threefold" if self._often(500) else "fifty-moves"
            moves = list(self.game.board.legal_moves)
            san = self.game.board.san(self._dice.choice(moves)) if self._often(500) else None
            self._feed(DrawClaimed(self._now_ns, side, kind, san))
        if self._often(CALL):
            self._feed(ArbiterCalled(self._now_ns, side))

    def _finish(self, side: Side) -> None:
        """The real game ended here without a mate: resigned or agreed."""
        if self.game.phase != "running" or self.game.clock.flag is not None:
            return
        if self._real.result == "1/2-1/2":
            plies = len(self.game.plies)
            self._feed(DrawProposed(self._now_ns, side, plies))
            self._feed(DrawProposed(self._now_ns, side.other, plies))
        if self.game.phase == "running":
            loser = Side.BLACK if self._real.result == "1-0" else Side.WHITE
            self._feed(ResignPressed(self._now_ns, loser))

    # -- the arbiter ------------------------------------------------------------------------------

    def _arbiter(self) -> None:
        """What is open is dealt with, and a standing clock is started again."""
        game = self.game
        for alert in game.alerts:
            if self.game.phase == "ended":
                return
            self._answer(alert.alert, alert.side)
        if self.game.restoring:
            self._wait(LOOKS_NS)
            self._feed(BoardRestored(self._now_ns))
        if self.game.result_left_open:
            self._command("result", result=self._dice.choice(("1-0", "0-1", "1/2-1/2")))
        elif self.game.phase == "waiting":  # the record of the start was torn off
            self._command("start")
        elif self.game.phase == "paused":
            self._set_a_time()
            self._wait(LOOKS_NS)
            self._command("resume")

    def _answer(self, alert: str, side: Side | None) -> None:
        if self.game.claim is not None and alert == "claim":
            self._command("accept-claim" if self.game.claim.correct else "reject-claim")
        elif alert in ("illegal-move", "no-move") and side is not None and self._often(700):
            self._command("illegal-move", side=side)
        elif alert == "late" and side is not None:
            name = "arrived" if self._often(500) else "forfeit"
            self._command(name, side=side)
        elif alert == "flag" and self.game.clock.flag is not None:
            return  # its result comes by itself
        if any(open_alert.alert == alert for open_alert in self.game.alerts):
            self._command("acknowledge", alert=alert)

    def _set_a_time(self) -> None:
        if self._often(100):
            side = self._dice.choice(SIDES)
            self._command("set-time", side=side, add=f"{self._dice.randrange(1, 90)}s")

    def _afterwards(self) -> None:
        """Late presses and moves after the end change nothing; a ruling may."""
        self._feed(ClockPressed(self._now_ns, self._dice.choice(SIDES)))
        if self._often(30):
            self._command("set-aside")
            self._command("result", result=self._dice.choice(("1-0", "0-1", "0-0", "1/2-0")))
        self._wait(minutes(1))


def _resume_at(real: RealGame, game: Game) -> int:
    """Which move of the real game comes next after the record that is left."""
    return min(len(game.plies), len(real.moves))
