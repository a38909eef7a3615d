"""A hub's folder as a report, while the hub runs: what is final, what is not, and what a ruling left behind."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.hub.arbiter import Asked, carry_out
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.tournament.inputs import ResultReported
from clockd.tournament.trf_read import read_trf
from tests.hub.events import write_event, write_two


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    opened = Hub(
        tmp_path / "data", load_event(write_event(tmp_path)), rng=random.Random(1), pause_ns=0
    )
    yield opened
    opened.close()


def tell(hub: Hub, line: str, reason: str = "") -> None:
    name, *pairs = line.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    carry_out(Asked(hub, name, arguments, "Anna", reason, line))


def report(hub: Hub, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    status = run(["trf", str(hub.folder), *options])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_round_under_way_is_a_report_and_no_final_one(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    """Round 1 by Berger: 1-4 is played, 2-3 is not."""
    tell(hub, "result board=1 result=1-0")
    status, out, _ = report(hub, capsys)
    assert status == 0
    assert [line[91:99] for line in out.splitlines() if line[:3] == "001"] == [
        "   4 w 1",
        "   3 w",
        "   2 b",
        "   1 b 0",
    ]
    status, out, err = report(hub, capsys, "--final")
    assert (status, out) == (1, "")
    assert err == "clockd: not final: round 2 of 3 is not paired (and 2 more)\n"


def test_a_finished_event_with_a_ruling(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    """The result of 1-4 is turned round; TRF26 says so in a comment, TRF16 has no comments."""
    for _ in range(3):
        tell(hub, "result board=1 result=1-0")
        tell(hub, "result board=2 result=1/2-1/2")
    tell(hub, "rule round=1 board=1 result=0-1", "as the scoresheets say")
    status, out, err = report(hub, capsys, "--final")
    assert (status, err) == (0, "")
    file = read_trf("a.trf", out.encode())
    assert file.players[0].round(1).code == "0"
    comments = [record.text for record in file.records("###")]
    assert comments == ["### ruling: round 1 board 1, 1-4: 0-1 (Anna)"]
    heads = {
        record.code: record.value for record in file.records("012", "122", "142", "192", "202")
    }
    assert heads == {
        "012": "Club match",
        "122": "300+2",
        "142": "3",
        "192": "FIDE_ROUNDROBIN",
        "202": "DE,BPG,KS,SB,WON",
    }
    _, out, _ = report(hub, capsys, "--version", "16", "--final")
    assert [line[:3] for line in out.splitlines()] == [
        *("012", "022", "062", "072", "092", "122"),
        *["001"] * 4,
    ]


def test_a_table_that_disagrees_is_not_final(hub: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    """The arbiter typed 1-0, the table says 0-1: nothing final before a ruling."""
    for _ in range(3):
        tell(hub, "result board=1 result=1-0")
        tell(hub, "result board=2 result=1-0")
    hub.tell(ResultReported(0, "", 3, 1, "0-1", "1"))
    status, _, err = report(hub, capsys, "--final")
    assert (status, "round 3 board 1" in err, "expected a ruling" in err) == (1, True, True)
    tell(hub, "rule round=3 board=1 result=0-1", "as the scoresheets say")
    assert report(hub, capsys, "--final")[0] == 0


def test_one_of_two_tournaments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hub = Hub(tmp_path / "data", load_event(write_two(tmp_path)), rng=random.Random(1))
    status, out, _ = report(hub, capsys, "--tournament", "women")
    assert (status, out.splitlines()[0]) == (0, "012 Festival, Women")
    assert sum(line[:3] == "001" for line in out.splitlines()) == 4
    for wrong in (["--tournament", "men"], []):
        status, _, err = report(hub, capsys, *wrong)
        assert status == 2
        assert "expected --tournament with one of open, women" in err
    hub.close()


def test_a_folder_without_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trf", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"clockd: {tmp_path}") and told.count("\n") == 1
