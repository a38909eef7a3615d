"""Every text of the pages, in one catalogue, with named places for what varies.

English is the catalogue: the hub's part stands in `hub_words`, the arbiter's in `arbiter_words`, here are the table's
part and the words that all use. Another language is one file, `languages/CODE.tsv`: a key and its text a line. A
process speaks one language, chosen at its start. What table and hub say themselves (an alert's detail, a refusal) is
English.

A page or view holds no sentence of its own: it asks for one by its key. Words are the field's, sentence case,
without blame; texts for the players say only what the Laws let a device tell them (12.6). Texts whose key begins
with `js.` are handed to the pages' script, which knows no words either.
"""

from collections.abc import Mapping
from pathlib import Path

from clockd.errors import BadInput
from clockd.web.arbiter_words import ARBITER_ENGLISH
from clockd.web.hub_arbiter_words import HUB_ARBITER_ENGLISH
from clockd.web.hub_words import HUB_ENGLISH
from clockd.web.sign_in_words import SIGN_IN_ENGLISH

_TABLE_ENGLISH: Mapping[str, str] = {
    # Names of things
    "white": "White",
    "black": "Black",
    "table": "Table {number}",
    "board": "Board {number}",
    "round": "Round {number}",
    "move": "Move {number}",
    "period": "Period {number} of {count}",
    "stage.game": "{stage}, game {number}",
    "stage.rapid-match": "Rapid match",
    "stage.rapid-round-robin": "Rapid round robin",
    "stage.blitz-match": "Blitz match",
    "stage.blitz-round-robin": "Blitz round robin",
    "stage.armageddon": "Armageddon",
    "stage.arbiter": "Playoff",
    "title.table": "{place} · clockd",
    "title.clock": "Clock face · {place}",
    # States
    "state.unknown": "No table yet",
    "state.waiting": "Waiting",
    "state.ready": "Ready",
    "state.running": "Running",
    "state.stopped": "Stopped",
    "state.restored": "Restored, paused",
    "state.flag": "Flag fell",
    "state.ended": "Ended",
    # A player's half
    "side.to_move": "to move",
    "side.stopped": "stopped",
    "side.flag": "flag",
    "side.draw_wins": "a draw wins",
    "side.to_go": "{count} to go",
    "side.short": "{count} short of {goal}",
    "side.moves": "moves",
    "side.counts": "{moves} moves · {presses} presses",
    "side.offer": "(=) offers a draw",
    # To the players
    "players.pairing": "Waiting for the pairing",
    "players.enrol": "Code for the hub: {code}",
    "players.start": "The arbiter starts the clocks",
    "players.stopped": "Stopped. Please wait for the arbiter.",
    "players.restored": "{why}. Please wait for the arbiter.",
    "players.flag": "Flag fell. Please wait for the arbiter.",
    # Links
    "board_link.live": "Board live",
    "board_link.short": "Board",
    "board_link.asking": "Asking the board",
    "board_link.lost": "Board lost",
    "board_link.wrong-device": "Not a board",
    "board_link.unknown": "Board unknown",
    "hub_link.stand-alone": "No hub",
    "hub_link.live": "Hub",
    "hub_link.connected": "Hub",
    "hub_link.lost": "Hub away",
    "hub_link.other": "Hub: {state}",
    "hub_link.unknown": "Hub unknown",
    "link.never": "The table has not answered yet. Is clockd table running on this machine?",
    "link.absent": "The table is not there: is clockd table running on this machine?",
    "link.forbidden": "This user may not open the table’s socket {path}.",
    "link.silent": "The table is connected but says nothing.",
    "link.ended": "The table closed the line.",
    "link.broken": "The line to the table broke: {error}",
    # Notes on the dashboard
    "note.board_lost": (
        "No data from the board: check cable and power. The clock keeps running; "
        "moves made meanwhile are taken over when the board is back."
    ),
    "note.wrong_device": "What answers is not a chess board: check which cable is in the board’s port.",
    "note.waiting": (
        "No pairing yet. The hub sends it, or the arbiter loads one with clockd command pairing."
    ),
    "note.ready": "Both clocks are set. The arbiter starts them.",
    "note.shown": "On the board, not settled yet: {moves}",
    "note.restored": "The clocks stand where the last reading left them. Compare, then resume.",
    "note.no_draw": "No agreed draw before move {move}",
    "note.free_draw": "A draw may be agreed at any move",
    "note.kept": "All {count} records are on the disk",
    "note.keeping": "{count} of {total} records are on the disk",
    "problem.title": "This table needs a hand",
    # Results
    "result.white": "White wins",
    "result.black": "Black wins",
    "result.draw": "Draw",
    "result.both_lose": "Both lose",
    "result.other": "Result",
    "result.none": "No result",
    "result.match": "{side} wins the match.",
    "end.checkmate": "by checkmate",
    "end.resignation": "by resignation",
    "end.stalemate": "by stalemate",
    "end.dead-position": "in a dead position",
    "end.agreement": "by agreement",
    "end.threefold": "by threefold repetition",
    "end.fifty-moves": "by the 50-move rule",
    "end.fivefold": "by fivefold repetition",
    "end.seventy-five-moves": "by the 75-move rule",
    "end.time-forfeit": "on time",
    "end.time-draw": "on time: the opponent cannot mate",
    "end.illegal-moves": "after a second illegal move",
    "end.default-time": "by forfeit: not here in time",
    "end.device": "by forfeit: an electronic device",
    "end.ruling": "by the arbiter’s ruling",
    "end.abandoned": "(abandoned)",
    # The position in words
    "position.start": "Starting position, {side} to move",
    "position.after": "After {move}, {side} to move",
    "position.men": "{side}: {men}.",
    "man.k": "king",
    "man.q": "queen",
    "man.r": "rook",
    "man.b": "bishop",
    "man.n": "knight",
    "man.p": "pawn",
    # The scoresheet
    "sheet.to_move": "to move",
    "sheet.offer": "(=)",
    "sheet.offer_words": "draw offered",
    "sheet.empty": "No moves yet.",
    "sheet.no_press": "no press",
    "lanes.title": "Two witnesses",
    "lanes.legend": "a move stands on the board; a press hands over the clock",
    "lanes.board": "Board",
    "lanes.buttons": "Buttons",
    "lanes.missing": "not pressed: {moves}",
    "lanes.summary": "moves of White and Black {moves}, presses {presses}",
    "curve.minutes": "{count} min",
    "curve.seconds": "{count} s",
    "curve.end": "{side} {time}",
    # Alerts: what each is called, and what the arbiter does about it
    "alerts.one": "1 alert",
    "alerts.many": "{count} alerts",
    "alert.flag": "Flag fell",
    "answer.flag": "Check the position and the scoresheets, then confirm the result.",
    "alert.illegal-move": "Illegal move",
    "answer.illegal-move": (
        "Stop the clocks, put the position back and give the opponent the extra time; "
        "a second one loses."
    ),
    "alert.no-move": "Pressed without a move",
    "answer.no-move": (
        "Stop the clocks and look at the board: pressing without a move counts as an illegal move."
    ),
    "alert.claim": "Draw claimed",
    "answer.claim": "Stop the clocks, check the claim, accept or reject it.",
    "alert.call": "Arbiter called",
    "answer.call": "Go to the board.",
    "alert.device": "Device rang",
    "answer.device": "Rule on it: the regulations say what it costs.",
    "alert.late": "Player late",
    "answer.late": "Mark the player as arrived, or end the game by forfeit.",
    "alert.clock-restored": "Restored, paused",
    "answer.clock-restored": (
        "Compare board, clocks and scoresheets; set the times if need be, then resume."
    ),
    "alert.missed-press": "Clock not pressed",
    "answer.missed-press": (
        "The players are not told (Laws 12.6). Adjust only if the button is at fault."
    ),
    "alert.board-lost": "Board lost",
    "answer.board-lost": "Check cable and power. The clock keeps running.",
    "alert.position-differs": "Pieces differ",
    "answer.position-differs": (
        "Compare the board with the position here; put the pieces right or correct the moves."
    ),
    "alert.foreign-object": "No chessman on the board",
    "answer.foreign-object": "Take it off. No move is read from its square.",
    "alert.ambiguous": "More than one move fits",
    "answer.ambiguous": "Ask the players which move was made and enter it.",
    "alert.result-by-kings": "Result by kings",
    "answer.result-by-kings": "Confirm the result with the players, or set it aside.",
    "alert.button-chatter": "Button chatters",
    "answer.button-chatter": "Look at the button and its cable; a spare may be needed.",
    "alert.disk": "Disk does not keep up",
    "answer.disk": (
        "The game goes on in memory. Write down the clocks and have a spare table ready."
    ),
    "alert.draw-refused": "Draw refused",
    "answer.draw-refused": "A claim by repetition or the 50-move rule is still possible.",
    "alert.notation-behind": "Notation behind",
    "answer.notation-behind": "Ask the player to bring the scoresheet up to date.",
    "answer.other": "Look at the table.",
    # Page furniture
    "page.skip_alerts": "Alerts",
    "page.skip_board": "Board",
    "page.skip_moves": "Moves",
    "page.banners": "State of this table",
    "page.moves": "Moves",
    "page.moves_columns": "move · time spent · clock after it",
    "page.spent": "Time spent",
    "page.clock": "Clock",
    "page.number": "No.",
    "page.alerts": "Alerts",
    "page.no_alerts": "Nothing needs a hand.",
    "page.curve": "Clocks over the game",
    "page.curve_legend": "solid White, dashed Black",
    "page.curve_note": "The same numbers are in the table of moves.",
    "page.theme": "Light or dark",
    "page.keys_on": "Keys: on",
    "page.keys_off": "Keys: off",
    "page.face": "Clock face",
    "page.delay": "delay",
    "page.reload": "Reload",
    "page.no_script": (
        "This page does not renew itself because JavaScript is off: it shows the state of {time}."
    ),
    "page.pieces": "The men on the board",
    "page.event": "Event",
    "page.control": "Time control",
    "page.rules": "Rules",
    "page.draws": "Draws",
    "page.journal": "Journal",
    "page.board": "Board",
    "page.buttons": "Buttons",
    "device.version": "version {version}",
    "device.battery": "battery {percent} %",
    "device.charging": "charging",
    "device.rotated": "lies turned",
    "device.no_faults": "no faults seen",
    "device.count.dropped": "bytes dropped",
    "device.count.stalled": "half messages",
    "device.count.corrected": "lost updates",
    "device.count.foreign": "foreign objects",
    "device.count.skipped": "messages skipped",
    "device.count.bounces": "bounces",
    "device.count.unstamped": "late stamps",
    "device.count.stuck": "stuck",
    "device.count.refused": "lines refused",
    # For the pages' script
    "js.no_news": "No news from the table since {time}",
    "js.no_news_short": "No news",
    "js.no_table": "No news from the table yet",
    "js.as_at": "as at {time}",
    "js.timer": "{side}, {time}, {mode}",
    "js.hours": "{n} hours",
    "js.hour": "1 hour",
    "js.minutes": "{n} minutes",
    "js.minute": "1 minute",
    "js.seconds": "{n} seconds",
    "js.second": "1 second",
    "js.unknown": "no reading",
    "js.mode.running": "running",
    "js.mode.standing": "standing",
    "js.mode.stopped": "stopped",
    "js.mode.waiting": "not started",
    "js.mode.flag": "flag fell",
    "js.mode.ended": "game ended",
    "js.mode.stale": "no news",
    "js.alert": "{place}: {title}. {text}",
    "js.back": "The table answers again.",
    "js.loading": "Asking the table",
}

ENGLISH: Mapping[str, str] = {
    **_TABLE_ENGLISH,
    **ARBITER_ENGLISH,
    **HUB_ENGLISH,
    **HUB_ARBITER_ENGLISH,
    **SIGN_IN_ENGLISH,
}


_FILES = Path(__file__).parent / "languages"


class _Spoken:
    """The language of this process and its texts."""

    code, texts = "en", ENGLISH


def languages() -> list[str]:
    """The codes of the languages that there are."""
    return ["en", *sorted(file.stem for file in _FILES.glob("*.tsv"))]


def texts_of(code: str) -> Mapping[str, str]:
    """A language's texts by their keys."""
    if code == "en":
        return ENGLISH
    lines = (_FILES / f"{code}.tsv").read_text(encoding="utf-8").splitlines()
    return {key: text for key, _, text in (line.partition("\t") for line in lines)}


def speak(code: str) -> None:
    """Use this language from now on; BadInput when there is none of this code. What it lacks is said in English."""
    if code not in languages():
        raise BadInput(f"language {code!r}, expected one of {', '.join(languages())}")
    _Spoken.code, _Spoken.texts = code, {**ENGLISH, **texts_of(code)}


def language() -> str:
    """The code of the language that is spoken, as in HTML's `lang`."""
    return _Spoken.code


def say(key: str, **places: object) -> str:
    """The text of this key with its places filled in; an unknown key is our own mistake."""
    return _Spoken.texts[key].format(**places)


def known(key: str, otherwise: str) -> str:
    """The text of this key, or the other one when the catalogue has none of it."""
    return _Spoken.texts.get(key, otherwise)


def small(text: str) -> str:
    """A text in the middle of a sentence: English begins it small, a language with capital nouns leaves it."""
    return text.lower() if _Spoken.code == "en" else text


def said(prefix: str, key: str | None, otherwise: str) -> str:
    """The text of `prefix.key`, or of `prefix.otherwise` when the table used a word this catalogue lacks."""
    found = _Spoken.texts.get(f"{prefix}.{key}")
    return _Spoken.texts[f"{prefix}.{otherwise}"] if found is None else found


def script_words() -> dict[str, str]:
    """The texts that the pages' script puts together itself, without their `js.`."""
    return {key[3:]: text for key, text in _Spoken.texts.items() if key.startswith("js.")}
