"""The games of a tournament report, each once, instead of a half of it in both players' lines; and back again.

Decides nothing about what a result is worth. A game that has no colours in the report lists its lower number as
White. What a report cannot hold, a game that differs between the two lines, has been refused by `trf_check`.
Sources: FIDE TRF16 and TRF26, player section (columns 92 to 99); Laws 12.9; rules sheet section 8.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE, Side
from clockd.tournament import trf
from clockd.tournament.trf import TrfFile, TrfRound

OPEN = "*"
_POINTS = {"1": "1", "=": "1/2", "0": "0"}
_SHORT = {"1": "W", "=": "D", "0": "L"}
_FORFEIT = {"1": "+", "0": "-"}
_PLAIN = {code: mark for codes in (_SHORT, _FORFEIT) for mark, code in codes.items()}
# Any two marks but two wins: rulings may give results that do not sum to one.
MARKS = {
    f"{_POINTS[white]}-{_POINTS[black]}": (white, black)
    for white, black in product("1=0", repeat=2)
    if (white, black) != ("1", "1")
}
RESULTS = {marks: result for result, marks in MARKS.items()}
BYES = {
    "pairing": "U",
    "full": "F",
    "half": "H",
    "zero": "Z",
    "forfeit-win": "+",  # against nobody: so they stand in the reports of team events
    "forfeit-loss": "-",
}
_BYE_NAMES = {code: name for name, code in BYES.items()}


@dataclass(frozen=True, slots=True)
class ReportGame:
    """A game by players' numbers. `short`: under one move was made; `colours` False: not known who had White."""

    round: int
    white: int
    black: int
    result: str = OPEN
    forfeit: bool = False
    short: bool = False
    colours: bool = True


@dataclass(frozen=True, slots=True)
class ReportBye:
    """A round without an opponent; `kind` is a name of `BYES`."""

    round: int
    player: int
    kind: str
    side: Side | None = None


def games_of(file: TrfFile) -> Iterator[ReportGame]:
    """Every game of the report, round by round, in the order of the players' lines."""
    players = {player.number: player for player in file.players}
    for number in range(1, file.rounds + 1):
        for player in file.players:
            each = player.round(number)
            if not each.opponent:
                continue
            theirs = players[each.opponent].round(number)
            if _stands_first(player.number, each, theirs):
                yield _game(number, player.number, each, theirs)


def _stands_first(number: int, mine: TrfRound, theirs: TrfRound) -> bool:
    """Whether this line is White's, or the lower number's where no colour is known."""
    if mine.side is None and theirs.side is None:
        return number < mine.opponent
    return mine.side is WHITE or theirs.side is BLACK


def _game(number: int, white: int, mine: TrfRound, theirs: TrfRound) -> ReportGame:
    marks = _PLAIN.get(mine.code, mine.code), _PLAIN.get(theirs.code, theirs.code)
    return ReportGame(
        number,
        white,
        mine.opponent,
        RESULTS[marks] if mine.code else OPEN,
        forfeit=mine.code in trf.FORFEIT_CODES,
        short=mine.code in trf.SHORT_CODES,
        colours=mine.side is not None or theirs.side is not None,
    )


def byes_of(file: TrfFile) -> Iterator[ReportBye]:
    """Every round without an opponent in which something stands, round by round."""
    for number in range(1, file.rounds + 1):
        for player in file.players:
            each = player.round(number)
            if not each.opponent and each.code:
                yield ReportBye(number, player.number, _BYE_NAMES[each.code], each.side)


def rounds_of(
    numbers: Sequence[int], games: Iterable[ReportGame], byes: Iterable[ReportBye]
) -> dict[int, tuple[TrfRound, ...]]:
    """Each player's rounds as his line has them; BadInput for an unknown player, or one twice in a round."""
    rows: dict[int, dict[int, TrfRound]] = {number: {} for number in numbers}
    for game in games:
        for player, each in _halves(game):
            _enter(rows, game.round, player, each)
    for bye in byes:
        _enter(rows, bye.round, bye.player, TrfRound(0, bye.side, BYES[bye.kind]))
    return {number: _filled(row) for number, row in rows.items()}


def _halves(game: ReportGame) -> Iterator[tuple[int, TrfRound]]:
    codes = ("", "") if game.result == OPEN else _codes(game)
    sides = (WHITE, BLACK) if game.colours else (None, None)
    yield game.white, TrfRound(game.black, sides[0], codes[0])
    yield game.black, TrfRound(game.white, sides[1], codes[1])


def _codes(game: ReportGame) -> tuple[str, str]:
    """The two letters of a result; a draw cannot be forfeited."""
    letters = _FORFEIT if game.forfeit else _SHORT if game.short else {}
    white, black = MARKS[game.result]
    return letters.get(white, white), letters.get(black, black)


def _enter(rows: dict[int, dict[int, TrfRound]], number: int, player: int, each: TrfRound) -> None:
    if player not in rows:
        raise BadInput(f"round {number} names player {player}, expected one of the players")
    if number in rows[player]:
        raise BadInput(f"player {player} stands twice in round {number}, expected once")
    rows[player][number] = each


def _filled(row: dict[int, TrfRound]) -> tuple[TrfRound, ...]:
    return tuple(row.get(number, TrfRound()) for number in range(1, max(row, default=0) + 1))
