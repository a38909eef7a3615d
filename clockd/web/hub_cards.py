"""A board of the round as a card of the wall: number, move, small position, both clocks, what the matter is.

Pure: takes one board of the hub's snapshot and its open alerts. Decides which state the card shows; a disagreement
ends in the card that claims less (unknown before stopped before running), so a table that is silent is never drawn
with a running clock. Times are milliseconds as of the table's last word, `age_ms` ago. Source: the screens'
description, sections 3 and 6.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.credible import credible
from clockd.web.hub_alerts import level_of, sign_of, title_of, urgency
from clockd.web.pace import paces
from clockd.web.position import squares
from clockd.web.snapshot import Snapshot
from clockd.web.times import FLAG_FELL, clock_form, clock_words
from clockd.web.view import SIDES, score_words, shown_state
from clockd.web.words import said, say, small

Board = Mapping[str, Any]
Card = dict[str, Any]

TROUBLE_BELOW_MS = 300_000  # five minutes: from here on notation need not be kept (Laws 8.4)
NO_FEN = ""  # no table has spoken: no position is known
NO_MEN = "8/8/8/8/8/8/8/8"
# What a card in each state belongs to, for the filters.
_GROUP_OF = {
    "running": "playing",
    "stopped": "stopped",
    "restored": "stopped",
    "flag": "stopped",
    "ended": "ended",
}
_SIGN_OF = {
    "waiting": "waiting",
    "ready": "waiting",
    "none": "waiting",
    "typed": "pencil",
    "offline": "hub-lost",
    "stopped": "stopped",
    "restored": "stopped",
    "flag": "flag",
    "ended": "ended",
}


def card(board: Board, alerts: Sequence[Mapping[str, Any]]) -> Card:
    """Everything the wall shows of one board."""
    snapshot = table_snapshot(board)
    state = card_state(board, snapshot)
    low = state == "running" and _in_trouble(snapshot)
    worst = min(alerts, key=urgency) if alerts and state != "ended" else None
    return {
        "board": board["board"],
        "number": str(board["board"]),
        "state": state,
        "move": _move_words(snapshot, state) if board.get("live") else "",
        "last": last_move_words(snapshot),
        **_headline(board, snapshot, state, worst, low),
        "white": _player(board, snapshot, "white", state),
        "black": _player(board, snapshot, "black", state),
        "clocks": _clocks(board, snapshot, state),
        "fen": snapshot["fen"].split(" ")[0] if board.get("live") else NO_FEN,
        "last_move": snapshot["last_move"] or "",
        "position": _position_words(board, snapshot),
        "seen": _is_last_seen(snapshot, state) if board.get("live") else "",
        "groups": _groups(state, low, worst),
    }


def table_snapshot(board: Board) -> Snapshot:
    """The table's own words, with the pairing's names; unknown where the table has said nothing."""
    names = {side: board[side]["name"] for side in SIDES if board.get(side)}
    return credible({**(board.get("live") or {}), "plies": [], **names})


def card_state(board: Board, snapshot: Snapshot) -> str:
    """waiting, ready, running, stopped, restored, flag, ended, offline, typed, or none before any table has spoken."""
    if board.get("result", "*") != "*":
        return "ended"
    if not board.get(
        "live"
    ):  # a live table without a word on this game has not taken its pairing yet
        return {"silent": "offline", "live": "waiting"}.get(str(board.get("link")), "none")
    if board.get("link") != "live":
        return "ended" if snapshot["state"] == "ended" else "offline"
    return shown_state(snapshot)


def _in_trouble(snapshot: Snapshot) -> bool:
    return any(_is_low(snapshot[f"{side}_ms"]) for side in SIDES)


def _is_low(time_ms: int | None) -> bool:
    return time_ms is not None and time_ms < TROUBLE_BELOW_MS


def _move_words(snapshot: Snapshot, state: str) -> str:
    if state == "waiting":
        return ""
    if state != "ended":
        return say("move", number=snapshot["move_number"])
    made = max(snapshot["moves"])
    if not made:
        return ""
    return say("card.moves_one") if made == 1 else say("card.moves", count=made)


def last_move_words(snapshot: Snapshot) -> str:
    """The last ply with its number, "21.Bg5" or "18...Qf6"; "" before the first."""
    if not snapshot["san"]:
        return ""
    by_white = snapshot["to_move"] != "white"
    number = snapshot["move_number"] - (0 if by_white else 1)
    return f"{number}{'.' if by_white else '...'}{snapshot['san'][-1]}"


def _headline(
    board: Board,
    snapshot: Snapshot,
    state: str,
    worst: Mapping[str, Any] | None,
    low: bool,
) -> Card:
    """The right end of the card's head, its note and its name for people who listen to the page."""
    number = board["board"]
    found: Card = {"level": "", "sign": "", "word": "", "score": "", "note": "", "since_ms": None}
    if worst is not None and state != "offline":
        found |= _alert_head(worst)
        found["note"] = _alert_note(worst, snapshot)
    elif state == "ended":
        found |= _result_head(board, snapshot)
    else:
        found |= _state_head(board, snapshot, state, low)
    word = " ".join(filter(None, (found["score"], found["word"]))) or _running_words(snapshot)
    side = worst.get("side") if worst is not None else None
    if side in SIDES:
        found["name"] = say("card.name_side", number=number, word=small(word), side=say(side))
    else:
        found["name"] = say("card.name", number=number, word=word)
    return found


def _alert_head(alert: Mapping[str, Any]) -> Card:
    name = str(alert.get("alert"))
    aged = name in ("board-lost", "late", "table-offline")
    return {
        "level": level_of(alert),
        "sign": sign_of(name),
        "word": title_of(name),
        "since_ms": int(alert.get("age_ms") or 0) if aged else None,
    }


def _alert_note(alert: Mapping[str, Any], snapshot: Snapshot) -> str:
    name, side = alert.get("alert"), alert.get("side")
    if name == "flag" and side in SIDES:
        return _flag_note(snapshot, side)
    if name == "board-lost" and snapshot["running"]:
        return say("card.board_lost")
    if name == "draw-refused" and snapshot["no_draw_before"]:
        return say("card.draw_refused", move=snapshot["no_draw_before"])
    if name == "late" and side in SIDES:
        return say("card.late_note", side=say(side))
    return say(side) if side in SIDES else ""


def _flag_note(snapshot: Snapshot, side: str) -> str:
    place = SIDES.index(side)
    made, left = snapshot["moves"][place], snapshot["moves_to_go"][place]
    if not left:
        return say(side)
    return say("card.flag_note", made=made, goal=made + left)


def _result_head(board: Board, snapshot: Snapshot) -> Card:
    result = board["result"] if board.get("result", "*") != "*" else snapshot["result"]
    how = board.get("termination") or snapshot["termination"]
    if board.get("forfeit") and how not in ("default-time", "device"):
        how = "forfeit"
    winner = snapshot["match_winner"]
    note = say("card.match", side=say(winner)) if winner in SIDES else ""
    return {
        "sign": "ended",
        "score": score_words(result),
        "word": said("how", how, "other"),
        "note": note,
    }


def _state_head(board: Board, snapshot: Snapshot, state: str, low: bool) -> Card:
    if state == "offline":
        return {
            "sign": "hub-lost",
            "word": say("card.offline"),
            "since_ms": int(board.get("age_ms") or 0),
        }
    if state == "running":
        offer = snapshot["draw_offer"]
        note = say("card.offer", side=say(offer)) if offer in SIDES else ""
        return {"word": say("card.trouble") if low else "", "note": note or _odds(snapshot)}
    if state == "stopped":
        why = str(snapshot["paused_why"] or "").lower()
        key = "card.paused" if "arbiter" in why else "card.stopped"
        return {"sign": "stopped", "word": say(key)}
    return {"sign": _SIGN_OF[state], "word": say(f"card.{state}"), "note": _odds(snapshot)}


def _odds(snapshot: Snapshot) -> str:
    odds = snapshot["draw_odds"]
    return say("card.draw_wins", side=say(odds)) if odds in SIDES else ""


def _running_words(snapshot: Snapshot) -> str:
    return small(say("card.running", side=say(snapshot["to_move"] or "white")))


def _player(board: Board, snapshot: Snapshot, side: str, state: str) -> Card:
    who = board.get(side) or {}
    mode = _mode(snapshot, side, state)
    time_ms = snapshot[f"{side}_ms"]
    text = FLAG_FELL if mode == "flag" else clock_words(time_ms)
    name = str(who.get("name") or snapshot[side] or say(side))
    return {
        "side": say(side),
        "name": name,
        "title": str(who.get("title") or ""),
        "mode": mode,
        "sign": mode if mode in ("running", "stopped", "flag") else "",
        "time": text,
        "form": clock_form(text),
        "low": "low" if mode in ("running", "standing") and _is_low(time_ms) else "",
    }


def _mode(snapshot: Snapshot, side: str, state: str) -> str:
    """How this side's clock is drawn. Only a running game has a running clock."""
    if state in ("offline", "none"):
        return "stale"
    if state == "ended":
        return "ended"
    if snapshot["flag"] == side:
        return "flag"
    if state == "running":
        return "running" if snapshot["running"] == side else "standing"
    if state in ("stopped", "restored"):
        return "stopped" if snapshot["to_move"] == side else "standing"
    return "standing" if state == "flag" else "waiting"


def _clocks(board: Board, snapshot: Snapshot, state: str) -> Card:
    """What the page's script counts from; nothing runs unless the card says so."""
    return {
        "white_ms": snapshot["white_ms"],
        "black_ms": snapshot["black_ms"],
        "running": snapshot["running"] if state == "running" else None,
        "delay_ms": snapshot["delay_ms"],
        "pace": paces(snapshot),
        "age_ms": int(board.get("age_ms") or 0),
    }


def _position_words(board: Board, snapshot: Snapshot) -> str:
    number = board["board"]
    if not board.get("live"):
        return say("card.position_none", number=number)
    if not snapshot["san"]:
        return say("card.position_start", number=number)
    side = say(snapshot["to_move"] or "white")
    return say("card.position", number=number, move=last_move_words(snapshot), side=side)


def _is_last_seen(snapshot: Snapshot, state: str) -> str:
    """Why the position may be old: "board" when the board's cable is out, "table" when the table is silent."""
    if state == "ended":
        return ""
    if state == "offline":
        return "table"
    return "board" if snapshot["board_link"] in ("lost", "wrong-device") else ""


def _groups(state: str, low: bool, worst: Mapping[str, Any] | None) -> list[str]:
    groups = []
    if state == "offline" or (worst is not None and level_of(worst) != "look"):
        groups.append("hand")
    if state in _GROUP_OF:
        groups.append(_GROUP_OF[state])
    if low:
        groups.append("trouble")
    return groups


def mini_squares(shown: Card) -> list[dict[str, str]]:
    """The 64 squares of a card's small board, for a page that no script has filled yet."""
    fen = shown["fen"] or NO_MEN
    return squares({"fen": fen, "last_move": shown["last_move"] or None, "shown": []})


BLANK_CARD = card({"board": 0}, [])
