"""The arbiter's commands to a hub, from a shell: each a function found by its name, answered with one line.

Players are named by the numbers drawn. A command with `table=` that a table knows is an order for that table, or for
`table=all`; anything else is the tournament's to decide, journaled with author and reason, and refused in a sentence.
Source: interfaces.md section 7.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clockd.errors import BadInput, NotAllowed
from clockd.game.rulings import command_names as table_commands
from clockd.hub.automation import LOTS_BY, drawn_lots
from clockd.hub.hub import Hub
from clockd.hub.messages import AcknowledgeAlert, GiveOrder, ReleaseNumber, SeatTable
from clockd.tournament import inputs as i
from clockd.tournament import playoff_inputs as pi
from clockd.tournament.playoff_course import playoff_waits_for
from clockd.tournament.tournament import Round, Tournament

EXPIRES_S = 60  # a start or a clock edit that arrives later would surprise everybody at the board
# What must not be carried out late; a ruling or a note is as good tomorrow.
TIMELY = frozenset({"start", "pause", "resume", "set-time", "set-period", "set-count"})
ALL_TABLES = "all"
YES = ("yes", "true", "1")
LONGEST_NUMBER = 6
NO = ("no", "false", "0")


@dataclass(frozen=True, slots=True)
class Asked:
    """One command as it was given."""

    hub: Hub
    name: str
    arguments: Mapping[str, str]
    author: str
    reason: str
    id: str

    @property
    def tournament(self) -> Tournament:
        return self.hub.event.tournament

    @property
    def head(self) -> tuple[int, str]:
        """Instant and tournament: how every input begins."""
        return self.hub.now_ns(), self.tournament.id

    def text(self, key: str, default: str | None = None) -> str:
        found = self.arguments.get(key, default)
        if found is None:
            raise BadInput(f"{self.name}: {key}= is missing")
        return found

    def whole(self, key: str, default: int | None = None) -> int:
        return self._whole(key, self.text(key, None if default is None else str(default)))

    def wholes(self, key: str) -> tuple[int, ...]:
        return tuple(self._whole(key, text) for text in self.text(key).split(","))

    def _whole(self, key: str, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
            raise BadInput(f"{self.name}: {key}={text}, expected a whole number")
        return int(text)

    def yes(self, key: str, default: str) -> bool:
        text = self.text(key, default)
        if text not in YES + NO:
            raise BadInput(f"{self.name}: {key}={text}, expected yes or no")
        return text in YES

    def round(self) -> int:
        """`round=`, by default the one under way."""
        return self.whole("round", len(self.tournament.rounds) or None)

    def player(self, text: str) -> int:
        """The place in the entry list of a drawn number."""
        known = len(self.tournament.players)
        number = self._whole("player", text)
        if not 1 <= number <= known:
            raise BadInput(f"{self.name}: player {number}, expected a number from 1 to {known}")
        return self.tournament.player_with(number)

    def players(self, key: str) -> tuple[int, ...]:
        return tuple(self.player(text) for text in self.text(key).split(","))


_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")  # the form that tables take
Command = Callable[[Asked], str]


def carry_out(asked: Asked) -> str:
    """What was done, in one line; NotAllowed or BadInput says why nothing was."""
    known = _COMMANDS.get(asked.name)
    for_table = "table" in asked.arguments and asked.name in table_commands()
    if for_table or (known is None and asked.name in table_commands()):
        return _order(asked)
    if known is None:
        raise BadInput(f"no command {asked.name!r}, expected {', '.join(names())}")
    keys, command = known
    unknown = asked.arguments.keys() - set(keys)
    if unknown:
        wanted = ", ".join(f"{key}=" for key in keys) or "no arguments"
        raise BadInput(f"{asked.name}: {sorted(unknown)[0]}=, expected {wanted}")
    return command(asked)


def names() -> list[str]:
    """Every command, in alphabetical order."""
    return sorted({*_COMMANDS, *table_commands()})


# -- the tournament -------------------------------------------------------------------------------


def _lots(asked: Asked) -> str:
    """The event's lots, or those of the playoff's stage; drawn here unless `order=` brings them."""
    if asked.tournament.playoff is not None:
        return _playoff_lots(asked)
    if "choice" in asked.arguments:
        raise NotAllowed("a choice of colour, expected one in a playoff only")
    at_ns, tournament = asked.head
    if "order" in asked.arguments:
        numbers = asked.wholes("order")
        seen = i.DrawLots(at_ns, tournament, numbers, "drawn by hand", asked.author)
    else:
        seen = drawn_lots(asked.tournament, at_ns, asked.hub.rng.shuffle, asked.author)
    asked.hub.tell(seen)
    return "lots: " + ", ".join(map(str, seen.numbers))


def _playoff_lots(asked: Asked) -> str:
    awaited = playoff_waits_for(asked.tournament)
    if awaited is None or not awaited.is_drawing:
        raise NotAllowed("the playoff waits for no lots")
    by_hand = "order" in asked.arguments
    order = list(asked.players("order") if by_hand else awaited.players)
    if not by_hand:
        asked.hub.rng.shuffle(order)
    asked.hub.tell(
        pi.DrawPlayoffLots(
            *asked.head,
            awaited.stage,
            tuple(order),
            "drawn by hand" if by_hand else LOTS_BY,
            choices=tuple(
                _colour(asked, text) for text in asked.text("choice", "").split(",") if text
            ),
            author=asked.author,
        )
    )
    return f"lots of the {awaited.stage}: {', '.join(map(asked.tournament.name, order))}"


def _colour(asked: Asked, text: str) -> tuple[int, str]:
    """`choice=4-black`: the colour that the winner of a lot has chosen."""
    player, _, side = text.partition("-")
    return asked.player(player), side


def _pair(asked: Asked) -> str:
    """The next round; `pairs=1-5,6-2 bye=8` where the system is no round robin."""
    number = asked.whole("round", len(asked.tournament.rounds) + 1)
    pairs = tuple(_two(asked, text) for text in asked.text("pairs", "").split(",") if text)
    bye = asked.player(asked.text("bye")) if "bye" in asked.arguments else None
    publish = asked.yes("publish", "no")
    asked.hub.tell(
        i.PairRound(*asked.head, number, pairs, bye, publish=publish, author=asked.author)
    )
    return f"round {number} is paired" + (" and published" if publish else "")


def _two(asked: Asked, text: str) -> tuple[int, int]:
    white, _, black = text.partition("-")
    return asked.player(white), asked.player(black)


def _publish(asked: Asked) -> str:
    asked.hub.tell(i.PublishRound(*asked.head, asked.round(), asked.author))
    return f"round {asked.round()} is published"


def _close(asked: Asked) -> str:
    number = asked.round()
    asked.hub.tell(i.CloseRound(*asked.head, number, asked.author))
    return f"round {number} is closed"


def _finish(asked: Asked) -> str:
    asked.hub.tell(i.FinishEvent(*asked.head, asked.author))
    return "the event is over" if asked.tournament.finished else "a playoff follows"


def _result(asked: Asked) -> str:
    number, board, result = asked.round(), asked.whole("board"), asked.text("result")
    forfeit = asked.yes("forfeit", "no")
    asked.hub.tell(
        i.ResultEntered(*asked.head, number, board, result, asked.author, forfeit=forfeit)
    )
    return f"round {number} board {board}: {result}"


def _rule(asked: Asked) -> str:
    number, board, result = asked.round(), asked.whole("board"), asked.text("result")
    forfeit = asked.yes("forfeit", "no")
    asked.hub.tell(
        i.ResultRuled(
            *asked.head, number, board, result, asked.author, asked.reason, forfeit=forfeit
        )
    )
    return f"round {number} board {board}: {result} by ruling"


def _bye(asked: Asked) -> str:
    number, player = asked.whole("round"), asked.player(asked.text("player"))
    kind = asked.text("kind")
    asked.hub.tell(i.ByeRequested(*asked.head, number, player, kind, asked.author))
    return f"{asked.tournament.name(player)} has a {kind}-point bye in round {number}"


def _withdraw(asked: Asked) -> str:
    player = asked.player(asked.text("player"))
    asked.hub.tell(i.PlayerLeft(*asked.head, player, asked.reason, asked.author))
    return f"{asked.tournament.name(player)} has left the event"


def _return(asked: Asked) -> str:
    player = asked.player(asked.text("player"))
    asked.hub.tell(i.PlayerReturned(*asked.head, player, asked.reason, asked.author))
    return f"{asked.tournament.name(player)} plays on"


def _enter(asked: Asked) -> str:
    """A late entry, with what the event file would say of him."""
    entry = i.Entry(
        name=asked.text("name"),
        rating=asked.whole("rating", 0),
        title=asked.text("title", ""),
        federation=asked.text("federation", ""),
        fide_id=asked.text("fide_id", ""),
        birth=asked.text("birth", ""),
        sex=asked.text("sex", ""),
        zone=asked.text("zone", ""),
    )
    asked.hub.tell(i.PlayerAdded(*asked.head, entry, asked.author))
    number = asked.tournament.number(len(asked.tournament.players))
    return f"{entry.name} is entered as number {number}"


def _cancel_bye(asked: Asked) -> str:
    number, player = asked.whole("round"), asked.player(asked.text("player"))
    asked.hub.tell(i.ByeTakenBack(*asked.head, number, player, asked.author))
    return f"{asked.tournament.name(player)} is to be paired in round {number}"


def _plan(asked: Asked) -> str:
    """Another number of rounds, or other tie-breaks: a ruling."""
    codes = tuple(code for code in asked.text("tie_breaks", "").upper().split(",") if code)
    rounds = asked.whole("rounds", 0)
    if not codes and not rounds:
        raise BadInput("plan: rounds= or tie_breaks=, expected one of them")
    asked.hub.tell(
        i.PlanRuled(*asked.head, asked.reason, rounds=rounds, tie_breaks=codes, author=asked.author)
    )
    plan = asked.tournament.plan
    assert plan is not None, "a plan was changed"
    return f"{plan.rounds} rounds, tie-breaks {','.join(plan.tie_breaks)}"


def _playoff_format(asked: Asked) -> str:
    stage = asked.text("stage")
    asked.hub.tell(pi.ChoosePlayoffFormat(*asked.head, stage, asked.author, asked.reason))
    return f"the playoff goes on with {stage}"


def _playoff_order(asked: Asked) -> str:
    order = asked.players("order")
    asked.hub.tell(pi.RulePlayoff(*asked.head, order, asked.author, asked.reason))
    return f"order of the playoff: {', '.join(map(asked.tournament.name, order))}"


def _playoff_restart(asked: Asked) -> str:
    asked.hub.tell(pi.RestartPlayoff(*asked.head, asked.author, asked.reason))
    return "the playoff begins anew"


# -- the tables -----------------------------------------------------------------------------------


def _table(asked: Asked) -> str:
    return str(asked.whole("table"))


def _release(asked: Asked) -> str:
    """Let another machine speak for a table: the one that was refused, or the next that asks."""
    table = _table(asked)
    waiting = asked.hub.claimant(table)
    asked.hub.tell(ReleaseNumber(asked.head[0], table, waiting, asked.author, asked.reason))
    return f"table {table} " + (f"is now journal {waiting[:8]}" if waiting else "is free")


def _seat(asked: Asked) -> str:
    """Put a board on a table, from now on; the game under way there is handed down (again)."""
    table, board = _table(asked), asked.whole("board")
    current = asked.tournament.current
    if current is not None and _is_open(current, board):
        # The game first: where that is refused, nothing has been moved.
        asked.hub.tell(i.TableClaimed(*asked.head, current.number, board, table, asked.author))
    asked.hub.tell(SeatTable(asked.head[0], table, board, asked.author))
    return f"table {table} plays board {board}"


def _is_open(current: Round, board: int) -> bool:
    return current.published and any(each.board == board for each in current.open_boards)


def _acknowledge(asked: Asked) -> str:
    alert = asked.text("alert")
    asked.hub.tell(AcknowledgeAlert(asked.head[0], alert, asked.author))
    return f"alert {alert} is acknowledged"


def _order(asked: Asked) -> str:
    """An order for tables; whether it was carried out is the tables' to say."""
    tables = _tables(asked)
    own = {k: v for k, v in asked.arguments.items() if k not in ("table", "expires")}
    expires_s = asked.whole("expires", EXPIRES_S if asked.name in TIMELY else 0)
    expiry = int(asked.hub.wall_s()) + expires_s if expires_s else 0
    asked.hub.tell(
        GiveOrder(
            asked.head[0],
            asked.id,
            tables,
            asked.name,
            tuple(own.items()),
            asked.author,
            asked.reason,
            expiry,
        )
    )
    return f"{asked.name}: given to table {', '.join(tables)}"


def _tables(asked: Asked) -> tuple[str, ...]:
    """The tables that an order is for: one, or all that play a board of the round under way."""
    if asked.text("table") != ALL_TABLES:
        table = _table(asked)
        if table not in asked.hub.event.holders:
            raise NotAllowed(f"table {table} has never been heard of")
        return (table,)
    current = asked.tournament.current
    boards = current.open_boards if current is not None and current.published else ()
    tables = tuple(board.table for board in boards if board.table)
    if not tables:
        raise NotAllowed("no table has a game to play")
    return tables


_COMMANDS: dict[str, tuple[tuple[str, ...], Command]] = {
    "lots": (("order", "choice"), _lots),
    "pair": (("round", "pairs", "bye", "publish"), _pair),
    "publish": (("round",), _publish),
    "close": (("round",), _close),
    "finish": ((), _finish),
    "result": (("round", "board", "result", "forfeit"), _result),
    "rule": (("round", "board", "result", "forfeit"), _rule),
    "bye": (("round", "player", "kind"), _bye),
    "bye-cancel": (("round", "player"), _cancel_bye),
    "withdraw": (("player",), _withdraw),
    "return": (("player",), _return),
    "enter": (
        ("name", "rating", "title", "federation", "fide_id", "birth", "sex", "zone"),
        _enter,
    ),
    "plan": (("rounds", "tie_breaks"), _plan),
    "playoff-format": (("stage",), _playoff_format),
    "playoff-order": (("order",), _playoff_order),
    "playoff-restart": ((), _playoff_restart),
    "release": (("table",), _release),
    "seat": (("table", "board"), _seat),
    "acknowledge": (("alert",), _acknowledge),
}


def asked_of(hub: Hub, body: Any) -> Asked:
    """A command from its JSON form; BadInput when it has none."""
    if not isinstance(body, Mapping) or not isinstance(body.get("arguments", {}), Mapping):
        raise BadInput("command: expected an object with name, arguments, author, reason and id")
    arguments = {str(key): str(value) for key, value in body.get("arguments", {}).items()}
    texts = {key: str(body.get(key, "")) for key in ("name", "author", "reason", "id")}
    for text in (*texts.values(), *arguments, *arguments.values()):
        if not text.isprintable():
            raise BadInput(f"command: {text[:40]!r}, expected texts of one line")
    if not _ID.fullmatch(texts["id"]):
        raise BadInput(f"id: {texts['id'][:40]!r}, expected 1 to 64 letters and digits")
    return Asked(hub, arguments=arguments, **texts)
