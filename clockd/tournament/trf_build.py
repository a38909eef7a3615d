"""A running tournament as a report file: TRF16, or TRF26 with the records that came later.

The records ahead of the players are `trf_heads`' business, the columns `trf_write`'s. Players stand by their drawn
numbers with the rank of the standings. Rulings over results, rounds and tie-breaks leave a comment in TRF26, which
has lines for them. A withdrawn player whose games are annulled keeps them on the chart and has no rank. Sources: FIDE
TRF16 and TRF26 (`###`); rules sheet 6.1 and section 8.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from clockd import __version__
from clockd.ports import Side
from clockd.tournament.crosstable import Cell, Crosstable, Kind
from clockd.tournament.tournament import (
    BYE_KINDS,
    Tournament,
    absent_from,
    crosstable_of,
    ruled_boards,
    standings_of,
)
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_heads import LATER, Heads, Version, head_records, system_code

PROGRAM = f"clockd {__version__}"

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


def build_trf(
    tournament: Tournament,
    *,
    version: Version = 26,
    control: str = "",
    initial: Side | None = None,
) -> TrfFile:
    """The report of a tournament as it stands; final or not is for the caller to know.

    `control` is the rounds' time control, `initial` the colour drawn for the first round of a Swiss.
    """
    assert tournament.plan is not None
    told = [*head_records(_heads(tournament, control, initial)), *_kept_apart(tournament)]
    heads = [
        TrfRecord(f"{code} {value}") for code, value in told if version == 26 or code not in LATER
    ]
    chart = crosstable_of(replace(tournament, annulled=()))
    ranks = {s.player.number: s.rank for s in standings_of(tournament)}
    ahead = _byes_ahead(tournament)
    players = [
        _player(chart, number, ranks.get(number), ahead.get(number, {}))
        for number in sorted(chart.cells)
    ]
    rulings = [TrfRecord(text) for text in _rulings(tournament)] if version == 26 else []
    return TrfFile(tournament.plan.name, (*heads, *players, *rulings))


def _heads(tournament: Tournament, control: str, initial: Side | None) -> Heads:
    plan, players = tournament.plan, tournament.players
    assert plan is not None
    return Heads(
        name=plan.full_name,
        site=plan.site,
        dates=plan.dates,
        players=len(players),
        rated=sum(player.rating > 0 for player in players),
        system=plan.system,
        encoded_system=system_code(
            plan.system,
            cycles=plan.cycles,
            swap_last_two=plan.swap_last_two,
            edition=plan.swiss.edition,
            accelerated=plan.swiss.acceleration == "baku",
        ),
        arbiters=plan.arbiters,
        control=control,
        rounds=plan.rounds,
        initial=initial,
        program=PROGRAM,
        tie_breaks=plan.tie_breaks,
    )


def _kept_apart(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Record 260 for each two who are not to meet, in any round: a program that pairs from the file must know."""
    assert tournament.plan is not None
    for pair in sorted(tuple(sorted(map(tournament.number, two))) for two in tournament.forbidden):
        yield "260", f"001 {tournament.plan.rounds:03} {pair[0]:04} {pair[1]:04}"


def _byes_ahead(tournament: Tournament) -> dict[int, dict[int, TrfRound]]:
    """By number: the rounds not yet paired from which a player is known to be absent."""
    assert tournament.plan is not None
    ahead: dict[int, dict[int, TrfRound]] = {}
    for number in range(len(tournament.event_rounds) + 1, tournament.plan.rounds + 1):
        for player, kind in absent_from(tournament, number):
            bye = TrfRound(code=_CODES[BYE_KINDS[kind]])
            ahead.setdefault(tournament.number(player), {})[number] = bye
    return ahead


def _player(
    chart: Crosstable, number: int, rank: int | None, ahead: dict[int, TrfRound]
) -> TrfPlayer:
    player = chart.player(number)
    last = max([cell.round for cell in chart.row(number)] + list(ahead), default=0)
    rounds = (ahead.get(r) or _round(chart.cell(number, r)) for r in range(1, last + 1))
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
        rounds=tuple(rounds),
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
