"""A table that only talks: the snapshots of a game in every state, spoken on a Unix socket as a table does.

The scenes are what the pages must be able to show. Run it by itself to look at them:

    python -m tests.web.fake_table STATE_DIR [SCENE]     (without SCENE: each for a few seconds, round and round)
"""

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import chess

from clockd.web.snapshot import UNKNOWN

BEAT_S = 0.5  # a table speaks at least twice a second
SCENE_S = 8.0
_MOVES = (
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 "
    "Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#"
)
IMMORTAL = _MOVES.split(" ")
MINUTE_MS = 60_000


def game_of(sans: list[str]) -> dict[str, Any]:
    """What a snapshot says of this game's moves, at 90 min + 30 s a move with made-up thinking times."""
    board = chess.Board()
    clocks = {chess.WHITE: 90 * MINUTE_MS + 30_000, chess.BLACK: 90 * MINUTE_MS + 30_000}
    plies, last = [], None
    for number, san in enumerate(sans):
        side = board.turn
        spent = 4_000 + (number * 7919 % 23) * 12_300
        clocks[side] += 30_000 - spent
        plies.append(
            {
                "san": san,
                "side": "white" if side else "black",
                "spent_ms": spent,
                "clock_ms": clocks[side],
                "pressed": number != 13,
                "offer": number == 16,
            }
        )
        last = board.push_san(san)
    moves = [(len(sans) + 1) // 2, len(sans) // 2]
    return {
        "fen": board.fen(),
        "san": list(sans),
        "plies": plies,
        "last_move": last.uci() if last else None,
        "white_ms": clocks[chess.WHITE],
        "black_ms": clocks[chess.BLACK],
        "moves": moves,
        "presses": [moves[0], max(0, moves[1] - (len(sans) > 13))],
        "moves_to_go": [40 - moves[0], 40 - moves[1]],
        "move_number": board.fullmove_number,
        "to_move": "white" if board.turn else "black",
        "seq": 2 * len(sans),
        "durable_seq": 2 * len(sans),
    }


def alert(name: str, side: str | None, detail: str, ply: int | None = None) -> dict[str, Any]:
    """One open alert as a snapshot carries it."""
    return {"id": hash(name) % 1000, "alert": name, "side": side, "ply": ply, "detail": detail}


PAIRING: Mapping[str, Any] = {
    "table": 3,
    "event": "Senior Championship",
    "round": 4,
    "board": 7,
    "rules": "us-senior-2019",
    "white": "Player Thirteen",
    "black": "Player Fourteen",
    "white_rating": 2251,
    "black_rating": 2214,
    "control": "40/5400+30:1800+30",
    "control_words": "90 min for 40 moves, then 30 min; 30 s a move from move one",
    "periods": 2,
    "no_draw_before": 30,
    "board_link": "live",
    "board_detail": "DGT 1.8, serial 13116",
    "hub_link": "stand-alone",
    "game_id": "senior-r4-b7",
}
READY: Mapping[str, Any] = {
    **UNKNOWN,
    **PAIRING,
    "white_ms": 5_430_000,
    "black_ms": 5_430_000,
    "moves_to_go": [40, 40],
}
RUNNING: Mapping[str, Any] = {
    **READY,
    **game_of(IMMORTAL[:27]),
    "state": "running",
    "running": "black",
}
BLITZ: Mapping[str, Any] = {
    **RUNNING,
    "control": "600d2",
    "control_words": "10 min, 2 s delay",
    "periods": 1,
    "moves_to_go": [None, None],
    "stage": "rapid-match",
    "game": 1,
    "running": "white",
    "to_move": "white",
    "white_ms": 258_400,
    "black_ms": 232_100,
    "delay_ms": [1_300, 2_000],
    "delay_full_ms": [2_000, 2_000],
}
ARMAGEDDON: Mapping[str, Any] = {
    **READY,
    "stage": "armageddon",
    "control": "W300-B240",
    "control_words": "White 5 min, Black 4 min",
    "periods": 1,
    "white_ms": 300_000,
    "black_ms": 240_000,
    "moves_to_go": [None, None],
    "draw_odds": "black",
}
ENDED: Mapping[str, Any] = {
    **READY,
    **game_of(IMMORTAL),
    "state": "ended",
    "result": "1-0",
    "termination": "checkmate",
}
SCENES: Mapping[str, Mapping[str, Any]] = {
    "no-pairing": {**UNKNOWN, "table": 3, "board_link": "asking", "hub_link": "stand-alone"},
    "ready": READY,
    "running": RUNNING,
    "hours": {**RUNNING, "black_ms": 3_900_000, "white_ms": 4_356_000},
    "delay": BLITZ,
    "tenths": {**RUNNING, "white_ms": 14_650, "black_ms": 19_900, "moves_to_go": [3, 4]},
    "paused": {
        **RUNNING,
        "state": "paused",
        "running": None,
        "paused_why": "Stopped by the arbiter",
    },
    "restored": {
        **RUNNING,
        "state": "paused",
        "running": None,
        "paused_why": "Restored after a power cut",
        "alerts": [alert("clock-restored", None, "The last clock reading is 0.6 s old.")],
    },
    "flag": {
        **RUNNING,
        "state": "paused",
        "running": None,
        "flag": "black",
        "black_ms": 0,
        "alerts": [alert("flag", "black", "Player Fourteen: 13 of 40 moves.", 28)],
    },
    "alerts": {
        **RUNNING,
        "draw_offer": "white",
        "shown": ["f6g8"],
        "durable_seq": 51,
        "problems": ["disk: the card has not answered for 0.4 s"],
        "alerts": [
            alert("draw-refused", "white", "White offered at move 9; agreement from move 30.", 17),
            alert("missed-press", "black", "Black’s move 7 was not pressed.", 14),
            alert("illegal-move", "white", "A knight cannot go from f5 to f7.", 27),
        ],
    },
    "board-lost": {
        **RUNNING,
        "board_link": "lost",
        "board_detail": "the serial port went away at 16:41:50",
        "alerts": [alert("board-lost", None, "No data from the board for 0:48.")],
    },
    "wrong-device": {**READY, "board_link": "wrong-device", "board_detail": "answered with 0x41"},
    "armageddon": ARMAGEDDON,
    "ended": ENDED,
    "drawn-armageddon": {
        **ENDED,
        "stage": "armageddon",
        "result": "1/2-1/2",
        "termination": "threefold",
        "match_winner": "black",
        "draw_odds": "black",
    },
}


class FakeTable:
    """Speaks the current snapshot to everybody who watches; `say` changes it."""

    def __init__(self, path: Path, snapshot: Mapping[str, Any]) -> None:
        self.path = path
        self.snapshot = snapshot
        self.requests: list[bytes] = []
        self.silent = False  # connected and mute, as a hung table is
        self.garbage = b""  # sent before the next snapshot
        self._server: asyncio.Server | None = None
        self._changed = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._accept, str(self.path))

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.path.unlink(missing_ok=True)

    def say(self, snapshot: Mapping[str, Any]) -> None:
        self.snapshot = snapshot
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            self.requests.append(await reader.readline())
            while True:
                await self._speak(writer)
        except OSError:
            return
        finally:
            self._writers.discard(writer)
            writer.close()  # also when the test ends and cancels us

    async def _speak(self, writer: asyncio.StreamWriter) -> None:
        changed = self._changed
        if not self.silent:
            writer.write(self.garbage + json.dumps(dict(self.snapshot)).encode() + b"\n")
            self.garbage = b""
            await writer.drain()
        try:
            await asyncio.wait_for(changed.wait(), BEAT_S)
        except TimeoutError:
            return


def ticked(snapshot: Mapping[str, Any], elapsed_ms: int) -> dict[str, Any]:
    """The snapshot some time later: the running side's delay first, then its main time."""
    later = dict(snapshot)
    side = snapshot["running"]
    if side is None:
        return later
    place = ("white", "black").index(side)
    delay = snapshot["delay_ms"][place]
    later["delay_ms"] = list(snapshot["delay_ms"])
    later["delay_ms"][place] = max(0, delay - elapsed_ms)
    later[f"{side}_ms"] = max(0, snapshot[f"{side}_ms"] - max(0, elapsed_ms - delay))
    return later


async def _play(table: FakeTable, scene: str, for_s: float) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()
    while loop.time() - start < for_s:
        table.say(ticked(SCENES[scene], int((loop.time() - start) * 1000)))
        await asyncio.sleep(0.25)


async def _main(state: Path, scene: str | None) -> None:
    state.mkdir(parents=True, exist_ok=True)
    table = FakeTable(state / "table.sock", UNKNOWN)
    await table.start()
    while True:
        for name in [scene] if scene else list(SCENES):
            print(name, flush=True)
            await _play(table, name, float("inf") if scene else SCENE_S)


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
