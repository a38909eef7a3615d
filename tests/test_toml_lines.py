"""Line numbers of keys in TOML texts, in every way that a key can be written."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clockd.toml_lines import KeyPath, key_lines, line_of

EVERY_FORM = '''# a comment [not.a.header]
title = """text
[fake]
key = 3"""
list = [
  1, # ]
  "]",
  { a = 1, b = [1,
    2] },
]
a.b."c d" = 3

[day]
at = 1979-05-27 07:32:00 # with a blank in it
[[p.q]]
z = 'a#b'
[[p.q]]
z = \'\'\'
it's two quotes: \'\'\'\'\'
w = "]\\"[" # both
[p.q.sub]
k = 1
[[p.q.deep]]
l = 2
'''


def test_every_form_of_key_is_found_on_its_line() -> None:
    """TOML v1.0.0: tables, arrays of tables, dotted and quoted keys, inline tables, long strings."""
    lines = key_lines(EVERY_FORM)
    assert lines[("title",)] == 2
    assert lines[("list", 1)] == 7
    assert lines[("list", 2, "b")] == 8
    assert lines[("a", "b", "c d")] == 11
    assert lines[("day",)] == 13
    assert lines[("day", "at")] == 14
    assert lines[("p", "q", 0, "z")] == 16
    assert lines[("p", "q", 1)] == 17
    assert lines[("p", "q", 1, "w")] == 20
    assert lines[("p", "q", 1, "sub", "k")] == 22
    assert lines[("p", "q", 1, "deep", 0, "l")] == 24


def test_no_key_of_the_text_is_missed_and_none_is_invented() -> None:
    paths = set(_paths(tomllib.loads(EVERY_FORM)))
    assert set(key_lines(EVERY_FORM)) - {()} == paths


def test_an_unknown_path_falls_back_to_the_table_around_it() -> None:
    lines = key_lines("a = 1\n[b]\nc = 1\n")
    assert line_of(lines, ("b", "nothing", 3)) == 2
    assert line_of(lines, ("nothing",)) == 1


VALUES = st.sampled_from(
    ["1", "true", '"a # b"', "'[x]'", "[1, [2]]", "[\n1,\n# c\n2]", '"""\n[a]\n"""', "{ x = 1 }"]
)
FILLERS = st.sampled_from(["", "# [comment]\n", "\n\n", " \t\n"])


@given(st.lists(st.tuples(FILLERS, VALUES, st.booleans()), min_size=1, max_size=20))
def test_keys_are_on_the_lines_where_they_were_put(items: list[tuple[str, str, bool]]) -> None:
    """Whatever values and comments stand between them, also in [tables] and [[arrays of tables]]."""
    text, arrays = "", 0
    table: KeyPath = ()
    expected: dict[KeyPath, int] = {}
    for number, (filler, value, new_table) in enumerate(items):
        text += filler
        if new_table:
            text += "[[rows]]\n"
            table = ("rows", arrays)
            arrays += 1
        expected[(*table, f"k{number}")] = text.count("\n") + 1
        text += f"k{number} = {value}\n"
    found = key_lines(text)
    assert {path: found[path] for path in expected} == expected


def _paths(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [each for key, below in inner for each in [(*path, key), *_paths(below, (*path, key))]]
