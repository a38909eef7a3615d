"""The live side of Laws 8: what the arbiter enters on his round, who is behind, and the signatures."""

import pytest

from clockd.game import notation
from clockd.ports import BLACK, WHITE, Side
from clockd.units import seconds
from tests.game.referee import Referee, refused


@pytest.mark.parametrize(
    ("side", "move", "last", "behind", "alerts"),
    [
        ("white", "3", "black", 0, []),
        ("white", "3", "white", 1, []),
        ("black", "2", "black", 2, []),  # 8.1.3: his own last move and the reply before it
        ("black", "2", "white", 3, ["notation-behind"]),
        ("white", "1", "white", 5, ["notation-behind"]),
    ],
)
def test_behind_is_more_than_two_plies(
    side: str, move: str, last: str, behind: int, alerts: list[str]
) -> None:
    referee = Referee()
    referee.play("e4 e5 Nf3 Nc6 Bb5 a6", seconds(5))
    referee.command("notation", side=side, move=move, last=last)
    assert referee.game.sheets[0].behind == behind
    assert referee.alerts() == alerts


def test_a_sheet_brought_up_to_date_ends_the_alert() -> None:
    referee = Referee()
    referee.play("e4 e5 Nf3 Nc6 Bb5 a6", seconds(5))
    referee.command("notation", side="white", move="1")
    assert (
        referee.alert("notation-behind").detail == "White's sheet lacks 5 plies; 3 moves are made"
    )
    referee.command("notation", side="white", move="3", last="black")
    assert referee.alerts() == []


def test_with_thirty_seconds_a_move_nobody_is_exempt_ever() -> None:
    """8.4 and reg. 5 of the U.S. Senior: 20 seconds left, and still bound."""
    referee = Referee()
    referee.command("pause")
    referee.command("set-time", side="white", time="0:20")
    assert not notation.exempt(referee.game, WHITE)
    referee = Referee("40/7200:3600")
    referee.command("pause")
    referee.command("set-time", side="white", time="4:59")
    assert notation.exempt(referee.game, WHITE) and not notation.exempt(referee.game, BLACK)


def test_a_rulebook_that_says_always_knows_no_exemption() -> None:
    assert not notation.exempt(Referee("300", notation="always").game, WHITE)
    assert notation.exempt(Referee("300").game, WHITE)  # blitz: no duty (B.2)


def test_the_next_check_is_due_ten_moves_later() -> None:
    referee = Referee()
    referee.shuffle(4)
    assert notation.next_check_due(referee.game, WHITE) == 20
    referee.command("notation", side="white", move="2", last="black")
    assert notation.next_check_due(referee.game, WHITE) == 24


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"side": "white", "move": "9"}, "only 1 moves are made"),
        ({"side": "white", "move": "x"}, "move=x"),
        ({"move": "1"}, "side="),
        ({"side": "white", "move": "1", "last": "both"}, "last=both"),
    ],
)
def test_what_is_no_place_on_a_sheet_is_refused(arguments: dict[str, str], said: str) -> None:
    referee = Referee()
    referee.play("e4 e5")
    assert said in refused(referee.command("notation", **arguments))


def test_sheets_are_signed_after_the_game() -> None:
    """8.7."""
    referee = Referee()
    assert "after it" in refused(referee.command("signed", side="white"))
    referee.resign(WHITE)
    referee.command("signed", side="white")
    referee.command("signed", side="black")
    assert referee.game.signed == {Side.WHITE, Side.BLACK}
    assert "signed already" in refused(referee.command("signed", side="white"))


@pytest.mark.parametrize(("offers", "alerts"), [("1", []), ("0", ["notation-behind"])])
def test_a_missing_offer_is_noted(offers: str, alerts: list[str]) -> None:
    """8.1.5: both sheets record every offer."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    referee.play("e5")
    referee.command("notation", side="black", move="1", last="black", offers=offers)
    assert referee.alerts() == alerts
