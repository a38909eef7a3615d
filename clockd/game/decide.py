"""The referee: `decide(game, seen) -> facts`. The event's regulations are asked first, then the Laws.

Pure: time comes in with each input. `next_deadline` says when the clock itself has something to tell.
"""

import re
from collections.abc import Callable
from typing import Any

from clockd.game import arrival, claims, draws, endings, moves, repairs, rulings, running
from clockd.game.clock import flag_falls_at_ns
from clockd.game.draft import Draft
from clockd.game.evidence import BoardAlert, KingsSeen, MoveSettled
from clockd.game.facts import (
    CommandAccepted,
    CommandRefused,
    Fact,
    GamePaired,
    PlayerCame,
)
from clockd.game.inputs import (
    BoardRestored,
    CommandGiven,
    DeviceTrouble,
    DrawProposed,
    Input,
    MatingJudged,
    PairingLoaded,
    TableRestarted,
    TableStopping,
    TimePassed,
)
from clockd.game.pairing import Pairing
from clockd.game.regulations import find
from clockd.game.state import Game
from clockd.ports import (
    ArbiterCalled,
    ArbiterPressed,
    ButtonFault,
    ClockPressed,
    DrawClaimed,
    PlayerArrived,
    ResignPressed,
)


def decide(game: Game, seen: Input) -> list[Fact]:
    """The facts that follow from this input, in order; none when it changes nothing."""
    draft = Draft(game)
    if not isinstance(seen, TableRestarted):  # its instants are of another boot than the clock's
        draft.catch_up(seen.at_ns)
    if not _regulated(draft, seen):
        _LAWS[type(seen)](draft, seen)
    return draft.facts


def _regulated(draft: Draft, seen: Input) -> bool:
    pairing = draft.game.pairing
    return pairing is not None and any(
        find(name)(draft, seen, value) for name, value in pairing.regulations
    )


def next_deadline(game: Game) -> int | None:
    """The next instant at which time alone changes the game; None while it cannot.

    A period that arrives at zero is no fact: every reading of the clock finds it by itself.
    """
    if game.clock.since_ns is None:
        return endings.flag_result_due_ns(game)
    due = (flag_falls_at_ns(game.timing, game.clock), arrival.late_at_ns(game))
    return min((at_ns for at_ns in due if at_ns is not None), default=None)


def game_id(pairing: Pairing) -> str:
    """A short name for the game, for people and for `clockd replay --game`."""
    event = re.sub(r"[^a-z0-9]+", "-", pairing.event.lower()).strip("-")
    parts = [event or pairing.rules, f"r{pairing.round}", f"b{pairing.board}"]
    if pairing.stage is not None:
        parts += [pairing.stage, f"g{pairing.game}"]
    return "-".join(parts)


def _on_time(draft: Draft, seen: TimePassed) -> None:
    """The flag's result, when nothing has spoken against it, or the default time; a flag was told on catching up."""
    late_ns = arrival.late_at_ns(draft.game)
    if late_ns is not None and late_ns <= seen.at_ns:
        arrival.on_late(draft, late_ns)
    due_ns = endings.flag_result_due_ns(draft.game)
    if due_ns is not None and due_ns <= seen.at_ns:
        endings.decide_flag(draft, seen.at_ns)


def _on_pairing(draft: Draft, seen: PairingLoaded) -> None:
    """Load a game, unless one is open here or this very game was played here."""
    if seen.id and seen.id in draft.game.commands:
        return
    why_not = _why_not_loaded(draft.game, seen)
    if why_not is None and draft.game.pairing != seen.pairing:
        draft.add(GamePaired(seen.at_ns, game_id(seen.pairing), seen.pairing))
    if seen.id and why_not is None:
        draft.add(CommandAccepted(seen.at_ns, seen.id, "pairing", seen.author, ""))
    elif seen.id and why_not is not None:
        draft.add(CommandRefused(seen.at_ns, seen.id, "pairing", seen.author, why_not))


def _why_not_loaded(game: Game, seen: PairingLoaded) -> str | None:
    if seen.expired:
        return "it came after its expiry"
    same = game.pairing is not None and game.pairing.key == seen.pairing.key
    if seen.pairing.key in game.played or (same and game.phase == "ended"):
        return f"this game was played at this table: {game.result if same else 'see its journal'}"
    if game.open and game.pairing != seen.pairing:
        return f"a game is open at this table: {game.game_id}"
    return None


def _on_arrival(draft: Draft, seen: PlayerArrived) -> None:
    if draft.game.pairing is not None and seen.side not in draft.game.arrived:
        draft.add(PlayerCame(seen.at_ns, seen.side))


def _on_claim(draft: Draft, seen: DrawClaimed) -> None:
    """A claim is also an offer of a draw (9.1.2.3), where the event's rules allow one."""
    claims.on_claim(draft, seen)
    if draft.game.claim is None or draft.game.offer is not None:
        return
    plies = len(draft.game.plies) + len(seen.unsettled) + draft.game.claim.waits
    proposed = DrawProposed(seen.at_ns, seen.side, plies)
    if not _regulated(Draft(draft.game), proposed):
        draws.on_draw_proposed(draft, proposed)


def _on_call(draft: Draft, seen: ArbiterCalled) -> None:
    draft.alert(seen.at_ns, "call", seen.side, f"{seen.side.capitalize()} calls the arbiter")


def _on_button_fault(draft: Draft, seen: ButtonFault) -> None:
    draft.alert(seen.at_ns, "button-chatter", seen.side, seen.detail)


def _on_trouble(draft: Draft, seen: DeviceTrouble) -> None:
    if seen.over:
        draft.settle_alerts(seen.at_ns, seen.alert)
    else:
        draft.alert(seen.at_ns, seen.alert, None, seen.detail)


_LAWS: dict[type[Any], Callable[[Draft, Any], None]] = {
    TimePassed: _on_time,
    ClockPressed: moves.on_press,
    MoveSettled: moves.on_move_settled,
    BoardAlert: moves.on_board_alert,
    KingsSeen: draws.on_kings,
    DrawProposed: draws.on_draw_proposed,
    DrawClaimed: _on_claim,
    BoardRestored: repairs.on_board_restored,
    MatingJudged: endings.on_mating_judged,
    ResignPressed: draws.on_resign,
    ArbiterPressed: running.on_arbiter,
    TableRestarted: running.on_restart,
    TableStopping: running.on_stopping,
    PairingLoaded: _on_pairing,
    CommandGiven: rulings.on_command,
    PlayerArrived: _on_arrival,
    ArbiterCalled: _on_call,
    ButtonFault: _on_button_fault,
    DeviceTrouble: _on_trouble,
}
