"""The limit on guessing at the sign-in: so many tries for an address, for a name, and for everybody together.

Each try counts as wrong until it has proved right. A name counts whether it exists or not, so a refusal tells nobody
which names do. An address where somebody has signed in is spared the two wider limits: a stranger in the hall who
guesses cannot shut the arbiters out of the machines they work at. Time is steady seconds, handed in.
"""

import hashlib
from collections import OrderedDict, deque

from clockd.web.accounts import Refused
from clockd.web.shares import network_of

ADDRESS_TRIES, ADDRESS_S = 5, 60
NAME_TRIES, NAME_S = 10, 600
ALL_TRIES, ALL_S = 60, 60
KNOWN_S = 12 * 3600  # as long as a session lasts
KEPT_MOST = 1_000  # addresses and names that are remembered

ALL = "everybody"


class TooManyTries(Refused):
    """Refused whatever the password is, for so many seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(f"too many tries: wait {wait_s} s")
        self.wait_s = wait_s


class Guesses:
    """Counts tries; raises TooManyTries."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()
        self._known: OrderedDict[str, float] = OrderedDict()

    def count(self, address: str, name: str | None, now_s: float) -> None:
        """One more try, of a name or (None) of the set-up code; TooManyTries when there have been."""
        place = network_of(address)
        limits = [(f"at {place}", ADDRESS_TRIES, ADDRESS_S)]
        if not self._is_known(place, now_s):
            limits.append((ALL, ALL_TRIES, ALL_S))
            if name is not None:
                limits.append((_of_name(name), NAME_TRIES, NAME_S))
        wait_s = max(self._wait_s(key, most, within_s, now_s) for key, most, within_s in limits)
        if wait_s > 0:
            raise TooManyTries(int(wait_s) + 1)
        for key, most, _ in limits:
            self._tries.setdefault(key, deque(maxlen=most)).append(now_s)
            self._tries.move_to_end(key)
        _trim(self._tries)

    def proved(self, address: str, name: str | None, now_s: float) -> None:
        """The try was right: the address is known, and what it tried is forgotten."""
        place = network_of(address)
        self._tries.pop(f"at {place}", None)
        if name is not None:
            self._tries.pop(_of_name(name), None)
        self._known[place] = now_s
        self._known.move_to_end(place)
        _trim(self._known)

    def _is_known(self, place: str, now_s: float) -> bool:
        since_s = self._known.get(place)
        return since_s is not None and now_s - since_s < KNOWN_S

    def _wait_s(self, key: str, most: int, within_s: float, now_s: float) -> float:
        tries = self._tries.get(key)
        if tries is None:
            return 0.0
        while tries and tries[0] <= now_s - within_s:
            tries.popleft()
        return tries[0] + within_s - now_s if len(tries) >= most else 0.0


def _of_name(name: str) -> str:
    return "name " + hashlib.sha256(name.strip().encode("utf-8", "replace")).hexdigest()


def _trim(kept: OrderedDict[str, deque[float]] | OrderedDict[str, float]) -> None:
    while len(kept) > KEPT_MOST:
        kept.popitem(last=False)
