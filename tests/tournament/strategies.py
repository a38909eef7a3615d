"""Random round robins for properties: every pair once, any result, some by forfeit."""

from hypothesis import strategies as st

from clockd.tournament.crosstable import (
    FORFEIT_RESULTS,
    RESULT_MARKS,
    Crosstable,
    GameResult,
    Player,
    tabulate,
)
from clockd.tournament.round_robin import berger_table

_PLAYED = [(result, False) for result in sorted(RESULT_MARKS)]
_FORFEITED = [(result, True) for result in sorted(FORFEIT_RESULTS)]


@st.composite
def games_of_a_round_robin(draw: st.DrawFn) -> list[GameResult]:
    """All games of 3 to 7 players, once or twice through."""
    table = berger_table(draw(st.integers(3, 7)), cycles=draw(st.integers(1, 2)))
    games = []
    for each in table:
        for white, black in each.pairs:
            result, forfeit = draw(st.sampled_from(_PLAYED * 3 + _FORFEITED))
            games.append(GameResult(each.round, white, black, result, forfeit))
    return games


@st.composite
def round_robins(draw: st.DrawFn) -> Crosstable:
    """A finished round robin."""
    games = draw(games_of_a_round_robin())
    return table_of(games)


def table_of(games: list[GameResult]) -> Crosstable:
    """The crosstable of these games, its players named by their numbers."""
    numbers = sorted({n for game in games for n in (game.white, game.black)})
    players = [Player(number, f"Player {number}", 2000 + 10 * number) for number in numbers]
    rounds = max(game.round for game in games)
    return tabulate(players, games, rounds=rounds)
