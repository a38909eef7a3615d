"""Eight seven-segment digits on a MAX7219: White's time, then Black's, with a dot behind the one that runs.

SPI bus 0, device 0 (switch SPI on; wiring in firmware_notes/displays.md). The time is as in `face_text`; a fallen flag
is the word. Written only when it reads differently, and then its set-up too: the bus has no way back, so a display that
lost its power for a moment cannot say so.
"""

from collections.abc import Mapping
from typing import Any

from clockd.errors import BadConfig, DeviceError
from clockd.ports import Display
from drivers.face_text import SIDES, four_digits, side_text
from drivers.late_display import LateDisplay

DIGITS = 8
# All eight digits, segments as written, no test of the lamps: registers b, 9 and f of the chip.
SET_UP = ((0x0B, DIGITS - 1), (0x09, 0), (0x0F, 0))
CONTRAST = 80  # of 255: bright enough for a hall, no glare


def make(config: Mapping[str, Any]) -> Display:
    """The digits on the Pi's first SPI device, opened when first shown; they take no keys."""
    for key in config:
        raise BadConfig(f"[display] {key}: unknown key, max7219 takes none")
    return LateDisplay(opened)


def opened() -> Display:
    """The device found and set up; DeviceError says what it lacks."""
    try:
        from luma.core.interface.serial import noop, spi
        from luma.led_matrix.device import max7219

        device = max7219(spi(port=0, device=0, gpio=noop()), cascaded=1, contrast=CONTRAST)
    except ImportError as error:
        raise DeviceError(f"{error}, expected clockd[display] and python3-spidev") from None
    except Exception as error:  # luma's own, and whatever the bus raises
        raise DeviceError(f"{error}, expected SPI switched on") from None
    return DigitsDisplay(device)


class DigitsDisplay:
    """Eight digits on a luma device."""

    def __init__(self, device: Any) -> None:
        from luma.core.virtual import sevensegment
        from luma.led_matrix.segment_mapper import dot_muncher

        self._device = device
        self._digits = sevensegment(device, segment_mapper=dot_muncher)
        self.shown = ""

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show this snapshot, if it reads differently from the one before."""
        text = digits_text(snapshot)
        if text != self.shown:
            self._set_up()
            self._digits.text = text
            self.shown = text

    def _set_up(self) -> None:
        for register, value in SET_UP:
            self._device.data([register, value])
        self._device.contrast(CONTRAST)
        self._device.show()

    def close(self) -> None:
        """Dark."""
        self._digits.text = ""
        self._device.cleanup()


def digits_text(snapshot: Mapping[str, Any]) -> str:
    """Eight digits with their dots: `1.30.  1.28` while White's clock runs."""
    running = snapshot.get("running")
    return "".join(
        side_text(snapshot, each, four_digits) + ("." if running == each else "") for each in SIDES
    )
