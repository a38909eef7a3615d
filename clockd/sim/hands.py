"""What hands do to men when they make a move: lifts, puts, slips and the press. Seeded, and blind to scans.

`hand_actions` gives one move as touches with offsets from its first one; a board simulator that scans by itself
plays those on its squares. What a scan then shows is scans.py's business. Offsets are nanoseconds; a man is its FEN
letter, None is an empty square; squares are counted a1, b1, ... h8.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import chess

from clockd.game.positions import letters_of, position_of
from clockd.ports import EMPTY
from clockd.sim.hand_levels import CLUB, Level, Span
from clockd.units import milliseconds

_TRIED_FOR: Span = (milliseconds(250), milliseconds(1200))
_HOVERED_FOR: Span = (milliseconds(1500), milliseconds(5000))
_SLIDE_STOP: Span = (milliseconds(60), milliseconds(350))
_FALLEN_FOR: Span = (milliseconds(300), milliseconds(1500))
_LONG_SLIDE = 0.08  # of the slides: two stops


class Action(NamedTuple):
    """A square truly holds something else from this instant on."""

    offset_ns: int
    square: int
    piece: str | None


@dataclass(frozen=True, slots=True)
class HandMove:
    """One move as hands made it. `landed_ns` is the last man in place, `press_ns` None when nobody pressed."""

    actions: tuple[Action, ...]
    landed_ns: int
    press_ns: int | None


class _Hand:
    """A hand with its own running time: each touch is noted at the instant it has reached."""

    def __init__(self, board: chess.Board, rng: Random, level: Level) -> None:
        self.board, self.rng, self.level = board, rng, level
        self.letters = letters_of(board)
        self.now_ns = 0
        self.actions: list[Action] = []

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def wait(self, span: Span) -> None:
        self.now_ns += self.rng.randint(*span)

    def put(self, square: int, piece: str | None) -> None:
        self.letters[square] = piece or EMPTY
        self.actions.append(Action(self.now_ns, square, piece))

    def lift(self, square: int) -> str:
        """Take the man off; the man."""
        man = self.letters[square]
        self.put(square, None)
        return man

    def carry(self, square: int, man: str) -> None:
        """Carry a man in hand to a square and put it down."""
        self.wait(self.level.carry)
        self.put(square, man)

    def empty_near(self, square: int) -> int | None:
        """An empty square beside this one."""
        near = chess.SquareSet(chess.BB_KING_ATTACKS[square])
        free = [other for other in near if self.letters[other] == EMPTY]
        return self.rng.choice(free) if free else None

    def own_man(self, but: set[int]) -> int | None:
        """A man of the side to move that the move has nothing to do with."""
        own = [s for s in chess.SquareSet(self.board.occupied_co[self.board.turn]) if s not in but]
        return self.rng.choice(own) if own else None


def hand_actions(
    board: chess.Board,
    move: chess.Move,
    rng: Random,
    level: Level = CLUB,
    *,
    avoid: frozenset[int] = frozenset(),
) -> HandMove:
    """The touches of one legal move, and when the player presses after the first of them.

    `avoid` are squares that the next moves need: no man there is knocked over, for who would move a fallen man?
    """
    hand = _Hand(board, rng, level)
    _before(hand, move)
    if board.is_castling(move):
        _castle(hand, move)
    elif board.is_en_passant(move):
        _take_in_passing(hand, move)
    elif board.is_capture(move):
        _take(hand, move)
    else:
        _carry_over(hand, move)
    landed_ns = hand.now_ns
    press_ns = None
    if not hand.chance(level.press_forgotten):
        press_ns = max(0, landed_ns + rng.randint(*level.press))
    _knock_over(hand, move, landed_ns, avoid)
    return HandMove(tuple(sorted(hand.actions, key=lambda one: one[0])), landed_ns, press_ns)


# --- before the move -----------------------------------------------------------------------------------------------


def _before(hand: _Hand, move: chess.Move) -> None:
    if hand.chance(hand.level.adjusted):
        square = hand.own_man({move.from_square, move.to_square})
        if square is not None:
            _off_and_on(hand, square)
    if hand.chance(hand.level.put_back):
        _off_and_on(hand, move.from_square)


def _off_and_on(hand: _Hand, square: int) -> None:
    man = hand.lift(square)
    hand.carry(square, man)
    hand.wait((hand.level.pause[1], 3 * hand.level.pause[1]))


# --- kinds of moves ------------------------------------------------------------------------------------------------


def _carry_over(hand: _Hand, move: chess.Move) -> None:
    if hand.chance(hand.level.put_before_lift) and not move.promotion:
        man = hand.letters[move.from_square]
        hand.put(move.to_square, man)
        hand.now_ns += milliseconds(20)
        hand.put(move.from_square, None)
        return
    man = hand.lift(move.from_square)
    if hand.chance(hand.level.hover):
        hand.wait(_HOVERED_FOR)
    if hand.chance(hand.level.tried):
        _try_elsewhere(hand, move, man)
    elif hand.chance(hand.level.slide):
        _stop_short(hand, move, man)
    _put_down(hand, move, man)


def _try_elsewhere(hand: _Hand, move: chess.Move, man: str) -> None:
    targets = [
        other.to_square
        for other in hand.board.legal_moves
        if other.from_square == move.from_square
        and other.to_square != move.to_square
        and hand.letters[other.to_square] == EMPTY
        and not hand.board.is_castling(other)
        and not other.promotion
    ]
    if targets:
        square = hand.rng.choice(targets)
        hand.carry(square, man)
        hand.wait(_TRIED_FOR)
        hand.lift(square)


def _stop_short(hand: _Hand, move: chess.Move, man: str) -> None:
    way = list(chess.SquareSet(chess.between(move.from_square, move.to_square)))
    if move.to_square < move.from_square:
        way.reverse()
    stops = 2 if hand.chance(_LONG_SLIDE) else 1
    for square in way[-stops:]:
        if hand.letters[square] == EMPTY:
            hand.wait(_SLIDE_STOP)
            hand.put(square, man)
            hand.wait(_SLIDE_STOP)
            hand.lift(square)


def _put_down(hand: _Hand, move: chess.Move, man: str) -> None:
    if move.promotion is None:
        hand.carry(move.to_square, man)
        return
    piece = chess.Piece(move.promotion, hand.board.turn).symbol()
    if hand.chance(hand.level.pawn_on_last_rank):
        hand.carry(move.to_square, man)
        hand.wait(hand.level.pause)
        hand.lift(move.to_square)
    if hand.chance(hand.level.wrong_promotion_first):
        wrong = "R" if piece in "Qq" else "Q"
        hand.carry(move.to_square, wrong if hand.board.turn else wrong.lower())
        hand.wait(hand.level.pause)
        hand.lift(move.to_square)
    hand.carry(move.to_square, piece)


def _take(hand: _Hand, move: chess.Move) -> None:
    way = hand.rng.random()
    if way < hand.level.victim_first:
        victim = hand.lift(move.to_square)
        hand.wait(hand.level.pause)
        man = hand.lift(move.from_square)
        _put_down(hand, move, man)
        _set_victim_down(hand, move, victim)
        return
    man = hand.lift(move.from_square)
    if hand.chance(hand.level.pushed_aside) and move.promotion is None:
        _push_aside(hand, move, man)
        return
    victim = hand.letters[move.to_square]
    if way > hand.level.victim_first + hand.level.swap:
        hand.wait(hand.level.pause)
        hand.lift(move.to_square)
    elif hand.chance(hand.level.slide):
        _stop_short(hand, move, man)
    _put_down(hand, move, man)
    _set_victim_down(hand, move, victim)


def _push_aside(hand: _Hand, move: chess.Move, man: str) -> None:
    victim = hand.letters[move.to_square]
    beside = hand.empty_near(move.to_square)
    hand.carry(move.to_square, man)
    if beside is not None:
        hand.now_ns += milliseconds(5)
        hand.put(beside, victim)
        hand.wait(hand.level.pause)
        hand.lift(beside)


def _set_victim_down(hand: _Hand, move: chess.Move, victim: str) -> None:
    if not hand.chance(hand.level.victim_set_down):
        return
    square = hand.empty_near(move.to_square)
    if square is not None and square != move.from_square:
        hand.wait(hand.level.pause)
        hand.put(square, victim)
        hand.wait(hand.level.pause)
        hand.lift(square)


def _take_in_passing(hand: _Hand, move: chess.Move) -> None:
    victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    if hand.chance(hand.level.victim_first):
        hand.lift(victim)
        hand.wait(hand.level.pause)
        hand.carry(move.to_square, hand.lift(move.from_square))
        return
    hand.carry(move.to_square, hand.lift(move.from_square))
    hand.wait(hand.level.pause)
    hand.lift(victim)


def _castle(hand: _Hand, move: chess.Move) -> None:
    changes = position_of(hand.board).changes(move)
    turn = hand.board.turn
    legs = []
    for kind in (chess.KING, chess.ROOK):
        man = chess.Piece(kind, turn).symbol()
        arrives = next((square for square, letter in changes if letter == man), None)
        if arrives is not None:
            legs.append((_leaves(hand, man, arrives, move), arrives))
    if hand.chance(hand.level.both_in_air):
        men = [(hand.lift(leaves), arrives) for leaves, arrives in legs]
        for man, arrives in men:
            hand.carry(arrives, man)
        return
    if hand.chance(hand.level.rook_first) and len(legs) == 2 and _free(hand, legs[1]):
        legs.reverse()
    _castle_in_turn(hand, legs)


def _free(hand: _Hand, leg: tuple[int, int]) -> bool:
    return hand.letters[leg[1]] == EMPTY


def _castle_in_turn(hand: _Hand, legs: list[tuple[int, int]]) -> None:
    # In Chess960 one man may stand where the other goes: then both leave their squares first.
    if any(not _free(hand, leg) for leg in legs):
        men = [(hand.lift(leaves), arrives) for leaves, arrives in legs]
        for man, arrives in men:
            hand.carry(arrives, man)
        return
    for number, (leaves, arrives) in enumerate(legs):
        if number:
            hand.wait(hand.level.pause)
        hand.carry(arrives, hand.lift(leaves))


def _leaves(hand: _Hand, man: str, arrives: int, move: chess.Move) -> int:
    if man in "Kk":
        return move.from_square
    if hand.letters[move.to_square] == man:  # Chess960 names the rook's square
        return move.to_square
    corner = 7 if arrives > move.from_square or arrives & 7 == 5 else 0
    return (move.from_square & 56) + corner


# --- beside the move -----------------------------------------------------------------------------------------------


def _knock_over(hand: _Hand, move: chess.Move, landed_ns: int, avoid: frozenset[int]) -> None:
    """A man beside the landing square falls over as the hand comes by, and is set up again."""
    if not hand.chance(hand.level.knocked):
        return
    near = chess.SquareSet(chess.BB_KING_ATTACKS[move.to_square])
    men = [s for s in near if hand.letters[s] != EMPTY and s not in avoid]
    if men:
        square = hand.rng.choice(men)
        hand.now_ns = landed_ns
        man = hand.lift(square)
        hand.wait(_FALLEN_FOR)
        hand.put(square, man)
