"""Buttons on pins: gpiozero's mock pins, which stamp edges with the same monotonic clock as a Pi's."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import BadPinFactory, Device
from gpiozero.pins.mock import MockFactory

from clockd.errors import BadConfig, DeviceError
from clockd.ports import (
    BLACK,
    WHITE,
    ArbiterPressed,
    BoardInput,
    ButtonFault,
    ButtonInput,
    ClockPressed,
    DrawPressed,
)
from drivers.buttons_gpio import GpioButtons, make

PINS = {"white": 17, "black": 27, "white_draw": 5, "black_draw": 6, "arbiter": 22}


@pytest.fixture
def factory() -> Iterator[Any]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class Hand:
    """Presses a button for a moment; what came of it."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory
        self.seen: list[BoardInput | ButtonInput] = []

    def press(self, key: str) -> None:
        pin = self.factory.pin(PINS[key])
        pin.drive_low()
        pin.drive_high()


def test_each_button_says_what_it_is_for(factory: Any) -> None:
    hand = Hand(factory)
    buttons = make(PINS)
    buttons.start(hand.seen.append)
    before_ns = time.monotonic_ns()
    for key in PINS:
        hand.press(key)
    buttons.close()
    after_ns = time.monotonic_ns()
    stamps = [seen.at_ns for seen in hand.seen]
    assert hand.seen == [
        ClockPressed(stamps[0], WHITE),
        ClockPressed(stamps[1], BLACK),
        DrawPressed(stamps[2], WHITE),
        DrawPressed(stamps[3], BLACK),
        ArbiterPressed(stamps[4], "toggle"),
    ]
    assert stamps == sorted(stamps) and before_ns <= stamps[0] and stamps[-1] <= after_ns


def test_the_edges_own_instant_counts(factory: Any) -> None:
    """A callback that comes late (a busy machine) is stamped with the edge, not with its own time."""
    hand = Hand(factory)
    buttons = make(PINS)
    buttons.start(hand.seen.append)
    pin = factory.pin(17)
    before_ns = time.monotonic_ns()
    pin._change_state(False)  # the edge happens now, as far as its stamp says
    edge_s = time.monotonic() - 0.5  # half a second ago
    pin._last_change = edge_s
    pin._call_when_changed()
    buttons.close()
    seen = hand.seen[0]
    assert hand.seen == [seen], hand.seen
    assert abs(seen.at_ns - round(edge_s * 1e9)) < 20_000_000 and seen.at_ns < before_ns


def test_a_stamp_older_than_a_second_is_replaced_and_counted(factory: Any) -> None:
    hand = Hand(factory)
    buttons = GpioButtons(PINS)
    buttons.start(hand.seen.append)
    pin = factory.pin(17)
    before_ns = time.monotonic_ns()
    pin._change_state(False)
    pin._last_change = time.monotonic() - 5
    pin._call_when_changed()
    assert hand.seen[0].at_ns >= before_ns
    assert buttons.counts == {"bounces": 0, "unstamped": 1, "stuck": 0}
    buttons.close()


def test_bounces_within_20_ms_are_one_press(factory: Any) -> None:
    hand = Hand(factory)
    buttons = GpioButtons(PINS)
    buttons.start(hand.seen.append)
    for _ in range(5):
        hand.press("white")
    assert len([seen for seen in hand.seen if isinstance(seen, ClockPressed)]) == 1
    assert buttons.counts["bounces"] == 4
    buttons.close()


def test_a_chattering_button_is_a_fault(factory: Any) -> None:
    hand = Hand(factory)
    buttons = make(PINS)
    buttons.start(hand.seen.append)
    for _ in range(30):
        hand.press("black")
    buttons.close()
    faults = [seen for seen in hand.seen if isinstance(seen, ButtonFault)]
    assert [(fault.side, fault.detail) for fault in faults] == [
        (BLACK, "Black's clock button chatters (40 edges within a second): a loose contact?")
    ]


def test_a_button_that_is_down_at_the_start_is_a_fault(factory: Any) -> None:
    hand = Hand(factory)
    buttons = GpioButtons(PINS)
    pin = factory.pin(17)
    pin._set_pull = lambda value: None  # something holds the contact closed against the pull
    pin._state = False
    buttons.start(hand.seen.append)
    buttons.close()
    (fault,) = hand.seen
    assert (
        isinstance(fault, ButtonFault)
        and "White's clock button is down at the start" in fault.detail
    )


def test_a_button_held_for_ten_seconds_is_a_fault(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.buttons_gpio.LOOK_EVERY_S", 0.01)
    hand, told = Hand(factory), threading.Event()
    buttons = make(PINS)

    def put(seen: BoardInput | ButtonInput) -> None:
        hand.seen.append(seen)
        if isinstance(seen, ButtonFault):
            told.set()

    buttons.start(put)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 10**18)  # held long ago, so stamped on entry
    factory.pin(27).drive_low()
    monkeypatch.setattr(time, "monotonic_ns", lambda: 10**18 + 10 * 10**9)
    assert told.wait(20)
    buttons.close()
    fault = next(seen for seen in hand.seen if isinstance(seen, ButtonFault))
    assert fault.side is BLACK
    assert fault.detail == "Black's clock button has been down for 10 s: does it stick?"


def test_pins_are_freed_on_close(factory: Any) -> None:
    for _ in range(2):
        buttons = make(PINS)
        buttons.start(lambda seen: None)
        buttons.close()
        buttons.close()


def test_a_machine_without_pins_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_factory() -> None:
        raise BadPinFactory("none")

    monkeypatch.setattr(Device, "ensure_pin_factory", no_factory)
    with pytest.raises(DeviceError, match="no pins on this machine, expected a Raspberry Pi"):
        make(PINS).start(lambda seen: None)


def test_gpiozeros_last_resort_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its native pins drop edges: a clock must not run on them."""

    class NativeFactory:
        pass

    monkeypatch.setattr(Device, "pin_factory", NativeFactory())
    with pytest.raises(DeviceError, match="lgpio cannot be loaded"):
        make(PINS).start(lambda seen: None)


def test_a_pin_that_is_taken_is_one_clear_line(factory: Any) -> None:
    first, second = make(PINS), make({"white": 4, "black": 27})
    first.start(lambda seen: None)
    with pytest.raises(DeviceError, match=r"\[buttons\] black = 27: pin .*27.* already in use"):
        second.start(lambda seen: None)
    first.close()


def test_whatever_the_pins_library_says_is_one_clear_line(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio has errors of its own, "bad GPIO number" of a chip with fewer lines among them."""

    def refuse(*_: object, **__: object) -> None:
        raise ValueError("bad GPIO number")

    monkeypatch.setattr("drivers.buttons_gpio.DigitalInputDevice", refuse)
    with pytest.raises(DeviceError, match=r"\[buttons\] white = 17: bad GPIO number"):
        make(PINS).start(lambda seen: None)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"white": 17}, "[buttons] black is missing, expected its BCM pin number"),
        ({}, "[buttons] white is missing, expected its BCM pin number"),
        ({"white": "17"}, "[buttons] white = '17', expected a BCM pin number, 0 to 27"),
        ({"white": True}, "[buttons] white = True, expected a BCM pin number, 0 to 27"),
        ({"white": 28}, "[buttons] white = 28, expected a BCM pin number, 0 to 27"),
        (
            {"white": 17, "black": 17},
            "[buttons] black = 17, expected a pin that no other button has",
        ),
        (
            {"whte": 17},
            "[buttons] whte: unknown key, expected one of driver, white, black, white_draw, black_draw, arbiter",
        ),
    ],
)
def test_a_wrong_key_is_one_clear_line(config: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig) as caught:
        make(config)
    assert str(caught.value) == message
