"""Small displays on luma's dummy devices: what is written, and the picture itself."""

from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from clockd.cli._drivers import make
from clockd.errors import BadConfig, DeviceError
from drivers import display_lamps, display_max7219, display_ssd1306
from drivers.face_text import four_digits, state_line

luma = pytest.importorskip("luma.core.device", reason="needs the display extra")

DISPLAYS = sorted(path.stem for path in Path(display_lamps.__file__).parent.glob("display_*.py"))
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


class Wire:
    """What hangs on the SPI bus: the chip's registers as last written; `power_cut` forgets them."""

    def __init__(self) -> None:
        self.registers: dict[int, int] = {}

    def data(self, data: list[int]) -> None:
        self.registers.update(zip(data[::2], data[1::2], strict=True))

    def command(self, *data: int) -> None:
        raise AssertionError("the chip knows no commands")

    def power_cut(self) -> None:
        self.registers = {12: 0, 15: 1}  # dark

    def cleanup(self) -> None:
        pass

    @property
    def lit(self) -> str:
        """What a person reads, from the eighth digit down to the first; dark unless the chip is set up to show it."""
        set_up = [self.registers.get(register) for register in (12, 15, 9, 11)]
        if set_up != [1, 0, 0, 7]:
            return ""
        digits = [self.registers.get(place, 0) for place in range(8, 0, -1)]
        return "".join(SEGMENTS[each & 0x7F] + "." * (each >> 7) for each in digits)


# A digit's segments, from the middle bar (bit 0) by the left upper one round to the top (bit 6), and how it reads.
SEGMENTS = {
    0x00: " ", 0x01: "-", 0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5", 0x5F: "6",
    0x70: "7", 0x7F: "8", 0x7B: "9", 0x47: "F", 0x0E: "L", 0x77: "A", 0x5E: "G",
}  # fmt: skip


@pytest.fixture
def digits() -> tuple[Wire, display_max7219.DigitsDisplay]:
    """The real luma driver of the chip, on a bus of our own."""
    max7219 = pytest.importorskip("luma.led_matrix.device").max7219
    wire = Wire()
    return wire, display_max7219.DigitsDisplay(max7219(wire, cascaded=1))


Digits = tuple[Wire, display_max7219.DigitsDisplay]


def test_eight_digits(digits: Digits) -> None:
    wire, display = digits
    display.show(RUNNING)
    assert wire.lit == display.shown == " 1.30. 9.05"
    display.show(RUNNING | {"running": "black", "black_ms": 0, "flag": "black"})
    assert wire.lit == " 1.30FLAG."
    display.show({"white_ms": None, "black_ms": None})
    assert wire.lit == "--------"
    display.close()
    assert wire.lit == ""


def test_each_reading_fits_eight_digits(digits: Digits) -> None:
    wire, display = digits
    for left_ms in (0, 999, 19_999, 20_000, 3_599_999, 3_600_000, 7_200_000, 35_999_000):
        for running in ("white", "black", None):
            display.show({"white_ms": left_ms, "black_ms": left_ms, "running": running})
            assert wire.lit == display.shown


def test_digits_that_lost_their_power_are_set_up_with_the_next_reading(digits: Digits) -> None:
    """The bus has no way back: the display cannot say that it went dark."""
    wire, display = digits
    display.show(RUNNING)
    wire.power_cut()
    display.show(RUNNING | {"white_ms": 3_599_000})
    assert wire.lit == "59.59. 9.05"


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
        (display_max7219, ".*, expected .*SPI|python3-spidev"),
        (display_ssd1306, ".*, expected .*I2C"),
    ],
)
def test_a_machine_without_the_bus_is_one_clear_line(display: Any, said: str) -> None:
    late = display.make({})
    with pytest.raises(DeviceError, match=said):
        late.show(RUNNING)
    late.close()
    with pytest.raises(BadConfig, match="colour: unknown key"):
        display.make({"colour": "red"})


@pytest.fixture
def pins() -> Any:
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_the_lamp_of_the_running_side_and_one_tone_at_a_flag(pins: Any) -> None:
    display = display_lamps.opened({"white_lamp": 23, "black_lamp": 24, "buzzer": 18})
    lamps = [pins.pin(number) for number in (23, 24)]
    display.show(RUNNING)
    assert [bool(pin.state) for pin in lamps] == [True, False]
    display.show(RUNNING | {"running": None})
    assert [bool(pin.state) for pin in lamps] == [False, False]
    tones = []
    buzzer = display._parts["buzzer"]
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
    display = display_lamps.make({"white_lamp": 23, "black_lamp": 23})
    with pytest.raises(DeviceError, match=r"\[display\] black_lamp = 23: "):
        display.show(RUNNING)


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_that_is_not_there_is_no_reason_not_to_start(name: str) -> None:
    """Made on the clock's own thread, opened on the display's: what is missing or hangs is met there."""
    display = make(name, {"white_lamp": 23} if name == "display_lamps" else {})
    display.close()
