"""What each sight costs a reading of the board: the cost table of the recogniser, and its waits.

One unit is roughly one nat of disbelief: 3 is "rarely", 6 is "hardly ever". A reading is a guess at the moves played;
the cheaper of two explains more of what the squares and the buttons showed. Only numbers and the small curves
through them live here. All times are nanoseconds. Source: the measured table of the recognition fact sheet,
sections 2 to 4; waits that stand for the scan are written in scans, those that stand for hands in milliseconds.
"""

from dataclasses import dataclass

from clockd.units import MILLISECOND_NS, milliseconds

# --- moves -----------------------------------------------------------------------------------------------------
PLAY = 0.3  # a plain legal move with every square in place: believing it must cost less than any open square
GONE_AGAIN = 0.5  # the man was seen on its square and has gone on: seen, only not standing any more
UNSEEN_LANDING = (
    3.0  # a man that landed and was taken between two scans: it happens, yet a scan mostly sees it
)
UNDER_PROMOTION_UNSEEN = 2.0  # nobody saw which man the pawn became: queens are the rule
BRIDGED = (
    1.0  # a move read only from a full board after a gap: dear enough that a seen one goes first
)

# --- squares that were changed and changed back ----------------------------------------------------------------
CAME_BACK = 2.5  # a man lifted and put back: adjusting is rarer than moving
TRIED_BRIEFLY, TRIED_SHORTLY, TRIED_LONG = (
    0.7,
    2.0,
    3.0,
)  # a man on a square it left again: slides are quick
TRIED_BRIEFLY_NS, TRIED_SHORTLY_NS = milliseconds(200), milliseconds(600)
SLIDE = (
    0.2  # the same, once the move that is then played runs over that square: no longer a surprise
)
SLIDE_WINDOW_NS = milliseconds(
    400
)  # from leaving a tried square to landing, when it is not on the straight way
GHOST = 5.0  # a man that nobody misses came and went: a misread, or a captured man set down
SET_DOWN = (
    1.0  # the man just taken stood beside for a moment: pushed aside, or put down on its way off
)
SET_DOWN_NS = milliseconds(1500)
OUT_OF_TURN = 2.0  # ... and it was put there while the other side was to move
OUT_OF_TURN_ONCE_NS = milliseconds(
    800
)  # one clumsy hand is charged once, not at each square of its way
STOOD_THROUGH = 3.0  # ... and the other side moved while it stood there: then it had been a move
LIFTED_AGAIN = (
    1.0  # the side that has just moved takes up a man again: the move may not have been the move
)
LIFTED_AGAIN_NS = milliseconds(350)  # longer than the pause inside a slide, shorter than a reply

# --- order and pace of landings --------------------------------------------------------------------------------
HURRIED = 1.5  # two landings at once; falls to nothing when they are HURRIED_SCANS apart
OWN_ORDER = 0.5  # a player's own two moves hardly ever land in the wrong order, plus one per INVERSION_SCANS
ONE_HAND_MOST = (
    3.0  # the next man taken up before the last one stood: two hands are rare, but they exist
)
PUT_FIRST_MOST = 5.0  # landed long before it was lifted: then another man of its kind stands there
VICTIM_EARLY_NS = milliseconds(1000)  # a victim is not lifted seconds before the capture
VICTIM_EARLY_RATE_NS = milliseconds(600)  # one more for each such stretch

# --- presses ---------------------------------------------------------------------------------------------------
PRESS_LATE_NS = milliseconds(600)  # from landing to press without suspicion
PRESS_LATE_RATE_NS = milliseconds(300)
PRESS_LATE_MOST = (
    3.0  # people do forget for a while: lateness alone must not outweigh a press without any move
)
PRESS_IN_THE_AIR = 1.5  # pressing while the man is off the board again
PRESS_BEFORE_SEEN, PRESS_BEFORE_LANDING, PRESS_LONG_BEFORE = (
    0.5,
    1.0,
    3.0,
)  # by how much the board news is late
PRESS_IN_HAND, PRESS_IN_HAND_RATE_NS = (
    3.0,
    milliseconds(900),
)  # pressed with the last man of the move still in the hand, plus one for each such stretch
PRESS_FOR_NOTHING = 6.0  # a press that no move explains
PRESS_WAITING = 1.5  # the same while board news may still be on its way
WRITTEN_OFF = 3.5  # a landing that never gets its press, with a newer own one behind it
WRITE_OFF_NS = milliseconds(1000)  # presses come up to 0.9 s late in a scramble, hardly ever later

# --- what is open now, not charged for good --------------------------------------------------------------------
MISSING, MISSING_RATE_NS, MISSING_MOST = 0.3, milliseconds(600), 5.0
STANDING, STANDING_RATE_NS, STANDING_MOST = 0.4, milliseconds(300), 6.0
STALE_RATE_NS, STALE_MOST = (
    milliseconds(3000),
    3.0,
)  # both go on growing slowly: nothing is open for ever in peace
ON_OWN_MAN = 3.0  # a man standing where the reading has a man of its own colour: not even a try
UNPRESSED_AFTER_NS, UNPRESSED_RATE_NS = milliseconds(1000), milliseconds(1000)
UNPRESSED_MOST = 3.0

# --- the beam --------------------------------------------------------------------------------------------------
KEEP = 24  # readings kept: the bad seconds need them all, 12 lose five games of 180, 48 gain none
KEEP_WITHIN = 16.0  # of the best: within 8 loses eleven games of 180
DEPTH = 4  # half-moves that one event may complete
RECENT_NS = milliseconds(900)  # departures remembered
GONE_AGAIN_NS = milliseconds(400)  # how fresh a landing must be to count after its man has left

# --- settling --------------------------------------------------------------------------------------------------
MARGIN = 6.0  # distance to the best rival at which a move is settled at once
MARGIN_CLEAR = 4.0  # settled with less, the arbiter hears of it
DOUBT_PRESSES, DOUBT_NS = (
    2,
    milliseconds(1000),
)  # a doubt waits for this much more play, then the best is taken
RECHECK_NS = milliseconds(100)  # open costs grow: look again this often while in doubt
RECHECK_FOR_NS = milliseconds(12_000)  # by then every open cost has stopped growing
FOLLOWED_NS = milliseconds(
    2000
)  # a reply that has stood this long settles the move before it without any press
UNPRESSED_SETTLE_NS = milliseconds(
    1500
)  # before "never pressed" is said of a move that was answered
UNDECIDED_NS = milliseconds(1000)  # two orders of moves stand this long before the arbiter is asked
NO_MOVE_NS = milliseconds(
    500
)  # no press is called one without a move before the board had time to speak
UNFINISHED_NS = milliseconds(
    2500
)  # ... and this much longer while a legal move is under way: a castling rook still in the hand


@dataclass(frozen=True, slots=True)
class Pace:
    """The waits that come from the board's scan rather than from hands."""

    ripe_ns: int  # from press to settling: one whole scan, its line, and a half more for slides
    press_early_ns: int  # the news of a landing may come this long after its press
    press_early_dump_ns: int  # ... when only a full board brought it
    press_just_early_ns: int  # ... and within this it is ordinary
    press_stale_ns: int  # a press still without a move after this is suspicious
    hurried_ns: int  # landings this far apart are not hurried
    inversion_ns: int  # a reply may be seen this long before the move it answers
    inversion_rate_ns: int  # beyond that, one unit for each such stretch
    game_end_ns: int  # a game-ending position stands so long: a slide is seen to stop for two scans
    trail_ns: int  # a slide's last stop may be seen to empty this long after its end was seen
    own_order_ns: int  # a player's own two landings closer than this may be the other way round


def pace_of(scan_ns: int) -> Pace:
    """The waits for a board that looks at each of its squares every `scan_ns`."""
    return Pace(
        ripe_ns=max(300 * MILLISECOND_NS, scan_ns * 3 // 2),
        press_early_ns=scan_ns * 5 // 3,
        press_early_dump_ns=max(450 * MILLISECOND_NS, scan_ns * 3),
        press_just_early_ns=scan_ns * 7 // 8,
        press_stale_ns=max(280 * MILLISECOND_NS, scan_ns * 7 // 5),
        hurried_ns=scan_ns * 2,
        inversion_ns=scan_ns,
        inversion_rate_ns=scan_ns * 2 // 5,
        game_end_ns=max(500 * MILLISECOND_NS, scan_ns * 5 // 2),
        trail_ns=scan_ns * 5 // 4,
        own_order_ns=max(250 * MILLISECOND_NS, scan_ns * 5 // 4),
    )


def order_cost(gap_ns: int, pace: Pace) -> float:
    """What it costs that a move landed `gap_ns` after the move before it; negative is before it."""
    if gap_ns >= pace.hurried_ns:
        return 0.0
    if gap_ns >= 0:
        return HURRIED * (pace.hurried_ns - gap_ns) / pace.hurried_ns
    return HURRIED + max(0, -gap_ns - pace.inversion_ns) / pace.inversion_rate_ns


def own_order_cost(gap_ns: int, pace: Pace) -> float:
    """What it costs that a move landed `gap_ns` after the same player's move before."""
    return 0.0 if gap_ns >= 0 else OWN_ORDER - gap_ns / pace.inversion_rate_ns


def one_hand_cost(gap_ns: int, pace: Pace) -> float:
    """What it costs that a player took up his next man `gap_ns` after his move before had landed."""
    return min(ONE_HAND_MOST, max(0, -gap_ns - pace.inversion_ns) / pace.inversion_rate_ns)


def put_first_cost(gap_ns: int, pace: Pace) -> float:
    """What it costs that a man was seen in place `gap_ns` before it was seen to leave."""
    return min(PUT_FIRST_MOST, max(0, gap_ns - pace.inversion_ns) / pace.inversion_rate_ns)


def tried_cost(stood_ns: int) -> float:
    """What it costs that a man stood on a square for so long and left it again."""
    if stood_ns < TRIED_BRIEFLY_NS:
        return TRIED_BRIEFLY
    return TRIED_SHORTLY if stood_ns < TRIED_SHORTLY_NS else TRIED_LONG


def early_press_cost(after_ns: int, pace: Pace) -> float:
    """What it costs that a landing was seen `after_ns` after its press; negative is before it."""
    if after_ns <= 0:
        return PRESS_BEFORE_SEEN
    return PRESS_BEFORE_LANDING if after_ns <= pace.press_just_early_ns else PRESS_LONG_BEFORE


def press_in_hand_cost(after_ns: int) -> float:
    """What it costs that a move begun before its press ended `after_ns` after it."""
    return min(PRESS_FOR_NOTHING, PRESS_IN_HAND + after_ns / PRESS_IN_HAND_RATE_NS)


def late_press_cost(after_ns: int) -> float:
    """What it costs that a press came `after_ns` after the landing."""
    return min(PRESS_LATE_MOST, max(0, after_ns - PRESS_LATE_NS) / PRESS_LATE_RATE_NS)


def open_cost(age_ns: int, base: float, rate_ns: int, most: float) -> float:
    """What an open square costs at this age: fast growth to `most`, then slow growth by STALE_MOST."""
    quick = base + age_ns / rate_ns
    if quick <= most:
        return quick
    late_ns = age_ns - int((most - base) * rate_ns)
    return most + min(STALE_MOST, late_ns / STALE_RATE_NS)
