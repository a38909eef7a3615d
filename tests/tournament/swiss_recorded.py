"""The recorded Swiss tournaments of the shared folder: a round before it is paired, and what the reference answered."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from clockd.ports import BLACK, WHITE
from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.swiss.rules import SwissRules

_BYES = {"HPB": Kind.HALF_BYE, "ZPB": Kind.ZERO_BYE, "FPB": Kind.FULL_BYE}
_FORFEITS = {"+:-": "1-0", "-:+": "0-1", "-:-": "0-0"}


@dataclass(frozen=True)
class Recorded:
    """One round: the table before it, who is absent, the pairs (White first) in the file's order, and the bye."""

    name: str
    number: int
    table: Crosstable
    rules: SwissRules
    absent: frozenset[int]
    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def rounds_of(path: Path) -> Iterator[Recorded]:
    """Every round of a recorded tournament."""
    data = json.loads(path.read_text(encoding="utf-8"))
    players = [Player(n, f"P{n}", rating) for n, rating in data["players_tpn_rating"]]
    rules = SwissRules(
        data["rounds_total"], initial=WHITE if data["initial_colour"] == "W" else BLACK
    )
    games: list[GameResult] = []
    byes: list[tuple[int, Cell]] = []
    for each in data["rounds"]:
        number = each["round"]
        table = tabulate(players, games, byes, rounds=number - 1, system="swiss")
        absent = [(player, _BYES[kind]) for player, kind in each["not_paired"]]
        yield Recorded(
            f"{data['id']} round {number}",
            number,
            table,
            rules,
            frozenset(player for player, _ in absent),
            tuple((white, black) for white, black, _ in each["pairings"]),
            each["pab"],
        )
        games += [_game(number, *pairing) for pairing in each["pairings"]]
        byes += [(p, Cell(number, kind, CLASSICAL.of_bye(kind))) for p, kind in absent]
        if each["pab"] is not None:
            byes.append((each["pab"], Cell(number, Kind.PAB, Fraction(1))))


def _game(number: int, white: int, black: int, result: Any) -> GameResult:
    if result in _FORFEITS:
        return GameResult(number, white, black, _FORFEITS[result], forfeit=True)
    return GameResult(number, white, black, result)
