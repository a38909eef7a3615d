"""A whole event in virtual time: one hub, its tables, and the players who replay real games at them.

One virtual clock steps to the next instant at which anything is due at any table, when all that came before has been
taken in; while results and pairings travel between tables and hub it stands still. So the same seed gives the same
games, times and standings at any speed. The hub is reached over its own door, as from a real table.
"""

import heapq
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from clockd.errors import NotAllowed
from clockd.game.control_text import parse_control
from clockd.game.pairing import Pairing
from clockd.hub.event_file import EventFile
from clockd.hub.hub import Hub
from clockd.machine import Stamps
from clockd.sim.demo_table import DemoTable
from clockd.sim.game_library import RealGame, real_games
from clockd.sim.players import Players, compose
from clockd.sim.virtual_clock import START_NS, VirtualClock
from clockd.units import HOUR_NS, SECOND_NS, milliseconds, seconds

HANDED_WITHIN_S = (
    60.0  # of real time, for a pairing or a result to travel; then something is broken
)
LOOK_EVERY_S = 0.005
HEED_EVERY_S = 0.2  # a slow demo is told to stop in its sleep
BEFORE_ROUND_NS = seconds(12)  # players sit down, the arbiter looks round
START_APART_NS = milliseconds(700)  # the arbiter starts one clock after another
AFTER_GAME_NS = seconds(3)  # what is still under way comes in
LONGEST_ROUND_NS = 8 * HOUR_NS
BACKLOG_MOST = 64  # records that may wait for the disk before the clock waits too
FIRST_DAY_UNIX_S = 1_562_353_200  # 2019-07-05: what the wall shows in a demo

Say = Callable[[str], None]


class Stuck(RuntimeError):
    """The demo cannot go on: our own mistake, with what was waited for."""


class Conductor:
    """Owns the virtual clock and everything that reads it."""

    def __init__(
        self,
        folder: Path,
        event: EventFile,
        tables: int,
        speed: float | None,
        seed: int,
        say: Say,
        told: Callable[[], bool] = lambda: False,
    ) -> None:
        self.clock, self.seed, self._say = VirtualClock(speed, sleep=self._sleep), seed, say
        self._told = told
        stamps = Stamps("demo", self._wall)
        self.hub = Hub(
            folder / "hub",
            event,
            now_ns=self.clock.now_ns,
            line_ns=time.monotonic_ns,
            stamps=stamps,
            rng=Random(seed),
            pause_ns=0,  # its arbiter has looked within the virtual time of the round
        )
        self.hub.rate = speed or 1.0
        self.tables = [
            DemoTable(folder / f"table{number}", number, self.clock, stamps, seed * 1000 + number)
            for number in range(1, tables + 1)
        ]
        self._per_round = event.boards  # more tables play no other games
        self._games = list(real_games())
        Random(seed).shuffle(self._games)

    def _wall(self) -> str:
        passed_s = (self.clock.now_ns() - START_NS) / SECOND_NS
        moment = time.gmtime(FIRST_DAY_UNIX_S + passed_s)
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", moment)

    @property
    def folders(self) -> list[Path]:
        """The tables' state folders: where their sockets are."""
        return [table.host.folder for table in self.tables]

    def enrol(self) -> None:
        """Each table is enrolled by the code that it shows, as its arbiter would do it."""
        for table in self.tables:
            number = str(table.host.number)
            self._wait(f"table {number} asks to be enrolled", partial(self._asks, number))
            self.hub.enrolments.confirm(number, table.host.enrolment.shown()["code"])

    def _asks(self, number: str) -> bool:
        return any(each["table"] == number for each in self.hub.enrolments.asking())

    def run(self) -> None:
        """Play the event to its end."""
        while True:
            playing = self._handed_out()
            if not playing:
                return
            pairings = [_pairing(table) for table in playing]
            self._play(playing)
            self._taken_in(pairings)

    # -- told to stop: only between two steps, so that nothing is left half open ------------------

    def _heed(self) -> None:
        if self._told():
            raise KeyboardInterrupt

    def _sleep(self, rest_s: float) -> None:
        end = time.monotonic() + rest_s
        while (left_s := end - time.monotonic()) > 0:
            time.sleep(min(left_s, HEED_EVERY_S))
            self._heed()

    # -- waiting, while the clock stands ----------------------------------------------------------

    def _wait(self, what: str, done: Callable[[], Any]) -> Any:
        self.clock.stand()
        end = time.monotonic() + HANDED_WITHIN_S
        while True:
            self._heed()
            for table in self.tables:
                table.take_commands()
            if answer := done():
                return answer
            if time.monotonic() > end:
                raise Stuck(f"{what} within {HANDED_WITHIN_S:.0f} s")
            time.sleep(LOOK_EVERY_S)

    def _open_boards(self) -> list[dict[str, Any]]:
        """Boards of the rounds under way that have no result yet; none while a round is being paired."""
        snapshot = self.hub.snapshot()
        boards = [board for board in snapshot["boards"] if board["result"] == "*"]
        if not boards and not snapshot["pairing_now"] and snapshot["notices"]:
            raise NotAllowed(snapshot["notices"][-1])  # nobody is here to rule on it
        return [] if snapshot["pairing_now"] else boards

    def _finished(self) -> bool:
        return bool(self.hub.snapshot()["phase"] == "finished")

    def _handed_out(self) -> list[DemoTable]:
        """The tables that have their game of the round; none when the event is over."""

        def ready() -> bool:
            boards = self._open_boards()
            return self._finished() or (0 < len(boards) == len(self._set_up()))

        self._wait("the hub handed out the games", ready)
        return [] if self._finished() else self._set_up()

    def _set_up(self) -> list[DemoTable]:
        return [table for table in self.tables if _is_set_up(table)]

    def _taken_in(self, played: Iterable[Pairing]) -> None:
        """Every result of the round stands at the hub, and it has gone on."""
        keys = {pairing.key[1:] for pairing in played}

        def gone_on() -> bool:
            still_open = {
                (board["round"], board["board"], board["stage"], board["game"] or 1)
                for board in self.hub.snapshot()["boards"]
                if board["result"] == "*"
            }
            return keys.isdisjoint(still_open)

        self._wait("the hub took in every result", gone_on)

    # -- playing ----------------------------------------------------------------------------------

    def _play(self, playing: list[DemoTable]) -> None:
        begin_ns = self.clock.now_ns() + BEFORE_ROUND_NS
        for order, table in enumerate(playing):
            table.play(self._players(_pairing(table), begin_ns + order * START_APART_NS), begin_ns)
        self._step_through(playing)

    def _step_through(self, playing: list[DemoTable]) -> None:
        """Step from one instant to the next at whatever table it comes, until every game is over.

        A table whose game is over rests until its next one; its line notices no more than a long think.
        """
        limit_ns = self.clock.now_ns() + LONGEST_ROUND_NS
        due = [(table.next_ns(), table.number, table) for table in playing]
        heapq.heapify(due)
        over_ns: dict[int, int] = {}
        while due:
            self._heed()
            at_ns, number, table = due[0]
            if at_ns > limit_ns:
                raise Stuck(f"a game of {LONGEST_ROUND_NS // HOUR_NS} hours: table {number}")
            self.clock.step_to(at_ns)
            table.step(at_ns)
            if number not in over_ns and table.done:
                over_ns[number] = at_ns  # kept: the next game may be loaded at any moment
                self._tell(table)
            if at_ns > over_ns.get(number, at_ns) + AFTER_GAME_NS:
                heapq.heappop(due)
                table.arbiter_looks(at_ns)
            else:
                heapq.heapreplace(due, (table.next_ns(), number, table))
            while table.host.writer.backlog > BACKLOG_MOST:
                time.sleep(LOOK_EVERY_S)

    def _players(self, pairing: Pairing, start_ns: int) -> Players:
        rng = Random(f"{self.seed} {pairing.key}")
        score = compose(self._game_for(pairing), parse_control(pairing.control), rng)
        return Players(score, rng, start_ns)

    def _game_for(self, pairing: Pairing) -> RealGame:
        """Each game of the event proper is another one; playoffs go on in the list."""
        if pairing.stage is None:
            place = (pairing.round - 1) * self._per_round + pairing.board - 1
            return self._games[place % len(self._games)]
        return Random(f"{self.seed} playoff {pairing.key}").choice(self._games)

    def _tell(self, table: DemoTable) -> None:
        game, pairing = table.host.table.game, _pairing(table)
        where = pairing.stage or f"round {pairing.round}"
        moves = (len(game.plies) + 1) // 2
        names = f"{pairing.white.name} - {pairing.black.name}"
        self._say(
            f"{where} board {pairing.board}: {names}  {game.result}"
            f"  ({game.termination}, {moves} moves)"
        )

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.hub.close()


def _pairing(table: DemoTable) -> Pairing:
    pairing = table.host.table.game.pairing
    assert pairing is not None, "this table has no game"
    return pairing


def _is_set_up(table: DemoTable) -> bool:
    game = table.host.table.game
    return game.phase == "waiting" and game.pairing is not None
