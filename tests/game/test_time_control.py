"""Time controls as people write them: every row of interfaces.md section 1, and positions of what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadTimeControl
from clockd.game.control_text import LONGEST_TEXT, parse_control
from clockd.game.time_control import Kind, Period, Periods, Rate, TimeControl
from clockd.ports import BLACK, WHITE
from clockd.units import minutes, seconds

CLASSICAL = (
    Period(minutes(90), 40, Kind.FISCHER, seconds(30)),
    Period(minutes(30), None, Kind.FISCHER, seconds(30)),
)
RAPID = (Period(minutes(10), None, Kind.DELAY, seconds(2)),)
THREE = (
    Period(minutes(120), 40),
    Period(minutes(60), 20),
    Period(minutes(15), None, Kind.FISCHER, seconds(30)),
)

ROWS: list[tuple[str, str, Periods]] = [
    (text, "40/5400+30:1800+30", CLASSICAL)
    for text in (
        "40/5400+30:1800+30",
        "40/90, SD/30; +30",
        "90/40+30+30",
        "90'/40 + 30' + 30\"",
        "40/90,SD/30;+30",
        "40/90,SD/30 +30",
        "90/40, 30/end, +30s",
        "90′/40 + 30′ + 30″",  # the typographic marks of a printed regulation
    )
]
ROWS += [
    (text, "600d2", RAPID)
    for text in ("600d2", "G/10 d2", "G/10;d2", "G/10 +2 delay", "g/10 T/D2", "G / 10  D 2")
]
ROWS += [
    (t, "600b2", (Period(minutes(10), None, Kind.BRONSTEIN, seconds(2)),))
    for t in ("600b2", "G/10 b2", "G/10; B2")
]
ROWS += [(t, "300", (Period(minutes(5)),)) for t in ("300", "G/5", "5'", "300+0", "5 min")]
ROWS += [
    (t, "180+2", (Period(minutes(3), None, Kind.FISCHER, seconds(2)),))
    for t in ("180+2", "G/3;+2", "3'+2\"", "G/3 inc2", "3 min + 2 s")
]
ROWS += [
    ("*180", "*180", (Period(minutes(3), None, Kind.HOURGLASS),)),
    ("40/7200:20/3600:900+30", "40/7200:20/3600:900+30", THREE),
    ("40/110,SD/30 with d10", "40/6600d10:1800d10", (
        Period(minutes(110), 40, Kind.DELAY, seconds(10)),
        Period(minutes(30), None, Kind.DELAY, seconds(10)),
    )),  # field scenario 5
    ("40/2, SD/1, d5", "40/7200d5:3600d5", (
        Period(minutes(120), 40, Kind.DELAY, seconds(5)),
        Period(minutes(60), None, Kind.DELAY, seconds(5)),
    )),  # American hours
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical", "periods"), ROWS, ids=[row[0] for row in ROWS])
def test_every_form_reads_and_the_first_is_written(
    text: str, canonical: str, periods: Periods
) -> None:
    control = parse_control(text)
    assert (control.white, control.black) == (periods, periods)
    assert control.canonical() == canonical
    assert parse_control(f"  {text.upper()}\t") == control


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("W300-B240", "W300-B240"),
        ("W300+2-B240+2", "W300+2-B240+2"),
        ("W600d2-B480d2", "W600d2-B480d2"),
        ("w G/5 - b G/4", "W300-B240"),
        ("W5'-B4'", "W300-B240"),
        ("W300-B300", "300"),
        ("W40/5400+30:1800+30-B300", "W40/5400+30:1800+30-B300"),
    ],
)
def test_unequal_sides(text: str, canonical: str) -> None:
    assert parse_control(text).canonical() == canonical


def test_the_armageddon_of_reg_7() -> None:
    """2019 U.S. Senior, reg. 7: White 5 minutes, Black 4, nothing added."""
    control = parse_control("W300-B240")
    assert control.of(WHITE) == (Period(minutes(5)),)
    assert control.of(BLACK) == (Period(minutes(4)),)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("fast", 0),
        ("0", 0),
        ("-5", 0),
        ("40/5400+30", 10),  # the rest of the game is missing
        ("40/5400+30:", 11),
        ("40/5400+30;1800", 10),
        ("600d", 4),
        ("600 x", 4),
        ("G/", 2),
        ("G/10 d", 6),
        ("G/10 d2 z", 8),
        ("90/40+30+30+30", 11),
        ("300-B240", 3),
        ("W300", 4),
        ("W300-B", 6),
        ("W300-Bx", 6),
        ("W30x-B240", 3),
        ("1234567", 0),
        ("٣٠٠", 0),  # digits, but nobody's clock is set with them
    ],
)
def test_an_unreadable_text_names_its_position(text: str, position: int) -> None:
    with pytest.raises(BadTimeControl) as caught:
        parse_control(text)
    assert caught.value.position == position
    line = str(caught.value)
    assert f"at position {position}, expected" in line
    assert "\n" not in line


def test_a_text_without_end_is_not_read() -> None:
    with pytest.raises(BadTimeControl, match="at most 200 characters"):
        parse_control("300" + " " * LONGEST_TEXT)


@given(st.text(max_size=40))
def test_no_text_does_anything_but_read_or_be_refused(text: str) -> None:
    try:
        control = parse_control(text)
    except BadTimeControl as error:
        assert 0 <= error.position <= len(text)
    else:
        assert parse_control(control.canonical()) == control


COUNTS = st.integers(1, 999_999)


@st.composite
def periods(draw: st.DrawFn, *, last: bool) -> Period:
    base_ns, moves = seconds(draw(COUNTS)), None if last else draw(st.integers(1, 200))
    kind = draw(st.sampled_from([Kind.SUDDEN_DEATH, Kind.FISCHER, Kind.DELAY, Kind.BRONSTEIN]))
    amount_ns = 0 if kind is Kind.SUDDEN_DEATH else seconds(draw(COUNTS))
    return Period(base_ns, moves, kind, amount_ns)


@st.composite
def sides(draw: st.DrawFn) -> Periods:
    if draw(st.integers(0, 9)) == 0:
        return (Period(seconds(draw(COUNTS)), None, Kind.HOURGLASS),)
    before = draw(st.lists(periods(last=False), max_size=3))
    return (*before, draw(periods(last=True)))


@given(sides(), sides())
def test_the_canonical_text_reads_back_to_the_same_control(white: Periods, black: Periods) -> None:
    for control in (TimeControl(white, white), TimeControl(white, black)):
        if len(control.canonical()) <= LONGEST_TEXT:
            assert parse_control(control.canonical()) == control


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("90/40+30+30", "standard"),  # 90 + 30 + 30 = 150 minutes
        ("3600", "standard"),
        ("3599", "rapid"),
        ("G/10 d2", "rapid"),  # 10 + 2 = 12 minutes
        ("601", "rapid"),
        ("600", "blitz"),
        ("G/3 d2", "blitz"),  # 3 + 2 = 5 minutes
        ("W300-B240", "blitz"),
    ],
)
def test_the_rate_of_play_counts_sixty_moves(text: str, rate: Rate) -> None:
    """Laws A.1, B.1; rules sheet 1.3."""
    assert parse_control(text).rate() == rate


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("90/40+30+30", "90 min for 40 moves, then 30 min for the rest; 30 s added each move"),
        ("600d2", "10 min for all moves; 2 s delay each move"),
        ("600b2", "10 min for all moves; 2 s delay each move (Bronstein)"),
        (
            "W300-B240",
            "White 5 min for all moves; nothing added; Black 4 min for all moves; nothing added",
        ),
        ("*180", "3 min for all moves; hourglass: time used goes to the opponent"),
        (
            "40/7200:20/3600:900+30",
            "120 min for 40 moves (nothing added), then 60 min for 20 moves (nothing added),"
            " then 15 min for the rest (30 s added each move)",
        ),
        ("90+5", "1 min 30 s for all moves; 5 s added each move"),
    ],
)
def test_the_meaning_in_words(text: str, words: str) -> None:
    assert parse_control(text).words() == words
