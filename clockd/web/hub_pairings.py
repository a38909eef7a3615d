"""The pairings of every round in words: boards, players, results, and what is going on at a board just now.

Pure. A round that is not published is named and nothing more: its pairing is not for anybody's eyes yet. The round
under way has more to say than the others: ratings, points, and the move that each board has reached.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.hub_numbers import points_words
from clockd.web.hub_tournaments import parts_of
from clockd.web.view import SIDES, score_words
from clockd.web.words import say

HubSnapshot = Mapping[str, Any]
View = dict[str, Any]

OPEN = "*"
_WINNER = {"1-0": "white", "0-1": "black"}


def pairings_view(snapshot: HubSnapshot) -> View:
    """All rounds, the one under way also by itself."""
    rounds = [_round(each, snapshot) for each in snapshot["pairings"]]
    current = [each for each in rounds if each["current"] and each["boards"]]
    return {
        "rounds": rounds,
        "current": current[0] if current else None,
        "none": "" if rounds else say("pairings.none"),
        "under_way": _under_way(snapshot),
    }


def _under_way(snapshot: HubSnapshot) -> str:
    """How far the pairing of the next round has come; "" while none is worked out."""
    here = snapshot.get("id", "")
    found = [each for each in snapshot.get("pairing_now") or () if each["tournament"] in (here, "")]
    return say("pairings.under_way", **found[0]) if found else ""


def published_only(snapshot: HubSnapshot) -> dict[str, Any]:
    """The snapshot as everybody may read it: no boards and no bye of a round that is not published."""
    parts = [{**part, "pairings": _published(part)} for part in parts_of(snapshot)]
    return {**snapshot, "pairings": _published(snapshot), "tournaments": parts}


def _published(snapshot: HubSnapshot) -> list[Mapping[str, Any]]:
    hidden: dict[str, Any] = {"boards": [], "bye": None, "bye_no": None}
    return [each if each.get("published") else {**each, **hidden} for each in snapshot["pairings"]]


def _round(pairing: Mapping[str, Any], snapshot: HubSnapshot) -> View:
    number = pairing["round"]
    published = bool(pairing.get("published"))
    current = number == snapshot["round"]
    seated = {each["board"]: each for each in snapshot["boards"]} if current else {}
    boards = pairing["boards"] if published else []
    return {
        "round": number,
        "title": say("round", number=number),
        "current": current,
        "state": _state(pairing, boards),
        "bye": say("pairings.bye", name=pairing["bye"]) if published and pairing["bye"] else "",
        "boards": [_board(board, seated.get(board["board"])) for board in boards],
    }


def _state(pairing: Mapping[str, Any], boards: Sequence[Mapping[str, Any]]) -> str:
    if not pairing.get("published"):
        return say("pairings.unpublished")
    done = sum(board["result"] != OPEN for board in boards)
    if pairing.get("closed") and done == len(boards):
        return say("pairings.closed")
    return say("pairings.done", done=done, count=len(boards))


def _board(board: Mapping[str, Any], seat: Mapping[str, Any] | None) -> View:
    result = board["result"]
    return {
        "board": board["board"],
        "href": "" if seat is None else f"/board/{board['board']}",
        "score": "" if result == OPEN else score_words(result),
        "forfeit": say("pairings.forfeit") if board.get("forfeit") else "",
        "status": _status(seat) if result == OPEN else "",
        "winner": _WINNER.get(result, ""),
        **{side: _player(board, seat, side) for side in SIDES},
    }


def _player(board: Mapping[str, Any], seat: Mapping[str, Any] | None, side: str) -> View:
    who = (seat or {}).get(side) or {}
    return {
        "name": str(board[side]),
        "no": str(board.get(f"{side}_no") or ""),
        "title": str(who.get("title") or ""),
        "rating": str(who.get("rating") or ""),
        "points": points_words(who["points"]) if "points" in who else "",
    }


def _status(seat: Mapping[str, Any] | None) -> str:
    """What is written where a result will stand."""
    live = (seat or {}).get("live")
    if not live or live.get("state") not in ("running", "paused"):
        return ""
    return say("pairings.move", number=live.get("move_number") or 1)
