"""A report as an event file and back: to the byte, and after a change by hand."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from clockd.reports.event_read import read_event
from clockd.reports.event_report import altered, from_report, to_report
from clockd.reports.event_write import event_text
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_write import write_trf
from tests.reports.reports import reports
from tests.tournament.trf_samples import FOUR, with_lines


def imported(tmp_path: Path, text: str | bytes) -> Path:
    """The event file of a report."""
    data = text if isinstance(text, bytes) else text.encode()
    path = tmp_path / "event.toml"
    event = from_report(read_trf("a.trf", data))
    path.write_bytes(event_text(event, source="a test").encode())
    return path


def exported(path: Path) -> str:
    """The report of an event file."""
    file = to_report(str(path), read_event(path))
    return write_trf(file, line_end=file.line_end)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(reports())
def test_any_report_comes_back_to_the_byte(tmp_path: Path, file: TrfFile) -> None:
    """interfaces.md section 5: without loss of what the format can hold, unknown and team records included."""
    text = write_trf(file, line_end=file.line_end)
    assert exported(imported(tmp_path, text)) == text
    assert list(altered(read_trf("a.trf", text.encode()))) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_are_kept(tmp_path: Path, line_end: str) -> None:
    text = FOUR.replace("\n", line_end)
    assert exported(imported(tmp_path, text)) == text


def test_a_corrected_result_changes_points_and_ranks(tmp_path: Path) -> None:
    """Round 1, 1-4: White won; had it been Black, 4 would be first with 2.5 and 1 third with 1.5."""
    path = imported(tmp_path, FOUR)
    text = path.read_text(encoding="utf-8")
    assert 'white = 1\nblack = 4\nresult = "1-0"' in text
    path.write_text(
        text.replace('white = 1\nblack = 4\nresult = "1-0"', 'white = 1\nblack = 4\nresult = "0-1"')
    )
    lines = exported(path).splitlines()
    assert [line[80:89] for line in lines[5:]] == [
        " 1.5    2",
        " 1.5    3",
        " 0.5    4",
        " 2.5    1",
    ]


def test_a_new_name_and_one_more_arbiter(tmp_path: Path) -> None:
    path = imported(tmp_path, FOUR)
    text = path.read_text(encoding="utf-8").replace("Four in a Hall", "Four in a Garden")
    path.write_text('arbiters = ["A. Chief", "B. Deputy"]\n' + text)
    lines = exported(path).splitlines()
    assert lines[0] == "012 Four in a Garden"
    assert lines[5:7] == ["102 A. Chief", "112 B. Deputy"]


def test_ranks_of_another_program_are_kept(tmp_path: Path) -> None:
    """A tie-break that clockd does not have: the report's ranks are its own word."""
    other = FOUR.replace("202 DE,BPG,KS,SB,WON", "202 EDET,BH:GP")
    assert exported(imported(tmp_path, other)) == other
    swapped = FOUR.replace("1.5    3 ", "1.5    2 ").replace("1.5    2     1 b", "1.5    3     1 b")
    assert swapped != FOUR
    assert exported(imported(tmp_path, swapped)) == swapped


def test_points_that_the_rounds_do_not_add_up_to_are_kept(tmp_path: Path) -> None:
    other = FOUR.replace("  2.5    1", "  3.0    1")
    assert exported(imported(tmp_path, other)) == other


@pytest.mark.parametrize(
    ("old", "new", "back"),
    [
        ("     3 b =", "     3 B =", "     3 b ="),  # capitals
        ("     4 w 1", "  0004 w 1", "     4 w 1"),  # noughts in front
        ("  2.5    1", "  2,5    1", "  2.5    1"),  # a comma
        ("   0 SWE", "     SWE", "   0 SWE"),  # no rating
    ],
)
def test_what_a_strict_writer_writes_otherwise_is_told(
    tmp_path: Path, old: str, new: str, back: str
) -> None:
    """Tolerant in, strict out: the meaning is kept, the form is the standard's."""
    assert FOUR.count(old) == 1
    loose = FOUR.replace(old, new)
    assert exported(imported(tmp_path, loose)) == FOUR
    assert FOUR.count(back) == 1
    (told,) = altered(read_trf("a.trf", loose.encode()))
    assert "the first of 1 line whose form is not kept" in told


def test_latin_1_goes_out_as_utf_8(tmp_path: Path) -> None:
    assert exported(imported(tmp_path, FOUR.encode("latin-1"))) == FOUR


def test_a_name_that_cannot_be_shown_is_cleaned(tmp_path: Path) -> None:
    """A soft hyphen and a hard blank, as copied from a web page."""
    hostile = FOUR.replace("Ahn, Ada ", "Ahn,\u00a0Ada\u00ad")
    assert exported(imported(tmp_path, hostile)) == FOUR


def test_national_ratings_between_the_players_stay_there(tmp_path: Path) -> None:
    """TRF26, NRS records: a line of the federation after each player."""
    lines = FOUR.splitlines()
    mixed = [part for line in lines for part in (line, f"NOR {line[4:47]}") if line[:3] == "001"]
    text = "\n".join([*lines[:5], *mixed, "### the end"]) + "\n"
    assert exported(imported(tmp_path, text)) == text
    assert exported(imported(tmp_path, with_lines(text))) == text
