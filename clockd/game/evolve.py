"""Folding facts into the game: `evolve(game, fact) -> game`. No rule is decided here, nothing is refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import chess

from clockd.game import facts as f
from clockd.game.clock import Timing, set_up
from clockd.game.control_text import parse_control
from clockd.game.evolve_rulings import EVOLVE_RULINGS
from clockd.game.state import (
    Alert,
    CountedPress,
    Game,
    Loss,
    Offer,
    Ply,
    Split,
    changed,
    position_key,
    side_of,
    starting_board,
)
from clockd.ports import WHITE, Side

ALERTS_KEPT = 100  # an arbiter reads a list, not a log; the journal keeps them all
COMMANDS_KEPT = 200  # ids of commands already answered: a resend changes nothing


def evolve(game: Game, fact: f.Fact) -> Game:
    """The game after this fact."""
    return _EVOLVE[type(fact)](game, fact)


def _paired(game: Game, fact: f.GamePaired) -> Game:
    timing = Timing(parse_control(fact.pairing.control), fact.pairing.bonus_at)
    board = starting_board(fact.pairing)
    return Game(
        pairing=fact.pairing,
        game_id=fact.game_id,
        board=board,
        timing=timing,
        clock=replace(set_up(timing), to_run=side_of(board)),
        positions=(position_key(board),),
        alerts=game.alerts,  # they stay until the arbiter acknowledges them, whatever is played next
        alerts_raised=game.alerts_raised,
        commands=game.commands,
        played=_played_before(game),
    )


def _played_before(game: Game) -> tuple[tuple[str, int, int, str | None, int], ...]:
    """The keys of the games that ended at this table, this one included."""
    if game.pairing is None or game.phase != "ended":
        return game.played
    return (*game.played, game.pairing.key)


def _came(game: Game, fact: f.PlayerCame) -> Game:
    return changed(game, arrived=game.arrived | {fact.side})


def _started(game: Game, fact: f.ClockStarted) -> Game:
    return changed(
        game, phase="running", clock=fact.clock, stopped_why=None, restoring=False, losing=None
    )


def _stopped(game: Game, fact: f.ClockStopped) -> Game:
    return changed(game, phase="paused", clock=fact.clock, stopped_why=fact.why)


def _handed_over(game: Game, fact: f.ClockHandedOver) -> Game:
    white, black = game.presses
    return changed(
        game,
        clock=fact.clock,
        presses=(white + 1, black) if fact.side is WHITE else (white, black + 1),
        counted_presses=(
            *game.counted_presses,
            CountedPress(fact.side, fact.clock.hand(fact.side).remaining_ns, fact.spent_ns),
        ),
        arrived=game.arrived | {fact.side},
    )


def _edited(game: Game, fact: f.ClockEdited) -> Game:
    """A lifted flag leaves the game paused: the arbiter resumes it."""
    game = changed(game, split=None)  # the times are the arbiter's now
    if game.clock.flag is None or fact.clock.flag is not None:
        return changed(game, clock=fact.clock)
    why = "Flag lifted by the arbiter"
    return changed(game, clock=fact.clock, phase="paused", stopped_why=why, result_left_open=False)


def _restored(game: Game, fact: f.ClockRestored) -> Game:
    return changed(game, phase="paused", clock=fact.clock, stopped_why=fact.detail, landed_ns=None)


def _played(game: Game, fact: f.MovePlayed) -> Game:
    board = game.board.copy(stack=False)
    move = chess.Move.from_uci(fact.uci)
    irreversible = board.is_irreversible(move)
    board.push(move)
    board.clear_stack()
    before = () if irreversible else game.positions
    return changed(
        game,
        board=board,
        plies=(*game.plies, Ply(fact.side, fact.uci, fact.san)),
        positions=(*before, position_key(board)),
        arrived=game.arrived | {fact.side},
        landed_ns=fact.landed_ns,
        mating=None,  # it was found for another position
        must_play=None if game.must_play and game.must_play[0] is fact.side else game.must_play,
    )


def _completed(game: Game, fact: f.MoveCompleted) -> Game:
    index = fact.ply - 1
    done = replace(
        game.plies[index],
        completed=True,
        pressed=fact.pressed,
        clock_ns=fact.clock_ns,
        spent_ns=fact.spent_ns,
    )
    pressed_late = fact.pressed and game.split is not None and game.split.ply == fact.ply
    return changed(
        game,
        clock=fact.clock,
        plies=(*game.plies[:index], done, *game.plies[index + 1 :]),
        counted_presses=(_without_press(game, fact.side) if fact.pressed else game.counted_presses),
        split=None if pressed_late else game.split,  # that press has credited what was missing
    )


def _split(game: Game, fact: f.SplitWorkedOut) -> Game:
    split = Split(fact.side, fact.ply, fact.white_adds_ns, fact.black_adds_ns)
    return changed(game, split=split)


def _pressed_without_move(game: Game, fact: f.PressedWithoutMove) -> Game:
    return changed(game, counted_presses=_without_press(game, fact.side))


def _given_back(game: Game, fact: f.PressGivenBack) -> Game:
    """The ply loses its press and the time that was read with it; the press waits for its own move."""
    index = fact.ply - 1
    unpressed = replace(game.plies[index], pressed=False, spent_ns=0)
    press = CountedPress(fact.side, fact.clock_ns, fact.spent_ns)
    return changed(
        game,
        plies=(*game.plies[:index], unpressed, *game.plies[index + 1 :]),
        counted_presses=(press, *game.counted_presses),
    )


def _without_press(game: Game, side: Side) -> tuple[CountedPress, ...]:
    """The presses left when the oldest one of this side has found its move, or has none."""
    kept = list(game.counted_presses)
    for press in kept:
        if press.side is side:
            kept.remove(press)
            break
    return tuple(kept)


def _flag(game: Game, fact: f.FlagFell) -> Game:
    return changed(game, clock=fact.clock, mating=None, losing=None)


def _mating_asked(game: Game, fact: f.MatingAsked) -> Game:
    return changed(game, losing=Loss(fact.loser, fact.termination, fact.detail))


def _mating_found(game: Game, fact: f.MatingFound) -> Game:
    return changed(game, mating=fact.verdict)


def _offered(game: Game, fact: f.DrawOffered) -> Game:
    offer = Offer(fact.side, fact.ply, refused=False, plies_on_board=fact.plies_on_board)
    return changed(game, offer=offer, offers=(*game.offers, offer))


def _offer_refused(game: Game, fact: f.DrawRefused) -> Game:
    return changed(game, offers=(*game.offers, Offer(fact.side, fact.ply, refused=True)))


def _declined(game: Game, fact: f.DrawDeclined) -> Game:
    return changed(game, offer=None)


def _alert(game: Game, fact: f.AlertRaised) -> Game:
    alert = Alert(fact.id, fact.alert, fact.side, fact.ply, fact.detail)
    return changed(
        game,
        alerts=(*game.alerts, alert)[-ALERTS_KEPT:],
        alerts_raised=game.alerts_raised + 1,
        late_told=game.late_told or fact.alert == "late",
    )


def _acknowledged(game: Game, fact: f.AlertAcknowledged) -> Game:
    return changed(game, alerts=tuple(alert for alert in game.alerts if alert.id != fact.id))


def _ended(game: Game, fact: f.GameEnded) -> Game:
    return changed(
        game,
        phase="ended",
        clock=fact.clock,
        result=fact.result,
        termination=fact.termination,
        match_winner=fact.match_winner,
        forfeit=fact.forfeit,
        offer=None,
        claim=None,
        restoring=False,
        result_left_open=False,
        losing=None,
    )


def _left_open(game: Game, fact: f.ResultLeftOpen) -> Game:
    return changed(game, result_left_open=game.clock.flag is not None, losing=None)


def _set_aside(game: Game, fact: f.ResultSetAside) -> Game:
    return changed(
        game,
        phase="paused",
        clock=fact.clock,
        stopped_why="Result set aside by the arbiter",
        result="*",
        termination=None,
        match_winner=None,
        forfeit=False,
        checked_sheets=(),
        signed=frozenset(),  # with a result that no longer stands
    )


def _command(game: Game, fact: f.CommandAccepted | f.CommandRefused) -> Game:
    return changed(game, commands=(*game.commands, fact.id)[-COMMANDS_KEPT:])


_EVOLVE: dict[type[Any], Callable[[Game, Any], Game]] = {
    f.GamePaired: _paired,
    f.PlayerCame: _came,
    f.ClockStarted: _started,
    f.ClockStopped: _stopped,
    f.ClockHandedOver: _handed_over,
    f.ClockEdited: _edited,
    f.ClockRestored: _restored,
    f.MovePlayed: _played,
    f.MoveCompleted: _completed,
    f.SplitWorkedOut: _split,
    f.PressedWithoutMove: _pressed_without_move,
    f.PressGivenBack: _given_back,
    f.FlagFell: _flag,
    f.MatingAsked: _mating_asked,
    f.MatingFound: _mating_found,
    f.DrawOffered: _offered,
    f.DrawRefused: _offer_refused,
    f.DrawDeclined: _declined,
    f.AlertRaised: _alert,
    f.AlertAcknowledged: _acknowledged,
    f.GameEnded: _ended,
    f.ResultLeftOpen: _left_open,
    f.ResultSetAside: _set_aside,
    f.CommandAccepted: _command,
    f.CommandRefused: _command,
    **EVOLVE_RULINGS,
}
