"""What the recogniser hands to the decider: evidence about the game, never single squares.

`at_ns` is the instant at which the evidence was complete (an input's stamp or a deadline), so the same
events give the same evidence however late the loop came round to it.
"""

from dataclasses import dataclass
from typing import Literal

from clockd.ports import Side

BoardAlertName = Literal["illegal-move", "no-move", "position-differs", "ambiguous", "missed-press"]
KingsResult = Literal["1-0", "0-1", "1/2-1/2"]


@dataclass(frozen=True, slots=True)
class MoveSettled:
    """A legal move stands on the board for good; never withdrawn by the recogniser.

    `landed_ns` is when its last man was seen in place; `pressed` says that a press of the mover belongs to it.
    """

    at_ns: int
    uci: str
    landed_ns: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class BoardAlert:
    """The board does not say what it should; `detail` names squares and men for the arbiter.

    `fen` is the position from which reading goes on when a move settled before was another one.
    """

    at_ns: int
    alert: BoardAlertName
    side: Side | None
    detail: str
    fen: str | None = None


@dataclass(frozen=True, slots=True)
class KingsSeen:
    """Both kings have stood on centre squares for three seconds: the players' result signal.

    `pending` is a move (UCI) that stood complete on the board, unpressed, before the kings were taken up.
    """

    at_ns: int
    result: KingsResult
    pending: str | None


Evidence = MoveSettled | BoardAlert | KingsSeen
