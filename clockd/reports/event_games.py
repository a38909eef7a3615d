"""The [[game]] and [[bye]] entries of an event file: what happened in each round, each game once.

Decides whether an entry can be, with its line for one that cannot: an unknown player, a player twice in a round, a
draw by forfeit. What a result is worth is not decided here. Sources: interfaces.md sections 0 and 5.
"""

from collections.abc import Mapping, Sequence

from clockd.ports import SIDES
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.crosstable import FORFEIT_RESULTS
from clockd.tournament.trf import TrfRound
from clockd.tournament.trf_games import BYES, MARKS, OPEN, ReportBye, ReportGame

ROUNDS_MAX = 99  # two digits in a report
NUMBER_MAX = 9999  # four digits
# What a report says of a player and an entry list does not.
OF_A_REPORT = ("points", "rank", "other_id", "other_sex")
GAMES_NOT_TAKEN = "the games in it are not taken, only the players and their numbers"

Entries = tuple[tuple[ReportGame, ...], tuple[ReportBye, ...]]


def read_games(
    file: StrictToml, rounds: Mapping[int, Sequence[TrfRound]], tournament: str = ""
) -> Entries:
    """The entries of one tournament; `rounds` are those its players have already, by number."""
    seats = _Seats(rounds)
    games = tuple(_game(table, seats) for table in tables_of(file, "game", tournament))
    return games, tuple(_bye(table, seats) for table in tables_of(file, "bye", tournament))


def tables_of(file: StrictToml, key: str, tournament: str) -> list[TomlTable]:
    """The tables `[[key]]` of one tournament; those that name none are every tournament's."""
    mine: list[TomlTable] = []
    for table in file.tables(key):
        if table.text("tournament", tournament) == tournament:
            mine.append(table)
        else:
            table.pass_over()
    return mine


class _Seats:
    """Who plays in which round already."""

    def __init__(self, rounds: Mapping[int, Sequence[TrfRound]]) -> None:
        self._players = rounds.keys()
        self._taken = {
            (number, player)
            for player, row in rounds.items()
            for number, each in enumerate(row, start=1)
            if not each.is_empty
        }

    def take(self, table: TomlTable, key: str, round_number: int) -> int:
        player = table.integer(key, low=1, high=NUMBER_MAX)
        if player not in self._players:
            table.wrong(key, "the number of a player")
        if (round_number, player) in self._taken:
            table.fail(f"player {player} stands twice in round {round_number}, expected once", key)
        self._taken.add((round_number, player))
        return player


def _game(table: TomlTable, seats: _Seats) -> ReportGame:
    number = table.integer("round", low=1, high=ROUNDS_MAX)
    game = ReportGame(
        round=number,
        white=seats.take(table, "white", number),
        black=seats.take(table, "black", number),
        result=table.choice("result", (*MARKS, OPEN), OPEN),
        forfeit=table.boolean("forfeit", False),
        short=table.boolean("short", False),
        colours=not table.boolean("colours_unknown", False),
    )
    if game.forfeit and (game.short or game.result not in FORFEIT_RESULTS):
        of_what = "a short game " if game.short else ""
        wanted = ", ".join(sorted(FORFEIT_RESULTS))
        table.fail(f"{of_what}{game.result} by forfeit, expected {wanted} by forfeit", "forfeit")
    return game


def _bye(table: TomlTable, seats: _Seats) -> ReportBye:
    number = table.integer("round", low=1, high=ROUNDS_MAX)
    return ReportBye(
        round=number,
        player=seats.take(table, "player", number),
        kind=table.choice("kind", tuple(BYES)),
        side=table.choice("side", SIDES, None),
    )


def pass_over_report(file: StrictToml) -> tuple[str, ...]:
    """Leave what an event file says of a report to `clockd trf`; a line for people where that are games."""
    played = [table for key in ("game", "bye") for table in file.tables(key)]
    for table in played:
        table.pass_over()
    for table in file.tables("player"):
        table.pass_over(*OF_A_REPORT)
    if "report" in file:
        file.table("report").pass_over()
    return (GAMES_NOT_TAKEN,) if played else ()
