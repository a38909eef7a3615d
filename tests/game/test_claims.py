"""Claims of a draw (Laws 9.2 to 9.5): checked to the ply, decided by the arbiter's key."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.game.claims import check
from clockd.ports import BLACK, WHITE, DrawClaimed, Side
from clockd.units import milliseconds, minutes, seconds
from tests.game.referee import THIRTY_MOVE_RULE, Referee, refused

DANCE = "Nf3 Nf6 Ng1 Ng8 "


def claim(referee: Referee, side: Side, kind: str = "threefold", move: str | None = None) -> None:
    referee.feed(DrawClaimed(referee.now_ns, side, kind, move))  # type: ignore[arg-type]


def test_a_claim_stops_the_clocks_and_waits_for_the_arbiter() -> None:
    """9.5.1: the clocks stop; the claim cannot be withdrawn."""
    referee = Referee()
    referee.wait(seconds(12))
    claim(referee, WHITE)
    assert (referee.game.phase, referee.game.clock.running) == ("paused", None)
    assert referee.game.stopped_why == "Stopped by a claim"
    assert (
        referee.alert("claim").detail
        == "White claims threefold: wrong, the position stands 1 times"
    )
    referee.wait(minutes(60))
    assert referee.left_ns(WHITE) == minutes(90) + seconds(18)


def test_threefold_has_appeared_with_the_ninth_ply() -> None:
    """9.2.2.2: the start position stands for the third time after eight plies; it is White's claim."""
    referee = Referee()
    referee.play(DANCE * 2)
    claim(referee, WHITE)
    assert referee.game.claim is not None and referee.game.claim.correct
    referee.command("accept-claim")
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "threefold")


def test_threefold_about_to_appear_is_claimed_with_the_move_written_not_played() -> None:
    """9.2.2.1: Black claims with 4... Ng8."""
    referee = Referee()
    referee.play(DANCE + "Nf3 Nf6 Ng1")
    claim(referee, BLACK, move="Ng8")
    assert referee.alert("claim").detail == (
        "Black claims threefold with Ng8: right, the position would stand 3 times"
    )
    referee.command("accept-claim")
    assert (referee.game.result, len(referee.game.plies)) == ("1/2-1/2", 7)


def test_one_ply_too_early_is_wrong() -> None:
    referee = Referee()
    referee.play(DANCE + "Nf3 Nf6")
    claim(referee, WHITE, move="Ng1")  # with it the position would stand for the second time
    assert referee.game.claim is not None and not referee.game.claim.correct


@pytest.mark.parametrize(
    ("control", "added_ns"), [("40/5400+30:1800+30", minutes(2)), ("600d2", minutes(1))]
)
def test_a_wrong_claim_gives_the_opponent_time_and_the_game_goes_on(
    control: str, added_ns: int
) -> None:
    """9.5.3; A.3: one minute in rapid and blitz."""
    referee = Referee(control)
    claim(referee, WHITE)
    before_ns = referee.left_ns(BLACK)
    referee.command("reject-claim")
    assert referee.left_ns(BLACK) == before_ns + added_ns
    assert referee.game.claim is None and "claim" not in referee.alerts()
    referee.command("resume")
    assert referee.game.clock.running is WHITE


def test_the_intended_move_must_be_played() -> None:
    """9.5.3: the arbiter is told when another one is played instead."""
    for played, alerts in (("Nf3", []), ("e4", ["claim"])):
        referee = Referee()
        claim(referee, WHITE, move="Nf3")
        referee.command("reject-claim")
        referee.command("resume")
        referee.play(played)
        assert referee.alerts() == alerts
    assert referee.alert("claim").detail == "White claimed with Nf3 and must play it (9.5.3)"


@pytest.mark.parametrize(
    ("clock", "move", "correct"),
    [
        (100, None, True),
        (99, None, False),
        (99, "Ra2", True),
        (98, "Ra2", False),
        (99, "g4", False),
    ],
)
def test_fifty_moves_by_each(clock: int, move: str | None, correct: bool) -> None:
    """9.3: 100 plies without a capture or a pawn's move, both forms."""
    referee = Referee(start_fen=f"4k3/8/8/8/8/8/6P1/R3K3 w - - {clock} 90")
    claim(referee, WHITE, "fifty-moves", move)
    assert referee.game.claim is not None and referee.game.claim.correct is correct
    if correct:
        referee.command("accept-claim")
        assert referee.game.termination == "fifty-moves"


def test_who_is_not_on_move_has_no_claim() -> None:
    """9.2, 9.3: "by the player having the move"; the clocks go on."""
    referee = Referee()
    claim(referee, BLACK)
    assert referee.game.claim is None and referee.game.clock.running is WHITE
    assert "no claim (9.2)" in referee.alert("claim").detail
    assert "no claim is open" in refused(referee.command("accept-claim"))


def test_who_has_made_his_move_has_no_claim_for_it() -> None:
    """9.4: his ninth-ply knight stands on the board already, unsettled; the clocks go on."""
    referee = Referee()
    referee.play(DANCE * 2)
    assert referee.game.to_move is WHITE
    referee.feed(DrawClaimed(referee.now_ns, WHITE, "threefold", None, unsettled=("e2e4",)))
    assert referee.game.claim is None and referee.game.phase == "running"
    assert referee.alert("claim").detail.endswith("after moving: no claim (9.4)")


def test_the_opponents_move_counts_though_its_squares_still_come_in() -> None:
    """9.2.2.2: Black's Ng8 was pressed, the board has not settled it; White claims at once."""
    referee = Referee()
    referee.play(DANCE + "Nf3 Nf6 Ng1")
    referee.press(BLACK, seconds(1))
    referee.feed(DrawClaimed(referee.now_ns, WHITE, "threefold", None, unsettled=("f6g8",)))
    assert referee.game.claim is not None and referee.game.claim.correct
    referee.wait(milliseconds(300))
    referee.settle("Ng8")
    referee.command("accept-claim")
    assert (referee.game.termination, len(referee.game.plies)) == ("threefold", 8)
    assert all(ply.completed for ply in referee.game.plies)


def test_a_claim_waits_for_a_move_that_was_pressed_and_not_seen() -> None:
    """9.2.2.2: the board is late by a scan; the clocks stop at once, the check comes with the move."""
    referee = Referee()
    referee.play(DANCE + "Nf3 Nf6 Ng1")
    referee.press(BLACK, seconds(1))
    claim(referee, WHITE)
    assert referee.game.phase == "paused"
    assert referee.alert("claim").detail == (
        "White claims threefold: not checked, Black's move is not seen yet"
    )
    referee.wait(milliseconds(300))
    referee.settle("Ng8")
    assert [alert.detail for alert in referee.game.alerts] == [
        "White claims threefold: right, the position stands 3 times"
    ]
    assert referee.game.claim is not None and referee.game.claim.correct
    assert referee.game.offer is not None  # 9.1.2.3: the late squares reject nothing
    referee.restart()
    assert referee.game.claim is not None and not referee.game.claim.waits


def test_the_named_move_is_read_when_the_opponents_is_seen() -> None:
    """9.2.2.1, 9.5.3: with Ng8 to come after Ng1; had the claim been wrong, it must be played."""
    referee = Referee()
    referee.play(DANCE + "Nf3 Nf6")
    referee.press(WHITE, seconds(1))
    claim(referee, BLACK, move="Ng8")
    referee.wait(milliseconds(300))
    referee.settle("Ng1")
    assert referee.game.claim is not None
    assert (referee.game.claim.move, referee.game.claim.correct) == ("f6g8", True)
    referee.command("reject-claim")
    assert referee.game.must_play == (BLACK, "f6g8")


def test_a_rejected_claim_is_taken_back_by_another_ruling() -> None:
    """The time goes back and the claim is open again; once a move was played, only the time."""
    referee = Referee()
    claim(referee, WHITE, move="Nf3")
    left_ns = referee.left_ns(BLACK)
    referee.command("reject-claim")
    referee.command("set-aside", what="claim")
    assert referee.left_ns(BLACK) == left_ns
    assert referee.game.claim is not None and referee.game.must_play is None
    referee.command("accept-claim")
    assert referee.game.termination == "threefold"
    referee = Referee()
    claim(referee, WHITE)
    referee.command("reject-claim")
    referee.command("resume")
    referee.play("e4")
    assert "pause it first" in refused(referee.command("set-aside", what="claim"))
    referee.command("pause")
    left_ns = referee.left_ns(BLACK)
    referee.command("set-aside", what="claim")
    assert (referee.game.claim, referee.left_ns(BLACK)) == (None, left_ns - minutes(2))
    assert "no claim was rejected" in refused(referee.command("set-aside", what="claim"))


@pytest.mark.parametrize("move", ["Ke5", "--", "0000", "@@@@", "hello", ""])
def test_a_claim_with_an_illegal_move_is_wrong(move: str) -> None:
    referee = Referee()
    claim(referee, WHITE, move=move)
    assert referee.alert("claim").detail.endswith("wrong, that move is not legal")


def test_a_claim_is_also_an_offer_unless_offers_are_barred() -> None:
    """9.1.2.3; the move-30 rule bars offers, never claims."""
    referee = Referee()
    claim(referee, WHITE)
    referee.offer(BLACK)
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "agreement")
    referee = Referee(regulations=THIRTY_MOVE_RULE)
    claim(referee, WHITE)
    assert referee.game.offer is None and referee.game.offers == ()
    assert referee.game.claim is not None


def test_a_claim_in_an_armageddon_that_holds_is_blacks_match() -> None:
    referee = Referee("W300-B240", draw_odds=BLACK)
    referee.play(DANCE * 2)
    claim(referee, WHITE)
    referee.command("accept-claim")
    assert (referee.game.result, referee.game.match_winner) == ("1/2-1/2", BLACK)


def test_en_passant_and_castling_make_positions_differ() -> None:
    """9.2.3.1, 9.2.3.2: after 2. d4 Black could once take en passant; afterwards no more."""
    referee = Referee(start_fen="4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    referee.play("d4 Kd7 Kd1 Ke8 Ke1 Kd7 Kd1 Ke8 Ke1")
    claim(referee, BLACK)
    assert referee.game.claim is not None and not referee.game.claim.correct
    referee = Referee(start_fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    referee.play("Ra2 Kd7 Ra1 Ke8 Ra2 Kd7 Ra1 Ke8")
    claim(referee, WHITE)  # the first time White might still castle: only twice the same
    assert referee.game.claim is not None and not referee.game.claim.correct


@settings(max_examples=25)
@given(st.lists(st.integers(0, 63), max_size=60))
def test_repetition_equals_a_naive_count(choices: list[int]) -> None:
    """Against python-chess' own count over the whole game, on kings and rooks that wander."""
    fen = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"
    referee, naive = Referee(start_fen=fen), chess.Board(fen)
    for choice in choices:
        moves = [move for move in naive.legal_moves if not naive.is_capture(move)]
        if not moves or referee.game.phase != "running":
            break
        move = moves[choice % len(moves)]
        referee.play(naive.san(move))
        naive.push(move)
        if referee.game.phase == "running":
            assert check(referee.game, "threefold", None)[0] == naive.is_repetition(3)


EMPTY_BUT_FOR_A_PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize("first", ["reject-claim", "set-position"])
def test_a_move_that_must_be_played_falls_with_its_position(first: str) -> None:
    """The arbiter rejects the claim and sets another position, in either order: the game goes on."""
    referee = Referee()
    claim(referee, WHITE, move="Nf3")
    for name in sorted(["reject-claim", "set-position"], key=lambda name: name != first):
        referee.command(name, **({"fen": EMPTY_BUT_FOR_A_PAWN} if name == "set-position" else {}))
    assert referee.game.must_play is None
    referee.command("resume")
    referee.play("e4")
    assert [ply.san for ply in referee.game.plies] == ["e4"] and referee.alerts() == []
