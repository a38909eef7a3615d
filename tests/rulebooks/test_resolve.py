"""A game's pairing from its rulebook: control, odds, lateness and rules at the board, by stage."""

import pytest

from clockd.errors import BadInput
from clockd.game.pairing import Player
from clockd.ports import BLACK, WHITE
from clockd.rulebooks import load_rulebook, resolve
from clockd.rulebooks.resolve import NoControl, stage_names
from clockd.units import minutes

US = load_rulebook("us-senior-2019")
WORLD = load_rulebook("world-senior-2011")
ANA, BEA = Player("Ana", 2400, "IM", "2016192"), Player("Bea")


def test_a_round_of_the_us_senior() -> None:
    """Reg. 1, 2 and 4: 30 minutes, move 30, 40 moves in 90 minutes and so on."""
    pairing = resolve(US, ANA, BEA, event="U.S. Senior", round=3, board=2)
    assert pairing.white == ANA and pairing.black == BEA
    assert pairing.control == "40/5400+30:1800+30"
    assert pairing.default_time_ns == minutes(30)
    assert pairing.regulations == (("no-agreed-draw-before-move", 30),)
    assert pairing.draw_odds is None
    assert not pairing.arrival_registration
    assert pairing.key == ("U.S. Senior", 3, 2, None, 1)
    assert pairing.rules == "us-senior-2019"


@pytest.mark.parametrize(
    ("stage", "control", "added_ns"),
    [
        (None, None, minutes(2)),
        ("rapid-match", None, minutes(1)),
        ("armageddon", None, minutes(1)),
        (None, "600d2", minutes(1)),
    ],
)
def test_an_illegal_move_costs_by_the_rate_of_the_control(
    stage: str | None, control: str | None, added_ns: int
) -> None:
    """Laws 7.5.5, A.3, B.2: the game's own control decides, not the event's; the clocks go on (design 8)."""
    pairing = resolve(US, ANA, BEA, stage=stage, control=control)
    assert (pairing.illegal_moves_lose, pairing.illegal_move_adds_ns) == (2, added_ns)
    assert not pairing.illegal_moves_stop


def test_a_round_of_the_world_senior() -> None:
    """Reg. 4: absent at the start loses; the rules say nothing of draws."""
    pairing = resolve(WORLD, ANA, BEA)
    assert pairing.event == "21st World Senior Chess Championship 2011"
    assert pairing.default_time_ns == 0
    assert pairing.regulations == ()


@pytest.mark.parametrize(
    ("stage", "control", "odds"),
    [
        ("rapid-match", "600d2", None),
        ("rapid-round-robin", "600d2", None),
        ("blitz-match", "180d2", None),
        ("blitz-round-robin", "180d2", None),
        ("armageddon", "W300-B240", BLACK),
    ],
)
def test_a_stage_of_the_playoff(stage: str, control: str, odds: object) -> None:
    """Reg. 7 and 2; no tolerance after the announced start, and nothing automatic (design.md section 8)."""
    pairing = resolve(US, ANA, BEA, stage=stage, game=2, arrival_registration=True)
    assert (pairing.control, pairing.draw_odds) == (control, odds)
    assert (pairing.default_time_ns, pairing.arrival_registration) == (0, False)
    assert pairing.regulations == (("no-agreed-draw-before-move", 30),)
    assert (pairing.stage, pairing.game) == (stage, 2)


def test_the_arbiters_stage_takes_the_control_that_he_gives() -> None:
    """Reg. 7, more than four tied: the format is the arbiter's, so is its time control."""
    assert resolve(US, ANA, BEA, stage="arbiter", control="600d2").control == "600d2"
    with pytest.raises(NoControl, match="stage 'arbiter' has no time control of its own"):
        resolve(US, ANA, BEA, stage="arbiter")


def test_what_the_pairing_says_overrides_the_rulebook() -> None:
    pairing = resolve(US, ANA, BEA, control="300", draw_odds=WHITE, arrival_registration=True)
    assert (pairing.control, pairing.draw_odds, pairing.arrival_registration) == (
        "300",
        WHITE,
        True,
    )


def test_a_stage_that_the_rules_do_not_have() -> None:
    assert stage_names(WORLD) == ()
    with pytest.raises(BadInput, match="has no stage 'armageddon', expected none: these rules"):
        resolve(WORLD, ANA, BEA, stage="armageddon")
    with pytest.raises(BadInput, match="has no stage 'bullet', expected rapid-match, rapid-round"):
        resolve(US, ANA, BEA, stage="bullet")


def test_nobody_plays_himself() -> None:
    with pytest.raises(BadInput, match="white and black are both 'Ana', expected two players"):
        resolve(US, ANA, ANA)
