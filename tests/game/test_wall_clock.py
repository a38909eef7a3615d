"""Design 3: no game computation asks the wall clock. It may be years off, and stepped by months in mid-game."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from clockd.game.record import GAME, facts_of
from clockd.game.state import Game
from clockd.machine import Stamps
from clockd.ports import BLACK, WHITE
from clockd.units import seconds
from tests.game import referee as referees
from tests.game.referee import Referee

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6"


def played() -> Referee:
    referee = Referee()
    referee.play(MOVES, seconds(17))
    referee.restart()
    referee.command("resume")
    referee.play("Ba4 Nf6", seconds(5))
    return referee


def test_a_clock_stepped_by_months_at_each_record_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steady = played()
    steps = itertools.cycle([timedelta(days=90), timedelta(days=-400), timedelta(seconds=-1)])
    now = [datetime(1970, 1, 2, tzinfo=UTC) + timedelta(days=20_000)]

    def wall() -> str:
        now[0] += next(steps)
        return now[0].isoformat()

    monkeypatch.setattr(referees, "STAMPS", Stamps("test", wall))
    stepped = played()
    assert [stepped.left_ns(side) for side in (WHITE, BLACK)] == [
        steady.left_ns(side) for side in (WHITE, BLACK)
    ]
    assert stepped.game == steady.game
    assert {record.content["wall"] for record in stepped.records} != {
        record.content["wall"] for record in steady.records
    }
    folded = Game()
    for record in stepped.records:
        for fact in facts_of(record.content):
            folded = GAME.evolve(folded, fact)
    assert folded == steady.game
