"""Kills tables without warning, hundreds of times, and looks at what is left. Run by test_kills.py.

Each child process plays a real game through the real core, writer, journal and reading file, in virtual time, and
is ended by SIGKILL: at a random moment, right after a commit (before the reading), inside the write of a reading, or
before anything was written. The next child goes on from what the disk holds. Prints one JSON object at the end.
"""

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import chess

from clockd.game.inputs import TableRestarted
from clockd.game.pairing import Pairing, Player
from clockd.game.state import Game
from clockd.ports import ArbiterPressed, BoardSeen
from clockd.sim.hand_levels import CLUB
from clockd.sim.scans import play_game
from clockd.sim.virtual_table import VirtualTable
from clockd.table import reading as readings
from clockd.table.host import Opened, open_state
from clockd.table.reading import Reading, ReadingFile
from clockd.table.view import clock_at
from clockd.units import SECOND_NS, milliseconds, seconds
from clockd.writer import Writer

PAIRING = Pairing(Player("White"), Player("Black"), "40/5400+30:1800+30", "us-senior-2019")
POINTS = ("time", "commit", "reading", "start")


@dataclass
class Tally:
    """What the kills did."""

    kills: int = 0
    games: int = 0
    by_point: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    restored_from_reading: int = 0
    restored_from_record: int = 0


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fitting(opened: Opened, folder: Path) -> Reading | None:
    """The reading that runs on from the last record, as the daemon chooses it."""
    file = ReadingFile(folder / readings.FILE_NAME)
    latest = file.latest()
    file.close()
    same = latest is not None and latest.journal_id == opened.journal.journal_id
    return latest if latest is not None and same and latest.seq == opened.clock_seq else None


class Child:
    """One life of a table: from what the disk holds to its end or its death."""

    def __init__(
        self, folder: Path, moves: list[chess.Move], rng: random.Random, report: int
    ) -> None:
        self.folder, self.moves, self.rng, self.report = folder, moves, rng, report
        self.point = rng.choice(POINTS)
        self.count = rng.randint(1, 25)
        self.opened = open_state(folder)
        self.reading = fitting(self.opened, folder)
        self.writer = Writer(self.opened.journal, lambda _: None, self.durable)
        self.file = ReadingFile(folder / readings.FILE_NAME)
        self.next_reading_ns = 0

    def durable(self, seq: int) -> None:
        os.write(self.report, seq.to_bytes(8, "big"))
        if self.point == "commit":
            self.count -= 1
            if self.count <= 0:
                die()

    def live(self) -> None:
        if self.point == "start" and self.rng.random() < 0.2:
            die()
        virtual = VirtualTable(
            self.opened.game, self.opened.journal.last_seq, self.opened.clock_seq, self.writer.put
        )
        start_ns = self.rng.randrange(10**15)  # another boot: instants begin anywhere
        virtual.now_ns = start_ns
        virtual.table.feed(TableRestarted(start_ns, self.reading.clock if self.reading else None))
        if virtual.game.pairing is None:
            virtual.load(PAIRING)
        for seen in self.inputs(virtual.game, start_ns):
            virtual.put(seen)
            virtual.run_until(seen.at_ns)
            self.keep_reading(virtual)
            if self.rng.random() < 0.4:
                self.wait_for_disk(virtual)
        virtual.run_until(virtual.now_ns + seconds(5))
        self.writer.close()

    def inputs(self, game: Game, start_ns: int) -> list[BoardSeen | ArbiterPressed]:
        """The rest of the game as the board shows it; a move pressed but not settled stands there."""
        standing = len(game.plies) + len(game.counted_presses)
        board = chess.Board()
        for move in self.moves[:standing]:
            board.push(move)
        played = play_game(board, self.moves[standing:], self.rng, CLUB)
        shifted = [replace(seen, at_ns=seen.at_ns + start_ns + SECOND_NS) for seen in played.seen]
        start = ArbiterPressed(start_ns + milliseconds(1500), "start")
        return [shifted[0], start, *shifted[1:]]  # type: ignore[list-item]

    def wait_for_disk(self, virtual: VirtualTable) -> None:
        end = time.monotonic() + 2
        while self.writer.durable_seq < virtual.table.machine.seq and time.monotonic() < end:
            time.sleep(0.0005)

    def keep_reading(self, virtual: VirtualTable) -> None:
        """As the daemon does each second: only beside a record that is on the disk."""
        game, seq, now_ns = virtual.game, virtual.table.clock_seq, virtual.now_ns
        if now_ns < self.next_reading_ns or game.clock.running is None:
            return
        if self.writer.durable_seq < seq:
            return
        self.next_reading_ns = now_ns + SECOND_NS
        clock = replace(clock_at(game.timing, game.clock, now_ns), since_ns=None)
        if self.point == "reading":
            self.count -= 1
            if self.count <= 0:
                self.torn_write()
        self.file.write(self.opened.journal.journal_id, seq, clock)

    def torn_write(self) -> None:
        """Half of a slot reaches the file, then the power goes."""
        slot = (self.file._number + 1) % readings.SLOTS
        torn = os.urandom(self.rng.randrange(1, readings.SLOT_BYTES))
        os.pwrite(self.file._file, torn, slot * readings.SLOT_BYTES)
        die()


def one_life(folder: Path, moves: list[chess.Move], seed: int) -> tuple[str, int]:
    """Fork a child, kill it or let it end; (how it ended, last sequence number it reported durable)."""
    rng = random.Random(seed)
    read_end, write_end = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(read_end)
        child = Child(folder, moves, rng, write_end)
        child.live()
        os._exit(0)
    os.close(write_end)
    if random.Random(seed).choice(POINTS) == "time":
        time.sleep(random.Random(seed + 1).uniform(0.002, 0.08))
        os.kill(process, signal.SIGKILL)
    reported = 0
    while block := os.read(read_end, 8):
        reported = int.from_bytes(block, "big")
    os.close(read_end)
    _, status = os.waitpid(process, 0)
    ended = "killed" if os.WIFSIGNALED(status) else f"exit {os.waitstatus_to_exitcode(status)}"
    return ended, reported


def examine(folder: Path, moves: list[chess.Move], reported: int, tally: Tally, say: str) -> Game:
    """What is left on the disk must be a true beginning of the game, and all that was reported."""

    def fault(text: str) -> None:
        tally.faults.append(f"{say}: {text}")

    opened = open_state(folder)
    game = opened.game
    if opened.journal.last_seq < reported:
        fault(
            f"record {reported} was reported durable, the journal ends at {opened.journal.last_seq}"
        )
    if [ply.uci for ply in game.plies] != [move.uci() for move in moves[: len(game.plies)]]:
        fault("the moves are not the beginning of the game")
    if game.phase == "running":
        reading = fitting(opened, folder)
        clock = reading.clock if reading else game.clock
        side = game.clock.to_run
        lost_ns = game.clock.hand(side).remaining_ns - clock.hand(side).remaining_ns
        if lost_ns < 0 or clock.hand(side.other) != game.clock.hand(side.other):
            fault("the reading gives time or touches the standing side")
        tally.restored_from_reading += reading is not None
        tally.restored_from_record += reading is None
    opened.journal.close()
    return game


def play_and_kill(games: list[list[chess.Move]], kills: int, seed: int) -> Tally:
    """Kill until `kills` children have died; each game goes on until it is complete."""
    tally = Tally()
    while tally.kills < kills:
        moves = games[tally.games % len(games)]
        tally.games += 1
        folder = Path(tempfile.mkdtemp(prefix="clockd-kill-"))
        for life in range(60):
            say = f"game {tally.games} life {life} seed {seed}"
            ended, reported = one_life(folder, moves, seed)
            seed += 1
            if ended == "killed":
                tally.kills += 1
                point = random.Random(seed - 1).choice(POINTS)
                tally.by_point[point] = tally.by_point.get(point, 0) + 1
            elif ended != "exit 0":
                tally.faults.append(f"{say}: {ended}")
            game = examine(folder, moves, reported, tally, say)
            if ended == "exit 0":
                if len(game.plies) != len(moves):
                    tally.faults.append(f"{say}: {len(game.plies)} of {len(moves)} plies")
                break
            if tally.kills >= kills:
                break
        shutil.rmtree(folder)
    return tally


def main(arguments: list[str]) -> None:
    kills, seed, *games = arguments
    parsed = [[chess.Move.from_uci(word) for word in game.split()] for game in games]
    tally = play_and_kill(parsed, int(kills), int(seed))
    json.dump(tally.__dict__, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
