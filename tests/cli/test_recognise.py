"""The command `clockd recognise`: the forms of interfaces.md section 3, and one clear line for bad input."""

import io
import json
import sys
from typing import Any

import pytest

from clockd.cli import run
from tests.shared import shared_file

E4 = [
    {"t_ms": 1200, "square": "e2", "piece": None},
    {"t_ms": 1450, "square": "e4", "piece": "P"},
    {"t_ms": 1500, "press": "white"},
]


@pytest.fixture
def recognise(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command on objects, text or bytes; gives (exit status, rows, stderr)."""

    def call(given: Any, *options: str) -> tuple[int, list[dict[str, Any]], str]:
        if isinstance(given, list):
            given = "".join(json.dumps(one) + "\n" for one in given)
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        status = run(["recognise", *options])
        said = capsys.readouterr()
        return status, [json.loads(line) for line in said.out.splitlines()], said.err

    return call


def test_a_move_row_and_the_last_row(recognise: Any) -> None:
    status, (move, end), _ = recognise(E4)
    assert status == 0
    assert {key: move[key] for key in ("t_ms", "ply", "uci", "san", "pressed")} == {
        "t_ms": 1800,
        "ply": 1,
        "uci": "e2e4",
        "san": "e4",
        "pressed": True,
    }
    assert move["landed_ms"] == 1450
    assert end == {
        "end": True,
        "plies": 1,
        "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "result": None,
        "pending": None,
    }


def test_a_last_move_that_nobody_pressed_is_pending(recognise: Any) -> None:
    _, rows, _ = recognise(E4[:2])
    assert [row["plies"] for row in rows] == [0]
    assert rows[0]["pending"] == "e2e4"


def test_an_alert_row(recognise: Any) -> None:
    _, (alert, _), _ = recognise([{"t_ms": 1000, "press": "white"}])
    assert alert == {"t_ms": 1500, "alert": "no-move", "detail": "white pressed without a move"}


def test_a_full_board_and_a_mate_without_press(recognise: Any) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
    _, (move, end), _ = recognise(
        [
            {"t_ms": 0, "board": "6k1/5ppp/8/8/8/8/8/R3K3"},
            {"t_ms": 900, "board": "R5k1/5ppp/8/8/8/8/8/4K3"},
        ],
        "--fen",
        fen,
    )
    assert (move["san"], move["pressed"]) == ("Ra8#", False)
    assert end["plies"] == 1


def test_the_kings_give_the_result(recognise: Any) -> None:
    sights = [("e1", None), ("e8", None), ("e4", "K"), ("d5", "k")]
    rows = [
        {"t_ms": 1000 + 500 * n, "square": square, "piece": man}
        for n, (square, man) in enumerate(sights)
    ]
    _, out, _ = recognise(rows)
    assert out == [
        {
            "end": True,
            "plies": 0,
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "result": "1-0",
            "pending": None,
        }
    ]


def test_chess960_castling_in_the_rows(recognise: Any) -> None:
    rows = [
        {"t_ms": 1000, "square": "h1", "piece": None},
        {"t_ms": 1300, "square": "f1", "piece": "R"},
        {"t_ms": 1600, "press": "white"},
    ]
    _, (move, _), _ = recognise(rows, "--chess960", "--fen", "4k3/8/8/8/8/8/8/6KR w H - 0 1")
    assert (move["uci"], move["san"]) == ("g1h1", "O-O")


def test_a_turned_board_in_json(recognise: Any) -> None:
    turned = [
        {"t_ms": 0, "board": "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"},
        {"t_ms": 1200, "square": "d7", "piece": None},
        {"t_ms": 1450, "square": "d5", "piece": "P"},
        {"t_ms": 1500, "press": "white"},
    ]
    for options in ([], ["--orientation", "rotated"]):
        _, rows, _ = recognise(turned, *options)
        assert rows[0]["uci"] == "e2e4"


def test_a_recording_of_a_board(recognise: Any) -> None:
    data = shared_file("captures/blitz_5p5_game_c.bin").read_bytes()
    status, rows, _ = recognise(data, "--format", "dgt")
    assert status == 0
    assert [row["ply"] for row in rows[:-1]] == list(range(1, 44))
    assert rows[-1]["result"] == "1-0"
    assert rows[-1]["plies"] == 43


def test_empty_input_is_a_game_without_moves(recognise: Any) -> None:
    for options in ([], ["--format", "dgt"]):
        status, rows, _ = recognise("", *options)
        assert status == 0
        assert [row["plies"] for row in rows] == [0]


@pytest.mark.parametrize(
    ("text", "line", "found", "expected"),
    [
        ("nonsense\n", 1, "not JSON", "object"),
        ('{"t_ms":0,"press":"white"}\n[1]\n', 2, "[1]", "JSON object"),
        ('{"press":"white"}\n', 1, "None", "milliseconds"),
        ('{"t_ms":-1,"press":"white"}\n', 1, "-1", "0 or more"),
        ('{"t_ms":true,"press":"white"}\n', 1, "True", "milliseconds"),
        ('{"t_ms":1,"press":"red"}\n', 1, "'red'", '"white" or "black"'),
        ('{"t_ms":1,"press":["white"]}\n', 1, "['white']", '"white" or "black"'),
        ('{"t_ms":1,"square":"e9","piece":null}\n', 1, "'e9'", '"h8"'),
        ('{"t_ms":1,"square":"e2"}\n', 1, '"piece"', "FEN letter"),
        ('{"t_ms":1,"square":"e2","piece":"x"}\n', 1, "'x'", "null"),
        ('{"t_ms":1,"square":"e2","piece":""}\n', 1, "''", "null"),
        ('{"t_ms":1,"board":"8/8"}\n', 1, "'8/8'", "FEN"),
        ('{"t_ms":1,"board":7}\n', 1, "7", "FEN"),
        ('{"t_ms":1}\n', 1, "none of them", "exactly one"),
        (
            '{"t_ms":1,"press":"white","board":"8/8/8/8/8/8/8/8"}\n',
            1,
            "press and board",
            "exactly one",
        ),
    ],
)
def test_bad_input_is_one_line_with_its_place(
    recognise: Any, text: str, line: int, found: str, expected: str
) -> None:
    status, _, said = recognise(text)
    assert status == 2
    assert said.startswith(f"clockd: <stdin>:{line}: ")
    assert said.count("\n") == 1
    assert found in said
    assert expected in said


@pytest.mark.parametrize("fen", ["rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", ""])
def test_a_bad_fen_is_one_line(recognise: Any, fen: str) -> None:
    status, _, said = recognise("", "--fen", fen)
    assert status == 2
    assert said.startswith("clockd: --fen ")
    assert said.count("\n") == 1
