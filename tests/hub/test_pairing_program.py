"""An installed pairing program (here a fake): asked in its own dialect, within limits, whatever it answers."""

import os
import select
import sys
from pathlib import Path

import pytest

from clockd.errors import BadInput
from clockd.hub.pairing_program import ANSWER_MAX, ask_program, find_program
from clockd.tournament.swiss.rules import NoLegalPairing


def program(folder: Path, body: str) -> str:
    """An executable that runs these lines of Python with `report` and `arguments` at hand."""
    path = folder / "bbpPairings"
    head = f"#!{sys.executable}\nimport os, sys, time\narguments = sys.argv[1:]\nreport = open(arguments[1]).read()\n"
    path.write_text(head + body, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_it_is_asked_to_pair_by_the_dutch_system(tmp_path: Path) -> None:
    """`bbpPairings --dutch FILE -p`, the pairs on standard output; the folder is its own and empty but for the file."""
    body = "print(arguments[0], arguments[2:], report, os.listdir('.'))"
    answer = ask_program(program(tmp_path, body), "XXR 5\n")
    assert answer == "--dutch ['-p'] XXR 5\n ['round.trf']\n"


def test_status_one_is_no_pairing(tmp_path: Path) -> None:
    with pytest.raises(NoLegalPairing, match="bbpPairings found no pairing"):
        ask_program(program(tmp_path, "sys.exit(1)"), "")


@pytest.mark.parametrize(
    ("body", "limit_s", "message"),
    [
        ("sys.exit('line 3:\\x1b[31m bad')", 60, "found no pairing"),
        (
            "sys.stderr.write('line 3:\\x1b bad\\nmore'); sys.exit(3)",
            60,
            "status 3: line 3:\\? bad$",
        ),
        ("sys.exit(2)", 60, "status 2: without a word"),
        ("os.kill(os.getpid(), 9)", 60, "status -9"),
        ("time.sleep(30)", 0.3, "took too long"),
        ("os.close(1); os.close(2); time.sleep(30)", 0.3, "did not end"),
        (f"sys.stdout.write('1' * {ANSWER_MAX + 1})", 60, "wrote over 1 MiB"),
        (f"sys.stderr.write('1' * {ANSWER_MAX + 1})", 60, "wrote over 1 MiB"),
    ],
)
def test_what_goes_wrong_is_one_line(
    tmp_path: Path, body: str, limit_s: float, message: str
) -> None:
    with pytest.raises((BadInput, NoLegalPairing), match=message) as told:
        ask_program(program(tmp_path, body), "", time_limit_s=limit_s)
    assert "\n" not in str(told.value)


def test_nothing_that_it_started_outlives_the_question(tmp_path: Path) -> None:
    """A child that keeps the output open is stopped with the rest of the group."""
    body = f"pid = os.fork()\nif pid: open({str(tmp_path / 'child')!r}, 'w').write(str(pid))\nelse: time.sleep(60)\n"
    with pytest.raises(BadInput, match="took too long"):
        ask_program(program(tmp_path, body), "", time_limit_s=0.5)
    assert has_ended(int((tmp_path / "child").read_text()))


def has_ended(pid: int) -> bool:
    """Whether a process that was killed is gone, as soon as the kernel has come round to it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    with open(handle, closefd=True) as waited:  # noqa: PTH123 -- a handle, no path
        return bool(select.select([waited], [], [], 30)[0])


def test_the_program_is_found_or_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="no bbpPairings is installed here"):
        find_program(None)
    with pytest.raises(BadInput, match="other: no such program"):
        find_program("other")
    path = program(tmp_path, "")
    assert (find_program(None), find_program(path)) == (path, path)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "bbpPairings"
    path.write_bytes(b"\x7fELF no such thing")
    path.chmod(0o755)
    with pytest.raises(BadInput, match="expected a pairing program"):
        ask_program(str(path), "")
