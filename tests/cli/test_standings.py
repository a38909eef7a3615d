"""`clockd standings`: the promised JSON, the table, and one clear line for every mistake."""

import json
from pathlib import Path
from typing import Any

import pytest

from clockd.cli import run
from tests.tournament.trf_samples import FOUR, with_lines


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "four.trf"
    path.write_text(FOUR, encoding="utf-8")
    return path


def order(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert run(["standings", *arguments, "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_the_files_own_tie_breaks_in_the_promised_form(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """interfaces.md section 5; record 202 asks for the U.S. Senior's five. 4 and 2 drew; 4 had two Blacks."""
    found = order(capsys, str(report))
    assert [(each["rank"], each["no"], each["points"]) for each in found] == [
        (1, 1, "2.5"),
        (2, 4, "1.5"),
        (3, 2, "1.5"),
        (4, 3, "0.5"),
    ]
    assert found[1]["tie_breaks"] == {
        "DE": "0.5",
        "BPG": "2",
        "KS": "0.5",
        "SB": "1.25",
        "WON": "1",
    }
    assert found[0]["tie_breaks"]["DE"] == "-"
    assert found[1]["why"] == (
        "1.5 points, level with Bérg; on games played with Black ahead of Bérg (2 to 1)"
    )


def test_the_edition_decides_what_a_forfeit_is(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C.07 art. 15.2 of 2026: the forfeit win counts among games won; it did not in 2024."""
    won = {
        edition: order(capsys, str(report), "--tie-breaks", "won", "--edition", edition)[1]
        for edition in ("2024", "2026")
    }
    assert won["2026"]["tie_breaks"] == {"WON": "1"}
    assert won["2024"]["no"] == 2


def test_and_so_on_is_written_out_for_the_rounds_of_the_event(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """21st World Senior, reg. 5: less the first round, then the second "and so on"; three rounds here."""
    found = order(capsys, str(report), "--tie-breaks", "DE-ALLMET,ps,PS/C1..,BPG")
    assert list(found[0]["tie_breaks"]) == ["DE-ALLMET", "PS", "PS/C1", "PS/C2", "BPG"]
    assert found[0]["tie_breaks"]["PS"] == "5.5"


def test_the_table_for_people(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["standings", str(report)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:6] == ["rank", "no", "title", "name", "rating", "points"]
    assert lines[2].split()[:5] == ["2", "4", "Dahl,", "Di", "-"]


def test_the_option_speaks_only_where_the_file_is_silent(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """interfaces.md section 5: record 192, else 092, else --system."""
    assert run(["standings", str(report), "--system", "swiss", "--tie-breaks", "KS"]) == 0
    told = capsys.readouterr()
    assert "--system swiss is not taken" in told.err
    silent = report.with_name("silent.trf")
    silent.write_text(FOUR.replace("092 Individual: Round-Robin\n", ""), encoding="utf-8")
    koya = order(capsys, str(silent), "--system", "swiss", "--tie-breaks", "KS")
    assert {each["tie_breaks"]["KS"] for each in koya} == {"-"}


def test_a_silent_file_is_taken_for_what_it_looks_like_and_that_is_told(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = report.with_name("silent.trf")
    silent.write_text(FOUR.replace("092 Individual: Round-Robin\n", ""), encoding="utf-8")
    assert run(["standings", str(silent)]) == 0
    assert "taken for a round-robin (4 players, 3 rounds)" in capsys.readouterr().err


def test_open_games_are_told(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FOUR.replace("     3 b =", "     3 b  ").replace("     1 w =", "     1 w  ")
    report.write_text(text, encoding="utf-8")
    assert run(["standings", str(report), "--json"]) == 0
    told = capsys.readouterr()
    assert "1 game has no result yet" in told.err
    assert json.loads(told.out)[0]["points"] == "2"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tie-breaks", "DE,KOJA"], "clockd: --tie-breaks: tie-break 'KOJA', expected one of"),
        (["--edition", "2025"], "invalid choice: 2025"),
        (["--system", "berger"], "invalid choice: 'berger'"),
        (["--unrated", "0"], "clockd: --unrated: found 0, expected a rating"),
    ],
)
def test_a_wrong_option_is_exit_2_with_one_line(
    report: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    try:
        status = run(["standings", str(report), *arguments])
    except SystemExit as stopped:
        status = int(str(stopped.code))
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert message in told.err
    assert told.err.count("\n") == 1


def test_a_wrong_file_is_exit_2_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.trf"
    path.write_text(FOUR[:-8], encoding="utf-8")
    assert run(["standings", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"clockd: {path}:9: round 3: line 7 has player 2")
    assert run(["standings", str(tmp_path / "none.trf")]) == 2
    assert "No such file or directory, expected a tournament report" in capsys.readouterr().err
    assert run(["standings", str(tmp_path)]) == 2
    assert "Is a directory" in capsys.readouterr().err
    path.write_text(with_lines(FOUR.replace("202 DE", "202 XE")), encoding="utf-8")
    assert run(["standings", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"clockd: {path}:5: tie-break 'XE'")


def test_every_value_has_its_own_reason(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which opponents, which rounds, which cut: in the JSON beside the promised keys, and as text by --why."""
    first, second, *_ = order(capsys, str(report), "--tie-breaks", "DE,BPG,KS,SB,PS/C1,ARO,WON")
    assert first["reasons"]["DE"] == "not asked: nobody is level with him when it is reached"
    assert second["reasons"] == {
        "DE": "0.5 v 2",
        "BPG": "round 1, round 3",
        "KS": "0 v 1 (2.5) + 0.5 v 2 (1.5)",
        "SB": "0 × 2.5 v 1 + 1 × 0.5 v 3 + 0.5 × 1.5 v 2",
        "PS/C1": "1 after 2 + 1.5 after 3; left out: 0 after 1",
        "ARO": "not used: not everybody has known ratings",
        "WON": "round 2",
    }
    assert run(["standings", str(report), "--why"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1. Ahn, Ada (1): 2.5 points, nobody else has as many"
    assert "   SB   3.25  1 × 1.5 v 4 + 1 × 1.5 v 2 + 0.5 × 0.5 v 3" in lines


def test_nothing_final_while_a_result_is_missing(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1, the open game named; with all results the option changes nothing."""
    assert run(["standings", str(report), "--final"]) == 0
    final = capsys.readouterr().out
    assert run(["standings", str(report)]) == 0
    assert capsys.readouterr().out == final
    text = FOUR.replace("     3 b =", "     3 b  ").replace("     1 w =", "     1 w  ")
    report.write_text(text, encoding="utf-8")
    assert run(["standings", str(report), "--final", "--json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"clockd: not final: {report}:8: round 3: 3 v 1 has no result\n"


def test_record_212_goes_before_202(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """TRF26: 202 breaks ties, 212 defines the standings; PTS may lead it."""
    report.write_text(with_lines(FOUR, "212 PTS,WON,SB"), encoding="utf-8")
    assert list(order(capsys, str(report))[0]["tie_breaks"]) == ["WON", "SB"]
