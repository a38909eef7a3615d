"""The arbiter's commands: each a function found by its name; all journaled with author and reason.

Names and arguments are a promise (interfaces.md section 6). A command that does not fit the game's state is
refused with a sentence, never half carried out. Edits of times and counts need a paused clock (Laws 6.10, 7.1).
"""

from collections.abc import Callable
from dataclasses import replace

from clockd.errors import NotAllowed
from clockd.game import claims, endings, illegal_moves, notation, record_rulings, repairs, sheets
from clockd.game import clock as clocks
from clockd.game.arguments import (
    duration_ns,
    needs_stopped_clock,
    number,
    side_of_command,
)
from clockd.game.draft import Draft
from clockd.game.facts import (
    AlertAcknowledged,
    AlertTaken,
    ClockEdited,
    CommandAccepted,
    CommandRefused,
    PlayerCame,
    ResultSetAside,
)
from clockd.game.inputs import CommandGiven
from clockd.game.running import BY_ARBITER, start, stop
from clockd.ports import Side
from clockd.units import SECOND_NS

OF_THE_BOARD = "placement"  # the table adds to a command what its board shows
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "*")
LARGEST_CLOCK_NS = 100 * 3600 * SECOND_NS  # no chess clock shows a hundred hours
TERMINATIONS = [
    "checkmate",
    "resignation",
    "stalemate",
    "dead-position",
    "agreement",
    "threefold",
    "fifty-moves",
    "fivefold",
    "seventy-five-moves",
    "time-forfeit",
    "time-draw",
    "illegal-moves",
    "default-time",
    "device",
    "ruling",
    "abandoned",
]


def on_command(draft: Draft, seen: CommandGiven) -> None:
    """Carry out a command once; a resend of the same id changes nothing."""
    if seen.id in draft.game.commands:
        return
    trial = Draft(draft.game)
    try:
        if seen.expired:
            raise NotAllowed("it came after its expiry")
        if seen.name not in _COMMANDS:
            raise NotAllowed(f"no command {seen.name!r}; there are {', '.join(command_names())}")
        _check_arguments(seen)
        _COMMANDS[seen.name](trial, seen)
    except NotAllowed as refusal:
        draft.add(CommandRefused(seen.at_ns, seen.id, seen.name, seen.author, str(refusal)))
        return
    for fact in trial.facts:
        draft.add(fact)
    draft.add(CommandAccepted(seen.at_ns, seen.id, seen.name, seen.author, seen.reason))


def command_names() -> list[str]:
    """The commands that a table carries out, in alphabetical order."""
    return sorted(_COMMANDS)


def arguments_of(name: str) -> tuple[str, ...]:
    """What a command may be given; what each means stands at its function."""
    return tuple(_ARGUMENTS.get(name, "").split())


def _check_arguments(seen: CommandGiven) -> None:
    """A misspelt argument is refused: it would be a ruling that its author did not mean."""
    allowed = arguments_of(seen.name)
    for key, _ in seen.arguments:
        if key not in allowed and key != OF_THE_BOARD:
            expected = f"expected {', '.join(allowed)}" if allowed else "it takes none"
            raise NotAllowed(f"{seen.name}: no argument {key[:20]!r}, {expected}")


# -- the commands ---------------------------------------------------------------------------------


def _start(draft: Draft, seen: CommandGiven) -> None:
    if draft.game.restoring and not seen.reason:
        raise NotAllowed("the board does not show the position yet: put it right, or give a reason")
    start(draft, seen.at_ns, seen.author)


def _resume(draft: Draft, seen: CommandGiven) -> None:
    if draft.game.phase != "paused" and draft.game.clock.flag is None:
        raise NotAllowed("the clock is not paused")
    _start(draft, seen)


def _pause(draft: Draft, seen: CommandGiven) -> None:
    stop(draft, seen.at_ns, BY_ARBITER)


def _acknowledge(draft: Draft, seen: CommandGiven) -> None:
    """`id=7` closes one alert, `alert=flag` all of that name, nothing given closes all."""
    wanted, name = seen.get("id"), seen.get("alert")
    chosen = [
        alert
        for alert in draft.game.alerts
        if (wanted is None or str(alert.id) == wanted) and (name is None or alert.alert == name)
    ]
    if not chosen:
        raise NotAllowed("no such alert is open")
    for alert in chosen:
        draft.add(AlertAcknowledged(seen.at_ns, alert.id))


def _call_answered(draft: Draft, seen: CommandGiven) -> None:
    draft.settle_alerts(seen.at_ns, "call")


def _set_time(draft: Draft, seen: CommandGiven) -> None:
    """`side=white time=1:02:14` sets, `side=white add=2:00` adds, `add=-2:00` takes away."""
    needs_stopped_clock(draft)
    side, time, add = side_of_command(seen), seen.get("time"), seen.get("add")
    game = draft.game
    if time is not None and add is None:
        edited = clocks.set_main_time(game.timing, game.clock, side, duration_ns(time, "time"))
    elif add is not None and time is None:
        sign = -1 if add.startswith("-") else 1
        edited = clocks.add_time(game.clock, side, sign * duration_ns(add.lstrip("+-"), "add"))
    else:
        raise NotAllowed("expected time=... or add=..., one of them")
    if not 0 < edited.hand(side).remaining_ns <= LARGEST_CLOCK_NS:
        raise NotAllowed(f"that would leave {side} no time, or over 100 hours")
    if edited.flag is side:  # time was given to the side without any: its flag is lifted
        edited = replace(edited, flag=None, flag_at_ns=None)
    draft.add(ClockEdited(seen.at_ns, edited, f"{side} time={time or add}"))


def _apply_split(draft: Draft, seen: CommandGiven) -> None:
    """After a missed press of a defective button: the reply's time goes to the side that replied (design 8)."""
    needs_stopped_clock(draft)
    split = draft.game.split
    if split is None:
        raise NotAllowed("no missed press is open")
    clock = clocks.add_time(draft.game.clock, Side.WHITE, split.white_adds_ns)
    clock = clocks.add_time(clock, Side.BLACK, split.black_adds_ns)
    if min(clock.white.remaining_ns, clock.black.remaining_ns) <= 0:
        raise NotAllowed("that would leave a side no time: set the times by hand")
    draft.add(ClockEdited(seen.at_ns, clock, f"split of {split.side}'s missed press"))


def _set_period(draft: Draft, seen: CommandGiven) -> None:
    """`side=white period=2`: the period alone; times are set apart."""
    needs_stopped_clock(draft)
    side, period = side_of_command(seen), number(seen, "period")
    count = len(draft.game.timing.control.of(side))
    if not 1 <= period <= count:
        raise NotAllowed(f"period={period}, expected 1 to {count}")
    _edit_hand(draft, seen, side, period=period - 1)


def _set_count(draft: Draft, seen: CommandGiven) -> None:
    """`side=white moves=12`: the moves completed that the clock counts."""
    needs_stopped_clock(draft)
    _edit_hand(draft, seen, side_of_command(seen), moves=number(seen, "moves"))


def _edit_hand(draft: Draft, seen: CommandGiven, side: Side, **changes: int) -> None:
    clock = draft.game.clock
    edited = clocks.with_hand(clock, side, replace(clock.hand(side), **changes))
    what = " ".join(f"{key}={value}" for key, value in changes.items())
    draft.add(ClockEdited(seen.at_ns, edited, f"{side} {what}"))


def _result(draft: Draft, seen: CommandGiven) -> None:
    """`result=1-0`, with `termination=` a word of interfaces.md section 0 (ruling by default)."""
    value = seen.get("result") or ""
    if draft.game.pairing is None:
        raise NotAllowed("no game is loaded at this table")
    if value not in RESULTS or value == "*":
        raise NotAllowed(f"result={value}, expected one of {', '.join(RESULTS[:-1])}")
    termination = seen.get("termination") or "ruling"
    if termination not in TERMINATIONS:
        raise NotAllowed(f"termination={termination}, expected one of {', '.join(TERMINATIONS)}")
    endings.end(draft, seen.at_ns, value, termination, seen.reason)


def _forfeit(draft: Draft, seen: CommandGiven) -> None:
    """`side=white`: this side forfeits (`side=both`: both do); before any move it is the default time."""
    if draft.game.pairing is None or draft.game.phase == "ended":
        raise NotAllowed("no game is open at this table")
    both = seen.get("side") == "both"
    result = "0-0" if both else endings.win_for(side_of_command(seen).other)
    termination = "ruling" if draft.game.plies else "default-time"
    unplayed = not draft.game.plies
    endings.end(draft, seen.at_ns, result, termination, seen.reason, forfeit=unplayed)


def _device(draft: Draft, seen: CommandGiven) -> None:
    """`side=white`: this player's device made a noise; the game is forfeited."""
    if draft.game.pairing is None or draft.game.phase == "ended":
        raise NotAllowed("no game is open at this table")
    endings.end(
        draft, seen.at_ns, endings.win_for(side_of_command(seen).other), "device", seen.reason
    )


def _set_aside(draft: Draft, seen: CommandGiven) -> None:
    """Take back how the game ended; it stands paused. A side without time needs set-time to go on.

    `what=illegal-move side=white` takes back the last penalty of an illegal move instead, `what=claim` the rejection
    of the last claim, `what=record` the last ruling on the moves or the position.
    """
    what = seen.get("what") or "result"
    if what not in _SET_ASIDE:
        raise NotAllowed(f"what={what[:20]}, expected one of {', '.join(_SET_ASIDE)}")
    _SET_ASIDE[what](draft, seen)


def _set_result_aside(draft: Draft, seen: CommandGiven) -> None:
    if draft.game.phase != "ended":
        raise NotAllowed("the game has not ended")
    clock = replace(draft.game.clock, since_ns=None, flag=None, flag_at_ns=None)
    draft.add(ResultSetAside(seen.at_ns, clock))


def _arrived(draft: Draft, seen: CommandGiven) -> None:
    side = side_of_command(seen)
    if draft.game.pairing is None:
        raise NotAllowed("no game is loaded at this table")
    if side not in draft.game.arrived:
        draft.add(PlayerCame(seen.at_ns, side))


def _note(draft: Draft, seen: CommandGiven) -> None:
    """A sentence for the journal: it stands in the command's own record."""
    if not (seen.reason or seen.get("text")):
        raise NotAllowed("an empty note, expected --reason TEXT")


def _going(draft: Draft, seen: CommandGiven) -> None:
    """`id=7`: the arbiter is on his way; his name stands on the alert and its sound ends for everybody."""
    wanted = seen.get("id")
    chosen = [alert for alert in draft.game.alerts if wanted in (None, str(alert.id))]
    if not chosen:
        raise NotAllowed("no such alert is open")
    for alert in chosen:
        draft.add(AlertTaken(seen.at_ns, alert.id, seen.author))


_SET_ASIDE: dict[str, Callable[[Draft, CommandGiven], None]] = {
    "result": _set_result_aside,
    "record": record_rulings.put_record_back,
    "illegal-move": illegal_moves.lift,
    "claim": claims.lift_rejection,
}

_ARGUMENTS: dict[str, str] = {
    "acknowledge": "id alert",
    "set-time": "side time add",
    "set-period": "side period",
    "set-count": "side moves",
    "result": "result termination",
    "forfeit": "side",
    "device": "side",
    "set-aside": "what side",
    "arrived": "side",
    "note": "text",
    "going": "id",
    "illegal-move": "side queen take-back from",
    "restore": "take-back from side",
    "set-moves": "moves from side then take-back",
    "set-position": "from fen to-move",
    "notation": "side move last offers",
    "check-sheet": "side text language",
    "signed": "side",
}

_COMMANDS: dict[str, Callable[[Draft, CommandGiven], None]] = {
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "acknowledge": _acknowledge,
    "call-answered": _call_answered,
    "set-time": _set_time,
    "split": _apply_split,
    "set-period": _set_period,
    "set-count": _set_count,
    "result": _result,
    "forfeit": _forfeit,
    "device": _device,
    "set-aside": _set_aside,
    "arrived": _arrived,
    "note": _note,
    "going": _going,
    "accept-claim": claims.accept,
    "reject-claim": claims.reject,
    "illegal-move": illegal_moves.confirm,
    "restore": repairs.restore,
    "set-moves": record_rulings.set_moves,
    "set-position": repairs.set_position,
    "notation": notation.seen_on_the_round,
    "check-sheet": sheets.check,
    "signed": sheets.sign,
}
