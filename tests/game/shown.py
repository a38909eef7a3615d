"""Feeds the recogniser from a little script: one sight a line, "milliseconds square man" or "milliseconds side".

1000 e2 .        the square reads empty
1300 e4 P        a white pawn stands on e4
1600 white       White presses
2000 board FEN   a full board, the placement part of a FEN
"""

from dataclasses import dataclass, field

import chess

from clockd.game.evidence import BoardAlert, Evidence, KingsSeen, MoveSettled
from clockd.game.recognise import Recogniser
from clockd.ports import BoardSeen, ClockPressed, Side, SquareChanged
from clockd.units import milliseconds


@dataclass
class Heard:
    """What the recogniser said, sorted by kind."""

    recogniser: Recogniser
    settled: list[MoveSettled] = field(default_factory=list)
    alerts: list[BoardAlert] = field(default_factory=list)
    kings: list[KingsSeen] = field(default_factory=list)

    def add(self, evidence: list[Evidence]) -> None:
        for one in evidence:
            if isinstance(one, MoveSettled):
                self.settled.append(one)
            elif isinstance(one, BoardAlert):
                self.alerts.append(one)
            else:
                self.kings.append(one)

    @property
    def moves(self) -> list[str]:
        return [one.uci for one in self.settled]

    @property
    def names(self) -> list[str]:
        return [one.alert for one in self.alerts]


def placement_of(fen: str) -> str:
    """64 letters of the placement part of a FEN."""
    men = chess.BaseBoard(fen).piece_map()
    return "".join(men[s].symbol() if s in men else "." for s in chess.SQUARES)


def sight(line: str) -> SquareChanged | BoardSeen | ClockPressed:
    """One line of a script as an input."""
    at, what, *man = line.split()
    at_ns = milliseconds(int(at))
    if what in ("white", "black"):
        return ClockPressed(at_ns, Side(what))
    if what == "board":
        return BoardSeen(at_ns, placement_of(man[0]))
    return SquareChanged(at_ns, chess.parse_square(what), None if man == ["."] else man[0])


def heard(
    script: str,
    position: str | chess.Board = chess.STARTING_FEN,
    *,
    until_ms: int | None = None,
) -> Heard:
    """Feed a script and let time pass until `until_ms` (default: a second after the last line)."""
    board = chess.Board(position) if isinstance(position, str) else position
    result = Heard(Recogniser(board))
    last_ns = 0
    for line in script.strip().splitlines():
        seen = sight(line)
        last_ns = seen.at_ns
        result.add(result.recogniser.feed(seen))
    end_ns = last_ns + milliseconds(1000) if until_ms is None else milliseconds(until_ms)
    result.add(result.recogniser.pass_time(end_ns))
    return result
