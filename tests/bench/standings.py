"""How much CPU time it takes to put a tournament in order: printed, never asserted.

The lists are the two seed events' own; the Swiss is drawn at random, since only its size matters.
"""

import time
from collections.abc import Callable
from random import Random

from clockd.tournament.crosstable import Crosstable, GameResult, Player, tabulate
from clockd.tournament.event_rules import tie_breaks_for
from clockd.tournament.round_robin import berger_table
from clockd.tournament.standings import standings
from clockd.tournament.standings_view import as_json
from clockd.tournament.tie_breaks import parse_criteria

SENIOR = ("DE", "BPG", "KS", "SB", "WON")
WORLD_SENIOR = ("DE-ALLMET", "PS", "PS/C1..", "BPG", "ARO7")
RESULTS = ("1-0", "0-1", "1/2-1/2")


def bench() -> None:
    """Print milliseconds for the U.S. Senior's ten players and for Swisses of 220 and 1,000."""
    _print("10 players, all play all", _round_robin(10), SENIOR)
    _print("220 players, 9 rounds", _swiss(220, 9), WORLD_SENIOR)
    _print("1,000 players, 11 rounds", _swiss(1000, 11), WORLD_SENIOR)


def _print(what: str, table: Crosstable, codes: tuple[str, ...]) -> None:
    criteria = parse_criteria(",".join(tie_breaks_for(codes, table.rounds)))
    table_ms = _spent_ms(lambda: Crosstable(table.players, table.cells, table.rounds, table.system))
    order_ms = _spent_ms(lambda: standings(table, criteria))
    order = standings(table, criteria)
    reasons_ms = _spent_ms(lambda: as_json(order, reasons=True))
    print(
        f"standings, {what}: {table_ms:.1f} ms for the table, {order_ms:.1f} ms for the order, "
        f"{reasons_ms:.1f} ms for every value's reason"
    )


def _spent_ms(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(3):
        begin_ns = time.process_time_ns()
        work()
        spent.append((time.process_time_ns() - begin_ns) / 1e6)
    return min(spent)


def _round_robin(players: int) -> Crosstable:
    random = Random(1)
    games = [
        GameResult(each.round, white, black, random.choice(RESULTS))
        for each in berger_table(players)
        for white, black in each.pairs
    ]
    return tabulate(_players(players, random), games)


def _swiss(players: int, rounds: int) -> Crosstable:
    random = Random(2)
    games = []
    for number in range(1, rounds + 1):
        order = list(range(1, players + 1))
        random.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            games.append(GameResult(number, white, black, random.choice(RESULTS)))
    return tabulate(_players(players, random), games, system="swiss")


def _players(count: int, random: Random) -> list[Player]:
    return [Player(n, f"Player {n}", random.randint(1400, 2700)) for n in range(1, count + 1)]


if __name__ == "__main__":
    bench()
