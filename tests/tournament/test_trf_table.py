"""What a report means: system, rounds, points, byes, tie-breaks."""

from fractions import Fraction

import pytest

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import Kind, System
from clockd.tournament.tie_breaks import Rules
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import (
    absent_in,
    criteria_of,
    crosstable,
    differing_totals,
    initial_side,
    planned_rounds,
    schedule_of,
    system_of,
)
from tests.tournament.trf_samples import FOUR, with_lines

PLAYERS = FOUR[FOUR.index("001") :]


def file_with(*lines: str, players: str = PLAYERS) -> TrfFile:
    return read_trf("a.trf", with_lines(players, *lines).encode())


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("192 BERGER_ROUNDROBIN_G1", "round-robin"),
        ("192 FIDE_DOUBLEROUNDROBIN", "round-robin"),
        ("192 FIDE_DUTCH_2026_BAKU", "swiss"),
        ("192 FIDE_TEAM_BAKU", "swiss"),
        ("092 Individual: Round-Robin", "round-robin"),
        ("092 Einzel: Rundenturnier", "round-robin"),
        ("092 Swiss Dutch", "swiss"),
        ("092 Something else", None),
        ("102 Berger, the arbiter", None),
    ],
)
def test_the_system_comes_from_record_192_else_092(line: str, system: System | None) -> None:
    assert system_of(file_with(line)) == system


def test_record_192_is_believed_before_092() -> None:
    assert system_of(file_with("092 Swiss", "192 FIDE_ROUNDROBIN")) == "round-robin"


@pytest.mark.parametrize(
    ("lines", "cycles", "swap"),
    [
        (["192 FIDE_ROUNDROBIN"], 1, True),
        (["192 FIDE_DOUBLEROUNDROBIN"], 2, True),
        (["192 BERGER_ROUNDROBIN_G2"], 2, False),
        (["192 BERGER_DOUBLEROUNDROBIN"], 2, False),
        (["092 Double Round Robin"], 2, True),
        ([], 1, True),
    ],
)
def test_cycles_and_the_swap_by_code(lines: list[str], cycles: int, swap: bool) -> None:
    """ETT26: FIDE's double round robin reverses the last two rounds of the first cycle, Berger's G2 does not."""
    schedule = schedule_of(file_with(*lines))
    assert (schedule.cycles, schedule.swap_last_two) == (cycles, swap)


@pytest.mark.parametrize(
    ("line", "rounds"), [("142 9", 9), ("XXR 11", 11), ("142", None), ("122 9", None)]
)
def test_the_number_of_rounds(line: str, rounds: int | None) -> None:
    assert planned_rounds(file_with(line)) == rounds


def test_a_wrong_number_of_rounds_names_its_line() -> None:
    with pytest.raises(BadInput, match=r"a\.trf:5: found 'nine', expected a number of rounds"):
        planned_rounds(file_with("142 nine"))


@pytest.mark.parametrize(
    ("line", "side"),
    [("152 W", WHITE), ("152 B", BLACK), ("XXC white1", WHITE), ("XXC rank black1", BLACK)],
)
def test_the_colour_drawn_for_round_one(line: str, side: Side) -> None:
    assert initial_side(file_with(line)) is side
    assert initial_side(file_with("XXC rank")) is None


def test_forfeits_byes_and_games_under_one_move() -> None:
    players = PLAYERS.replace("4 w 1", "4 w W").replace("1 b 0     3 w +", "1 b L     3 w +")
    players = players.replace("3 b =", "3 b =  0000 - H")
    table = crosstable(file_with(players=players), "swiss")
    assert [cell.kind for cell in table.row(1)[:1]] == [Kind.SHORT]
    assert [cell.kind for cell in table.row(4)[1:2]] == [Kind.FORFEIT_WIN]
    assert table.rounds == 3  # a half-point bye asked for round 4 does not begin it
    assert table.score(1) == Fraction(5, 2)


def test_byes_in_record_240() -> None:
    """TRF26: type, round, players; the columns of the player go first."""
    file = file_with("240 H 004    1    2", "240 Z 003    1")
    assert absent_in(file, 4) == {1, 2}
    assert crosstable(file, "swiss").rounds == 3
    assert absent_in(file_with("XXZ 3 4"), 4) == {3, 4}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("240 X 004    1", "expected a bye such as 240 H 003  026"),
        ("240 H", "expected a bye such as"),
        ("240 H 004  abc", "found 'abc', expected numbers"),
    ],
)
def test_a_wrong_bye_names_its_line(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=r"a\.trf:5: ") as caught:
        crosstable(file_with(line), "swiss")
    assert message in str(caught.value)


def test_the_rounds_count_where_the_total_differs_and_it_is_told() -> None:
    file = file_with(players=PLAYERS.replace("  2.5    1", "  3.0    1"))
    table = crosstable(file, "round-robin")
    assert table.score(1) == Fraction(5, 2)
    told = "a.trf:1: player 1 has 3 points, his rounds add up to 2.5, which is taken"
    assert list(differing_totals(file, table)) == [told]


@pytest.mark.parametrize("line", ["202 DE,PS/C1,OTHER_ARO7", "212 PTS,DE,PS/C1,OTHER_ARO7"])
def test_the_tie_breaks_of_the_file(line: str) -> None:
    codes = [asked.code for asked in criteria_of(file_with(line), Rules())]
    assert codes == ["DE", "PS/C1", "ARO7"]


def test_an_unknown_tie_break_in_the_file_names_its_line() -> None:
    with pytest.raises(BadInput, match=r"a\.trf:5: tie-break 'EDET', expected one of"):
        criteria_of(file_with("202 EDET"), Rules())
    assert criteria_of(file_with(), Rules()) == ()
