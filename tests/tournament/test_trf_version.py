"""A report of one version as one of the other."""

from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_heads import Version
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import absent_in, initial_side, planned_rounds
from clockd.tournament.trf_version import as_version
from clockd.tournament.trf_write import write_trf
from tests.tournament.trf_samples import FOUR, with_lines

# To the columns of TRF26, record 310: number 5-7, name 9-40, nickname 42-46, ..., players from 74 on, five apart.
TEAM = (
    "310   1 Norge Ålesund                    NORGE   2400    4.0    6.0   1     1    2    3    4"
)


def converted(version: Version, *lines: str) -> tuple[TrfFile, tuple[str, ...]]:
    return as_version(read_trf("a.trf", with_lines(FOUR, *lines).encode()), version)


def texts(file: TrfFile) -> list[str]:
    return write_trf(file, line_end="\n").splitlines()


def test_a_team_of_trf26_is_record_013_of_trf16() -> None:
    """Name in 5-36, players from 37 on, five columns apart."""
    file, _ = converted(16, TEAM)
    line = next(record.text for record in file.records("013"))
    assert line == "013 Norge Ålesund                      1    2    3    4"
    assert line[36:40] == "   1"


def test_rounds_and_colour_are_said_in_the_engines_way() -> None:
    file, notes = converted(16, "152 B", "162  W 3.0", "222 5400+30")
    assert (planned_rounds(file), initial_side(file).__repr__()) == (3, "<Side.BLACK: 'black'>")
    assert [record.text for record in file.records("XXR", "XXC")] == ["XXR 3", "XXC black1"]
    assert notes == ("TRF16 has no records 162, 202, 222: left out",)


def test_byes_asked_for_stand_in_the_columns() -> None:
    """Record 240, H for players 2 and 4 in round 5: round 4 stays empty."""
    file, _ = converted(16, "240 H 005    2    4")
    assert absent_in(file, 5) == {2, 4}
    assert texts(file)[-1].endswith("     2 b =            0000 - H")


def test_an_old_report_becomes_one_of_today() -> None:
    old = FOUR.replace("142 3\n", "").replace("202 DE,BPG,KS,SB,WON\n", "XXR 3\nXXC white1\n")
    file, notes = as_version(read_trf("a.trf", old.encode()), 26)
    assert notes == ()
    assert [line[:5] for line in texts(file)[:5]] == ["012 F", "022 S", "092 I", "142 3", "152 W"]
    assert as_version(file, 26)[0] == file


def test_what_a_version_has_already_is_left_alone() -> None:
    file, _ = converted(26, TEAM, "### comment")
    assert texts(file) == with_lines(FOUR, TEAM, "### comment").splitlines()
    once, _ = converted(16)
    assert as_version(once, 16) == (once, ())
