"""Every event of the folder of real data as a report, through the event file and back: to the byte."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clockd.reports.event_read import read_event
from clockd.reports.event_report import from_report, to_report
from clockd.reports.event_write import event_text
from clockd.tournament.crosstable import Cell, Crosstable, Kind, Player
from clockd.tournament.standings import standings
from clockd.tournament.standings_view import as_json
from clockd.tournament.tie_breaks import parse_criteria
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_games import ReportBye, ReportGame, rounds_of
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import crosstable
from clockd.tournament.trf_version import as_version
from clockd.tournament.trf_write import write_trf
from tests.shared import shared_file
from tests.tournament.shared_events import shared_event

EVENTS = (
    "events/us_senior_2022.json",
    "events/new_york_1924.json",
    "events/uzchess_cup_2025.json",
    "events/rr6_tnr437642_2019.json",
    "tie_breaks/tec_exercises_rr6.json",
    "tie_breaks/tec_exercises_swiss5.json",
)
SWISSES = (
    *("006p_04r_1", "007p_05r_1", "007p_05r_4", "008p_05r_3", "009p_05r_2", "012p_07r_1"),
    *("013p_07r_1", "016p_07r_1", "020p_09r_1", "023p_09r_1", "032p_09r_1", "041p_09r_2"),
    "101p_09r_1",
)
LETTERS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-", Kind.HALF_BYE: "H", Kind.ZERO_BYE: "Z"}
LETTERS |= {Kind.PAB: "U"}
FORFEITS = {"+:-": "1-0", "-:+": "0-1"}
ABSENT = {"HPB": "half", "ZPB": "zero"}
MARK_OF_HALVES = {2: "1", 1: "=", 0: "0"}


def there_and_back(tmp_path: Path, text: str) -> str:
    path = tmp_path / "event.toml"
    event = from_report(read_trf("a.trf", text.encode()))
    path.write_bytes(event_text(event, source="a test").encode())
    return write_trf(to_report("a.trf", read_event(path)))


def round_of(cell: Cell | None) -> TrfRound:
    if cell is None:
        return TrfRound()
    code = MARK_OF_HALVES[int(2 * cell.points)] if cell.met else LETTERS[cell.kind]
    return TrfRound(cell.opponent, cell.side, code)


def report_of(name: str, table: Crosstable, rounds: int) -> TrfFile:
    system = "Individual: Round-Robin" if table.system == "round-robin" else "Swiss Dutch"
    heads = [TrfRecord(f"012 {name}"), TrfRecord(f"092 {system}"), TrfRecord(f"142 {rounds}")]
    players = [line_of(player, table, rounds) for player in table.players]
    return TrfFile("a.trf", (*heads, *players))


def line_of(player: Player, table: Crosstable, rounds: int) -> TrfPlayer:
    cells = [round_of(table.cell(player.number, r)) for r in range(1, rounds + 1)]
    return TrfPlayer(
        player.number,
        player.name,
        player.rating,
        points=table.score(player.number),
        rounds=tuple(cells),
    )


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_people(tmp_path: Path, name: str) -> None:
    """Names with accents, forfeits, rests, no colours known; the same order by the same tie-breaks afterwards."""
    data, table = shared_event(name)
    rounds = max(cell.round for row in table.cells.values() for cell in row)
    text = write_trf(report_of(data["event"], table, rounds))
    assert there_and_back(tmp_path, text) == text
    again = crosstable(read_trf("a.trf", text.encode()), table.system)
    criteria = parse_criteria("DE,WON,SB")  # where only pairs are known, rounds mean nothing
    assert as_json(standings(again, criteria)) == as_json(standings(table, criteria))


def swiss_report(data: dict[str, Any]) -> TrfFile:
    """A generated Swiss: pairings, the pairing's bye, half-point byes, forfeits."""
    games: list[ReportGame] = []
    byes: list[ReportBye] = []
    for each in data["rounds"]:
        number = each["round"]
        for white, black, result in each["pairings"]:
            forfeit = result in FORFEITS
            games.append(ReportGame(number, white, black, FORFEITS.get(result, result), forfeit))
        if each["pab"]:
            byes.append(ReportBye(number, each["pab"], "pairing"))
        byes += [ReportBye(number, player, ABSENT[kind]) for player, kind in each["not_paired"]]
    ratings = dict(data["players_tpn_rating"])
    rounds = rounds_of(list(ratings), games, byes)
    bare = [TrfPlayer(n, f"Player {n}", r, rounds=rounds[n]) for n, r in ratings.items()]
    heads = (TrfRecord("092 Swiss Dutch"), TrfRecord(f"142 {data['rounds_total']}"))
    table = crosstable(TrfFile("a.trf", (*heads, *bare)), "swiss")
    players = [replace(player, points=table.score(player.number)) for player in bare]
    return TrfFile("a.trf", (*heads, *players))


@pytest.mark.parametrize("name", SWISSES)
def test_a_generated_swiss(tmp_path: Path, name: str) -> None:
    """As TRF26, and as TRF16 with the engines' XXR for the rounds."""
    data = json.loads(shared_file(f"swiss/d26_{name}.json").read_text(encoding="utf-8"))
    file = swiss_report(data)
    old, notes = as_version(file, 16)
    assert notes == ()
    for text in (write_trf(file), write_trf(old)):
        assert there_and_back(tmp_path, text) == text
