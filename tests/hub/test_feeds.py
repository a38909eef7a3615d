"""What leaves the hall, and when: each feed with its delay, by arrivals that a restart knows too."""

import io
from pathlib import Path

import chess.pgn
import pytest

from clockd.errors import BadInput
from clockd.hub.feeds import FEEDS, _wall_s, delays_of
from clockd.ports import WHITE
from clockd.tournament.trf_read import read_trf
from tests.hub.test_hub import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path)
    made.sync()
    return made


def moves_shown(stage: Stage, *, prompt: bool = False) -> list[int]:
    """Half-moves on each board of the feed."""
    text = stage.hub.feeds.games(None, None, prompt=prompt)
    if text is None:
        return []
    source, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(source)) is not None:
        assert game.errors == []
        found.append(len(list(game.mainline())))
    return found


def set_moves(stage: Stage, moves: str) -> None:
    stage.tables[0].rule("set-moves", f"m{len(moves)}", moves=moves)
    stage.tables[0].sync()


def test_every_board_of_the_round_with_its_moves(stage: Stage) -> None:
    assert moves_shown(stage) == [0, 0]
    set_moves(stage, "e4 e5 Nf3")
    assert moves_shown(stage) == [3, 0]
    text = stage.hub.feeds.games(1, 2, prompt=False)
    assert text is not None and '[GameId "club-match-r01-b02"]' in text
    assert stage.hub.feeds.games(9, None, prompt=False) is None
    assert stage.hub.feeds.games(None, 9, prompt=False) is None


def test_a_delay_holds_back_to_the_second_and_never_from_arbiters(stage: Stage) -> None:
    stage.hub.feeds.delays = delays_of(["games=15"])
    stage.wall_s += 3600
    set_moves(stage, "e4 e5 Nf3")
    stage.wall_s += 60
    set_moves(stage, "Nc6")
    assert (moves_shown(stage), moves_shown(stage, prompt=True)) == ([0, 0], [4, 0])
    stage.wall_s += 15 * 60 - 61
    assert moves_shown(stage) == [0, 0]
    stage.wall_s += 1
    assert moves_shown(stage) == [3, 0]
    stage.wall_s += 60
    assert moves_shown(stage) == [4, 0]


def test_a_restart_shows_nothing_earlier(stage: Stage) -> None:
    stage.wall_s += 3600
    set_moves(stage, "e4 e5 Nf3")
    stage.wall_s += 10
    stage.restart()
    stage.hub.feeds.delays = delays_of(["games=1", "results=1"])
    assert moves_shown(stage) == [0, 0]
    stage.wall_s += 50
    assert moves_shown(stage) == [3, 0]


@pytest.mark.parametrize("wall", ["then", "", "2026-13-01", "+999999-01-01T00:00:00Z", 7, None])
def test_a_record_whose_hour_cannot_be_read_counts_as_just_now(wall: object) -> None:
    assert _wall_s({"wall": wall}, 1000.0) == 1000.0
    assert _wall_s({}, 1000.0) == 1000.0


def test_a_clock_that_steps_back_shows_less_and_never_more(stage: Stage) -> None:
    stage.hub.feeds.delays = delays_of(["games=1"])
    stage.wall_s += 3600
    set_moves(stage, "e4 e5 Nf3")
    stage.wall_s -= 1800
    assert moves_shown(stage) == [0, 0]


def test_results_and_report_as_they_stood(stage: Stage) -> None:
    feeds = stage.hub.feeds
    feeds.delays = delays_of(["results=10", "report=60"])
    stage.wall_s += 7200
    stage.play(WHITE, WHITE)

    def first_result(*, prompt: bool) -> str:
        found = feeds.results(prompt=prompt)
        assert found is not None
        return str(found["tournaments"][0]["rounds"][0]["boards"][0]["result"])

    def points(*, prompt: bool) -> list[str]:
        text = feeds.report("", prompt=prompt)
        assert text is not None
        return sorted(str(player.points) for player in read_trf("report", text.encode()).players)

    assert (first_result(prompt=False), first_result(prompt=True)) == ("*", "1-0")
    assert points(prompt=True) == ["0", "0", "1", "1"]
    stage.wall_s += 600
    assert first_result(prompt=False) == "1-0"
    assert points(prompt=False) == ["0", "0", "0", "0"]
    stage.wall_s += 3000
    assert points(prompt=False) == ["0", "0", "1", "1"]
    assert feeds.report("nobody's", prompt=True) is None


def test_a_result_ruled_at_the_hub_stands_in_the_game(stage: Stage) -> None:
    set_moves(stage, "e4 e5 Nf3")
    stage.play(WHITE, None)
    stage.command("rule", "wrong way round", board="1", result="0-1")
    text = stage.hub.feeds.games(1, 1, prompt=True)
    assert text is not None
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and game.headers["Result"] == "0-1"


def test_a_record_of_another_form_stops_nothing(stage: Stage) -> None:
    set_moves(stage, "e4 e5 Nf3")
    books = stage.hub.feeds
    assert moves_shown(stage) == [3, 0]
    journal = stage.tables[0].journal
    books._books[0][journal].seq = 0  # its first record is read again: no game of ours begins so
    assert len(moves_shown(stage)) == 2


@pytest.mark.parametrize("text", ["games", "games=", "games=61", "games=-1", "moves=5", "games=٣"])
def test_a_delay_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="--delay"):
        delays_of([text])
    assert delays_of(["games=0", "results=60"]) == {"games": 0, "results": 3600, "report": 0}
    assert set(delays_of([])) == set(FEEDS)
