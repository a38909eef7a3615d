"""Whose press is missing: each side's presses set against its settled moves, in order, by least lateness.

A press belongs to one move and a move has at most one press. While a player forgets to press and plays on, his next
press could be the late one of the old move or the ordinary one of the new; the account keeps both sides of that
question open until the moves and presses that follow have answered it, and only then names the move. It decides no
move and charges nothing: `costs.py` weighs presses for the readings. Instants are integer nanoseconds.
Source: FIDE Laws 6.2.2 and 12.6; recognition fact sheet section 2 (presses).
"""

from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from clockd.game.costs import Pace
from clockd.game.plays import Play
from clockd.units import milliseconds

KEPT = 5  # moves of a side still weighed: what is older has been answered by then
DECIDED_BY, CLEAR_COST = (
    2,
    0.5,
)  # pressed like the one after it, both without suspicion: no question is left
PRESSES_KEPT = (
    12  # presses beside them; some come before their move is settled, some are for nothing
)
FORGOTTEN = 3.0  # a move that never gets its press: about one in fifty when seconds are left
FOR_NOTHING = 4.0  # a press that no move explains
PLAYED_SINCE = 3.0  # the hand has put another man down since: its press is for that one
LATE_RATE_NS, LATE_MOST = milliseconds(300), 3.0
HABIT_FIRST_NS = milliseconds(
    600
)  # from landing to press without suspicion, of a side not known yet
HABIT_LEAST_NS, HABIT_MOST_NS = milliseconds(300), milliseconds(1600)
EARLY_MOST_NS = milliseconds(2500)  # pressed with a man still in the hand: a castling rook, a queen
EARLY_RATE_NS = milliseconds(1000)
MARGIN = 1.0  # a matching this much better than its rival has decided
ANSWERED_NS = milliseconds(2000)  # a press later than this after the reply is told as missing first


class _Press(NamedTuple):
    at_ns: int
    unused: float  # what it costs that no move explains it


@dataclass(slots=True)
class _Side:
    moves: list[Play] = field(default_factory=list)
    presses: list[_Press] = field(default_factory=list)
    told: set[int] = field(default_factory=set)  # plies named as unpressed, among those kept
    late_ns: int = HABIT_FIRST_NS // 2  # how late this side presses, as it has shown so far
    best: "_Matching | None" = None  # of these moves and presses, once it was asked for

    @property
    def habit_ns(self) -> int:
        return min(HABIT_MOST_NS, max(HABIT_LEAST_NS, 2 * self.late_ns))


class _Matching(NamedTuple):
    cost: float
    press_of: tuple[int | None, ...]  # of each move kept, the instant of its press


class PressAccount:
    """Both sides' settled moves and presses, as far back as they can still be confused."""

    __slots__ = ("_answered_ns", "_news", "_pace", "_sides", "due_ns")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._sides = {True: _Side(), False: _Side()}
        self._answered_ns: dict[int, int] = {}  # ply -> when the reply to it landed
        self._news = False  # a move was settled since the matching was last looked at
        self.due_ns: int | None = None  # when a move may next be named if nothing else happens

    def pressed(self, white: bool, at_ns: int, *, repeated: bool) -> None:
        """A press; `repeated`: nobody else has moved or pressed since the same side's last, so it may be none."""
        side = self._sides[white]
        press = _Press(at_ns, 0.0 if repeated else FOR_NOTHING)
        side.presses = [*side.presses, press][-PRESSES_KEPT:]
        side.best = None

    def settled(self, play: Play, reply: Play | None) -> None:
        """A move that stands for good, and the reply to it if one is seen already."""
        side = self._sides[play.white]
        while len(side.moves) == KEPT or self._clear(side):
            self._close_oldest(side)
        side.moves.append(play)
        side.best = None
        self._news = True
        self._answered_ns[play.ply - 1] = play.landed_ns
        if reply is not None:
            self._answered_ns[play.ply] = reply.landed_ns
        self._answered_ns.pop(play.ply - 2 * KEPT - 2, None)

    def owes(self, white: bool) -> bool:
        """Whether the side's last move was named as unpressed: a press that comes now is its late one."""
        side = self._sides[white]
        return bool(side.moves) and side.moves[-1].ply in side.told

    def missing(self, now_ns: int) -> list[Play]:
        """Moves of which it is now certain that they had no press; each is named once."""
        if not self._news and (self.due_ns is None or now_ns < self.due_ns):
            return []
        found: list[Play] = []
        for side in self._sides.values():
            if not side.moves or len(side.told) == len(side.moves):
                continue
            best = self._matched(side)
            if None not in best.press_of:
                continue
            for number, play in enumerate(side.moves):
                if best.press_of[number] is None and self._certain(side, number, best, now_ns):
                    side.told.add(play.ply)
                    found.append(play)
        self._news, self.due_ns = False, self._next_due()
        return sorted(found, key=lambda play: play.ply)

    def _next_due(self) -> int | None:
        due = [
            self._answered_ns[play.ply] + ANSWERED_NS
            for side in self._sides.values()
            for play in side.moves[-1:]
            if play.ply in self._answered_ns
            and not (play.ply in side.told or play.bridged)
            and self._matched(side).press_of[-1] is None
        ]
        return min(due, default=None)

    # --- certainty ---------------------------------------------------------------------------------------------

    def _certain(self, side: _Side, number: int, best: _Matching, now_ns: int) -> bool:
        play = side.moves[number]
        if play.ply in side.told or play.bridged or play.ply not in self._answered_ns:
            return False
        later = [at for at in best.press_of[number + 1 :] if at is not None]
        if number + 1 == len(side.moves):
            return now_ns >= self._answered_ns[play.ply] + ANSWERED_NS
        if not later:
            return False
        return len(later) > 1 or self._best(side, paid=number).cost - best.cost >= MARGIN

    def _clear(self, side: _Side) -> bool:
        """Whether the oldest move has its ordinary press, and so has the one after it."""
        if len(side.moves) < DECIDED_BY:
            return False
        first, second = self._matched(side).press_of[:2]
        before = first is not None and first < side.moves[1].landed_ns
        return before and second is not None and self._in_turn(side) is not None

    def _close_oldest(self, side: _Side) -> None:
        best = self._matched(side)
        play, pressed_ns = side.moves.pop(0), best.press_of[0]
        side.told.discard(play.ply)
        side.best = None
        if pressed_ns is not None:
            side.presses = [one for one in side.presses if one.at_ns > pressed_ns]
            if play.timed:
                side.late_ns += (max(0, pressed_ns - play.landed_ns) - side.late_ns) // 4
        else:
            following = next((at for at in best.press_of if at is not None), None)
            if following is not None:
                side.presses = [one for one in side.presses if one.at_ns >= following]

    # --- the cheapest matching ---------------------------------------------------------------------------------

    def _matched(self, side: _Side) -> _Matching:
        if side.best is None:
            side.best = self._in_turn(side) or self._best(side)
        return side.best

    def _in_turn(self, side: _Side) -> _Matching | None:
        """Each move with the press that came before the next one landed: no search, where nothing can be cheaper."""
        moves, presses = side.moves, side.presses
        if len(presses) < len(moves):
            return None
        cost = 0.0
        for number, play in enumerate(moves):
            follower = moves[number + 1] if number + 1 < len(moves) else None
            cost += self._pair_cost(side, play, follower, presses[number].at_ns)
        if cost >= FORGOTTEN:
            return None
        cost += sum(press.unused for press in presses[len(moves) :])
        return _Matching(cost, tuple(press.at_ns for press in presses[: len(moves)]))

    def _best(self, side: _Side, *, paid: int | None = None) -> _Matching:
        """The cheapest way to give presses to moves in order; `paid`: this move must have one."""
        unused = accumulate((press.unused for press in side.presses), initial=0.0)
        rows = [_Matching(cost, ()) for cost in unused]
        for number, play in enumerate(side.moves):
            follower = side.moves[number + 1] if number + 1 < len(side.moves) else None
            skip = float("inf") if number == paid else FORGOTTEN
            rows = self._with_move(side, rows, play, follower, skip)
        return rows[-1]

    def _with_move(
        self, side: _Side, before: list[_Matching], play: Play, follower: Play | None, skip: float
    ) -> list[_Matching]:
        """`before[n]`: the moves so far and the first n presses; the same with one move more."""
        rows: list[_Matching] = []
        for count, old in enumerate(before):
            choices = [_Matching(old.cost + skip, (*old.press_of, None))]
            if count:
                press, shorter = side.presses[count - 1], before[count - 1]
                cost = shorter.cost + self._pair_cost(side, play, follower, press.at_ns)
                choices.append(_Matching(cost, (*shorter.press_of, press.at_ns)))
                without = rows[count - 1]
                choices.append(_Matching(without.cost + press.unused, without.press_of))
            rows.append(min(choices, key=lambda one: one.cost))
        return rows

    def _pair_cost(self, side: _Side, play: Play, follower: Play | None, at_ns: int) -> float:
        since = PLAYED_SINCE if follower and follower.timed and follower.landed_ns <= at_ns else 0.0
        late_ns = at_ns - play.landed_ns
        if late_ns >= 0:
            return since + min(LATE_MOST, max(0, late_ns - side.habit_ns) / LATE_RATE_NS)
        if not play.timed or -late_ns <= self._pace.press_early_ns:
            return since
        begun = play.lifted_ns is None or play.lifted_ns <= at_ns
        if not begun or -late_ns > EARLY_MOST_NS:
            return float("inf")
        return since - late_ns / EARLY_RATE_NS
