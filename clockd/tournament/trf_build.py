"""A tournament as a report file: TRF16, or TRF26 with the records that came later.

Decides which record says what; the columns are `trf_write`'s. Players stand by their drawn numbers with the rank of
the standings. Rulings over results, rounds and tie-breaks leave a comment in TRF26, which has lines for them. A
withdrawn player whose games are annulled keeps them on the chart and has no rank. Sources: FIDE TRF16, TRF26 records
142, 192, 202 and `###`; ETT26 (codes of record 192); rules sheet 6.1 and section 8.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from clockd.tournament.criterion import TRF_NAMES
from clockd.tournament.crosstable import Cell, Crosstable, Kind
from clockd.tournament.tournament import (
    Plan,
    Tournament,
    crosstable_of,
    ruled_boards,
    standings_of,
)
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound

Version = Literal[16, 26]

_TYPES = {"round-robin": "Individual: Round-Robin", "swiss": "Individual: Swiss-System"}
_CODES = {
    Kind.FORFEIT_WIN: "+",
    Kind.FORFEIT_LOSS: "-",
    Kind.PAB: "U",
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
    Kind.PENDING: "",
}
_MARKS = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}
_OWN_CODES = {own: written for written, own in TRF_NAMES.items()}


def build_trf(tournament: Tournament, *, version: Version = 26) -> TrfFile:
    """The report of a tournament as it stands; final or not is for the caller to know."""
    assert tournament.plan is not None
    heads = [TrfRecord(f"{code} {value}") for code, value in _heads(tournament, version) if value]
    chart = crosstable_of(replace(tournament, annulled=()))
    ranks = {s.player.number: s.rank for s in standings_of(tournament)}
    players = [_player(chart, number, ranks.get(number)) for number in sorted(chart.cells)]
    rulings = [TrfRecord(text) for text in _rulings(tournament)] if version == 26 else []
    return TrfFile(tournament.plan.name, (*heads, *players, *rulings))


def _heads(tournament: Tournament, version: Version) -> Iterator[tuple[str, str]]:
    plan, players = tournament.plan, tournament.players
    assert plan is not None
    yield "012", plan.name
    yield "022", plan.site
    yield "062", str(len(players))
    yield "072", str(sum(player.rating > 0 for player in players))
    yield "092", _TYPES[plan.system]
    yield from (("112" if place else "102", name) for place, name in enumerate(plan.arbiters))
    if version == 26:
        yield "142", str(plan.rounds)
        yield "192", _system_code(plan)
        yield "202", ",".join(_OWN_CODES.get(code, code) for code in plan.tie_breaks)


def _system_code(plan: Plan) -> str:
    """ETT26: FIDE's double round robin has the last two rounds of its first cycle reversed."""
    if plan.system == "swiss":
        return "FIDE_DUTCH_2026"
    if plan.cycles == 1:
        return "FIDE_ROUNDROBIN"
    return "FIDE_DOUBLEROUNDROBIN" if plan.swap_last_two else "BERGER_ROUNDROBIN_G2"


def _player(chart: Crosstable, number: int, rank: int | None) -> TrfPlayer:
    player = chart.player(number)
    last = max((cell.round for cell in chart.row(number)), default=0)
    cells = (chart.cell(number, r) for r in range(1, last + 1))
    return TrfPlayer(
        number=number,
        name=player.name,
        rating=player.rating,
        sex=player.sex,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=player.birth,
        points=chart.score(number),
        rank=rank,
        rounds=tuple(_round(cell) for cell in cells),
    )


def _round(cell: Cell | None) -> TrfRound:
    if cell is None:
        return TrfRound()
    code = _MARKS[cell.points] if cell.met else _CODES[cell.kind]
    return TrfRound(cell.opponent, cell.side, code)


def _rulings(tournament: Tournament) -> Iterator[str]:
    assert tournament.plan is not None
    yield from (f"### ruling: {line}" for line in tournament.plan.changes)
    for number, board in ruled_boards(tournament):
        white, black = tournament.number(board.white), tournament.number(board.black)
        by = " by forfeit" if board.forfeit else ""
        told = f"round {number} board {board.board}, {white}-{black}: {board.result}{by}"
        yield f"### ruling: {told} ({board.source})"
