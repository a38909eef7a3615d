"""Inputs and facts as JSON objects and back: `{"type": "FlagFell", "at_ns": 1, ...}`.

Works for frozen dataclasses whose fields are JSON scalars, enumerations, None, tuples of these, or further such
dataclasses. The journal knows records, the deciders know values; this is the one bridge between them. A field
that an older record lacks takes its default; a field that no longer exists is an error, never dropped in silence.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from clockd.errors import JournalError

_SCALARS = (str, int, bool, float)


def to_json(value: Any) -> Any:
    """A value of ours in JSON's types; a dataclass is an object with its fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    assert value is None or isinstance(value, _SCALARS), f"{value!r} has no JSON form here"
    return value


def encode(value: Any) -> dict[str, Any]:
    """A dataclass as an object that names its type."""
    return {"type": type(value).__name__, **to_json(value)}


class Codec:
    """Reads back what `encode` wrote, for a closed set of classes."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes = {each.__name__: each for each in classes}

    def decode(self, written: Mapping[str, Any]) -> Any:
        """The value of an encoded object; JournalError when it is none of ours."""
        name = str(written.get("type"))
        if name not in self._classes:
            raise JournalError(f"an entry of type {name!r}, expected a type this version knows")
        body = {key: value for key, value in written.items() if key != "type"}
        return _reader(self._classes[name])(body)


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """A function that turns JSON into a value of this type hint."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if origin in (Union, UnionType):
        return _optional_reader(arguments)
    if origin is tuple:
        return _tuple_reader(arguments)
    assert origin is Literal or hint in _SCALARS, f"{hint!r} has no JSON form here"
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _dataclass_reader(hint: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(hint)
    readers = {field.name: _reader(hints[field.name]) for field in fields(hint)}

    def read(body: Mapping[str, Any]) -> Any:
        unknown = body.keys() - readers.keys()
        if unknown:
            raise JournalError(f"{hint.__name__} with {sorted(unknown)}, expected {list(readers)}")
        return hint(**{name: readers[name](value) for name, value in body.items()})

    return read


def _optional_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    inner = [_reader(argument) for argument in arguments if argument is not NoneType]
    assert len(inner) == 1 or all(read is _as_it_is for read in inner), "one type, or None"
    return lambda value: None if value is None else inner[0](value)


def _tuple_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _reader(arguments[0])
        return lambda values: tuple(item(value) for value in values)
    items = [_reader(argument) for argument in arguments]
    return lambda values: tuple(read(value) for read, value in zip(items, values, strict=True))
