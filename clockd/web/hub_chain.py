"""How a tie was split: for one player the chain of tie-breaks from the left until nobody is level any more.

Pure; reads the values that the standings give and computes none. Two players are level when their texts are equal,
since values are exact. A criterion that does not apply ("-") splits nobody.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.hub_numbers import points_words
from clockd.web.words import known, say

Row = Mapping[str, Any]
View = dict[str, Any]

NAMED_MOST = 4  # names in one line of the chain; beyond it their number says enough
NOT_APPLICABLE = "-"
NO_BREAK = "\u00a0"  # a name and its value stay in one line


def tie_name(code: str) -> str:
    """What a tie-break is called: "Koya", "Buchholz, cut 1"; a code nobody named stands for itself."""
    base, _, cut = code.partition("/")
    name = known(f"tie.{base.removesuffix('-ALLMET')}", base)
    return say("tie.cut", name=name, count=cut.lstrip("CLM+")) if cut else name


def chain_of(row: Row, standings: Sequence[Row], codes: Sequence[str]) -> View:
    """The steps for one player, and `decided_by`: the code that left nobody level, "" where none did or was needed."""
    level = [each for each in standings if each["points"] == row["points"] and each is not row]
    tied = list(level)
    steps, decided_by = [], ""
    for code in codes:
        step, left = _step(row, level, code)
        if level and not left:
            decided_by = code
        steps.append({"code": code, "name": tie_name(code), "outcome": "", **step})
        level = left
    return {
        "title": say("chain.title", name=row["name"], rank=row["rank"]),
        "intro": _intro(row, tied),
        "steps": steps if tied else [],
        "shared": say("chain.shared") if level else "",
        "decided_by": decided_by,
    }


def _step(row: Row, level: Sequence[Row], code: str) -> tuple[View, list[Row]]:
    """One line of the chain, and who is still level after it."""
    if not level:
        return {"kind": "unused", "text": say("chain.not_needed")}, []
    value = _value(row, code)
    left = [each for each in level if _value(each, code) == value]
    if value == NOT_APPLICABLE and len(left) == len(level):
        return {"kind": "unused", "text": say("chain.not_applicable")}, list(level)
    if len(left) == len(level):
        return {"kind": "equal", "text": say("chain.equal", value=points_words(value))}, left
    gone = [each for each in level if each not in left]
    values = ", ".join(
        f"{each['name']} {points_words(_value(each, code))}".replace(" ", NO_BREAK)
        for each in sorted([row, *level], key=lambda each: int(each["rank"]))[:NAMED_MOST]
    )
    outcome = _outcome(row, gone) if left else say("chain.decides")
    return {"kind": "split" if left else "decides", "text": values, "outcome": outcome}, left


def _outcome(row: Row, gone: Sequence[Row]) -> str:
    behind = [each for each in gone if each["rank"] > row["rank"]]
    ahead = [each for each in gone if each["rank"] <= row["rank"]]
    parts = [("chain.ahead", ahead), ("chain.behind", behind)]
    return ", ".join(say(key, names=_names(rows)) for key, rows in parts if rows)


def _value(row: Row, code: str) -> str:
    return str(row["tie_breaks"].get(code, NOT_APPLICABLE))


def _intro(row: Row, tied: Sequence[Row]) -> str:
    points = points_words(row["points"])
    if not tied:
        return say("chain.alone", points=points)
    return say("chain.tied", points=points, names=_names(tied))


def _names(rows: Sequence[Row]) -> str:
    names = [str(each["name"]) for each in rows]
    if len(names) > NAMED_MOST:
        return say("chain.players", count=len(names))
    if len(names) == 1:
        return names[0]
    return say("chain.and", names=", ".join(names[:-1]), last=names[-1])
