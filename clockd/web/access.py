"""Who may rule at this table: arbiters' accounts, their sessions, and the limit on guessing. Knows no pages.

An account is a name with a scrypt hash; sessions live in memory as hashes of random tokens, so neither a file nor a
memory dump of the store opens a door. The first account needs the one-time set-up code that the start printed: it
stands on the machine's own terminal, in no log and no journal. Time comes in as seconds of a monotonic clock.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd.errors import BadInput

N, R, P = (
    1 << 14,
    8,
    1,
)  # scrypt: 16 MiB and some tens of milliseconds here; a second on the smallest Pi
SHORTEST_PASSWORD = 8
LONGEST = 200  # characters of a name or a password
SESSION_S = 12 * 3600  # a day of rounds
SESSIONS_MOST = 50
GUESSES, GUESSES_S = 5, 60  # so many wrong ones a minute from one address, then it waits
ADDRESSES_MOST = 1_000
CODE_DIGITS = 8


class Refused(BadInput):
    """A sign-in or a set-up that is not let through; the text is for the person who tried."""


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in; `csrf` is what his forms carry besides the cookie."""

    name: str
    csrf: str
    until_s: float


class Accounts:
    """The arbiters' names and password hashes in one file, readable by its owner only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes: dict[str, str] = _read(path)

    @property
    def empty(self) -> bool:
        return not self._hashes

    def add(self, name: str, password: str) -> None:
        """Keep a new account, or another password for it; Refused when either is none."""
        name = name.strip()
        if not name or len(name) > LONGEST or not name.isprintable():
            raise Refused("a name of one line is needed")
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST:
            raise Refused(f"a password of {SHORTEST_PASSWORD} to {LONGEST} characters is needed")
        salt = secrets.token_bytes(16)
        self._hashes[name] = f"{salt.hex()}:{_hash(password, salt).hex()}"
        _write(self._path, self._hashes)

    def knows(self, name: str, password: str) -> bool:
        """Whether the password is this name's; an unknown name costs as much time as a wrong password."""
        salt, _, kept = self._hashes.get(name.strip(), f"{'00' * 16}:").partition(":")
        given = _hash(password[: LONGEST + 1], bytes.fromhex(salt)).hex()
        return hmac.compare_digest(given, kept)


def _hash(password: str, salt: bytes) -> bytes:
    secret = password.encode("utf-8", "replace")
    return hashlib.scrypt(secret, salt=salt, n=N, r=R, p=P, maxmem=64 << 20)


def _read(path: Path) -> dict[str, str]:
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}, expected the arbiters' accounts") from None
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        raise BadInput(f"{path}: another form, expected the arbiters' accounts")
    return found


def _write(path: Path, hashes: dict[str, str]) -> None:
    """Whole or not at all, and never readable by others, not even for a moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(hashes, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


class Access:
    """Signing in and out. `code` is the set-up code while there is no account yet, else None."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._sessions: dict[str, Session] = {}
        self._wrong: dict[str, deque[float]] = {}
        self.code = _new_code() if accounts.empty else None

    @property
    def first_start(self) -> bool:
        """No arbiter has an account yet: the set-up code makes the first one."""
        return self._accounts.empty

    def set_up(self, address: str, code: str, name: str, password: str, now_s: float) -> str:
        """The first account, for who has read the code on the machine; a session's token."""
        self._count_guess(address, now_s)
        given = "".join(char for char in code if char.isdigit())
        if self.code is None or not hmac.compare_digest(given, self.code):
            raise Refused("that is not the set-up code; it stands on the terminal of clockd web")
        self._accounts.add(name, password)
        self.code = None
        return self._open(name.strip(), address, now_s)

    def sign_in(self, address: str, name: str, password: str, now_s: float) -> str:
        """A session's token for a name and its password."""
        self._count_guess(address, now_s)
        if not self._accounts.knows(name, password):
            raise Refused("name or password is wrong")
        return self._open(name.strip(), address, now_s)

    def sign_out(self, token: str | None) -> None:
        if token is not None:
            self._sessions.pop(_digest(token), None)

    def session(self, token: str | None, now_s: float) -> Session | None:
        """Whose session this token is; None when it is nobody's or has run out."""
        found = None if token is None else self._sessions.get(_digest(token))
        return found if found is not None and now_s < found.until_s else None

    def _open(self, name: str, address: str, now_s: float) -> str:
        self._wrong.pop(address, None)
        live = {key: each for key, each in self._sessions.items() if now_s < each.until_s}
        self._sessions = dict(list(live.items())[-SESSIONS_MOST + 1 :])
        token = secrets.token_urlsafe(32)
        session = Session(name, secrets.token_urlsafe(16), now_s + SESSION_S)
        self._sessions[_digest(token)] = session
        return token

    def _count_guess(self, address: str, now_s: float) -> None:
        """Each try counts as wrong until it has proved right; too many and the address waits."""
        tries = self._wrong.setdefault(address, deque(maxlen=GUESSES))
        while tries and tries[0] < now_s - GUESSES_S:
            tries.popleft()
        if len(tries) >= GUESSES:
            raise Refused(f"too many tries: wait {int(tries[0] + GUESSES_S - now_s) + 1} s")
        tries.append(now_s)
        while len(self._wrong) > ADDRESSES_MOST:
            self._wrong.pop(next(iter(self._wrong)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _new_code() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
