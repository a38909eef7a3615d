"""What a client may say on the table's socket, checked: every byte of it is hostile until read here."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import chess

from clockd.codec import Codec
from clockd.errors import BadInput, ClockdError
from clockd.game.control_text import parse_control
from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.game.pairing import Pairing
from clockd.game.regulations import regulation_names

MOST_ARGUMENTS = 20
LONGEST_TEXT = 500
LONGEST_SHEET = 20_000  # what a player wrote in the longest of games, some lines of it

_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_PAIRING = Codec([Pairing])


def text_of(body: Mapping[str, Any], key: str, default: str = "") -> str:
    """A short text of one line; BadInput when it is anything else."""
    value = body.get(key, default)
    if not isinstance(value, str) or not _is_a_line(value):
        raise BadInput(f"{key}: {str(value)[:40]!r}, expected a text of one line")
    return value


def _is_a_line(text: str) -> bool:
    """Short and printable: no line end, and no half of a surrogate pair, which no file can hold."""
    return len(text) <= LONGEST_TEXT and text.isprintable()


def command_of(body: Any, at_ns: int) -> CommandGiven | PairingLoaded:
    """A command from its JSON form; BadInput says what is wrong with it.

    `expires_in_s` is how long it is still good for: a span, since this machine's wall clock may be years off.
    """
    if not isinstance(body, Mapping):
        raise BadInput("command: expected an object")
    command_id = text_of(body, "id")
    if not _ID.fullmatch(command_id):
        raise BadInput(f"id: {command_id[:40]!r}, expected 1 to 64 letters and digits")
    expired = _expired(body.get("expires_in_s"))
    author = text_of(body, "author", "unknown")
    if "pairing" in body:
        pairing = pairing_of(body["pairing"])
        return PairingLoaded(at_ns, pairing, command_id, author, expired)
    return CommandGiven(
        at_ns,
        command_id,
        text_of(body, "name"),
        author,
        _arguments(body.get("arguments", {})),
        text_of(body, "reason"),
        expired,
    )


def _expired(left_s: Any) -> bool:
    if left_s is None:
        return False
    number = isinstance(left_s, int | float) and not isinstance(left_s, bool)
    if not number or not math.isfinite(left_s):
        raise BadInput("expires_in_s: expected a number of seconds")
    return bool(left_s < 0)


def _arguments(body: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(body, Mapping) or len(body) > MOST_ARGUMENTS:
        raise BadInput(f"arguments: expected an object of at most {MOST_ARGUMENTS} texts")
    for key in body:
        if not isinstance(key, str) or not _is_a_line(key):
            raise BadInput(f"arguments: {str(key)[:40]!r}, expected a text of one line")
    return tuple((key, lines_of(body) if key == "text" else text_of(body, key)) for key in body)


def lines_of(body: Mapping[str, Any]) -> str:
    """The argument `text`, a scoresheet as it was written: lines of printable words; BadInput else."""
    value = body["text"]
    if not isinstance(value, str) or len(value) > LONGEST_SHEET:
        raise BadInput(f"text: expected a scoresheet of at most {LONGEST_SHEET} characters")
    for number, line in enumerate(value.splitlines(), 1):
        if not line.replace("\t", " ").isprintable():
            raise BadInput(f"text: line {number}, a character that no sheet has")
    return value


def pairing_of(body: Any) -> Pairing:
    """A pairing from its JSON form, with a control, a start and regulations that exist."""
    if not isinstance(body, Mapping):
        raise BadInput("pairing: expected an object")
    for text in _texts(body):
        if not _is_a_line(text):
            raise BadInput(f"pairing: {text[:40]!r}, expected a text of one line")
    try:
        pairing: Pairing = _PAIRING.decode({**body, "type": "Pairing"})
        parse_control(pairing.control)
    except ClockdError as error:
        raise BadInput(f"pairing: {error}") from None
    unknown = {name for name, _ in pairing.regulations} - set(regulation_names())
    if unknown:
        raise BadInput(f"pairing: regulations {sorted(unknown)}, expected {regulation_names()}")
    _check_start(pairing)
    return pairing


def _texts(value: Any) -> Iterator[str]:
    """Every text inside a JSON value, keys included; json.loads has bounded how deep it goes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _check_start(pairing: Pairing) -> None:
    if pairing.start_fen is None:
        return
    try:
        board = chess.Board(pairing.start_fen, chess960=pairing.chess960)
    except ValueError as error:
        raise BadInput(f"pairing: start_fen: {error}") from None
    if not board.is_valid():
        raise BadInput(f"pairing: start_fen: {pairing.start_fen}, expected a legal position")
