"""What stands on a scoresheet: the words of its text, as moves with their number and side, offers and gaps.

Keeps out the game: nothing here knows what was played or what is legal. A word is read in the player's own language
(Laws appendix C), short or long, with or without x, +, #, = and e.p. Sources: Laws 8.1, appendix C; interfaces.md
section 4; rules.md 1.10.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import chess

from clockd.errors import BadInput

Side = Literal["white", "black"]
Kind = Literal["move", "illegible", "gap", "unreadable"]

# King, queen, rook, bishop, knight as players of that language write them (appendix C.1).
LETTERS = {
    "en": "KQRBN",
    "de": "KDTLS",
    "fr": "RDTFC",
    "es": "RDTAC",
    "it": "RDTAC",
    "nl": "KDTLP",
    "pt": "RDTBC",
}
_PIECES = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
_FIGURINES = "♔♕♖♗♘", "♚♛♜♝♞"

MOST_WRITTEN = 2_000  # the longest game played had 269 moves; more is no scoresheet
LONGEST_WORD = 20

_NUMBER = re.compile(r"([1-9]\d{0,3})([:)]|\.{3}|…|\.{0,2}(?=\D|$))(?![-/:½.\d])")
_RESULTS = {"1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "+:-", "-:+", "*"}
_GAPS = {"--", "---", "-"}
_BLACKS = {"...", "…"}  # Black's move comes next
_CLOCK = re.compile(r"\(?\d{1,2}[:.]\d\d([:.]\d\d)?\)?")  # a time noted beside a move (8.1.4)
_OFFER = re.compile(r"\(=\)|^=$")
_TAIL = re.compile(r"(\+\+?|[#†‡!?]+|e\.?p\.?|mate)$", re.IGNORECASE)
_CASTLING = re.compile(r"[0oO]-?[0oO](-?[0oO])?")
_MOVE = re.compile(
    r"(?P<piece>[^\sa-h\d])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:×]?(?P<to>[a-h][1-8])"
    r"(?:=|/)?\(?(?P<promotion>[^\s\d()])?\)?"
)
_FILES_ONLY = re.compile(r"(?P<file>[a-h])[x:×]?(?P<to_file>[a-h])")  # a pawn's capture as "ed"


@dataclass(frozen=True, slots=True)
class Move:
    """A written move as far as it says, `None` where it does not.

    `piece` None is "g1f3": whatever stands there. `long_castling` None is no castling.
    """

    piece: int | None = chess.PAWN
    to: chess.Square | None = None
    to_file: int | None = None
    from_file: int | None = None
    from_rank: int | None = None
    promotion: int | None = None
    long_castling: bool | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of the sheet: its text, where it stands there, and whether (=) stands beside it."""

    text: str
    kind: Kind
    move: Move | None
    number: int
    side: Side
    numbered: bool  # the sheet itself says this number
    offer: bool = False


def read_sheet(text: str, language: str, *, first: tuple[int, bool] = (1, True)) -> list[Written]:
    """The entries of a sheet in their order; `first` is the number and whether White moves first.

    Raises BadInput with the line where it is no text of moves.
    """
    number, white = first
    entries: list[Written] = []
    numbered = False
    for line, word in _words(text):
        if stated := _NUMBER.match(word):
            said, dots = int(stated[1]), stated[2] in ("...", "…")
            filled = bool(entries) and entries[-1].number == said and entries[-1].side == "white"
            number, white, numbered = said, not (dots or filled), True
            word = word[stated.end() :]
        offer = _OFFER.search(word) is not None
        word = _OFFER.sub("", word)
        if not word or _is_tail(word):
            if offer and entries:
                entries[-1] = replace(entries[-1], offer=True)
            continue
        if word in _BLACKS:
            white = False
            continue
        if word in _RESULTS:
            break
        if _CLOCK.fullmatch(word):
            continue
        if len(entries) >= MOST_WRITTEN:
            raise BadInput(f"{line}: more than {MOST_WRITTEN} entries, expected one game")
        kind, move = _read(word, language)
        side: Side = "white" if white else "black"
        entries.append(Written(word, kind, move, number, side, numbered, offer))
        number, white, numbered = (number, False, numbered) if white else (number + 1, True, False)
    return entries


def _words(text: str) -> Iterator[tuple[int, str]]:
    """(line, word) of the sheet; a tag line of a PGN and an empty line have none."""
    for line, content in enumerate(text.splitlines(), 1):
        if content.lstrip().startswith("["):
            continue
        for word in re.split(r"[\s|,;]+", content.replace("–", "-").replace("—", "--")):
            if any(ord(char) < 32 for char in word):
                raise BadInput(f"{line}: a control character, expected the text of a scoresheet")
            if word:
                yield line, word


def _is_tail(word: str) -> bool:
    """A check sign or an e.p. that stands by itself behind its move."""
    return word not in ("?", "??") and _TAIL.fullmatch(word) is not None


def _read(word: str, language: str) -> tuple[Kind, Move | None]:
    if word in _GAPS:
        return "gap", None
    if not word.strip("?"):
        return "illegible", None
    bare = word
    while (tail := _TAIL.search(bare)) and tail.start() > 0:
        bare = bare[: tail.start()]
    move = _move(bare, language) if len(bare) <= LONGEST_WORD else None
    if move is not None:
        return "move", move
    return ("illegible" if "?" in word else "unreadable"), None


def _move(bare: str, language: str) -> Move | None:
    if castling := _CASTLING.fullmatch(bare):
        return Move(chess.KING, long_castling=castling[1] is not None)
    if files := _FILES_ONLY.fullmatch(bare):
        return Move(from_file=_file(files["file"]), to_file=_file(files["to_file"]))
    found = _MOVE.fullmatch(bare)
    if found is None:
        return None
    letter, promoted = found["piece"], found["promotion"]
    piece = chess.PAWN if letter is None else _piece(letter, language)
    promotion = None if promoted is None else _piece(promoted.upper(), language)
    if piece is None or (promoted is not None and promotion is None):
        return None
    whole_square = letter is None and found["file"] and found["rank"]
    return Move(
        None if whole_square else piece,
        chess.parse_square(found["to"]),
        from_file=None if found["file"] is None else _file(found["file"]),
        from_rank=None if found["rank"] is None else int(found["rank"]) - 1,
        promotion=promotion,
    )


def _file(letter: str) -> int:
    return chess.FILE_NAMES.index(letter)


def _piece(letter: str, language: str) -> int | None:
    """The kind of man a letter stands for; a small letter counts unless it is a file's."""
    for figurines in _FIGURINES:
        if letter in figurines:
            return _PIECES[figurines.index(letter)]
    if letter.islower() and letter not in chess.FILE_NAMES:
        letter = letter.upper()
    place = LETTERS[language].find(letter)
    return None if place < 0 else _PIECES[place]
