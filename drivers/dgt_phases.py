"""Where a line to a DGT board may stand, what it waits for there, and how long.

Data: the phases as a table, the timers, and each interval with its reason; what happens is in `dgt_link`. Source: fact
sheet "DGT e-board and clock", sections 3, 12 and 16.
"""

from enum import Enum, auto

from clockd.units import milliseconds, seconds

DISCARD_NS = milliseconds(500)  # the tail of what the board told the program before us
RETRY_NS = seconds(2)  # a board that just got power is deaf for 1 to 3 s
TRIES_UNTIL_WRONG = 4  # 8 s without one frame: no board of any age needs that long
TRIES_UNTIL_REOPEN = 15  # every 30 s a fresh start, should the port itself be stuck
HEARTBEAT_NS = seconds(2)  # silence after which the board is asked whether it is there
MISSES_UNTIL_LOST = 3
# After the last change: one scan (250 ms), its line time, and the hand's way back.
SETTLE_NS = milliseconds(400)
IDLE_DUMP_NS = seconds(10)  # an update lost on the line heals at most this late
RESYNC_NS = seconds(2)  # the same where an update was lost, or while people are setting up
DUMP_TRIES = 3
STALL_NS = milliseconds(1500)  # a frame that stands still so long even by radio is given up
BATTERY_NS = seconds(60)  # of a board that has one: the others never answer the first question
BACK_OFF_FIRST_NS = milliseconds(500)
BACK_OFF_MOST_NS = seconds(10)


class Phase(Enum):
    """Where a line stands between a closed port and a board that tells its squares."""

    CLOSED = auto()
    DISCARDING = auto()
    IDENTIFYING = auto()
    DUMPING = auto()
    READING = auto()


class Event(Enum):
    """What moves a line from phase to phase."""

    OPENED = auto()
    DISCARDED = auto()
    IDENTIFIED = auto()
    DUMPED = auto()
    CLOSED = auto()


TRANSITIONS = {
    (Phase.CLOSED, Event.OPENED): Phase.DISCARDING,
    (Phase.DISCARDING, Event.DISCARDED): Phase.IDENTIFYING,
    (Phase.IDENTIFYING, Event.IDENTIFIED): Phase.DUMPING,
    (Phase.DUMPING, Event.DUMPED): Phase.READING,
    (Phase.CLOSED, Event.CLOSED): Phase.CLOSED,  # a port that could not be opened
    (Phase.DISCARDING, Event.CLOSED): Phase.CLOSED,
    (Phase.IDENTIFYING, Event.CLOSED): Phase.CLOSED,
    (Phase.DUMPING, Event.CLOSED): Phase.CLOSED,
    (Phase.READING, Event.CLOSED): Phase.CLOSED,
}


class Timer(Enum):
    """What a line waits for; each has at most one instant."""

    DISCARD = auto()
    RETRY = auto()
    HEARTBEAT = auto()
    QUIET = auto()
    IDLE = auto()
    DUMP_REPLY = auto()
    STALL = auto()
    BATTERY = auto()


def back_off_ns(failures: int) -> int:
    """The wait before the next try to open: 0.5 s doubling to 10 s, for ever."""
    return min(BACK_OFF_MOST_NS, BACK_OFF_FIRST_NS << min(failures, 10))
