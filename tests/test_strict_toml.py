"""The strict reader: typed values, and one line with file and line number for everything else."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadConfig
from clockd.strict_toml import SIZE_MAX, StrictToml, TomlTable
from clockd.units import MINUTE_NS, minutes


@pytest.fixture
def toml(tmp_path: Path) -> Callable[[str], StrictToml]:
    def make(text: str) -> StrictToml:
        (tmp_path / "file.toml").write_text(text, encoding="utf-8")
        return StrictToml(tmp_path / "file.toml")

    return make


Toml = Callable[[str], StrictToml]


def complaint(doing: Callable[[], object]) -> str:
    """What was complained of, without the folder: one line, whatever it is."""
    with pytest.raises(BadConfig) as caught:
        doing()
    text = str(caught.value)
    assert "\n" not in text and "\r" not in text
    return text.rpartition("/")[2] if "/" in text else text


def test_each_type_is_read(toml: Toml) -> None:
    file = toml(
        'name = "Ana"\nround = 3\nlive = true\nwait = "1h30m"\nday = 2011-11-14\n'
        'kind = "a"\nmany = ["x", "y"]\nlots = [7, 4]\n[inner]\nkey = 1\n[[row]]\nn = 1\n[[row]]\nn = 2\n'
    )
    assert file.text("name") == "Ana"
    assert file.integer("round") == 3
    assert file.boolean("live") is True
    assert file.duration("wait") == 90 * MINUTE_NS
    assert file.day("day") == date(2011, 11, 14)
    assert file.choice("kind", ["a", "b"]) == "a"
    assert file.texts("many") == ("x", "y")
    assert file.integers("lots") == (7, 4)
    assert file.table("inner").integer("key") == 1
    assert [row.integer("n") for row in file.tables("row")] == [1, 2]
    file.finish()


def test_a_default_stands_where_the_key_does_not(toml: Toml) -> None:
    file = toml("")
    assert file.text("name", None) is None
    assert file.duration("wait", minutes(30)) == minutes(30)
    assert file.choice("kind", ["a"], "a") == "a"
    assert file.parsed("kind", int, None) is None
    assert file.tables("row") == []
    file.finish()


WRONG: list[tuple[str, Callable[[TomlTable], object], str]] = [
    ("1", lambda t: t.text("x"), "x is 1, expected a text of one line"),
    ('" "', lambda t: t.text("x"), "x is ' ', expected a text of one line"),
    ('"a\\nb"', lambda t: t.text("x"), "x is 'a\\nb', expected a text of one line"),
    ("true", lambda t: t.integer("x"), "x is True, expected a whole number from 0 to 1000000000"),
    (
        "31",
        lambda t: t.integer("x", low=1, high=30),
        "x is 31, expected a whole number from 1 to 30",
    ),
    ("2.0", lambda t: t.integer("x", high=5), "x is 2.0, expected a whole number from 0 to 5"),
    ("1", lambda t: t.boolean("x"), "x is 1, expected true or false"),
    (
        '"half an hour"',
        lambda t: t.duration("x"),
        'x is \'half an hour\', expected a duration such as "90m", "1h30m", "30s" or "1500ms"',
    ),
    ('"2011"', lambda t: t.day("x"), "x is '2011', expected a date such as 2011-11-14 (no quotes)"),
    (
        '"swis"',
        lambda t: t.choice("x", ["round-robin", "swiss"]),
        "x is 'swis', expected 'round-robin' or 'swiss', did you mean 'swiss'?",
    ),
    ('["a", 1]', lambda t: t.texts("x"), "x is ['a', 1], expected a list of texts"),
    ("[-1]", lambda t: t.integers("x"), "x is [-1], expected a list of whole numbers"),
    ("1", lambda t: t.table("x"), "x is 1, expected a table [x]"),
    ("{}", lambda t: t.tables("x"), "x is {}, expected tables [[x]]"),
]


@pytest.mark.parametrize(("value", "ask", "expected"), WRONG)
def test_a_wrong_value_is_told_with_its_line(
    toml: Toml, value: str, ask: Callable[[TomlTable], object], expected: str
) -> None:
    file = toml(f"\n# a comment\nx = {value}\n")
    assert complaint(lambda: ask(file)).startswith(f"file.toml:3: {expected}")


def test_a_long_wrong_value_is_cut(toml: Toml) -> None:
    file = toml(f'x = "{"a" * 5000}"')
    assert len(complaint(lambda: file.integer("x"))) < 200


def test_an_unknown_key_is_told_with_its_line_and_the_nearest_name(toml: Toml) -> None:
    file = toml("[time]\ncontrol = '300'\nbonus_att = 'moves'\n")
    time = file.table("time")
    time.text("control"), time.text("bonus_at", "moves")
    expected = "file.toml:3: 'bonus_att' is not a key in [time], did you mean 'bonus_at'?"
    assert complaint(file.finish) == expected


def test_a_misspelt_key_is_recognised_where_the_right_one_is_required(toml: Toml) -> None:
    file = toml("[time]\n\ncontrl = '300'\n")
    expected = "file.toml:3: 'contrl' is not a key in [time], did you mean 'control'?"
    assert complaint(lambda: file.table("time").text("control")) == expected


def test_an_unknown_key_unlike_any_other_gets_the_list(toml: Toml) -> None:
    file = toml("colour = 1")
    file.text("event", None), file.integer("round", None)
    expected = "file.toml:1: 'colour' is not a key in this file, expected 'event' or 'round'"
    assert complaint(file.finish) == expected


def test_a_missing_key_is_told_at_its_table(toml: Toml) -> None:
    file = toml("a = 1\n[time]\nx = 1\n")
    expected = "file.toml:2: 'control' is missing in [time], expected a text of one line"
    assert complaint(lambda: file.table("time").text("control")) == expected
    assert complaint(lambda: file.table("board")) == (
        "file.toml:1: 'board' is missing in this file, expected a table [board]"
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a = 1\nb = \n", "file.toml:2: "),
        (b"a = 1\na = 2\n", "file.toml:2: "),
        (b'a = "', "file.toml:1: "),
        (b"a = 1\nb = \xff\n", "file.toml:2: byte 0xff is not UTF-8, expected UTF-8 text"),
        (b"a = 2011-02-30", "file.toml:1: "),
        (b"a = " + b"9" * 5000, "file.toml:1: "),
        (b"a = " + b"[" * 100_000, "file.toml:1: nested too deep, expected a TOML file"),
        (b"#" * (SIZE_MAX + 1), "file.toml: larger than 1048576 bytes, expected a TOML file"),
    ],
    ids=["value", "twice", "string", "utf8", "date", "digits", "deep", "large"],
)
def test_a_file_that_is_not_toml(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    assert complaint(lambda: StrictToml(path)).startswith(expected)


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    assert complaint(lambda: StrictToml(tmp_path / "no.toml")) == (
        "no.toml: no such file, expected a TOML file"
    )
    assert complaint(lambda: StrictToml(tmp_path)).endswith(": a folder, expected a TOML file")


def test_a_file_from_an_editor_on_windows(tmp_path: Path) -> None:
    """A byte-order mark and CR LF change neither the values nor the lines."""
    path = tmp_path / "file.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n\r\nb = 2\r\n")
    file = StrictToml(path)
    assert file.integer("a") == 1
    assert complaint(file.finish).startswith("file.toml:3: 'b' is not a key")


@given(st.binary(max_size=60))
def test_any_bytes_give_a_file_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    try:
        StrictToml(path).finish()
    except BadConfig as error:
        assert str(error).count("\n") == 0 and "any.toml" in str(error)


def test_a_key_may_be_another_readers(toml: Toml) -> None:
    """Two readers of one file: the table is the same, whoever asks for it."""
    file = toml("[[row]]\nmine = 1\nyours = 2\n[[row]]\nmine = 1\n")
    assert [table.integer("mine") for table in file.tables("row")] == [1, 1]
    assert complaint(file.finish) == "file.toml:3: 'yours' is not a key in [row], expected 'mine'"
    for table in file.tables("row"):
        table.pass_over("yours")
    file.finish()
    rest = toml("[other]\nwhat = 1\never = 2\n")
    rest.table("other").pass_over()
    rest.finish()


def test_a_block_holds_lines_and_blank_ones(toml: Toml) -> None:
    file = toml('lines = """\none\n\n\\ttwo\n"""\nnone = 1\n')
    assert file.block("lines") == "one\n\n\ttwo\n"
    assert complaint(lambda: file.block("none")) == "file.toml:6: none is 1, expected a text"


def test_a_reader_may_allow_larger_files(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(f"# {'x' * SIZE_MAX}\n", encoding="utf-8")
    assert "larger than" in complaint(lambda: StrictToml(path))
    StrictToml(path, size_max=2 * SIZE_MAX).finish()
