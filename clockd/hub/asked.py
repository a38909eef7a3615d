"""One command of an arbiter as it was given: its name, its arguments read one by one, who and why.

Players are named by the numbers drawn. A missing or unreadable argument is BadInput, in one line.
Source: interfaces.md section 7.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clockd.errors import BadInput
from clockd.hub.hub import Hub
from clockd.tournament.tournament import Tournament

YES = ("yes", "true", "1")
NO = ("no", "false", "0")
LONGEST_NUMBER = 6
LONGEST_ID = 32

_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")  # the form that tables take


@dataclass(frozen=True, slots=True)
class Asked:
    """One command as it was given."""

    hub: Hub
    name: str
    arguments: Mapping[str, str]
    author: str
    reason: str
    id: str

    @property
    def tournament(self) -> Tournament:
        """The one that `tournament=` names or that plays `board=`; the only one needs no name."""
        event = self.hub.event
        ids = ", ".join(event.tournaments)
        if "tournament" in self.arguments:
            named = event.tournaments.get(self.arguments["tournament"])
            if named is None:
                found = self.arguments["tournament"][:LONGEST_ID]
                raise BadInput(f"{self.name}: tournament={found}, expected {ids or 'none'}")
            return named
        if len(event.tournaments) < 2:
            return event.tournament
        if "board" not in self.arguments:
            raise BadInput(f"{self.name}: tournament= is missing, expected one of {ids}")
        board = self.whole("board")
        if event.owner_of(board).plan is None:
            raise BadInput(f"{self.name}: board={board}, expected a board of {ids}")
        return event.owner_of(board)

    @property
    def head(self) -> tuple[int, str]:
        """Instant and tournament: how every input begins."""
        return self.hub.now_ns(), self.tournament.id

    def text(self, key: str, default: str | None = None) -> str:
        found = self.arguments.get(key, default)
        if found is None:
            raise BadInput(f"{self.name}: {key}= is missing")
        return found

    def whole(self, key: str, default: int | None = None) -> int:
        return self._whole(key, self.text(key, None if default is None else str(default)))

    def wholes(self, key: str) -> tuple[int, ...]:
        return tuple(self._whole(key, text) for text in self.text(key).split(","))

    def _whole(self, key: str, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER:
            raise BadInput(f"{self.name}: {key}={text}, expected a whole number")
        return int(text)

    def yes(self, key: str, default: str) -> bool:
        text = self.text(key, default)
        if text not in YES + NO:
            raise BadInput(f"{self.name}: {key}={text}, expected yes or no")
        return text in YES

    def round(self) -> int:
        """`round=`, by default the one under way."""
        return self.whole("round", len(self.tournament.rounds) or None)

    def player(self, text: str) -> int:
        """The place in the entry list of a drawn number."""
        known = len(self.tournament.players)
        number = self._whole("player", text)
        if not 1 <= number <= known:
            raise BadInput(f"{self.name}: player {number}, expected a number from 1 to {known}")
        return self.tournament.player_with(number)

    def players(self, key: str) -> tuple[int, ...]:
        return tuple(self.player(text) for text in self.text(key).split(","))


Command = Callable[[Asked], str]
Commands = dict[str, tuple[tuple[str, ...], Command]]  # name: (arguments, what it does)


def asked_of(hub: Hub, body: Any) -> Asked:
    """A command from its JSON form; BadInput when it has none."""
    if not isinstance(body, Mapping) or not isinstance(body.get("arguments", {}), Mapping):
        raise BadInput("command: expected an object with name, arguments, author, reason and id")
    arguments = {str(key): str(value) for key, value in body.get("arguments", {}).items()}
    texts = {key: str(body.get(key, "")) for key in ("name", "author", "reason", "id")}
    for text in (*texts.values(), *arguments, *arguments.values()):
        if not text.isprintable():
            raise BadInput(f"command: {text[:40]!r}, expected texts of one line")
    if not _ID.fullmatch(texts["id"]):
        raise BadInput(f"id: {texts['id'][:40]!r}, expected 1 to 64 letters and digits")
    return Asked(hub, arguments=arguments, **texts)
