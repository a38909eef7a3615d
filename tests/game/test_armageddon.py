"""2019 U.S. Senior, reg. 7: White 5 minutes, Black 4, and a drawn game is Black's match."""

import pytest

from clockd.ports import BLACK, WHITE
from clockd.units import minutes, seconds
from tests.game.referee import THIRTY_MOVE_RULE, Referee


def armageddon(start_fen: str | None = None) -> Referee:
    return Referee(
        "W300-B240",
        draw_odds=BLACK,
        stage="armageddon",
        regulations=THIRTY_MOVE_RULE,
        start_fen=start_fen,
    )


def outcome(referee: Referee) -> tuple[str, str | None, str | None]:
    return referee.game.result, referee.game.termination, referee.game.match_winner


def test_five_minutes_against_four() -> None:
    referee = armageddon()
    assert referee.game.clock.white.remaining_ns == minutes(5)
    assert referee.game.clock.black.remaining_ns == minutes(4)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("Nf3 Nf6 Ng1 Ng8 " * 4, ("1/2-1/2", "fivefold", "black")),
        ("f3 e5 g4 Qh4#", ("0-1", "checkmate", "black")),
        ("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", ("1-0", "checkmate", "white")),
    ],
)
def test_a_game_always_has_a_match_winner(moves: str, expected: tuple[str, str, str]) -> None:
    """Interfaces 0: the drawn game stays 1/2-1/2, the match goes to Black."""
    referee = armageddon()
    referee.play(moves)
    assert outcome(referee) == expected


def test_an_agreed_draw_before_move_30_is_refused_in_the_armageddon_too() -> None:
    """Reg. 2: "including any playoff games"; rules sheet 7.4."""
    referee = armageddon()
    referee.play("e4 e5")
    referee.offer(WHITE)
    referee.kings("1/2-1/2")
    assert referee.game.phase == "running"
    assert referee.alerts() == ["draw-refused", "draw-refused"]


def test_an_agreed_draw_after_move_30_is_black_s_match() -> None:
    referee = armageddon()
    referee.shuffle(60)
    referee.offer(WHITE)
    referee.offer(BLACK)
    assert outcome(referee) == ("1/2-1/2", "agreement", "black")


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/4k3/8/8/4P3/3K4 w - - 0 1", ("1/2-1/2", "time-draw", "black")),
        ("8/8/8/4k3/8/8/4P3/3K4 b - - 0 1", ("1-0", "time-forfeit", "white")),
    ],
)
def test_the_flag_against_a_bare_king(fen: str, expected: tuple[str, str, str]) -> None:
    """6.9 and rules sheet 7.13: White's flag against a bare king draws, and Black wins the match."""
    referee = armageddon(start_fen=fen)
    referee.wait(minutes(6))
    assert outcome(referee) == expected


def test_resignation_and_a_ruling_of_no_score() -> None:
    referee = armageddon()
    referee.resign(BLACK)
    assert outcome(referee) == ("1-0", "resignation", "white")
    referee.command("result", result="0-0")
    assert outcome(referee) == ("0-0", "ruling", None)


def test_elsewhere_a_draw_is_a_draw() -> None:
    referee = Referee()
    referee.play("Nf3 Nf6 Ng1 Ng8 " * 4, seconds(1))
    assert outcome(referee) == ("1/2-1/2", "fivefold", None)
