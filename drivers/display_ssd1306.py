"""A small OLED (SSD1306, 128 by 64): both times, a bar beside the one that runs, and a line about the game.

I2C bus 1, address 3c (switch I2C on; wiring in firmware_notes/displays.md). White above Black, as they are named on a
scoresheet. Drawn only when it reads differently: the bus takes 25 ms for a picture.
"""

from collections.abc import Mapping
from typing import Any

from clockd.errors import BadConfig, DeviceError
from clockd.ports import Display
from drivers.display_console import reading
from drivers.face_text import SIDES, side_text, state_line
from drivers.late_display import LateDisplay

ADDRESS, BUS = 0x3C, 1
ROW, DIGITS_SIZE, LINE_SIZE = 25, 24, 11  # pixels


def make(config: Mapping[str, Any]) -> Display:
    """The OLED at its usual address, opened when first shown; it takes no keys."""
    for key in config:
        raise BadConfig(f"[display] {key}: unknown key, ssd1306 takes none")
    return LateDisplay(opened)


def opened() -> Display:
    """The device found and set up; DeviceError says what it lacks."""
    try:
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        device = ssd1306(i2c(port=BUS, address=ADDRESS))
    except ImportError as error:
        raise DeviceError(f"{error}, expected clockd[display]") from None
    except Exception as error:  # luma's own, and whatever the bus raises
        raise DeviceError(f"{error}, expected I2C switched on") from None
    return OledDisplay(device)


Picture = tuple[tuple[str, bool], tuple[str, bool], str]


class OledDisplay:
    """A picture on a luma device."""

    def __init__(self, device: Any) -> None:
        from PIL import ImageFont

        self._device = device
        self._big, self._small = (ImageFont.load_default(size) for size in (DIGITS_SIZE, LINE_SIZE))
        self.shown: Picture | None = None

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Draw this snapshot, if it reads differently from the one before."""
        picture = picture_of(snapshot)
        if picture != self.shown:
            self._draw(picture)
            self.shown = picture

    def close(self) -> None:
        """Dark."""
        self._device.cleanup()

    def _draw(self, picture: Picture) -> None:
        from luma.core.render import canvas

        width = self._device.width
        with canvas(self._device) as draw:
            for row, (name, (text, runs)) in enumerate(zip("WB", picture[:2], strict=True)):
                top = row * ROW
                if runs:
                    draw.rectangle((0, top + 2, 5, top + ROW - 3), fill="white")
                draw.text((10, top + ROW // 2), name, font=self._small, fill="white", anchor="lm")
                draw.text(
                    (width - 2, top + ROW // 2), text, font=self._big, fill="white", anchor="rm"
                )
            draw.text(
                (0, self._device.height - 1),
                picture[2],
                font=self._small,
                fill="white",
                anchor="ld",
            )


def picture_of(snapshot: Mapping[str, Any]) -> Picture:
    """What is drawn: each side's time and whether it runs, and the line below."""
    white, black = (
        (side_text(snapshot, side, reading), snapshot.get("running") == side) for side in SIDES
    )
    return white, black, state_line(snapshot)
