"""The latest frame of the table, for any number of onlookers: latest wins, nobody queues, nobody is waited for."""

import threading

from clockd.table.core import Frame


class Bulletin:
    """One writer pins up a frame; onlookers wait for a newer one on their own threads."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._number = frame, 1
        self._changed = threading.Condition()

    def pin(self, frame: Frame) -> None:
        """Show this frame from now on; returns at once."""
        with self._changed:
            self._frame, self._number = frame, self._number + 1
            self._changed.notify_all()

    def nudge(self) -> None:
        """Wake the onlookers without a new frame (the disk has followed, the table stops)."""
        with self._changed:
            self._number += 1
            self._changed.notify_all()

    def latest(self) -> Frame:
        return self._frame

    def newer(self, number: int, timeout_s: float) -> tuple[int, Frame]:
        """The frame beyond `number`, or the same one after `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, timeout_s)
            return self._number, self._frame
