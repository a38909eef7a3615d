"""Who has signed in: random tokens, of which only hashes are kept, for the length of a day of rounds.

With a file they outlive a restart of the web server. What a page's forms carry beside the cookie follows from the
token, so it is kept nowhere. Time is seconds since 1970, handed in.
"""

import contextlib
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd.errors import ClockdError
from clockd.private_file import PrivateFile

FILE_NAME = "sessions.json"
SESSION_S = 12 * 3600
SESSIONS_MOST = 200
TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Kept:
    """A session without its token."""

    name: str
    until_s: float


class Sessions:
    """The open sessions, by the hash of their token."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = PrivateFile(path, "the sign-ins") if path is not None else None
        self._kept: dict[str, Kept] = {}
        if self._file is not None:
            with contextlib.suppress(ClockdError):  # unreadable: everybody signs in once more
                self._kept = _kept_in(self._file.read())

    def open(self, name: str, now_s: float) -> str:
        """A new session's token; the oldest ends when there are too many."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        live = {key: each for key, each in self._kept.items() if now_s < each.until_s}
        self._kept = dict(list(live.items())[-SESSIONS_MOST + 1 :])
        self._kept[_digest(token)] = Kept(name, now_s + SESSION_S)
        self._save()
        return token

    def name_of(self, token: str | None, now_s: float) -> str | None:
        """Whose session this token is; None when it is nobody's or has run out."""
        found = None if token is None else self._kept.get(_digest(token))
        # A clock that was set back gives nobody a longer day.
        live = found is not None and found.until_s - SESSION_S <= now_s < found.until_s
        return found.name if found is not None and live else None

    def close(self, token: str) -> None:
        if self._kept.pop(_digest(token), None) is not None:
            self._save()

    def close_all_of(self, name: str) -> None:
        """End every session of this name: its password or its account has changed."""
        left = {key: each for key, each in self._kept.items() if each.name != name}
        if len(left) < len(self._kept):
            self._kept = left
            self._save()

    def _save(self) -> None:
        if self._file is None:
            return
        # A full disk costs a sign-in after the next restart, nothing else.
        with contextlib.suppress(ClockdError), self._file.changing() as content:
            content.clear()
            content.update({key: [each.name, each.until_s] for key, each in self._kept.items()})


def form_token(token: str) -> str:
    """What the forms of this session's pages carry besides the cookie."""
    return hmac.digest(token.encode("utf-8", "replace"), b"clockd form", "sha256").hex()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _kept_in(content: dict[str, Any]) -> dict[str, Kept]:
    found = {}
    for key, value in content.items():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[1], int | float):
            found[key] = Kept(str(value[0]), float(value[1]))
    return found
