"""A person's session at a virtual board: typed commands, a game that plays itself, and what is said of it.

Joins a `Desk` (what hands do when), a served `VirtualBoard` (what the cable shows of it) and, if there is a table's
pipe, a `ButtonLine`. It waits for nothing: `wake` does what has come due, `next_deadline_ns` says when there is more.
A game plays itself once somebody reads the board, since nobody moves before the round begins.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import chess

from clockd.errors import BadInput
from clockd.game.arguments import move_of
from clockd.ports import Side
from clockd.sim.button_line import ButtonLine
from clockd.sim.desk import KINGS_STAND, Desk, Push, Say, Step, Touch
from clockd.units import milliseconds, seconds
from drivers.dgt_pty import PtyServer

READY_NS = seconds(1)  # between the start of the clock and the first move
NEXT_MOVE_NS = milliseconds(300)  # at the least, from a press to the next move's first touch
RESULT_NS = seconds(2)  # from the last move to the sign of the result
LOOK_NS = milliseconds(100)  # how often to see whether somebody reads the board by now

HELP_TEXT = """\
a move        e2e4 or Nf3: made with hands, and the clock is pressed (with --buttons)
lift e2       take a man off           put e4 P      set one down (FEN letter)
kings 1-0     say a result with the kings on the centre (0-1, 1/2-1/2)
press white   push a clock button      draw white    the draw button
resign black  resign                   start, pause, resume   the arbiter's buttons
new           all men on their first squares
unplug, plug  the cable                power         the board's power off and on
lever         the attached clock's (with --clock)
show          the men as they stand    quit          end it"""


@dataclass(frozen=True, slots=True)
class Script:
    """A game that plays itself: its moves, how long each takes, its result and how that is signalled."""

    moves: Sequence[chess.Move]
    pace_ns: int
    result: str
    by_kings: bool


class BoardSession:
    """One virtual board with somebody at it."""

    def __init__(
        self, desk: Desk, server: PtyServer, buttons: ButtonLine | None, say: Callable[[str], None]
    ) -> None:
        self.desk = desk
        self._server = server
        self._buttons = buttons
        self._say = say
        self._script: Script | None = None
        self._moves: deque[chess.Move] = deque()
        self._next_ns: int | None = None
        self._last_ns = 0  # the last step of a hand
        self._begun = False
        self.finished = False  # a script, result included, has been played to its end

    def begin(self, script: Script, now_ns: int) -> None:
        """Let a game play itself as soon as somebody reads the board."""
        self._script = script
        self._moves.extend(script.moves)
        self._next_ns = now_ns

    def wake(self, now_ns: int) -> None:
        """Do all that has come due."""
        for due_ns, step in self.desk.due(now_ns):
            self._perform(step, due_ns)
            self._last_ns = due_ns
        self._play_on(now_ns)
        if self._buttons is not None:
            for answer in self._buttons.flush(now_ns):
                self._say(f"the table answers {answer}")

    @property
    def next_deadline_ns(self) -> int | None:
        """When to wake next; None while everything waits for the person."""
        ends = [self._next_ns, self.desk.next_deadline_ns]
        if self._buttons is not None:
            ends.append(self._buttons.next_deadline_ns)
        return min((end for end in ends if end is not None), default=None)

    # The game that plays itself.

    def _play_on(self, now_ns: int) -> None:
        if self._script is None or self._next_ns is None or now_ns < self._next_ns:
            return
        if not self._begun:
            self._start(now_ns)
        elif self.desk.next_deadline_ns is not None:
            self._next_ns = self.desk.next_deadline_ns
        elif now_ns < (rested_ns := self._last_ns + (NEXT_MOVE_NS if self._moves else RESULT_NS)):
            self._next_ns = rested_ns
        elif self._moves:
            self.desk.play(self._moves.popleft(), now_ns)
            self._next_ns = now_ns + (self._script.pace_ns if self._moves else 0)
        else:
            self._end(self._script, now_ns)

    def _start(self, now_ns: int) -> None:
        self._next_ns = now_ns + LOOK_NS
        with self._server.at() as (board, _):
            read = bool(board.mode)
        if not read or (self._buttons is not None and not self._buttons.connected):
            return
        self._begun = True
        self._next_ns = now_ns + READY_NS
        if self._buttons is not None:
            self.desk.at(now_ns, Push({"arbiter": "start"}), Say("the arbiter starts the clock"))

    def _end(self, script: Script, now_ns: int) -> None:
        if not self._begun or self.finished:
            return
        self._next_ns = None
        self.finished = True
        if self.desk.position.is_game_over() or script.result not in KINGS_STAND:
            self._say(f"the game is over: {script.result}")
        elif script.by_kings or self._buttons is None:
            self._kings(script.result, now_ns)
        else:
            self.desk.signal_by_buttons(script.result, now_ns)

    # What a person types.

    def obey(self, line: str, now_ns: int) -> None:
        """Carry out one typed line; BadInput says what it holds and what was expected.

        Hands and buttons take one line after another, however fast they are typed; cable and power obey at once.
        """
        verb, *words = line.split() or ["help"]
        arity = _ARITIES.get(verb)
        if arity is None and not words:
            self.desk.play(self._move(verb), self._free_ns(now_ns, NEXT_MOVE_NS))
        elif arity is None or arity != len(words):
            raise BadInput(
                f"{line.strip()[:60]!r}, expected a move or a command; `help` lists them"
            )
        else:
            self._command(verb, words, self._free_ns(now_ns))

    def _free_ns(self, now_ns: int, rest_ns: int = 0) -> int:
        """When the hands have done what was typed before, and rested."""
        busy_ns = self.desk.last_planned_ns
        return now_ns if busy_ns is None else max(now_ns, busy_ns + rest_ns)

    def _command(self, verb: str, words: list[str], at_ns: int) -> None:
        if verb in ("lift", "put"):
            piece = _piece(words[1]) if verb == "put" else None
            self.desk.at(at_ns, Touch(_square(words[0]), piece))
        elif verb == "kings":
            self._kings(_one_of(words[0], tuple(KINGS_STAND)), at_ns)
        elif verb in ("press", "draw", "resign"):
            self._push(verb, _one_of(words[0], tuple(Side)), at_ns)
        elif verb in ("start", "pause", "resume"):
            self._push("arbiter", verb, at_ns)
        else:
            _PLAIN[verb](self)

    def _move(self, text: str) -> chess.Move:
        position = self.desk.position
        if move := move_of(position, text):
            return move
        mover = "White" if position.turn else "Black"
        raise BadInput(f"{text!r} is no legal move of {mover}'s and no command; `help` lists them")

    def _kings(self, result: str, now_ns: int) -> None:
        if self.desk.last_planned_ns is None:
            with self._server.at() as (board, _):
                placement = board.placement
        else:  # as it will be when the hands have come to it
            placement = chess_placement(self.desk.position)
        self.desk.signal_by_kings(result, placement, now_ns)

    def _push(self, verb: str, word: str, now_ns: int) -> None:
        if self._buttons is None:
            raise BadInput(f"{verb}: no buttons here, expected the option --buttons PATH")
        self.desk.at(now_ns, Push({verb: word}), Say(f"{verb} {word}"))

    def _new(self) -> None:
        self.desk.forget()
        self.desk.position.reset()
        with self._server.at() as (board, now_ns):
            board.set_up(chess_placement(self.desk.position), now_ns)
        self._say("the men stand on their first squares")

    def _unplug(self) -> None:
        self._server.unplug()
        self._say("the cable is out")

    def _plug(self) -> None:
        self._server.plug()
        self._say(f"the cable is in: {self._server.link}")

    def _power(self) -> None:
        with self._server.at() as (board, now_ns):
            board.power_up(now_ns)
        self._say("the board had no power for a moment; it is deaf for 1 to 3 s")

    def _lever(self) -> None:
        with self._server.at() as (board, now_ns):
            if board.clock is None:
                raise BadInput("lever: no clock here, expected the option --clock")
            board.press_clock(now_ns)

    def _show(self) -> None:
        with self._server.at() as (board, _):
            self._say(drawing(board.placement))

    def _help(self) -> None:
        self._say(HELP_TEXT)

    def _perform(self, step: Step, due_ns: int) -> None:
        if isinstance(step, Say):
            self._say(step.text)
        elif isinstance(step, Push):
            if self._buttons is not None:
                self._buttons.push(step.written, due_ns)
        else:
            with self._server.at() as (board, now_ns):
                if step.piece is None:
                    board.lift(step.square, now_ns)
                else:
                    board.put(step.square, step.piece, now_ns)


_PLAIN: dict[str, Callable[[BoardSession], None]] = {
    "new": BoardSession._new,
    "unplug": BoardSession._unplug,
    "plug": BoardSession._plug,
    "power": BoardSession._power,
    "lever": BoardSession._lever,
    "show": BoardSession._show,
    "help": BoardSession._help,
}
# How many words follow each command.
_ARITIES = dict.fromkeys((*_PLAIN, "start", "pause", "resume"), 0)
_ARITIES |= dict.fromkeys(("lift", "kings", "press", "draw", "resign"), 1) | {"put": 2}


def chess_placement(position: chess.Board) -> str:
    """A position's men as a placement in square order."""
    pieces = (position.piece_at(square) for square in chess.SQUARES)
    return "".join(piece.symbol() if piece else "." for piece in pieces)


def drawing(placement: str) -> str:
    """The men as a diagram, White below."""
    ranks = [f"{rank + 1} {' '.join(placement[8 * rank : 8 * rank + 8])}" for rank in range(8)]
    return "\n".join([*reversed(ranks), "  a b c d e f g h"])


def _square(text: str) -> int:
    if text not in chess.SQUARE_NAMES:
        raise BadInput(f"{text!r}, expected a square from a1 to h8")
    return chess.SQUARE_NAMES.index(text)


def _piece(text: str) -> str:
    if len(text) != 1 or text not in "PNBRQKpnbrqk":
        raise BadInput(f"{text!r}, expected a man's FEN letter, one of PNBRQKpnbrqk")
    return text


def _one_of(text: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise BadInput(f"{text!r}, expected {' or '.join(allowed)}")
    return str(text)
