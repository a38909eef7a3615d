"""2019 U.S. Senior, reg. 2: no agreed draw in less than 30 moves (design.md section 8)."""

import pytest

from clockd.feeds.pgn import to_pgn
from clockd.game.facts import ClockStopped, DrawRefused
from clockd.ports import BLACK, WHITE, Side
from clockd.units import milliseconds, seconds
from tests.game.referee import THIRTY_MOVE_RULE, Referee, quiet_moves


def after(plies: int) -> Referee:
    referee = Referee(regulations=THIRTY_MOVE_RULE)
    referee.shuffle(plies)
    return referee


@pytest.mark.parametrize("side", [WHITE, BLACK])
@pytest.mark.parametrize("plies", [0, 1, 58, 59])
def test_an_offer_before_black_s_30th_move_is_refused(plies: int, side: Side) -> None:
    referee = after(plies)
    referee.offer(side)
    assert (referee.game.offer, referee.alerts()) == (None, ["draw-refused"])
    assert "30" in referee.alert("draw-refused").detail
    assert referee.alert("draw-refused").side is side
    assert (referee.game.phase, referee.game.clock.running) == ("running", referee.game.to_move)
    assert len(referee.of(DrawRefused)) == 1


def test_from_60_plies_on_players_may_agree() -> None:
    referee = after(60)
    referee.offer(BLACK)
    referee.offer(WHITE)
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "agreement")
    assert referee.alerts() == []


def test_black_may_offer_on_his_30th_move_before_pressing() -> None:
    """Design 8: an offer counts from the moment that Black's 30th move stands on the board (9.1.2.1)."""
    referee = after(59)
    referee.wait(seconds(3))
    referee.offer(BLACK, plies_on_board=60)  # the move stands, unpressed and unsettled
    assert referee.game.offer is not None
    assert (referee.game.offer.side, referee.game.offer.ply) == (BLACK, 60)
    referee.press(BLACK, seconds(1))
    referee.wait(milliseconds(300))
    referee.settle(quiet_moves()[59])
    referee.offer(WHITE)
    assert referee.game.termination == "agreement"


def test_agreement_needs_both_30th_moves_completed() -> None:
    """White's quick yes before Black's press is too early; after it the same offer still stands."""
    referee = after(59)
    referee.offer(BLACK, plies_on_board=60)
    referee.offer(WHITE, plies_on_board=60)
    assert (referee.game.phase, referee.alerts()) == ("running", ["draw-refused"])
    offers = [(offer.side, offer.refused) for offer in referee.game.offers]
    assert offers == [(BLACK, False)], "an answer is no offer: no (=) on White's scoresheet"
    referee.press(BLACK, seconds(1))  # completed by the press, the squares still come in
    referee.offer(WHITE, plies_on_board=60)
    assert referee.game.termination == "agreement"


def test_a_press_without_a_move_is_no_30th_move() -> None:
    """29 moves and one empty press each: presses do not count (field scenario 1)."""
    referee = Referee(regulations=THIRTY_MOVE_RULE)
    for side in (WHITE, BLACK):
        referee.press(side, seconds(1))
        referee.doubt("no-move", side)
    referee.shuffle(58)
    assert referee.game.presses == (30, 30)
    referee.offer(WHITE)
    referee.kings("1/2-1/2")
    assert referee.game.phase == "running"
    assert referee.alerts().count("draw-refused") == 2


def test_the_kings_draw_is_refused_and_the_clocks_are_left_as_they_are() -> None:
    """Interfaces 6."""
    referee = after(20)
    referee.wait(seconds(4))
    clock, phase = referee.game.clock, referee.game.phase
    referee.kings("1/2-1/2")
    assert (referee.game.clock, referee.game.phase) == (clock, phase)
    assert referee.alerts() == ["draw-refused"]
    assert not referee.of(ClockStopped)
    assert referee.left_ns(WHITE) == clock.white.remaining_ns - seconds(4)


def test_the_kings_may_show_a_draw_after_30_moves() -> None:
    referee = after(60)
    referee.kings("1/2-1/2")
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "agreement")
    assert referee.alerts() == ["result-by-kings"]


@pytest.mark.parametrize("kings", ["1-0", "0-1"])
def test_resignation_is_no_agreement(kings: str) -> None:
    referee = after(4)
    referee.kings(kings)  # type: ignore[arg-type]
    assert (referee.game.result, referee.game.termination) == (kings, "resignation")


def test_repetition_is_no_agreement() -> None:
    """Repetition, 50 moves, stalemate and dead position pass: fivefold after 16 plies."""
    referee = Referee(regulations=THIRTY_MOVE_RULE)
    referee.play("Nf3 Nf6 Ng1 Ng8 " * 4)
    assert referee.game.termination == "fivefold"


def test_stalemate_and_dead_position_are_no_agreements() -> None:
    dead = Referee(regulations=THIRTY_MOVE_RULE, start_fen="8/8/8/4k3/8/8/4p3/3K4 w - - 0 1")
    dead.play("Kxe2")
    assert dead.game.termination == "dead-position"


def test_a_refused_offer_is_recorded_like_any_other() -> None:
    """8.1.5: (=) on the scoresheet, refused or not."""
    referee = after(3)
    referee.offer(WHITE)
    referee.shuffle(0)
    text = " ".join(to_pgn(referee.game).split())
    assert text.count("{(=)}") == 1
    assert text.index("(=)") > text.index("2. Rh3")


def test_without_the_rule_players_agree_when_they_like() -> None:
    """2011 World Senior: the regulations say nothing about draws."""
    referee = Referee()
    referee.play("e4")
    referee.offer(WHITE)
    referee.offer(BLACK)
    assert referee.game.termination == "agreement"


def test_behind_the_flag_there_is_nothing_to_refuse() -> None:
    referee = Referee("60", regulations=THIRTY_MOVE_RULE)
    referee.wait(seconds(60))
    referee.offer(BLACK)
    assert referee.alerts() == ["flag"]
