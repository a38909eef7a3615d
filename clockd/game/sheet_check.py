"""A scoresheet against the game that was played: each difference, named, at the move where it stands.

The entries are laid beside the plies so that one move left out does not spoil the rest: the cheapest of all
alignments, where each kind of difference has its cost. Keeps out files and the words of the sheet (sheet_words).
Sources: interfaces.md section 4; Laws 8.1.1, 8.1.3, 8.1.5, 8.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import chess

from clockd.game.sheet_legal import Legal
from clockd.game.sheet_words import Side, Written

FindingKind = Literal[
    "wrong",
    "missing",
    "illegible",
    "ambiguous",
    "impossible",
    "extra",
    "swapped",
    "offer-missing",
    "behind",
]

ALLOWED_BEHIND = 2  # plies: his own last move and the reply before it (8.1.3)

# What a difference costs, so that the likeliest slip of a writing hand is the cheapest explanation. In hundredths.
COSTS: dict[str, int] = {
    "illegible": 100,  # something stands there, in its place
    "gap": 100,  # the player himself left the place free
    "ambiguous": 100,  # it can mean the move that was played
    "swapped": 250,  # one slip for two entries
    "missing": 200,  # a move left out is commoner than a wrong one
    "extra": 360,  # more than an impossible one: a sheet that ends with it is wrong there
    "wrong": 300,  # less than a move left out together with one too many
    "impossible": 350,
}
WHOLE_PAIR = (
    -30
)  # both moves of a number left out are one slip, more than the two moves' sides weigh
OWN_MOVE = 20  # a slip in the opponent's move is likelier than in one's own
OTHER_PLACE = 25  # the sheet's own number says otherwise
OTHER_SIDE = 40  # an entry in White's column stands rather for White's move


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference. `written` is None where nothing stands, `played` where nothing was played."""

    move: int
    side: Side
    written: str | None
    played: str | None
    kind: FindingKind


@dataclass(frozen=True, slots=True)
class Played:
    """The game: the positions before each ply, the moves, and after which plies a draw was offered."""

    start: chess.Board
    moves: tuple[chess.Move, ...]
    offers: frozenset[int] = (
        frozenset()
    )  # plies made when it was offered: 0 is before the first move


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings in the order of the game, how many moves were compared, how many plies the sheet is short of."""

    findings: tuple[Finding, ...]
    moves_checked: int
    behind_plies: int


def check_sheet(
    played: Played,
    sheet: Sequence[Written],
    owner: Side | None = None,
    exempt_from: int | None = None,
) -> Checked:
    """Every difference between a sheet and the game.

    `owner` is whose sheet it is; from ply `exempt_from` (0-based) on nothing need be written (8.4).
    """
    return _Comparison(played, sheet, owner).result(exempt_from)


@dataclass(frozen=True, slots=True)
class _Step:
    """How one cell of the alignment was reached: plies and entries taken, and what that says."""

    kind: str
    plies: int
    entries: int


_SAME = _Step("same", 1, 1)
_MISSING, _EXTRA, _SWAPPED = _Step("missing", 1, 0), _Step("extra", 0, 1), _Step("swapped", 2, 2)
_PAIR_MISSING = _Step("missing", 2, 0)
_PAIRED = {
    kind: _Step(kind, 1, 1) for kind in ("gap", "illegible", "ambiguous", "wrong", "impossible")
}


class _Comparison:
    """One sheet beside one game, aligned from the end backwards."""

    def __init__(self, played: Played, sheet: Sequence[Written], owner: Side | None) -> None:
        self._sheet, self._owner, self._moves = sheet, owner, played.moves
        self._offers = played.offers
        self._legal: list[Legal] = []
        self._san: list[str] = []
        self._place: list[tuple[int, Side]] = []
        board = played.start.copy(stack=False)
        for move in played.moves:
            self._legal.append(Legal(board))
            self._place.append((board.fullmove_number, "white" if board.turn else "black"))
            self._san.append(board.san(move))
            board.push(move)
        self._steps = self._align()

    # -- alignment --------------------------------------------------------------------------------

    def _align(self) -> list[tuple[_Step, int, int]]:
        """The cheapest way through, as (step, ply, entry) in the order of the game."""
        plies, entries = len(self._moves), len(self._sheet)
        # Past the last entry nothing costs: the sheet ends there, and how far behind it is, is measured apart.
        below: list[int] = [COSTS["extra"] * (entries - entry) for entry in range(entries + 1)]
        two_below: list[int] | None = None
        chosen: list[list[_Step | None]] = [[_EXTRA] * entries + [None]]
        for ply in range(plies - 1, -1, -1):
            costs, steps = self._row(ply, below, two_below)
            chosen.append(steps)
            below, two_below = costs, below
        chosen.reverse()
        way: list[tuple[_Step, int, int]] = []
        ply = entry = 0
        while (step := chosen[ply][entry]) is not None:
            way.append((step, ply, entry))
            ply, entry = ply + step.plies, entry + step.entries
        return way

    def _row(
        self, ply: int, below: list[int], two_below: list[int] | None
    ) -> tuple[list[int], list[_Step | None]]:
        entries = len(self._sheet)
        costs = [0] * (entries + 1)
        chosen: list[_Step | None] = [None] * (entries + 1)
        missing = COSTS["missing"] + self._own(ply)
        whole_pair = 2 * COSTS["missing"] + OWN_MOVE * (self._owner is not None) + WHOLE_PAIR
        pairs = two_below if self._place[ply][1] == "white" else None
        for entry in range(entries - 1, -1, -1):
            step, cost = self._pair(ply, entry)
            best, taken = below[entry + 1] + cost, step
            if below[entry] + missing < best:
                best, taken = below[entry] + missing, _MISSING
            if pairs is not None and pairs[entry] + whole_pair < best:
                best, taken = pairs[entry] + whole_pair, _PAIR_MISSING
            if costs[entry + 1] + COSTS["extra"] < best:
                best, taken = costs[entry + 1] + COSTS["extra"], _EXTRA
            if (
                step is not _SAME
                and two_below is not None
                and entry + 1 < entries
                and two_below[entry + 2] + COSTS["swapped"] < best
                and self._is_exchanged(ply, entry)
            ):
                best, taken = two_below[entry + 2] + COSTS["swapped"], _SWAPPED
            costs[entry], chosen[entry] = best, taken
        return costs, chosen

    def _own(self, ply: int) -> int:
        return OWN_MOVE if self._place[ply][1] == self._owner else 0

    def _pair(self, ply: int, entry: int) -> tuple[_Step, int]:
        """What an entry says when it stands for this ply, and what that costs."""
        written = self._sheet[entry]
        number, side = self._place[ply]
        place = OTHER_PLACE if written.numbered and written.number != number else 0
        place += OTHER_SIDE if written.numbered and written.side != side else 0
        if written.kind in ("gap", "illegible"):
            return _PAIRED[written.kind], COSTS[written.kind] + place
        meant = self._legal[ply].meant(written.move)
        if self._moves[ply] in meant:
            if len(meant) == 1:
                return _SAME, place
            return _PAIRED["ambiguous"], COSTS["ambiguous"] + place
        kind = "wrong" if meant else "impossible"
        return _PAIRED[kind], COSTS[kind] + self._own(ply) + place

    def _is_exchanged(self, ply: int, entry: int) -> bool:
        """The two entries are the two plies, the other way round."""
        first, second = self._sheet[entry : entry + 2]
        return self._moves[ply + 1] in self._legal[ply + 1].meant(first.move) and self._moves[
            ply
        ] in self._legal[ply].meant(second.move)

    # -- findings ---------------------------------------------------------------------------------

    def result(self, exempt_from: int | None) -> Checked:
        reached = max((ply + step.plies for step, ply, _ in self._steps), default=0)
        duty = len(self._moves) if exempt_from is None else min(exempt_from, len(self._moves))
        findings: list[Finding] = []
        compared = 0
        for step, ply, entry in self._steps:
            compared += step.plies if step.entries else 0
            if not step.entries:
                left_out = range(ply, min(ply + step.plies, duty))
                findings += [self._finding("missing", each, None) for each in left_out]
                continue
            findings += self._of_step(step, ply, entry)
        behind = max(0, duty - reached)
        if behind > ALLOWED_BEHIND:
            findings.append(self._finding("behind", reached, None))
        return Checked(tuple(findings), compared, behind)

    def _of_step(self, step: _Step, ply: int, entry: int) -> list[Finding]:
        written = self._sheet[entry]
        if step is _EXTRA:
            return [Finding(written.number, written.side, written.text, None, "extra")]
        found: list[Finding] = []
        if step is not _SAME:
            kind = "missing" if step.kind == "gap" else step.kind
            found.append(self._finding(kind, ply, written.text))
        if step is not _SWAPPED:
            found += self._offer(ply, entry)
        elif not (written.offer or self._sheet[entry + 1].offer):  # beside either will do
            found += [each for turn in (0, 1) for each in self._offer(ply + turn, entry + 1 - turn)]
        return found

    def _offer(self, ply: int, entry: int) -> list[Finding]:
        """(=) belongs behind the offering side's move on both sheets (8.1.5); one entry later is still a record."""
        marked = self._sheet[entry].offer
        made = ply + 1
        if made in self._offers and not marked:
            late = entry + 1 < len(self._sheet) and self._sheet[entry + 1].offer
            if not (late and made + 1 not in self._offers):
                return [self._finding("offer-missing", ply, self._sheet[entry].text)]
        return []

    def _finding(self, kind: str, ply: int, written: str | None) -> Finding:
        number, side = self._place[ply]
        return Finding(number, side, written, self._san[ply], kind)  # type: ignore[arg-type]
