"""How long a result takes from its arrival at the hub to new standings with all tie-breaks: printed, never asserted.

In one process without tables: decided, on the disk, and in the next snapshot. Ten players under the U.S. Senior's
tie-breaks in their last round, and a Swiss of 220 in its ninth under the World Senior's.
"""

import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.sim.demo_events import event_text
from clockd.tournament.inputs import ResultEntered
from clockd.tournament.playoff_course import games_now
from tests.hub.events import write_swiss

RESULTS = ("1-0", "0-1", "1/2-1/2")
SWISS_PLAYERS, SWISS_ROUNDS = 220, 9
ENGINE_WITHIN_S = 60.0
SHOWN = 40  # results that are measured in the large field's last round


def bench() -> None:
    """Milliseconds from a result to the standings for 10 and for 220 players."""
    with _folder() as folder:
        path = folder / "EVENT.toml"
        path.write_text(event_text("us-senior-2019", None))
        _say("10 players, round 9", _last_round(folder, path, 9, 5))
    with _folder() as folder:
        path = write_swiss(folder, SWISS_PLAYERS, SWISS_ROUNDS)
        rules = folder / "swiss.toml"
        codes = '["DE-ALLMET", "PS", "PS/C1..", "BPG", "ARO7"]'
        rules.write_text(rules.read_text().replace('["BH/C1", "BH", "WON"]', codes))
        what = f"{SWISS_PLAYERS} players, round {SWISS_ROUNDS}"
        _say(what, _last_round(folder, path, SWISS_ROUNDS, SHOWN))


def _say(what: str, times_ms: list[float]) -> None:
    ordered = sorted(times_ms)
    late = ordered[int(len(ordered) * 0.99)]
    print(
        f"result -> standings, {what}: median {ordered[len(ordered) // 2]:.0f} ms, p99 {late:.0f} ms"
    )


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="bench"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _last_round(folder: Path, path: Path, rounds: int, measured: int) -> list[float]:
    rng = random.Random(1)
    hub = Hub(folder / "hub", load_event(path), rng=rng, pause_ns=0)
    times_ms: list[float] = []
    for number in range(1, rounds + 1):
        _wait_for(hub, number)
        for now in games_now(hub.event.tournament):
            seen = ResultEntered(hub.now_ns(), "", number, now.board, rng.choice(RESULTS), "bench")
            begun = time.perf_counter()
            hub.tell(seen)
            if number == rounds and len(times_ms) < measured:
                hub.snapshot()
                times_ms.append((time.perf_counter() - begun) * 1000)
    hub.close()
    return times_ms


def _wait_for(hub: Hub, number: int) -> None:
    end_s, version = time.monotonic() + ENGINE_WITHIN_S, 0
    while len(hub.event.tournament.rounds) < number:
        assert time.monotonic() < end_s, hub.notices
        version = hub.wait(version, 0.1)
