"""Inputs and facts as JSON objects and back: `{"type": "FlagFell", "at_ns": 1, ...}`.

Works for frozen dataclasses whose fields are JSON scalars, enumerations, None, tuples of these, or further such
dataclasses. The journal knows records, the deciders know values; this is the one bridge between them. A field
that an older record lacks takes its default; a field that no longer exists is an error, never dropped in silence.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from clockd.errors import JournalError

_SCALARS = (str, int, bool, float)
_AS_IT_IS = frozenset((*_SCALARS, NoneType))


def to_json(value: Any) -> Any:
    """A value of ours in JSON's types; a dataclass is an object with its fields."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    kind: Any = type(value)
    names = _field_names(kind)
    assert names is not None, f"{value!r} has no JSON form here"
    return {name: to_json(getattr(value, name)) for name in names}


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def encode(value: Any) -> dict[str, Any]:
    """A dataclass as an object that names its type."""
    return {"type": type(value).__name__, **to_json(value)}


class Codec:
    """Reads back what `encode` wrote, for a closed set of classes."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes = {each.__name__: each for each in classes}

    def decode(self, written: Mapping[str, Any]) -> Any:
        """The value of an encoded object; JournalError when it is none of ours."""
        body = dict(written)
        name = str(body.pop("type", None))
        if name not in self._classes:
            raise JournalError(f"an entry of type {name!r}, expected a type this version knows")
        return _reader(self._classes[name])(body)


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """A function that turns JSON into a value of this type hint."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_reader(hint)
    if origin in (Union, UnionType):
        return _optional_reader(arguments)
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin is Literal:
        return _one_of(arguments)
    assert hint in _SCALARS, f"{hint!r} has no JSON form here"
    return _scalar_reader(hint)


def _wrong(value: Any, expected: str) -> JournalError:
    return JournalError(f"{str(value)[:40]!r}, expected {expected}")


def _scalar_reader(hint: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not hint:  # a bool is an int to isinstance, but not on the wire
            raise _wrong(value, f"a value of type {hint.__name__}")
        return value

    return read


def _enum_reader(hint: type[Enum]) -> Callable[[Any], Any]:
    known = {each.value: each for each in hint}

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise _wrong(value, "one of " + ", ".join(map(str, known)))
        return known[value]

    return read


def _one_of(values: tuple[Any, ...]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, str | int) or value not in values:
            raise _wrong(value, "one of " + ", ".join(map(str, values)))
        return value

    return read


def _dataclass_reader(hint: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(hint)
    readers = {field.name: _reader(hints[field.name]) for field in fields(hint)}

    names = readers.keys()
    # A scalar of its own type is read in place: most fields are one, and a restart reads thousands.
    in_order = tuple(
        (name, hints[name] if hints[name] in _SCALARS else None, read_field)
        for name, read_field in readers.items()
    )
    needed = {
        field.name
        for field in fields(hint)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def read(body: Any) -> Any:
        if not isinstance(body, Mapping):
            raise _wrong(body, f"an object, {hint.__name__}")
        if body.keys() == names:  # the usual case, and the fast one
            return hint(
                *[
                    value if type(value := body[name]) is kind else read_field(value)
                    for name, kind, read_field in in_order
                ]
            )
        unknown, absent = body.keys() - names, needed - body.keys()
        if unknown or absent:
            odd = sorted(unknown) or f"no {sorted(absent)}"
            raise JournalError(f"{hint.__name__} with {odd}, expected {list(readers)}")
        return hint(**{name: readers[name](value) for name, value in body.items()})

    return read


def _optional_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    inner = [_reader(argument) for argument in arguments if argument is not NoneType]
    assert len(inner) == 1, "one type, or None"
    return lambda value: None if value is None else inner[0](value)


def _tuple_reader(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    endless = len(arguments) == 2 and arguments[1] is Ellipsis
    items = [_reader(argument) for argument in arguments if argument is not Ellipsis]

    def read(values: Any) -> Any:
        if not isinstance(values, list) or not (endless or len(values) == len(items)):
            raise _wrong(values, "a list" if endless else f"a list of {len(items)}")
        readers = items * len(values) if endless else items
        return tuple(item(value) for item, value in zip(readers, values, strict=True))

    return read
