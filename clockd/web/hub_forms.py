"""The commands that the hub's arbiter page offers: what is asked for each, who may give it, whether a reason is needed.

Data, so that the page and the check of what comes back cannot disagree. The hub decides, and refuses in a sentence.
Which arguments a command has is said by interfaces section 7 and `clockd hub-command --help`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from clockd.game.rulings import command_names
from clockd.web.roles import Role

ROUND, RESULTS, TABLES, PLAYERS, EVENT = "round", "results", "tables", "players", "event"
GROUPS = (ROUND, RESULTS, TABLES, PLAYERS, EVENT)
ORDER = "order"  # the field `order` says which command, `arguments` holds what the shell would take
RESULT_WORDS = ("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")
YES_NO = ("no", "yes")


@dataclass(frozen=True, slots=True)
class HubField:
    """One thing asked: its argument; with choices the first one is chosen."""

    name: str
    choices: tuple[str, ...] = ()
    needed: bool = False


@dataclass(frozen=True, slots=True)
class HubForm:
    """One command of the page. `fixed` are arguments that the page itself fills in."""

    name: str
    command: str
    group: str
    fields: tuple[HubField, ...] = ()
    role: Role = Role.ARBITER
    reason: bool = False  # must be given
    fixed: tuple[tuple[str, str], ...] = ()


def _ask(*names: str) -> tuple[HubField, ...]:
    return tuple(HubField(name) for name in names)


def _need(*names: str) -> tuple[HubField, ...]:
    return tuple(HubField(name, needed=True) for name in names)


_ALL = (("table", "all"),)
TOURNAMENT = HubField("tournament")  # asked for where an event has several
_RESULT = (*_need("board"), HubField("result", RESULT_WORDS), HubField("forfeit", YES_NO))
_ORDERS = ("pause", "start", "resume", "acknowledge", "note", *sorted(command_names()))

FORMS: tuple[HubForm, ...] = (
    HubForm("pair", "pair", ROUND, (HubField("publish", YES_NO), *_ask("round", "pairs", "bye"))),
    HubForm("pair-stop", "pair-stop", ROUND),
    HubForm("publish", "publish", ROUND, _ask("round")),
    HubForm("unpublish", "unpublish", ROUND, _ask("round"), reason=True),
    HubForm("unpair", "unpair", ROUND, _ask("round"), reason=True),
    HubForm("start", "start", ROUND, fixed=_ALL),
    HubForm("pause", "pause", ROUND, fixed=_ALL),
    HubForm("close", "close", ROUND, _ask("round")),
    HubForm("result", "result", RESULTS, (*_RESULT, *_ask("round"))),
    HubForm("rule", "rule", RESULTS, (*_RESULT, *_ask("round")), reason=True),
    HubForm("order", ORDER, TABLES, (
        HubField("order", tuple(dict.fromkeys(_ORDERS))), *_need("table"), *_ask("arguments"),
    )),
    HubForm("enrol", "enrol", TABLES, _need("table", "code")),
    HubForm("enrol-end", "enrol-end", TABLES, _need("table"), reason=True),
    HubForm("seat", "seat", TABLES, _need("table", "board")),
    HubForm("release", "release", TABLES, _need("table"), reason=True),
    HubForm("bye", "bye", PLAYERS, (
        *_need("round", "player"), HubField("kind", ("half", "zero")),
    )),
    HubForm("bye-cancel", "bye-cancel", PLAYERS, _need("round", "player")),
    HubForm("withdraw", "withdraw", PLAYERS, _need("player"), reason=True),
    HubForm("return", "return", PLAYERS, _need("player"), reason=True),
    HubForm("enter", "enter", PLAYERS, (
        *_need("name"), *_ask("rating", "title", "federation", "fide_id", "birth", "sex", "zone"),
    )),
    HubForm("lots", "lots", EVENT, _ask("order", "choice"), Role.CHIEF),
    HubForm("initial-colour", "initial-colour", EVENT, (
        HubField("colour", ("", "white", "black")),
    ), Role.CHIEF),
    HubForm("plan", "plan", EVENT, _ask("rounds", "tie_breaks"), Role.CHIEF, reason=True),
    HubForm("playoff-format", "playoff-format", EVENT, _need("stage"), Role.CHIEF),
    HubForm("playoff-order", "playoff-order", EVENT, _need("order"), Role.CHIEF, reason=True),
    HubForm("playoff-go-on", "playoff-go-on", EVENT, (), Role.CHIEF, reason=True),
    HubForm("playoff-restart", "playoff-restart", EVENT, (), Role.CHIEF, reason=True),
    HubForm("finish", "finish", EVENT, (), Role.CHIEF),
    HubForm("other", ORDER, EVENT, (HubField("order", needed=True), *_ask("arguments"))),
)  # fmt: skip
CHIEFS = frozenset(form.command for form in FORMS if form.role is Role.CHIEF)


def role_for(command: str) -> Role:
    """Who may give this command; what no form offers is the hub's to refuse."""
    return Role.CHIEF if command in CHIEFS else Role.ARBITER


def form_named(name: str) -> HubForm | None:
    return next((form for form in FORMS if form.name == name), None)


def arguments_of(form: HubForm, fields: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The command and its arguments from the fields that a person filled in; what is blank was not said."""
    asked = (*form.fields, TOURNAMENT) if form.group != TABLES else form.fields
    given = {field.name: fields.get(field.name, "").strip() for field in asked}
    arguments = {key: value for key, value in given.items() if value} | dict(form.fixed)
    if form.command != ORDER:
        return form.command, arguments
    command = arguments.pop("order", "")
    return command, arguments | dict(_pairs(arguments.pop("arguments", "")))


def _pairs(text: str) -> list[tuple[str, str]]:
    """`side=white add=2:00`: words with a sign; one without continues the value before it."""
    found: list[tuple[str, str]] = []
    for word in text.split():
        key, sign, value = word.partition("=")
        if sign and key:
            found.append((key, value))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {word}")
        else:
            found.append((word, ""))
    return found
