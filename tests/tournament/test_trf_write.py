"""Writing reports: to the column, and back again without loss."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.tournament.crosstable import GameResult
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import crosstable
from clockd.tournament.trf_write import misfits, player_line, points_text, write_trf
from tests.tournament.strategies import games_of_a_round_robin, table_of
from tests.tournament.trf_samples import FOUR, RULER

CODES = {
    ("1-0", False): "10",
    ("0-1", False): "01",
    ("1/2-1/2", False): "==",
    ("0-0", False): "00",
    ("1/2-0", False): "=0",
    ("0-1/2", False): "0=",
    ("1-0", True): "+-",
    ("0-1", True): "-+",
    ("0-0", True): "--",
}
# Letters of many scripts, no controls, no line ends, nothing that could stand for a blank.
names = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=("Cc", "Zs", "Cf")),
    min_size=1,
    max_size=33,
)


def test_a_report_written_by_hand_comes_back_to_the_byte() -> None:
    assert write_trf(read_trf("a.trf", FOUR.encode()), line_end="\n") == FOUR


def test_lines_end_with_carriage_return_and_line_feed() -> None:
    """TRF remark 1: a CR at the end of each line."""
    text = write_trf(read_trf("a.trf", FOUR.encode()))
    assert text.count("\r\n") == text.count("\n") == 9


def test_the_line_keeps_to_the_standards_ruler() -> None:
    """TRF16, player section: D code, S number, s sex, T title, N name, R rating, F federation, I id, B birth."""
    player = TrfPlayer(
        number=1234,
        name="N" * 40,
        rating=2222,
        sex="w",
        title="WGM",
        federation="FFF",
        fide_id="I" * 11,
        birth="1960/01/02",
        points=Fraction(23, 2),
        rank=9999,
        rounds=(TrfRound(4321, None, "+"),),
    )
    line = player_line(player)
    assert line[:4] + line[4:8] == "001 1234"
    for letter in "NRFI":
        columns = [place for place, mark in enumerate(RULER[:70]) if mark == letter]
        written = {line[place] for place in columns}
        assert written == {{"N": "N", "R": "2", "F": "F", "I": "I"}[letter]}, letter
    assert line[69:79] == "1960/01/02"
    assert line[80:84] + line[85:89] == "11.59999"
    assert line[91:99] == "4321 - +"


def test_a_number_that_does_not_fit_is_refused() -> None:
    """Cut short it would be another number: 12345 would read as 1234."""
    for player in (
        TrfPlayer(12345, "Ada"),
        TrfPlayer(1, "Ada", rating=12345),
        TrfPlayer(1, "Ada", points=Fraction(100)),
    ):
        with pytest.raises(
            BadInput, match=r"a\.trf: player \d+: 1\d+\S* in columns \d+-\d+, expected"
        ):
            write_trf(TrfFile("a.trf", (player,)))


def test_a_text_that_does_not_fit_is_left_out_and_told() -> None:
    """A federation of four letters cut to three is another one; a long name is still that name."""
    player = TrfPlayer(1, "N" * 40, federation="Croatia", birth="8 March 1951")
    file = TrfFile("a.trf", (player,))
    line = write_trf(file, line_end="").ljust(100)
    assert line[14:47] == "N" * 33
    assert line[53:56] + line[69:79] == " " * 13
    assert list(misfits(file)) == [
        f"player 1: {'N' * 40!r} is cut, it has 33 columns",
        "player 1: 'Croatia' is left out, it has 3 columns",
        "player 1: '8 March 1951' is left out, it has 10 columns",
    ]


@pytest.mark.parametrize(("points", "text"), [("5", "5.0"), ("23/2", "11.5"), ("0", "0.0")])
def test_points_have_one_decimal(points: str, text: str) -> None:
    assert points_text(Fraction(points)) == text


@given(games_of_a_round_robin(), st.lists(names, min_size=7, max_size=7))
def test_a_tournament_survives_writing_and_reading(
    games: list[GameResult], called: list[str]
) -> None:
    """Every result, forfeits and rulings included: same players, same rounds, same crosstable."""
    table = table_of(games)
    players = tuple(
        TrfPlayer(p.number, called[p.number - 1], p.rating, rounds=_rounds(games, p.number))
        for p in table.players
    )
    file = TrfFile("a.trf", (TrfRecord("012 Event"), *players))
    again = read_trf("a.trf", write_trf(file).encode())
    assert [(p.name, p.rounds) for p in again.players] == [(p.name, p.rounds) for p in players]
    assert crosstable(again, "round-robin").cells == table.cells


def _rounds(games: list[GameResult], number: int) -> tuple[TrfRound, ...]:
    last = max(game.round for game in games)
    rounds = [TrfRound()] * last
    for game in games:
        codes = CODES[game.result, game.forfeit]
        (_, white), (_, black) = game.cells()
        if game.white == number:
            rounds[game.round - 1] = TrfRound(game.black, white.side, codes[0])
        if game.black == number:
            rounds[game.round - 1] = TrfRound(game.white, black.side, codes[1])
    while rounds and rounds[-1].is_empty:
        rounds.pop()
    return tuple(rounds)
