"""Berger's tables: who meets whom in a round robin, and who has White.

Decides the pairings of every round from the number of players alone; the numbers come from a drawing of lots made
elsewhere. In an odd field the player who meets the number that is missing rests. In a double round robin the second
cycle is the first with colours reversed, and the last two rounds of the first cycle are swapped, so that nobody has
the same colour three times running. Sources: FIDE General Regulations for Competitions, Annex 1; rules sheet 6.1.
"""

from dataclasses import dataclass

from clockd.errors import BadInput

PLAYERS_MIN, PLAYERS_MAX = 3, 24  # 24 players already play 23 rounds
CYCLES_MAX = 2


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """One round: (White, Black) by number in board order, and who rests in an odd field."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    resting: int | None = None


def berger_rounds(players: int) -> int:
    """Rounds of a single round robin."""
    return players - 1 if players % 2 == 0 else players


def berger_table(
    players: int, *, cycles: int = 1, swap_last_two: bool = True
) -> tuple[RoundPairings, ...]:
    """All rounds for this many players; BadInput below 3, above 24, or for other cycles than 1 and 2."""
    if not PLAYERS_MIN <= players <= PLAYERS_MAX:
        wanted = f"expected {PLAYERS_MIN} to {PLAYERS_MAX}"
        raise BadInput(f"a round robin of {players} players, {wanted}")
    if not 1 <= cycles <= CYCLES_MAX:
        raise BadInput(f"a round robin of {cycles} cycles, expected 1 or 2")
    first = [_pairs(players, index) for index in range(berger_rounds(players))]
    if cycles == 1:
        return _numbered(players, first)
    second = [[(black, white) for white, black in pairs] for pairs in first]
    if swap_last_two:
        first[-2:] = reversed(first[-2:])
    return _numbered(players, first + second)


def _pairs(players: int, index: int) -> list[tuple[int, int]]:
    """One round of the even table, `index` from 0; with an odd field one pair holds the missing number.

    The table turns a ring of all numbers but the last: each round starts half a turn further on.
    """
    last = players + players % 2
    ring = last - 1
    seat = [(index * (last // 2) + step) % ring + 1 for step in range(ring)]
    top = (seat[0], last) if index % 2 == 0 else (last, seat[0])
    return [top] + [(seat[board], seat[ring - board]) for board in range(1, last // 2)]


def _numbered(players: int, rounds: list[list[tuple[int, int]]]) -> tuple[RoundPairings, ...]:
    return tuple(_one_round(players, number, pairs) for number, pairs in enumerate(rounds, start=1))


def _one_round(players: int, number: int, pairs: list[tuple[int, int]]) -> RoundPairings:
    played = tuple(pair for pair in pairs if max(pair) <= players)
    resting = next((min(pair) for pair in pairs if max(pair) > players), None)
    return RoundPairings(number, played, resting)
