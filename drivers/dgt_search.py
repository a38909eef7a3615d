"""Where the board may be, what each port was found to be, and what that comes to.

Decides which port is tried next, leaves alone a port on which another board told its number, and sums the findings up
in one sentence once every port has been tried: so a table whose board is out says one thing and keeps to it. It opens
nothing; how ports are listed is given. Instants are nanoseconds. Source: fact sheet "DGT e-board and clock", sections 2
and 12: two boards of one kind have no names that differ, only their numbers do.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clockd.ports import LinkState
from clockd.units import seconds

AUTO = "auto"
NONE_FOUND = "no USB port has the identity of a DGT board: is it plugged in?"
PORTS_MOST = 16  # that are asked in turn: each takes seconds
TOLD_MOST = 4  # findings in the summary's sentence
ASK_OTHERS_AGAIN_NS = seconds(30)  # boards may have changed places faster than anybody looked


@dataclass(frozen=True, slots=True)
class Finding:
    """What a port came to: the state of the link if it is the only one, and a sentence for the arbiter."""

    state: LinkState
    detail: str
    other_number: bool = False  # a board is there, and it is not ours
    busy: bool = False  # another program has the port open
    gone: bool = False  # there is no device behind it


class Search:
    """The ports of one board: the named one, those of a pattern, or all that look like a board's."""

    def __init__(self, port: str, look: Callable[[], list[str]], wanted: str = "") -> None:
        self._port, self._look, self._wanted = port, look, wanted
        self._findings: dict[str, tuple[Finding, int]] = {}
        self._proven = self._last = ""
        self._seen = False  # the board was read at some time: it is away, and others are neighbours
        self._there: set[str] = set()
        self._busy: set[str] = set()

    def next(self, now_ns: int) -> str | None:
        """The port to try now; None when there is none, or only such as another board is on."""
        paths = self._paths()
        self._there = _existing(paths)
        for path in set(self._findings) - set(paths):
            del self._findings[path]
        if self._proven in paths:
            proven, self._proven = self._proven, ""
            return proven
        turn = paths.index(self._last) + 1 if self._last in paths else 0
        for path in paths[turn:] + paths[:turn]:
            if not self._left_alone(path, now_ns):
                self._last = path
                return path
        return None

    def prove(self, path: str) -> None:
        """The board was on this port: after a loss it is tried first, once."""
        self._proven, self._seen = path, True
        self._findings.pop(path, None)

    def found(self, path: str, finding: Finding, now_ns: int) -> None:
        """This port was tried. A port that is busy now keeps the board that it was found to be.

        One that is busy for the first time is still to be tried: another table may just be asking what is there.
        """
        before, _ = self._findings.get(path, (None, 0))
        if finding.busy and before is not None and before.other_number:
            finding = before
        elif finding.busy and path not in self._busy:
            self._busy.add(path)
            self._findings.pop(path, None)
            return
        if not finding.busy:
            self._busy.discard(path)
        self._findings[path] = (finding, now_ns)

    def verdict(self) -> Finding | None:
        """What all ports together come to; None while one has not been tried yet."""
        paths = self._paths()
        if not paths:
            none = NONE_FOUND if self._port == AUTO else f"{self._port}: no such port"
            return Finding("lost", none, gone=True)
        if not all(path in self._findings for path in paths):
            return None
        findings = [self._findings[path][0] for path in paths]
        neighbours = all(each.busy or (self._seen and each.other_number) for each in findings)
        if len(findings) == 1 and (paths == [self._port] or not neighbours):
            return findings[0]
        return _summed_up(findings, self._wanted, seen_before=self._seen)

    @property
    def size(self) -> int:
        """On how many ports the board may be."""
        return len(self._paths())

    def news(self) -> bool:
        """Whether a port has come or gone since the last try: no reason to wait any longer."""
        return _existing(self._paths()) != self._there

    def _paths(self) -> list[str]:
        if self._port == AUTO:
            return self._look()[:PORTS_MOST]
        if is_pattern(self._port):
            pattern = Path(self._port)
            return sorted(map(str, pattern.parent.glob(pattern.name)))[:PORTS_MOST]
        others = self._look() if self._wanted else []
        named = os.path.realpath(self._port)
        return [self._port, *(each for each in others if os.path.realpath(each) != named)]

    def _left_alone(self, path: str, now_ns: int) -> bool:
        finding, at_ns = self._findings.get(path, (None, 0))
        recent = now_ns - at_ns < ASK_OTHERS_AGAIN_NS
        return finding is not None and finding.other_number and recent


def is_pattern(port: str) -> bool:
    """Whether a configured port names several: `/dev/rfcomm*`."""
    return any(sign in Path(port).name for sign in "*?[")


def _existing(paths: list[str]) -> set[str]:
    return {path for path in paths if Path(path).exists()}


def _summed_up(findings: list[Finding], wanted: str, *, seen_before: bool) -> Finding:
    away = seen_before and all(each.gone or each.busy or each.other_number for each in findings)
    wrong = not away and any(each.state == "wrong-device" for each in findings)
    state: LinkState = "wrong-device" if wrong else "lost"
    told = "; ".join(finding.detail for finding in findings[:TOLD_MOST])
    more = f"; and {len(findings) - TOLD_MOST} more" if len(findings) > TOLD_MOST else ""
    board = f"board {wanted}" if wanted else "the board"
    return Finding(state, f"{board} is nowhere to be found: {told}{more}", gone=away)
