"""How a game ends on the board or by a player's word: Laws 5.1, 5.2, 9.6, and what the end completes (6.2.1)."""

import chess
import pytest

from clockd.game.facts import GameEnded
from clockd.game.state import position_key
from clockd.ports import BLACK, SIDES, WHITE, ArbiterPressed, ClockPressed, Side
from clockd.units import milliseconds, seconds
from tests.game.referee import Referee

FOOLS_MATE = "f3 e5 g4 Qh4#"
STALEMATE = (  # the shortest one known: 10 moves by White
    "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"
)


def ended(referee: Referee) -> tuple[str, str | None, int, int]:
    game = referee.game
    assert game.phase == "ended"
    return game.result, game.termination, game.completed(WHITE), game.completed(BLACK)


def test_mate_ends_the_game_and_completes_the_mating_move() -> None:
    """5.1.1, 6.2.1: no press is needed."""
    referee = Referee()
    referee.play("f3 e5 g4")
    referee.wait(seconds(4))
    referee.settle("Qh4#", pressed=False)
    assert ended(referee) == ("0-1", "checkmate", 2, 2)
    assert referee.game.presses == (2, 1)
    assert (referee.game.plies[-1].pressed, referee.game.plies[-1].completed) == (False, True)
    assert referee.game.plies[-1].spent_ns == seconds(4)


def test_a_pressed_mate_is_a_mate() -> None:
    referee = Referee()
    referee.play(FOOLS_MATE)
    assert ended(referee) == ("0-1", "checkmate", 2, 2)
    assert referee.game.presses == (2, 2)


def test_both_clocks_stand_after_the_end() -> None:
    referee = Referee()
    referee.play(FOOLS_MATE)
    clock = referee.game.clock
    referee.wait(seconds(99_999))
    assert (referee.game.clock, clock.running, clock.flag) == (clock, None, None)


def test_stalemate_is_a_draw() -> None:
    """5.2.1; 10 moves by White, 9 by Black."""
    referee = Referee()
    referee.play(STALEMATE)
    assert ended(referee) == ("1/2-1/2", "stalemate", 10, 9)


@pytest.mark.parametrize(
    ("fen", "move", "dead"),
    [
        ("8/8/8/4k3/8/8/4p3/3K4 w - - 0 1", "Kxe2", True),  # K v K
        ("8/8/8/4k3/8/5N2/4p3/3K4 w - - 0 1", "Kxe2", True),  # K+N v K
        ("8/8/8/4k3/8/b7/4p3/2BK4 w - - 0 1", "Kxe2", True),  # bishops on one colour
        ("8/8/8/4kb2/8/8/4p3/2BK4 w - - 0 1", "Kxe2", False),  # on both: a mate exists
        ("8/8/8/4k3/8/5NN1/4p3/3K4 w - - 0 1", "Kxe2", False),  # K+NN v K: a mate exists
    ],
)
def test_a_dead_position_ends_the_game_at_once(fen: str, move: str, dead: bool) -> None:
    """5.2.2: no series of legal moves mates."""
    referee = Referee(start_fen=fen)
    referee.play(move)
    if dead:
        assert ended(referee)[:2] == ("1/2-1/2", "dead-position")
    else:
        assert referee.game.phase == "running"


def test_the_fifth_occurrence_draws_without_a_claim() -> None:
    """9.6.1: the start position for the fifth time after 16 plies; the third time needs a claim."""
    referee = Referee()
    referee.play("Nf3 Nf6 Ng1 Ng8 " * 3)
    assert referee.game.phase == "running"
    referee.play("Nf3 Nf6 Ng1 Ng8")
    assert ended(referee) == ("1/2-1/2", "fivefold", 8, 8)


def test_castling_rights_make_another_position() -> None:
    """9.2.3.2: after the rook has been away the start position counts anew."""
    referee = Referee()
    referee.play("a4 a5 Ra3 Ra6 Ra1 Ra8 " + "Nf3 Nf6 Ng1 Ng8 " * 3)
    assert referee.game.phase == "running"
    referee.play("Nf3 Nf6 Ng1 Ng8")
    assert ended(referee)[1] == "fivefold"


@pytest.mark.parametrize(("clock", "open_after"), [(148, True), (149, False)])
def test_seventy_five_moves_each_draw_without_a_claim(clock: int, open_after: bool) -> None:
    """9.6.2: 150 plies without a pawn move or capture."""
    referee = Referee(start_fen=f"4k3/8/8/8/8/8/4P3/R3K3 w Q - {clock} 90")
    referee.play("Ra2")
    assert (referee.game.phase == "running") is open_after
    if not open_after:
        assert ended(referee)[:2] == ("1/2-1/2", "seventy-five-moves")


def test_mate_on_the_last_of_the_seventy_five_moves_wins() -> None:
    """9.6.2: "if the last move resulted in checkmate, that shall take precedence"."""
    referee = Referee(start_fen="6k1/5ppp/8/8/8/8/8/R3K3 w Q - 149 90")
    referee.play("Ra8#")
    assert ended(referee)[:2] == ("1-0", "checkmate")


@pytest.mark.parametrize(("side", "result"), [(WHITE, "0-1"), (BLACK, "1-0")])
def test_resignation_ends_the_game_at_once(side: Side, result: str) -> None:
    """5.1.2, on the opponent's time as well."""
    referee = Referee()
    referee.play("e4")
    referee.wait(seconds(2))
    referee.resign(side)
    assert ended(referee)[:2] == (result, "resignation")


def test_the_resigner_s_unpressed_move_is_complete() -> None:
    referee = Referee()
    referee.play("e4")
    referee.wait(seconds(3))
    referee.settle("e5", pressed=False)
    assert referee.game.completed(BLACK) == 0
    referee.resign(BLACK)
    assert ended(referee) == ("1-0", "resignation", 1, 1)


def test_a_move_pressed_before_a_resignation_is_still_written() -> None:
    """The squares come in after the press; the end in between loses no move."""
    referee = Referee()
    referee.press(WHITE, seconds(5))
    referee.wait(milliseconds(100))
    referee.resign(BLACK)
    referee.wait(milliseconds(250))
    referee.settle("e4")
    assert [ply.san for ply in referee.game.plies] == ["e4"]
    assert referee.game.plies[0].spent_ns == seconds(5)
    assert ended(referee) == ("1-0", "resignation", 1, 0)


def test_nothing_is_released_after_the_end() -> None:
    """Presses, moves, buttons and the arbiter's start change nothing any more."""
    referee = Referee()
    referee.play(FOOLS_MATE)
    records, game = len(referee.records), referee.game
    for side in SIDES:
        referee.press(side, seconds(1))
        referee.offer(side)
        referee.resign(side)
    referee.feed(ArbiterPressed(referee.now_ns, "toggle"))
    referee.feed(ArbiterPressed(referee.now_ns, "resume"))
    referee.kings("1-0")
    referee.doubt("position-differs", None)
    assert (len(referee.records), referee.game) == (records, game)
    assert len(referee.of(GameEnded)) == 1


def test_a_press_before_the_start_is_an_arrival() -> None:
    """Design 4: presence has no sensor; a press before the first move is a sign of life."""
    referee = Referee(start=False)
    referee.press(BLACK, seconds(5))
    referee.press(BLACK, seconds(5))
    assert referee.game.arrived == {BLACK}
    assert (referee.game.phase, referee.game.presses) == ("waiting", (0, 0))
    assert len(referee.records) == 2  # the pairing and one arrival
    referee.feed(ArbiterPressed(referee.now_ns, "start"))
    referee.play("e4")
    assert referee.game.arrived == {WHITE, BLACK}


@pytest.mark.parametrize(
    ("kings", "result", "termination"),
    [
        ("1-0", "1-0", "resignation"),
        ("0-1", "0-1", "resignation"),
        ("1/2-1/2", "1/2-1/2", "agreement"),
    ],
)
def test_the_kings_on_the_centre_end_the_game_and_tell_the_arbiter(
    kings: str, result: str, termination: str
) -> None:
    referee = Referee()
    referee.play("e4 e5")
    referee.kings(kings)  # type: ignore[arg-type]
    assert ended(referee)[:2] == (result, termination)
    assert referee.alerts() == ["result-by-kings"]


def test_the_move_before_the_kings_counts() -> None:
    """Field scenario 11: a legal move made before the kings were taken up is a move."""
    referee = Referee()
    referee.play("e4 e5")
    referee.wait(seconds(9))
    referee.kings("1/2-1/2", pending="g1f3")
    assert [ply.san for ply in referee.game.plies] == ["e4", "e5", "Nf3"]
    assert ended(referee) == ("1/2-1/2", "agreement", 2, 1)


def test_a_mate_before_the_kings_is_a_mate() -> None:
    referee = Referee()
    referee.play("f3 e5 g4")
    referee.kings("1-0", pending="d8h4")
    assert ended(referee)[:2] == ("0-1", "checkmate")
    assert referee.alerts() == []


def test_a_press_that_comes_late_by_the_stopped_side_is_no_press() -> None:
    referee = Referee()
    referee.play("e4")
    assert referee.feed(ClockPressed(referee.now_ns + 1, WHITE)) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 9 9", True),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", False),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", False),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", False),
    ],
)
def test_what_makes_two_positions_the_same(one: str, other: str, same: bool) -> None:
    """9.2.3: men, side to move, castling rights, and an en passant capture that is really possible."""
    keys = [position_key(chess.Board(fen)) for fen in (one, other)]
    assert (keys[0] == keys[1]) is same
