"""`clockd doctor` as a person runs it."""

import json
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.config import load_table_config
from clockd.doctor.presses import watch_presses
from clockd.ports import BLACK, WHITE, ButtonsTold, ClockPressed, Put
from tests.doctor.test_bundle import TABLE


def test_what_would_stop_a_game_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        TABLE.replace('driver = "dgt"', f'driver = "dgt"\nport = "{tmp_path}/no-board"')
    )
    assert run(["doctor", "--config", str(file)]) == 1
    told = capsys.readouterr().out
    assert f"! board         {tmp_path}/no-board is not there" in told
    assert told.splitlines()[-1] == "1 would stop a game"
    assert run(["doctor", "--config", str(file), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {tuple(line) for line in lines} == {("what", "level", "said")}


def test_a_machine_by_itself_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "nothing here would stop a game"


def test_a_wrong_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--config", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


class Pressed:
    """Buttons of which somebody has pressed these."""

    def __init__(self, *sides: str) -> None:
        self.sides, self.closed = sides, False

    def start(self, put: Put) -> None:
        for side in self.sides:
            put(ClockPressed(1, WHITE if side == "white" else BLACK))
        put(ButtonsTold(2, (("bounces", 3), ("stuck", 0))))

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("pressed", "said"),
    [
        (("white", "black"), ["all pressed and seen: white, black", "3 bounces"]),
        (("white",), ["not seen: black: look at the lead and the pin's number", "3 bounces"]),
    ],
)
def test_each_button_is_pressed_once(
    tmp_path: Path, pressed: tuple[str, ...], said: list[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        TABLE.replace('driver = "pipe"\npath = "buttons"', 'driver = "gpio"\nwhite = 4\nblack = 5')
    )
    buttons, told = Pressed(*pressed), list[str]()
    found = watch_presses(load_table_config(file), buttons, told.append, wait_s=0.1)
    assert [each.said for each in found] == said
    assert buttons.closed and told[0].startswith("press each button now: white, black")
