"""Signing in and out, the first chief arbiter, and whose request this is: accounts, sessions and the limit on guessing.

Knows no pages. The two clocks are handed in: a session lasts by the time of day, so that it outlives a restart; tries
are counted in steady seconds, so that a clock that is set shuts nobody out.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clockd.web import sessions
from clockd.web.accounts import FILE_NAME, Accounts, Refused, proper_name
from clockd.web.guesses import Guesses
from clockd.web.roles import Role
from clockd.web.sessions import Sessions, form_token

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in; `csrf` is what the forms of these pages carry besides the cookie."""

    name: str
    role: Role
    csrf: str


class Access:
    """Who may come in. A password is hashed in the caller's thread."""

    def __init__(
        self,
        accounts: Accounts,
        kept: Sessions | None = None,
        wall_s: Clock = time.time,
        steady_s: Clock = time.monotonic,
    ) -> None:
        self.accounts = accounts
        self._sessions = kept or Sessions()
        self._guesses = Guesses()
        self._wall_s, self._steady_s = wall_s, steady_s

    @property
    def first_start(self) -> bool:
        """No arbiter has an account yet: the set-up code makes the first one."""
        return self.accounts.empty

    def set_up(self, address: str, code: str, name: str, password: str) -> str:
        """A chief arbiter, for who has read the code on the machine; a session's token."""
        self._guesses.count(address, None, self._steady_s())
        proper_name(name)
        if not self.accounts.takes_code(code):
            raise Refused("that is not the set-up code; it stands on the terminal of this machine")
        name = self.accounts.use_code(name, password)
        self._guesses.proved(address, None, self._steady_s())
        self._sessions.close_all_of(name)
        return self._sessions.open(name, self._wall_s())

    def sign_in(self, address: str, name: str, password: str) -> str:
        """A session's token for a name and its password."""
        self._guesses.count(address, name, self._steady_s())
        if not self.accounts.knows(name, password):
            raise Refused("name or password is wrong")
        self._guesses.proved(address, name, self._steady_s())
        return self._sessions.open(proper_name(name), self._wall_s())

    def sign_out(self, token: str | None) -> None:
        if token is not None:
            self._sessions.close(token)

    def session(self, token: str | None) -> Session | None:
        """Whose session this token is, with the role of this moment; None when it is nobody's."""
        name = self._sessions.name_of(token, self._wall_s())
        role = None if name is None else self.accounts.role_of(name)
        if token is None or name is None or role is None:
            return None
        return Session(name, role, form_token(token))

    def add(self, name: str, password: str, role: Role) -> str:
        """Another arbiter, or another password; who used the old one is signed out."""
        name = self.accounts.add(name, password, role)
        self._sessions.close_all_of(name)
        return name

    def remove(self, name: str) -> None:
        """An arbiter less; whoever works under this name is signed out."""
        self.accounts.remove(name)
        self._sessions.close_all_of(name)


def access_in(folder: Path) -> Access:
    """The accounts and sessions of a folder."""
    return Access(Accounts(folder / FILE_NAME), Sessions(folder / sessions.FILE_NAME))
