"""`clockd pair`: the next round of a Swiss from a report."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clockd.cli import run
from clockd.ports import Side
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_write import write_trf

NO_ROUND: dict[str, Any] = {"round": None, "pairs": [], "bye": None}
# The pairing program's own cases of the two criteria that the edition of 2026 brought (rules sheet 6.3).
C5_CASE = {
    1: ("4w1", "2b1"),
    2: ("5b1", "1w0"),
    3: ("6w1", "4b1"),
    4: ("1b0", "3w0", "Z"),
    5: ("2w0", "6b1"),
    6: ("3b0", "5w0"),
}
C9_CASE = {1: ("3w1",), 2: ("4b1",), 3: ("1b0",), 4: ("2w0",), 5: ("Z",)}


def report(rounds: Mapping[int, tuple[str, ...]], *records: str) -> str:
    """A report whose players have these rounds: "4w1" is a win with White against 4, "4w." open, "Z" an absence."""
    players = [
        TrfPlayer(n, f"Player {n}", 2700 - n, points=0, rounds=tuple(map(_round, told)))  # type: ignore[arg-type]
        for n, told in rounds.items()
    ]
    return write_trf(TrfFile("a.trf", (*map(TrfRecord, records), *players)))


def _round(told: str) -> TrfRound:
    if len(told) == 1:
        return TrfRound(0, None, told)
    side = {"w": Side.WHITE, "b": Side.BLACK}[told[-2]]
    return TrfRound(int(told[:-2]), side, told[-1].strip("."))


def field_of(players: int) -> dict[int, tuple[str, ...]]:
    return dict.fromkeys(range(1, players + 1), ())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.trf"


def paired(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *options: str
) -> dict[str, Any]:
    path.write_text(text, encoding="utf-8", newline="")
    assert run(["pair", str(path), "--system", "dutch", "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("case", "answer"),
    [
        (C5_CASE, {"round": 3, "pairs": [[1, 5], [3, 2]], "bye": 6}),
        (C9_CASE, {"round": 2, "pairs": [[2, 1], [3, 5]], "bye": 4}),
    ],
)
def test_the_worked_cases_of_the_bye(
    capsys: pytest.CaptureFixture[str],
    path: Path,
    case: dict[int, tuple[str, ...]],
    answer: dict[str, Any],
) -> None:
    """C5: the lowest score has the bye though a floater must be found; C9: the one who has played more."""
    assert paired(capsys, path, report(case, "XXR 3")) == answer


@pytest.mark.parametrize(
    ("records", "options", "first"),
    [
        ((), (), [1, 3]),
        (("152 B",), (), [3, 1]),
        (("XXC black1",), (), [3, 1]),
        (("152 B",), ("--initial-colour", "white"), [1, 3]),
    ],
)
def test_the_initial_colour(
    capsys: pytest.CaptureFixture[str],
    path: Path,
    records: tuple[str, ...],
    options: tuple[str, ...],
    first: list[int],
) -> None:
    """By the option, else the record, else White."""
    found = paired(capsys, path, report(field_of(4), *records), *options)
    assert found["pairs"][0] == first


def test_without_a_record_round_one_shows_the_initial_colour(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    """TRF26, 152: only needed where it differs from the colour of the first paired in round 1. Late: 5 and 6."""
    rounds = {1: ("3b=",), 2: ("4w=",), 3: ("1w=",), 4: ("2b=",), 5: ("Z",), 6: ("Z",)}
    found = paired(capsys, path, report(rounds, "XXR 5"))
    assert found["pairs"][-1] == [6, 5]  # 5 is the fifth, odd, and Black was drawn


@pytest.mark.parametrize("record", ["XXP 1 3", "260 001 002 0001 0003"])
def test_forbidden_pairs_of_both_dialects(
    capsys: pytest.CaptureFixture[str], path: Path, record: str
) -> None:
    """Of four, 1 may not meet 3 in rounds 1 and 2: he takes 4."""
    found = paired(capsys, path, report(field_of(4), record))
    assert found["pairs"] == [[1, 4], [3, 2]]


def test_a_prohibition_ends_with_its_last_round(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    found = paired(capsys, path, report(field_of(4), "260 002 003 0001 0003"))
    assert found["pairs"] == [[1, 3], [4, 2]]


@pytest.mark.parametrize(
    ("records", "options"),
    [
        (("142 5",), ("--baku",)),
        (("142 5", "192 FIDE_DUTCH_2026_BAKU"), ()),
        (("142 5", "250 00.0 01.0 001 002 0001 0004"), ()),
        (("142 5", *(f"XXA {n:4}  1.0  1.0" for n in range(1, 5))), ()),
    ],
)
def test_acceleration_pairs_the_upper_half_among_itself(
    capsys: pytest.CaptureFixture[str],
    path: Path,
    records: tuple[str, ...],
    options: tuple[str, ...],
) -> None:
    """C.04.7: of eight players group A is 1 to 4; in round 1 they have a point more."""
    found = paired(capsys, path, report(field_of(8), *records), *options)
    assert found["pairs"] == [[1, 3], [4, 2], [5, 7], [8, 6]]


def test_a_finished_event_is_exit_1(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text(report({1: ("2w1",), 2: ("1b0",)}, "142 1"), encoding="utf-8", newline="")
    assert run(["pair", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == NO_ROUND


def test_the_table_for_people(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text(report(field_of(3)), encoding="utf-8", newline="")
    assert run(["pair", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Round 1",
        "board  White         Black",
        "    1    1 Player 1    2 Player 2",
        "  bye    3 Player 3",
    ]


def test_the_reasons_in_words_and_as_json(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    """Seven before round 1: nothing stood in the way, colours by the number and the drawing."""
    found = paired(capsys, path, report(field_of(7)), "--explain")
    first = found["explain"]["pairs"][0]
    assert (first["pair"], first["decided_by"], first["colours_by"]) == ([1, 4], None, "5.2.5")
    (bracket,) = found["explain"]["brackets"]
    assert (bracket["score_group"], bracket["floaters"], bracket["why"]) == ("0", [7], [])
    assert {"criterion": "C6", "value": 1} in bracket["criteria"]
    assert run(["pair", str(path), "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[7] == (
        "board 1, 1-4: score group 0; as in the first candidate;"
        " colours: by the place of the higher ranked player and the colour drawn (5.2.5)"
    )
    assert lines[-2:] == ["  7 has the bye", "  C6: players who float down: 1"]


BYES_GONE = {
    1: ("4w1", "U", "3w1"),
    2: ("U", "3w1", "Z"),
    3: ("F", "2b0", "1b0"),
    4: ("1b0", "Z", "Z", "Z"),
}


def test_the_edition_of_2017_lets_who_asked_for_a_bye_have_one(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    """Only 1 and 2 can meet. 2026, 2.1.2: 3 has had a win's points without playing. 2017, C.2: he asked for them."""
    found = paired(capsys, path, report(BYES_GONE, "142 5"), "--edition", "2017")
    assert found == {"round": 4, "pairs": [[2, 1]], "bye": 3}
    assert run(["pair", str(path), "--edition", "2026"]) == 2
    assert "round 4 cannot be paired" in capsys.readouterr().err


def bbp(folder: Path, answer: str) -> str:
    """A program in place of bbpPairings that gives this answer."""
    path = folder / "bbp"
    path.write_text(f"#!/bin/sh\nprintf '{answer}'\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_an_installed_program_pairs_instead(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    """Its pairs and bye as it gave them, in its order."""
    program = bbp(path.parent, r"3\n5 1\n2 4\n3 0\n")
    found = paired(capsys, path, report(field_of(5)), "--engine", "bbp", "--program", program)
    assert found == {"round": 1, "pairs": [[5, 1], [2, 4]], "bye": 3}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (r"1\n1 2\n", "round 2: 1 and 2 have met in round 1 (C1)"),
        (r"0\n", "round 2: player 1 is left out"),
        (r"1\n1 7\n", "round 2: player 7 is not there to be paired"),
        ("what?", "the pairing program wrote 'what?', expected a number of pairs"),
    ],
)
def test_its_answer_is_checked_like_our_own(
    capsys: pytest.CaptureFixture[str], path: Path, answer: str, message: str
) -> None:
    path.write_text(report({1: ("2w1",), 2: ("1b0",)}), encoding="utf-8", newline="")
    program = bbp(path.parent, answer)
    assert run(["pair", str(path), "--engine", "bbp", "--program", program, "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (report({1: ("2w1",), 2: ("1b0",)}), [], "round 2 cannot be paired: player 1 has nobody"),
        (report({1: ("2w.",), 2: ("1b.",)}), [], "1 v 2 in round 1 has no result"),
        (report(field_of(4), "260 001"), [], "expected rounds and players such as 260"),
        (report(field_of(4), "XXP 1 x"), [], "a.trf:1: found 'x', expected a number"),
        (report(field_of(4), "250 0 1"), [], "expected 250 00.0 01.0 001 003 0001 0090"),
        (report(field_of(4), "XXA 1 2,0"), [], "found '2,0', expected points such as 1.0"),
        (report(field_of(4)), ["--baku"], "expected record 142"),
    ],
)
def test_what_cannot_be_paired_is_exit_2_with_one_line(
    path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    options: list[str],
    message: str,
) -> None:
    path.write_text(text, encoding="utf-8", newline="")
    assert run(["pair", str(path), "--system", "dutch", *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1
