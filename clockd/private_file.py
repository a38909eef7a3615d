"""A small JSON file that only its owner may read: written whole or not at all, and read again when another wrote it.

Two programs of one machine may change it (the web server, `clockd access`): each change happens under a lock and on
what stands in the file at that moment.
"""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clockd.errors import BadInput, DeviceError

OWNER_ONLY = 0o600


class PrivateFile:
    """One JSON object in a file; `what` names it to people."""

    def __init__(self, path: Path, what: str) -> None:
        self.path, self._what = path, what

    def stamp(self) -> tuple[int, int, int]:
        """Another one after each change; zeros while there is no file."""
        try:
            found = self.path.stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_mtime_ns, found.st_ino, found.st_size)

    def read(self) -> dict[str, Any]:
        """What it holds, {} where there is none; BadInput when it is not of its form."""
        try:
            found: Any = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise BadInput(f"{self.path}: {error}, expected {self._what}") from None
        if not isinstance(found, dict):
            raise self.another_form()
        return found

    def another_form(self) -> BadInput:
        return BadInput(f"{self.path}: another form, expected {self._what}")

    @contextlib.contextmanager
    def changing(self) -> Iterator[dict[str, Any]]:
        """Hand out what it holds, and write it back changed; nobody else writes meanwhile."""
        try:
            with self._locked():
                content = self.read()
                yield content
                self._write(content)
        except OSError as error:
            why = error.strerror or str(error)
            raise DeviceError(f"{self.path}: {why}, expected room for {self._what}") from None

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lock = self.path.with_name(self.path.name + ".lock")
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        try:
            self._give_away(handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _write(self, content: dict[str, Any]) -> None:
        """Never readable by others, not even for a moment."""
        new = self.path.with_name(self.path.name + ".new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            self._give_away(handle)
            json.dump(content, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)

    def _give_away(self, handle: int) -> None:
        """What root writes in a service's folder must stay readable to the service."""
        if os.geteuid() == 0:
            folder = self.path.parent.stat()
            os.fchown(handle, folder.st_uid, folder.st_gid)
