"""Two lamps and a buzzer on pins: the lamp of the side whose clock runs, and a short tone when a flag falls.

Keys of [display]: `white_lamp`, `black_lamp`, `buzzer`, BCM numbers, each as wanted. Nothing flashes, and there is no
sound but at a flag: players are never disturbed. Without the key `buzzer` there is none at all.
"""

from collections.abc import Mapping
from typing import Any

from clockd.errors import BadConfig, DeviceError
from clockd.ports import Display
from drivers.late_display import LateDisplay

LAMPS = {"white_lamp": "white", "black_lamp": "black"}
PINS = (*LAMPS, "buzzer")
PIN_MOST = 27
TONE_S = 0.5


def make(config: Mapping[str, Any]) -> Display:
    """The lamps on these pins, taken when first shown; BadConfig for a key or a pin that is none."""
    for key, pin in config.items():
        if key not in PINS:
            raise BadConfig(f"[display] {key}: unknown key, lamps take {', '.join(PINS)}")
        if isinstance(pin, bool) or not isinstance(pin, int) or not 0 <= pin <= PIN_MOST:
            raise BadConfig(
                f"[display] {key} = {pin!r}, expected a BCM pin number, 0 to {PIN_MOST}"
            )
    if not config:
        raise BadConfig(f"[display] lamps without a pin, expected one of {', '.join(PINS)}")
    return LateDisplay(lambda: opened(config))


def opened(config: Mapping[str, int]) -> "LampsDisplay":
    """The pins taken; DeviceError for one that cannot be had."""
    from gpiozero import LED, Buzzer

    from drivers.pin_factory import take_pins

    take_pins("lamps")
    parts: dict[str, Any] = {}
    for key, pin in config.items():
        try:
            parts[key] = Buzzer(pin) if key == "buzzer" else LED(pin)
        except Exception as error:  # gpiozero's own, and whatever its way to the pins raises
            for part in parts.values():
                part.close()
            raise DeviceError(f"[display] {key} = {pin}: {error}") from error
    return LampsDisplay(parts)


class LampsDisplay:
    """Lamps and a buzzer by their keys."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts
        self._flag: str | None = None

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Light the running side's lamp; sound once when a flag has fallen."""
        for key, side in LAMPS.items():
            if key in self._parts:
                self._parts[key].value = snapshot.get("running") == side
        flag = snapshot.get("flag")
        if flag and flag != self._flag and "buzzer" in self._parts:
            self._parts["buzzer"].beep(on_time=TONE_S, off_time=0, n=1, background=True)
        self._flag = flag

    def close(self) -> None:
        """Dark and silent, the pins free."""
        for part in self._parts.values():
            part.off()
            part.close()
