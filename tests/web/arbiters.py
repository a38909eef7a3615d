"""Arbiters' accounts for the tests of pages."""

import time
from pathlib import Path

from clockd.web.access import Access
from clockd.web.accounts import Accounts
from clockd.web.roles import Role

NAME, PASSWORD = "Ann Arbiter", "knight on f5"


def access_in(folder: Path, *, account: bool = True, role: Role = Role.CHIEF) -> Access:
    """The accounts of this folder, with Ann's unless there is to be none yet."""
    accounts = Accounts(folder / "arbiters.json")
    if account and role is not Role.CHIEF:
        accounts.add("The Chief", PASSWORD)
    if account:
        accounts.add(NAME, PASSWORD, role)
    return Access(accounts)


def signed_in(access: Access, origin: str = "http://table") -> dict[str, str]:
    """The headers of Ann's own page when it posts."""
    return _headers(access, access.sign_in("test", NAME, PASSWORD), origin)


def session_of(access: Access, origin: str = "http://table") -> dict[str, str]:
    """The same without the work of a password's hash, for tests of many requests."""
    return _headers(access, access._sessions.open(NAME, time.time()), origin)


def _headers(access: Access, token: str, origin: str) -> dict[str, str]:
    session = access.session(token)
    assert session is not None
    return {"cookie": f"clockd={token}", "x-csrf-token": session.csrf, "origin": origin}
