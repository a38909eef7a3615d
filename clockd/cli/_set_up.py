"""The one-time set-up code at a first start: on a terminal, never into a log."""

import os
import stat
import sys

from clockd.web.access import Access


def tell_set_up(access: Access, address: str, command: str) -> None:
    """While nobody has an account: a new code on the terminal; where the output is kept, how to get one."""
    if not access.first_start:
        return
    if _is_kept(sys.stdout.fileno()):
        print(f"no arbiter yet: for a set-up code run {command}", flush=True)
        return
    code = access.accounts.new_code()
    print(f"no arbiter yet: set-up code {code} at {address}setup", flush=True)


def _is_kept(descriptor: int) -> bool:
    """Whether what is written there stays: in a file, or in the log of the service manager."""
    found = os.fstat(descriptor)
    if stat.S_ISREG(found.st_mode):
        return True
    # systemd says in this way which of a service's outputs goes to its log.
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
