"""A second model of hands and board, independent of clockd/sim: men travel on paths, sensors look at fields.

Every man in motion has a place in space (files, ranks, height above the board); a line of eight sensors looks at its
fields eight times a scan and reports what stands, or passes, low enough and near enough to a field's centre. Slides,
men pushed aside, men off their centre and men knocked over are therefore nothing special: they follow from the paths.
Times are milliseconds here, nanoseconds in what is shown. Figures: DGT fact sheet sections 12 and 15.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import chess

from clockd.ports import BoardSeen, ClockPressed, Side, SquareChanged
from clockd.units import milliseconds

Seen = SquareChanged | BoardSeen | ClockPressed
Point = tuple[float, float, float, float]  # instant, file, rank, height; a field is one wide

LOW = 0.5  # a man higher than this is not felt
NEAR = 0.46  # nor one further from the centre than this
HIGH = 1.2  # how high a hand carries
OFF_BOARD = 9.5  # the file on which taken men and new queens are


@dataclass(frozen=True)
class Style:
    """How a player moves; shares are of moves, times milliseconds."""

    name: str
    think: tuple[float, float]  # from the opponent's landing to the lift
    field_ms: float  # per field travelled
    grip_ms: float  # lifting, and setting down
    press: tuple[float, float]  # mean and spread, from letting go
    forget: float = 0.0
    slide: float = 0.0
    aside: float = 0.0
    swap: float = 0.5
    two_hands: float = 0.0
    adjust: float = 0.0
    knock: float = 0.0
    hesitate: float = 0.0
    flicker: float = 0.0  # per half-move
    misread: float = 0.0  # per half-move
    lost: float = 0.0  # per report
    dumps: bool = False


CLEAN = Style("clean", (1500, 5000), 60, 120, (550, 120))
CLUB = replace(
    CLEAN,
    name="club",
    think=(700, 5000),
    press=(500, 200),
    slide=0.15,
    aside=0.1,
    two_hands=0.1,
    adjust=0.02,
    hesitate=0.02,
)
SCRAMBLE = replace(
    CLUB,
    name="scramble",
    think=(-60, 650),
    field_ms=25,
    grip_ms=50,
    press=(130, 70),
    forget=0.012,
    slide=0.1,
    swap=0.75,
    adjust=0.0,
    knock=0.008,
    hesitate=0.01,
)
HOSTILE = replace(
    SCRAMBLE,
    name="hostile",
    think=(60, 1200),
    field_ms=35,
    press=(250, 130),
    adjust=0.01,
    flicker=0.012,
    misread=0.008,
    lost=0.006,
    dumps=True,
)
STYLES = (CLEAN, CLUB, SCRAMBLE, HOSTILE)


@dataclass(frozen=True)
class Leg:
    """One man on its way from a field (or from beside the board) to another (or off it)."""

    man: str
    leaves: int | None
    rests: int | None
    path: tuple[Point, ...]

    def at(self, now: float) -> tuple[float, float, float]:
        for (t0, *a), (t1, *b) in zip(self.path, self.path[1:], strict=False):
            if now < t1:
                part = max(0.0, (now - t0) / (t1 - t0))
                x, y, z = (p + (q - p) * part for p, q in zip(a, b, strict=True))
                return x, y, z
        return self.path[-1][1:]

    @property
    def begins(self) -> float:
        return self.path[0][0]

    @property
    def ends(self) -> float:
        return self.path[-1][0]


@dataclass
class Shown:
    """What board and buttons showed, and the truth behind it."""

    seen: list[Seen]
    landed: list[float]
    unpressed: set[int]
    unreadable: bool  # a man landed and went on between two looks: nobody could know


def place(square: int | None) -> tuple[float, float]:
    return (OFF_BOARD, 3.5) if square is None else (square & 7, square >> 3)


def leg(
    man: str, leaves: int | None, rests: int | None, begins: float, style: Style, height: float
) -> Leg:
    """A man carried at this height from field to field."""
    (x0, y0), (x1, y1) = place(leaves), place(rests)
    way = max(abs(x1 - x0), abs(y1 - y0), 1.0)
    up, over = begins + style.grip_ms, begins + style.grip_ms + way * style.field_ms
    end = over + style.grip_ms
    path = ((begins, x0, y0, 0.0), (up, x0, y0, height), (over, x1, y1, height), (end, x1, y1, 0.0))
    return Leg(man, leaves, rests, path)


# --- the moves -----------------------------------------------------------------------------------------------------


def legs_of(
    board: chess.Board, move: chess.Move, start: float, style: Style, rng: Random
) -> list[Leg]:
    """The paths of all men that a legal move puts in motion, from `start` on."""
    man = symbol(board, move.from_square)
    height = 0.3 if rng.random() < style.slide and man not in "Nn" else HIGH
    if board.is_castling(move):
        return castling(board, move, start, style, rng)
    if board.is_en_passant(move):
        victim = chess.square(
            chess.square_file(move.to_square), chess.square_rank(move.from_square)
        )
        first = leg(man, move.from_square, move.to_square, start, style, HIGH)
        return [first, off(board, victim, first.ends + rng.uniform(40, 300), style)]
    if move.promotion:
        return promotion(board, move, start, style, rng)
    if not board.is_capture(move):
        if rng.random() < style.hesitate:
            return hesitation(board, move, start, style, rng)
        return [leg(man, move.from_square, move.to_square, start, style, height)]
    return capture(board, move, start, style, rng)


def capture(
    board: chess.Board, move: chess.Move, start: float, style: Style, rng: Random
) -> list[Leg]:
    man, target = symbol(board, move.from_square), move.to_square
    if rng.random() < style.aside:
        mover = leg(man, move.from_square, target, start, style, 0.3)
        x, y = place(target)
        near = mover.ends - style.grip_ms
        pushed = ((near - 30, x, y, 0.0), (near, x + 0.7, y, 0.0), (near + 250, x + 0.7, y, 0.0))
        gone = (*pushed, (near + 350, OFF_BOARD, 3.5, HIGH), (near + 500, OFF_BOARD, 3.5, HIGH))
        return [mover, Leg(symbol(board, target), target, None, gone)]
    if rng.random() < style.swap:
        mover = leg(man, move.from_square, target, start, style, HIGH)
        return [mover, off(board, target, mover.ends - rng.uniform(60, 140), style)]
    victim = off(board, target, start, style)
    return [victim, leg(man, move.from_square, target, start + rng.uniform(80, 300), style, HIGH)]


def castling(
    board: chess.Board, move: chess.Move, start: float, style: Style, rng: Random
) -> list[Leg]:
    king, rank = move.from_square, move.from_square & 56
    short = chess.square_file(move.to_square) > chess.square_file(king)
    corner, beside = (rank + 7, rank + 5) if short else (rank, rank + 3)
    target = rank + (6 if short else 2)
    first = leg(symbol(board, king), king, target, start, style, HIGH)
    both = rng.random() < style.two_hands
    rook_at = start + rng.uniform(10, 120) if both else first.ends + rng.uniform(60, 300)
    return [first, leg(symbol(board, corner), corner, beside, rook_at, style, HIGH)]


def promotion(
    board: chess.Board, move: chess.Move, start: float, style: Style, rng: Random
) -> list[Leg]:
    pawn, target = symbol(board, move.from_square), move.to_square
    assert move.promotion is not None
    piece = chess.Piece(move.promotion, board.turn).symbol()
    legs = []
    if board.is_capture(move):
        legs.append(off(board, target, start, style))
        start = legs[0].begins + 2 * style.grip_ms
    if rng.random() < 0.5:
        legs.append(leg(pawn, move.from_square, target, start, style, HIGH))
        away = legs[-1].ends + rng.uniform(30, 200)
        gone = leg(pawn, target, None, away, style, HIGH)
        return [*legs, gone, leg(piece, None, target, gone.begins + 2 * style.grip_ms, style, HIGH)]
    gone = leg(pawn, move.from_square, None, start, style, HIGH)
    return [*legs, gone, leg(piece, None, target, gone.begins + 2 * style.grip_ms, style, HIGH)]


def hesitation(
    board: chess.Board, move: chess.Move, start: float, style: Style, rng: Random
) -> list[Leg]:
    """Set down on another field the man may reach, without letting go, then where it was meant to go."""
    man = symbol(board, move.from_square)
    others = [
        other.to_square
        for other in board.legal_moves
        if other.from_square == move.from_square
        and other.to_square != move.to_square
        and not board.is_capture(other)
        and not board.is_castling(other)
        and not other.promotion
    ]
    if not others:
        return [leg(man, move.from_square, move.to_square, start, style, HIGH)]
    stop = rng.choice(others)
    first = leg(man, move.from_square, stop, start, style, HIGH)
    again = first.ends + rng.uniform(150, 700)
    return [first, leg(man, stop, move.to_square, again, style, HIGH)]


def off(board: chess.Board, square: int, begins: float, style: Style) -> Leg:
    return leg(symbol(board, square), square, None, begins, style, HIGH)


def symbol(board: chess.Board, square: int) -> str:
    piece = board.piece_at(square)
    assert piece is not None
    return piece.symbol()


# --- a game --------------------------------------------------------------------------------------------------------


def show_game(
    board: chess.Board, moves: Sequence[chess.Move], rng: Random, style: Style, scan_ms: float
) -> Shown:
    """A whole game as it is seen through the sensors."""
    position, legs, presses = board.copy(stack=False), list[Leg](), list[tuple[float, Side]]()
    landed, unpressed, ready, last = list[float](), set[int](), {True: 0.0, False: 0.0}, 1000.0
    for ply, move in enumerate(moves):
        start = max(last + rng.uniform(*style.think), ready[position.turn])
        mine = legs_of(position, move, start, style, rng)
        arrives = min(one.ends for one in mine if one.rests is not None)
        takes = [one.begins for one in mine if one.leaves == move.to_square]
        wait = max([last + 40 - at for at in (arrives, *takes)] + [0.0])
        mine = [shifted(one, wait) for one in mine]
        last = max(one.ends for one in mine if one.rests is not None or one.leaves is not None)
        legs += [*mine, *beside(position, move, mine, moves[ply + 1 : ply + 9], style, rng)]
        landed.append(last)
        ready[position.turn] = last + 150
        if rng.random() < style.forget:
            unpressed.add(ply)
        else:
            at = max(last - 20, rng.gauss(last + style.press[0], style.press[1]))
            presses.append((at, Side.WHITE if position.turn else Side.BLACK))
            ready[position.turn] = max(at + 100, ready[position.turn])
        position.push(move)
    sensors = Sensors(board, rng, style, scan_ms)
    seen = sensors.run(sorted(legs, key=lambda one: one.begins), presses)
    return Shown(seen, landed, unpressed, unreadable(board, moves, legs, sensors))


def shifted(one: Leg, by: float) -> Leg:
    return replace(one, path=tuple((t + by, x, y, z) for t, x, y, z in one.path))


def beside(
    board: chess.Board,
    move: chess.Move,
    mine: list[Leg],
    soon: Sequence[chess.Move],
    style: Style,
    rng: Random,
) -> Iterator[Leg]:
    """A man is put straight before the move, or falls over beside it and is set up again."""
    busy = {square for one in mine for square in (one.leaves, one.rests)}
    busy |= {square for later in soon for square in (later.from_square, later.to_square)}
    if rng.random() < style.adjust:
        own = [s for s in chess.SquareSet(board.occupied_co[board.turn]) if s not in busy]
        if own:
            yield in_place(board, rng.choice(own), mine[0].begins - 500, 0.3, 350, rng)
    if rng.random() < style.knock:
        near = chess.SquareSet(chess.BB_KING_ATTACKS[move.to_square] & board.occupied)
        men = [square for square in near if square not in busy]
        if men:
            yield in_place(board, rng.choice(men), mine[-1].ends, 0.6, rng.uniform(400, 1500), rng)


def in_place(
    board: chess.Board, square: int, begins: float, by: float, lasts: float, rng: Random
) -> Leg:
    """A man that leaves the centre of its field for a while and comes back to it."""
    x, y = place(square)
    height = LOW + 0.1 if rng.random() < 0.5 else 0.0
    aside = ((begins + 60, x + by, y, height), (begins + 60 + lasts, x + by, y, height))
    path = ((begins, x, y, 0.0), *aside, (begins + 120 + lasts, x, y, 0.0))
    return Leg(symbol(board, square), square, square, path)


def unreadable(
    board: chess.Board, moves: Sequence[chess.Move], legs: list[Leg], sensors: "Sensors"
) -> bool:
    """Whether some man's stop, between two moves of its own, was never felt; or a promoted man's before its end."""
    for one in legs:
        if one.rests is None:
            continue
        nexts = [two.begins for two in legs if two.leaves == one.rests and two.begins >= one.ends]
        until = min(nexts, default=float("inf"))
        taken = any(
            two.leaves == one.rests and two.rests is None for two in legs if two.begins == until
        )
        promoted = one.leaves is None
        looks = sensors.felt.get((one.rests, one.man), [])
        felt = any(one.ends - 400 <= at <= until + 120 for at in looks)
        if not felt and (promoted or not taken) and one.leaves != one.rests:
            return True
    return False


class Sensors:
    """Eight lines of eight sensors, one line after the other; `felt` notes when a man was newly felt."""

    def __init__(self, board: chess.Board, rng: Random, style: Style, scan_ms: float) -> None:
        men = board.piece_map()
        self.stands = {square: piece.symbol() for square, piece in men.items()}
        self.table = ["." if s not in men else men[s].symbol() for s in range(64)]
        self.rng, self.style, self.scan_ms = rng, style, scan_ms
        self.felt: dict[tuple[int, str], list[float]] = {}
        self.moving: list[Leg] = []
        self.fault: dict[int, str] = {}

    def run(self, legs: list[Leg], presses: list[tuple[float, Side]]) -> list[Seen]:
        """All reports, presses and full boards in order."""
        end = max([one.ends for one in legs] + [at for at, _ in presses]) + 3 * self.scan_ms + 700
        dumps = sorted(at + 300 for at, _ in presses) if self.style.dumps else []
        seen: list[Seen] = [BoardSeen(0, "".join(self.table))]
        waiting, now = list(reversed(legs)), self.rng.uniform(0, self.scan_ms)
        line = 0
        while now < end:
            self.advance(waiting, now)
            if line == 0:
                self.draw_fault()
            for square in range(line * 8, line * 8 + 8):
                self.look(square, now, seen)
            while dumps and dumps[0] <= now:
                seen.append(BoardSeen(milliseconds(int(dumps.pop(0))) + 1, "".join(self.table)))
            line, now = (line + 1) % 8, now + self.scan_ms / 8
        seen += [ClockPressed(milliseconds(int(at)), side) for at, side in presses]
        return sorted(seen, key=lambda one: one.at_ns)

    def advance(self, waiting: list[Leg], now: float) -> None:
        while waiting and waiting[-1].begins <= now:
            one = waiting.pop()
            if one.leaves is not None and self.stands.get(one.leaves) == one.man:
                del self.stands[one.leaves]
            self.moving.append(one)
        for one in [one for one in self.moving if one.ends <= now]:
            self.moving.remove(one)
            if one.rests is not None:
                self.stands[one.rests] = one.man

    def look(self, square: int, now: float, seen: list[Seen]) -> None:
        man = self.fault.pop(square, None) or self.reads(square, now)
        if man == self.table[square]:
            return
        self.table[square] = man
        self.felt.setdefault((square, man), []).append(now)
        if self.rng.random() >= self.style.lost:
            at_ns = milliseconds(int(now)) + milliseconds(5)
            seen.append(SquareChanged(at_ns, square, None if man == "." else man))

    def reads(self, square: int, now: float) -> str:
        x, y = place(square)
        for one in self.moving:
            at_x, at_y, height = one.at(now)
            if height < LOW and abs(at_x - x) < NEAR and abs(at_y - y) < NEAR:
                return one.man
        return self.stands.get(square, ".")

    def draw_fault(self) -> None:
        share = (self.style.flicker + self.style.misread) / 6
        if share and self.rng.random() < share and self.stands:
            square = self.rng.choice(sorted(self.stands))
            empty = self.rng.random() * (self.style.flicker + self.style.misread)
            wrong = "." if empty < self.style.flicker else self.rng.choice("PNBRQpnbrq")
            self.fault[square] = wrong
