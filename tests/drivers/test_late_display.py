"""A display that is opened late, and again after each failure."""

from collections.abc import Mapping
from typing import Any

import pytest

from clockd.errors import DeviceError
from drivers.late_display import LateDisplay


class Glass:
    """A device whose lead is loose: `trouble` says what goes wrong with it."""

    trouble = ""
    opened = 0
    closed = 0

    def __init__(self) -> None:
        if self.trouble == "missing":
            raise DeviceError("no such device")
        Glass.opened += 1

    def show(self, snapshot: Mapping[str, Any]) -> None:
        if self.trouble == "pulled":
            raise OSError(121, "Remote I/O error")

    def close(self) -> None:
        Glass.closed += 1
        if self.trouble:
            raise OSError(121, "Remote I/O error")


def test_opened_when_first_shown_and_again_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display forgets with its power how it was set up: what comes back is opened anew."""
    monkeypatch.setattr(Glass, "trouble", "missing")
    display = LateDisplay(Glass)
    with pytest.raises(DeviceError):
        display.show({})
    display.close()
    assert (Glass.opened, Glass.closed) == (0, 0)
    for opened in (1, 2):
        monkeypatch.setattr(Glass, "trouble", "")
        display.show({})
        display.show({})
        assert Glass.opened == opened
        monkeypatch.setattr(Glass, "trouble", "pulled")
        with pytest.raises(OSError, match="Remote"):
            display.show({})
        assert Glass.closed == opened
    display.close()
    assert Glass.closed == 2
