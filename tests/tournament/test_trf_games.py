"""Each game of a report once, and back into both players' lines."""

import pytest

from clockd.errors import BadInput
from clockd.ports import BLACK
from clockd.tournament.trf import TrfRound
from clockd.tournament.trf_games import MARKS, ReportBye, ReportGame, byes_of, games_of, rounds_of
from clockd.tournament.trf_read import read_trf
from tests.tournament.trf_samples import FOUR


def test_the_six_games_of_four_players() -> None:
    """The forfeit of round 2 keeps its colours: 3 had Black against 4."""
    games = list(games_of(read_trf("a.trf", FOUR.encode())))
    assert [(game.round, game.white, game.black, game.result) for game in games] == [
        (1, 1, 4, "1-0"),
        (1, 2, 3, "1-0"),
        (2, 1, 2, "1-0"),
        (2, 4, 3, "1-0"),
        (3, 2, 4, "1/2-1/2"),
        (3, 3, 1, "1/2-1/2"),
    ]
    assert [game.forfeit for game in games] == [False, False, False, True, False, False]


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("1", "0", ReportGame(1, 1, 4, "1-0")),
        ("=", "0", ReportGame(1, 1, 4, "1/2-0")),
        ("1", "=", ReportGame(1, 1, 4, "1-1/2")),
        ("-", "-", ReportGame(1, 1, 4, "0-0", forfeit=True)),
        ("L", "W", ReportGame(1, 1, 4, "0-1", short=True)),
        ("D", "D", ReportGame(1, 1, 4, "1/2-1/2", short=True)),
        (" ", " ", ReportGame(1, 1, 4)),
    ],
)
def test_every_letter_both_ways(white: str, black: str, expected: ReportGame) -> None:
    """Rules sheet section 8; Laws 12.9: results by ruling need not sum to one."""
    text = FOUR.replace("     4 w 1", f"     4 w {white}").replace(
        "     1 b 0     3 w +", f"     1 b {black}     3 w +"
    )
    file = read_trf("a.trf", text.encode())
    games = list(games_of(file))
    assert games[0] == expected
    rounds = rounds_of([1, 2, 3, 4], games, byes_of(file))
    assert rounds == {player.number: player.rounds for player in file.players}


def test_without_colours_the_lower_number_is_listed_first() -> None:
    text = FOUR.replace("     4 w 1", "     4 - 1").replace(
        "     1 b 0     3 w +", "     1 - 0     3 w +"
    )
    game = next(games_of(read_trf("a.trf", text.encode())))
    assert game == ReportGame(1, 1, 4, "1-0", colours=False)


def test_byes_and_an_empty_round_between() -> None:
    rounds = rounds_of([7], [], [ReportBye(1, 7, "half"), ReportBye(3, 7, "forfeit-win", BLACK)])
    assert rounds[7] == (TrfRound(0, None, "H"), TrfRound(), TrfRound(0, BLACK, "+"))


def test_a_player_twice_in_a_round_or_unknown() -> None:
    with pytest.raises(BadInput, match="player 2 stands twice in round 2, expected once"):
        rounds_of([1, 2], [ReportGame(2, 1, 2), ReportGame(2, 2, 1)], [])
    with pytest.raises(BadInput, match="round 1 names player 3, expected one of the players"):
        rounds_of([1, 2], [ReportGame(1, 1, 3)], [])


def test_two_wins_are_no_result() -> None:
    assert len(MARKS) == 8
    assert "1-1" not in MARKS
    assert MARKS["1/2-0"] == ("=", "0")
