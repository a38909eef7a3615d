"""A button box and the table's pipe, which comes and goes."""

import queue
from pathlib import Path

from clockd.ports import BLACK, WHITE, BoardInput, ButtonInput, ClockPressed
from clockd.sim.button_line import TRY_AGAIN_NS, WAITING_MOST, ButtonLine
from drivers.buttons_pipe import PipeButtons

PATIENCE_S = 20.0


def pipe(path: Path) -> tuple[PipeButtons, "queue.Queue[BoardInput | ButtonInput]"]:
    inbox: queue.Queue[BoardInput | ButtonInput] = queue.Queue()
    buttons = PipeButtons(path)
    buttons.start(inbox.put)
    return buttons, inbox


def test_pushes_wait_for_a_table_that_is_not_there_yet(tmp_path: Path) -> None:
    line = ButtonLine(tmp_path / "buttons")
    line.push({"press": "white"}, 1)
    assert (line.flush(0), line.connected) == ([], False)
    assert [line.next_deadline_ns] == [TRY_AGAIN_NS]
    table, inbox = pipe(tmp_path / "buttons")
    line.flush(TRY_AGAIN_NS)
    seen = inbox.get(timeout=PATIENCE_S)
    assert isinstance(seen, ClockPressed) and seen.side is WHITE
    assert (line.connected, line.next_deadline_ns) == (True, None)
    line.close()
    table.close()


def test_a_table_that_restarts_is_found_again(tmp_path: Path) -> None:
    line = ButtonLine(tmp_path / "buttons")
    for number in range(3):
        table, inbox = pipe(tmp_path / "buttons")
        line.flush(number * TRY_AGAIN_NS)
        line.push({"press": "black"}, 1)
        line.flush(number * TRY_AGAIN_NS)
        seen = inbox.get(timeout=PATIENCE_S)
        assert isinstance(seen, ClockPressed) and seen.side is BLACK
        table.close()
        line.flush(number * TRY_AGAIN_NS)
        assert not line.connected


def test_the_tables_errors_come_back(tmp_path: Path) -> None:
    table, inbox = pipe(tmp_path / "buttons")
    line = ButtonLine(tmp_path / "buttons")
    line.push({"press": "red"}, 1)
    line.push({"press": "white"}, 1)
    line.flush(0)
    inbox.get(timeout=PATIENCE_S)  # the error was answered before this one was read
    answers: list[str] = []
    while not answers:
        answers = line.flush(0)
    assert "expected white or black" in answers[0]
    line.close()
    table.close()


def test_what_waits_is_bounded(tmp_path: Path) -> None:
    line = ButtonLine(tmp_path / "nowhere")
    for number in range(10 * WAITING_MOST):
        line.push({"press": "white"}, number)
    assert len(line._waiting) == WAITING_MOST
