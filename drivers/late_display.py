"""A display whose device is opened when it first shows something, on its own thread, and again after a failure.

So a display that is missing, hangs or loses its lead is no reason for a clock not to start, and one that is plugged in
again is set up again: most forget how they were set up with their power. Knows no device; `opened` makes it.
"""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from clockd.ports import Display


class LateDisplay:
    """What `opened` makes, made anew after each failure."""

    def __init__(self, opened: Callable[[], Display]) -> None:
        self._opened = opened
        self._display: Display | None = None

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show this snapshot; whatever the device raises goes to the caller, who tries again later."""
        if self._display is None:
            self._display = self._opened()
        try:
            self._display.show(snapshot)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Blank and free the device, if it is open and lets us."""
        display, self._display = self._display, None
        if display is not None:
            with contextlib.suppress(Exception):
                display.close()
