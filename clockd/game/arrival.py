"""Who has come, and what it costs to be late (Laws 6.7; 2019 U.S. Senior reg. 3; World Senior 2011: zero tolerance).

A player has arrived when he pressed before his first move, made one, registered, or was marked by the arbiter. At most
one move can have been made while somebody is absent, so the time since the start is what that move and the running
clock have taken: a pause is the arbiter's time, and nothing is subtracted over a restart.
"""

from clockd.game import endings
from clockd.game.draft import Draft
from clockd.game.state import Game
from clockd.ports import SIDES, Side
from clockd.units import SECOND_NS


def absent(game: Game) -> tuple[Side, ...]:
    """The sides without any sign of life."""
    return tuple(side for side in SIDES if side not in game.arrived)


def late_at_ns(game: Game) -> int | None:
    """The first instant after the default time, while somebody is absent and a clock runs; None otherwise.

    To the nanosecond: who comes at 30:00.000 is in time, who comes later is not.
    """
    pairing, since_ns = game.pairing, game.clock.since_ns
    if pairing is None or pairing.default_time_ns is None or since_ns is None:
        return None
    if not absent(game) or len(game.plies) > 1 or game.late_told:
        return None
    before_ns = sum(ply.spent_ns or 0 for ply in game.plies if ply.completed)
    before_ns += sum(press.spent_ns for press in game.counted_presses)
    taken_ns = before_ns + game.clock.hand(game.clock.to_run).spent_ns
    return since_ns + max(0, pairing.default_time_ns - taken_ns) + 1


def on_late(draft: Draft, at_ns: int) -> None:
    """The default time has passed: a forfeit where arrivals are registered, else the arbiter's one key."""
    game = draft.game
    assert game.pairing is not None, "nobody is late for no game"
    missing = absent(game)
    zero = game.pairing.default_time_ns == 0
    if game.pairing.arrival_registration and not zero:
        result = "0-0" if len(missing) == len(SIDES) else endings.win_for(missing[0].other)
        detail = f"{_names(missing)} not there within {_limit(game)}"
        endings.end(draft, at_ns, result, "default-time", detail, forfeit=True)
        return
    for side in missing:
        key = f"forfeit side={side}"
        draft.alert(
            at_ns,
            "late",
            side,
            f"No sign of {side.capitalize()} within {_limit(game)}: {key}, or arrived",
        )


def _names(sides: tuple[Side, ...]) -> str:
    return " and ".join(side.capitalize() for side in sides)


def _limit(game: Game) -> str:
    assert game.pairing is not None and game.pairing.default_time_ns is not None
    whole = game.pairing.default_time_ns // SECOND_NS
    return f"{whole // 60}:{whole % 60:02d} of the start" if whole else "the start (zero tolerance)"
