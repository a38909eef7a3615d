"""`clockd pair`: Berger's next round from a report."""

import json
from pathlib import Path
from typing import Any

import pytest

from clockd.cli import run
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_write import write_trf
from tests.tournament.trf_samples import FOUR

NO_ROUND: dict[str, Any] = {"round": None, "pairs": [], "bye": None}


def cut_to_rounds(rounds: int) -> str:
    """The sample after so many rounds."""
    lines = [line[: 91 + 10 * rounds] if line[:3] == "001" else line for line in FOUR.split("\n")]
    return "\n".join(lines)


def field_of(players: int, *records: str) -> str:
    """An event of so many players before round 1."""
    named = [TrfPlayer(n, f"Player {n}", 2000, points=0) for n in range(1, players + 1)]  # type: ignore[arg-type]
    return write_trf(TrfFile("a.trf", (*map(TrfRecord, records), *named)))


def paired(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *options: str
) -> tuple[int, dict[str, Any]]:
    path.write_text(text, encoding="utf-8", newline="")
    status = run(["pair", str(path), "--json", *options])
    return status, json.loads(capsys.readouterr().out)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.trf"


@pytest.mark.parametrize(
    ("rounds", "pairs"),
    [(0, [[1, 4], [2, 3]]), (1, [[4, 3], [1, 2]]), (2, [[2, 4], [3, 1]])],
)
def test_the_round_to_pair_is_the_first_without_games(
    path: Path, capsys: pytest.CaptureFixture[str], rounds: int, pairs: list[list[int]]
) -> None:
    """FIDE General Regulations, Annex 1, four players; White first, in board order."""
    found = paired(capsys, path, cut_to_rounds(rounds), "--system", "berger")
    assert found == (0, {"round": rounds + 1, "pairs": pairs, "bye": None})


def test_a_finished_event_is_exit_1_without_pairs(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert paired(capsys, path, FOUR, "--system", "berger") == (1, NO_ROUND)
    assert run(["pair", str(path)]) == 1
    assert capsys.readouterr().out == "Every round has been paired.\n"


def test_record_142_may_end_it_earlier(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = cut_to_rounds(2).replace("142 3", "142 2")
    assert paired(capsys, path, text, "--system", "berger") == (1, NO_ROUND)


def test_two_cycles_go_on_with_colours_reversed(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rounds 2 and 3 of the first cycle change places, so the file's own rounds need --no-swap."""
    text = FOUR.replace("142 3\n", "")
    status, found = paired(capsys, path, text, "--system", "berger", "--cycles", "2", "--no-swap")
    assert (status, found) == (0, {"round": 4, "pairs": [[4, 1], [3, 2]], "bye": None})
    first = paired(capsys, path, field_of(4, "142 6", "192 FIDE_ROUNDROBIN"))
    assert first[1]["pairs"] == [[1, 4], [2, 3]]


def test_the_swap_is_in_round_n_minus_2(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four players twice: round 2 is the third of the single table."""
    text = cut_to_rounds(1).replace("142 3\n", "")
    swapped = paired(capsys, path, text, "--system", "berger", "--cycles", "2")
    assert swapped[1] == {"round": 2, "pairs": [[2, 4], [3, 1]], "bye": None}


def test_an_odd_field_rests_one(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Berger's rest is the `bye`: five players, round 1, number 1 meets the missing six."""
    found = paired(capsys, path, field_of(5), "--system", "berger")
    assert found == (0, {"round": 1, "pairs": [[2, 5], [3, 4]], "bye": 1})


def test_ten_players_round_one(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = field_of(10, "092 Round Robin")
    _, found = paired(capsys, path, text)
    assert found["pairs"] == [[1, 10], [2, 9], [3, 8], [4, 7], [5, 6]]
    assert run(["pair", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Round 1"
    assert lines[2].split() == ["1", "1", "Player", "1", "10", "Player", "10"]


def test_rounds_that_follow_another_table_are_not_continued(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same pair never twice: here 4 and 3 have met in round 1 already."""
    players = [
        TrfPlayer(n, f"P{n}", 0, points=0, rounds=(TrfRound(m, None, "="),))  # type: ignore[arg-type]
        for n, m in ((1, 2), (2, 1), (3, 4), (4, 3))
    ]
    path.write_text(write_trf(TrfFile("a.trf", tuple(players))), encoding="utf-8")
    assert run(["pair", str(path), "--system", "berger"]) == 2
    told = capsys.readouterr().err
    assert "players 4 and 3 have met in round 1, expected rounds that follow Berger" in told


def test_an_announced_absence_is_told_and_the_pairing_stands(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = field_of(4).replace("\r\n", "\n")
    lines = [
        line.ljust(91) + "0000 - Z" if "Player 3" in line else line for line in text.split("\n")
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert run(["pair", str(path), "--system", "berger", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["pairs"] == [[1, 4], [2, 3]]
    assert "player 3 is announced absent" in told.err


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (field_of(2), ["--system", "berger"], "a round robin of 2 players, expected 3 to 24"),
        (field_of(25), ["--system", "berger"], "a round robin of 25 players, expected 3 to 24"),
        (field_of(4, "142 x"), ["--system", "berger"], "a.trf:1: found 'x', expected a number"),
    ],
)
def test_what_cannot_be_paired_is_exit_2_with_one_line(
    path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    options: list[str],
    message: str,
) -> None:
    path.write_text(text, encoding="utf-8")
    assert run(["pair", str(path), *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1
