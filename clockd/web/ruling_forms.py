"""The rulings that the arbiter's page offers: the key, the table's command and what is asked for each.

Data, so that the page, its keys and the check of what comes back cannot disagree. Whether a ruling fits the game is
the table's to say; it answers in a sentence. Keys are those of the screens' description, section 8.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FieldKind = Literal["choice", "text", "lines", "number"]


@dataclass(frozen=True, slots=True)
class Field:
    """One thing asked: its argument, and for a choice the (value, word's key) pairs, the first one chosen."""

    name: str
    kind: FieldKind = "text"
    choices: tuple[tuple[str, str], ...] = ()
    label: str = ""  # the word's key where it is not the argument's name


@dataclass(frozen=True, slots=True)
class Form:
    """One ruling; a field named `command` chooses among several commands."""

    name: str
    key: str
    command: str
    fields: tuple[Field, ...] = ()
    reason: bool = False  # must be given


def _choice(name: str, *values: str) -> Field:
    return Field(name, "choice", tuple((value, f"choice.{value}") for value in values))


_SIDE = _choice("side", "white", "black")
_SIDE_OF_ALERT = Field(
    "side",
    "choice",
    (("", "choice.alerted"), ("white", "choice.white"), ("black", "choice.black")),
)
_TAKE_BACK = Field("take-back", "number")
_RESULTS = Field(
    "result",
    "choice",
    tuple((word, "") for word in ("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")),
)
_TERMINATIONS = Field(
    "termination",
    "choice",
    tuple(
        (word, f"end.{word}")
        for word in ("ruling", "agreement", "resignation", "time-forfeit", "time-draw", "abandoned")
    ),
)
_ON_TIME = Field(
    "termination", "choice", tuple((word, f"end.{word}") for word in ("time-forfeit", "time-draw"))
)
_FROM = Field("from", "number")
_SOURCE = Field(
    "from",
    "choice",
    (("board", "choice.board"), ("", "choice.no-board")),
    label="field.source",
)
_WHAT = Field(
    "what",
    "choice",
    (
        ("result", "choice.what.result"),
        ("record", "choice.record"),
        ("illegal-move", "choice.illegal-move"),
        ("claim", "choice.claim"),
    ),
)
_LANGUAGE = Field(
    "language",
    "choice",
    (
        ("", "choice.en"),
        *((word, f"choice.{word}") for word in ("de", "es", "fr", "it", "nl", "pt")),
    ),
)

FORMS: tuple[Form, ...] = (
    Form("pause", "P", "pause"),
    Form("start", "S", "start"),
    Form("restore", "B", "restore", (_TAKE_BACK,)),
    Form("moves", "M", "set-moves", (
        Field("moves"), _FROM, _SIDE, _choice("then", "drop", "keep", "replace"), _TAKE_BACK,
    )),
    Form("position", "A", "set-position", (
        _SOURCE, Field("fen"), _choice("to-move", "", "white", "black"),
    ), reason=True),
    Form("illegal", "I", "illegal-move", (_SIDE_OF_ALERT, _TAKE_BACK, Field("queen"))),
    Form("claim", "D", "", (_choice("command", "accept-claim", "reject-claim"),)),
    Form("flag", "F", "result", (_RESULTS, _ON_TIME)),
    Form("clocks", "T", "set-time", (_SIDE, Field("time"), Field("add")), reason=True),
    Form("split", "R", "split", reason=True),
    Form("count", "C", "set-count", (_SIDE, Field("moves", "number", label="field.count"))),
    Form("period", "Y", "set-period", (_SIDE, Field("period", "number"))),
    Form("late", "L", "", (
        _choice("command", "arrived", "forfeit"), _choice("side", "white", "black", "both"),
    )),
    Form("device", "V", "device", (_SIDE,), reason=True),
    Form("end", "E", "result", (_RESULTS, _TERMINATIONS), reason=True),
    Form("aside", "Z", "set-aside", (_WHAT, _SIDE), reason=True),
    Form("sheet", "H", "notation", (
        _SIDE, Field("move", "number"), _choice("last", "white", "black"), Field("offers", "number"),
    )),
    Form("after", "U", "", (
        _choice("command", "check-sheet", "signed"), _SIDE, _LANGUAGE, Field("text", "lines"),
    )),
    Form("note", "N", "note", reason=True),
    Form("seen", "X", "acknowledge"),
)  # fmt: skip
GOING = "going"  # needs no form: it changes no clock and no record

# Alert: the ruling that answers it, opened by its key while the alert is chosen.
FIRST_ANSWER: Mapping[str, str] = {
    "flag": "flag",
    "illegal-move": "illegal",
    "no-move": "illegal",
    "claim": "claim",
    "call": "seen",
    "device": "device",
    "late": "late",
    "clock-restored": "start",
    "missed-press": "split",
    "position-differs": "restore",
    "ambiguous": "moves",
    "result-by-kings": "aside",
    "notation-behind": "sheet",
}


def first_answer(alert: str) -> Form:
    """The form that answers this alert; "seen" where nothing is to be ruled."""
    name = FIRST_ANSWER.get(alert, "seen")
    return next(form for form in FORMS if form.name == name)


def commands_offered() -> frozenset[str]:
    """Every command that the page may give."""
    chosen = {
        value
        for form in FORMS
        for field in form.fields
        if field.name == "command"
        for value, _ in field.choices
    }
    return frozenset({form.command for form in FORMS if form.command} | chosen | {GOING})
