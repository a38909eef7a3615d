"""From squares and presses to moves: the recogniser of one game.

A sans-IO object between the inbox and the decider: it is fed what the board and the buttons showed, names its next
deadline, and hands back evidence (moves that stand for good, alerts for the arbiter, the kings' signal). It keeps
rival readings alive until the evidence decides; wrong but confident is the worst it could be. It knows nothing of
clocks, rules of play, disks or the time of day. Instants are integer nanoseconds of the inputs' clock.
Sources: recognition fact sheet; DGT fact sheet sections 12 and 13.
"""

import heapq
from collections.abc import Sequence

import chess

from clockd.game import costs, settling
from clockd.game.beam import Beam, Ranked
from clockd.game.bridge import bridged, bridges
from clockd.game.differences import DifferenceWatch
from clockd.game.doubts import difference_text, press_alert, unfinished
from clockd.game.evidence import BoardAlert, Evidence, KingsSeen, MoveSettled
from clockd.game.kings import KingsWatch, steps_to_centre
from clockd.game.plays import Play
from clockd.game.positions import Position, letters_of, position_of
from clockd.game.press_account import PressAccount
from clockd.game.press_log import PressLog
from clockd.game.readings import Reading, fresh
from clockd.game.second_thoughts import PAST_KEPT, correction
from clockd.game.settling import Doubt, Verdict
from clockd.game.squares import Change, Squares
from clockd.ports import EMPTY, BoardSeen, ClockPressed, Side, SquareChanged
from clockd.units import milliseconds, seconds

SCAN_NS = milliseconds(200)
SET_UP_SQUARES = 10  # more that differ are not play: set-up, or the cable was out
QUIET_NS = seconds(1)  # untouched this long, an upset board is compared with the game
WRONG_NS = seconds(2)  # a difference this old may come from a wrong settled move
MOVED_ON_NS = milliseconds(2500)  # a man that leaves later than this was rightly read there
THINK_AGAIN_NS = milliseconds(700)  # between two searches for it: each takes some time
LAST_MARGIN = 1.0  # at the end of the input no more evidence comes: less than this decides nothing
BRIDGE_FROM_SQUARES = 3  # a full board that tells this much was not preceded by its own events


class Recogniser:
    """Reads one game off its board: `feed` it what is seen, `pass_time` when its deadline has come."""

    def __init__(self, position: chess.Board, *, scan_ns: int = SCAN_NS) -> None:
        node = position_of(position)
        self._pace = costs.pace_of(scan_ns)
        # Before any board was seen, the squares are taken to show the given position.
        self._squares = Squares(letters_of(position), 0)
        self._beam = Beam(node, self._squares, self._pace)
        self._kings = KingsWatch()
        self._now_ns = 0
        self._reset()

    def _reset(self) -> None:
        self._due: list[int] = []
        self._recheck: int | None = None  # in doubt: when to weigh the growing costs again
        self._doubt: Doubt | None = None
        self._undecided_ply = -1  # from here on the order of moves is the arbiter's to say
        self._presses = PressLog(_side(self._beam.position.white_to_move))
        self._account = PressAccount(self._pace)
        self._gave_back: Side | None = None  # whose press after the other's illegal move is none
        self._past: list[tuple[Position, Play]] = []  # settled, each with the position before
        self._agreed_ns = self._now_ns  # when the board last showed a reading exactly
        self._think_again_ns = 0  # not before this: a search is dear
        self._last_change_ns = self._now_ns
        self._differs = DifferenceWatch()
        self._upset = False

    @property
    def position(self) -> chess.Board:
        """The position after the settled moves."""
        return self._beam.position.board

    @property
    def placement(self) -> str:
        """The squares as last seen, 64 characters."""
        return self._squares.placement

    @property
    def shown(self) -> tuple[str, ...]:
        """Moves (UCI) that stand on the board but are not settled: the best reading at this moment."""
        best = self._ranked(self._now_ns)[0][1]
        undecided = best.plays and best.plays[0].ply == self._undecided_ply
        return () if undecided else tuple(play.uci for play in best.plays)

    def start_from(self, position: chess.Board) -> None:
        """Begin anew from a position (a ruling, a restart); what the squares show is kept."""
        self._beam.restart(position_of(position))
        self._reset()
        self._after_change(self._now_ns)

    def next_deadline(self) -> int | None:
        """When `pass_time` will have something to look at, if nothing is fed before."""
        due = [self._due[0]] if self._due else []
        others = (self._kings.due_ns, self._differs.due_ns, self._recheck, self._account.due_ns)
        due += [at for at in others if at is not None]
        return min(due, default=None)

    # --- inputs ------------------------------------------------------------------------------------------------

    def feed(self, seen: SquareChanged | BoardSeen | ClockPressed) -> list[Evidence]:
        """Take in one input; the evidence that it, and the deadlines before it, completed."""
        at_ns = max(seen.at_ns, self._now_ns)
        found = self.pass_time(at_ns)
        self._now_ns = at_ns
        if isinstance(seen, ClockPressed):
            self._press(seen.side, at_ns)
        elif isinstance(seen, SquareChanged):
            self._square(seen, at_ns)
        else:
            self._board(seen.placement, at_ns)
        return found + self._look(at_ns)

    def pass_time(self, now_ns: int) -> list[Evidence]:
        """Everything that was due by now, in order, each at its own instant."""
        found: list[Evidence] = []
        while (due := self.next_deadline()) is not None and due <= now_ns:
            while self._due and self._due[0] <= due:
                heapq.heappop(self._due)
            self._now_ns = max(self._now_ns, due)
            found += self._look(self._now_ns)
        return found

    def finish(self, now_ns: int) -> list[Evidence]:
        """The input has ended: settle what was pressed or answered, if the evidence decides it."""
        found = self.pass_time(now_ns)
        now_ns = max(now_ns, self._now_ns)
        while not self._upset:
            ranked = self._ranked(now_ns)
            plays, best = ranked[0][1].plays, ranked[0][1]
            if not plays or (len(plays) == 1 and plays[0].ply not in best.paid):
                break
            gap = settling.margin(ranked)
            if self._undecided_ply == plays[0].ply:
                break
            if gap < LAST_MARGIN:
                found.append(self._ambiguous(plays[0], now_ns, "the evidence does not decide"))
                break
            doubt = "" if gap >= costs.MARGIN_CLEAR else "settled at the end of the input"
            found += self._settle(best, Verdict(plays[0], plays[0].ply in best.paid, doubt), now_ns)
        return found

    def _press(self, side: Side, at_ns: int) -> None:
        repeated = self._presses.press(side, at_ns, ended=self._beam.position.ended)
        self._beam.press(side is Side.WHITE, at_ns, repeated=repeated)
        self._account.pressed(side is Side.WHITE, at_ns, repeated=repeated)
        if not repeated:
            self._wake(at_ns + costs.NO_MOVE_NS)

    def _square(self, seen: SquareChanged, at_ns: int) -> None:
        change = self._squares.change(at_ns, seen.square, seen.piece or EMPTY)
        if change is not None:
            self._changed([change], at_ns)
        elif seen.piece is None and not self._upset:
            self._squares.echo(at_ns, seen.square)
            self._beam.echo(seen.square, at_ns)

    def _board(self, placement: str, at_ns: int) -> None:
        changes = [
            change
            for square in self._squares.differences(placement)
            if (change := self._squares.change(at_ns, square, placement[square], by_dump=True))
        ]
        self._changed(changes, at_ns, dump=True)
        gap = len(changes) >= BRIDGE_FROM_SQUARES or self._upset
        if gap and not any(reading.agrees for reading in self._beam.readings):
            self._build_bridge(at_ns)

    def _changed(self, changes: list[Change], at_ns: int, *, dump: bool = False) -> None:
        if not changes:
            return
        for change in changes:
            self._note_men(change)
        if self._upset or self._beam.position.ended:
            self._beam.restart(self._beam.position)  # nothing is read as a move now
            self._wake(at_ns + WRONG_NS)  # ... but was the move that ended it the right one?
        else:
            self._beam.changes(changes, at_ns, late=dump)
        self._after_change(at_ns)

    def _note_men(self, change: Change) -> None:
        for man in (change.old, change.new):
            self._presses.touched(man)
            if man in "Kk":
                self._kings.look(self._squares.letters, change.at_ns)

    def _after_change(self, at_ns: int) -> None:
        self._last_change_ns = at_ns
        self._differs.changed(at_ns)
        if self._upset:
            self._calm_down(at_ns)
            return
        least = SET_UP_SQUARES + 1
        for reading in self._beam.readings:
            if reading.agrees:
                self._agreed_ns = at_ns
            if reading.plays and reading.agrees and reading.position.ended:
                self._wake(at_ns + self._pace.game_end_ns)
            least = min(least, max(len(reading.gone), len(reading.stands)))
        if least > SET_UP_SQUARES:
            self._upset = True
            self._beam.restart(self._beam.position)

    def _wake(self, at_ns: int) -> None:
        if at_ns not in self._due:
            heapq.heappush(self._due, at_ns)

    # --- an upset board ----------------------------------------------------------------------------------------

    def _calm_down(self, at_ns: int) -> None:
        """Men are being set up: nothing is read as a move until the board shows the game again."""
        if self._squares.letters == self._beam.position.letters:
            self._upset = False
            self._beam.restart(self._beam.position)
        else:
            self._wake(at_ns + QUIET_NS)

    def _build_bridge(self, at_ns: int) -> None:
        """Take over moves made unseen when exactly one legal sequence explains the board."""
        found = bridges(self._beam.position, self._squares.placement)
        if len(found) != 1:
            return
        if self._upset:
            self._upset = False
            self._beam.restart(self._beam.position)
        root = next((one for one in self._beam.readings if not one.plays), None)
        reading = root.copy() if root else fresh(self._beam.position, self._squares, self._pace)
        pressed = list(self._presses.open)
        for move in found[0]:
            reading = bridged(reading, move, self._squares, at_ns, pressed)
        self._beam.adopt(reading)

    # --- what has become certain -------------------------------------------------------------------------------

    def _look(self, at_ns: int) -> list[Evidence]:
        found: list[Evidence] = []
        self._recheck = None
        if self._kings.due_ns is not None:
            found += self._kings_signal(at_ns)
        if self._upset:
            if at_ns - self._last_change_ns >= QUIET_NS:
                self._build_bridge(at_ns)
            found += self._presses_on_upset(at_ns)
        else:
            found += self._settle_ripe(at_ns)
            found += self._game_ending(at_ns)
            if self._presses.open:
                found += self._empty_presses(at_ns)
            if at_ns >= self._think_again_ns and self._beam.readings[0].open_before(
                at_ns - WRONG_NS
            ):
                found += self._find_back(self._ranked(at_ns)[0][1], at_ns)
        found += self._missed_presses(at_ns)
        if self._presses.played_on and not self._differs.told:
            found += self._differs.tell(self._beam.readings[0], self._squares.letters, at_ns)
        if found or (self._differs.due_ns is not None and at_ns >= self._differs.due_ns):
            found += self._differences(at_ns)
        return found

    def _ranked(self, now_ns: int) -> Ranked:
        ranked = self._beam.ranked(now_ns)
        if self._kings.result is None:
            return ranked
        # While the kings show a result, an unpressed king's step to the centre is no move.
        return [pair for pair in ranked if not steps_to_centre(pair[1])] or ranked

    def _settle_ripe(self, at_ns: int) -> list[Evidence]:
        found: list[Evidence] = []
        while any(reading.plays for reading in self._beam.readings):
            ranked = self._ranked(at_ns)
            best = ranked[0][1]
            if best.plays and (other := settling.other_order(ranked)):
                return [*found, *self._undecided(best, other, at_ns)]
            if not best.plays or (verdict := self._verdict(ranked, at_ns)) is None:
                break
            found += self._settle(best, verdict, at_ns)
        return found

    def _undecided(self, best: Reading, other: Reading, at_ns: int) -> list[Evidence]:
        """Two orders of the same moves, all told by one full board: the arbiter knows, nothing is settled."""
        play = best.plays[0]
        told_at_ns = play.landed_ns + costs.UNDECIDED_NS
        if at_ns < told_at_ns:
            self._wake(told_at_ns)
        if at_ns < told_at_ns or self._undecided_ply == play.ply:
            return []
        self._undecided_ply = play.ply
        ways = " or ".join(" ".join(one.uci for one in each.plays[:3]) for each in (best, other))
        return [BoardAlert(at_ns, "ambiguous", None, f"the board does not tell the order: {ways}")]

    def _verdict(self, ranked: Ranked, at_ns: int) -> Verdict | None:
        best = ranked[0][1]
        first = best.plays[0]
        ripe_ns = settling.ripe_at(best, self._pace)
        if ripe_ns is None or ripe_ns > at_ns:
            if ripe_ns is not None:
                self._wake(ripe_ns)
            return None
        gap, obstacle = settling.margin(ranked), settling.obstacle(best, self._squares)
        pressed = first.ply in best.paid
        close = settling.crowded(self._beam.position, best.plays, self._past[-2:], self._pace)
        doubt = "two moves of one side within a quarter second" if close else ""
        if gap >= costs.MARGIN and not obstacle:
            return Verdict(first, pressed, doubt)
        if self._doubt is None or self._doubt.ply != first.ply:
            self._doubt = Doubt(first.ply, at_ns, self._presses.count)
        if settling.waited_enough(self._doubt, at_ns, self._presses.count):
            unclear = "another reading is nearly as good" if gap < costs.MARGIN_CLEAR else ""
            return Verdict(first, pressed, obstacle or unclear or doubt)
        if at_ns - self._last_change_ns < costs.RECHECK_FOR_NS:
            self._recheck = at_ns + costs.RECHECK_NS
        return None

    def _settle(self, best: Reading, verdict: Verdict, at_ns: int) -> list[Evidence]:
        play = verdict.play
        found: list[Evidence] = [MoveSettled(at_ns, play.uci, play.landed_ns, verdict.pressed)]
        reply = best.plays[1] if len(best.plays) > 1 else None
        if not verdict.pressed and reply is not None and not play.bridged:
            self._beam.forget_press(play)  # the next press is the next move's
        self._account.settled(play, reply)
        self._gave_back = None
        if verdict.doubt:
            found.append(self._ambiguous(play, at_ns, verdict.doubt))
        self._past = [*self._past, (self._beam.position, play)][-PAST_KEPT:]
        self._beam.settle(play.move)
        self._doubt = None
        return found

    def _ambiguous(self, play: Play, at_ns: int, why: str) -> BoardAlert:
        return BoardAlert(at_ns, "ambiguous", _side(play.white), f"{play.uci}: {why}")

    def _game_ending(self, at_ns: int) -> list[Evidence]:
        """Mate, stalemate or a dead position that has stood for more than two scans needs no press."""
        if at_ns - self._last_change_ns < self._pace.game_end_ns:
            return []
        found: list[Evidence] = []
        if any(one.plays and one.agrees and one.position.ended for one in self._beam.readings):
            best = self._ranked(at_ns)[0][1]
            if not best.position.ended and at_ns - self._last_change_ns < costs.RECHECK_FOR_NS:
                self._recheck = at_ns + costs.RECHECK_NS  # a man in the hand may look taken
            while best.plays and best.agrees and best.position.ended:
                play = best.plays[0]
                found += self._settle(best, Verdict(play, play.ply in best.paid, ""), at_ns)
        return found

    def _kings_signal(self, at_ns: int) -> list[Evidence]:
        result = self._kings.take(at_ns)
        if result is None:
            return []
        found: list[Evidence] = []
        pending = None
        best = self._ranked(at_ns)[0][1]
        while best.plays and not steps_to_centre(best):
            play = best.plays[0]
            if len(best.plays) == 1 and play.ply not in best.paid:
                pending = play.uci
                break
            found += self._settle(best, Verdict(play, play.ply in best.paid, ""), at_ns)
        return [*found, KingsSeen(at_ns, result, pending)]

    # --- alerts ------------------------------------------------------------------------------------------------

    def _missed_presses(self, at_ns: int) -> list[Evidence]:
        return [
            BoardAlert(at_ns, "missed-press", _side(play.white), f"{play.uci} was not pressed")
            for play in self._account.missing(at_ns)
        ]

    def _empty_presses(self, at_ns: int) -> list[Evidence]:
        """A press half a second old that no move explains: illegal, or none at all."""
        found: list[Evidence] = []
        ripe = [press for press in self._presses.open if at_ns - press[1] >= costs.NO_MOVE_NS]
        best = self._ranked(at_ns)[0][1] if ripe else self._beam.readings[0]
        for side, pressed_ns in ripe:
            white, age_ns = side is Side.WHITE, at_ns - pressed_ns
            waits = best.waiting.get(white) == pressed_ns
            if waits and age_ns < costs.UNFINISHED_NS and unfinished(best, self._squares, white):
                self._wake(pressed_ns + costs.UNFINISHED_NS)
                continue
            self._presses.open.remove((side, pressed_ns))
            if waits:
                found += self._empty_press(best, side, at_ns)
            for reading in self._beam.readings:
                reading.press_was_nothing(side, pressed_ns)
        return found

    def _empty_press(self, best: Reading, side: Side, at_ns: int) -> list[Evidence]:
        no_game = self._kings.result is not None or self._beam.position.ended
        if no_game or self._gave_back is side or self._account.owes(side is Side.WHITE):
            self._gave_back = None
            return []
        name, detail = press_alert(best, self._squares.letters, side)
        self._gave_back = side.other if name == "illegal-move" else None
        return [BoardAlert(at_ns, name, side, detail)]

    def _presses_on_upset(self, at_ns: int) -> Sequence[Evidence]:
        """Play goes on over a board that shows another game: told once, however fast they play."""
        pressed = bool(self._presses.open)
        self._presses.open.clear()
        if not (self._upset and pressed) or self._differs.told or self._kings.result is not None:
            return []
        return self._differs.tell(self._beam.readings[0], self._squares.letters, at_ns)

    def _differences(self, at_ns: int) -> Sequence[Evidence]:
        """The board keeps saying something else: told once for each state of the board."""
        best = self._ranked(at_ns)[0][1]
        lasting = self._differs.lasting(best, at_ns, self._last_change_ns, upset=self._upset)
        if self._kings.result is not None or not lasting or self._beam.position.ended:
            return []  # after the end the men are being put back
        return self._differs.tell(best, self._squares.letters, at_ns)

    def _find_back(self, best: Reading, at_ns: int) -> list[Evidence]:
        """A settled move that was another one is put right when the whole board has only that explanation."""
        self._think_again_ns = at_ns + THINK_AGAIN_NS
        letters = self._squares.letters
        opened_ns = min([*best.stands.values(), *best.gone.values()], default=at_ns)
        from_ns = min(self._agreed_ns, opened_ns - MOVED_ON_NS)
        unsure = [one for one in self._past if one[1].landed_ns >= from_ns]
        right = correction(unsure, best, letters)
        if right is None:
            return []
        differs = difference_text(letters, best.position.letters)
        detail = f"{differs}: {right.words}; reading goes on from there"
        self._beam.restart(right.position)
        reading = self._beam.readings[0]
        for move in right.tail:
            reading = reading.play(move, self._squares, at_ns, seen=True)
            reading.pressed_like(best)
            self._beam.adopt(reading)
        self._past, self._doubt = [], None
        self._differs.explained()
        return [BoardAlert(at_ns, "position-differs", None, detail, right.position.board.fen())]


def _side(white: bool) -> Side:
    return Side.WHITE if white else Side.BLACK
