"""What the table's board and buttons tell of themselves, as the snapshot shows it. Pure.

Never evidence of a game: it is shown, and a foreign object on the board becomes an alert. Squares are chess numbers.
"""

from dataclasses import dataclass
from typing import Any

import chess

from clockd.game.inputs import DeviceTrouble
from clockd.ports import BoardReport

FOREIGN = "foreign-object"
NOTHING_TOLD = BoardReport()


@dataclass(frozen=True, slots=True)
class Devices:
    """The latest reports of both."""

    board: BoardReport = NOTHING_TOLD
    button_counts: tuple[tuple[str, int], ...] = ()


def devices_shown(devices: Devices) -> dict[str, Any]:
    """The snapshot's keys `board_report` and `button_counts`, as JSON values."""
    board = devices.board
    return {
        "board_report": {
            "port": board.port,
            "serial": board.serial,
            "long_serial": board.long_serial,
            "version": board.version,
            "trademark": board.trademark,
            "battery": board.battery_percent,
            "charging": board.charging,
            "orientation": _ORIENTATIONS[board.rotated],
            "foreign": [chess.square_name(square) for square in board.foreign],
            "counts": dict(board.counts),
        },
        "button_counts": dict(devices.button_counts),
    }


def foreign_troubles(
    at_ns: int, before: tuple[int, ...], now: tuple[int, ...]
) -> list[DeviceTrouble]:
    """The alert of things on the board that are no chessmen, after the end of the one before; none without a change."""
    if now == before:
        return []
    troubles = [DeviceTrouble(at_ns, FOREIGN, "", over=True)] if before else []
    if now:
        names = ", ".join(map(chess.square_name, now))
        detail = f"on {names} stands something that the board knows is no chessman: take it off"
        troubles.append(DeviceTrouble(at_ns, FOREIGN, detail))
    return troubles


_ORIENTATIONS = {None: None, False: "normal", True: "rotated"}
