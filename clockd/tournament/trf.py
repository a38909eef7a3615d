"""A tournament report file as values: players with their rounds, and every other record as it was written.

Holds what the format can hold and nothing it means: which round is worth what is `trf_table`'s business, reading and
writing are `trf_read`'s and `trf_write`'s. Columns count from 1, as in the standard, and count characters. Sources:
FIDE TRF16 (C.04 Annex 2) and TRF26 (C.02.03 Annexure A); rules sheet section 8.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from clockd.ports import Side

PLAYER_CODE = "001"
VALUE_COLUMN = 5  # where the text of a record begins, after its code and a blank
LINE_END = "\r\n"  # the standard wants a CR at the end of each line, and editors want the LF
FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10
PLAYED_CODES = frozenset("1=0")
SHORT_CODES = frozenset("WDL")  # under one move made: counts, is not rated
FORFEIT_CODES = frozenset("+-")
BYE_CODES = frozenset("HFUZ")
NO_RESULT = ""
RESULT_CODES = PLAYED_CODES | SHORT_CODES | FORFEIT_CODES | BYE_CODES


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a field of the player's line stands, both ends included."""

    first: int
    last: int
    right: bool = False  # numbers stand at the right of their columns

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def cut(self, line: str) -> str:
        """The field's text, without blanks around it."""
        return line[self.first - 1 : self.last].strip()

    def fill(self, text: str) -> str:
        """The text at the field's width; what is too long is cut."""
        fitting = text[: self.width]
        return fitting.rjust(self.width) if self.right else fitting.ljust(self.width)


NUMBER = Columns(5, 8, right=True)
SEX = Columns(10, 10)
TITLE = Columns(11, 13, right=True)
NAME = Columns(15, 47)
RATING = Columns(49, 52, right=True)
FEDERATION = Columns(54, 56)
FIDE_ID = Columns(58, 68, right=True)
BIRTH = Columns(70, 79)
POINTS = Columns(81, 84, right=True)
RANK = Columns(86, 89, right=True)


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One round of a player: opponent 0 is "0000"; `code` is the result's letter, "" where none stands."""

    opponent: int = 0
    side: Side | None = None
    code: str = NO_RESULT

    @property
    def is_empty(self) -> bool:
        return not self.opponent and not self.code


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """Record 001. `points` and `rank` are what the file says, None where it says nothing; `text` is the line itself."""

    number: int
    name: str
    rating: int = 0
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction | None = None
    rank: int | None = None
    rounds: tuple[TrfRound, ...] = ()
    line: int = 0
    text: str = field(default="", compare=False, repr=False)

    def round(self, number: int) -> TrfRound:
        """What stands in a round, from 1; an empty round beyond the end of the line."""
        return self.rounds[number - 1] if number <= len(self.rounds) else TrfRound()


@dataclass(frozen=True, slots=True)
class TrfRecord:
    """Any other line, kept as it was written: a header, a team, a comment, something of a later edition."""

    text: str
    line: int = 0

    @property
    def code(self) -> str:
        return self.text[:3]

    @property
    def value(self) -> str:
        return self.text[VALUE_COLUMN - 1 :].strip()


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file in its own order. `notes` are what a person should know of how it was read."""

    name: str
    lines: tuple[TrfRecord | TrfPlayer, ...]
    notes: tuple[str, ...] = ()
    line_end: str = LINE_END

    @property
    def players(self) -> tuple[TrfPlayer, ...]:
        """The players, in the order of the file."""
        return tuple(line for line in self.lines if isinstance(line, TrfPlayer))

    def records(self, *codes: str) -> Iterator[TrfRecord]:
        """The other records with one of these codes."""
        for line in self.lines:
            if isinstance(line, TrfRecord) and line.code in codes:
                yield line

    def record(self, *codes: str) -> TrfRecord | None:
        """The first record with one of these codes that says something."""
        return next((record for record in self.records(*codes) if record.value), None)

    def where(self, line: int) -> str:
        """A place in the file, as messages begin with it."""
        return f"{self.name}:{line}"

    @property
    def rounds(self) -> int:
        """How many rounds have columns with something in them."""
        return max((_last_filled(player) for player in self.players), default=0)


def _last_filled(player: TrfPlayer) -> int:
    filled = (number for number, each in enumerate(player.rounds, start=1) if not each.is_empty)
    return max(filled, default=0)
