"""How hands play at a level: how often each habit, and how fast. Data only.

Shares of captures, slides and castlings follow 198 moves of recorded blitz (DGT fact sheet section 12); "clean" never
slips, "club" does what those recordings show, "scramble" has seconds left, "hostile" adds a faulty board.
"""

from dataclasses import dataclass

from clockd.units import milliseconds

Span = tuple[int, int]  # shortest and longest, nanoseconds


def _ms(shortest: int, longest: int) -> Span:
    return milliseconds(shortest), milliseconds(longest)


@dataclass(frozen=True, slots=True)
class Level:
    """Habits are shares of moves, 0 to 1; spans are drawn evenly."""

    name: str
    carry: Span  # from lifting a man to putting it down
    pause: Span  # between two touches of one move
    think: Span  # from the opponent's press to the first touch
    press: Span  # from the last touch to the press
    slide: float = 0.0  # the man stops a square short on its way
    swap: float = 0.6  # captures: the taker replaces the victim at once
    victim_first: float = 0.25  # captures: the victim is lifted first
    pushed_aside: float = 0.0  # captures: the victim stands beside its square for a moment
    rook_first: float = 0.0  # castlings
    both_in_air: float = 0.0  # castlings
    pawn_on_last_rank: float = 0.5  # promotions: the pawn stands there before the piece does
    wrong_promotion_first: float = 0.0
    tried: float = 0.0  # put on another square first
    adjusted: float = 0.0  # another man lifted and put back before the move
    put_back: float = 0.0  # the man lifted, put back, lifted again
    put_before_lift: float = 0.0
    hover: float = 0.0  # the man is held in the air for seconds
    overlap: Span | None = None  # the reply's first touch, counted from the landing before it
    press_forgotten: float = 0.0
    knocked: float = 0.0  # a man beside falls over and is put back
    illegal_first: float = 0.0  # an illegal move is pressed, then taken back
    victim_set_down: float = 0.0  # the captured man is put on an empty square for a moment
    drop_out: float = 0.0  # per half-move: a square reads empty for a scan
    misread: float = 0.0  # per half-move: a man reads as another for a scan
    lost: float = 0.0  # per message
    dump_after_press: bool = False


CLEAN = Level("clean", _ms(300, 900), _ms(200, 500), _ms(1500, 6000), _ms(300, 1200))
CLUB = Level(
    "club",
    carry=_ms(250, 1100),
    pause=_ms(150, 600),
    think=_ms(700, 6000),
    press=_ms(60, 1600),
    slide=0.20,
    pushed_aside=0.12,
    rook_first=0.15,
    both_in_air=0.15,
    wrong_promotion_first=0.1,
    tried=0.012,
    adjusted=0.012,
    put_back=0.012,
    put_before_lift=0.01,
    hover=0.03,
)
SCRAMBLE = Level(
    "scramble",
    carry=_ms(100, 400),
    pause=_ms(60, 220),
    think=_ms(100, 700),
    press=_ms(-20, 260),
    slide=0.10,
    swap=0.75,
    victim_first=0.15,
    pushed_aside=0.08,
    rook_first=0.2,
    both_in_air=0.3,
    wrong_promotion_first=0.05,
    tried=0.01,
    put_before_lift=0.01,
    overlap=_ms(-130, 700),
    press_forgotten=0.02,
    knocked=0.012,
)
HOSTILE = Level(
    "hostile",
    carry=_ms(120, 500),
    pause=_ms(80, 300),
    think=_ms(150, 1500),
    press=_ms(-20, 700),
    slide=0.08,
    swap=0.7,
    victim_first=0.2,
    pushed_aside=0.06,
    rook_first=0.2,
    both_in_air=0.3,
    wrong_promotion_first=0.05,
    tried=0.012,
    adjusted=0.01,
    put_back=0.01,
    put_before_lift=0.01,
    overlap=_ms(-100, 900),
    press_forgotten=0.01,
    knocked=0.01,
    illegal_first=0.006,
    victim_set_down=0.05,
    drop_out=0.012,
    misread=0.008,
    lost=0.006,
    dump_after_press=True,
)
LEVELS = {level.name: level for level in (CLEAN, CLUB, SCRAMBLE, HOSTILE)}
