"""What a scanning board and two buttons show of a game played by hands: the event stream of recogniser tests.

The board looks at its squares one after another (a8 first, each once a scan) and reports those that changed since
its last look, a line's delay later; it may be made to err as a hostile level asks. `play_game` is the whole road
from moves to inputs; nothing here knows what the recogniser does with them. Source: DGT fact sheet sections 12, 15.
"""

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import chess

from clockd.game.positions import letters_of, position_of
from clockd.ports import EMPTY, BoardSeen, ClockPressed, Side, SquareChanged
from clockd.sim.hand_levels import CLUB, Level
from clockd.sim.hands import HandMove, hand_actions
from clockd.units import milliseconds, seconds

Seen = SquareChanged | BoardSeen | ClockPressed

LINE_NS = milliseconds(6)  # five bytes at 9600 baud and a little
DUMP_AFTER_NS = milliseconds(300)  # from press to the full board that the table asks for
_START_NS = seconds(1)
_SOON = 8  # half-moves within which a man that fell over is surely up again


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was shown: the inputs in order, and when each move truly landed."""

    seen: list[Seen]
    landed_ns: list[int]
    updates: int  # square changes reported
    press_ns: list[int | None]  # of each move; None when nobody pressed
    hidden: tuple[
        int, ...
    ]  # plies that no scan showed, whose man then went on by itself: nobody can read them


@dataclass(frozen=True, slots=True)
class Touch:
    """A square truly changes; `order` keeps touches of one instant in the order they were made."""

    at_ns: int
    order: int
    square: int
    piece: str


def play_game(
    board: chess.Board,
    moves: Sequence[chess.Move],
    rng: Random,
    level: Level = CLUB,
    *,
    scan_ns: int = milliseconds(200),
) -> Played:
    """The inputs that a whole game gives when these hands play it on a board with this scan."""
    touches, presses, landed, pressed = _play_hands(board.copy(stack=False), moves, rng, level)
    scanner = _Scanner(letters_of(board), rng, level, scan_ns)
    end_ns = max([touch.at_ns for touch in touches] + [at for at, _ in presses], default=0)
    seen = scanner.run(touches, presses, end_ns + seconds(1))
    hidden = _hidden(board, moves, landed, scanner.looked)
    return Played(seen, landed, scanner.updates, pressed, hidden)


def _hidden(
    board: chess.Board,
    moves: Sequence[chess.Move],
    landed: Sequence[int],
    looked: dict[tuple[int, str], list[int]],
) -> tuple[int, ...]:
    """Plies that nobody could read: no scan showed the man before it went on (taken there, it can be inferred)."""
    position, hidden = position_of(board), set()
    arrived: dict[int, tuple[int, str]] = {}  # square -> ply and man that came to stand there
    for ply, move in enumerate(moves):
        changes = position.changes(move)
        for square, letter in changes:
            left = arrived.pop(square, None)
            # A man taken there is explained by its taker, unless nobody knows what a pawn had become.
            inferred = left is not None and letter != EMPTY and not moves[left[0]].promotion
            if left and not inferred and not _was_seen(looked, square, left, landed, ply):
                hidden.add(left[0])
        arrived.update({square: (ply, man) for square, man in changes if man != EMPTY})
        position = position.after(move)
    return tuple(sorted(hidden))


def _was_seen(
    looked: dict[tuple[int, str], list[int]],
    square: int,
    arrival: tuple[int, str],
    landed: Sequence[int],
    left_ply: int,
) -> bool:
    ply, man = arrival
    from_ns = (
        landed[ply - 1] if ply else 0
    )  # the last touch may be a victim's or a rook's, not this man's
    return any(from_ns <= at <= landed[left_ply] for at in looked.get((square, man), ()))


def _play_hands(
    board: chess.Board, moves: Sequence[chess.Move], rng: Random, level: Level
) -> tuple[list[Touch], list[tuple[int, Side]], list[int], list[int | None]]:
    now_ns = _START_NS
    touches: list[Touch] = []
    presses: list[tuple[int, Side]] = []
    landed: list[int] = []
    pressed: list[int | None] = []
    busy: set[int] = set()  # squares of the move before
    own_ready = {True: 0, False: 0}  # a hand is back from its last move and press
    for number, move in enumerate(moves):
        if rng.random() < level.illegal_first:
            now_ns = _illegal_move(board, rng, now_ns, touches, presses)
        soon = moves[number + 1 : number + 1 + _SOON]
        avoid = frozenset(square for one in soon for square in (one.from_square, one.to_square))
        hand = hand_actions(board, move, rng, level, avoid=avoid)
        start_ns = max(now_ns, own_ready[board.turn])
        if landed:
            start_ns = _after_landing(hand, start_ns, landed[-1], busy)
        busy = {action.square for action in hand.actions}
        for action in hand.actions:
            at_ns = start_ns + action.offset_ns
            touches.append(Touch(at_ns, len(touches), action.square, action.piece or EMPTY))
        landed.append(start_ns + hand.landed_ns)
        done_ns = landed[-1]
        pressed.append(None if hand.press_ns is None else start_ns + hand.press_ns)
        if pressed[-1] is not None:
            done_ns = max(done_ns, pressed[-1])
            presses.append((pressed[-1], _side(board.turn)))
        own_ready[board.turn] = done_ns
        now_ns = _next_start(rng, level, landed[-1], done_ns)
        board.push(move)
    return touches, presses, landed, pressed


def _after_landing(hand: HandMove, start_ns: int, landed_ns: int, busy: set[int]) -> int:
    """A reply may begin before the move is finished, but puts no man down and touches none of its squares."""
    first = next(a.offset_ns for a in hand.actions if a.piece is not None or a.square in busy)
    return max(start_ns, landed_ns + milliseconds(20) - first)


def _next_start(rng: Random, level: Level, landed_ns: int, done_ns: int) -> int:
    if level.overlap is not None:
        return landed_ns + rng.randint(*level.overlap)
    return done_ns + rng.randint(*level.think)


def _illegal_move(
    board: chess.Board,
    rng: Random,
    now_ns: int,
    touches: list[Touch],
    presses: list[tuple[int, Side]],
) -> int:
    """A man put where it may not go, pressed, and taken back; the instant at which play goes on."""
    own = list(chess.SquareSet(board.occupied_co[board.turn]))
    free = [s for s in chess.SQUARES if board.piece_at(s) is None]
    origin, landing = rng.choice(own), rng.choice(free)
    piece = board.piece_at(origin)
    if piece is None or any(
        m.from_square == origin and m.to_square == landing for m in board.legal_moves
    ):
        return now_ns
    steps = ((0, origin, EMPTY), (300, landing, piece.symbol()), (2000, landing, EMPTY))
    for after_ms, square, man in (*steps, (2300, origin, piece.symbol())):
        at_ns = now_ns + milliseconds(after_ms)
        touches.append(Touch(at_ns, len(touches), square, man))
    presses.append((now_ns + milliseconds(600), _side(board.turn)))
    presses.append((now_ns + milliseconds(1800), _side(not board.turn)))
    return now_ns + milliseconds(3300)


def _side(white: bool) -> Side:
    return Side.WHITE if white else Side.BLACK


class _Scanner:
    """The board's own eye: its scan table, and the faults of a hostile level."""

    def __init__(self, letters: list[str], rng: Random, level: Level, scan_ns: int) -> None:
        self.true = letters.copy()
        self.table = letters.copy()  # what the board believes; a dump shows this
        self.rng, self.level = rng, level
        self.step_ns = scan_ns // 64
        self.updates = 0
        self.looked: dict[tuple[int, str], list[int]] = {}  # when a man was newly seen on a square
        self.faults: dict[int, str] = {}  # squares that read wrong for one scan

    def run(
        self, touches: Iterable[Touch], presses: list[tuple[int, Side]], end_ns: int
    ) -> list[Seen]:
        """Every input up to `end_ns`, in the order of their instants."""
        pending = sorted(touches, key=lambda touch: (touch.at_ns, touch.order), reverse=True)
        dumps = [at + DUMP_AFTER_NS for at, _ in presses] if self.level.dump_after_press else []
        heapq.heapify(dumps)
        seen: list[Seen] = [BoardSeen(0, "".join(self.table))]
        now_ns = self.rng.randrange(64 * self.step_ns)
        while now_ns < end_ns:
            if not pending and not dumps and self.table == self.true and not self.faults:
                break
            self._draw_fault()
            for field in range(64):
                square = field ^ 56  # fields are counted from a8
                while pending and pending[-1].at_ns <= now_ns:
                    touch = pending.pop()
                    self.true[touch.square] = touch.piece
                self._look(square, now_ns, seen)
                now_ns += self.step_ns
                while dumps and dumps[0] <= now_ns:
                    seen.append(BoardSeen(heapq.heappop(dumps) + LINE_NS, "".join(self.table)))
        seen += [ClockPressed(at_ns, side) for at_ns, side in presses]
        return sorted(seen, key=lambda one: one.at_ns)

    def _look(self, square: int, now_ns: int, seen: list[Seen]) -> None:
        reads = self.faults.pop(square, None) if self.faults else None
        reads = self.true[square] if reads is None else reads
        if reads == self.table[square]:
            return
        self.table[square] = reads
        self.looked.setdefault((square, reads), []).append(now_ns)
        if self.rng.random() < self.level.lost:
            return
        self.updates += 1
        seen.append(SquareChanged(now_ns + LINE_NS, square, None if reads == EMPTY else reads))

    def _draw_fault(self) -> None:
        """Now and then a standing man reads as nothing, or as another, until the next look at its square."""
        share = (self.level.drop_out + self.level.misread) / 5  # about five scans a half-move
        if share and self.rng.random() < share:
            men = [square for square in range(64) if self.true[square] != EMPTY]
            square = self.rng.choice(men)
            empty = self.rng.random() * (self.level.drop_out + self.level.misread)
            wrong = EMPTY if empty < self.level.drop_out else self.rng.choice("PNBRQpnbrq")
            self.faults[square] = wrong
