"""A table that cannot start whole keeps time with what it has."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from clockd.ports import BoardLink, Put
from clockd.table.safe_mode import FAILED_MOST, LateBoard, Starts
from clockd.units import seconds


def test_the_fourth_start_in_a_row_is_a_safe_one(tmp_path: Path) -> None:
    assert [Starts(tmp_path, "boot").begin(0) for _ in range(FAILED_MOST + 2)] == [
        *[False] * FAILED_MOST,
        True,
        True,
    ]


def test_a_minute_of_running_or_a_good_end_forgets_them(tmp_path: Path) -> None:
    for _ in range(FAILED_MOST):
        starts = Starts(tmp_path, "boot")
        starts.begin(seconds(10))
    starts.running(seconds(70) - 1)
    assert Starts(tmp_path, "boot").begin(0)
    starts.running(seconds(70))
    assert not Starts(tmp_path, "boot").begin(0)
    for _ in range(FAILED_MOST):
        starts = Starts(tmp_path, "boot")
        starts.begin(0)
    starts.went_well()
    assert not Starts(tmp_path, "boot").begin(0)


def test_a_pulled_plug_is_no_failed_start(tmp_path: Path) -> None:
    for boot in "abcdefg":
        assert not Starts(tmp_path, boot).begin(0)


@pytest.mark.parametrize("text", ["", "boot", "boot many", "boot 9 9", "\xff"])
def test_a_count_that_is_none_is_no_failure(tmp_path: Path, text: str) -> None:
    (tmp_path / "failed-starts").write_text(text, encoding="latin-1")
    assert not Starts(tmp_path, "boot").begin(0)


def test_a_folder_that_cannot_be_written_keeps_no_count(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "missing", "boot")
    assert [starts.begin(0) for _ in range(5)] == [False] * 5
    starts.went_well()


class OneBoard:
    """Made by a factory that fails at first."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.started = threading.Event()

    def start(self, put: Put, expected: Callable[[], str]) -> None:
        self.said.append("started")
        self.started.set()

    def ask(self) -> None:
        self.said.append("asked")

    def close(self) -> None:
        self.said.append("closed")


def test_the_board_comes_later_and_a_broken_driver_stops_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clockd.table.safe_mode.BOARD_AGAIN_S", 0.0)
    real, tries, told = OneBoard(), list[int](), list[BoardLink]()

    def make() -> OneBoard:
        tries.append(1)
        if len(tries) < 3:
            raise RuntimeError("no such chip")
        return real

    board = LateBoard(make, after_s=0.001)
    board.ask()  # nobody is there yet
    board.start(lambda seen: told.append(seen) if isinstance(seen, BoardLink) else None, str)
    assert real.started.wait(10)
    board.close()
    assert [link.detail for link in told] == [
        "safe mode: the board is asked for later",
        "safe mode: no board (no such chip)",
        "safe mode: no board (no such chip)",
    ]
    assert real.said == ["started", "closed"]


def test_closed_before_it_came_it_never_starts() -> None:
    made: list[int] = []
    board = LateBoard(lambda: made.append(1) or OneBoard(), after_s=3600)  # type: ignore[func-returns-value]
    board.start(lambda _: None, str)
    board.close()
    assert made == []
