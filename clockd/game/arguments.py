"""What a command's arguments say: sides, numbers, times. Each is read here or refused with a sentence."""

import re

import chess

from clockd.errors import BadDuration, NotAllowed
from clockd.game.draft import Draft
from clockd.game.inputs import CommandGiven
from clockd.ports import Side
from clockd.units import SECOND_NS, parse_duration

_CLOCK_TEXT = re.compile(r"(?:(\d{1,2}):(?=[0-5]?\d:))?(\d{1,3}):([0-5]\d)")


def side_of_command(seen: CommandGiven) -> Side:
    """`side=white` or `side=black`."""
    value = seen.get("side")
    if value not in ("white", "black"):
        raise NotAllowed(f"side={value}, expected side=white or side=black")
    return Side(value)


def number(seen: CommandGiven, key: str) -> int:
    """A whole number of at most four digits."""
    value = seen.get(key) or ""
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise NotAllowed(f"{key}={value}, expected a whole number")
    return int(value)


def duration_ns(text: str, key: str) -> int:
    """Nanoseconds of "1:02:14", "4:30" or a duration such as "90m30s"."""
    found = _CLOCK_TEXT.fullmatch(text)
    if found:
        hours, mins, secs = (int(part or 0) for part in found.groups())
        return (hours * 3600 + mins * 60 + secs) * SECOND_NS
    try:
        return parse_duration(text)
    except BadDuration:
        raise NotAllowed(f"{key}={text}, expected a time such as 1:02:14, 4:30 or 90s") from None


def move_of(board: chess.Board, word: str) -> chess.Move | None:
    """The legal move of this word, in SAN or UCI; None for anything else, a null move ("--") included."""
    for parse in (board.parse_san, board.parse_uci):
        try:
            return parse(word) or None
        except ValueError:
            continue
    return None


def needs_game(draft: Draft) -> None:
    """A game is loaded and not over."""
    if draft.game.pairing is None:
        raise NotAllowed("no game is loaded at this table")
    if draft.game.phase == "ended":
        raise NotAllowed("the game has ended: set its result aside first")


def needs_stopped_clock(draft: Draft) -> None:
    """A game is loaded, not over, and its clocks stand."""
    if draft.game.pairing is None:
        raise NotAllowed("no game is loaded at this table")
    if draft.game.clock.running is not None:
        raise NotAllowed("the clock runs: pause it first")
    needs_game(draft)
