"""Draw offers and claims: Laws 9.1, 9.5, and the buttons (interfaces.md section 6)."""

import pytest

from clockd.feeds.pgn import to_pgn
from clockd.game.draws import last_ply_of
from clockd.game.facts import DrawDeclined, DrawOffered
from clockd.game.state import Game
from clockd.ports import BLACK, WHITE, Side
from clockd.units import minutes, seconds
from tests.game.referee import Referee


def test_an_offer_stands_and_the_other_side_s_button_accepts_it() -> None:
    referee = Referee()
    referee.play("e4 e5 Nf3")
    referee.offer(WHITE)
    standing = referee.game.offer
    assert standing is not None and (standing.side, standing.ply) == (WHITE, 3)
    referee.wait(seconds(20))
    referee.offer(BLACK)
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "agreement")
    assert referee.game.offer is None
    assert len(referee.of(DrawOffered)) == 1  # the acceptance is no second offer


def test_an_offer_is_not_accepted_by_the_side_that_made_it() -> None:
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    assert referee.offer(WHITE) == []
    assert referee.game.phase == "running"


def test_an_offer_is_declined_by_moving() -> None:
    """9.1.2.1: rejected by touching a piece to move it."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    referee.play("e5")
    assert (referee.game.offer, len(referee.of(DrawDeclined))) == (None, 1)
    referee.offer(BLACK)  # an offer of his own, no acceptance any more
    assert referee.game.phase == "running"
    assert len(referee.of(DrawOffered)) == 2


def test_an_offer_between_move_and_press_stands_for_the_opponent() -> None:
    """9.1.2.1: made after moving and before pressing; the mover's own settlement declines nothing."""
    referee = Referee()
    referee.wait(seconds(9))
    referee.offer(WHITE, plies_on_board=1)  # e4 stands, unsettled
    referee.press(WHITE, seconds(1))
    referee.settle("e4")
    assert referee.game.offer is not None
    assert referee.game.offer.ply == 1
    referee.play("e5")
    assert referee.game.offer is None


def test_an_offer_on_the_opponent_s_time_stands_until_he_moves() -> None:
    """9.1.2.1: valid, if annoying (11.5)."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    referee.wait(minutes(2))
    assert referee.game.offer is not None


def test_an_offer_survives_the_settlement_of_a_move_that_stood_already() -> None:
    """Black offers while White's move stands on the board unsettled: that move is no refusal."""
    referee = Referee()
    referee.play("e4 e5")
    referee.offer(BLACK, plies_on_board=3)
    referee.play("Nf3")
    assert referee.game.offer is not None
    referee.play("Nc6 Bb5")
    assert referee.game.offer is None


def test_who_has_moved_instead_makes_an_offer_of_his_own() -> None:
    """9.1.2.1: White's offer is rejected by Black's move, settled or not; Black's button is no yes."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE, plies_on_board=1)
    referee.offer(BLACK, plies_on_board=2)  # his e5 stands on the board, unsettled
    assert referee.game.phase == "running"
    assert len(referee.of(DrawDeclined)) == 1
    assert [(each.side, each.ply) for each in referee.game.offers] == [(WHITE, 1), (BLACK, 2)]
    referee.press(BLACK, seconds(1))
    referee.settle("e5")
    assert referee.game.offer is not None and referee.game.offer.side is BLACK
    referee.offer(WHITE, plies_on_board=2)
    assert referee.game.termination == "agreement"


def test_an_offer_before_the_first_move_belongs_to_ply_0() -> None:
    referee = Referee()
    referee.offer(BLACK)
    assert referee.of(DrawOffered)[0].ply == 0


@pytest.mark.parametrize(
    ("side", "plies", "ply"),
    [(WHITE, 0, 0), (WHITE, 1, 1), (WHITE, 2, 1), (BLACK, 1, 0), (BLACK, 2, 2), (BLACK, 3, 2)],
)
def test_an_offer_belongs_to_its_side_s_last_ply(side: Side, plies: int, ply: int) -> None:
    assert last_ply_of(Game(), side, plies) == ply


def test_where_black_moves_first_the_first_ply_is_his() -> None:
    referee = Referee(start_fen="4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    referee.play("Kd7")
    referee.offer(BLACK)
    assert referee.game.offer is not None and referee.game.offer.ply == 1


def test_there_is_nothing_to_offer_before_the_start() -> None:
    referee = Referee(start=False)
    assert referee.offer(WHITE) == []


def test_an_agreement_in_a_pause_holds() -> None:
    referee = Referee()
    referee.play("e4")
    referee.command("pause")
    referee.offer(WHITE)
    referee.offer(BLACK)
    assert referee.game.termination == "agreement"


def test_the_offer_stands_in_the_pgn() -> None:
    """8.1.5, interfaces 4: a comment {(=)} after the offering side's move."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    referee.play("e5 Nf3")
    text = " ".join(to_pgn(referee.game).split())
    assert "1. e4 {[%clk 1:30:59.000]} {(=)} 1... e5" in text
    assert text.count("(=)") == 1
