"""The board against the record, for the arbiter: which squares differ, in words and on a diagram, and how many.

Pure. While a clock runs, a man in a hand or a move not yet settled differs too; that is no alarm, so the page says
it in grey. "Board is right" is said only while the clocks stand and the board answers.
"""

from collections.abc import Mapping
from typing import Any

import chess

from clockd.web.position import SEEN_FROM_WHITE, man_name, placement
from clockd.web.snapshot import Snapshot
from clockd.web.words import say, small

SQUARES = 64
_NOTHING_SAID = ("unknown", "over")  # nothing can be compared, or need be


def desk(snapshot: Snapshot) -> dict[str, Any]:
    """State of the board, headline, differing squares in words, and the 64 squares of the diagram."""
    differing = {each["square"]: each for each in snapshot["board_diff"]}
    kind = _kind(snapshot, len(differing))
    places = {"left": len(differing), "same": SQUARES - len(differing)}
    headline = say(f"desk.{kind}", **places)
    return {
        "kind": kind,
        "sign": {"right": "ok", "same": "ok", "over": "ok", "unknown": "board-lost"}.get(
            kind, "differs"
        ),
        "headline": headline,
        "more": say("desk.right_more") if kind == "right" else "",
        "name": say("desk.name", headline=headline),
        "lines": [] if kind in _NOTHING_SAID else [_line(each) for each in differing.values()],
        "squares": _squares(snapshot, {} if kind in _NOTHING_SAID else differing),
        "claim": _claim(snapshot),
        "illegal": _illegal(snapshot),
        "offers": _offers(snapshot),
        "sheets": _sheets(snapshot),
    }


def _kind(snapshot: Snapshot, differing: int) -> str:
    if snapshot["state"] == "ended":
        return "over"
    if snapshot["board_link"] != "live":
        return "unknown"
    if snapshot["restoring"]:
        return "restoring"
    if differing:
        return "differs"
    return "right" if snapshot["state"] == "paused" else "same"


def _line(each: Mapping[str, Any]) -> str:
    seen, expected = _man(each["seen"]), _man(each["expected"])
    kind = "missing" if each["seen"] is None else "extra" if each["expected"] is None else "other"
    return say(f"desk.{kind}", square=each["square"], seen=seen, expected=expected)


def _man(letter: str | None) -> str:
    """ "white rook"; a thing on the board that is no chessman is called so."""
    if letter is None:
        return ""
    try:
        piece = chess.Piece.from_symbol(letter)
    except ValueError:
        return say("desk.foreign")
    side = small(say("white" if piece.color else "black"))
    return say("desk.man", side=side, man=say(f"man.{piece.symbol().lower()}"))


def _squares(snapshot: Snapshot, differing: Mapping[str, Any]) -> list[dict[str, str]]:
    """The board as seen; where a man is missing, the expected one as a ghost."""
    board = placement(snapshot["fen"])
    rows = []
    for square in SEEN_FROM_WHITE:
        name = chess.square_name(square)
        piece, mark = board.piece_at(square), ""
        if name in differing:
            seen = differing[name]["seen"]
            mark = "missing" if seen is None else "extra"
            piece = piece if seen is None else _piece(seen)
        light = (chess.square_file(square) + chess.square_rank(square)) % 2
        rows.append(
            {
                "name": name,
                "colour": "light" if light else "dark",
                "man": man_name(piece) if piece else "",
                "mark": mark,
            }
        )
    return rows


def _piece(letter: str) -> chess.Piece | None:
    try:
        return chess.Piece.from_symbol(letter)
    except ValueError:
        return None


def _claim(snapshot: Snapshot) -> str:
    claim = snapshot["claim"]
    if claim is None:
        return ""
    move = say("arbiter.claim_move", move=claim["move"]) if claim["move"] else ""
    verdict = say("arbiter.claim_right" if claim["correct"] else "arbiter.claim_wrong")
    kind = say(f"arbiter.{claim['kind']}")
    return say("arbiter.claim", side=say(claim["side"]), kind=kind, move=move, verdict=verdict)


def _offers(snapshot: Snapshot) -> str:
    """From a player's second offer on: whether they annoy is the arbiter's to judge (Laws 11.5)."""
    white, black = snapshot["draw_offers"]
    again = max(white, black) > 1 and snapshot["state"] != "ended"
    return say("arbiter.offers", white=white, black=black) if again else ""


def _illegal(snapshot: Snapshot) -> str:
    white, black = snapshot["illegal_moves"]
    return say("arbiter.illegal", white=white, black=black) if white or black else ""


def _sheets(snapshot: Snapshot) -> str:
    """Both scoresheets in a line: on the round how far they are and whether a look is due; then what came of them."""
    if snapshot["state"] == "waiting" or not snapshot["sheets"]:
        return ""
    words = _after if snapshot["state"] == "ended" else _on_the_round
    told = {
        sheet["side"]: say("sheets.side", side=say(sheet["side"]), what=words(sheet))
        for sheet in snapshot["sheets"]
    }
    return say("sheets.line", **told)


def _on_the_round(sheet: Mapping[str, Any]) -> str:
    if sheet["exempt"]:
        return say("sheets.exempt")
    seen = sheet["seen_at_ply"]
    what = say("sheets.at", behind=sheet["behind"], ply=seen) if seen else say("sheets.unseen")
    return say("sheets.due", what=what) if sheet["check_due"] else what


def _after(sheet: Mapping[str, Any]) -> str:
    found = sheet["findings"]
    what = say("sheets.not_compared")
    if found is not None:
        what = say("sheets.differs", count=len(found)) if found else say("sheets.agrees")
    return say("sheets.signed" if sheet["signed"] else "sheets.unsigned", what=what)
