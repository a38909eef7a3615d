"""Standings for people and for programs: an aligned table, and the JSON that interfaces.md section 5 promises.

Values are decimal texts without trailing zeros, "-" where a criterion does not apply.
"""

from collections.abc import Sequence
from typing import Any

from clockd.tournament.criterion import Asked
from clockd.tournament.standings import Standing
from clockd.tournament.values import plain

GAP = "  "


def as_json(order: Sequence[Standing], *, reasons: bool = False) -> list[dict[str, Any]]:
    """The list in final order: rank, points, tie-breaks, the reason for the place; with `reasons` each value's sum."""
    return [
        {
            "rank": standing.rank,
            "no": standing.player.number,
            "name": standing.player.name,
            "points": plain(standing.points),
            "tie_breaks": {code: plain(v.number) for code, v in standing.values.items()},
            "why": standing.why,
        }
        | ({"reasons": _sums(standing)} if reasons else {})
        for standing in order
    ]


def as_table(order: Sequence[Standing], criteria: Sequence[Asked]) -> str:
    """The standings as lines of aligned columns, the reason last."""
    codes = [asked.code for asked in criteria]
    heads = ["rank", "no", "title", "name", "rating", "points", *codes, "why"]
    rows = [_row(standing, codes) for standing in order]
    left = {"title", "name", "why"}
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in [heads, *rows]:
        cells = [
            text.ljust(width) if head in left else text.rjust(width)
            for head, text, width in zip(heads, row, widths, strict=True)
        ]
        lines.append(GAP.join(cells).rstrip())
    return "\n".join(lines)


def as_reasons(order: Sequence[Standing]) -> str:
    """Each player with his place, why he has it, and a line for every value: what it is the sum of, what was cut."""
    return "\n\n".join(_reasons(standing) for standing in order)


def _sums(standing: Standing) -> dict[str, str]:
    return {code: value.words for code, value in standing.values.items()}


def _reasons(standing: Standing) -> str:
    player = standing.player
    lines = [f"{standing.rank}. {player.name} ({player.number}): {standing.why}"]
    codes = max((len(code) for code in standing.values), default=0)
    figures = {code: plain(value.number) for code, value in standing.values.items()}
    width = max(map(len, figures.values()), default=0)
    for code, value in standing.values.items():
        lines.append(f"   {code:<{codes}}  {figures[code]:>{width}}  {value.words}")
    return "\n".join(lines)


def _row(standing: Standing, codes: Sequence[str]) -> list[str]:
    player = standing.player
    values = [plain(standing.values[code].number) for code in codes]
    rating = str(player.rating or "-")
    identity = [str(standing.rank), str(player.number), player.title, player.name, rating]
    return [*identity, plain(standing.points), *values, standing.why]
