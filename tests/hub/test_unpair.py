"""A published pairing set aside before anybody has played: the tables get the new one, and no game is lost by it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.errors import NotAllowed
from clockd.hub.arbiter import Asked, carry_out
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.ports import WHITE, ArbiterPressed
from clockd.units import SECOND_NS
from tests.hub.events import write_swiss
from tests.hub.tables import TestedTable

WHY = "two names changed over"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    event = load_event(write_swiss(tmp_path, 4, 2))
    opened = Hub(tmp_path / "data", event, rng=random.Random(1), manual=True, pause_ns=0)
    yield opened
    opened.close()


def tell(hub: Hub, line: str, reason: str = "") -> str:
    name, *pairs = line.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    return carry_out(Asked(hub, name, arguments, "Anna", reason, f"id-{len(line)}"))


def seated(table: TestedTable) -> tuple[str, str]:
    table.sync()
    pairing = table.virtual.game.pairing
    assert pairing is not None
    return pairing.white.name, pairing.black.name


def test_the_tables_get_the_new_pairing(hub: Hub) -> None:
    tables = [TestedTable(hub, 1), TestedTable(hub, 2)]
    tell(hub, "pair pairs=1-3,2-4 publish=yes")
    assert [seated(table) for table in tables] == [
        ("Player 1", "Player 3"),
        ("Player 2", "Player 4"),
    ]
    assert tell(hub, "unpair", WHY) == "the pairing of round 1 is set aside"
    for table in tables:
        table.sync()
    tell(hub, "pair pairs=1-2,4-3 publish=yes")
    assert [seated(table) for table in tables] == [
        ("Player 1", "Player 2"),
        ("Player 4", "Player 3"),
    ]
    tables[0].win(WHITE)
    tables[0].sync()
    boards = hub.snapshot()["boards"]
    assert [(board["white"]["no"], board["result"]) for board in boards] == [(1, "1-0"), (4, "*")]
    assert hub.snapshot()["alerts"] == []


def test_a_hub_that_pairs_by_itself_takes_the_pairs_at_once(tmp_path: Path) -> None:
    """All or nothing: pairs that cannot be leave the pairing as it was."""
    event = load_event(write_swiss(tmp_path, 4, 2, 'initial_colour = "white"'))
    hub = Hub(tmp_path / "auto", event, rng=random.Random(1), pause_ns=0)
    version = 0
    while not hub.event.tournament.rounds:
        version = hub.wait(version, 5.0)
    before = hub.event.tournament.rounds
    with pytest.raises(NotAllowed, match="round 1 leaves out Player 3, Player 4"):
        tell(hub, "unpair pairs=1-2", WHY)
    assert hub.event.tournament.rounds == before
    assert tell(hub, "unpair pairs=1-2,3-4", WHY) == "round 1 is paired anew and published"
    boards = hub.snapshot()["boards"]
    assert [(board["white"]["no"], board["black"]["no"]) for board in boards] == [(1, 2), (3, 4)]
    hub.close()


def test_a_game_under_way_is_not_taken_from_its_players(hub: Hub) -> None:
    table = TestedTable(hub, 2)
    tell(hub, "pair pairs=1-3,2-4 publish=yes")
    table.sync()
    table.virtual.run([ArbiterPressed(table.virtual.now_ns + SECOND_NS, "start")])
    table.sync()
    refusal = r"board 2 \(Player 2 - Player 4\) has begun at table 2, expected its end first"
    for command in ("unpair", "unpublish"):
        with pytest.raises(NotAllowed, match=refusal):
            tell(hub, command, WHY)


def test_publishing_taken_back_hides_the_pairing(hub: Hub) -> None:
    tell(hub, "pair pairs=1-3,2-4 publish=yes")
    with pytest.raises(NotAllowed, match="a ruling without a reason"):
        tell(hub, "unpublish")
    assert tell(hub, "unpublish", "too early") == "round 1 is not published any more"
    assert hub.snapshot()["boards"] == []
    assert tell(hub, "publish") == "round 1 is published"
    assert len(hub.snapshot()["boards"]) == 2
