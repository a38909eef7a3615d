"""One clock for a whole demo: it stands still until it is stepped, and the speed says how long a step takes.

Between two steps it runs evenly, so that pages count; at full speed it jumps. Only one thread steps it, any thread
may read it. Instants are nanoseconds, like `time.monotonic_ns()`.
"""

import time
from collections.abc import Callable

from clockd.units import SECOND_NS

START_NS = 1_000 * SECOND_NS


class VirtualClock:
    """`speed` seconds of it pass in one real second; None is as fast as the machine can."""

    def __init__(
        self,
        speed: float | None,
        real_ns: Callable[[], int] = time.monotonic_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.speed = speed
        self._real_ns, self._sleep = real_ns, sleep
        self._stepped_ns = self._target_ns = START_NS
        self._anchor: tuple[int, int] | None = None  # (real, virtual) when it was last let go

    def now_ns(self) -> int:
        """The present instant; never beyond the step that is under way, never backwards."""
        anchor, speed = self._anchor, self.speed
        if anchor is None or speed is None:
            return self._stepped_ns
        real_ns, virtual_ns = anchor
        run_ns = virtual_ns + int((self._real_ns() - real_ns) * speed)
        return max(self._stepped_ns, min(run_ns, self._target_ns))

    def step_to(self, at_ns: int) -> None:
        """Let the time until `at_ns` pass; an instant that is past already takes none."""
        if at_ns <= self._stepped_ns:
            return
        if self.speed is not None:
            if self._anchor is None:
                self._anchor = (self._real_ns(), self._stepped_ns)
            self._target_ns = at_ns
            real_ns, virtual_ns = self._anchor
            due_ns = real_ns + int((at_ns - virtual_ns) / self.speed)
            left_ns = due_ns - self._real_ns()
            if left_ns > 0:
                self._sleep(left_ns / SECOND_NS)
            elif left_ns < -SECOND_NS:
                self._anchor = None  # the machine cannot keep up: do not race after lost time
        self._stepped_ns = at_ns

    def stand(self) -> None:
        """Stand still at the last step, until the next one."""
        self._stepped_ns = self.now_ns()
        self._anchor = None
