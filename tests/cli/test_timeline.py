"""`clockd timeline` row by row, as interfaces.md section 2 promises."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from clockd.cli import run

START: dict[str, Any] = {"at_ms": 0, "do": "start"}


class Answer:
    """Exit status, rows and the one line of complaint."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.err = status, err
        self.rows = [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def ask_timeline(arguments: str, *inputs: Any) -> Answer:
        lines = [each if isinstance(each, str) else json.dumps(each) for each in inputs]
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        try:
            status = run(["timeline", *arguments.split()])
        except SystemExit as error:
            status = int(str(error.code))
        out, err = capsys.readouterr()
        return Answer(status, out if status == 0 or out.startswith("{") else "", err)

    return ask_timeline


def press(at_ms: int, side: str) -> dict[str, Any]:
    return {"at_ms": at_ms, "do": "press", "side": side}


def test_the_row_of_the_interface(ask: Any) -> None:
    """61 s for move one: 5,430,000 - 61,000 + 30,000 = 5,399,000."""
    answer = ask("90/40+30+30", START, press(61_000, "white"))
    assert answer.status == 0
    assert answer.rows == [
        {
            "at_ms": 0,
            "white_ms": 5_430_000,
            "black_ms": 5_430_000,
            "running": "white",
            "white_moves": 0,
            "black_moves": 0,
            "white_period": 1,
            "black_period": 1,
            "flag": None,
        },
        {
            "at_ms": 61_000,
            "white_ms": 5_399_000,
            "black_ms": 5_430_000,
            "running": "black",
            "white_moves": 1,
            "black_moves": 0,
            "white_period": 1,
            "black_period": 1,
            "flag": None,
        },
        {"end": True, "flag": None, "flag_at_ms": None, "next_flag_at_ms": 61_000 + 5_430_000},
    ]


def test_the_flag_stands_before_the_first_row_at_or_after_it(ask: Any) -> None:
    answer = ask(
        "300",
        START,
        press(10_000, "white"),
        {"at_ms": 400_000, "do": "read"},
        press(400_001, "black"),
    )
    assert answer.rows[2] == {"at_ms": 310_000, "flag": "black"}
    read, late = answer.rows[3:5]
    assert (read["at_ms"], read["black_ms"], read["white_ms"]) == (400_000, 0, 290_000)
    assert (read["running"], read["flag"], late["flag"]) == (None, "black", "black")
    assert late["black_moves"] == 0
    assert answer.rows[-1] == {
        "end": True, "flag": "black", "flag_at_ms": 310_000, "next_flag_at_ms": None
    }  # fmt: skip


def test_a_press_in_the_instant_of_the_flag_is_late(ask: Any) -> None:
    answer = ask("300", START, press(300_000, "white"))
    assert answer.rows[1] == {"at_ms": 300_000, "flag": "white"}
    assert answer.rows[2]["white_moves"] == 0


def test_a_press_by_the_side_whose_clock_stands_changes_nothing(ask: Any) -> None:
    answer = ask("300", press(0, "white"), {"at_ms": 5, "do": "start"}, press(1_005, "black"))
    assert [row.get("running") for row in answer.rows[:3]] == [None, "white", "white"]
    assert answer.rows[2]["white_ms"] == 299_000


def test_start_may_name_the_side(ask: Any) -> None:
    answer = ask("300", {**START, "side": "black"}, {"at_ms": 7, "do": "read"})
    assert (answer.rows[1]["running"], answer.rows[1]["black_ms"]) == ("black", 299_993)


def test_pause_and_resume_keep_the_used_delay(ask: Any) -> None:
    """D5: 1,200 of 2,000 used, then 900 more cost 100."""
    answer = ask(
        "600d2", START, {"at_ms": 1_200, "do": "pause"}, {"at_ms": 9_000, "do": "resume"},
        {"at_ms": 9_900, "do": "read"}, {"at_ms": 9_900, "do": "pause"},
    )  # fmt: skip
    assert [row["running"] for row in answer.rows[:5]] == ["white", None, "white", "white", None]
    assert answer.rows[3]["white_ms"] == 599_900
    assert answer.rows[-1]["next_flag_at_ms"] is None


def test_adjustments_add_and_set(ask: Any) -> None:
    answer = ask(
        "300", START, {"at_ms": 1_000, "do": "adjust", "side": "black", "add_ms": 120_000},
        {"at_ms": 2_000, "do": "adjust", "side": "white", "set_ms": 1_500},
    )  # fmt: skip
    assert (answer.rows[1]["black_ms"], answer.rows[2]["white_ms"]) == (420_000, 1_500)
    assert answer.rows[-1]["next_flag_at_ms"] == 3_500


@pytest.mark.parametrize("what", [{"do": "read"}, {"do": "press", "side": "white"}, {"do": "end"}])
def test_after_the_end_the_clock_is_read_and_nothing_moves_it(ask: Any, what: Any) -> None:
    answer = ask("300", START, {"at_ms": 90_000, "do": "end"}, {"at_ms": 95_000, **what})
    assert answer.status == 0
    at_the_end, after = answer.rows[1:3]
    assert after == {**at_the_end, "at_ms": 95_000}
    assert (after["white_ms"], after["running"]) == (210_000, None)


def test_the_end_stops_the_clock(ask: Any) -> None:
    answer = ask("300", START, {"at_ms": 90_000, "do": "end"})
    assert (answer.rows[1]["running"], answer.rows[1]["white_ms"]) == (None, 210_000)
    assert answer.rows[-1] == {
        "end": True, "flag": None, "flag_at_ms": None, "next_flag_at_ms": None
    }  # fmt: skip


@pytest.mark.parametrize(("option", "after"), [("", 6_030_000), (" --bonus-at zero", 4_230_000)])
def test_the_bonus_comes_with_move_40_or_at_zero(ask: Any, option: str, after: int) -> None:
    presses = [
        press(60_000 * k, side) for k in range(1, 41) for side in ("white", "black")
    ]  # Black answers at once
    answer = ask(f"90/40+30+30{option}", START, *presses)
    fortieth = answer.rows[79]
    assert (fortieth["white_moves"], fortieth["white_ms"]) == (40, after)
    assert fortieth["white_period"] == (2 if after == 6_030_000 else 1)


def test_no_input_is_a_clock_that_never_started(ask: Any) -> None:
    answer = ask("300")
    assert answer.rows == [{"end": True, "flag": None, "flag_at_ms": None, "next_flag_at_ms": None}]


def test_blank_lines_are_no_inputs(ask: Any) -> None:
    assert len(ask("300", "", START, "   ").rows) == 2


@pytest.mark.parametrize(
    ("inputs", "complaint"),
    [
        (["{"], "<stdin>:1: not JSON"),
        (["[1]"], "<stdin>:1: [1], expected a JSON object"),
        ([{"do": "start"}], "<stdin>:1: at_ms is None"),
        ([{"at_ms": "0", "do": "start"}], "<stdin>:1: at_ms is '0'"),
        ([{"at_ms": 1.5, "do": "start"}], "<stdin>:1: at_ms is 1.5"),
        ([{"at_ms": True, "do": "start"}], "<stdin>:1: at_ms is True"),
        ([{"at_ms": -1, "do": "start"}], "<stdin>:1: at_ms -1 is before 0"),
        ([START, "", {"at_ms": 5, "do": "jump"}], "<stdin>:3: do 'jump', expected one of"),
        ([{"at_ms": 5, "do": ["start"]}], "<stdin>:1: do ['start']"),
        (
            [{"at_ms": 5, "do": "read"}, {"at_ms": 4, "do": "read"}],
            "<stdin>:2: at_ms 4 is before 5",
        ),
        ([START, START], "<stdin>:2: a second start"),
        ([{"at_ms": 0, "do": "resume"}], "<stdin>:1: resume before the start"),
        ([START, {"at_ms": 1, "do": "press"}], "<stdin>:2: side is None"),
        ([START, {"at_ms": 1, "do": "press", "side": "red"}], "<stdin>:2: side is 'red'"),
        ([START, {"at_ms": 1, "do": "adjust", "side": "white"}], "<stdin>:2: an adjustment needs"),
        (
            [START, {"at_ms": 1, "do": "adjust", "side": "white", "add_ms": 1, "set_ms": 1}],
            "<stdin>:2: an adjustment needs",
        ),
        (
            [START, {"at_ms": 1, "do": "adjust", "side": "white", "add_ms": -299_999}],
            "<stdin>:2: the adjustment leaves white 0 ms",
        ),
        (
            [START, {"at_ms": 1, "do": "adjust", "side": "black", "set_ms": 0}],
            "<stdin>:2: set_ms 0 leaves black no time",
        ),
        (
            [START, {"at_ms": 300_000, "do": "adjust", "side": "black", "add_ms": 1}],
            "<stdin>:2: an adjustment after white's flag",
        ),
        (
            [{"at_ms": 0, "do": "end"}, {"at_ms": 0, "do": "resume"}],
            "<stdin>:2: resume after the end",
        ),
    ],
)
def test_bad_input_is_one_line_with_its_place(ask: Any, inputs: list[Any], complaint: str) -> None:
    answer = ask("300", *inputs)
    assert answer.status == 2
    assert answer.err.startswith(f"clockd: {complaint}")
    assert answer.err.count("\n") == 1


def test_rows_before_the_bad_line_were_told(ask: Any) -> None:
    answer = ask("300", START, "nonsense")
    assert (answer.status, len(answer.rows)) == (2, 1)


@pytest.mark.parametrize("arguments", ["fast", "40/5400", "--bonus-at never 300", ""])
def test_bad_arguments_are_one_line(ask: Any, arguments: str) -> None:
    answer = ask(arguments)
    assert answer.status == 2
    assert answer.err.startswith("clockd")
    assert answer.err.count("\n") == 1
    if arguments == "fast":
        assert "at position 0" in answer.err


def test_show_prints_the_canonical_text_and_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["timeline", "G/10 +2 delay", "--show"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "600d2",
        "10 min for all moves; 2 s delay each move (rapid)",
    ]


def test_an_output_that_cannot_be_written_is_one_line() -> None:
    """For every command: the disk behind its output is full."""
    for words in (["timeline", "300", "--show"], ["rules", "list"]):
        with open("/dev/full", "w") as full:  # noqa: PTH123 - a device, not a file of ours
            run = subprocess.run(
                [sys.executable, "-m", "clockd", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
            )
        assert "Traceback" not in run.stderr, run.stderr
        assert run.returncode != 0
