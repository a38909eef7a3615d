"""A snapshot in the words of both pages: what stands in the header, in each player's half, and under them.

Pure: the same snapshot gives the same view, which the templates show once and the pages' script puts in place at
every change. Decides which of the states is shown; a disagreement ends in the one that claims less (unknown before
stopped before running). Times are milliseconds. Source: the screens' description, sections 3, 6 and 13.
"""

from typing import Any

from clockd.web.alert_words import alert_rows
from clockd.web.curve import curve
from clockd.web.devices import board_line, buttons_line
from clockd.web.lanes import lanes
from clockd.web.pace import paces
from clockd.web.position import board_name, men_in_words, squares
from clockd.web.scoresheet import scoresheet
from clockd.web.snapshot import Snapshot
from clockd.web.times import FLAG_FELL, clock_form, clock_words
from clockd.web.words import said, say, small

SIDES = ("white", "black")
_SIGN_OF_STATE = {
    "waiting": "waiting",
    "ready": "waiting",
    "running": "running",
    "stopped": "stopped",
    "restored": "stopped",
    "flag": "flag",
    "ended": "ended",
}
_WINNER = {"1-0": "white", "0-1": "black"}
_DRAW = "1/2-1/2"
_RESTORED_MARK = "restored"  # how the table's `paused_why` names a restart


def page_view(snapshot: Snapshot) -> dict[str, Any]:
    """Everything the two pages show of this snapshot, as texts, names of states and numbers."""
    state = shown_state(snapshot)
    return {
        "state": {"kind": state, "word": say(f"state.{state}"), "sign": _SIGN_OF_STATE[state]},
        **_header(snapshot, state),
        "white": _half(snapshot, "white", state),
        "black": _half(snapshot, "black", state),
        "pace": paces(snapshot),
        "has_delay": any(full > 0 for full in snapshot["delay_full_ms"]),
        "face_note": face_note(snapshot, state),
        "notes": notes(snapshot, state),
        "result": result_words(snapshot),
        "alerts": alert_rows(snapshot["alerts"]),
        "problems": [str(problem) for problem in snapshot["problems"]],
        "board_link": _board_link(snapshot),
        "board_line": board_line(snapshot),
        "buttons_line": buttons_line(snapshot),
        "hub_link": _hub_link(snapshot),
        "squares": squares(snapshot),
        "board_name": board_name(snapshot),
        "men": men_in_words(snapshot["fen"]),
        "rows": scoresheet(snapshot),
        "curve": curve(snapshot),
        "lanes": lanes(snapshot),
        **_about(snapshot),
    }


def shown_state(snapshot: Snapshot) -> str:
    """The state as the pages name it: waiting, ready, running, stopped, restored, flag or ended."""
    state = snapshot["state"]
    if state == "ended":
        return "ended"
    if snapshot["flag"]:
        return "flag"
    if state == "paused":
        why = str(snapshot["paused_why"] or "")
        return "restored" if _RESTORED_MARK in why.lower() else "stopped"
    if state == "running" and snapshot["running"] in SIDES:
        return "running"
    if state == "running":  # said to run, yet no side's time runs: the claim that says less
        return "stopped"
    return "ready" if snapshot["white"] and snapshot["black"] else "waiting"


def _header(snapshot: Snapshot, state: str) -> dict[str, Any]:
    board = snapshot["board"]
    table = say("table", number="–" if snapshot["table"] is None else snapshot["table"])
    return {
        "place": table if board is None else say("board", number=board),
        "round": "" if snapshot["round"] is None else say("round", number=snapshot["round"]),
        "event": str(snapshot["event"] or ""),
        "table_name": table,
        "move": say("move", number=snapshot["move_number"]),
        "centre": _centre(snapshot, state),
        "corner": _corner(snapshot, state),
        "stage": _stage(snapshot),
    }


def _stage(snapshot: Snapshot) -> str:
    stage = snapshot["stage"]
    if not stage:
        return ""
    name = said("stage", stage, "arbiter")
    return name if stage == "armageddon" else say("stage.game", stage=name, number=snapshot["game"])


def _centre(snapshot: Snapshot, state: str) -> str:
    """The largest word of the clock face: the move number while a game goes, else the state."""
    if state == "ended":
        return score_words(snapshot["result"])
    if state in ("stopped", "restored"):
        return say("state.stopped")
    if state in ("ready", "waiting"):
        return (
            say("stage.armageddon") if snapshot["stage"] == "armageddon" else say(f"state.{state}")
        )
    return say("move", number=snapshot["move_number"])


def _corner(snapshot: Snapshot, state: str) -> str:
    if state in ("stopped", "restored", "ended"):
        return say("move", number=snapshot["move_number"])
    if snapshot["stage"] == "armageddon" and state == "ready":
        return small(say("state.ready"))
    return _stage(snapshot) or _period(snapshot)


def _period(snapshot: Snapshot) -> str:
    if snapshot["periods"] < 2:
        return ""
    side = SIDES.index(snapshot["to_move"]) if snapshot["to_move"] in SIDES else 0
    return say("period", number=snapshot["period"][side], count=snapshot["periods"])


def _half(snapshot: Snapshot, side: str, state: str) -> dict[str, Any]:
    """One player's half: who, how the clock stands, and what is written beside it."""
    place = SIDES.index(side)
    mode = _mode(snapshot, side, state)
    time_ms = snapshot[f"{side}_ms"]
    text = FLAG_FELL if mode == "flag" else clock_words(time_ms)
    rating = snapshot[f"{side}_rating"]
    return {
        "side": say(side),
        "name": str(snapshot[side] or say(side)),
        "rating": "" if rating is None else str(rating),
        "mode": mode,
        "role": _role(snapshot, side, mode),
        "sign": _side_sign(snapshot, side, mode),
        "time": text,
        "form": clock_form(text),
        "moves": str(snapshot["moves"][place]),
        "to_go": _to_go(snapshot, place, mode),
        "offer": say("side.offer") if snapshot["draw_offer"] == side and mode != "ended" else "",
        "counts": say(
            "side.counts", moves=snapshot["moves"][place], presses=snapshot["presses"][place]
        ),
    }


def _mode(snapshot: Snapshot, side: str, state: str) -> str:
    if snapshot["flag"] == side:
        return "flag"
    if state == "running":
        return "running" if snapshot["running"] == side else "standing"
    return {"stopped": "stopped", "restored": "stopped", "flag": "standing", "ended": "ended"}.get(
        state, "waiting"
    )


def _role(snapshot: Snapshot, side: str, mode: str) -> str:
    if mode == "running":
        return say("side.to_move")
    if mode == "flag":
        return say("side.flag")
    if snapshot["to_move"] != side or not snapshot["white"]:
        return ""
    return {"stopped": say("side.stopped"), "waiting": say("side.to_move")}.get(mode, "")


def _side_sign(snapshot: Snapshot, side: str, mode: str) -> str:
    return mode if _role(snapshot, side, mode) else ""


def _to_go(snapshot: Snapshot, place: int, mode: str) -> str:
    if snapshot["draw_odds"] == SIDES[place]:
        return say("side.draw_wins")
    left, made = snapshot["moves_to_go"][place], snapshot["moves"][place]
    if not left or mode == "ended":
        return ""
    if mode == "flag":
        return say("side.short", count=left, goal=made + left)
    return say("side.to_go", count=left)


def enrolment_code(snapshot: Snapshot) -> str:
    """The code that an arbiter types at the hub, while the table is being enrolled; no secret."""
    code = snapshot["enrolment"].get("code")
    return say("players.enrol", code=f"{code[:4]} {code[4:]}") if code else ""


def face_note(snapshot: Snapshot, state: str) -> str:
    """The clock face's foot line: neutral words for the players, never an alert (Laws 12.6)."""
    if state == "ended":
        return result_words(snapshot)["sentence"]
    if state == "stopped":
        return str(snapshot["paused_why"] or say("players.stopped"))
    if state == "restored":
        return say("players.restored", why=snapshot["paused_why"])
    if state == "flag":
        return say("players.flag")
    if state == "ready":
        return enrolment_code(snapshot) or say("players.start")
    return "" if state == "running" else enrolment_code(snapshot) or say("players.pairing")


def notes(snapshot: Snapshot, state: str) -> list[dict[str, str]]:
    """What the dashboard says under its header: one banner a thing, most pressing first."""
    found = [
        {"kind": "now", "sign": "disk", "text": f"{say('problem.title')}: {problem}"}
        for problem in snapshot["problems"]
    ]
    link = snapshot["board_link"]
    if link in ("lost", "wrong-device"):
        key = "note.board_lost" if link == "lost" else "note.wrong_device"
        detail = f" ({snapshot['board_detail']})" if snapshot["board_detail"] else ""
        found.append({"kind": "soon", "sign": "board-lost", "text": say(key) + detail})
    if state in ("stopped", "restored"):
        extra = f" {say('note.restored')}" if state == "restored" else ""
        why = snapshot["paused_why"] or say("state.stopped")
        found.append({"kind": "plain", "sign": "stopped", "text": f"{_sentence(why)}{extra}"})
    if state in ("waiting", "ready"):
        found.append({"kind": "plain", "sign": "waiting", "text": say(f"note.{state}")})
    return found


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def score_words(result: str) -> str:
    """A result as it is written on a crosstable: `1-0`, `½-½`."""
    return result.replace("1/2", "½").replace("-", "–")


def result_words(snapshot: Snapshot) -> dict[str, str]:
    """The result in figures and in a sentence; empty while the game goes on."""
    result, state = snapshot["result"], snapshot["state"]
    if state != "ended":
        return {"score": "", "sentence": ""}
    if result in _WINNER:
        outcome = say(f"result.{_WINNER[result]}")
    else:
        outcome = {
            _DRAW: say("result.draw"),
            "0-0": say("result.both_lose"),
            "*": say("result.none"),
        }.get(result, say("result.other"))
    how = said("end", snapshot["termination"], "ruling") if snapshot["termination"] else ""
    sentence = f"{outcome} {how}".strip() + "."
    winner = snapshot["match_winner"]
    if winner in SIDES:
        sentence += f" {say('result.match', side=say(winner))}"
    return {"score": score_words(result), "sentence": sentence}


def _board_link(snapshot: Snapshot) -> dict[str, str]:
    link = snapshot["board_link"]
    return {
        "kind": str(link),
        "word": said("board_link", link, "unknown"),
        "short": say("board_link.short") if link == "live" else said("board_link", link, "unknown"),
        "sign": "ok" if link == "live" else "waiting" if link == "asking" else "board-lost",
        "detail": str(snapshot["board_detail"] or ""),
    }


def _hub_link(snapshot: Snapshot) -> dict[str, str]:
    link = snapshot["hub_link"]
    known = {
        "stand-alone": "alone",
        "live": "hub",
        "connected": "hub",
        "lost": "hub-lost",
        None: "alone",
    }
    word = said("hub_link", link or "unknown", "other").format(state=link)
    return {"kind": str(link), "word": word, "sign": known.get(link, "hub-lost")}


def _about(snapshot: Snapshot) -> dict[str, str]:
    bar = snapshot["no_draw_before"]
    draws = say("note.no_draw", move=bar) if bar else say("note.free_draw")
    durable, seq = snapshot["durable_seq"], snapshot["seq"]
    kept = (
        say("note.kept", count=seq)
        if durable == seq
        else say("note.keeping", count=durable, total=seq)
    )
    shown = ", ".join(snapshot["shown"])
    return {
        "control": str(snapshot["control_words"] or snapshot["control"] or ""),
        "rules": str(snapshot["rules"] or ""),
        "draws": draws if snapshot["white"] else "",
        "journal": kept,
        "shown": say("note.shown", moves=shown) if shown else "",
    }
