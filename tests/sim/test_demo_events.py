"""The demo's built-in events are events: their rulebooks take every invented player."""

from pathlib import Path

import pytest

from clockd.errors import BadInput
from clockd.hub.event_file import EventFile, load_event
from clockd.sim.demo_events import BOARDS_MOST, event_text


def loaded(folder: Path, name: str, boards: int | None) -> EventFile:
    path = folder / "EVENT.toml"
    path.write_text(event_text(name, boards))
    return load_event(path)


def test_the_us_senior_has_ten_players(tmp_path: Path) -> None:
    assert loaded(tmp_path, "us-senior-2019", None).boards == 5


@pytest.mark.parametrize(
    ("boards", "parts", "rounds"),
    [
        (None, [5], [5]),
        (3, [3], [3]),
        (9, [9], [9]),
        (10, [4, 6], [4, 0]),
        (BOARDS_MOST, [54, 6], [11, 0]),
    ],
)
def test_the_world_senior_has_two_players_a_board(
    tmp_path: Path, boards: int | None, parts: list[int], rounds: list[int]
) -> None:
    """21st World Senior, reg. 6: twelve women of four zones play all against all, eleven rounds."""
    event = loaded(tmp_path, "world-senior-2011", boards)
    openings = [opening for _, opening in event.tournaments]
    assert [len(opening.entries) // 2 for opening in openings] == parts
    assert [opening.rounds for opening in openings] == rounds  # 0: as the format says
    for opening in openings:
        names = [entry.name for entry in opening.entries]
        assert len(set(names)) == len(names)


def test_no_other_name_and_no_other_size() -> None:
    with pytest.raises(BadInput, match="expected us-senior-2019, world-senior-2011 or a file"):
        event_text("nowhere", None)
    with pytest.raises(BadInput, match="--boards 2, expected 3 to 60"):
        event_text("world-senior-2011", 2)
