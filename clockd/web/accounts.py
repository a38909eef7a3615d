"""The arbiters' names, roles and password hashes, and the one-time code that makes a chief arbiter.

They stand in one file, readable by its owner only: {"form":2,"accounts":{name:{"role","password"}},"code":hash}. An
older file of name and hash alone is read; whoever stands in it could do everything, and still can. The code is for the
first start and for a lost password; its hash is kept, the code itself stands on a terminal and nowhere else.
"""

import threading
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clockd.errors import BadInput
from clockd.private_file import PrivateFile
from clockd.web.passwords import LONGEST, NOBODYS, digits_of, fits, hashed, is_hash, new_code
from clockd.web.roles import STAFF, Role

FILE_NAME = "arbiters.json"
FORM = 2
SHORTEST_PASSWORD = 8
ACCOUNTS_MOST = 200  # an Olympiad has no more arbiters


class Refused(BadInput):
    """A sign-in or an account that is not let through; the text is for the person who tried."""


class Accounts:
    """The accounts in one file; another program's changes are seen at the next question."""

    def __init__(self, path: Path) -> None:
        self._file = PrivateFile(path, "the arbiters' accounts")
        self._lock = threading.RLock()  # a hash is made off the loop
        self._stamp: tuple[int, int, int] | None = None
        self._roles: dict[str, Role] = {}
        self._hashes: dict[str, str] = {}
        self._code: str | None = None
        self._fresh()

    @property
    def empty(self) -> bool:
        """No arbiter has an account yet."""
        return not self.roles()

    @property
    def has_code(self) -> bool:
        """A one-time code waits to be used."""
        with self._lock:
            self._fresh()
            return self._code is not None

    def roles(self) -> dict[str, Role]:
        """Every name with its role, in the order in which they came."""
        with self._lock:
            self._fresh()
            return dict(self._roles)

    def role_of(self, name: str) -> Role | None:
        """The role of this name; None when it has no account (any more)."""
        return self.roles().get(name)

    def add(self, name: str, password: str, role: Role = Role.CHIEF) -> str:
        """Keep a new account, or another password and role for it; the name as it is kept."""
        name = proper_name(name)
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST:
            raise Refused(f"a password of {SHORTEST_PASSWORD} to {LONGEST} characters is needed")
        assert role in STAFF, "a spectator needs no account"
        secret = hashed(password)
        with self._lock, self._file.changing() as content:
            accounts = _accounts_in(content)
            if name not in accounts and len(accounts) >= ACCOUNTS_MOST:
                raise Refused(f"there are {ACCOUNTS_MOST} accounts already")
            accounts[name] = {"role": role.value, "password": secret}
            _keep_a_chief(accounts)
            _put(content, accounts)
        return name

    def remove(self, name: str) -> None:
        """Take an account away; the last chief arbiter stays."""
        with self._lock, self._file.changing() as content:
            accounts = _accounts_in(content)
            if accounts.pop(name, None) is None:
                raise Refused(f"no account of the name {name[:LONGEST]!r}")
            _keep_a_chief(accounts)
            _put(content, accounts)

    def knows(self, name: str, password: str) -> bool:
        """Whether the password is this name's; an unknown name costs as much time as a wrong password."""
        with self._lock:
            self._fresh()
            kept = self._hashes.get(_normal(name), NOBODYS)
        return fits(password, kept)

    def new_code(self) -> str:
        """A one-time code for who can read this machine's terminal; an earlier one is void."""
        code = new_code()
        kept = hashed(code)
        with self._lock, self._file.changing() as content:
            _put(content, _accounts_in(content))
            content["code"] = kept
        return code

    def takes_code(self, code: str) -> bool:
        """Whether this is the code that waits."""
        with self._lock:
            self._fresh()
            kept = self._code
        return fits(digits_of(code), kept or NOBODYS)

    def use_code(self, name: str, password: str) -> str:
        """Make the chief arbiter whose code was right; it works once."""
        name = self.add(name, password, Role.CHIEF)
        with self._lock, self._file.changing() as content:
            content["code"] = None
        return name

    def _fresh(self) -> None:
        """Read the file again if it has changed."""
        stamp = self._file.stamp()
        if stamp == self._stamp:
            return
        content = self._file.read()
        accounts, code = _accounts_in(content), content.get("code")
        try:
            self._roles = {name: Role(each["role"]) for name, each in accounts.items()}
            self._hashes = {name: each["password"] for name, each in accounts.items()}
        except (KeyError, TypeError, ValueError):
            raise self._file.another_form() from None
        kept = [*self._hashes.values(), *([] if code is None else [code])]
        if not all(map(is_hash, kept)) or not set(self._roles.values()) <= set(STAFF):
            raise self._file.another_form()
        self._code, self._stamp = code, stamp


def proper_name(name: str) -> str:
    """A name that may stand in the record; Refused when it is none."""
    name = _normal(name)
    if not name or len(name) > LONGEST or not name.isprintable():
        raise Refused("a name of one line is needed")
    return name


def _normal(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip()


def _accounts_in(content: Mapping[str, Any]) -> dict[str, Any]:
    if "form" not in content:
        return {
            name: {"role": Role.CHIEF.value, "password": kept} for name, kept in content.items()
        }
    accounts = content.get("accounts")
    return dict(accounts) if isinstance(accounts, Mapping) else {}


def _put(content: dict[str, Any], accounts: Mapping[str, Any]) -> None:
    code = content.get("code") if "form" in content else None
    content.clear()
    content.update({"form": FORM, "accounts": dict(accounts), "code": code})


def _keep_a_chief(accounts: Mapping[str, Any]) -> None:
    if not any(each["role"] == Role.CHIEF for each in accounts.values()):
        raise Refused("one chief arbiter must stay")
