"""The snapshot of a table: interfaces.md section 6, with what the pages need beside it. A pure function.

A time never shows a flag before the flag's fact; it stands at zero until then.
"""

from typing import Any

import chess

from clockd.codec import to_json
from clockd.game import clock as clocks
from clockd.game import notation
from clockd.game.clock import Clock, Timing
from clockd.game.positions import letters_of
from clockd.game.state import Game, Offer, Ply
from clockd.ports import EMPTY, SIDES, Side
from clockd.table.core import Frame
from clockd.table.devices import devices_shown
from clockd.units import to_ms

Snapshot = dict[str, Any]


def snapshot(frame: Frame, now_ns: int, number: int, durable_seq: int, hub_link: str) -> Snapshot:
    """Everything an onlooker may know, as JSON values."""
    game = frame.game
    return {
        "table": number,
        "state": _state(game),
        **_position(game, frame),
        **_clocks(game, now_ns),
        **_result(game),
        "presses": list(game.presses),
        "moves": [game.completed(side) for side in SIDES],
        "durable_seq": min(durable_seq, frame.seq),
        "seq": frame.seq,
        "draw_offer": game.offer.side if game.offer else None,
        "alerts": [
            {
                "id": alert.id,
                "alert": alert.alert,
                "side": alert.side,
                "ply": alert.ply,
                "detail": alert.detail,
                "going": alert.going or None,
            }
            for alert in game.alerts
        ],
        **_arbiters(game, frame),
        "board_link": frame.board_link,
        "board_detail": frame.board_detail,
        **devices_shown(frame.devices),
        "hub_link": hub_link,
        "problems": list(frame.problems),
        "clamped": frame.clamped,
        "at_ms": to_ms(now_ns),
        **_pairing(game),
    }


def _arbiters(game: Game, frame: Frame) -> Snapshot:
    """What only the arbiter looks at: the board against the record, claims, penalties, scoresheets."""
    claim = game.claim
    return {
        "restoring": game.restoring,
        "board_diff": _board_diff(game, frame),
        "illegal_moves": [game.illegal_by(side) for side in SIDES],
        "draw_offers": [sum(offer.side is side for offer in game.offers) for side in SIDES],
        "claim": None
        if claim is None
        else {
            "side": claim.side,
            "kind": claim.kind,
            "move": claim.move,
            "correct": claim.correct,
        },
        "split": None
        if game.split is None
        else {
            "side": game.split.side,
            "ply": game.split.ply,
            "white_ms": to_ms(game.split.white_adds_ns),
            "black_ms": to_ms(game.split.black_adds_ns),
        },
        "sheets": [_sheet(game, side) for side in SIDES],
    }


def _board_diff(game: Game, frame: Frame) -> list[Snapshot]:
    """Square by square, where the board does not show the record's position."""
    if frame.placement is None or game.pairing is None or game.phase == "ended":
        return []
    return [
        {
            "square": chess.square_name(square),
            "seen": None if seen == EMPTY else seen,
            "expected": None if expected == EMPTY else expected,
        }
        for square, (seen, expected) in enumerate(
            zip(frame.placement, letters_of(game.board), strict=True)
        )
        if seen != expected
    ]


def _sheet(game: Game, side: Side) -> Snapshot:
    """A scoresheet on the arbiter's round: where it stood, how far behind, when to look again."""
    last = next((sheet for sheet in game.sheets if sheet.side is side), None)
    return {
        "side": side,
        "plies": last.plies if last else None,
        "behind": last.behind if last else None,
        "seen_at_ply": last.at_ply if last else None,
        "check_due": game.open and len(game.plies) >= notation.next_check_due(game, side),
        "exempt": game.pairing is not None and notation.exempt(game, side),
        "findings": _findings(game, side),
        "signed": side in game.signed,
    }


def _findings(game: Game, side: Side) -> list[Snapshot] | None:
    """What a sheet's check after the game found; None until it was checked."""
    checked = next((sheet for sheet in game.checked_sheets if sheet.side is side), None)
    return None if checked is None else [to_json(finding) for finding in checked.findings]


def _state(game: Game) -> str:
    """A fallen flag whose result is not decided is a stopped game."""
    stopped_by_flag = game.phase == "running" and game.clock.flag is not None
    return "paused" if stopped_by_flag else game.phase


def _position(game: Game, frame: Frame) -> Snapshot:
    board = game.board
    return {
        "fen": board.fen(),
        "san": [ply.san for ply in game.plies],
        "plies": [_ply(number, ply, game.offers) for number, ply in enumerate(game.plies, 1)],
        "move_number": board.fullmove_number,
        "to_move": game.to_move,
        "last_move": game.plies[-1].uci if game.plies else None,
        "shown": list(frame.shown),
    }


def _ply(number: int, ply: Ply, offers: tuple[Offer, ...]) -> Snapshot:
    return {
        "san": ply.san,
        "side": ply.side,
        "spent_ms": None if ply.spent_ns is None else to_ms(ply.spent_ns),
        "clock_ms": None if ply.clock_ns is None else to_ms(ply.clock_ns),
        "pressed": ply.pressed,
        "offer": any(offer.ply == number for offer in offers),
    }


def clock_at(timing: Timing, clock: Clock, now_ns: int) -> Clock:
    """The clock as it may be shown at `now_ns`: charged, but no flag that was not decided."""
    return clocks.advance(timing, clock, max(now_ns, clock.since_ns or 0))


def _clocks(game: Game, now_ns: int) -> Snapshot:
    shown = clock_at(game.timing, game.clock, now_ns)
    hands = [(side, shown.hand(side)) for side in SIDES]
    periods = [game.timing.period(side, hand.period) for side, hand in hands]
    return {
        "white_ms": to_ms(shown.white.remaining_ns),
        "black_ms": to_ms(shown.black.remaining_ns),
        "running": game.clock.running,
        "flag": game.clock.flag,
        "delay_ms": [to_ms(hand.delay_left_ns) for _, hand in hands],
        "delay_full_ms": [to_ms(period.delay_ns) for period in periods],
        "period": [hand.period + 1 for _, hand in hands],
        "periods": max(len(game.timing.control.of(side)) for side in SIDES),
        "moves_to_go": [clocks.moves_to_go(game.timing, side, hand) for side, hand in hands],
        "control": game.timing.control.canonical(),
        "control_words": game.timing.control.words(),
        "paused_why": game.stopped_why if game.phase == "paused" else None,
    }


def _result(game: Game) -> Snapshot:
    return {
        "result": game.result,
        "match_winner": game.match_winner,
        "termination": game.termination,
        "forfeit": game.forfeit,
    }


def _pairing(game: Game) -> Snapshot:
    pairing = game.pairing
    if pairing is None:
        return dict.fromkeys(_PAIRING_KEYS) | {"game_id": None, "arrived": []}
    return {
        "event": pairing.event,
        "round": pairing.round,
        "board": pairing.board,
        "stage": pairing.stage,
        "game": pairing.game,
        "rules": pairing.rules,
        "white": pairing.white.name,
        "black": pairing.black.name,
        "white_rating": pairing.white.rating,
        "black_rating": pairing.black.rating,
        "draw_odds": pairing.draw_odds,
        "no_draw_before": dict(pairing.regulations).get("no-agreed-draw-before-move"),
        "game_id": game.game_id,
        "arrived": [side for side in SIDES if side in game.arrived],
    }


_PAIRING_KEYS = (
    "event",
    "round",
    "board",
    "stage",
    "game",
    "rules",
    "white",
    "black",
    "white_rating",
    "black_rating",
    "draw_odds",
    "no_draw_before",
)
