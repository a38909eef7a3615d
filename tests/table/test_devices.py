"""What the board and the buttons tell of themselves: shown, never journaled; a foreign object is an alert."""

from typing import Any

from clockd.game.pairing import Pairing, Player
from clockd.ports import ArbiterPressed, BoardLink, BoardReport, BoardTold, ButtonsTold
from clockd.sim.virtual_table import VirtualTable
from clockd.table.view import snapshot
from clockd.units import seconds
from tests.table.board_play import BoardPlay

E4, D5 = 28, 35


def tell(play: BoardPlay, second: float, **report: Any) -> None:
    play.table.put(BoardTold(play.at(second), BoardReport(**report)))
    play.run(second)


def shown(play: BoardPlay) -> dict[str, Any]:
    return snapshot(play.table.table.frame(), play.table.now_ns, 3, 0, "stand-alone")


def test_the_snapshot_shows_what_the_board_told() -> None:
    """interfaces.md section 6, added keys: who is on the line, which way round, and what went wrong on it."""
    play = BoardPlay()
    before = play.table.table.frame().seq
    tell(
        play,
        1,
        port="/dev/ttyUSB0",
        serial="13116",
        long_serial="0000013116",
        version="1.8",
        trademark="a text",
        battery_percent=88,
        rotated=True,
        counts=(("dropped", 3),),
    )
    play.table.put(ButtonsTold(play.at(2), (("bounces", 4),)))
    play.run(2)
    assert shown(play)["board_report"] == {
        "port": "/dev/ttyUSB0",
        "serial": "13116",
        "long_serial": "0000013116",
        "version": "1.8",
        "trademark": "a text",
        "battery": 88,
        "charging": False,
        "orientation": "rotated",
        "foreign": [],
        "counts": {"dropped": 3},
    }
    assert shown(play)["button_counts"] == {"bounces": 4}
    assert play.table.table.frame().seq == before  # nothing of it is a fact of the game


def test_a_board_that_has_told_nothing() -> None:
    report = shown(BoardPlay())["board_report"]
    assert (report["serial"], report["battery"], report["orientation"]) == ("", None, None)


def test_a_foreign_object_is_an_alert_until_it_is_taken_off() -> None:
    """DGT fact sheet section 5: codes 0d to 0f are things that are no chessmen."""
    play = BoardPlay()
    tell(play, 1, foreign=(E4,))
    tell(play, 2, foreign=(E4,), counts=(("foreign", 2),))
    (alert,) = play.game.alerts
    assert (alert.alert, alert.detail) == (
        "foreign-object",
        "on e4 stands something that the board knows is no chessman: take it off",
    )
    tell(play, 3, foreign=(E4, D5))
    assert ["on e4, d5 stands" in each.detail for each in play.game.alerts] == [True]
    tell(play, 4)
    assert play.game.alerts == ()


def test_a_foreign_object_before_the_start_is_told_at_the_start() -> None:
    table = VirtualTable()
    table.load(Pairing(Player("Anna"), Player("Bert"), "300", "test"))
    table.run([BoardLink(0, "live"), BoardTold(1, BoardReport(foreign=(E4,)))])
    assert not table.game.alerts
    table.run([ArbiterPressed(seconds(1), "start")])
    assert [alert.alert for alert in table.game.alerts] == ["foreign-object"]
