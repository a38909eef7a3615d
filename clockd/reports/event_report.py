"""An event with its games as values, between the two files that hold it: EVENT.toml and a tournament report.

Decides what can be reckoned anew from the games, points and ranks, and what is the report's own word and is kept. In
which order its records stand is `template`'s business. Sources: interfaces.md sections 5 and 7; FIDE TRF16 and TRF26.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from clockd.errors import BadInput
from clockd.reports.template import Line, filled, shown, template_of
from clockd.tournament import trf
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.standings import standings
from clockd.tournament.tie_breaks import Rules
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord
from clockd.tournament.trf_games import ReportBye, ReportGame, byes_of, games_of, rounds_of
from clockd.tournament.trf_heads import Heads, report_dates
from clockd.tournament.trf_table import (
    criteria_of,
    crosstable,
    initial_side,
    planned_rounds,
    system_of,
)
from clockd.tournament.trf_write import text_of

Ranks = Literal["computed", "given", "none"]


@dataclass(frozen=True, slots=True)
class EventReport:
    """What EVENT.toml says. `players` have no rounds of their own: these are in `games` and `byes`.

    A player's `points` are set only where the report had others than his rounds add up to; his `rank` only where
    `ranks` are "given". `template` is None for an event that was never a report.
    """

    heads: Heads
    players: tuple[TrfPlayer, ...]
    games: tuple[ReportGame, ...] = ()
    byes: tuple[ReportBye, ...] = ()
    template: tuple[str, ...] | None = None
    line_end: str = trf.LINE_END
    ranks: Ranks = "computed"
    rules: Rules = field(default_factory=Rules)


def from_report(file: TrfFile) -> EventReport:
    """The event that a report tells of; BadInput with the line for a number of rounds that is none."""
    heads = _heads(file)
    ranks = _ranks_said(file)
    table = _table(file)
    return EventReport(
        heads=heads,
        players=tuple(
            _listed(player, table.score(player.number), ranks) for player in file.players
        ),
        games=tuple(games_of(file)),
        byes=tuple(byes_of(file)),
        template=template_of(file, heads),
        line_end=file.line_end,
        ranks=ranks,
    )


def _heads(file: TrfFile) -> Heads:
    first, last = _said(file, "042"), _said(file, "052")
    dates = f"{first} to {last}"
    chief = _said(file, "102")
    return Heads(
        name=_said(file, "012"),
        site=_said(file, "022"),
        dates=dates if first and report_dates(dates) == (first, last) else "",
        players=len(file.players),
        rated=sum(player.rating > 0 for player in file.players),
        arbiters=(chief, *_all_said(file, "112")) if chief else (),
        rounds=planned_rounds(file) or 0,
        initial=initial_side(file),
    )


def _said(file: TrfFile, code: str) -> str:
    return next(_all_said(file, code), "")


def _all_said(file: TrfFile, code: str) -> Iterator[str]:
    return (shown(record.value) for record in file.records(code) if record.value)


def _table(file: TrfFile) -> Crosstable:
    """The report's crosstable; of an unknown system, as a Swiss: points are the same in both."""
    return crosstable(file, system_of(file) or "swiss")


def _listed(player: TrfPlayer, score: Fraction, ranks: Ranks) -> TrfPlayer:
    """The player as EVENT.toml has him: without what can be reckoned from the games."""
    return replace(
        player,
        name=shown(player.name),
        title=shown(player.title),
        federation=shown(player.federation),
        fide_id=shown(player.fide_id),
        birth=shown(player.birth),
        sex=shown(player.sex),
        rounds=(),
        points=None if player.points == score else player.points,
        rank=player.rank if ranks == "given" else None,
        line=0,
        text="",
    )


def _ranks_said(file: TrfFile) -> Ranks:
    """Whether the ranks in the report are those of its own tie-breaks, others, or none at all."""
    said = {player.number: player.rank for player in file.players}
    if not any(said.values()):
        return "none"
    try:
        return "computed" if ranks_of(file, Rules()) == said else "given"
    except (
        BadInput
    ):  # a tie-break that clockd does not have: the ranks are the other program's word
        return "given"


def ranks_of(file: TrfFile, rules: Rules) -> dict[int, int]:
    """Each player's rank by the report's points and tie-breaks."""
    order = standings(_table(file), criteria_of(file, rules))
    return {standing.player.number: standing.rank for standing in order}


def altered(file: TrfFile) -> Iterator[str]:
    """A line for people when the report would come back otherwise than to the letter: capitals, blanks, accents."""
    again = to_report(file.name, from_report(file)).lines
    pairs = zip(file.lines, again, strict=True)
    other = [line.line for line, new in pairs if line.text != text_of(new)]
    if other:
        counted = "1 line" if len(other) == 1 else f"{len(other)} lines"
        yield f"{file.where(other[0])}: the first of {counted} whose form is not kept, only what they say"


# -- and back -------------------------------------------------------------------------------------


def to_report(name: str, event: EventReport) -> TrfFile:
    """The event as a report, in its template's order; BadInput for a game that cannot be."""
    rounds = rounds_of([player.number for player in event.players], event.games, event.byes)
    players = [replace(player, rounds=rounds[player.number]) for player in event.players]
    lines = filled(event.template, event.heads, players)
    file = TrfFile(name, tuple(lines), line_end=event.line_end)
    table = _table(file)
    ranks = ranks_of(file, event.rules) if event.ranks == "computed" else {}
    return replace(file, lines=tuple(_placed(line, table, ranks) for line in lines))


def _placed(line: Line, table: Crosstable, ranks: dict[int, int]) -> Line:
    if isinstance(line, TrfRecord):
        return line
    points = table.score(line.number) if line.points is None else line.points
    return replace(line, points=points, rank=ranks.get(line.number, line.rank))
