"""Koya, Sonneborn-Berger, Buchholz: the rules' examples and a naive recomputation."""

from fractions import Fraction

from hypothesis import given

from clockd.tournament.crosstable import Crosstable, GameResult, Kind, Player, tabulate
from clockd.tournament.tie_breaks import evaluate, parse_criteria, plain
from tests.tournament.strategies import round_robins

PLAYERS = [Player(1, "Ada", 2400), Player(2, "Bo", 2301), Player(3, "Cy", 2200), Player(4, "Di")]


def value(table: Crosstable, number: int, code: str) -> str:
    return plain(evaluate(table, number, parse_criteria(code)[0]).number)


@given(round_robins())
def test_against_a_naive_recomputation(table: Crosstable) -> None:
    """Art. 9 by its words; in a round robin forfeits are regular games (15.2)."""
    for player in table.players:
        games = table.games(player.number)
        scores = {p.number: sum(c.points for c in table.row(p.number)) for p in table.players}
        koya = sum(g.points for g in games if scores[g.opponent] * 2 >= table.rounds)
        berger = sum(g.points * scores[g.opponent] for g in games)
        assert value(table, player.number, "KS") == plain(Fraction(koya))
        assert value(table, player.number, "SB") == plain(Fraction(berger))


def test_koya_counts_exactly_half_and_a_forfeit() -> None:
    """Field scenario 24: an opponent with exactly 50 per cent counts, and so does a point won by forfeit."""
    games = [
        GameResult(1, 1, 2, "1-0", forfeit=True),
        GameResult(1, 3, 4, "1/2-1/2"),
        GameResult(2, 2, 3, "1-0"),
        GameResult(2, 4, 1, "0-1"),
    ]
    table = tabulate(PLAYERS, games)
    assert table.score(2) == 1  # one of two: exactly half
    assert value(table, 1, "KS") == "1"
    assert value(table, 1, "KS/L+1") == "0"
    assert value(table, 1, "KS/L-1") == "2"
    assert evaluate(table, 1, parse_criteria("KS")[0]).words == "1 v 2 (1)"


def test_koya_is_not_defined_for_a_swiss() -> None:
    """C.07 art. 9.2 is for round robins, the Buchholz family for everything else (art. 8)."""
    swiss = tabulate(PLAYERS, [GameResult(1, 1, 2, "1-0")], system="swiss")
    robin = tabulate(PLAYERS, [GameResult(1, 1, 2, "1-0")])
    assert (value(swiss, 1, "KS"), value(robin, 1, "BH")) == ("-", "-")


def test_the_second_game_with_the_same_opponent_counts_too() -> None:
    """C.07 art. 4.4."""
    games = [GameResult(1, 1, 2, "1-0"), GameResult(2, 2, 1, "1/2-1/2")]
    table = tabulate(PLAYERS[:2], games)
    assert value(table, 1, "SB") == "0.75"  # 1.5 points against one who has 0.5
    assert all(cell.kind is Kind.PLAYED for cell in table.row(1))
