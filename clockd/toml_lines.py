"""On which line each key of a TOML text stands, so that an error can point at it.

`tomllib` says where a text stops being TOML but forgets the lines of what it has read. This scan of a text that
tomllib has already accepted finds them again; it judges nothing and decodes no values. A path is a tuple of keys
and, inside an array, of numbers from 0. Lines count from 1. Source: TOML v1.0.0.
"""

import re
import tomllib
from bisect import bisect_right
from functools import lru_cache
from typing import Any

Step = str | int
KeyPath = tuple[Step, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(
    r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
    r"""(?:[ \t]*\.[ \t]*(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'))*"""
)
# The long forms first: `""` is also how a long string begins. A long string may end in up to five quotes.
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})|' + r"'''.*?'''(?:'{0,2})|"
    r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of every key, table header and array element of a text that is known to be TOML."""
    scan = _Scan(text)
    scan.document()
    return scan.lines


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int:
    """The line of `path`, or of the nearest table around it; 1 for the file itself."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Scan:
    """A walk over the text, one construct after another, noting lines as keys go by."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._starts = [match.end() for match in re.finditer("\n", text)]
        self._table: KeyPath = ()
        self._lengths: dict[KeyPath, int] = {}  # of arrays of tables, by their path

    def document(self) -> None:
        while self._next() != "":
            if self._next() == "[":
                self._header()
            else:
                self._pair(self._table)

    def _header(self) -> None:
        line, is_array = self._line(), self._text.startswith("[[", self._at)
        self._at += 2 if is_array else 1
        self._next()
        path: KeyPath = ()
        for step in self._key():
            path = self._inside((*path, step))
            self.lines.setdefault(path, line)
        if is_array:
            path = self._appended(path)
            self.lines[path] = line
        self._table = path
        self._next()
        self._at += 2 if is_array else 1

    def _inside(self, path: KeyPath) -> KeyPath:
        """A header that goes through an array of tables means its latest table."""
        return (*path, self._lengths[path] - 1) if path in self._lengths else path

    def _appended(self, path: KeyPath) -> KeyPath:
        array = path[:-1] if path and isinstance(path[-1], int) else path
        self._lengths[array] = self._lengths.get(array, 0) + 1
        return (*array, self._lengths[array] - 1)

    def _pair(self, table: KeyPath) -> None:
        line, path = self._line(), table
        for step in self._key():
            path = (*path, step)
            self.lines.setdefault(path, line)
        self._next()
        self._at += 1  # the equals sign
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        opening = self._next()
        if opening in ("[", "{"):
            self._at += 1
            self._elements(path, "]" if opening == "[" else "}")
        elif string := _STRING.match(self._text, self._at):
            self._at = string.end()
        else:
            self._at = self._match(_BARE_VALUE)

    def _elements(self, path: KeyPath, closing: str) -> None:
        number = 0
        while (here := self._next()) not in (closing, ""):
            if here == ",":
                self._at += 1
            elif closing == "}":
                self._pair(path)
            else:
                self.lines[(*path, number)] = self._line()
                self._value((*path, number))
                number += 1
        self._at += 1

    def _key(self) -> tuple[str, ...]:
        start, self._at = self._at, self._match(_KEY)
        return _steps(self._text[start : self._at])

    def _next(self) -> str:
        """The next character that is no blank or comment, standing on it; "" at the end."""
        self._at = self._match(_BLANK)
        return self._text[self._at : self._at + 1]

    def _match(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self._text, self._at)
        return match.end() if match else self._at

    def _line(self) -> int:
        return bisect_right(self._starts, self._at) + 1


@lru_cache(maxsize=1024)  # a thousand players have the same few keys
def _steps(key: str) -> tuple[str, ...]:
    steps: list[str] = []
    value: Any = tomllib.loads(f"{key} = 0")
    while isinstance(value, dict):
        (step, value), *_ = value.items()
        steps.append(step)
    return tuple(steps)
