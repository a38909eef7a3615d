"""A referee in virtual time, fed evidence instead of squares: what the tests of the Laws play their games with.

A move here is settled at the instant of its press unless a test says otherwise, so clock arithmetic stays exact.
"""

from typing import Any, TypeVar

from clockd.game import clock as clocks
from clockd.game.endings import mating_question
from clockd.game.evidence import BoardAlert, BoardAlertName, KingsResult, KingsSeen, MoveSettled
from clockd.game.facts import CommandRefused
from clockd.game.inputs import (
    CommandGiven,
    DrawProposed,
    MatingJudged,
    PairingLoaded,
    TableRestarted,
    TimePassed,
)
from clockd.game.mating import can_mate
from clockd.game.pairing import Pairing, Player
from clockd.game.record import GAME, facts_of, replay
from clockd.game.state import Alert, Game
from clockd.journal import Record
from clockd.machine import Machine
from clockd.ports import ArbiterPressed, ClockPressed, ResignPressed, Side
from clockd.sim.virtual_table import STAMPS
from clockd.units import seconds

US_SENIOR = "40/5400+30:1800+30"
THIRTY_MOVE_RULE = (("no-agreed-draw-before-move", 30),)
MOST_DEADLINES = 50  # in one stretch: more is a loop that never lets go

F = TypeVar("F")


def pairing(control: str = US_SENIOR, **others: Any) -> Pairing:
    return Pairing(Player("Anna"), Player("Bert"), control, "test", **others)


class Referee:
    """One game, from its start; `now_ns` is the instant of the last thing that happened."""

    def __init__(self, control: str = US_SENIOR, *, start: bool = True, **others: Any) -> None:
        self.records: list[Record] = []
        self.machine = Machine(GAME, Game(), 0, self.records.append, STAMPS)
        self.now_ns = seconds(100)
        self.told: list[Any] = []
        self._ids = 0
        self.feed(PairingLoaded(self.now_ns, pairing(control, **others)))
        if start:
            self.feed(ArbiterPressed(self.now_ns, "start"))

    @property
    def game(self) -> Game:
        return self.machine.state

    def feed(self, seen: Any) -> list[Any]:
        """Decide the deadlines up to this input, then the input; its facts."""
        self._deadlines(seen.at_ns)
        self.now_ns = max(self.now_ns, seen.at_ns)
        return self._tell(seen)

    def wait(self, span_ns: int) -> None:
        self._deadlines(self.now_ns + span_ns)
        self.now_ns += span_ns

    def _deadlines(self, until_ns: int) -> None:
        for _ in range(MOST_DEADLINES):
            due_ns = self.machine.next_deadline()
            if due_ns is None or due_ns > until_ns:
                return
            self._tell(TimePassed(due_ns))
        raise AssertionError(f"the deadline {due_ns} comes again and again")

    def _tell(self, seen: Any) -> list[Any]:
        facts = self.machine.feed(seen)
        self.told += facts
        return facts if isinstance(seen, MatingJudged) else facts + self._judge(seen.at_ns)

    def _judge(self, at_ns: int) -> list[Any]:
        """What the table does where a loss depends on it: search whether the opponent can mate (6.9, 7.5.5)."""
        side = mating_question(self.game)
        if side is None:
            return []
        verdict = can_mate(self.game.board, side)
        return self._tell(MatingJudged(at_ns, self.game.board.fen(), side, verdict))

    # -- what players do --------------------------------------------------------------------------

    def press(self, side: Side, after_ns: int = 0) -> list[Any]:
        return self.feed(ClockPressed(self.now_ns + after_ns, side))

    def settle(self, san: str, *, pressed: bool = True, landed_ns: int | None = None) -> list[Any]:
        uci = self.game.board.parse_san(san).uci()
        landed = self.now_ns if landed_ns is None else landed_ns
        return self.feed(MoveSettled(self.now_ns, uci, landed, pressed))

    def play(self, moves: str, think_ns: int = seconds(1)) -> None:
        """Moves in SAN, each pressed after `think_ns` and settled then."""
        for san in moves.split():
            self.press(self.game.to_move, think_ns)
            self.settle(san)

    def shuffle(self, plies: int, think_ns: int = seconds(1)) -> None:
        """The first `plies` of a game of rooks going to and fro, up to 104 without any draw."""
        for san in quiet_moves()[:plies]:
            self.play(san, think_ns)

    def offer(self, side: Side, plies_on_board: int | None = None) -> list[Any]:
        plies = len(self.game.plies) if plies_on_board is None else plies_on_board
        return self.feed(DrawProposed(self.now_ns, side, plies))

    def resign(self, side: Side) -> list[Any]:
        return self.feed(ResignPressed(self.now_ns, side))

    def kings(self, result: KingsResult, pending: str | None = None) -> list[Any]:
        return self.feed(KingsSeen(self.now_ns, result, pending))

    def doubt(self, alert: BoardAlertName, side: Side | None, detail: str = "odd") -> list[Any]:
        return self.feed(BoardAlert(self.now_ns, alert, side, detail))

    # -- what the arbiter and the machine do --------------------------------------------------------

    def command(self, name: str, reason: str = "", **arguments: str) -> list[Any]:
        self._ids += 1
        given = CommandGiven(
            self.now_ns, f"c{self._ids}", name, "arbiter", tuple(arguments.items()), reason
        )
        return self.feed(given)

    def restart(self, reading: Any = None, at_ns: int = seconds(3)) -> None:
        """Power fails; the journal is folded again, in a boot whose clock began anew."""
        game = replayed(self.records)
        self.machine = Machine(GAME, game, len(self.records), self.records.append, STAMPS)
        self.now_ns = at_ns
        self._tell(TableRestarted(at_ns, reading))

    # -- what a test asks -------------------------------------------------------------------------

    def left_ns(self, side: Side) -> int:
        """What this side has left at `now_ns`."""
        return (
            clocks.advance(self.game.timing, self.game.clock, self.now_ns).hand(side).remaining_ns
        )

    def alerts(self) -> list[str]:
        return [alert.alert for alert in self.game.alerts]

    def alert(self, name: str) -> Alert:
        return next(alert for alert in self.game.alerts if alert.alert == name)

    def of(self, kind: type[F]) -> list[F]:
        """The facts of one kind so far."""
        return [fact for fact in self.told if isinstance(fact, kind)]


def replayed(records: list[Record]) -> Game:
    """The game folded from the records' own texts."""
    game = Game()
    for record in records:
        game = replay(game, facts_of(record.content))
    return game


def refused(facts: list[Any]) -> str:
    """Why a command was refused."""
    return next(fact.why for fact in facts if isinstance(fact, CommandRefused))


def quiet_moves() -> list[str]:
    """104 plies in SAN: White's rook walks b3 to h3 and back, Black's b6 to g6, so nothing repeats."""
    white, black = "gfedcbcdefgh" * 5, "bcdefgfedc" * 5
    walks = [
        f"R{file}{rank}"
        for pair in zip(white, black, strict=False)
        for file, rank in zip(pair, "36", strict=True)
    ]
    return ["h4", "a5", "Rh3", "Ra6", *walks[:100]]
