"""Every way in which hands make a move, through `clockd recognise`: by either side, on a turned board, at any pace.

A kind is the touches of one move as the squares tell them, with the time between them as a multiple of a gap, and the
press. It is read at gaps below, at and above a scan; pressed, and unpressed with a reply; by White, and by Black with
the board mirrored; with the board turned round. Sources: DGT fact sheet section 12; issue's list of kinds.
"""

import io
import json
import sys
from dataclasses import dataclass
from typing import Any

import chess
import pytest

from clockd.cli import run

GAPS_MS = (80, 200, 450)  # below, at and above a scan of 200 ms
START_MS = 2000


@dataclass(frozen=True)
class Kind:
    """`touches`: "time square man" with the time in gaps, "." for empty; `press` in gaps after the last one."""

    name: str
    fen: str
    touches: str
    uci: str
    press: float = 1.5
    chess960: bool = False
    unpressed: bool = True  # it can be read without a press too, from the reply
    gaps_ms: tuple[int, ...] = GAPS_MS


ROOKS = "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1"
TAKES = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
PASSING = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
PAWN = "8/1P5p/6k1/8/8/8/7P/4K3 w - - 0 1"
START = chess.STARTING_FEN

KINDS = [
    Kind("plain", START, "0 g1 . / 1 f3 N", "g1f3"),
    Kind("slide over a legal square", START, "0 e2 . / 1 e3 P / 2 e3 . / 3 e4 P", "e2e4"),
    Kind(
        "slide in steps",
        "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1",
        "0 a1 . / 1 a3 R / 2 a3 . / 3 a5 R / 4 a5 . / 5 a7 R",
        "a1a7",
        gaps_ms=(80, 200),
    ),
    Kind("slide whose stop empties last", START, "0 e3 P / .2 e2 . / 1 e4 P / 1.3 e3 .", "e2e4"),
    Kind("capture, victim first", TAKES, "0 d5 . / 1 e4 . / 2 d5 P", "e4d5"),
    Kind("capture, mover first", TAKES, "0 e4 . / 1 d5 . / 2 d5 P", "e4d5"),
    Kind("capture by swap", TAKES, "0 e4 . / 1 d5 P", "e4d5"),
    Kind("capture, victim pushed aside", TAKES, "0 e4 . / 1 d5 P / 1.1 d6 p / 2 d6 .", "e4d5"),
    Kind("put before lift", START, "0 e3 P / .1 e2 .", "e2e3"),
    Kind("tried elsewhere", START, "0 g1 . / 1 h3 N / 3 h3 . / 4 f3 N", "g1f3"),
    Kind("j'adoube", START, "0 d1 . / 2 d1 Q / 4 e2 . / 5 e4 P", "e2e4"),
    Kind("knocked over, put back", START, "0 e2 . / 1 e4 P / 1.2 d2 . / 4 d2 P", "e2e4"),
    Kind(
        "knocked over, on a wrong square first",
        START,
        "0 g1 . / 1 f3 N / 1.2 g2 . / 2 g3 P / 3 g3 . / 4 g2 P",
        "g1f3",
        unpressed=False,
    ),
    Kind("castling, king first", ROOKS, "0 e1 . / 1 g1 K / 2 h1 . / 3 f1 R", "e1g1"),
    Kind("castling, rook first", ROOKS, "0 h1 . / 1 f1 R / 2 e1 . / 3 g1 K", "e1g1"),
    Kind("castling, both in the air", ROOKS, "0 e1 . / .3 h1 . / 1 g1 K / 2 f1 R", "e1g1"),
    Kind("castling long", ROOKS, "0 e1 . / 1 c1 K / 2 a1 . / 3 d1 R", "e1c1"),
    Kind(
        "castling, pressed with the rook in hand",
        ROOKS,
        "0 e1 . / 1 g1 K / 2 h1 . / 3 f1 R",
        "e1g1",
        -0.5,
    ),
    Kind("en passant, victim last", PASSING, "0 e5 . / 1 d6 P / 2 d5 .", "e5d6"),
    Kind("en passant, victim first", PASSING, "0 d5 . / 1 e5 . / 2 d6 P", "e5d6"),
    Kind("promotion", PAWN, "0 b7 . / 2 b8 Q", "b7b8q"),
    Kind("promotion, pawn stands there", PAWN, "0 b7 . / 1 b8 P / 2 b8 . / 3 b8 Q", "b7b8q"),
    Kind("promotion, wrong piece first", PAWN, "0 b7 . / 1 b8 R / 2 b8 . / 3 b8 Q", "b7b8q"),
    Kind("promotion, piece changed for piece", PAWN, "0 b7 . / 1 b8 P / 2 b8 Q", "b7b8q"),
    Kind("under-promotion", PAWN, "0 b7 . / 1 b8 N", "b7b8n"),
    Kind(
        "captured man set down", TAKES, "0 e4 . / 1 d5 P / 2 e6 p / 3 e6 .", "e4d5", unpressed=False
    ),
    Kind(
        "takeback before the press",
        START,
        "0 e2 . / 1 e4 P / 3 e4 . / 4 e2 P / 6 d2 . / 7 d4 P",
        "d2d4",
    ),
    Kind("flicker of one square", START, "0 h1 . / 1 h1 R / 1.5 e2 . / 3 e4 P", "e2e4"),
    Kind("misread for a scan", START, "0 h1 N / 1 h1 R / 1.5 e2 . / 3 e4 P", "e2e4"),
    Kind("duplicates", START, "0 e2 . / .01 e2 . / 1 e4 P / 1.01 e4 P", "e2e4"),
    Kind(
        "tilted board",
        START,
        " / ".join(
            f"{n / 10} {sq} {man}"
            for n, (sq, man) in enumerate(
                [(f"{f}2", ".") for f in "abcdefgh"] + [(f"{f}2", "P") for f in "abcdefgh"]
            )
        )
        + " / 4 e2 . / 5 e4 P",
        "e2e4",
    ),
    Kind(
        "Chess960 castling, only the rook moves",
        "3k4/7p/8/8/8/8/8/4R1KR w H - 0 1",
        "0 h1 . / 1 f1 R",
        "g1h1",
        chess960=True,
    ),
    Kind(
        "Chess960 castling, the men change places",
        "4k3/7p/8/8/8/8/8/5KR1 w G - 0 1",
        "0 f1 . / .5 g1 . / 1 g1 K / 2 f1 R",
        "f1g1",
        chess960=True,
    ),
    Kind(
        "Chess960 castling, king takes rook by swap",
        "4k3/7p/8/8/8/8/8/5KR1 w G - 0 1",
        "0 f1 . / 1 g1 K / 2 f1 R",
        "f1g1",
        chess960=True,
    ),
]


@pytest.fixture
def recognise(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command on objects; the rows it printed."""

    def call(given: list[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
        text = "".join(json.dumps(one) + "\n" for one in sorted(given, key=lambda one: one["t_ms"]))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run(["recognise", *options]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return call


@dataclass(frozen=True)
class View:
    """Who moves and how the board lies: the same kind as White's, as Black's, seen from the other side."""

    black: bool
    turned: bool

    def square(self, name: str) -> str:
        square = chess.parse_square(name)
        if self.black:
            square = chess.square_mirror(square)
        return chess.square_name(63 - square if self.turned else square)

    def uci(self, text: str) -> str:
        if not self.black:
            return text
        flip = {str(n): str(9 - n) for n in range(1, 9)}
        return "".join(flip.get(letter, letter) for letter in text)

    def man(self, letter: str) -> str | None:
        if letter == ".":
            return None
        return letter.swapcase() if self.black else letter

    def board(self, fen: str, *, chess960: bool) -> chess.Board:
        board = chess.Board(fen, chess960=chess960)
        return board.mirror() if self.black else board


def shown(kind: Kind, view: View, gap_ms: int) -> list[dict[str, Any]]:
    rows = []
    for touch in kind.touches.split(" / "):
        after, square, man = touch.split()
        at = START_MS + round(float(after) * gap_ms)
        rows.append({"t_ms": at, "square": view.square(square), "piece": view.man(man)})
    return rows


def reply(
    view: View, board: chess.Board, uci: str, from_ms: int
) -> tuple[str, list[dict[str, Any]]]:
    """A quiet pawn move of the other side, on the h-file, pressed."""
    after = board.copy()
    after.push_uci(uci)
    side = "black" if after.turn == chess.BLACK else "white"
    move = next(
        m
        for m in after.legal_moves
        if m.from_square & 7 == 7
        and not after.is_capture(m)
        and after.piece_type_at(m.from_square) == chess.PAWN
    )
    piece = after.piece_at(move.from_square)
    assert piece is not None
    start, end = (
        chess.square_name(63 - s if view.turned else s) for s in (move.from_square, move.to_square)
    )
    rows: list[dict[str, Any]] = [
        {"t_ms": from_ms, "square": start, "piece": None},
        {"t_ms": from_ms + 300, "square": end, "piece": piece.symbol()},
        {"t_ms": from_ms + 700, "press": side},
    ]
    return move.uci(), rows


VIEWS = [View(black, turned) for black in (False, True) for turned in (False, True)]


def read(
    recognise: Any, kind: Kind, view: View, gap_ms: int, *, pressed: bool
) -> list[dict[str, Any]]:
    board = view.board(kind.fen, chess960=kind.chess960)
    events = shown(kind, view, gap_ms)
    last = max(row["t_ms"] for row in events)
    side = "black" if view.black else "white"
    if pressed:
        events.append({"t_ms": last + round(kind.press * gap_ms), "press": side})
    answer, rows = reply(view, board, view.uci(kind.uci), last + 2500)
    options = ["--fen", board.fen(), "--orientation", "rotated" if view.turned else "normal"]
    if kind.chess960:
        options.append("--chess960")
    out: list[dict[str, Any]] = recognise(events + rows, *options)
    moves = [row["uci"] for row in out if "uci" in row]
    assert moves == [view.uci(kind.uci), answer], out
    return out


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.replace(" ", "-"))
def test_a_kind_of_move_pressed_is_read_without_an_alert(recognise: Any, kind: Kind) -> None:
    for view in VIEWS:
        for gap_ms in kind.gaps_ms:
            out = read(recognise, kind, view, gap_ms, pressed=True)
            assert [row for row in out if "alert" in row] == [], (view, gap_ms)
            assert out[0]["pressed"] and out[-1]["plies"] == 2


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if kind.unpressed],
    ids=lambda kind: kind.name.replace(" ", "-"),
)
def test_a_kind_of_move_unpressed_is_read_from_the_reply(recognise: Any, kind: Kind) -> None:
    """The only alert is that its press is missing, told once."""
    for view in (VIEWS[0], VIEWS[3]):
        for gap_ms in kind.gaps_ms:
            out = read(recognise, kind, view, gap_ms, pressed=False)
            alerts = [row["alert"] for row in out if "alert" in row]
            assert alerts == ["missed-press"], (view, gap_ms, out)
            assert not out[0]["pressed"]


# --- more than one move ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """Several moves: "ms square man", "ms white", "ms board FEN" with White to move first."""

    name: str
    fen: str
    lines: tuple[str, ...]
    moves: tuple[str, ...]
    alerts: tuple[str, ...] = ()


AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
KNIGHTS = "r1bqkbnr/pppppppp/2n5/8/4P3/5N2/PPPP1PPP/RNBQKB1R"
SCENES = [
    Scene(
        "reply begun before the move is finished",
        START,
        ("1000 e2 .", "1200 e7 .", "1300 e4 P", "1500 white", "1600 e5 p", "1900 black"),
        ("e2e4", "e7e5"),
    ),
    Scene(
        "two moves within 300 ms",
        START,
        ("1000 e2 .", "1100 e4 P", "1150 e7 .", "1280 e5 p", "1300 white", "1450 black"),
        ("e2e4", "e7e5"),
    ),
    Scene(
        "presses that cross",
        START,
        ("1000 e2 .", "1300 e4 P", "1900 e7 .", "2100 e5 p", "2200 black", "2250 white"),
        ("e2e4", "e7e5"),
    ),
    Scene(
        "captured before it was seen",
        TAKES,
        ("1000 e4 .", "1200 d8 .", "1350 d5 q", "1400 white", "1600 black"),
        ("e4d5", "d8d5"),
    ),
    Scene(
        "an illegal move pressed, answered by the clock, corrected",
        START,
        ("1000 e1 .", "1300 e3 K", "1600 white", "3000 black", "4000 e3 .", "4300 e1 K",
         "5000 e2 .", "5300 e4 P", "5600 white"),
        ("e2e4",),
        ("illegal-move",),
    ),
    Scene(
        "a landing lost, healed by the board on the press",
        START,
        ("1000 e2 .", "1600 white", f"1900 board {AFTER_E4}"),
        ("e2e4",),
    ),
    Scene(
        "a lift lost, healed by the board on the press",
        START,
        ("1300 e4 P", "1600 white", f"1900 board {AFTER_E4}"),
        ("e2e4",),
    ),
    Scene(
        "a move lost, healed by a board ten seconds later",
        START,
        ("1000 e2 .", "1300 e4 P", "1600 white", "4000 b8 .", "4300 c6 n", "4600 black",
         "7000 g1 .", "7600 white", f"17000 board {KNIGHTS}"),
        ("e2e4", "b8c6", "g1f3"),
        ("no-move",),
    ),
]  # fmt: skip


def of_scene(scene: Scene, view: View) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for line in scene.lines:
        at, what, *man = line.split()
        row: dict[str, Any] = {"t_ms": int(at)}
        if what == "board":
            board = chess.BaseBoard(man[0])
            board = board.mirror() if view.black else board
            fen = board.board_fen()
            row["board"] = "/".join(r[::-1] for r in fen.split("/")[::-1]) if view.turned else fen
        elif what in ("white", "black"):
            row["press"] = {"white": "black", "black": "white"}[what] if view.black else what
        else:
            row |= {"square": view.square(what), "piece": view.man(man[0])}
        rows.append(row)
    return rows


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name.replace(" ", "-"))
def test_a_scene_of_several_moves(recognise: Any, scene: Scene) -> None:
    for view in VIEWS:
        board = view.board(scene.fen, chess960=False)
        orientation = "rotated" if view.turned else "normal"
        events = of_scene(scene, view)
        out = recognise(events, "--fen", board.fen(), "--orientation", orientation)
        assert [row["uci"] for row in out if "uci" in row] == [view.uci(m) for m in scene.moves]
        assert [row["alert"] for row in out if "alert" in row] == list(scene.alerts), view
