"""The dialect of the pairing programs, out and in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.ports import BLACK
from clockd.tournament.swiss.acceleration import baku
from clockd.tournament.swiss.rules import SwissRules
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_program import read_answer, report_for_program
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import absent_in, crosstable

FILE = TrfFile(
    "a.trf",
    (
        TrfRecord("012 An event"),
        TrfRecord("240 H 002  001"),
        TrfPlayer(1, "Ada", 2000, rounds=(TrfRound(2, BLACK, "1"),)),
        TrfPlayer(2, "Bob", 1900, rounds=(TrfRound(1, BLACK.other, "0"),)),
        TrfPlayer(3, "Cid", 1800, rounds=(TrfRound(code="U"), TrfRound(code="H"))),
    ),
)


def test_absences_stand_in_the_column_of_the_round() -> None:
    """Half-point byes of the round to be paired are absences to the program; records of the file stay at home."""
    rules = SwissRules(
        5, initial=BLACK, forbidden=frozenset({(1, 3)}), virtual_points=baku((1, 2, 3), 5)
    )
    text = report_for_program(FILE, crosstable(FILE, "swiss"), 2, rules, absent_in(FILE, 2))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert lines[:6] == [
        "012 round to be paired", "XXR 5", "XXC black1", "XXP 1 3", "XXA    1  1.0  1.0  0.5",
        "XXA    2  1.0  1.0  0.5",
    ]  # fmt: skip
    assert lines[6][80:84] == " 1.0"
    assert [line[91:].rstrip() for line in lines[6:9]] == [
        "   2 b 1  0000 - Z", "   1 w 0", "0000 - U  0000 - Z",
    ]  # fmt: skip
    assert len(read_trf("b.trf", text.encode()).players) == 3


def test_the_answer_is_a_count_and_pairs() -> None:
    assert read_answer("3\r\n1 4\r\n5 2\r\n3 0\r\n") == (((1, 4), (5, 2)), 3)
    assert read_answer("1\n1 2\n\n") == (((1, 2),), None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "answered nothing"),
        ("\n\n", "answered nothing"),
        ("two\n1 2\n", "wrote 'two', expected a number of pairs"),
        ("2\n1 2\n", "announced 2 pairs, found 1"),
        ("1\n1 2 3\n", "expected two players' numbers"),
        ("1\n1 -2\n", "expected two players' numbers"),
        ("1\n1 999999\n", "expected two players' numbers"),
        ("1\n١ ٢\n", "expected two players' numbers"),
        ("2\n1 0\n2 0\n", "gave 2 byes, expected one at most"),
    ],
)
def test_an_answer_of_another_form_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_answer(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        read_answer(text)
    except BadInput as error:
        assert "\n" not in str(error)
