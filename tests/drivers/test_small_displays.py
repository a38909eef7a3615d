"""Small displays on luma's dummy devices: what is written, and the picture itself."""

from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from clockd.errors import BadConfig, DeviceError
from drivers import display_lamps, display_max7219, display_ssd1306
from drivers.face_text import four_digits, state_line

luma = pytest.importorskip("luma.core.device", reason="needs the display extra")

RUNNING = {
    "white_ms": 5_403_000, "black_ms": 545_000, "running": "white", "san": ["e4", "e5", "Nf3"], "state": "running",
}  # fmt: skip


@pytest.mark.parametrize(
    ("time_ms", "text"),
    [
        (None, "----"),
        (5_430_000, " 1.30"),
        (3_600_000, " 1.00"),
        (3_599_001, "60.00"),
        (3_599_000, "59.59"),
        (545_000, " 9.05"),
        (20_000, " 0.20"),
        (19_999, " 20.0"),
        (7_301, "  7.4"),
        (1, "  0.1"),
        (0, "  0.0"),
    ],
)
def test_a_time_in_four_digits(time_ms: int | None, text: str) -> None:
    """A begun second counts; zero only when the time is gone."""
    assert four_digits(time_ms) == text
    assert len(text.replace(".", "")) == 4


@pytest.mark.parametrize(
    ("snapshot", "line"),
    [
        ({"result": "1-0", "san": ["e4"]}, "1-0"),
        ({"state": "waiting", "enrolment": {"code": "12345678"}}, "1234 5678"),
        ({"state": "paused", "san": ["e4"]}, "paused"),
        ({"state": "running", "draw_offer": "white"}, "draw offered"),
        ({"state": "running", "san": ["e4", "e5"]}, "1... e5"),
        ({"state": "ready"}, "ready"),
    ],
)
def test_the_line(snapshot: dict[str, Any], line: str) -> None:
    assert state_line(snapshot) == line


def test_eight_digits() -> None:
    display = display_max7219.DigitsDisplay(luma.dummy(width=8, height=8, mode="1"))
    display.show(RUNNING)
    assert display.shown == " 1.30. 9.05"
    display.show(RUNNING | {"running": "black", "black_ms": 0, "flag": "black"})
    assert display.shown == " 1.30FLAG."
    display.show({"white_ms": None, "black_ms": None})
    assert display.shown == "--------"
    assert display._digits.device.image.getbbox() is not None
    display.close()


def test_each_reading_fits_eight_digits() -> None:
    display = display_max7219.DigitsDisplay(luma.dummy(width=8, height=8, mode="1"))
    for left_ms in (0, 999, 19_999, 20_000, 3_599_999, 3_600_000, 7_200_000, 35_999_000):
        for running in ("white", "black", None):
            display.show({"white_ms": left_ms, "black_ms": left_ms, "running": running})


def test_the_picture_of_an_oled(tmp_path: Path) -> None:
    """White at the top with the bar of the running side, Black below it, the last move at the foot."""
    device = luma.dummy(width=128, height=64, mode="1")
    display = display_ssd1306.OledDisplay(device)
    display.show(RUNNING)
    assert display.shown == (("1:30:03", True), ("9:05", False), "2. Nf3")
    picture = device.image
    picture.resize((512, 256)).save(tmp_path / "oled.png")
    assert picture.getpixel((2, 12)) and not picture.getpixel((2, 37))
    boxes = [picture.crop((60, top, 128, top + 25)).getbbox() for top in (0, 25)]
    assert None not in boxes, "both times are drawn"
    assert picture.crop((0, 51, 128, 64)).getbbox() is not None
    before = picture.tobytes()
    display.show(RUNNING | {"running": "black"})
    assert device.image.getpixel((2, 37)) and not device.image.getpixel((2, 12))
    assert device.image.tobytes() != before


@pytest.mark.parametrize(
    ("display", "said"),
    [
        (display_max7219, "display max7219: .* expected"),
        (display_ssd1306, "display ssd1306: .* expected"),
    ],
)
def test_a_machine_without_the_bus_is_one_clear_line(display: Any, said: str) -> None:
    with pytest.raises(DeviceError, match=said):
        display.make({})
    with pytest.raises(BadConfig, match="colour: unknown key"):
        display.make({"colour": "red"})


@pytest.fixture
def pins() -> Any:
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_the_lamp_of_the_running_side_and_one_tone_at_a_flag(pins: Any) -> None:
    display = display_lamps.make({"white_lamp": 23, "black_lamp": 24, "buzzer": 18})
    lamps = [pins.pin(number) for number in (23, 24)]
    display.show(RUNNING)
    assert [bool(pin.state) for pin in lamps] == [True, False]
    display.show(RUNNING | {"running": None})
    assert [bool(pin.state) for pin in lamps] == [False, False]
    tones = []
    buzzer = display._parts["buzzer"]  # type: ignore[attr-defined]
    buzzer.beep = lambda **how: tones.append(how["n"])
    for _ in range(3):
        display.show(RUNNING | {"running": None, "flag": "white"})
    assert tones == [1]
    display.close()


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({}, "lamps without a pin"),
        ({"white_lamp": 28}, "expected a BCM pin number, 0 to 27"),
        ({"white_lamp": True}, "expected a BCM pin number, 0 to 27"),
        ({"siren": 4}, "siren: unknown key"),
    ],
)
def test_wrong_lamps_are_one_clear_line(pins: Any, config: dict[str, Any], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        display_lamps.make(config)


def test_two_lamps_on_one_pin_are_one_clear_line(pins: Any) -> None:
    with pytest.raises(DeviceError, match=r"\[display\] black_lamp = 23: "):
        display_lamps.make({"white_lamp": 23, "black_lamp": 23})
