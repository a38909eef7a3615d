"""Folding the arbiter's repairs and penalties into the game. No rule is decided here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import chess

from clockd.game import facts as f
from clockd.game import ruling_facts as r
from clockd.game.state import (
    CheckedSheet,
    Claim,
    EarlierRecord,
    Game,
    Offer,
    Penalty,
    Ply,
    PositionKey,
    RejectedClaim,
    Sheet,
    changed,
    position_key,
    starting_board,
)

EARLIER_KEPT = 10  # rulings on one record that can be set aside one after the other

# What belongs to the position and the moves that stood: on another record it would name what is not there.
_NOT_ON_ANOTHER_RECORD: dict[str, Any] = {
    "counted_presses": (),
    "must_play": None,
    "split": None,
    "landed_ns": None,
    "mating": None,
    "checked_sheets": (),
}


def board_after(game: Game, plies: tuple[Ply, ...]) -> tuple[chess.Board, tuple[PositionKey, ...]]:
    """The position after these plies of the record, and the positions that may repeat (9.2.2)."""
    assert game.pairing is not None, "a record without a game"
    done, board = 0, starting_board(game.pairing)
    for made, fen in game.ruled_positions:
        if made <= len(plies):
            done, board = made, chess.Board(fen, chess960=game.pairing.chess960)
    positions = [position_key(board)]
    for ply in plies[done:]:
        move = chess.Move.from_uci(ply.uci)
        if board.is_irreversible(move):
            positions = []
        board.push(move)
        positions.append(position_key(board))
    board.clear_stack()
    return board, tuple(positions)


def _moves_ruled(game: Game, fact: r.MovesRuled) -> Game:
    plies = (*game.plies[: fact.keep], *fact.plies)
    ruled = tuple(each for each in game.ruled_positions if each[0] <= fact.keep)
    earlier = _with_earlier(game, len(plies))
    return _with_record(changed(game, earlier_records=earlier, clock=fact.clock), plies, ruled)


def _with_earlier(game: Game, plies_after: int) -> tuple[EarlierRecord, ...]:
    before = EarlierRecord(game.plies, game.ruled_positions, plies_after)
    return (*game.earlier_records, before)[-EARLIER_KEPT:]


def _with_record(
    game: Game, plies: tuple[Ply, ...], ruled_positions: tuple[tuple[int, str], ...]
) -> Game:
    """The game with this record instead of its own; what followed from the old one is gone."""
    offers = tuple(offer for offer in game.offers if _still_beside(game, offer, plies))
    game = changed(game, ruled_positions=ruled_positions)
    board, positions = board_after(game, plies)
    return changed(
        game,
        board=board,
        positions=positions,
        plies=plies,
        offer=None,
        offers=offers,
        **_NOT_ON_ANOTHER_RECORD,
    )


def _still_beside(game: Game, offer: Offer, plies: tuple[Ply, ...]) -> bool:
    """Whether the move that this offer went with stands where it stood."""
    if offer.ply == 0:
        return True
    if offer.ply > min(len(plies), len(game.plies)):
        return False
    return game.plies[offer.ply - 1].uci == plies[offer.ply - 1].uci


def _put_back(game: Game, fact: r.RecordPutBack) -> Game:
    game = changed(game, earlier_records=game.earlier_records[:-1], clock=fact.clock)
    return _with_record(game, fact.plies, fact.ruled_positions)


def _pressed_restoring(game: Game, fact: r.PressedWhileRestoring) -> Game:
    return changed(game, pressed_restoring=game.pressed_restoring | {fact.side})


def _position_ruled(game: Game, fact: r.PositionRuled) -> Game:
    assert game.pairing is not None, "a position without a game"
    made = len(game.plies)
    earlier = tuple(each for each in game.ruled_positions if each[0] < made)
    board = chess.Board(fact.fen, chess960=game.pairing.chess960)
    return changed(
        game,
        board=board,
        positions=(position_key(board),),
        ruled_positions=(*earlier, (made, fact.fen)),
        earlier_records=_with_earlier(game, made),
        clock=fact.clock,
        **_NOT_ON_ANOTHER_RECORD,
    )


def _restore_ordered(game: Game, fact: r.RestoreOrdered) -> Game:
    return changed(game, restoring=True, pressed_restoring=frozenset(), counted_presses=())


def _restored(game: Game, fact: r.PositionRestored) -> Game:
    return changed(game, restoring=False)


def _illegal(game: Game, fact: r.IllegalMoveRuled) -> Game:
    penalty = Penalty(fact.side, fact.added_ns)
    return changed(game, illegal_moves=(*game.illegal_moves, penalty), clock=fact.clock)


def _illegal_lifted(game: Game, fact: r.IllegalMoveLifted) -> Game:
    kept = list(game.illegal_moves)
    kept.remove(next(each for each in reversed(kept) if each.side is fact.side))
    return changed(game, illegal_moves=tuple(kept), clock=fact.clock)


def _claimed(game: Game, fact: r.ClaimMade) -> Game:
    claim = Claim(fact.side, fact.kind, fact.move, fact.correct, fact.waits, fact.said)
    return changed(game, claim=claim)


def _claim_rejected(game: Game, fact: r.ClaimRejected) -> Game:
    assert game.claim is not None, "a ruling on no claim"
    must_play = None if fact.must_play is None else (fact.side, fact.must_play)
    rejected = RejectedClaim(game.claim, fact.added_ns, len(game.plies))
    return changed(
        game,
        claim=None,
        clock=fact.clock,
        must_play=must_play,
        rejected_claims=(*game.rejected_claims, rejected),
    )


def _rejection_lifted(game: Game, fact: r.ClaimRejectionLifted) -> Game:
    *kept, lifted = game.rejected_claims
    return changed(
        game,
        claim=lifted.claim if fact.reopened else None,
        clock=fact.clock,
        must_play=None,
        rejected_claims=tuple(kept),
    )


def _notation_seen(game: Game, fact: r.NotationSeen) -> Game:
    others = tuple(sheet for sheet in game.sheets if sheet.side is not fact.side)
    sheet = Sheet(fact.side, fact.plies, fact.behind, len(game.plies))
    return changed(game, sheets=(*others, sheet))


def _checked(game: Game, fact: r.SheetChecked) -> Game:
    others = tuple(sheet for sheet in game.checked_sheets if sheet.side is not fact.side)
    sheet = CheckedSheet(fact.side, fact.findings, fact.behind)
    return changed(game, checked_sheets=(*others, sheet))


def _signed(game: Game, fact: r.SheetSigned) -> Game:
    return changed(game, signed=game.signed | {fact.side})


def _taken(game: Game, fact: f.AlertTaken) -> Game:
    alerts = tuple(
        replace(alert, going=fact.by) if alert.id == fact.id else alert for alert in game.alerts
    )
    return changed(game, alerts=alerts)


EVOLVE_RULINGS: dict[type[Any], Callable[[Game, Any], Game]] = {
    r.MovesRuled: _moves_ruled,
    r.PositionRuled: _position_ruled,
    r.RecordPutBack: _put_back,
    r.PressedWhileRestoring: _pressed_restoring,
    r.RestoreOrdered: _restore_ordered,
    r.PositionRestored: _restored,
    r.IllegalMoveRuled: _illegal,
    r.IllegalMoveLifted: _illegal_lifted,
    r.ClaimMade: _claimed,
    r.ClaimRejected: _claim_rejected,
    r.ClaimRejectionLifted: _rejection_lifted,
    r.NotationSeen: _notation_seen,
    r.SheetChecked: _checked,
    r.SheetSigned: _signed,
    f.AlertTaken: _taken,
}
