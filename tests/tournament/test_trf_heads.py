"""The records ahead of the players."""

import pytest

from clockd.ports import BLACK
from clockd.tournament.crosstable import System
from clockd.tournament.trf_heads import Heads, head_records, report_dates, system_code

FULL = Heads(
    name="An event",
    site="Saint Louis",
    federation="USA",
    dates="2019-07-11 to 2019-07-20",
    players=10,
    rated=9,
    system="swiss",
    encoded_system="FIDE_DUTCH_2026",
    arbiters=("A. Chief", "B. Deputy", "C. Deputy"),
    control="40/5400+30:1800+30",
    rounds=9,
    initial=BLACK,
    program="clockd",
    tie_breaks=("DE-ALLMET", "PS", "PS/C1", "ARO7"),
)


def test_every_record_in_the_order_of_its_code() -> None:
    """TRF26; the two tie-breaks of our own as interfaces.md section 5 writes them."""
    assert [" ".join(record) for record in head_records(FULL)] == [
        "012 An event",
        "022 Saint Louis",
        "032 USA",
        "042 2019/07/11",
        "052 2019/07/20",
        "062 10",
        "072 9",
        "092 Individual: Swiss-System",
        "102 A. Chief",
        "112 B. Deputy",
        "112 C. Deputy",
        "122 40/5400+30:1800+30",
        "142 9",
        "152 B",
        "182 clockd",
        "192 FIDE_DUTCH_2026",
        "202 OTHER_DEALLMET,PS,PS/C1,OTHER_ARO7",
        "222 40/5400+30:1800+30",
    ]


def test_what_is_not_known_has_no_record() -> None:
    assert list(head_records(Heads())) == [("062", "0"), ("072", "0")]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ("2019-07-11 to 2019-07-20", ("2019/07/11", "2019/07/20")),
        ("2019/07/11 - 2019/07/20", ("2019/07/11", "2019/07/20")),
        ("2019.07.11", ("2019/07/11", "2019/07/11")),
        ("11 to 20 July 2019", ("", "")),
        ("", ("", "")),
    ],
)
def test_two_dates_as_the_format_has_them(dates: str, expected: tuple[str, str]) -> None:
    """TRF16: YYYY/MM/DD."""
    assert report_dates(dates) == expected


@pytest.mark.parametrize(
    ("control", "encoded"),
    [("40/5400+30:1800+30", True), ("W300-B240", True), ("600d2", False), ("*180", False)],
)
def test_a_delay_has_no_encoded_form(control: str, encoded: bool) -> None:
    """Record 222 knows moves, seconds and increments; record 122 is free text."""
    records = dict(head_records(Heads(control=control)))
    assert records["122"] == control
    assert ("222" in records) == encoded


@pytest.mark.parametrize(
    ("system", "cycles", "swap", "code"),
    [
        ("swiss", 1, True, "FIDE_DUTCH_2026"),
        ("round-robin", 1, True, "FIDE_ROUNDROBIN"),
        ("round-robin", 2, True, "FIDE_DOUBLEROUNDROBIN"),
        ("round-robin", 2, False, "BERGER_ROUNDROBIN_G2"),
    ],
)
def test_the_systems_code(system: System, cycles: int, swap: bool, code: str) -> None:
    assert system_code(system, cycles=cycles, swap_last_two=swap) == code
