"""Standings for people and for programs: an aligned table, and the JSON that interfaces.md section 5 promises.

Values are decimal texts without trailing zeros, "-" where a criterion does not apply.
"""

from collections.abc import Sequence
from typing import Any

from clockd.tournament.criterion import Asked
from clockd.tournament.standings import Standing
from clockd.tournament.values import plain

GAP = "  "


def as_json(order: Sequence[Standing]) -> list[dict[str, Any]]:
    """The list in final order, each player with rank, points, tie-breaks and the reason for his place."""
    return [
        {
            "rank": standing.rank,
            "no": standing.player.number,
            "name": standing.player.name,
            "points": plain(standing.points),
            "tie_breaks": {code: plain(v.number) for code, v in standing.values.items()},
            "why": standing.why,
        }
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


def _row(standing: Standing, codes: Sequence[str]) -> list[str]:
    player = standing.player
    values = [plain(standing.values[code].number) for code in codes]
    rating = str(player.rating or "-")
    identity = [str(standing.rank), str(player.number), player.title, player.name, rating]
    return [*identity, plain(standing.points), *values, standing.why]
