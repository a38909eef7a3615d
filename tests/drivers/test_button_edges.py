"""Design, section 3, and field scenario 10: which edges are presses, whatever the contacts do."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from clockd.units import MILLISECOND_NS, milliseconds, seconds
from drivers.button_edges import UP_TOGGLE_NS, ButtonWatch, edge_instant


def presses(edges: Sequence[tuple[float, bool]], watch: ButtonWatch | None = None) -> list[float]:
    """The instants, in milliseconds, of the edges that were presses; an edge is (ms, contact closed)."""
    watch = watch or ButtonWatch()
    found = []
    for at_ms, down in edges:
        at_ns = round(at_ms * MILLISECOND_NS)
        edge = watch.pressed(at_ns) if down else watch.released(at_ns)
        if edge.press:
            found.append(at_ms)
    return found


def test_scenario_10_edges_at_0_3_12_and_81_ms() -> None:
    """One hand-over: the bounces at 3 and 12 ms follow an up-time under 20 ms.

    The edge at 81 ms follows a long up-time only if the contact was open that long: then it is a press of the side
    whose clock stands, which the table knows to be none.
    """
    down_again = [(0, True), (1, False), (3, True), (5, False), (12, True), (79, False), (81, True)]
    assert presses([*down_again, (150, False)]) == [0]
    long_open = [(0, True), (1, False), (3, True), (5, False), (12, True), (14, False), (81, True)]
    assert presses(long_open) == [0, 81]


def test_the_press_is_stamped_with_its_own_first_edge() -> None:
    """No filter delays it: 0 ms, not 20."""
    assert presses([(1000, True), (1001, False), (1002, True), (1100, False)]) == [1000]


def test_release_bounces_are_no_presses() -> None:
    """They could hand the clock back to a player who has just got it."""
    release = [(0, True), (100, False), (104, True), (105, False), (119, True), (121, False)]
    assert presses(release) == [0]


def test_up_for_exactly_20_ms_is_a_press_and_a_nanosecond_less_is_none() -> None:
    watch = ButtonWatch()
    watch.pressed(0)
    watch.released(milliseconds(50))
    assert watch.pressed(milliseconds(70)).press
    watch.released(milliseconds(100))
    assert not watch.pressed(milliseconds(120) - 1).press
    assert watch.bounces == 1


def test_a_second_close_without_an_opening_is_no_press() -> None:
    """Fast edges coalesce: an opening may never be told."""
    assert presses([(0, True), (500, True)]) == [0]


def test_the_arbiters_toggle_wants_300_ms_of_rest() -> None:
    edges = [
        (0, True),
        (60, False),
        (140, True),
        (200, False),
        (499, True),
        (510, False),
        (810, True),
    ]
    assert presses(edges, ButtonWatch(UP_TOGGLE_NS)) == [0, 810]


def test_chatter_is_said_once_in_each_bout() -> None:
    """40 edges within one second, as no hand makes them."""
    watch, said = ButtonWatch(), []
    for bout_ns in (0, seconds(10)):
        for n in range(100):
            at_ns = bout_ns + milliseconds(10) * n
            edge = watch.released(at_ns) if n % 2 else watch.pressed(at_ns)
            said += [at_ns] * edge.chatter
    assert said == [milliseconds(390), seconds(10) + milliseconds(390)]


def test_ten_presses_a_second_are_no_chatter() -> None:
    watch = ButtonWatch()
    for n in range(100):
        assert watch.pressed(milliseconds(100) * n).press
        assert not watch.released(milliseconds(100) * n + milliseconds(50)).chatter


def test_a_button_down_for_ten_seconds_sticks_and_it_is_said_once() -> None:
    watch = ButtonWatch()
    watch.pressed(0)
    assert not watch.sticks(seconds(10) - 1)
    assert watch.sticks(seconds(10)) and not watch.sticks(seconds(20))
    watch.released(seconds(21))
    assert not watch.sticks(seconds(40))
    watch.pressed(seconds(41))
    assert watch.sticks(seconds(51)) and watch.stuck == 2


def test_an_age_is_believed_from_0_to_1_s() -> None:
    assert edge_instant(0.0, 5_000) == (5_000, True)
    assert edge_instant(0.060, seconds(2)) == (seconds(2) - milliseconds(60), True)
    assert edge_instant(1.0, seconds(2)) == (seconds(1), True)
    for broken in (None, -0.001, 1.001, float("nan"), float("inf")):
        assert edge_instant(broken, seconds(2)) == (seconds(2), False)


BOUNCES = st.lists(st.tuples(st.floats(0.05, 19.9), st.floats(0.05, 19.9)), max_size=6)


@given(st.lists(st.tuples(st.floats(100, 5000), BOUNCES, st.floats(20, 300), BOUNCES), max_size=15))
def test_each_real_press_is_one_press_however_it_bounces(
    hands: list[tuple[float, list[tuple[float, float]], float, list[tuple[float, float]]]],
) -> None:
    """Rest, close with bounces, hold, open with bounces: the first closing edge of each, and nothing else."""
    edges: list[tuple[float, bool]] = []
    expected, now = [], 0.0
    for rest, closing, hold, opening in hands:
        now += rest
        expected.append(now)
        edges.append((now, True))
        for open_ms, closed_ms in closing:
            edges += [(now + open_ms, False), (now + open_ms + 0.01, True)]
            now += open_ms + closed_ms
        now += hold
        edges.append((now, False))
        for closed_ms, open_ms in opening:
            now += min(open_ms, 19.0)
            edges += [(now, True), (now + closed_ms, False)]
            now += closed_ms
    assert presses(edges) == expected
