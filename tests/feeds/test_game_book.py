"""What spectators are shown of a journal: no half-move that may be taken back, one id for ever, results as ruled."""

import io

import chess.pgn
import pytest

from clockd.feeds.game_book import GameBook, game_id, key_of, slug_of, unplayed, with_result
from clockd.feeds.pgn import settled_plies
from clockd.game.record import facts_of
from clockd.ports import WHITE
from clockd.units import seconds
from tests.game.referee import Referee


def book_of(referee: Referee) -> GameBook:
    book = GameBook("Sampletown", "open")
    for record in referee.records:
        book.take(facts_of(record.content), "2026.12.01")
    return book


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and game.errors == []
    return game


def shown(referee: Referee) -> chess.pgn.Game:
    ((_, one),) = book_of(referee).games()
    return read(one.text)


def test_the_last_half_move_waits_until_it_is_completed() -> None:
    """6.2.1: made on the board, completed by the press; the feed never shows what a hand may take back."""
    referee = Referee()
    referee.play("e4 e5", seconds(5))
    referee.settle("Nf3", pressed=False)
    assert len(referee.game.plies) == 3 and settled_plies(referee.game) == 2
    game = shown(referee)
    assert [node.san() for node in game.mainline()] == ["e4", "e5"]
    assert game.headers["PlyCount"] == "2"
    referee.press(WHITE)
    assert [node.san() for node in shown(referee).mainline()] == ["e4", "e5", "Nf3"]


def test_a_game_that_is_over_is_shown_whole() -> None:
    referee = Referee()
    referee.play("f3 e5 g4", seconds(5))
    referee.settle("Qh4#", pressed=False)
    assert [node.san() for node in shown(referee).mainline()][-1] == "Qh4#"
    assert shown(referee).headers["Result"] == "0-1"


def test_tags_of_a_broadcast() -> None:
    """ecosystem-protocols.md 3.3 and 4: a stable GameId, clocks of both in whole seconds."""
    referee = Referee()
    referee.play("e4 e5", seconds(10))
    headers = shown(referee).headers
    assert headers["GameId"] == "open-r01-b01"
    assert (headers["WhiteClock"], headers["BlackClock"]) == ("1:30:50", "1:30:50")
    assert (headers["Site"], headers["Date"]) == ("Sampletown", "2026.12.01")


@pytest.mark.parametrize(
    ("event", "slug"),
    [
        ("21st World Senior, Opatija 2011", "21st-world-senior-opatija-2011"),
        ("Ööbik", "bik"),
        ("世界", "event"),
        ("", "event"),
        ("x" * 100, "x" * 40),
    ],
)
def test_an_events_name_in_an_id(event: str, slug: str) -> None:
    assert slug_of(event) == slug
    assert game_id(slug, (3, 7, "", 1)) == f"{slug}-r03-b07"
    assert game_id(slug, (11, 1, "rapid-match", 2)) == f"{slug}-r11-b01-rapid-match-g2"


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_a_ruled_result_stands_in_tag_and_text(result: str) -> None:
    referee = Referee()
    referee.play("e4 e5 Nf3 Nc6", seconds(5))
    ((_, one),) = book_of(referee).games()
    text = with_result(one.text, result)
    assert read(text).headers["Result"] == result
    assert text.endswith(f" {result}\n") and text.count("Nc6") == 1
    assert with_result(one.text, "0-0") == one.text, "PGN has no word for it"


def test_an_unplayed_board_has_its_tags() -> None:
    pairing = Referee().game.pairing
    assert pairing is not None
    game = read(unplayed(pairing, "1-0", "Sampletown", "open"))
    assert (game.headers["Result"], game.headers["GameId"]) == ("1-0", "open-r01-b01")
    assert key_of(pairing) == (1, 1, "", 1)
