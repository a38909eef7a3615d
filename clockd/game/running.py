"""Starting, stopping and resuming the clocks, and what a restart of the table finds."""

from dataclasses import replace

from clockd.errors import NotAllowed
from clockd.game import clock as clocks
from clockd.game import endings
from clockd.game.draft import Draft
from clockd.game.facts import ClockRestored, ClockStarted, ClockStopped
from clockd.game.inputs import TableRestarted, TableStopping
from clockd.game.state import Game
from clockd.ports import ArbiterPressed

BY_ARBITER = "Stopped by the arbiter"
RESTORED = "Restored after a restart"
SHUT_DOWN = "Stopped: the table was shut down"


def start(draft: Draft, at_ns: int, by: str) -> None:
    """Start the game, or go on after a pause; NotAllowed says what stands in the way."""
    game = draft.game
    if game.pairing is None:
        raise NotAllowed("no game is loaded at this table")
    if game.phase == "ended":
        raise NotAllowed(f"the game has ended: {game.result}")
    if game.clock.flag is not None:
        raise NotAllowed(f"{game.clock.flag}'s flag is down")
    if game.phase == "running":
        raise NotAllowed("the clock runs already")
    if game.clock.hand(game.clock.to_run).remaining_ns <= 0:
        raise NotAllowed(f"{game.clock.to_run} has no time left: set a time first")
    draft.add(ClockStarted(at_ns, clocks.start(game.clock, at_ns), by))


def can_stop(game: Game) -> bool:
    """Whether a clock runs that can be stopped: after a flag nothing runs."""
    return game.phase == "running" and game.clock.flag is None


def stop(draft: Draft, at_ns: int, why: str) -> None:
    """Stop both clocks; NotAllowed when none runs."""
    if not can_stop(draft.game):
        raise NotAllowed("no clock is running")
    draft.add(ClockStopped(at_ns, draft.stopped_clock_at(at_ns), why))


def on_arbiter(draft: Draft, seen: ArbiterPressed) -> None:
    """The arbiter's button at the table; a press that does not fit changes nothing."""
    wants_stop = seen.what == "pause" or (seen.what == "toggle" and draft.game.phase == "running")
    try:
        if wants_stop:
            stop(draft, seen.at_ns, BY_ARBITER)
        else:
            start(draft, seen.at_ns, "arbiter")
    except NotAllowed:
        return


def on_stopping(draft: Draft, seen: TableStopping) -> None:
    """A table that is shut down in good order stops the clocks first: no time is lost."""
    if can_stop(draft.game):
        stop(draft, seen.at_ns, SHUT_DOWN)


def on_restart(draft: Draft, seen: TableRestarted) -> None:
    """After a restart the clocks stand, at the last reading known, and the arbiter resumes them."""
    game = draft.game
    if game.phase != "running":
        return
    if game.clock.flag is not None:
        if not game.result_left_open:
            endings.decide_flag(draft, seen.at_ns)
        return
    clock = replace(seen.reading or game.clock, since_ns=None)
    draft.add(ClockRestored(seen.at_ns, clock, RESTORED))
    whose = clock.to_run
    source = "its last reading" if seen.reading else "the last press or pause"
    detail = f"{whose.capitalize()}'s clock stands at {source}; the arbiter resumes it"
    draft.alert(seen.at_ns, "clock-restored", whose, detail)
