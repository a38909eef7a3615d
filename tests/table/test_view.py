"""The snapshot: every key that interfaces.md section 6 promises, with its form."""

import json
from dataclasses import replace
from typing import Any

import pytest

from clockd.ports import BLACK, WHITE, ArbiterPressed, DrawPressed, ResignPressed
from clockd.sim.virtual_table import VirtualTable
from clockd.table.view import snapshot
from tests.table.board_play import BoardPlay

PROMISED = {
    "table", "state", "fen", "san", "white_ms", "black_ms", "running", "flag", "result",
    "match_winner", "termination", "presses", "moves", "durable_seq", "seq", "draw_offer", "alerts",
    "board_link", "hub_link",
}  # fmt: skip


def look(play: BoardPlay, second: float, durable: int = 10**6) -> dict[str, Any]:
    """The snapshot as it goes over the wire."""
    taken = snapshot(play.table.table.frame(), play.at(second), 3, durable, "stand-alone")
    read: dict[str, Any] = json.loads(json.dumps(taken))
    return read


def test_every_promised_key_is_there_before_a_pairing_too() -> None:
    empty = snapshot(VirtualTable().table.frame(), 0, 1, 0, "stand-alone")
    assert empty.keys() >= PROMISED
    assert (empty["state"], empty["result"], empty["white"]) == ("waiting", "*", None)
    assert look(BoardPlay(), 0).keys() >= PROMISED
    assert empty.keys() == look(BoardPlay(), 0).keys()


def test_a_running_game() -> None:
    play = BoardPlay()
    play.play(10, "e4")
    play.play(15, "e5")
    play.run(20)
    seen = look(play, 21.5)
    expected = {
        "table": 3,
        "state": "running",
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "san": ["e4", "e5"],
        "white_ms": 5_460_000 - 10_400 - 6_100,
        "black_ms": 5_460_000 - 5_000,
        "running": "white",
        "flag": None,
        "result": "*",
        "match_winner": None,
        "termination": None,
        "presses": [1, 1],
        "moves": [1, 1],
        "draw_offer": None,
        "alerts": [],
        "board_link": "live",
        "hub_link": "stand-alone",
    }
    assert {key: seen[key] for key in expected} == expected


def test_every_offer_is_counted_for_the_arbiter() -> None:
    """11.5: allowed, refused and repeated ones alike; an offer that stands is made once."""
    play = BoardPlay(regulations=(("no-agreed-draw-before-move", 2),))
    for second, side in ((1, WHITE), (2, WHITE), (3, BLACK)):
        play.table.put(DrawPressed(play.at(second), side))
    for second, san in ((10, "e4"), (15, "e5"), (20, "d4"), (25, "d5")):
        play.play(second, san)
    play.table.put(DrawPressed(play.at(28), BLACK), DrawPressed(play.at(29), BLACK))
    play.run(30)
    assert look(play, 30)["draw_offers"] == [2, 2]


def test_milliseconds_are_the_floor() -> None:
    play = BoardPlay()
    frame = play.table.table.frame()
    taken = snapshot(frame, play.at(1) + 1, 3, 0, "")
    assert taken["white_ms"] == 5_430_000 - 1_001


def test_the_states() -> None:
    play = BoardPlay()
    assert look(play, 0)["state"] == "running"
    play.table.put(ArbiterPressed(play.at(1), "pause"))
    play.run(2)
    paused = look(play, 50)
    assert (paused["state"], paused["running"], paused["paused_why"]) == (
        "paused", None, "Stopped by the arbiter"
    )  # fmt: skip
    assert paused["white_ms"] == 5_430_000 - 1_000
    play.table.put(ResignPressed(play.at(60), WHITE))
    play.run(61)
    ended = look(play, 70)
    assert (ended["state"], ended["result"], ended["termination"], ended["paused_why"]) == (
        "ended", "0-1", "resignation", None
    )  # fmt: skip


def test_a_flag_is_shown_when_it_was_told_and_stands_at_zero_until_then() -> None:
    play = BoardPlay("60")
    play.run(59)
    before = look(play, 61)
    assert (before["white_ms"], before["flag"], before["state"]) == (0, None, "running")
    play.run(60.5)
    told = look(play, 60.5)
    assert (told["white_ms"], told["flag"], told["running"]) == (0, "white", None)
    assert told["state"] == "paused"  # nothing runs; the result comes in half a second
    play.run(62)
    assert look(play, 62)["result"] == "0-1"


def test_an_armageddon_names_the_match_winner() -> None:
    play = BoardPlay("W300-B240", draw_odds=BLACK, stage="armageddon")
    play.table.put(DrawPressed(play.at(1), WHITE))
    play.run(2)
    assert look(play, 2)["draw_offer"] == "white"
    play.table.put(DrawPressed(play.at(3), BLACK))
    play.run(4)
    seen = look(play, 5)
    assert (seen["result"], seen["match_winner"], seen["termination"]) == (
        "1/2-1/2", "black", "agreement"
    )  # fmt: skip
    assert (seen["draw_offer"], seen["draw_odds"], seen["stage"]) == (None, "black", "armageddon")


def test_an_alert_has_its_four_keys() -> None:
    play = BoardPlay(regulations=(("no-agreed-draw-before-move", 30),))
    play.play(5, "e4")
    play.table.put(DrawPressed(play.at(6), WHITE))
    play.run(8)
    [alert] = look(play, 8)["alerts"]
    assert (alert["alert"], alert["side"], alert["ply"]) == ("draw-refused", "white", 1)
    assert "before both have made 30 moves" in alert["detail"]
    assert look(play, 8)["plies"][0]["offer"] is True


@pytest.mark.parametrize(("control", "delay"), [("600d2", [1_000, 2_000]), ("300", [0, 0])])
def test_the_delay_counts_down_beside_main_time(control: str, delay: list[int]) -> None:
    """Rules sheet 2: main time frozen, with a countdown of the delay."""
    play = BoardPlay(control)
    seen = look(play, 1)
    assert seen["delay_ms"] == delay
    assert seen["white_ms"] == (600_000 if control == "600d2" else 299_000)


def test_the_period_and_its_moves_to_go() -> None:
    seen = look(BoardPlay(), 1)
    assert (seen["period"], seen["periods"], seen["moves_to_go"]) == ([1, 1], 2, [40, 40])
    assert (seen["control"], seen["round"], seen["white"]) == ("40/5400+30:1800+30", 1, "Anna")


def test_durable_is_never_ahead_of_what_was_decided() -> None:
    """A frame may be a moment older than the disk."""
    play = BoardPlay()
    assert look(play, 1, durable=1)["durable_seq"] == 1
    assert look(play, 1, durable=99)["durable_seq"] == look(play, 1)["seq"] == 2


def test_moves_that_stand_unsettled_are_shown_apart() -> None:
    play = BoardPlay()
    play.move(5, "e4")
    play.run(6)
    seen = look(play, 6)
    assert (seen["san"], seen["shown"], seen["to_move"]) == ([], ["e2e4"], "white")


def test_a_frame_is_a_value() -> None:
    play = BoardPlay()
    assert play.table.table.frame() == play.table.table.frame()
    assert replace(play.table.table.frame(), seq=0) != play.table.table.frame()
