"""`clockd playoff`: the forms of interfaces.md section 5, key by key, and wrong input in one line."""

import io
import json
from typing import Any

import pytest

from clockd.cli import run

DRAW = "1/2-1/2"
RAPID = {"control": "600d2", "no_agreed_draw_before_move": 30, "draw_odds": None}
BLITZ = {"control": "180d2", "no_agreed_draw_before_move": 30, "draw_odds": None}
ARMAGEDDON = {"control": "W300-B240", "no_agreed_draw_before_move": 30, "draw_odds": "black"}

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def game(stage: str, white: int, black: int, result: str) -> dict[str, Any]:
    return {"stage": stage, "white": white, "black": black, "result": result}


def text_of(lines: tuple[Any, ...]) -> str:
    return "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines)


class Shell:
    """The command with lines on its standard input."""

    def __init__(self, monkeypatch: Patch, capsys: Capture) -> None:
        self._patch, self._capture = monkeypatch, capsys

    def asked(self, options: str, *lines: Any) -> dict[str, Any]:
        self._patch.setattr("sys.stdin", io.StringIO(text_of(lines)))
        assert run(["playoff", "us-senior-2019", *options.split()]) == 0
        out = self._capture.readouterr().out
        assert out.count("\n") == 1
        found: dict[str, Any] = json.loads(out)
        return found

    def refused(self, options: str, *lines: Any) -> str:
        self._patch.setattr("sys.stdin", io.StringIO(text_of(lines)))
        assert run(["playoff", *options.split()]) == 2
        captured = self._capture.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("clockd: ")
        assert captured.err.count("\n") == 1
        return captured.err.strip()


@pytest.fixture
def shell(monkeypatch: Patch, capsys: Capture) -> Shell:
    return Shell(monkeypatch, capsys)


def test_a_match_to_be_played(shell: Shell) -> None:
    assert shell.asked("--tied 4,1 --lots 4,1") == {
        "decided": False,
        "stage": "rapid-match",
        "games": [{"white": 4, "black": 1, **RAPID}, {"white": 1, "black": 4, **RAPID}],
        "ranking": None,
    }


def test_the_form_of_the_interface(shell: Shell) -> None:
    """One blitz game left between 1 and 4: the object that interfaces.md shows, for real."""
    rapid = [
        game("rapid-round-robin", 4, 1, DRAW),
        game("rapid-round-robin", 7, 4, "0-1"),
        game("rapid-round-robin", 1, 7, "1-0"),
    ]
    found = shell.asked("--tied 4,1,7 --lots 7,4,1", *rapid, game("blitz-match", 4, 1, DRAW))
    assert found == {
        "decided": False,
        "stage": "blitz-match",
        "games": [{"white": 1, "black": 4, **BLITZ}],
        "ranking": None,
    }


def test_without_lots_they_are_asked_for(shell: Shell) -> None:
    assert shell.asked("--tied 4,1,7") == {
        "decided": False,
        "stage": "rapid-round-robin",
        "games": [],
        "ranking": None,
        "lots_needed": True,
    }
    assert "lots_needed" not in shell.asked("--tied 4,1,7 --lots 4,1,7")


def test_without_lots_the_games_played_count(shell: Shell) -> None:
    """All of a round robin is in: nothing to draw for it; its order stands."""
    lines = [
        game("rapid-round-robin", 4, 1, "1-0"),
        game("rapid-round-robin", 1, 7, "1-0"),
        game("rapid-round-robin", 7, 4, "0-1"),
    ]
    assert shell.asked("--tied 4,1,7", *lines)["ranking"] == [4, 1, 7]


def test_decided(shell: Shell) -> None:
    lines = [game("rapid-match", 4, 1, DRAW), game("rapid-match", 1, 4, "1-0")]
    assert shell.asked("--tied 4,1 --lots 4,1", *lines) == {
        "decided": True,
        "stage": None,
        "games": [],
        "ranking": [1, 4],
    }


def test_equals_are_named(shell: Shell) -> None:
    """1 wins both, 4 and 7 have half a point each: listed as tied, and said to share their place."""
    lines = [
        game("rapid-round-robin", 1, 4, "1-0"),
        game("rapid-round-robin", 1, 7, "1-0"),
        game("rapid-round-robin", 7, 4, DRAW),
    ]
    found = shell.asked("--tied 7,4,1 --lots 7,4,1", *lines)
    assert (found["ranking"], found["shared"]) == ([1, 7, 4], [[7, 4]])


def test_an_armageddon(shell: Shell) -> None:
    lines: list[Any] = [game("rapid-match", 4, 1, DRAW), game("rapid-match", 1, 4, DRAW)]
    found = shell.asked("--tied 4,1 --lots 4,1", *lines)
    assert found["games"] == [{"white": 4, "black": 1, **ARMAGEDDON}]
    lines.append({"lot": "colour", "winner": 4, "choice": "black"})
    found = shell.asked("--tied 4,1 --lots 4,1", *lines)
    assert found["games"] == [{"white": 1, "black": 4, **ARMAGEDDON}]
    lines.append(game("armageddon", 1, 4, DRAW))
    assert shell.asked("--tied 4,1 --lots 4,1", *lines)["ranking"] == [4, 1]


def test_a_later_drawing(shell: Shell) -> None:
    """`{"lot":"order","stage":"armageddon",...}`: 7 has the bye, 4 and 1 play for the final."""
    rapid = [game("rapid-round-robin", *pair, DRAW) for pair in ((4, 1), (7, 4), (1, 7))]
    blitz = [game("blitz-round-robin", *pair, DRAW) for pair in ((4, 1), (7, 4), (1, 7))]
    lot = {"lot": "order", "stage": "armageddon", "order": [7, 4, 1]}
    first = shell.asked("--tied 4,1,7 --lots 4,1,7", *rapid, *blitz)
    assert first["games"] == [{"white": 1, "black": 7, **ARMAGEDDON}]
    drawn = shell.asked("--tied 4,1,7 --lots 4,1,7", *rapid, *blitz, lot)
    assert drawn["games"] == [{"white": 4, "black": 1, **ARMAGEDDON}]
    assert shell.asked("--tied 4,1,7 --lots 4,1,7", lot, *rapid, *blitz) == drawn


def test_more_than_four(shell: Shell) -> None:
    assert shell.asked("--tied 1,2,3,4,5") == {
        "decided": False,
        "stage": "arbiter",
        "games": [],
        "ranking": None,
        "offered": ["rapid-round-robin"],
    }


def test_the_arbiters_rulings(shell: Shell) -> None:
    chosen = {"ruling": "format", "stage": "rapid-round-robin"}
    found = shell.asked("--tied 1,2,3,4,5 --lots 1,2,3,4,5", chosen)
    assert (found["stage"], len(found["games"])) == ("rapid-round-robin", 10)
    ruled = {"ruling": "order", "order": [5, 4, 3, 2, 1]}
    assert shell.asked("--tied 1,2,3,4,5", ruled)["ranking"] == [5, 4, 3, 2, 1]


def test_a_result_chooses_the_format_offered(shell: Shell) -> None:
    lots = "--tied 1,2,3,4,5 --lots 1,2,3,4,5"
    found = shell.asked(lots, game("rapid-round-robin", 1, 2, "1-0"))
    assert (found["stage"], len(found["games"])) == ("rapid-round-robin", 9)


MATCH = "us-senior-2019 --tied 4,1"


@pytest.mark.parametrize(
    ("options", "line", "told"),
    [
        (MATCH, "{", "<stdin>:1: not JSON"),
        (MATCH, "[]", "<stdin>:1: [], expected a JSON object"),
        (MATCH, {}, "<stdin>:1: stage None, expected a text"),
        (MATCH, game("rapid-match", 9, 1, DRAW), "player 9 is not in the rapid-match"),
        (MATCH, game("blitz", 4, 1, DRAW), "stage 'blitz', expected one of rapid-match"),
        (MATCH, game("rapid-match", 4, 1, "2-0"), "result '2-0', expected one of 1-0 0-1"),
        (MATCH, {**game("rapid-match", 4, 1, DRAW), "white": "4"}, "white '4', expected a player"),
        (MATCH, {**game("rapid-match", 4, 1, DRAW), "white": True}, "white True, expected a play"),
        (MATCH, {**game("rapid-match", 4, 1, DRAW), "wite": 4}, "key 'wite', expected stage"),
        (MATCH, {"lot": "dice"}, "lot 'dice', expected order or colour"),
        (MATCH, {"lot": ["order"]}, "lot ['order'], expected order or colour"),
        (MATCH, {"lot": "order", "order": 4}, "order 4, expected a list of players' numbers"),
        (MATCH, {"lot": "order", "order": [4]}, "order 4, expected each of 4, 1 once"),
        (MATCH, {"lot": "order", "order": [4, 1, 1]}, "expected each of 4, 1 once"),
        (MATCH, {"lot": "order", "stage": "x", "order": [4, 1]}, "stage 'x', expected one of"),
        (MATCH, {"lot": "colour", "winner": 4, "choice": "red"}, "expected white or black"),
        (MATCH, {"lot": "colour", "winner": 9, "choice": "white"}, "expected one of 1, 4"),
        (MATCH, {"ruling": "order", "order": [4]}, "expected each of 4, 1 once"),
        (MATCH, {"ruling": "format", "stage": "armageddon"}, "rapid-match is being played"),
        ("us-senior-2019 --tied 4", "", "1 tied, expected 2 or more"),
        ("us-senior-2019 --tied 4,4", "", "tied 4, 4, expected each player once"),
        ("us-senior-2019 --tied 4,x", "", "--tied '4,x', expected players' numbers as in 4,1,7"),
        (f"us-senior-2019 --tied {'9' * 5000},1", "", "expected players' numbers as in 4,1,7"),
        ("us-senior-2019 --tied 0,1", "", "--tied '0,1', expected players' numbers"),
        (MATCH, f'{{"white":{"9" * 5000}}}', "<stdin>:1: not JSON (Exceeds the limit"),
        ("us-senior-2019 --tied 4,1 --lots 4,7", "", "7 in the order, expected players out of"),
        ("world-senior-2011 --tied 4,1", "", "world-senior-2011 has no playoff"),
        ("nowhere --tied 4,1", "", "no rulebook 'nowhere'"),
    ],
)
def test_wrong_input(shell: Shell, options: str, line: Any, told: str) -> None:
    assert told in shell.refused(options, line)


def test_the_line_is_named(shell: Shell) -> None:
    lines = [game("rapid-match", 4, 1, DRAW), game("rapid-match", 4, 1, DRAW)]
    told = "clockd: <stdin>:2: 4 - 1 again in the rapid-match, expected 1 - 4"
    assert shell.refused(MATCH, *lines) == told
