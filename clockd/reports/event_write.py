"""EVENT.toml as a text: the event's values, its players, its games, and what else its report held.

Keys that an event file leaves out mean what is usual (no rating, no forfeit, colours known), so they are left out
here too. Source: interfaces.md sections 5 and 7; TOML v1.0.0 (strings).
"""

from collections.abc import Iterator

from clockd.reports.event_report import EventReport
from clockd.tournament.trf import TrfPlayer
from clockd.tournament.trf_games import ReportBye, ReportGame
from clockd.tournament.values import plain

LINE_ENDS = {"crlf": "\r\n", "lf": "\n", "cr": "\r"}
SEXES = ("m", "w")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\r": "\\r"}
_NAMES = {text: name for name, text in LINE_ENDS.items()}

Value = str | int | bool | tuple[str, ...]


def event_text(event: EventReport, *, source: str, rules: str = "") -> str:
    """The whole file; `source` is where the event comes from, `rules` the rulebook to play it under."""
    heads = event.heads
    top: dict[str, Value] = {
        "rules": rules,
        "name": heads.name,
        "site": heads.site,
        "dates": heads.dates,
        "rounds": heads.rounds,
        "arbiters": heads.arbiters,
        "initial_colour": heads.initial.value if heads.initial else "",
    }
    lines = [f"# {_one_line(source)}", *_pairs(top)]
    lines += ["", "[report]", *_report(event)]
    for player in event.players:
        lines += ["", "[[player]]", *_pairs(_player(player))]
    for game in event.games:
        lines += ["", "[[game]]", *_pairs(_game(game))]
    for bye in event.byes:
        lines += ["", "[[bye]]", *_pairs(_bye(bye))]
    return "\n".join(lines) + "\n"


def _report(event: EventReport) -> Iterator[str]:
    said: dict[str, Value] = {"line_end": _NAMES[event.line_end], "ranks": event.ranks}
    usual = {"line_end": "crlf", "ranks": "computed"}
    yield from _pairs({key: value for key, value in said.items() if value != usual[key]})
    if event.template is not None:
        yield 'lines = """'
        yield from (_escaped(line) for line in event.template)
        yield '"""'


def _player(player: TrfPlayer) -> dict[str, Value]:
    is_number = player.fide_id.isascii() and player.fide_id.isdigit()
    return {
        "number": player.number,
        "name": player.name,
        "rating": player.rating,
        "title": player.title,
        "federation": player.federation,
        "fide_id" if is_number else "other_id": player.fide_id,
        "birth": player.birth,
        "sex" if player.sex in SEXES else "other_sex": player.sex,
        "points": "" if player.points is None else plain(player.points),
        "rank": player.rank or 0,
    }


def _game(game: ReportGame) -> dict[str, Value]:
    return {
        "round": game.round,
        "white": game.white,
        "black": game.black,
        "result": game.result,
        "forfeit": game.forfeit,
        "short": game.short,
        "colours_unknown": not game.colours,
    }


def _bye(bye: ReportBye) -> dict[str, Value]:
    side = bye.side.value if bye.side else ""
    return {"round": bye.round, "player": bye.player, "kind": bye.kind, "side": side}


def _pairs(values: dict[str, Value]) -> Iterator[str]:
    """The keys that say something, a line each."""
    for key, value in values.items():
        if value:
            yield f"{key} = {_value(value)}"


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{_escaped(value)}"'


def _escaped(text: str) -> str:
    """The text inside of a TOML string's quotes, of the short or of the long kind."""
    return "".join(_ESCAPES.get(char) or _readable(char) for char in text)


def _readable(char: str) -> str:
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)
