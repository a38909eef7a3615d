"""The 2019 U.S. Senior Championship at a hub, from the entry list through a playoff to the champion."""

from pathlib import Path
from random import Random

import pytest

from clockd.errors import NotAllowed
from clockd.hub.arbiter import asked_of, carry_out
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.tournament.playoff_course import games_now
from clockd.tournament.playoff_facts import PlayoffLotsDrawn

NAMES = [f"Player {number}" for number in range(1, 11)]


def ask(hub: Hub, name: str, reason: str = "", **arguments: str) -> str:
    body = {"name": name, "arguments": arguments, "author": "arbiter", "reason": reason, "id": "1"}
    return carry_out(asked_of(hub, body))


def opened(folder: Path, *, manual: bool = False) -> Hub:
    """Ten players with the numbers of their places."""
    path = folder / "EVENT.toml"
    players = [f'[[player]]\nname = "{n}"\nnumber = {k}' for k, n in enumerate(NAMES, start=1)]
    path.write_text("\n".join(['rules = "us-senior-2019"', *players]), encoding="utf-8")
    return Hub(folder / "hub", load_event(path), rng=Random(1), manual=manual, pause_ns=0)


def play_rounds(hub: Hub, *, best: tuple[int, ...]) -> None:
    """All 45 games: the best beat everybody else, all others are drawn."""
    for _ in range(9):
        for now in games_now(hub.event.tournament):
            white, black = now.white in best, now.black in best
            result = "1/2-1/2" if white == black else "1-0" if white else "0-1"
            ask(hub, "result", board=str(now.board), result=result)


def test_two_tied_from_lots_to_the_armageddon(tmp_path: Path) -> None:
    """Reg. 7: two rapid games at 600d2, then 5 v 4 with draw odds for Black; reg. 2: no agreed draw before move 30."""
    hub = opened(tmp_path)
    play_rounds(hub, best=(3, 8))
    rapid = hub.event.game_at(
        hub.event.tournament.rounds[9], hub.event.tournament.rounds[9].boards[0]
    )
    assert (rapid.round, rapid.board, rapid.stage, rapid.game) == (10, 1, "rapid-match", 1)
    assert (rapid.control, rapid.draw_odds) == ("600d2", None)
    assert rapid.regulations == (("no-agreed-draw-before-move", 30),)
    assert hub.snapshot()["phase"] == "playoff"
    for _ in range(2):
        ask(hub, "result", board="1", result="1/2-1/2")
    last = hub.event.tournament.rounds[11]
    armageddon = hub.event.game_at(last, last.boards[0])
    assert (armageddon.stage, armageddon.control) == ("armageddon", "W300-B240")
    assert armageddon.draw_odds == "black"
    ask(hub, "result", board="1", result="1/2-1/2")
    snapshot = hub.snapshot()
    assert snapshot["phase"] == "finished"
    assert snapshot["champion"] == hub.event.tournament.name(last.boards[0].black)
    assert [row["points"] for row in snapshot["standings"][:3]] == ["8.5", "8.5", "3.5"]
    assert hub.close()


def test_by_hand(tmp_path: Path) -> None:
    """Without automation: the drawing, the choice of the winner of the lot, the end, each by the arbiter's word."""
    hub = opened(tmp_path, manual=True)
    for number in range(1, 10):
        ask(hub, "pair", publish="yes")
        for now in games_now(hub.event.tournament):
            won = {3, 8} & {now.white, now.black}
            result = "1-0" if won == {now.white} else "0-1" if won == {now.black} else "1/2-1/2"
            ask(hub, "result", board=str(now.board), result=result, round=str(number))
    assert ask(hub, "finish") == "a playoff follows"
    assert ask(hub, "lots", order="8,3", choice="8-black").startswith("lots of the rapid-match")
    (now,) = games_now(hub.event.tournament)
    assert (now.white, now.black) == (3, 8)
    with pytest.raises(NotAllowed, match="round 10 waits for board 1"):
        ask(hub, "finish")
    ask(hub, "result", board="1", result="1-0")
    ask(hub, "result", board="1", result="1/2-1/2")
    assert ask(hub, "finish") == "the event is over"
    assert hub.snapshot()["champion"] == "Player 3"
    assert hub.close()


def test_five_tied_wait_for_the_arbiter(tmp_path: Path) -> None:
    """As in 2022: the arbiter chooses a single rapid round robin; two boards a round, one of the five rests."""
    hub = opened(tmp_path)
    play_rounds(hub, best=(1, 2, 3, 4, 5))
    assert hub.snapshot()["playoff"]["offered"] == ["rapid-round-robin"]
    ask(hub, "playoff-format", stage="rapid-round-robin")
    assert len(games_now(hub.event.tournament)) == 2
    while games := games_now(hub.event.tournament):
        best = min(games[0].white, games[0].black)
        result = "1-0" if best == games[0].white else "0-1"
        ask(hub, "result", board=str(games[0].board), result=result)
    snapshot = hub.snapshot()
    assert snapshot["champion"] == "Player 1"
    assert [row["no"] for row in snapshot["standings"][:5]] == [1, 2, 3, 4, 5]
    assert "won the playoff: rapid round robin 4 out of 4" in snapshot["standings"][0]["why"]
    assert hub.close()


def test_a_restart_in_the_middle(tmp_path: Path) -> None:
    """The hub comes back with the playoff where it was; a restarted playoff leaves no game behind."""
    hub = opened(tmp_path)
    play_rounds(hub, best=(3, 8))
    ask(hub, "result", board="1", result="1-0")
    before = hub.event.tournament
    assert hub.close()
    hub = Hub(tmp_path / "hub", None, rng=Random(2))
    assert hub.event.tournament == before
    ask(hub, "playoff-restart", reason="wrong clocks")
    assert [(now.round, now.game) for now in games_now(hub.event.tournament)] == [(12, 1)]
    assert hub.close()


def test_by_itself_the_winner_of_the_lot_has_white(tmp_path: Path) -> None:
    """Nobody is there to be asked for another choice: White in the first rapid game, and in the Armageddon."""
    hub = opened(tmp_path)
    play_rounds(hub, best=(3, 8))
    for _ in range(2):
        ask(hub, "result", board="1", result="1/2-1/2")
    playoff = hub.event.tournament.playoff
    assert playoff is not None
    lots = {s.stage: s.order for s in playoff.steps if isinstance(s, PlayoffLotsDrawn)}
    games = {each.stage: each.boards[0] for each in reversed(hub.event.tournament.rounds[9:])}
    assert list(lots) == ["rapid-match", "armageddon"]
    assert {stage: game.white for stage, game in games.items()} == {
        stage: order[0] for stage, order in lots.items()
    }
    assert hub.close()


def test_an_upset_playoff_goes_on_by_the_arbiters_word(tmp_path: Path) -> None:
    """A ruling gives 8 half a point less: the alert names the three ways on, and the match decides all the same."""
    hub = opened(tmp_path)
    play_rounds(hub, best=(3, 8))
    each, board = next(
        (each, board)
        for each in hub.event.tournament.rounds[:9]
        for board in each.boards
        if {board.white, board.black} == {7, 8}
    )
    place = {"round": str(each.number), "board": str(board.board)}
    ask(hub, "rule", "both sheets say so", result="1/2-1/2", **place)
    (alert,) = [a for a in hub.snapshot()["alerts"] if a["alert"] == "playoff"]
    assert alert["detail"].endswith("(playoff-go-on, playoff-restart or playoff-order)")
    with pytest.raises(NotAllowed, match="a ruling without a reason"):
        ask(hub, "playoff-go-on")
    assert ask(hub, "playoff-go-on", "found after the start") == "the playoff goes on as it was"
    (now,) = games_now(hub.event.tournament)
    ask(hub, "result", board="1", result="1-0" if now.white == 8 else "0-1")
    ask(hub, "result", board="1", result="1/2-1/2")
    assert hub.snapshot()["champion"] == "Player 8"
    assert [row["points"] for row in hub.snapshot()["standings"][:2]] == ["8", "8.5"]
    assert hub.close()
