"""TOML files in which every key must be asked for, and every complaint names the file and the line.

A reader asks a table for its keys, each with its type, and calls `finish()`: a key that nobody asked for is an
error, with the nearest known name beside it. What the keys mean is the readers' business. Every error is a
`BadConfig` of one line, `FILE:LINE: what was found, what was expected`. Durations are handed out in nanoseconds.
Source: interfaces.md section 0; TOML v1.0.0 (tomllib).
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from clockd import toml_values
from clockd.errors import BadConfig, BadInput
from clockd.toml_lines import KeyPath, key_lines, line_of

# A configuration is a few kilobytes, an event of a thousand players a hundred: more is a wrong file.
SIZE_MAX = 1 << 20
SHOWN_MAX = 60  # characters of a wrong value that still help to find it
# As alike as "contrl" and "control", not as "white_rating" and "white_title".
LIKENESS = 0.75

_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)

D = TypeVar("D")
L = TypeVar("L", bound=str)
V = TypeVar("V")


class _Required:
    """The default of a key that has none."""


REQUIRED = _Required()


class TomlTable:
    """One table of a file: its keys by type, and the line of each for whoever finds a value wrong."""

    def __init__(
        self, where: str, lines: dict[KeyPath, int], path: KeyPath, values: dict[str, Any]
    ) -> None:
        self._where, self._lines, self._path, self._values = where, lines, path, values
        self._known: dict[str, None] = {}  # in the order in which they were looked for
        self._asked: set[str] = set()
        self._inner: dict[KeyPath, TomlTable] = {}

    def __contains__(self, key: str) -> bool:
        """Whether the file has the key; looking makes its name known but does not count as reading."""
        self._known[key] = None
        return key in self._values

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys as written, for tables whose names are the user's own."""
        return tuple(self._values)

    @property
    def name(self) -> str:
        """The table as its header would name it; "" for the file itself."""
        return ".".join(str(step) for step in self._path if isinstance(step, str))

    def text(self, key: str, default: D | _Required = REQUIRED) -> str | D:
        """A text of at least one character."""
        return self._get(key, default, "a text of one line", toml_values.as_text)

    def block(self, key: str, default: D | _Required = REQUIRED) -> str | D:
        """A text of any number of lines, blank ones included."""
        return self._get(
            key, default, "a text", lambda found: found if isinstance(found, str) else None
        )

    def integer(
        self,
        key: str,
        default: D | _Required = REQUIRED,
        *,
        low: int = 0,
        high: int = toml_values.INTEGER_MAX,
    ) -> int | D:
        """A whole number from `low` to `high`."""
        wanted = f"a whole number from {low} to {high}"
        return self._get(
            key, default, wanted, lambda found: toml_values.as_integer(found, low, high)
        )

    def digits(self, key: str, default: D | _Required = REQUIRED) -> str | D:
        """A number that is only a name, such as a FIDE id: with or without quotes."""
        wanted = 'a number such as 2016192 or "2016192"'
        return self._get(key, default, wanted, toml_values.as_digits)

    def boolean(self, key: str, default: D | _Required = REQUIRED) -> bool | D:
        """true or false."""
        return self._get(
            key, default, "true or false", lambda found: found if isinstance(found, bool) else None
        )

    def duration(self, key: str, default: D | _Required = REQUIRED) -> int | D:
        """Nanoseconds of a text such as "90m" or "1h30m"."""
        wanted = 'a duration such as "90m", "1h30m", "30s" or "1500ms"'
        return self._get(key, default, wanted, toml_values.as_duration)

    def day(self, key: str, default: D | _Required = REQUIRED) -> date | D:
        """A day, written 2011-11-14 without quotes."""
        return self._get(key, default, "a date such as 2011-11-14 (no quotes)", toml_values.as_date)

    def choice(self, key: str, names: Sequence[L], default: D | _Required = REQUIRED) -> L | D:
        """One of `names`; a wrong one is answered with the nearest."""
        by_name = {str(name): name for name in names}
        wanted = _list(list(by_name)) + _hint(str(self._values.get(key)), list(by_name))
        return self._get(
            key,
            default,
            wanted,
            lambda found: by_name.get(found) if isinstance(found, str) else None,
        )

    def texts(self, key: str, default: D | _Required = REQUIRED) -> tuple[str, ...] | D:
        """An array of texts."""
        return self._get(
            key, default, 'a list of texts such as ["one", "two"]', toml_values.as_texts
        )

    def integers(self, key: str, default: D | _Required = REQUIRED) -> tuple[int, ...] | D:
        """An array of whole numbers, 0 or more."""
        return self._get(
            key, default, "a list of whole numbers such as [1, 2]", toml_values.as_integers
        )

    def table(self, key: str) -> "TomlTable":
        """The table `[key]`, which must be there; ask `key in table` first when it need not be."""
        found = self._get(key, REQUIRED, f"a table [{self._full(key)}]", toml_values.as_table)
        return self._open((key,), found)

    def tables(self, key: str) -> "list[TomlTable]":
        """The tables `[[key]]` in the order of the file; none when there is none."""
        wanted = f"tables [[{self._full(key)}]]"
        found: Sequence[dict[str, Any]] = self._get(key, (), wanted, toml_values.as_tables)
        return [self._open((key, number), values) for number, values in enumerate(found)]

    def parsed(
        self, key: str, read: Callable[[str], V], default: D | _Required = REQUIRED
    ) -> V | D:
        """A text as `read` understands it; what `read` complains of is told with file and line."""
        found = self.text(key, default)
        if key not in self._values:
            assert not isinstance(default, _Required)
            return default
        try:
            return read(str(found))
        except BadInput as error:
            self.fail(f"{key}: {error}", key)

    def wrong(self, key: str, expected: str) -> NoReturn:
        """Complain about the value of `key`."""
        shown = repr(self._values[key])
        shown = shown if len(shown) <= SHOWN_MAX else shown[:SHOWN_MAX] + "..."
        self.fail(f"{key} is {shown}, expected {expected}", key)

    def fail(self, complaint: str, *path: str | int) -> NoReturn:
        """Complain in your own words about the line of `path` inside this table, or of its header."""
        line = line_of(self._lines, (*self._path, *path))
        raise BadConfig(f"{self._where}:{line}: {_one_line(complaint)}")

    def pass_over(self, *keys: str) -> None:
        """Leave these keys, or all of this table's, to another reader of the file."""
        self._asked.update(keys or self._values)

    def finish(self) -> None:
        """Complain about the first key, here and in the tables asked for, that nobody asked for."""
        unread = min(self._unread(), key=lambda found: found[0], default=None)
        if unread is not None:
            _, table, key = unread
            table._unknown(key)

    def _unread(self) -> "Iterator[tuple[int, TomlTable, str]]":
        for key in self._values:
            if key not in self._asked:
                yield line_of(self._lines, (*self._path, key)), self, key
        for inner in self._inner.values():
            yield from inner._unread()

    def _unknown(self, key: str) -> NoReturn:
        known = list(self._known)
        hint = _hint(key, known) or f", expected {_list(known)}"
        self.fail(f"{_quoted(key)} is not a key {self._here()}{hint}", key)

    def _here(self) -> str:
        return f"in [{self.name}]" if self.name else "in this file"

    def _full(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def _get(
        self, key: str, default: D | _Required, wanted: str, read: Callable[[Any], V | None]
    ) -> V | D:
        self._known[key] = None
        self._asked.add(key)
        if key not in self._values:
            if isinstance(default, _Required):
                self._missing(key, wanted)
            return default
        value = read(self._values[key])
        if value is None:
            self.wrong(key, wanted)
        return value

    def _missing(self, key: str, wanted: str) -> NoReturn:
        unread = [found for found in self._values if found not in self._asked]
        for near in get_close_matches(key, unread, 1, LIKENESS):
            self.fail(
                f"{_quoted(near)} is not a key {self._here()}, did you mean {_quoted(key)}?", near
            )
        self.fail(f"{_quoted(key)} is missing {self._here()}, expected {wanted}")

    def _open(self, path: KeyPath, values: dict[str, Any]) -> "TomlTable":
        """The table inside of this one; asked for again, it is the same one, with what was read of it."""
        inner = TomlTable(self._where, self._lines, (*self._path, *path), values)
        return self._inner.setdefault(path, inner)


class StrictToml(TomlTable):
    """A TOML file, opened; BadConfig when it cannot be read or is not TOML."""

    def __init__(self, path: Path | Traversable, *, size_max: int = SIZE_MAX) -> None:
        where = _one_line(str(path))
        text = _read(path, where, size_max)
        try:
            values, lines = tomllib.loads(text), key_lines(text)
        except RecursionError:
            raise BadConfig(f"{where}:1: nested too deep, expected a TOML file") from None
        except ValueError as error:
            raise BadConfig(_syntax_error(where, text, str(error))) from None
        super().__init__(where, lines, (), values)


def _read(path: Path | Traversable, where: str, size_max: int) -> str:
    try:
        if not path.is_file():
            found = "a folder" if path.is_dir() else "no such file"
            raise BadConfig(f"{where}: {found}, expected a TOML file")
        with path.open("rb") as file:
            data = file.read(size_max + 1)
    except OSError as error:
        reason = _one_line(error.strerror or str(error))
        raise BadConfig(f"{where}: {reason}, expected a TOML file") from None
    if len(data) > size_max:
        raise BadConfig(f"{where}: larger than {size_max} bytes, expected a TOML file")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")  # editors on Windows add both
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadConfig(
            f"{where}:{line}: byte 0x{data[error.start]:02x} is not UTF-8, expected UTF-8 text"
        ) from None


def _syntax_error(where: str, text: str, message: str) -> str:
    match = _SYNTAX.fullmatch(message)
    complaint = match[1] if match else message
    line = match[2] if match and match[2] else max(1, len(text.splitlines())) if match else 1
    complaint = complaint[:1].lower() + complaint[1:]
    column = f" at column {match[3]}" if match and match[3] else ""
    return f"{where}:{line}: {_one_line(complaint)}{column}, expected TOML"


def _list(names: Sequence[str]) -> str:
    quoted = [_quoted(name) for name in names]
    return " or ".join(filter(None, (", ".join(quoted[:-1]), *quoted[-1:]))) or "nothing"


def _hint(found: str, names: Sequence[str]) -> str:
    near = get_close_matches(found, names, 1, LIKENESS)
    return f", did you mean {_quoted(near[0])}?" if near else ""


def _quoted(name: str) -> str:
    return repr(name if len(name) <= SHOWN_MAX else name[:SHOWN_MAX] + "...")


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
