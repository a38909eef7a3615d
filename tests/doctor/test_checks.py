"""Each check on a patient that has what it looks for."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.config import Device, TableConfig
from clockd.doctor import CHECKS, Finding, Level, Patient
from clockd.doctor.finding import findings
from clockd.doctor.timekeeping import KernelClock, cost_ms, kernel_clock, told_of
from clockd.journal import FILE_NAME, Journal, make_record


def config(folder: Path, **more: Any) -> TableConfig:
    given: dict[str, Any] = {
        "path": folder / "table.toml", "number": 3, "state": folder / "state", "displays": (),
        "board": Device("dgt", {"port": "auto"}), "buttons": Device("gpio", {"white": 17, "black": 27}),
        "web_host": "127.0.0.1", "web_port": 8081, "hub_url": None,
    }  # fmt: skip
    return TableConfig(**given | more)


def ask(name: str, patient: Patient) -> list[tuple[Level, str]]:
    return [(each.level, each.said) for each in CHECKS[name](patient)]


def level(name: str, patient: Patient) -> Level:
    return max((each for each, _ in ask(name, patient)), key=list(Level).index)


LIVE = {
    "board_link": "live",
    "state": "running",
    "board_report": {"version": "1.8", "serial": "13116", "orientation": "normal", "battery": 88},
}


def test_a_live_board_says_who_it_is() -> None:
    assert ask("board", Patient(shown=LIVE)) == [
        (Level.GOOD, "DGT 1.8, serial 13116, White below, battery 88 %")
    ]


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ({"battery": 12}, "12 %: charge it before the round"),
        ({"foreign": ["e4", "d5"]}, "something that is no chessman on e4 d5"),
    ],
)
def test_what_is_worth_a_look_on_a_board(report: dict[str, Any], said: str) -> None:
    told = ask("board", Patient(shown=LIVE | {"board_report": report}))
    assert told[1:] == [(Level.NOTE, said)]


def test_a_board_that_is_not_there_stops_a_game(tmp_path: Path) -> None:
    lost = Patient(shown={"board_link": "lost", "board_detail": "unplugged"})
    assert ask("board", lost) == [(Level.STOPS, "unplugged")]
    none = Patient(config(tmp_path))
    assert ask("board", none) == [(Level.STOPS, "no DGT board at any USB socket: plug it in")]
    assert level("board", Patient()) is Level.NOTE, "a hub has no board"
    port = tmp_path / "ttyUSB0"
    there = Patient(config(tmp_path), ports=lambda: [str(port)])
    assert level("board", there) is Level.STOPS
    port.touch()
    assert level("board", there) is Level.GOOD


def test_a_pins_driver_without_pins_stops_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"lgpio": None}
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found.get(name, "there"))
    patient = Patient(config(tmp_path), root=tmp_path)
    assert ask("buttons", patient) == [
        (Level.STOPS, "python3-lgpio is missing: apt install python3-lgpio")
    ]
    found["lgpio"] = "there"  # type: ignore[assignment]
    assert ask("buttons", patient)[0][1].startswith("this machine has no pins")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip0").touch()
    assert level("buttons", patient) is Level.GOOD
    assert level("buttons", Patient(config(tmp_path, buttons=None))) is Level.STOPS


def test_what_the_buttons_have_counted() -> None:
    shown = LIVE | {"button_counts": {"bounces": 4, "unstamped": 0, "stuck": 1}}
    patient = Patient(config(Path("/nowhere")), shown)
    assert ask("buttons", patient) == [
        (Level.NOTE, "gpio: 4 bounces, 1 times stuck: look at contacts and leads")
    ]


def test_displays_have_drivers_and_buses(tmp_path: Path) -> None:
    patient = Patient(config(tmp_path, displays=("console", "telepathy")), root=tmp_path)
    assert [each for each, _ in ask("displays", patient)] == [Level.GOOD, Level.STOPS]


def test_a_state_folder_that_cannot_be_written_stops_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient(config(tmp_path))
    assert level("disk writes", patient) is Level.NOTE, "it is made at the first start"
    (tmp_path / "state").mkdir()
    assert level("disk writes", patient) is Level.GOOD
    assert list((tmp_path / "state").iterdir()) == []

    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    assert ask("disk writes", patient)[0][0] is Level.STOPS
    assert list((tmp_path / "state").iterdir()) == []


@pytest.mark.parametrize(
    ("free_mb", "wanted"),
    [(19, Level.STOPS), (20, Level.NOTE), (199, Level.NOTE), (200, Level.GOOD)],
)
def test_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, wanted: Level) -> None:
    class Usage:
        free = free_mb * 1_000_000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    assert level("disk", Patient(config(tmp_path))) is wanted


def test_a_broken_journal_stops_a_game_and_a_whole_one_does_not(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    path = tmp_path / "state" / FILE_NAME
    patient = Patient(config(tmp_path))
    assert ask("journal", patient) == []
    journal = Journal(path)
    journal.append([make_record(1, {}, [], {})])
    journal.close()
    assert ask("journal", patient) == [(Level.GOOD, "1 records, the chain is whole")]
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    path.write_bytes(data)
    assert level("journal", patient) is Level.STOPS


def test_an_old_card_and_a_weak_supply(tmp_path: Path) -> None:
    device = tmp_path / "sys/block/mmcblk0/device"
    device.mkdir(parents=True)
    (device / "life_time").write_text("0x01 0x0a\n")
    assert ask("card", Patient(root=tmp_path)) == [
        (Level.NOTE, "mmcblk0 has used 90 to 100 % of its life: replace it")
    ]
    firmware = tmp_path / "sys/devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    for bits, wanted in (("0", Level.GOOD), ("50000", Level.NOTE), ("50005", Level.NOTE)):
        (firmware / "get_throttled").write_text(f"{bits}\n")
        assert level("power", Patient(root=tmp_path)) is wanted
    assert "too little voltage, throttled" in ask("power", Patient(root=tmp_path))[0][1]


@pytest.mark.parametrize(
    ("ppm", "synchronised", "wanted", "said"),
    [
        (0.0, False, Level.GOOD, "within 1.8 s in five hours"),
        (12.0, True, Level.GOOD, "off by +12.0 ppm, 0.22 s in five hours"),
        (-140.0, True, Level.NOTE, "off by -140.0 ppm, 2.52 s in five hours"),
        (500.0, True, Level.STOPS, "this Pi cannot keep time"),
    ],
)
def test_the_crystal(ppm: float, synchronised: bool, wanted: Level, said: str) -> None:
    found = told_of(KernelClock(ppm, synchronised, 1.0))
    assert found.level is wanted and said in found.said


def test_the_sums_of_a_round() -> None:
    """firmware_notes/timing.md: a part in a million is 18 ms in five hours."""
    assert cost_ms(1) == 18
    assert kernel_clock().ppm == pytest.approx(0, abs=501)


def test_a_check_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(patient: Patient) -> Iterator[Finding]:
        yield Finding("power", Level.GOOD, str(1 // len(patient.shown)))

    monkeypatch.setitem(CHECKS, "power", die)
    told = {each.what: each.said for each in findings(Patient())}
    assert (
        told["power"]
        == "could not be looked at: ZeroDivisionError: integer division or modulo by zero"
    )
