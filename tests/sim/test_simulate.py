"""`clockd simulate`: whole games with faults at every seam, and proof that a broken invariant is seen."""

from random import Random
from typing import Any

import pytest

from clockd.cli import run as main
from clockd.cli.simulate import simulate
from clockd.game import clock as clocks
from clockd.game import decide, endings, running
from clockd.game.inputs import TableRestarted
from clockd.rulebooks import load_rulebook
from clockd.sim.mass_game import FAULTS, Tally
from clockd.sim.mass_ledger import Broken
from clockd.units import seconds

US = load_rulebook("us-senior-2019")


def play(seeds: range, faults: frozenset[str] = frozenset(FAULTS), rules: Any = US) -> Tally:
    tally = Tally()
    for seed in seeds:
        simulate(rules, seed, faults, tally)
    return tally


def test_games_with_every_fault_keep_every_invariant() -> None:
    tally = play(range(60))
    assert tally.games == 60 and tally.checks >= tally.inputs * 0.9
    assert {"kill", "lost", "doubled", "late"} <= set(tally.faults)
    assert {"resignation", "time-forfeit", "agreement"} <= set(tally.endings)


@pytest.mark.parametrize("name", ["world-senior-2011", "world-senior-2011-women"])
def test_the_other_rulebooks_too(name: str) -> None:
    assert play(range(8), rules=load_rulebook(name)).games == 8


def test_the_same_seed_is_the_same_game() -> None:
    one, other = (simulate(US, 7, frozenset(FAULTS), Tally()) for _ in range(2))
    assert [record.body for record in one.records] == [record.body for record in other.records]


def _press_gives_a_nanosecond(timing: Any, clock: Any, at_ns: int) -> Any:
    handed = PRESS(timing, clock, at_ns)
    return clocks.add_time(handed, clock.to_run, 1)


def _restart_charges_a_second(draft: Any, seen: Any) -> None:
    reading = seen.reading or draft.game.clock
    taken = clocks.add_time(reading, reading.to_run, -seconds(1))
    RESTART(draft, type(seen)(seen.at_ns, taken))


def _end_twice(draft: Any, *arguments: Any, **others: Any) -> None:
    END(draft, *arguments, **others)
    END(draft, *arguments, **others)


PRESS, RESTART, END = clocks.press, running.on_restart, endings.end


@pytest.mark.parametrize(
    ("where", "name", "mutant", "said"),
    [
        (clocks, "press", _press_gives_a_nanosecond, "is not granted"),
        (endings, "end", _end_twice, "ended twice"),
    ],
)
def test_a_broken_rule_is_seen(
    monkeypatch: pytest.MonkeyPatch, where: Any, name: str, mutant: Any, said: str
) -> None:
    monkeypatch.setattr(where, name, mutant)
    with pytest.raises(Broken, match=said):
        play(range(5))


def test_time_taken_by_a_restart_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(decide._LAWS, TableRestarted, _restart_charges_a_second)
    with pytest.raises(Broken, match="a restart gave"):
        play(range(20))


def test_the_command_prints_its_sums_and_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--games", "5", "--seed", "98", "--faults", "kill,torn"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert first.startswith("5 games of us-senior-2019 from seed 98: ") and "endings: " in first
    assert main(arguments) == 0
    assert capsys.readouterr().out == first


def test_a_broken_invariant_is_status_1_with_the_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "press", _press_gives_a_nanosecond)
    assert main(["simulate", "--games", "3", "--seed", "5"]) == 1
    assert "repeat: clockd simulate --games 1 --seed 5 --faults all" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "--games 0, expected 1 to"),
        (["--faults", "fire"], "--faults 'fire', expected none, all or some of lost"),
        (["--rules", "nobody"], "no rulebook 'nobody'"),
    ],
)
def test_bad_words_are_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert said in capsys.readouterr().err


def test_dice_are_the_only_chance() -> None:
    """Nothing but the seed decides: the module's own dice stay untouched."""
    before = Random(3).random()
    play(range(2))
    assert Random(3).random() == before
