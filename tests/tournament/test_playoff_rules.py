"""Which stage of the playoff comes next, for how many still tied: 2019 U.S. Senior Championship, reg. 7."""

import pytest

from clockd.rulebooks import load_rulebook

PLAYOFF = load_rulebook("us-senior-2019").playoff


def stage(tied: int, step: int, remaining: int) -> str | None:
    assert PLAYOFF is not None
    found = PLAYOFF.stage_at(tied, step, remaining)
    return found.name if found else None


def test_two_tied() -> None:
    """A two-game rapid match, then an Armageddon game."""
    assert [stage(2, step, 2) for step in range(3)] == ["rapid-match", "armageddon", None]


@pytest.mark.parametrize("tied", [3, 4])
def test_three_or_four_tied(tied: int) -> None:
    """A rapid round robin; blitz by how many are still tied; then Armageddon, whoever is left."""
    assert stage(tied, 0, tied) == "rapid-round-robin"
    assert stage(tied, 1, 2) == "blitz-match"
    assert [stage(tied, 1, left) for left in range(3, tied + 1)] == ["blitz-round-robin"] * (
        tied - 2
    )
    assert {stage(tied, 2, left) for left in range(2, tied + 1)} == {"armageddon"}
    assert stage(tied, 3, 2) is None


@pytest.mark.parametrize("tied", [5, 6, 10])
def test_more_than_four_tied(tied: int) -> None:
    """The format is the arbiter's; a single rapid round robin is offered, as played by five in 2022."""
    assert stage(tied, 0, tied) == "arbiter"
    assert PLAYOFF is not None
    found = PLAYOFF.stage("arbiter")
    assert found is not None and found.offered == ("rapid-round-robin",)


def test_one_alone_plays_nobody() -> None:
    assert stage(1, 0, 1) is None
