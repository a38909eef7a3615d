"""An arbiter's account for the tests of a table's pages."""

import time
from pathlib import Path

from clockd.web.access import Access, Accounts

NAME, PASSWORD = "Ann Arbiter", "knight on f5"


def access_in(folder: Path, *, account: bool = True) -> Access:
    """The accounts of this folder, with Ann's unless there is to be none yet."""
    accounts = Accounts(folder / "arbiters.json")
    if account:
        accounts.add(NAME, PASSWORD)
    return Access(accounts)


def signed_in(access: Access) -> dict[str, str]:
    """The headers of Ann's own page when it posts."""
    token = access.sign_in("test", NAME, PASSWORD, time.monotonic())
    session = access.session(token, time.monotonic())
    assert session is not None
    return {"cookie": f"clockd={token}", "x-csrf-token": session.csrf, "origin": "http://table"}
