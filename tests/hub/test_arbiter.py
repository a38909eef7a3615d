"""hub-command, word by word: what is understood, what is refused in one line, and what is journaled."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.errors import BadInput, NotAllowed
from clockd.hub.arbiter import Asked, asked_of, carry_out, names
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.ports import WHITE
from tests.hub.events import write_event
from tests.hub.tables import TestedTable


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    opened = Hub(tmp_path / "data", load_event(write_event(tmp_path)), rng=random.Random(1))
    yield opened
    opened.close()


def tell(hub: Hub, line: str, reason: str = "") -> str:
    name, *pairs = line.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    return carry_out(Asked(hub, name, arguments, "Anna", reason, f"id-{len(line)}"))


def test_results_are_typed_for_boards_without_a_table(hub: Hub) -> None:
    assert tell(hub, "result board=1 result=1-0") == "round 1 board 1: 1-0"
    assert tell(hub, "result round=1 board=2 result=0-1 forfeit=yes") == "round 1 board 2: 0-1"
    assert hub.snapshot()["round"] == 2
    boards = hub.snapshot()["pairings"][0]["boards"]
    assert [(board["result"], board["forfeit"]) for board in boards] == [
        ("1-0", False),
        ("0-1", True),
    ]


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("result board=7 result=1-0", "round 1 board 7, expected a board from 1 to 2"),
        ("result board=1 result=2-0", "result '2-0', expected 1-0, 0-1, 1/2-1/2"),
        ("rule board=1 result=1-0", "a ruling without a reason"),
        ("publish round=3", "round 3 has not been paired"),
        ("close", "round 1 waits for board 1 (Alpha - Delta), board 2 (Beta - Gamma)"),
        ("pair", "round 1 waits for board 1 (Alpha - Delta), board 2 (Beta - Gamma)"),
        ("lots", "the lots have been drawn"),
        ("finish", "1 rounds are paired, expected 3"),
        ("release table=3", "no table holds the number 3"),
        ("start table=all", "no table has a game to play"),
        ("start table=2", "table 2 has never been heard of"),
        ("playoff-restart", "no playoff has started"),
        ("bye round=2 player=1 kind=half", "a round robin has no byes"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(hub: Hub, line: str, refusal: str) -> None:
    with pytest.raises(NotAllowed) as failure:
        tell(hub, line)
    assert str(failure.value).startswith(refusal)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("dance", "no command 'dance', expected accept-claim, "),
        ("result board=x result=1-0", "result: board=x, expected a whole number"),
        ("result board=1", "result: result= is missing"),
        ("result board=1 result=1-0 color=white", "result: color=, expected round="),
        ("finish now=yes", "finish: now=, expected no arguments"),
        ("pair publish=perhaps", "pair: publish=perhaps, expected yes or no"),
        ("withdraw player=9", "withdraw: player 9, expected a number from 1 to 4"),
        ("seat table=99999999 board=1", "seat: table=99999999, expected a whole number"),
        ("start", "start: table= is missing"),
    ],
)
def test_what_is_not_understood_says_what_was_expected(hub: Hub, line: str, found: str) -> None:
    with pytest.raises(BadInput) as failure:
        tell(hub, line)
    assert str(failure.value).startswith(found)


def test_a_player_leaves(hub: Hub) -> None:
    """Rules sheet 6.1: before half of his games they count for nobody; his games to come are forfeits."""
    assert tell(hub, "withdraw player=4", "ill") == "Delta, Dot has left the event"
    for board in (1, 2):
        tell(hub, f"result board={board} result=1-0")
    assert hub.snapshot()["pairings"][1]["boards"][0]["forfeit"] is True


def test_an_order_is_journaled_for_each_table(hub: Hub) -> None:
    tables = [TestedTable(hub, 1), TestedTable(hub, 2)]
    for table in tables:
        table.sync()
    assert tell(hub, "start table=all") == "start: given to table 1, 2"
    order = hub.event.orders[0]
    assert (order.author, order.name, order.table) == ("Anna", "start", "1")
    assert order.expires_unix_s > 0
    for table in tables:
        table.sync()
    assert [table.phase for table in tables] == ["running", "running"]


def test_a_ruling_at_a_table_does_not_expire(hub: Hub) -> None:
    table = TestedTable(hub, 1)
    table.sync()
    tell(hub, "result table=1 result=1/2-1/2", "agreed before the arbiter")
    assert hub.event.orders[0].expires_unix_s == 0
    table.sync()
    assert hub.snapshot()["boards"][0]["result"] == "1/2-1/2"


def test_a_start_with_a_longer_life(hub: Hub) -> None:
    TestedTable(hub, 1).sync()
    tell(hub, "start table=1 expires=600")
    assert hub.event.orders[0].expires_unix_s > hub.wall_s() + 500
    assert hub.event.orders[0].arguments == ()


@pytest.mark.parametrize("years", [-40, 40])
def test_a_start_is_good_for_a_span_whatever_year_the_hub_believes_it_is(
    hub: Hub, years: int
) -> None:
    """A hall without a network has clocks that nobody set; the table's own is not asked at all."""
    table = TestedTable(hub, 1)
    table.sync()
    believed_s = hub.wall_s() + years * 366 * 86_400
    hub.wall_s = lambda: believed_s
    tell(hub, "start table=1")
    table.sync()
    assert table.phase == "running"


def test_the_last_round_ends_the_event_by_itself(hub: Hub) -> None:
    for _ in range(3):
        for board in (1, 2):
            tell(hub, f"result board={board} result=1/2-1/2")
    assert hub.snapshot()["phase"] == "finished"
    assert hub.snapshot()["champion"] is None
    tell(hub, "rule round=3 board=1 result=1-0", "the scoresheet says so")
    assert hub.snapshot()["pairings"][2]["boards"][0]["result"] == "1-0"


def test_every_name_is_known_to_the_shell() -> None:
    assert {"lots", "pair", "publish", "close", "result", "rule", "start", "pause", "resume"} <= {
        *names()
    }
    assert {"release", "seat", "set-time", "forfeit", "playoff-order"} <= {*names()}


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {"arguments": []},
        {"name": "a\nb", "id": "1"},
        {"name": "a"},
        {"name": "x", "arguments": {"a": "\x00"}},
    ],
)
def test_a_request_of_another_form_is_refused(hub: Hub, body: object) -> None:
    with pytest.raises(BadInput):
        asked_of(hub, body)


def test_a_win_at_a_table_after_a_typed_result_of_the_same_kind_is_silent(hub: Hub) -> None:
    table = TestedTable(hub, 1)
    table.sync()
    tell(hub, "result board=1 result=1-0")
    table.win(WHITE)
    table.sync()
    assert hub.snapshot()["alerts"] == []


def test_a_late_entry_is_refused_or_taken_by_one_line(hub: Hub) -> None:
    with pytest.raises(NotAllowed, match="a round robin takes no late entry"):
        tell(hub, "enter name=Eng rating=2300")
    with pytest.raises(BadInput, match="rating=23x, expected a whole number"):
        tell(hub, "enter name=Eng rating=23x")


def test_another_plan_needs_a_reason_and_says_what_holds_now(hub: Hub) -> None:
    with pytest.raises(BadInput, match="rounds= or tie_breaks=, expected one of them"):
        tell(hub, "plan", "as agreed")
    with pytest.raises(NotAllowed, match="a ruling without a reason"):
        tell(hub, "plan tie_breaks=SB,WON")
    assert tell(hub, "plan tie_breaks=sb,won", "as agreed") == "3 rounds, tie-breaks SB,WON"


def test_a_withdrawal_is_undone_by_its_number(hub: Hub) -> None:
    left = tell(hub, "withdraw player=4", "ill")
    assert left.endswith("has left the event")
    back = tell(hub, "return player=4", "well again")
    assert back == left.replace("has left the event", "plays on")
