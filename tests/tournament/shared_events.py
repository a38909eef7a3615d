"""Real events and exercises from the folder of shared data, as crosstables."""

import json
from typing import Any

from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from tests.shared import shared_file

_RESULTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}
_BYES = {"ZPB": Kind.ZERO_BYE, "HPB": Kind.HALF_BYE, "PAB": Kind.PAB}


def shared_event(name: str) -> tuple[dict[str, Any], Crosstable]:
    """The file and its crosstable; skips the calling test where the data is absent."""
    data: dict[str, Any] = json.loads(shared_file(name).read_text(encoding="utf-8"))
    players = [Player(p["no"], p["name"], p.get("rating", 0)) for p in data["players"]]
    byes = [_bye(each) for each in data.get("unplayed", [])]
    table = tabulate(
        players,
        _games(data),
        byes,
        rounds=data["rounds"],
        system="swiss" if data["type"] == "swiss" else "round-robin",
    )
    return data, table


def _games(data: dict[str, Any]) -> list[GameResult]:
    games = [
        GameResult(g["round"], g["white"], g["black"], g["result"]) for g in data.get("games", [])
    ]
    games += [
        GameResult(f["round"], f["winner"], f["loser"], "1-0", forfeit=True)
        for f in data.get("forfeits", [])
    ]
    # Where only the pairs are known, every game has a round of its own: no value here depends on rounds.
    games += [
        GameResult(place, p["a"], p["b"], _RESULTS[p["points_a"]], p.get("forfeit", False), False)
        for place, p in enumerate(data.get("pairs", []), start=1)
    ]
    return games


def _bye(each: dict[str, Any]) -> tuple[int, Cell]:
    kind = _BYES[each["kind"]]
    return each["player"], Cell(each["round"], kind, CLASSICAL.of_bye(kind))
