"""An installed pairing program asked for a round: started, listened to within limits, stopped when it takes too long.

What goes in and what the answer means is `trf_program`'s business. The program runs in an empty folder of its own,
with a name for the report and nothing else of ours; it may write so much and take so long. Source: bbpPairings' manual
by way of the rules sheet, section 8 (0: paired, 1: no pairing, 3: the report is refused).
"""

import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from clockd.errors import BadInput
from clockd.tournament.swiss.rules import NoLegalPairing

NAMES = ("bbpPairings", "bbpPairings.exe")
TIME_LIMIT_S = 60.0  # it pairs 500 players in some six seconds; a Pi takes a few times as long
ANSWER_MAX = 1 << 20  # a line a pair: a hundred thousand players
NO_PAIRING = 1


def find_program(named: str | None) -> str:
    """The program to run: the one named, else bbpPairings on the path. BadInput when there is none."""
    if named is not None:
        program = shutil.which(named)
        if program is None:
            raise BadInput(f"{named}: no such program, expected an installed bbpPairings")
        return program
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        raise BadInput("no bbpPairings is installed here, expected one on the path or --program")
    return found


def ask_program(program: str, report: str, *, time_limit_s: float = TIME_LIMIT_S) -> str:
    """What the program writes when it is given this report and told to pair by the Dutch system.

    NoLegalPairing when it finds none; BadInput when it fails, floods or takes longer than the limit.
    """
    with tempfile.TemporaryDirectory(prefix="clockd-pairing-") as folder:
        path = Path(folder) / "round.trf"
        path.write_text(report, encoding="utf-8", newline="")
        command = [program, "--dutch", str(path), "-p"]
        status, answer, complaint = _run(command, folder, time_limit_s)
    name = Path(program).name
    if status == NO_PAIRING:
        raise NoLegalPairing(f"{name} found no pairing")
    if status:
        told = complaint.strip().splitlines() or ["without a word"]
        raise BadInput(f"{name} ended with status {status}: {_printable(told[0])}")
    return answer


def _run(command: Sequence[str], folder: str, time_limit_s: float) -> tuple[int, str, str]:
    """Exit status and what was written to both outputs; the whole group is stopped when a limit is passed."""
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"},
            start_new_session=True,
        )
    except OSError as error:
        raise BadInput(f"{command[0]}: {error.strerror}, expected a pairing program") from None
    with process:
        try:
            outputs = _listen(process, Path(command[0]).name, time.monotonic() + time_limit_s)
        finally:
            _stop_group(process.pid)
    return process.returncode, outputs[0], outputs[1]


def _listen(process: "subprocess.Popen[bytes]", name: str, until_s: float) -> list[str]:
    """Both outputs to their end; BadInput past the limits of time and size."""
    assert process.stdout is not None
    assert process.stderr is not None
    heard = {process.stdout: bytearray(), process.stderr: bytearray()}
    with selectors.DefaultSelector() as ready:
        for stream in heard:
            ready.register(stream, selectors.EVENT_READ)
        while ready.get_map():
            found = ready.select(timeout=max(0.0, until_s - time.monotonic()))
            if not found:
                raise BadInput(f"{name} took too long, expected a round within the time limit")
            for key, _ in found:
                data = os.read(key.fd, 1 << 16)
                if not data:
                    ready.unregister(key.fileobj)
                heard[process.stdout if key.fileobj is process.stdout else process.stderr] += data
            if max(map(len, heard.values())) > ANSWER_MAX:
                raise BadInput(f"{name} wrote over {ANSWER_MAX >> 20} MiB, expected pairs")
    try:
        process.wait(timeout=max(0.0, until_s - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise BadInput(f"{name} did not end, expected it to within the time limit") from None
    return [bytes(data).decode("utf-8", errors="replace") for data in heard.values()]


def _stop_group(group: int) -> None:
    """Nothing that the program started outlives the question."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return  # it has ended by itself, as it should


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text[:120])
