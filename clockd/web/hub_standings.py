"""The standings in words: places, points, tie-breaks with the one that decided, and why each player stands there.

Pure. Every value is the hub's own; the sums behind Sonneborn-Berger and Koya are added up here from the crosstable and
shown only when they come to the very value that the hub gives, so that a page never argues with the standings.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from clockd.web.hub_chain import chain_of, tie_name
from clockd.web.hub_numbers import exact, points_words, result_sign
from clockd.web.words import say

HubSnapshot = Mapping[str, Any]
Row = Mapping[str, Any]
View = dict[str, Any]

SUMS_UP_TO = 40  # players; a larger event's page would be mostly sums that nobody opens
_POINTS_OF = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0)}


def standings_view(snapshot: HubSnapshot) -> View:
    """The table, and for each player the chain behind his place."""
    standings, codes = snapshot["standings"], snapshot["tie_breaks"]
    chains = [chain_of(row, standings, codes) for row in standings]
    return {
        "title": _title(snapshot),
        "codes": [{"code": code, "name": tie_name(code)} for code in codes],
        "rows": [_row(row, standings, codes, c) for row, c in zip(standings, chains, strict=True)],
        "chains": [
            {**chain, "no": row["no"], "why": str(row["why"] or ""), "sums": _sums(row, snapshot)}
            for row, chain in zip(standings, chains, strict=True)
        ],
        "none": "" if standings else say("standings.none"),
    }


def _title(snapshot: HubSnapshot) -> str:
    if snapshot["phase"] == "finished":
        return say("standings.final")
    done = sum(bool(each.get("closed")) for each in snapshot["pairings"])
    if not snapshot["round"]:
        return say("standings.before")
    return say("standings.after", round=done, rounds=snapshot["rounds"])


def _row(row: Row, standings: Sequence[Row], codes: Sequence[str], chain: View) -> View:
    peers = [each for each in standings if each["points"] == row["points"]]
    return {
        "rank": str(row["rank"]),
        "no": row["no"],
        "name": str(row["name"]),
        "title": str(row.get("title") or ""),
        "federation": str(row.get("federation") or ""),
        "rating": str(row["rating"] or ""),
        "points": points_words(row["points"]),
        "tied": len(peers) > 1,
        "last": row is peers[-1],
        "values": [
            {
                "text": points_words(row["tie_breaks"].get(code, "-")).replace("-", "–"),
                "decides": code == chain["decided_by"],
            }
            for code in codes
        ],
        "why": str(row["why"] or ""),
    }


def _sums(row: Row, snapshot: HubSnapshot) -> View | None:
    """What each game adds to Sonneborn-Berger and to Koya; None where it would not come to the hub's values."""
    if len(snapshot["standings"]) > SUMS_UP_TO:
        return None
    lines = _lines(row, snapshot)
    values = row["tie_breaks"]
    berger = sum((line["product"] for line in lines), Fraction(0))
    if not lines or exact(values.get("SB", "")) != berger:
        return None
    half = Fraction(int(snapshot["rounds"]), 2)
    koya = sum((line["made"] for line in lines if line["theirs"] >= half), Fraction(0))
    with_koya = exact(values.get("KS", "")) == koya
    note = say("sums.note", half=_written(half)) if with_koya else say("sums.note_plain")
    return {
        "note": note,
        "koya": with_koya,
        "lines": [
            {
                "name": line["name"],
                "made": _written(line["made"]),
                "theirs": _written(line["theirs"]),
                "product": _written(line["product"]),
                "koya": _written(line["made"]) if line["theirs"] >= half else "",
            }
            for line in sorted(lines, key=lambda line: -line["theirs"])
        ],
        "total": _written(berger),
        "total_koya": _written(koya),
    }


def _lines(row: Row, snapshot: HubSnapshot) -> list[View]:
    grid = {each["no"]: each for each in snapshot["crosstable"]}
    lines = []
    for cell in grid.get(row["no"], {"cells": []})["cells"]:
        made = _POINTS_OF.get(result_sign(cell["result"]))
        opponent = grid.get(cell["opponent"])
        if made is None or opponent is None:
            continue
        theirs = exact(opponent["points"]) or Fraction(0)
        line = {"name": str(opponent["name"]), "made": made, "theirs": theirs}
        lines.append({**line, "product": made * theirs})
    return lines


def _written(value: Fraction) -> str:
    return points_words(f"{float(value):g}")
