"""Reading reports: columns, line ends, accents, and everything that is refused with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE
from clockd.tournament.trf import TrfRecord, TrfRound
from clockd.tournament.trf_read import read_trf
from tests.tournament.trf_samples import FOUR, with_lines

# Before the first game stands in full, what is left is the report of an event that has not begun.
CUT_FROM = FOUR.index("4 w 1") + 1


def complaint(text: str) -> str:
    with pytest.raises(BadInput) as caught:
        read_trf("a.trf", text.encode())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_field_of_a_player_comes_from_its_columns() -> None:
    """TRF16: name 15-47, rating 49-52, federation 54-56, id 58-68, birth 70-79, points 81-84, rank 86-89."""
    file = read_trf("a.trf", FOUR.encode())
    ada = file.players[0]
    assert (ada.number, ada.sex, ada.title, ada.name) == (1, "m", "GM", "Ahn, Ada")
    assert (ada.rating, ada.federation, ada.fide_id) == (2500, "USA", "2000001")
    assert (ada.birth, str(ada.points), ada.rank, ada.line) == ("1960/01/02", "5/2", 1, 6)
    assert ada.rounds[2] == TrfRound(3, BLACK, "=")
    assert file.players[2].rounds[1] == TrfRound(4, BLACK, "-")
    assert file.players[3].rating == 0
    assert file.rounds == 3


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_any_line_end_and_a_byte_order_mark(line_end: str, mark: bytes) -> None:
    """The standard asks for CR, editors write LF or CRLF."""
    file = read_trf("a.trf", mark + FOUR.replace("\n", line_end).encode())
    assert [player.name for player in file.players][1] == "Bérg, Bö"
    assert file.players[3].line == 9


def test_latin_1_is_read_and_told() -> None:
    file = read_trf("a.trf", FOUR.encode("latin-1"))
    assert file.players[1].name == "Bérg, Bö"
    assert file.notes == ("a.trf: not UTF-8, read as Latin-1",)


def test_a_writer_that_counted_bytes_is_understood() -> None:
    """Field scenario 17: "Bérg, Bö" takes ten bytes, so everything after it stands two columns to the left."""
    by_bytes = FOUR.replace("Bérg, Bö  ", "Bérg, Bö")
    assert read_trf("a.trf", by_bytes.encode()).players == read_trf("a.trf", FOUR.encode()).players


def test_unknown_records_are_kept() -> None:
    """Team records, comments, national ratings, what later editions bring: never an error."""
    lines = ["### a comment", "013 Team", "NOR    2      Bérg, Bö", "", "999"]
    file = read_trf("a.trf", with_lines(FOUR, *lines).encode())
    kept = [line.text for line in file.lines if isinstance(line, TrfRecord)]
    assert kept[-5:] == lines


def test_rounds_with_nobody_have_no_colour() -> None:
    text = FOUR.replace("  4 w 1     2 w 1     3 b =", "  4 w 1     2 w 1     3 b =  0000 - Z")
    assert read_trf("a.trf", text.encode()).players[0].round(4) == TrfRound(0, None, "Z")
    assert read_trf("a.trf", FOUR.encode()).players[1].round(1) == TrfRound(3, WHITE, "1")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("4 w 1     2 w 1", "4 w 1     2 w X", "a.trf:6: found 'X' in column 109 (round 2)"),
        ("4 w 1     2 w 1", "4 x 1     2 w 1", "a.trf:6: found 'x' in column 97 (round 1)"),
        ("4 w 1     2 w 1", "4zw 1     2 w 1", "a.trf:6: found 'z' in column 96 (round 1)"),
        (
            "     4 w 1     2 w 1",
            "     q w 1     2 w 1",
            "a.trf:6: found 'q', expected the opponent",
        ),
        ("2500", "25OO", "a.trf:6: found '25OO', expected a rating in columns 49-52"),
        ("  2.5    1", "  2,x    1", "a.trf:6: found '2,x', expected points such as 3.5"),
        ("001    2", "001    1", "a.trf:7: player 1 again (first in line 6)"),
        ("001    2", "001    0", "a.trf:7: found '0', expected a player's number"),
        ("Cole, Cy", "        ", "a.trf:8: no name, expected one in columns 15-47"),
    ],
)
def test_a_wrong_field_names_line_and_column(old: str, new: str, message: str) -> None:
    assert old in FOUR
    assert complaint(FOUR.replace(old, new, 1)).startswith(message)


def test_an_empty_report_is_refused() -> None:
    assert complaint("012 Nothing\n") == "a.trf:1: the end, expected a 001 record (a player)"
    assert complaint("").startswith("a.trf:0: the end")


@given(st.integers(CUT_FROM, len(FOUR) - 2))
def test_a_report_cut_anywhere_in_a_players_line_is_one_clear_error(cut: int) -> None:
    """However the last line ends, some game is told by one player only; never a shorter tournament in silence."""
    text = complaint(FOUR[:cut])
    assert text.startswith("a.trf:")
    assert text.split(":")[1].isdigit()


def test_a_cut_line_is_the_one_that_is_named() -> None:
    line = FOUR.rstrip("\n").split("\n")[-1]
    without = FOUR[: FOUR.rindex(line)]
    ends = "a.trf:9: a 001 record that ends at column 22, expected points in columns 81-84"
    assert complaint(without + line[:60].rstrip()[:22]) == ends
    assert complaint(without + line[:91] + "  1").startswith(
        "a.trf:9: the line ends inside round 1"
    )
    assert "is it cut short?" in complaint(without + line[:98])
    assert complaint(without + line[:100]).startswith("a.trf:9: round 3: line 7 has player 2")


@given(st.binary(max_size=400))
def test_noise_is_read_or_refused_never_more(data: bytes) -> None:
    for noise in (data, FOUR.encode() + data):
        try:
            read_trf("a.trf", noise)
        except BadInput as error:
            assert str(error).startswith("a.trf:")


def test_columns_that_run_over_are_told() -> None:
    """A birth date one column to the right leaves its last digit where a blank belongs."""
    shifted = FOUR.replace(" 1960/01/02 ", "  1960/01/02")
    file = read_trf("a.trf", shifted.encode())
    told = "a.trf:6: found '2' in column 80, expected a blank: are the columns shifted?"
    assert file.notes == (told,)
    assert read_trf("a.trf", FOUR.encode()).notes == ()


@pytest.mark.parametrize(
    "columns",
    [
        "         U",  # an engine's: nothing but the letter
        "     0 - U",
        "  0000 - U",
        "  0000   u",
    ],
)
def test_a_bye_in_every_spelling(columns: str) -> None:
    """TRF26: four blanks are 0000, a blank colour is "-", letters in either case."""
    text = FOUR.replace("     3 b =\n", f"     3 b ={columns}\n")
    assert read_trf("a.trf", text.encode()).players[0].round(4) == TrfRound(0, None, "U")


def test_lines_between_that_are_no_records_are_kept() -> None:
    """Rulers and blank lines, as some programs write them for people."""
    ruler = "DDD SSSS sTTT NNNN\n\n1234567890\n"
    text = FOUR.replace("001    1", f"{ruler}001    1")
    file = read_trf("a.trf", text.encode())
    assert len(file.players) == 4
    kept = [line.text for line in file.lines if isinstance(line, TrfRecord)]
    assert kept[-3:] == ["DDD SSSS sTTT NNNN", "", "1234567890"]
