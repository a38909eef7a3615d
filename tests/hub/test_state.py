"""Which table plays which board: by its number, until the arbiter seats it elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from clockd.hub.messages import AcknowledgeAlert, ClaimNumber, ReleaseNumber, SeatTable
from clockd.hub.state import Event, decide, replay
from clockd.tournament.facts import Refused


def after(event: Event, *inputs: object) -> Event:
    for seen in inputs:
        event = replay(event, decide(event, seen))
    return event


def test_a_table_plays_the_board_of_its_number() -> None:
    assert Event().board_of("3") == 3
    assert Event().table_of(3) == "3"


def test_a_spare_table_takes_a_board_and_its_own_is_free() -> None:
    event = after(Event(), SeatTable(1, "9", 3))
    assert (event.table_of(3), event.board_of("9")) == ("9", 3)
    assert event.board_of("3") is None
    assert event.table_of(9) == ""
    back = after(event, SeatTable(2, "3", 3))
    assert (back.table_of(3), back.board_of("3"), back.board_of("9")) == ("3", 3, 9)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=8))
def test_no_two_tables_play_one_board(moves: list[tuple[int, int]]) -> None:
    event = after(Event(), *(SeatTable(1, str(table), board) for table, board in moves))
    boards = [event.board_of(str(table)) for table in range(1, 6)]
    played = [board for board in boards if board is not None]
    assert len(played) == len(set(played))
    for table, board in enumerate(boards, start=1):
        assert board is None or event.table_of(board) == str(table)


def test_a_number_has_one_holder() -> None:
    event = after(Event(), ClaimNumber(1, "3", "aa"), ClaimNumber(2, "3", "bb"))
    assert event.holders == {"3": "bb"}
    freed = after(event, ReleaseNumber(3, "3", "", "arbiter"))
    assert freed.holders == {}
    handed = after(event, ReleaseNumber(3, "3", "cc", "arbiter"))
    assert handed.holders == {"3": "cc"}


def test_a_number_that_nobody_holds_is_not_released() -> None:
    (refused,) = decide(Event(), ReleaseNumber(1, "3", "", "arbiter"))
    assert isinstance(refused, Refused) and refused.reason == "no table holds the number 3"


def test_what_is_known_is_no_new_fact() -> None:
    event = after(Event(), ClaimNumber(1, "3", "aa"), AcknowledgeAlert(1, "x"))
    assert decide(event, ClaimNumber(2, "3", "aa")) == []
    assert decide(event, AcknowledgeAlert(2, "x")) == []
