"""One reading of the board: the moves it believes in, what it cannot explain, and what that costs.

A reading holds a legal position and the squares that do not show it. Each square event opens or closes differences
and is charged for what its end means; a move is believed only when every square it changes shows its result.
Which moves to try is decided in candidates.py, which readings to keep in beam.py, what is settled in settling.py.
Source: recognition fact sheet section 3.
"""

import chess

from clockd.game import costs
from clockd.game.costs import Pace
from clockd.game.plays import Play, Tried, known_instant, landing, landing_square
from clockd.game.positions import IS_WHITE, Position
from clockd.game.squares import Change, Squares
from clockd.ports import EMPTY, Side

OUT, STOOD = (
    1,
    2,
)  # why a standing man is suspect: put there out of turn; the other side moved meanwhile
_OWED_MOST = 4  # landings per side that may still get their press: older ones never do


class Reading:
    """A guess at the moves played since the last settled one, with its cost."""

    __slots__ = (
        "cost",
        "gone",
        "last",
        "nothing",
        "out_charges",
        "out_last",
        "owed",
        "own_last",
        "pace",
        "paid",
        "plays",
        "position",
        "restored",
        "stands",
        "suspect",
        "tried",
        "victim",
        "waiting",
    )

    def __init__(self, position: Position, pace: Pace) -> None:
        self.position = position
        self.pace = pace
        self.cost = 0.0
        self.plays: tuple[Play, ...] = ()
        self.gone: dict[int, int] = {}  # squares whose man is missing, and since when
        self.stands: dict[
            int, int
        ] = {}  # squares where a man stands that should not, and since when
        self.suspect: dict[int, int] = {}  # of those: OUT, STOOD
        self.last: Play | None = None  # the last landing that was seen
        self.own_last: dict[bool, Play] = {}
        self.owed: dict[bool, tuple[Play, ...]] = {True: (), False: ()}  # landings without a press
        self.paid: dict[int, int] = {}  # ply -> instant of its press
        self.waiting: dict[bool, int] = {}  # a press without a move yet
        self.nothing: dict[bool, int] = {}  # the last press charged as one without a move
        self.tried: tuple[Tried, ...] = ()
        self.restored: dict[int, float] = {}  # squares charged as "came back" since the last move
        self.out_charges = 0.0  # out-of-turn costs since the last move
        self.out_last: tuple[str, int] | None = None
        self.victim: tuple[str, int] | None = None  # the last man taken, and when

    def copy(self) -> "Reading":
        """The same reading, to be changed on its own."""
        twin = Reading.__new__(Reading)
        twin.position, twin.pace, twin.cost, twin.plays = (
            self.position,
            self.pace,
            self.cost,
            self.plays,
        )
        twin.gone, twin.stands = self.gone.copy(), self.stands.copy()
        twin.suspect, twin.own_last = self.suspect.copy(), self.own_last.copy()
        twin.owed, twin.paid = self.owed.copy(), self.paid.copy()
        twin.waiting, twin.restored = self.waiting.copy(), self.restored.copy()
        twin.last, twin.tried, twin.nothing = self.last, self.tried, self.nothing.copy()
        twin.out_charges, twin.out_last, twin.victim = self.out_charges, self.out_last, self.victim
        return twin

    @property
    def differs(self) -> set[int]:
        """Squares that do not show this reading's position."""
        return self.gone.keys() | self.stands.keys()

    @property
    def agrees(self) -> bool:
        """Whether every square shows this reading's position."""
        return not self.gone and not self.stands

    def open_before(self, instant_ns: int) -> bool:
        """Whether some square has not shown this reading's position since before that instant."""
        return any(
            since_ns <= instant_ns
            for squares in (self.stands, self.gone)
            for since_ns in squares.values()
        )

    def shows_already(self, square: int, squares: Squares) -> bool:
        """Whether a man of this reading stands where it should."""
        return squares.letters[square] == self.position.letters[square] != EMPTY

    # --- squares -----------------------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """A square changed: close what was open there, open what is new, and charge what the end means."""
        square, new = change.square, change.new
        expected = self.position.letters[square]
        if square in self.stands:
            self._standing_man_left(change)
        if new == expected:
            if self.gone.pop(square, None) is not None and change.old == EMPTY:
                self.cost += costs.CAME_BACK
                self.restored[square] = costs.CAME_BACK
            return
        if expected != EMPTY and square not in self.gone:
            self._man_lifted(change, expected)
        if new != EMPTY:
            self.stands[square] = change.at_ns
            if IS_WHITE[new] != self.position.white_to_move and not self._is_victim(
                new, change.at_ns
            ):
                self.suspect[square] = OUT

    def _is_victim(self, man: str, at_ns: int) -> bool:
        """Whether it is the man just taken, pushed aside or set down on its way off the board."""
        victim = self.victim
        if victim is None or victim[0] != man:
            return False
        return -self.pace.inversion_ns <= at_ns - victim[1] <= costs.SET_DOWN_NS

    def _man_lifted(self, change: Change, man: str) -> None:
        self.gone[change.square] = change.at_ns
        white = IS_WHITE[man]
        own = self.own_last.get(white)
        if white == self.position.white_to_move or own is None or change.new != EMPTY:
            return
        at_once = change.at_ns - own.landed_ns <= costs.LIFTED_AGAIN_NS
        its_own = own.square == change.square and own in self.owed[white]
        if at_once or its_own:
            self.cost += costs.LIFTED_AGAIN

    def _standing_man_left(self, change: Change) -> None:
        since_ns = self.stands.pop(change.square)
        suspect = self.suspect.pop(change.square, 0)
        man = change.old
        charge = costs.GHOST
        if self._misses_like(man, change.square):
            charge = costs.tried_cost(change.at_ns - since_ns)
        elif self._trails(man, since_ns, change.at_ns):
            charge, suspect = costs.SLIDE, suspect & STOOD
        elif self._is_victim(man, since_ns):
            charge, suspect = costs.SET_DOWN, 0
        extra = 0.0
        if suspect & OUT and not self._charged_lately(man, change.at_ns):
            extra += costs.OUT_OF_TURN
        if suspect & STOOD:
            extra += costs.STOOD_THROUGH
        self.out_charges += extra
        self.cost += charge + extra
        self.tried += (Tried(man, change.square, since_ns, change.at_ns, charge),)

    def _trails(self, man: str, since_ns: int, left_ns: int) -> bool:
        """Whether it is the last stop of the slide just ended: the scan came to its goal first, then to the stop."""
        own = self.own_last.get(IS_WHITE[man])
        if own is None or own.man != man or not own.timed:
            return False
        return since_ns <= own.landed_ns and left_ns - own.landed_ns <= self.pace.trail_ns

    def _misses_like(self, man: str, square: int) -> bool:
        letters = self.position.letters
        if any(letters[gone] == man for gone in self.gone if gone != square):
            return True
        # A promotion piece is tried while its pawn is off the board.
        pawn, rank = ("P", 7) if IS_WHITE[man] else ("p", 0)
        return square >> 3 == rank and any(letters[gone] == pawn for gone in self.gone)

    def _charged_lately(self, man: str, at_ns: int) -> bool:
        last = self.out_last
        self.out_last = (man, at_ns)
        return last is not None and last[0] == man and at_ns - last[1] <= costs.OUT_OF_TURN_ONCE_NS

    # --- moves -------------------------------------------------------------------------------------------------

    def play(
        self,
        move: chess.Move,
        squares: Squares,
        now_ns: int,
        *,
        seen: bool,
        unchanged: bool = False,
    ) -> "Reading":
        """The reading that believes in this move too; `seen` is False for a landing that no scan showed.

        `unchanged`: its man stands there, but like it did before (pawn takes, pawn takes back): no instant to see.
        """
        position = self.position
        changes = position.changes(move)
        child = self.copy()
        child.position = position.after(move)
        timed = seen and not unchanged
        landed_ns = landing(move, changes, squares, now_ns) if timed else now_ns
        ply = self.plays[-1].ply + 1 if self.plays else position.board.ply()
        square, man = landing_square(move, changes, position)
        play = Play(
            move,
            position.board.uci(move),
            ply,
            position.white_to_move,
            man,
            square,
            landed_ns,
            seen,
            self.gone.get(move.from_square),
            timed and known_instant(square, man, squares),
        )
        child.plays = (*self.plays, play)
        child.cost += costs.PLAY + child._pace_costs(play) + child._put_cost(play, squares)
        taken = position.letters[square]
        if taken != EMPTY and IS_WHITE[taken] != play.white:
            child.victim = (taken, landed_ns)
        child._forgive_slides(play)
        child._victim_cost(play)
        child._redraw(changes, squares, play.lifted_ns or 0)
        child._blame_bystanders(squares, play.white)
        child._take_press(play, squares)
        child.restored.clear()
        child.out_charges = 0.0
        return child

    def _pace_costs(self, play: Play) -> float:
        cost = 0.0
        own = self.own_last.get(play.white)
        if own is not None:
            cost += self._hand_cost(own, play)
        if play.timed:
            if self.last is not None:
                cost += costs.order_cost(play.landed_ns - self.last.landed_ns, self.pace)
            if own is not None and own.timed:
                cost += costs.own_order_cost(play.landed_ns - own.landed_ns, self.pace)
            self.last = play
        self.own_last[play.white] = play
        return cost

    def _put_cost(self, play: Play, squares: Squares) -> float:
        """A man is put down before it is lifted only by the order of one scan."""
        lifted_ns, origin = play.lifted_ns, play.move.from_square
        if not play.timed:
            return 0.0
        cost = 0.0
        if lifted_ns is not None and not squares.by_dump >> origin & 1:
            cost = costs.put_first_cost(lifted_ns - play.landed_ns, self.pace)
        before = self.plays[-2] if len(self.plays) > 1 else None
        if before and not before.seen and before.lifted_ns is not None:
            # What was taken here unseen had left its own square before its taker landed.
            cost += costs.put_first_cost(before.lifted_ns - play.landed_ns, self.pace)
        return cost

    def _hand_cost(self, own: Play, play: Play) -> float:
        """One hand finishes its move before it takes up the next man."""
        done_ns = own.landed_ns if own.timed else own.lifted_ns
        if done_ns is None or play.lifted_ns is None:
            return 0.0
        return costs.one_hand_cost(play.lifted_ns - done_ns, self.pace)

    def _forgive_slides(self, play: Play) -> None:
        if not self.tried:
            return
        between = chess.between(play.move.from_square, play.square)
        on_the_way = [
            tried
            for tried in self.tried
            if (between >> tried.square & 1 and tried.man == play.man)
            or (play.seen and tried.just_before(play))
            or (not play.seen and tried.square == play.square and tried.man == play.man)
        ]
        if on_the_way:
            self.cost += costs.SLIDE - sum(tried.charged for tried in on_the_way)
        self.tried = tuple(tried for tried in self.tried if IS_WHITE[tried.man] != play.white)

    def _victim_cost(self, play: Play) -> None:
        gone_ns = self.gone.get(play.square)
        if gone_ns is not None:
            early = play.landed_ns - gone_ns - costs.VICTIM_EARLY_NS
            self.cost += max(0, early) / costs.VICTIM_EARLY_RATE_NS

    def _redraw(
        self, changes: tuple[tuple[int, str], ...], squares: Squares, lifted_ns: int
    ) -> None:
        for square, expected in changes:
            shown = squares.letters[square]
            self.gone.pop(square, None)
            stood_ns = self.stands.pop(square, None)
            self.suspect.pop(square, None)
            if shown == expected:
                continue
            if expected != EMPTY:
                # It cannot be missing from where it went since before it was taken up.
                self.gone[square] = max(squares.since[square], lifted_ns)
            if shown != EMPTY:
                self.stands[square] = squares.since[square] if stood_ns is None else stood_ns

    def _blame_bystanders(self, squares: Squares, white_moved: bool) -> None:
        for square in self.stands:
            if IS_WHITE[squares.letters[square]] != white_moved:
                self.suspect[square] = self.suspect.get(square, 0) | STOOD

    # --- presses -----------------------------------------------------------------------------------------------

    def _take_press(self, play: Play, squares: Squares) -> None:
        pressed_ns = self.waiting.pop(play.white, None)
        if pressed_ns is None:
            if not self._explains_press(play):
                self.owe(play)
            return
        by_dump = squares.by_dump >> play.square & 1
        early_ns = self.pace.press_early_dump_ns if by_dump else self.pace.press_early_ns
        known = play.timed or by_dump
        after_ns = play.landed_ns - pressed_ns if known else 0
        if after_ns <= early_ns:
            self.paid[play.ply] = pressed_ns
            self.cost += costs.early_press_cost(after_ns, self.pace)
            return
        if play.lifted_ns is not None and play.lifted_ns <= pressed_ns:
            self.paid[play.ply] = pressed_ns
            self.cost += costs.press_in_hand_cost(after_ns)
            return
        self.cost += costs.PRESS_FOR_NOTHING
        self.owe(play)

    def _explains_press(self, play: Play) -> bool:
        """A landing that nobody saw explains a press already taken for one without a move."""
        pressed_ns = self.nothing.get(play.white)
        if play.timed or pressed_ns is None or (play.lifted_ns or pressed_ns + 1) > pressed_ns:
            return False
        del self.nothing[play.white]
        self.cost += costs.PRESS_BEFORE_SEEN - costs.PRESS_FOR_NOTHING
        self.paid[play.ply] = pressed_ns
        return True

    def owe(self, play: Play) -> None:
        """The landing still lacks its press."""
        self.owed[play.white] = (*self.owed[play.white], play)[-_OWED_MOST:]

    def press(self, white: bool, at_ns: int, *, repeated: bool) -> None:
        """A press pays the oldest landing of its side that lacks one; else it waits for its move."""
        owed = self.owed[white]
        while len(owed) >= 2 and at_ns - owed[0].landed_ns > costs.WRITE_OFF_NS:
            self.cost += costs.WRITTEN_OFF
            owed = owed[1:]
        if owed:
            self._pay(owed[0], at_ns)
            self.owed[white] = owed[1:]
        elif not repeated:
            if white in self.waiting:
                self.cost += costs.PRESS_FOR_NOTHING
                self.nothing[white] = self.waiting[white]
            self.waiting[white] = at_ns

    def _pay(self, play: Play, at_ns: int) -> None:
        self.cost += costs.late_press_cost(at_ns - play.landed_ns)
        if play.square in self.gone:
            self.cost += costs.PRESS_IN_THE_AIR
        self.paid[play.ply] = at_ns

    def press_was_nothing(self, side: Side, pressed_ns: int) -> bool:
        """Close a press that no move came to; whether it was still waiting."""
        white = side == "white"
        if self.waiting.get(white) != pressed_ns:
            return False
        del self.waiting[white]
        self.cost += costs.PRESS_FOR_NOTHING
        self.nothing[white] = pressed_ns
        return True

    def pressed_like(self, other: "Reading") -> None:
        """Take over the presses of another reading of as many moves."""
        self.paid, self.waiting = other.paid.copy(), other.waiting.copy()
        for white, owed in self.owed.items():
            self.owed[white] = tuple(play for play in owed if play.ply not in self.paid)

    # --- what is open now --------------------------------------------------------------------------------------

    def total(self, now_ns: int, squares: Squares) -> float:
        """The cost with what is open now, not charged for good."""
        total = self.cost
        for since_ns in self.gone.values():
            total += costs.open_cost(
                now_ns - since_ns, costs.MISSING, costs.MISSING_RATE_NS, costs.MISSING_MOST
            )
        for square, since_ns in self.stands.items():
            total += costs.open_cost(
                now_ns - since_ns, costs.STANDING, costs.STANDING_RATE_NS, costs.STANDING_MOST
            )
            total += self._standing_extra(square, squares.letters[square])
        for pressed_ns in self.waiting.values():
            stale = now_ns - pressed_ns > self.pace.press_stale_ns
            total += costs.PRESS_FOR_NOTHING if stale else costs.PRESS_WAITING
        return total + self._unpressed_cost(now_ns)

    def _standing_extra(self, square: int, man: str) -> float:
        extra = costs.OUT_OF_TURN if self.suspect.get(square, 0) & OUT else 0.0
        own = self.position.letters[square]
        if own != EMPTY and IS_WHITE[own] == IS_WHITE[man]:
            extra += costs.ON_OWN_MAN
        return extra

    def _unpressed_cost(self, now_ns: int) -> float:
        if not self.plays:
            return 0.0
        cost, settled = 0.0, self.plays[0].ply
        for owed in self.owed.values():
            for play in owed:
                late_ns = now_ns - play.landed_ns - costs.UNPRESSED_AFTER_NS
                if late_ns > 0 and play.ply >= settled:
                    cost += min(costs.UNPRESSED_MOST, late_ns / costs.UNPRESSED_RATE_NS)
        return cost


def fresh(position: Position, squares: Squares, pace: Pace) -> Reading:
    """The reading that nothing has been played: every square that differs is open since it changed."""
    reading = Reading(position, pace)
    for square, (shown, expected) in enumerate(zip(squares.letters, position.letters, strict=True)):
        if shown != expected:
            if expected != EMPTY:
                reading.gone[square] = squares.since[square]
            if shown != EMPTY:
                reading.stands[square] = squares.since[square]
    return reading
