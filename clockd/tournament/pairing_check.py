"""A Swiss round looked at once more before anybody sees it, by code that shares nothing with what paired it.

Checks what no pairing may break, whoever made it: everybody there paired once, no rematch, no second bye, no forbidden
pair, no colour three times running or three ahead unless a topscorer plays. Says nothing of how good the round is.
Sources: FIDE C.04.1 and C.04.3 (2026) articles 2.1.1 to 2.1.3 (C1 to C3), (2017) C.1 to C.3.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from clockd.errors import ClockdError
from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import OVER_THE_BOARD, Cell, Crosstable, Kind

FAR_AHEAD = 2  # games of one colour more than of the other
IN_A_ROW = 2  # and as many running: one more is refused


class BadPairing(ClockdError):
    """A round breaks an absolute criterion; the text names the players and what they may not do."""


def check_pairing(
    table: Crosstable,
    number: int,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    *,
    absent: Collection[int] = (),
    forbidden: Iterable[tuple[int, int]] = (),
    rounds: int = 0,
    edition: int = 2026,
) -> None:
    """Nothing when round `number` may be published; BadPairing with the first criterion that is broken.

    `pairs` hold White first; `rounds` is the event's number, 0 where it is not known which round is the last.
    """
    round_ = _Round(table, number, rounds, edition)
    _everybody_once(round_, pairs, bye, absent)
    if bye is not None:
        round_.bye(bye)
    apart = {frozenset(pair) for pair in forbidden}
    for white, black in pairs:
        round_.meeting(white, black)
        if {white, black} in apart:
            raise BadPairing(f"{round_.where}: {white} and {black} are not to meet in this event")
        round_.colours(white, black)


def _everybody_once(
    round_: "_Round",
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    absent: Collection[int],
) -> None:
    named = Counter(player for pair in pairs for player in pair)
    if bye is not None:
        named[bye] += 1
    here = {player.number for player in round_.table.players} - set(absent)
    for player, times in sorted(named.items()):
        if player not in here:
            raise BadPairing(f"{round_.where}: player {player} is not there to be paired")
        if times > 1:
            raise BadPairing(f"{round_.where}: player {player} is paired {times} times")
    left_out = sorted(here - set(named))
    if left_out:
        raise BadPairing(f"{round_.where}: player {left_out[0]} is left out")


class _Round:
    """The round in question and what was played before it."""

    def __init__(self, table: Crosstable, number: int, rounds: int, edition: int) -> None:
        self.table, self._number = table, number
        self._is_last, self._edition = number == rounds, edition
        self.where = f"round {number}"

    def bye(self, player: int) -> None:
        """C2: not after a bye, nor after a win's points in a round without a game (2017: after a forfeit won)."""
        for cell in self._before(player):
            if self._bars_from_bye(cell):
                had = "the bye" if cell.kind is Kind.PAB else "a win's points without playing"
                told = f"player {player} had {had} in round {cell.round}"
                raise BadPairing(f"{self.where}: {told} and may not have the bye (C2)")

    def _bars_from_bye(self, cell: Cell) -> bool:
        if cell.kind in (Kind.PAB, Kind.FORFEIT_WIN):
            return True
        asked_for = cell.kind is Kind.FULL_BYE and self._edition == 2017
        without = cell.kind not in OVER_THE_BOARD and not asked_for
        return without and cell.points >= self.table.scoring.win

    def meeting(self, one: int, other: int) -> None:
        """C1: nobody meets the same opponent twice; a forfeited game is no meeting."""
        for cell in self._before(one):
            if cell.opponent == other and cell.kind in OVER_THE_BOARD:
                raise BadPairing(
                    f"{self.where}: {one} and {other} have met in round {cell.round} (C1)"
                )

    def colours(self, white: int, black: int) -> None:
        """C3: a third colour running, or a third one ahead, only where a topscorer plays the last round."""
        if self._is_topscorer(white) or self._is_topscorer(black):
            return
        for player, side in ((white, WHITE), (black, BLACK)):
            sides = self._sides(player)
            if len(sides) >= IN_A_ROW and set(sides[-IN_A_ROW:]) == {side}:
                found = f"player {player} would have {side} three times running"
                raise BadPairing(f"{self.where}: {found} (C3)")
            ahead = sides.count(side) - (len(sides) - sides.count(side))
            if ahead >= FAR_AHEAD:
                found = f"player {player} would have {side} {ahead + 1} times more than the other"
                raise BadPairing(f"{self.where}: {found} colour (C3)")

    def _before(self, player: int) -> list[Cell]:
        return [cell for cell in self.table.row(player) if cell.round < self._number]

    def _sides(self, player: int) -> list[Side]:
        games = (cell for cell in self._before(player) if cell.kind in OVER_THE_BOARD)
        return [cell.side for cell in games if cell.side is not None]

    def _is_topscorer(self, player: int) -> bool:
        earned = sum((cell.points for cell in self._before(player)), start=Fraction(0))
        score = earned + self.table.extra.get(player, Fraction(0))
        return self._is_last and 2 * score > self.table.scoring.win * (self._number - 1)
