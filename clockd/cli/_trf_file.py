"""A tournament report named on the command line: read, its system settled, and what was odd said on stderr."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from clockd.errors import BadInput
from clockd.tournament.crosstable import System
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import system_of

SIZE_MAX = 16 << 20  # a report of ten thousand players and twenty rounds is under 4 MB
STDIN = "-"


def load(name: str) -> TrfFile:
    """The report in this file ("-": standard input); BadInput in one line."""
    file = read_trf("<stdin>" if name == STDIN else name, _bytes(name))
    tell(file.notes)
    return file


def _bytes(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read(SIZE_MAX)
    try:
        with Path(name).open("rb") as source:
            data = source.read(SIZE_MAX + 1)
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror}, expected a tournament report (TRF)") from None
    if len(data) > SIZE_MAX:
        raise BadInput(f"{name}: over {SIZE_MAX >> 20} MB, expected a tournament report (TRF)")
    return data


def settle_system(file: TrfFile, asked: System | None) -> System:
    """The event's system: as the file says, else as asked, else as the games look; doubts are told."""
    said = system_of(file)
    if said is not None:
        if asked not in (None, said):
            tell([f"{file.name}: records 192 and 092 say {said}; --system {asked} is not taken"])
        return said
    return asked or _guess(file)


def _guess(file: TrfFile) -> System:
    players, rounds = len(file.players), file.rounds
    everybody = players - 1 if players % 2 == 0 else players
    guess: System = "round-robin" if rounds in (everybody, 2 * everybody) else "swiss"
    told = f"{file.name}: neither record 192 nor 092 names the system"
    tell([f"{told}; taken for a {guess} ({players} players, {rounds} rounds), see --system"])
    return guess


def tell(notes: Iterable[str]) -> None:
    """Say on stderr what a person should know, without stopping."""
    for note in notes:
        print(f"clockd: note: {note}", file=sys.stderr)


def tell_open(open_points: Sequence[str]) -> None:
    """Say on stderr why nothing final is told: the first open point, and how many more there are."""
    more = f" (and {len(open_points) - 1} more)" if len(open_points) > 1 else ""
    print(f"clockd: not final: {open_points[0]}{more}", file=sys.stderr)
