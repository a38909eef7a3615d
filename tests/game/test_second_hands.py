"""Games played by a second model of hands, which shares nothing with clockd/sim, are read as well as by the first."""

from random import Random

import chess
import pytest

from clockd.game.evidence import BoardAlert, MoveSettled
from clockd.game.recognise import Recogniser
from clockd.sim.game_library import real_games
from clockd.units import milliseconds, seconds
from tests.game.second_hands import CLEAN, CLUB, HOSTILE, SCRAMBLE, Shown, Style, show_game


def read(shown: Shown, scan_ms: int) -> tuple[list[str], list[BoardAlert]]:
    """The moves as settled, the last one perhaps pending, and the alerts."""
    recogniser = Recogniser(chess.Board(), scan_ns=milliseconds(scan_ms))
    evidence = [one for seen in shown.seen for one in recogniser.feed(seen)]
    evidence += recogniser.finish(shown.seen[-1].at_ns + seconds(4))
    moves = [one.uci for one in evidence if isinstance(one, MoveSettled)]
    return [*moves, *recogniser.shown], [one for one in evidence if isinstance(one, BoardAlert)]


@pytest.mark.parametrize(
    ("style", "scan_ms", "wrong_most", "alerts_most"),
    [
        (CLEAN, 200, 0, 0.0),
        (CLUB, 200, 0, 0.5),
        (CLUB, 100, 0, 0.5),
        (SCRAMBLE, 150, 1, 3.0),
        (HOSTILE, 150, 1, 3.0),
    ],
    ids=lambda one: getattr(one, "name", str(one)),
)
def test_other_hands_are_read_too(
    style: Style, scan_ms: int, wrong_most: int, alerts_most: float
) -> None:
    """Issue bars at each level, on a small sample; the big one is `python -m tests.bench recogniser`."""
    wrong = alerts = plies = 0
    for number, game in enumerate(real_games()[5:45:5]):
        moves = list(game.moves)[:70]
        shown = show_game(chess.Board(), moves, Random(f"{style.name} {number}"), style, scan_ms)
        if shown.unreadable:
            continue
        got, told = read(shown, scan_ms)
        wrong += got != [move.uci() for move in moves]
        alerts, plies = alerts + len(told), plies + len(moves)
    assert wrong <= wrong_most
    assert 100 * alerts / plies <= alerts_most
