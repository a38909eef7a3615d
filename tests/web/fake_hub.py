"""A hub that only talks: events of 5, 20 or 40 boards in every state, as a HubSource.

The positions and clocks are made up from one short game at different moves. Run it by itself to look at the pages:

    python -m tests.web.fake_hub [BOARDS] [PORT]
"""

import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn

from clockd.web.hub_app import make_hub_app
from tests.web.fake_table import IMMORTAL, READY, game_of

BEAT_MS = 500
MINUTE_MS = 60_000
_TENS = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty")
_ONES = (
    "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen "
    "Sixteen Seventeen Eighteen Nineteen"
).split(" ")
TIE_BREAKS = ["DE", "BPG", "KS", "SB", "WON"]


def name_of(number: int) -> str:
    """Player One ... Player Eighty."""
    if number < 20:
        return f"Player {_ONES[number]}"
    tens, one = divmod(number, 10)
    return f"Player {_TENS[tens]}" + (f"-{_ONES[one]}" if one else "")


def player(number: int) -> dict[str, Any]:
    return {
        "no": number,
        "name": name_of(number),
        "rating": 2600 - 7 * number,
        "title": "GM" if number < 6 else "",
        "points": "2.5" if number % 3 else "1",
    }


def live_of(board: int, **changes: Any) -> dict[str, Any]:
    """A running table's snapshot without its plies; odd boards have Black to move."""
    plies = 10 + (board * 7) % 27
    full = {**READY, **game_of(IMMORTAL[:plies]), "state": "running"}
    full |= {"running": full["to_move"], "board": board, "table": board}
    full |= {
        "white_ms": (20 + board * 37 % 70) * MINUTE_MS + board * 1700,
        "black_ms": (8 + board * 53 % 75) * MINUTE_MS + board * 3100,
        "white": name_of(2 * board - 1),
        "black": name_of(2 * board),
        "game_id": f"autumn-r4-b{board}",
        **changes,
    }
    del full["plies"]
    return {**full, "san": full["san"][-4:]}


def board_of(number: int, **changes: Any) -> dict[str, Any]:
    """A board with a live table and a running game."""
    return {
        "board": number,
        "table": str(number),
        "link": "live",
        "age_ms": 120,
        "white": player(2 * number - 1),
        "black": player(2 * number),
        "result": "*",
        "forfeit": False,
        "termination": None,
        "stage": None,
        "game": None,
        "live": live_of(number),
        **changes,
    }


def _stopped(number: int, **changes: Any) -> dict[str, Any]:
    live = {**live_of(number), "state": "paused", "running": None, **changes}
    return board_of(number, live=live)


def _ended(number: int, result: str, how: str) -> dict[str, Any]:
    live = {**live_of(number), "state": "ended", "running": None}
    live |= {"result": result, "termination": how}
    return board_of(number, result=result, termination=how, live=live)


def _live(number: int, **changes: Any) -> dict[str, Any]:
    return board_of(number, live={**live_of(number), **changes})


# What is the matter at a board: the picture of the wall with twenty boards.
SPECIAL: Mapping[int, Callable[[int], dict[str, Any]]] = {
    3: lambda n: _stopped(n, flag="black", black_ms=0, moves=[36, 36], moves_to_go=[4, 4]),
    5: lambda n: _ended(n, "1-0", "resignation"),
    6: lambda n: _live(n, white_ms=143_000),
    7: lambda n: _stopped(n, paused_why="Stopped by the arbiter", to_move="black"),
    8: lambda n: _live(n, draw_offer="white"),
    9: lambda n: _live(n, board_link="lost", board_detail="the serial port went away"),
    10: lambda n: _ended(n, "1/2-1/2", "agreement"),
    12: lambda n: _live(n, **game_of([]), running="white"),
    13: lambda n: board_of(n, link="silent", age_ms=130_000),
    14: lambda n: _stopped(n, paused_why="Paused by the arbiter"),
    15: lambda n: board_of(n, live=None, link="none", table=None),
    16: lambda n: _stopped(n, paused_why="Restored after a power cut"),
    17: lambda n: _ended(n, "0-1", "time-forfeit"),
    18: lambda n: _live(n, white_ms=17_400, black_ms=95_000, running="black", to_move="black"),
    2: lambda n: _live(n, white_ms=66 * MINUTE_MS + 52_000, running="white", to_move="white"),
}


def alert(level: str, board: int, name: str, side: str | None, age_ms: int) -> dict[str, Any]:
    details = {
        "flag": "36 of 40 moves. White can mate.",
        "illegal-move": "Nd4–f4, first in this game.",
        "late": "Forfeits in 17:20.",
        "missed-press": "2 moves made, only Black’s time ran.",
        "board-lost": "No data. Cable or power.",
        "draw-refused": "White offered at move 12: agreement from move 30.",
        "notation-behind": "3 moves missing.",
    }
    return {
        "level": level,
        "board": board,
        "table": str(board),
        "alert": name,
        "side": side,
        "detail": details.get(name, ""),
        "age_ms": age_ms,
        "id": f"{board}:{name}",
    }


ALERTS = [
    alert("look", 20, "notation-behind", "black", 242_000),
    alert("soon", 9, "board-lost", None, 48_000),
    alert("now", 7, "illegal-move", "white", 31_000),
    alert("look", 11, "draw-refused", "white", 130_000),
    alert("now", 3, "flag", "black", 12_000),
    alert("soon", 12, "late", "white", 760_000),
    alert("soon", 19, "missed-press", "black", 55_000),
    alert("now", 16, "clock-restored", None, 65_000),
    alert("soon", 13, "table-offline", None, 130_000),
]


def standing(rank: int, number: int, points: str, ties: str, why: str) -> dict[str, Any]:
    return {
        "rank": rank,
        "no": number,
        "name": name_of(number),
        "rating": 2600 - 7 * number,
        "federation": "USA",
        "points": points,
        "tie_breaks": dict(zip(TIE_BREAKS, ties.split(" "), strict=True)),
        "why": why,
    }


STANDINGS = [
    standing(1, 3, "6", "1 5 3 25.25 4", "Koya 3, against Player Six 2"),
    standing(2, 6, "6", "1 5 2 24.75 3", "Koya 2, against Player Three 3"),
    standing(3, 9, "6", "1 4 2.5 25.5 3", "games with Black 4, against 5"),
    standing(4, 7, "4.5", "1 4 2 19.5 1", "direct encounter 1, against Player One 0"),
    standing(5, 1, "4.5", "0 4 0.5 17 3", "direct encounter 0, against Player Seven 1"),
    standing(6, 5, "4", "0.5 5 2.5 18.75 1", "Koya 2½, against Player Eight 2"),
    standing(7, 8, "4", "0.5 5 2 17.5 0", "Koya 2, against Player Five 2½"),
    standing(8, 4, "3.5", "0.5 4 1.5 16 1", "Koya 1½, against Player Two 1"),
    standing(9, 2, "3.5", "0.5 4 1 14 1", "Koya 1, against Player Four 1½"),
    standing(10, 10, "3", "- 5 1 12.75 1", "alone on these points"),
]
_GRID = (
    ".½1½½0110 ½.½½½1½½½1"[:0]
    or ". 1 1 .5 1 .5 .5 1 0 1|0 . 0 .5 .5 .5 .5 0 1 .5|.5 1 . .5 1 0.5 1 .5 .5 .5|.5 .5 .5 . .5 .5 0 .5 0 .5|"
    "0 .5 0 .5 . .5 .5 1 .5 .5|.5 .5 .5 .5 .5 . 1 1 .5 1|.5 .5 0 1 .5 0 . .5 .5 1|0 1 .5 .5 0 0 .5 . .5 1|"
    "1 0 .5 1 .5 .5 .5 .5 . 1|0 .5 .5 .5 .5 0 0 0 0 ."
)


def crosstable(players: int = 10) -> list[dict[str, Any]]:
    """A round robin's grid; results as the hub writes them."""
    rows = []
    for number, line in enumerate(_GRID.split("|"), start=1):
        cells = [
            {
                "opponent": opponent,
                "round": (number + opponent) % 9 + 1,
                "colour": "w" if (number + opponent) % 2 == (number < opponent) else "b",
                "result": result.replace("0.5", "1/2").replace(".5", "1/2"),
            }
            for opponent, result in enumerate(line.split(" "), start=1)
            if opponent != number
        ]
        points = next(row["points"] for row in STANDINGS if row["no"] == number)
        rows.append({"no": number, "name": name_of(number), "points": points, "cells": cells})
    return rows


def pairings(boards: int, rounds: int = 9, current: int = 4) -> list[dict[str, Any]]:
    results = ("1-0", "1/2-1/2", "0-1", "1/2-1/2", "1-0")
    return [
        {
            "round": number,
            "published": number <= current,
            "closed": number < current,
            "bye": None,
            "boards": [
                {
                    "board": board,
                    "white": name_of(2 * board - 1),
                    "white_no": 2 * board - 1,
                    "black": name_of(2 * board),
                    "black_no": 2 * board,
                    "result": results[(board + number) % 5] if number < current else "*",
                    "forfeit": board == 2 and number == 1,
                }
                for board in range(1, boards + 1)
            ],
        }
        for number in range(1, rounds + 1)
        if number <= current
    ]


def event(count: int = 20, /, *, quiet: bool = False, **changes: Any) -> dict[str, Any]:
    """The hub's snapshot of a round; `quiet` has games that all just run."""
    special = {} if quiet else SPECIAL
    return {
        "event": "Autumn Open",
        "site": "",
        "dates": "",
        "rules": "us-senior-2019",
        "round": 4,
        "rounds": 9,
        "phase": "playing",
        "rate": 1.0,
        "seq": 120,
        "version": 1,
        "boards": [special.get(n, board_of)(n) for n in range(1, count + 1)],
        "alerts": [] if quiet else [each for each in ALERTS if each["board"] <= count],
        "pairings": pairings(count),
        "tie_breaks": TIE_BREAKS,
        "standings": STANDINGS,
        "crosstable": crosstable(),
        "champion": None,
        "playoff": None,
        "notices": [],
        **changes,
    }


class FakeHub:
    """Speaks one snapshot until `say` gives it another; every method may be called from any thread."""

    def __init__(self, shown: Mapping[str, Any]) -> None:
        self._shown = dict(shown)
        self._version = 1
        self._changed = threading.Condition()
        self.silent = False  # a hub whose core hangs: no call comes back
        self.details: dict[int, dict[str, Any]] = {}

    def say(self, shown: Mapping[str, Any]) -> None:
        with self._changed:
            self._shown = dict(shown)
            self._version += 1
            self._changed.notify_all()

    def snapshot(self) -> dict[str, Any]:
        self._hang()
        with self._changed:
            return {**self._shown, "version": self._version}

    def detail(self, board: int) -> dict[str, Any] | None:
        with self._changed:
            if board in self.details:
                return self.details[board]
            found = [each for each in self._shown["boards"] if each["board"] == board]
            if not found or not found[0]["live"]:
                return None
            live = found[0]["live"]
            plies = game_of(IMMORTAL[: 10 + (board * 7) % 27])["plies"]
            return {**live, "san": [ply["san"] for ply in plies], "plies": plies}

    def wait(self, version: int, timeout_s: float) -> int:
        self._hang()
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout_s)
            return self._version

    def _hang(self) -> None:
        while self.silent:
            time.sleep(0.05)


def ticked(shown: Mapping[str, Any], elapsed_ms: int) -> dict[str, Any]:
    """The event some time later: running clocks and all ages moved on."""
    boards = []
    for board in shown["boards"]:
        live = board["live"]
        if live and live["running"] and board["link"] == "live":
            key = f"{live['running']}_ms"
            live = {**live, key: max(0, live[key] - elapsed_ms)}
        age = board["age_ms"] + (elapsed_ms if board["link"] != "live" else 0)
        boards.append({**board, "live": live, "age_ms": age})
    alerts = [{**each, "age_ms": each["age_ms"] + elapsed_ms} for each in shown["alerts"]]
    return {**shown, "boards": boards, "alerts": alerts}


def keep_ticking(hub: FakeHub, shown: Mapping[str, Any]) -> None:
    """Let the event's clocks run, in a thread, for ever."""

    def run() -> None:
        start = time.monotonic()
        while True:
            time.sleep(BEAT_MS / 1000)
            hub.say(ticked(shown, int((time.monotonic() - start) * 1000)))

    threading.Thread(target=run, daemon=True).start()


def _main(boards: int, port: int) -> None:
    shown = event(boards)
    hub = FakeHub(shown)
    keep_ticking(hub, shown)
    uvicorn.run(make_hub_app(hub), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    _main(*(int(text) for text in [*sys.argv[1:], "20", "8090"][:2]))
