"""Places that are shared among machines: so many in all, so many for one address, of IPv6 for one network."""

import ipaddress
from collections import Counter

SIX_NETWORK = 64  # bits: one household or machine may choose among so many addresses of IPv6


class Shares:
    """Counts who holds how many."""

    def __init__(self, most: int, of_one: int) -> None:
        self.most, self.of_one = most, of_one
        self._held: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many are held in all."""
        return self._held.total()

    def held_by(self, address: str) -> int:
        return self._held[network_of(address)]

    def take(self, address: str) -> bool:
        """One more for this address, or False when there is none for it."""
        place = network_of(address)
        if self.open >= self.most or self._held[place] >= self.of_one:
            return False
        self._held[place] += 1
        return True

    def leave(self, address: str) -> None:
        place = network_of(address)
        self._held[place] -= 1
        if self._held[place] <= 0:
            del self._held[place]


def network_of(address: str) -> str:
    """Whom an address stands for: itself, or in IPv6 the network that one machine may choose from."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, SIX_NETWORK), strict=False))
    return str(parsed)
