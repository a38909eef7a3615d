"""Push buttons on a Raspberry Pi's pins, by gpiozero: pin to ground, closed when pressed.

gpiozero calls back on its own thread, late; the kernel's instant of the edge counts. Each callback stamps, hands over
and returns. What an edge means is decided in `button_edges`; what a press means, at the table. `bounce_time` stays
unset: with it the press would be stamped late or lost. Source: design, section 3; Raspberry Pi pins by BCM number.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpiozero import DigitalInputDevice

from clockd.errors import BadConfig, DeviceError
from clockd.ports import (
    BLACK,
    WHITE,
    ArbiterPressed,
    ButtonFault,
    ButtonInput,
    Buttons,
    ButtonsTold,
    ClockPressed,
    DrawPressed,
    Put,
    Side,
)
from clockd.units import SECOND_NS
from drivers.button_edges import (
    CHATTER_EDGES,
    STUCK_NS,
    UP_NS,
    UP_TOGGLE_NS,
    ButtonWatch,
    edge_instant,
)
from drivers.pin_factory import take_pins

BCM_MOST = 27
LOOK_EVERY_S = 1.0  # a button that sticks for ten seconds may be said to in eleven


@dataclass(frozen=True, slots=True)
class Role:
    """What a button is for; `side` is None for the arbiter's, which has no fault input of its own."""

    name: str
    side: Side | None
    seen: Callable[[int], ButtonInput]
    up_ns: int = UP_NS


ROLES = {
    "white": Role("White's clock button", WHITE, lambda at: ClockPressed(at, WHITE)),
    "black": Role("Black's clock button", BLACK, lambda at: ClockPressed(at, BLACK)),
    "white_draw": Role("White's draw button", WHITE, lambda at: DrawPressed(at, WHITE)),
    "black_draw": Role("Black's draw button", BLACK, lambda at: DrawPressed(at, BLACK)),
    "arbiter": Role(
        "the arbiter's button", None, lambda at: ArbiterPressed(at, "toggle"), UP_TOGGLE_NS
    ),
}
REQUIRED = ("white", "black")


def make(config: Mapping[str, Any]) -> Buttons:
    """The buttons of a `[buttons]` section: a BCM pin number for each of `ROLES`, White's and Black's at least."""
    pins: dict[str, int] = {}
    for key, pin in config.items():
        if key == "driver":
            continue
        if key not in ROLES:
            raise BadConfig(
                f"[buttons] {key}: unknown key, expected one of driver, {', '.join(ROLES)}"
            )
        if isinstance(pin, bool) or not isinstance(pin, int) or not 0 <= pin <= BCM_MOST:
            raise BadConfig(
                f"[buttons] {key} = {pin!r}, expected a BCM pin number, 0 to {BCM_MOST}"
            )
        if pin in pins.values():
            raise BadConfig(f"[buttons] {key} = {pin}, expected a pin that no other button has")
        pins[key] = pin
    for key in REQUIRED:
        if key not in pins:
            raise BadConfig(f"[buttons] {key} is missing, expected its BCM pin number")
    return GpioButtons(pins)


class GpioButtons:
    """The buttons of one table on pins."""

    def __init__(self, pins: Mapping[str, int]) -> None:
        self._pins = pins
        self._buttons: list[_PushButton] = []
        self._closing = threading.Event()

    def start(self, put: Put) -> None:
        """Take the pins and begin listening; DeviceError when a pin cannot be had."""
        take_pins("[buttons] driver = 'gpio'")
        for key, pin in self._pins.items():
            try:
                button = _PushButton(ROLES[key], pin, put)
            except Exception as error:  # gpiozero's own, and whatever its way to the pins raises
                self.close()
                raise DeviceError(f"[buttons] {key} = {pin}: {error}") from error
            self._buttons.append(button)
        threading.Thread(target=self._watch, args=(put,), name="button watch", daemon=True).start()

    def close(self) -> None:
        """Free the pins."""
        self._closing.set()
        while self._buttons:
            self._buttons.pop().device.close()

    @property
    def counts(self) -> dict[str, int]:
        """For the status page: bounces, edges whose stamp was not believed, and times a button stuck."""
        return {
            "bounces": sum(button.watch.bounces for button in self._buttons),
            "unstamped": sum(button.unstamped for button in self._buttons),
            "stuck": sum(button.watch.stuck for button in self._buttons),
        }

    def _watch(self, put: Put) -> None:
        """Each second: does a button stick, and have the counts changed?"""
        told: dict[str, int] = {}
        while not self._closing.wait(LOOK_EVERY_S):
            now_ns = time.monotonic_ns()
            for button in tuple(self._buttons):
                button.look(now_ns)
            if (counts := self.counts) != told:
                told = counts
                put(ButtonsTold(now_ns, tuple(counts.items())))


@dataclass(slots=True)
class _PushButton:
    role: Role
    pin: int
    put: Put
    unstamped: int = 0
    watch: ButtonWatch = field(init=False)
    device: Any = field(init=False)

    def __post_init__(self) -> None:
        self.watch = ButtonWatch(self.role.up_ns)
        # Not gpiozero's Button: its thread for held buttons makes close wait as long as one is held.
        self.device = DigitalInputDevice(self.pin, pull_up=True, bounce_time=None)
        if self.device.is_active:
            self._fault(time.monotonic_ns(), "is down at the start: stuck, or wired the wrong way?")
        self.device.when_activated = self._pressed
        self.device.when_deactivated = self._released

    def look(self, now_ns: int) -> None:
        """Say so when the button sticks."""
        if self.watch.sticks(now_ns):
            seconds = STUCK_NS // SECOND_NS
            self._fault(now_ns, f"has been down for {seconds} s: does it stick?")

    def _pressed(self) -> None:
        at_ns = self._instant(self.device.active_time)
        edge = self.watch.pressed(at_ns)
        if edge.press:
            self.put(self.role.seen(at_ns))
        if edge.chatter:
            self._chatters(at_ns)

    def _released(self) -> None:
        at_ns = self._instant(self.device.inactive_time)
        if self.watch.released(at_ns).chatter:
            self._chatters(at_ns)

    def _chatters(self, at_ns: int) -> None:
        self._fault(at_ns, f"chatters ({CHATTER_EDGES} edges within a second): a loose contact?")

    def _instant(self, age_s: float | None) -> int:
        at_ns, believed = edge_instant(age_s, time.monotonic_ns())
        self.unstamped += not believed
        return at_ns

    def _fault(self, at_ns: int, what: str) -> None:
        if self.role.side is not None:
            self.put(ButtonFault(at_ns, self.role.side, f"{self.role.name} {what}"))
