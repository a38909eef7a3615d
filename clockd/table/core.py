"""The table without its threads: inputs in, decisions and a frame for the onlookers out.

Puts the recogniser between the inbox and the referee, keeps the mirror of the squares, and attaches to each record
the square events since the one before. Time comes in with the inputs, so the daemon, the simulator and the tests
run these same lines.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import chess

from clockd.game.endings import mating_question
from clockd.game.evidence import Evidence
from clockd.game.facts import ClockHandedOver, ClockStarted, GamePaired
from clockd.game.inputs import (
    BoardRestored,
    CommandGiven,
    DeviceTrouble,
    DrawProposed,
    MatingJudged,
)
from clockd.game.mating import Verdict, can_mate
from clockd.game.positions import letters_of
from clockd.game.recognise import Recogniser
from clockd.game.ruling_facts import PositionRestored, RestoreOrdered
from clockd.game.state import Game
from clockd.machine import Machine
from clockd.ports import (
    EMPTY,
    BoardLink,
    BoardSeen,
    BoardTold,
    ButtonsTold,
    ClockPressed,
    DrawClaimed,
    DrawPressed,
    LinkState,
    Side,
    SquareChanged,
)
from clockd.table.devices import Devices, foreign_troubles
from clockd.units import seconds

TRAIL_KEPT = (
    2000  # square events kept for the next record: pieces stirred before a game are no evidence
)
SETTLE_AFTER_END_NS = seconds(2)  # a move pressed just before the end may still come in


@dataclass(frozen=True, slots=True)
class Frame:
    """What onlookers may know at one moment; immutable, so any thread may look at it."""

    game: Game
    seq: int
    clock_seq: int
    board_link: LinkState
    board_detail: str
    shown: tuple[str, ...]
    placement: str | None
    clamped: int
    problems: tuple[str, ...] = field(default=())
    devices: Devices = field(default=Devices())


Judge = Callable[[chess.Board, Side], Verdict | None]


def judge_here(board: chess.Board, side: Side) -> Verdict | None:
    """Search at once, on the caller's thread: for virtual time. A shell answers None and sends MatingJudged later."""
    return can_mate(board, side)


class Table:
    """One board, its clock and its referee."""

    def __init__(
        self,
        machine: Machine[Game],
        clock_seq: int,
        ask_board: Callable[[], None],
        link: LinkState = "lost",
        judge: Judge = judge_here,
    ) -> None:
        self.machine = machine
        self.clock_seq = clock_seq
        self.recogniser: Recogniser | None = None
        self.placement: str | None = None
        self._ask_board, self._judge = ask_board, judge
        self._judged: tuple[str, int | None] | None = None  # FEN and flag that were asked about
        self._link = link
        self._link_detail = "no board yet"
        self._trail: list[Any] = []
        self._presses_unseen: list[ClockPressed] = []  # made while the board could not tell
        self._ended_ns: int | None = None
        self._problems: dict[str, str] = {}
        self._devices = Devices()
        self._follow(0, [])

    @property
    def game(self) -> Game:
        return self.machine.state

    def frame(self) -> Frame:
        shown = self.recogniser.shown if self.recogniser and self.game.open else ()
        return Frame(
            self.game,
            self.machine.seq,
            self.clock_seq,
            self._link,
            self._link_detail,
            shown,
            self.placement,
            self.machine.clamped,
            tuple(f"{name}: {detail}" for name, detail in self._problems.items()),
            self._devices,
        )

    def expected_placement(self) -> str:
        """The men as the game has them: tells a driver which way the board lies."""
        return "".join(letters_of(self.game.board))

    # -- inputs -----------------------------------------------------------------------------------

    def feed(self, seen: Any) -> list[Any]:
        """Take in one input, whatever it is; the facts that followed."""
        if isinstance(seen, SquareChanged | BoardSeen):
            return self._on_board(seen)
        if isinstance(seen, BoardLink):
            return self._on_link(seen)
        if isinstance(seen, BoardTold | ButtonsTold):
            return self._on_told(seen)
        if isinstance(seen, ClockPressed):
            return self._on_press(seen)
        if isinstance(seen, DrawPressed):
            # A move that was pressed counts though its squares still come in.
            coming = max(len(self.frame().shown), len(self.game.counted_presses))
            on_board = len(self.game.plies) + coming
            seen = DrawProposed(seen.at_ns, seen.side, on_board)
        if isinstance(seen, DrawClaimed):
            seen = replace(seen, unsettled=self.frame().shown)
        if isinstance(seen, CommandGiven) and seen.get("from") == "board":
            seen = self._with_placement(seen)
        if isinstance(seen, DeviceTrouble):
            self._note_problem(seen)
        return self._decide(seen)

    def pass_time(self, now_ns: int) -> list[Any]:
        """Let the recogniser say what is due by now."""
        if self.recogniser is None or self.game.restoring:
            return []
        facts = self._weigh(self.recogniser.pass_time(now_ns))
        self._drop_recogniser(now_ns)
        return facts

    def next_wake(self) -> int | None:
        """When the recogniser wants to be asked again."""
        if self.recogniser is None or self.game.restoring:
            return None
        return self.recogniser.next_deadline()

    def _on_board(self, seen: SquareChanged | BoardSeen) -> list[Any]:
        before = self.placement
        self.placement = _mirrored(before, seen)
        if isinstance(seen, BoardSeen) or self.placement != before:
            self._remember(seen, before)
        if self.game.restoring:
            return self._look_for_restored(seen.at_ns)
        if self.recogniser is None:
            return []
        evidence = self._catch_up_presses(seen.at_ns)
        return self._weigh(evidence + self.recogniser.feed(seen))

    def _look_for_restored(self, at_ns: int) -> list[Any]:
        """While the arbiter has the men put back, nothing is a move; when they stand, reading goes on."""
        if self.placement != self.expected_placement():
            return []
        return self._decide(BoardRestored(at_ns))

    def _with_placement(self, seen: CommandGiven) -> CommandGiven:
        """A command that speaks of the board carries what the board shows: the journal keeps the evidence.

        Nobody else may say what it shows, not even while it has shown nothing.
        """
        others = tuple(each for each in seen.arguments if each[0] != "placement")
        shown = () if self.placement is None else (("placement", self.placement),)
        return replace(seen, arguments=(*others, *shown))

    def _catch_up_presses(self, at_ns: int) -> list[Evidence]:
        """The board speaks again: presses made while it was away are judged by what it shows now."""
        assert self.recogniser is not None, "no game is being read"
        evidence: list[Evidence] = []
        for press in self._presses_unseen:
            evidence += self.recogniser.feed(replace(press, at_ns=at_ns))
        self._presses_unseen = []
        return evidence

    def _remember(self, seen: SquareChanged | BoardSeen, before: str | None) -> None:
        if isinstance(seen, SquareChanged):
            self._trail.append([seen.at_ns, seen.square, seen.piece])
        elif seen.placement != before:
            self._trail.append([seen.at_ns, seen.placement])
        del self._trail[:-TRAIL_KEPT]

    def _on_press(self, seen: ClockPressed) -> list[Any]:
        facts = self._decide(seen)
        if any(isinstance(fact, ClockHandedOver) for fact in facts):
            self._ask_board()
            if self._link != "live":
                self._presses_unseen.append(seen)
            elif self.recogniser is not None:
                facts += self._weigh(self.recogniser.feed(seen))
        return facts

    def _on_link(self, seen: BoardLink) -> list[Any]:
        self._link, self._link_detail = seen.state, seen.detail
        if seen.state == "live":
            return self.feed(DeviceTrouble(seen.at_ns, "board-lost", "", over=True))
        if seen.state == "asking" or not self.game.open:
            return []
        return self._decide(DeviceTrouble(seen.at_ns, "board-lost", seen.detail))

    def _on_told(self, seen: BoardTold | ButtonsTold) -> list[Any]:
        if isinstance(seen, ButtonsTold):
            self._devices = replace(self._devices, button_counts=seen.counts)
            return []
        before, self._devices = self._devices, replace(self._devices, board=seen.report)
        return self._tell_foreign(seen.at_ns, before.board.foreign)

    def _tell_foreign(self, at_ns: int, before: tuple[int, ...]) -> list[Any]:
        """A thing on the board that is no chessman: told while a game is open, and when it is gone."""
        troubles = foreign_troubles(at_ns, before, self._devices.board.foreign)
        told = [trouble for trouble in troubles if trouble.over or self.game.open]
        return [fact for trouble in told for fact in self._decide(trouble)]

    def _note_problem(self, seen: DeviceTrouble) -> None:
        self._problems.pop(seen.alert, None)
        if not seen.over:
            self._problems[seen.alert] = seen.detail

    # -- deciding ---------------------------------------------------------------------------------

    def _weigh(self, evidence: list[Evidence]) -> list[Any]:
        """Let the referee decide on evidence; the recogniser follows the record afterwards."""
        facts: list[Any] = []
        for each in evidence:
            facts += self._decide(each, follow=False)
        if evidence:
            self._follow(evidence[-1].at_ns, facts)
        return facts

    def _decide(self, seen: Any, follow: bool = True) -> list[Any]:
        clock_before = self.game.clock
        facts = self.machine.feed(seen, {"seen": self._trail} if self._trail else None)
        if facts:
            self._trail = []
            if self.game.clock is not clock_before:
                self.clock_seq = self.machine.seq
            if follow:
                self._follow(seen.at_ns, facts)
        facts = facts + self._ask_mating(seen.at_ns)
        if any(isinstance(fact, RestoreOrdered) for fact in facts):
            facts = facts + self._look_for_restored(seen.at_ns)
        if any(isinstance(fact, ClockStarted) for fact in facts):
            facts = facts + self._tell_missing_board(seen.at_ns)
            facts = facts + self._tell_foreign(seen.at_ns, before=())
        return facts

    def _ask_mating(self, at_ns: int) -> list[Any]:
        """Where a loss depends on it: have it searched, once for each position, whether the opponent can mate."""
        game = self.game
        side = mating_question(game)
        asked = (game.board.fen(), game.clock.flag_at_ns)
        if side is None or asked == self._judged:
            return []
        self._judged = asked
        verdict = self._judge(game.board, side)
        if verdict is None:
            return []
        return self._decide(MatingJudged(at_ns, asked[0], side, verdict))

    def _tell_missing_board(self, at_ns: int) -> list[Any]:
        """A clock that starts without a board: nobody would see a move."""
        if self._link in ("live", "asking"):
            return []
        return self._decide(DeviceTrouble(at_ns, "board-lost", self._link_detail))

    def _follow(self, at_ns: int, facts: list[Any]) -> None:
        """Keep a recogniser while a game is open, on the position of the record."""
        game = self.game
        if game.open:
            self._ended_ns = None
        elif self._ended_ns is None:
            self._ended_ns = at_ns
        begins = any(isinstance(fact, GamePaired | ClockStarted) for fact in facts)
        if begins and not game.plies:
            self.recogniser = None  # what was stirred before the start is no evidence
            self._presses_unseen = []
        if any(isinstance(fact, RestoreOrdered | PositionRestored) for fact in facts):
            self.recogniser = None  # what the hands did meanwhile was no move
        if game.open and self.recogniser is None:
            self.recogniser = Recogniser(game.board.copy(stack=False))
            # Pressed before a restart, not settled yet: judged by what the board shows next.
            self._presses_unseen = [
                ClockPressed(at_ns, press.side) for press in game.counted_presses
            ]
            if self.placement is not None:
                self.recogniser.feed(BoardSeen(at_ns, self.placement))
        elif self.recogniser is not None and self._strayed(self.recogniser):
            self.recogniser.start_from(game.board.copy(stack=False))

    def _strayed(self, recogniser: Recogniser) -> bool:
        """Whether it stands on another position than the record; behind a flag it may.

        A move that came too late for the record would be seen, and refused, again and again.
        """
        return self.game.clock.flag is None and recogniser.position != self.game.board

    def _drop_recogniser(self, now_ns: int) -> None:
        """After the end the pieces are reset: nothing there is a move any more."""
        if self._ended_ns is None:
            return
        late = now_ns - self._ended_ns > SETTLE_AFTER_END_NS
        if late or not self.game.counted_presses:
            self.recogniser = None


def _mirrored(before: str | None, seen: SquareChanged | BoardSeen) -> str | None:
    """The squares as they are known after this news; None until a whole board was seen."""
    if isinstance(seen, BoardSeen):
        return seen.placement
    if before is None:
        return None
    return before[: seen.square] + (seen.piece or EMPTY) + before[seen.square + 1 :]
