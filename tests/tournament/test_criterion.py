"""How tie-breaks are asked for, cut, and written as text."""

from fractions import Fraction

import pytest

from clockd.errors import BadInput
from clockd.tournament.criterion import (
    REGISTRY,
    TieBreak,
    parse_criteria,
    tie_break,
)
from clockd.tournament.crosstable import Crosstable, GameResult, Player, tabulate
from clockd.tournament.tie_breaks import Asked, evaluate, name_of
from clockd.tournament.values import Part, plain

CODES = "DE DE-ALLMET BPG BWG KS SB WON WIN PS BH FB ARO ARO7 TPR REP STD"
OF_FIDE = "AOB APPO APRO PTP RTNG TPN"  # the rest of C.07's list for single players


def test_every_code_that_is_promised_exists() -> None:
    """interfaces.md section 5; FIDE C.07 art. 5 (2026): reports of other programs ask for those too."""
    assert {*CODES.split(), *OF_FIDE.split()} == set(REGISTRY)


@pytest.mark.parametrize(
    ("text", "code", "cut", "median", "limit"),
    [
        ("ks", "KS", 0, 0, 0),
        (" PS/c2 ", "PS/C2", 2, 0, 0),
        ("BH/M1", "BH/M1", 0, 1, 0),
        ("KS/L+1", "KS/L+1", 0, 0, 1),
        ("KS/L-2", "KS/L-2", 0, 0, -2),
        ("OTHER_DEALLMET", "DE-ALLMET", 0, 0, 0),
        ("OTHER_ARO7", "ARO7", 0, 0, 0),
        ("BH/C1/P", "BH/C1/P", 1, 0, 0),
    ],
)
def test_a_code_is_read_in_any_case(
    text: str, code: str, cut: int, median: int, limit: int
) -> None:
    """TRF26's mandatory tie-breaks are case-insensitive; two of ours begin with OTHER_ in records 202 and 212."""
    asked = parse_criteria(text)[0]
    assert (asked.code, asked.cut, asked.median, asked.limit) == (code, cut, median, limit)


def test_forfeits_may_be_asked_for_as_games() -> None:
    """TRF26, mandatory tie-breaks: the modifier P."""
    assert [asked.forfeits for asked in parse_criteria("DE/P,BH/C1/P,SB/P,BH")] == [True] * 3 + [
        False
    ]


def test_points_may_lead_the_list() -> None:
    """Record 212 begins with PTS, record 202 does not."""
    assert parse_criteria("PTS,DE,KS") == parse_criteria("DE,KS")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("DE,BKS", "tie-break 'BKS', expected one of"),
        ("KOYA", "tie-break 'KOYA', expected one of"),
        ("BH/C1,BH/C1", "tie-break 'BH/C1' is in the list twice"),
        ("KS/C1", "modifier 'C1', KS takes L"),
        ("WON/C1", "modifier 'C1', WON takes none"),
        ("PS/C99", "99 is more than 23"),
        ("PS/", "modifier '', PS takes C"),
    ],
)
def test_a_wrong_list_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_criteria(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_direct_encounter_may_be_asked_twice() -> None:
    """C.07 art. 4.3: type A may stand in the list more than once; the second value has a key of its own."""
    assert [asked.code for asked in parse_criteria("DE,WON,DE")] == ["DE", "WON", "DE#2"]


def test_a_new_tie_break_is_one_function() -> None:
    """A criterion made here is found by its name, cut and added up; a voluntary round is cut first (art. 16.5)."""

    @tie_break("TESTED", "a test's own", modifiers="CM")
    def own(table: Crosstable, number: int, asked: Asked) -> list[Part]:
        values = [Part(Fraction(n)) for n in (1, 3, 5, 9)]
        return [*values, Part(Fraction(4), "chosen", factors=(), voluntary=True)]

    try:
        assert isinstance(REGISTRY["TESTED"], TieBreak)
        table = tabulate([Player(1, "Ada"), Player(2, "Bo")], [GameResult(1, 1, 2, "1-0")])
        worth = {
            code: plain(evaluate(table, 1, parse_criteria(code)[0]).number)
            for code in ("TESTED", "TESTED/C1", "TESTED/C2", "TESTED/M1")
        }
        assert worth == {"TESTED": "22", "TESTED/C1": "18", "TESTED/C2": "17", "TESTED/M1": "9"}
        cut = evaluate(table, 1, parse_criteria("TESTED/C1")[0])
        assert cut.words == "1 + 3 + 5 + 9; left out: chosen"
        assert name_of(parse_criteria("TESTED/C1")[0]) == "a test's own"
    finally:
        del REGISTRY["TESTED"]
