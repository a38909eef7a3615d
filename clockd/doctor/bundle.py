"""What a helper far away needs to see, in one archive and without secrets.

A list of what goes in, not of what stays out: no key, account, session or password file is ever opened. Every text is
looked through for users of addresses, codes and long random words once more.
"""

import io
import json
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from clockd.doctor.finding import Finding, Patient

LOG_LINES = 2000
COMMAND_WAITS_S = 20
HIDDEN = "(hidden)"
NEVER_SHOWN = ("enrolment",)  # keys of the snapshot: digits that enrol a table
_USER = re.compile(r"(?<=://)[^/@\s\"']+@")
_LONG_WORD = re.compile(
    r"(?<![\w/+-])[A-Za-z0-9_+/=-]{40,}(?![\w/+-])"
)  # keys and tokens, not names or paths
_CODE = re.compile(r"(?i)((?:set-up code|code|secret|password|token)\s*[:=]?\s+)\S+")


def scrubbed(text: str) -> str:
    """The text with users of addresses, codes and long random words taken out."""
    return _LONG_WORD.sub(HIDDEN, _CODE.sub(rf"\1{HIDDEN}", _USER.sub("", text)))


def parts(patient: Patient, found: Iterable[Finding], logs: Callable[[], str]) -> dict[str, str]:
    """File names and their texts."""
    config = patient.config
    told = {"doctor.txt": "".join(f"{each.level:<6} {each.what}: {each.said}\n" for each in found)}
    if config is not None:
        told["table.toml"] = config.path.read_text(encoding="utf-8", errors="replace")
    if patient.shown:
        shown = {key: value for key, value in patient.shown.items() if key not in NEVER_SHOWN}
        told["snapshot.json"] = json.dumps(shown, ensure_ascii=False, indent=1)
    told["log.txt"] = logs()
    told["system.txt"] = "\n\n".join(
        f"/{path}\n{patient.word(path)}"
        for path in (
            "etc/os-release",
            "proc/version",
            "proc/meminfo",
            "proc/loadavg",
            "proc/uptime",
        )
    )
    return {name: scrubbed(text) for name, text in told.items()}


def units_log(number: int) -> str:
    """The last lines of the table's units, where there is a journal and it may be read."""
    units = [f"--unit=clockd-{each}@{number}" for each in ("table", "web")]
    command = ["journalctl", "--no-pager", "--quiet", f"--lines={LOG_LINES}", *units]
    try:
        done = subprocess.run(command, capture_output=True, timeout=COMMAND_WAITS_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no log: {error}\n"
    return done.stdout.decode(errors="replace") or "no log of these units\n"


def write_bundle(path: Path, told: Mapping[str, str]) -> None:
    """A new archive for its owner's eyes; never over a file that is there."""
    with path.open("xb") as file:
        path.chmod(0o600)
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            for name, text in told.items():
                data = text.encode()
                entry = tarfile.TarInfo(f"clockd-support/{name}")
                entry.size, entry.mode = len(data), 0o600
                archive.addfile(entry, io.BytesIO(data))
