"""In which order a report's records stand, and which of them are written anew from the event's values.

A template is the report line by line: "<012>" where the values say what stands there, "<001>" where the next player
stands, anything else (teams, comments, what nobody knows) as it was written; "<>" goes before a line that only looks
like one of these. The last mark of its kind takes all that are left. Sources: FIDE TRF16 and TRF26.
"""

import re
from collections.abc import Sequence

from clockd.ports import Side
from clockd.tournament import trf
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord
from clockd.tournament.trf_heads import Heads, head_records

PLAYERS = f"<{trf.PLAYER_CODE}>"
AS_WRITTEN = "<>"
_MARK = re.compile(r"<(\w{3})>")
# What engines want beside, or in older reports instead of, records 142 and 152.
_ROUNDS, _INITIAL = "XXR", "XXC"
_SAME = {"142": _ROUNDS, "152": _INITIAL}
_ONLY_IF_ASKED = ("062", "072", _ROUNDS, _INITIAL)  # counts, and what is said already

Line = TrfRecord | TrfPlayer


def template_of(file: TrfFile, heads: Heads) -> tuple[str, ...]:
    """The template of a report whose values are `heads`."""
    said = {code: list(texts) for code, texts in _texts(heads).items()}
    return _shortened([_mark(line, said) for line in file.lines])


def _texts(heads: Heads) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for code, value in head_records(heads):
        texts.setdefault(code, []).append(value)
    if heads.rounds:
        texts[_ROUNDS] = [str(heads.rounds)]
    if heads.initial is not None:
        texts[_INITIAL] = [_engines_initial(heads.initial)]
    return texts


def _engines_initial(side: Side) -> str:
    return f"{side.value}1"


def _mark(line: Line, said: dict[str, list[str]]) -> str:
    if isinstance(line, TrfPlayer):
        return PLAYERS
    expected = said.get(line.code)
    if expected and shown(line.value) == expected[0]:
        expected.pop(0)
        return f"<{line.code}>"
    return f"{AS_WRITTEN}{line.text}" if line.text.startswith("<") else line.text


def shown(text: str) -> str:
    """The text with a blank for each character that cannot be shown: an event file has no others."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def _shortened(template: list[str]) -> tuple[str, ...]:
    """Of the players at the end one mark is enough."""
    short: list[str] = []
    last_run = _last_run(template)
    for place, line in enumerate(template):
        if place not in last_run[1:]:
            short.append(line)
    return tuple(short)


def _last_run(template: Sequence[str]) -> range:
    """Places of the last players that stand one after another."""
    end = len(template)
    while end and template[end - 1] != PLAYERS:
        end -= 1
    begin = end
    while begin and template[begin - 1] == PLAYERS:
        begin -= 1
    return range(begin, end)


def default_template(heads: Heads) -> tuple[str, ...]:
    """The records in the order of their codes, then the players."""
    codes = dict.fromkeys(code for code, _ in head_records(heads))
    return (*(f"<{code}>" for code in codes), PLAYERS)


def filled(
    template: Sequence[str] | None, heads: Heads, players: Sequence[TrfPlayer]
) -> list[Line]:
    """The lines of a report; a record that its template has no place for stands ahead of the players."""
    waiting = _waiting(heads, players)
    places = _with_missing(default_template(heads) if template is None else template, waiting)
    marks = [_code(line) for line in places]
    last = {code: place for place, code in enumerate(marks)}
    lines: list[Line] = []
    for place, line in enumerate(places):
        code = marks[place]
        if code is None:
            lines.append(TrfRecord(line.removeprefix(AS_WRITTEN)))
            continue
        queue = waiting.get(code, [])
        taken = len(queue) if place == last[code] else 1
        lines += queue[:taken]
        del queue[:taken]
    return lines


def _waiting(heads: Heads, players: Sequence[TrfPlayer]) -> dict[str, list[Line]]:
    waiting: dict[str, list[Line]] = {
        code: [TrfRecord(f"{code} {text}") for text in texts]
        for code, texts in _texts(heads).items()
    }
    waiting[trf.PLAYER_CODE] = list(players)
    return waiting


def _with_missing(template: Sequence[str], waiting: dict[str, list[Line]]) -> list[str]:
    there = {_code(line) or line[:3] for line in template}
    there |= {code for code, also in _SAME.items() if also in there}
    places = list(template)
    if trf.PLAYER_CODE not in there:
        places.append(PLAYERS)
    missing = [code for code in waiting if code not in there and code not in _ONLY_IF_ASKED]
    at = places.index(PLAYERS)
    places[at:at] = [f"<{code}>" for code in missing if code != trf.PLAYER_CODE]
    return places


def _code(line: str) -> str | None:
    found = _MARK.fullmatch(line)
    return found[1] if found else None
