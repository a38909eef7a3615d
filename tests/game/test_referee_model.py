"""The referee under any inputs in any order, sense or nonsense: what must hold whatever happens.

It never raises, the records alone rebuild the state, today's rules over the recorded causes give the recorded facts,
no deadline comes for ever, at most one clock runs, and a game ends once unless the arbiter takes it back.
"""

from typing import Any

import chess
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from clockd.codec import encode
from clockd.game import clock as clocks
from clockd.game.decide import decide, next_deadline
from clockd.game.evidence import BoardAlert, KingsSeen, MoveSettled
from clockd.game.inputs import (
    CommandGiven,
    DeviceTrouble,
    DrawProposed,
    PairingLoaded,
    TableStopping,
    TimePassed,
)
from clockd.game.record import cause_of, facts_of, replay
from clockd.game.rulings import command_names
from clockd.game.state import Game
from clockd.ports import (
    SIDES,
    ArbiterCalled,
    ArbiterPressed,
    ButtonFault,
    ClockPressed,
    DrawClaimed,
    PlayerArrived,
    ResignPressed,
    Side,
)
from clockd.units import milliseconds, seconds
from tests.game.referee import MOST_DEADLINES, Referee, pairing

CONTROLS = ("300", "60+2", "2/20+1:30", "2/20d3:10b2", "3/15b1:20+1", "W30-B20", "*20")
FENS = (None, None, None, "8/8/8/4k3/8/8/4p3/3K4 w - - 0 1", "4k3/8/8/8/8/8/4P3/R3K3 b Q - 147 90")
REGULATIONS = ((), (("no-agreed-draw-before-move", 2),))
ARGUMENTS = (
    ("side", "white"), ("side", "black"), ("side", "both"), ("time", "0:20"), ("time", "x"),
    ("add", "0:05"), ("add", "-0:05"), ("period", "1"), ("period", "2"), ("moves", "1"),
    ("moves", "9999"), ("result", "1-0"), ("result", "1/2-1/2"), ("result", "0-0"), ("alert", "flag"),
    ("termination", "ruling"), ("text", "so"),
)  # fmt: skip
SIDE = st.sampled_from(SIDES)
LATER = st.sampled_from(
    [0, 1, milliseconds(40), milliseconds(300), seconds(1), seconds(4), seconds(25)]
)
EARLIER = st.sampled_from([0, 0, 0, 1, milliseconds(90), seconds(2)])


class RefereeUnderFire(RuleBasedStateMachine):
    """Inputs as a hall gives them, and as nobody would."""

    @initialize(
        control=st.sampled_from(CONTROLS),
        bonus_at=st.sampled_from(["moves", "zero"]),
        fen=st.sampled_from(FENS),
        regulations=st.sampled_from(REGULATIONS),
        odds=st.sampled_from([None, Side.BLACK]),
    )
    def load(
        self, control: str, bonus_at: str, fen: str | None, regulations: Any, odds: Any
    ) -> None:
        self.referee = Referee(
            control, start=False, bonus_at=bonus_at, start_fen=fen, regulations=regulations,
            draw_odds=odds,
        )  # fmt: skip
        self.round = 1
        self.ids = 0

    def feed(self, seen: Any) -> None:
        self.referee.machine.feed(seen)
        self.referee.now_ns = max(self.referee.now_ns, seen.at_ns)

    @property
    def now_ns(self) -> int:
        return self.referee.now_ns

    # -- time -------------------------------------------------------------------------------------

    @rule(span_ns=LATER)
    def wait(self, span_ns: int) -> None:
        """Deadlines come when they are due; there are never many."""
        self.referee.wait(span_ns)

    @rule(span_ns=LATER)
    def a_late_loop(self, span_ns: int) -> None:
        """Time passes unseen: the next input finds every deadline long gone."""
        self.referee.now_ns += span_ns

    @rule()
    def an_idle_tick(self) -> None:
        self.feed(TimePassed(self.now_ns))

    # -- players ----------------------------------------------------------------------------------

    @rule(side=SIDE, early_ns=EARLIER)
    def press(self, side: Side, early_ns: int) -> None:
        self.feed(ClockPressed(self.now_ns - early_ns, side))

    @rule(pick=st.integers(0, 300), pressed=st.booleans(), late_ns=EARLIER, press=st.booleans())
    def move(self, pick: int, pressed: bool, late_ns: int, press: bool) -> None:
        board = self.referee.game.board
        moves = sorted(board.legal_moves, key=chess.Move.uci) or [chess.Move.from_uci("e2e4")]
        if press:
            self.feed(ClockPressed(self.now_ns, self.referee.game.to_move))
        uci = moves[pick % len(moves)].uci()
        self.feed(MoveSettled(self.now_ns, uci, self.now_ns - late_ns, pressed))

    @rule(side=SIDE, ahead=st.integers(0, 2))
    def offer(self, side: Side, ahead: int) -> None:
        self.feed(DrawProposed(self.now_ns, side, len(self.referee.game.plies) + ahead))

    @rule(side=SIDE, what=st.sampled_from(["resign", "arrive", "call", "claim", "fault"]))
    def player(self, side: Side, what: str) -> None:
        seen = {
            "resign": ResignPressed(self.now_ns, side),
            "arrive": PlayerArrived(self.now_ns, side),
            "call": ArbiterCalled(self.now_ns, side),
            "claim": DrawClaimed(self.now_ns, side, "threefold", None),
            "fault": ButtonFault(self.now_ns, side, "sticks"),
        }
        self.feed(seen[what])

    @rule(
        name=st.sampled_from(["no-move", "illegal-move", "position-differs", "ambiguous"]),
        side=st.sampled_from([*SIDES, None]),
    )
    def doubt(self, name: Any, side: Side | None) -> None:
        self.feed(BoardAlert(self.now_ns, name, side, "odd"))

    @rule(
        result=st.sampled_from(["1-0", "0-1", "1/2-1/2"]), pending=st.sampled_from([None, "e2e4"])
    )
    def kings(self, result: Any, pending: str | None) -> None:
        self.feed(KingsSeen(self.now_ns, result, pending))

    # -- arbiter and machine ------------------------------------------------------------------------

    @rule(what=st.sampled_from(["start", "pause", "resume", "toggle"]))
    def button(self, what: Any) -> None:
        self.feed(ArbiterPressed(self.now_ns, what))

    @rule(
        name=st.sampled_from([*command_names(), "explode"]),
        arguments=st.lists(st.sampled_from(ARGUMENTS), max_size=4),
        expired=st.sampled_from([False, False, False, True]),
        resend=st.booleans(),
    )
    def command(self, name: str, arguments: list[Any], expired: bool, resend: bool) -> None:
        self.ids += 0 if resend and self.ids else 1
        given = CommandGiven(
            self.now_ns, f"c{self.ids}", name, "arbiter", tuple(arguments), "why", expired
        )
        self.feed(given)

    @rule(name=st.sampled_from(["disk", "board-lost"]), over=st.booleans())
    def trouble(self, name: str, over: bool) -> None:
        self.feed(DeviceTrouble(self.now_ns, name, "odd", over))

    @rule(another=st.booleans(), told=st.booleans())
    def pairing(self, another: bool, told: bool) -> None:
        self.round += another
        self.ids += 1
        paired = pairing("2/20+1:30", round=self.round)
        self.feed(PairingLoaded(self.now_ns, paired, f"p{self.ids}" if told else ""))

    @rule(boot_ns=st.sampled_from([0, seconds(1), seconds(9_999)]), read=st.booleans())
    def power_cut(self, boot_ns: int, read: bool) -> None:
        clock = self.referee.game.clock
        stands = clock.running is not None and read
        reading = clocks.pause(self.referee.game.timing, clock, self.now_ns) if stands else None
        fit = reading if reading is not None and reading.flag is None else None
        self.referee.restart(fit, boot_ns)

    @rule()
    def shutdown(self) -> None:
        self.feed(TableStopping(self.now_ns))

    # -- what must hold -----------------------------------------------------------------------------

    @invariant()
    def one_clock_runs_at_most_and_only_in_a_running_game(self) -> None:
        game = self.referee.game
        if game.clock.running is not None:
            assert game.phase == "running"
            assert game.clock.flag is None
        if game.phase == "ended":
            assert (game.clock.since_ns, game.result == "*") == (None, False)
        else:
            assert (game.result, game.termination, game.forfeit) == ("*", None, False)

    @invariant()
    def no_time_is_negative(self) -> None:
        for side in SIDES:
            assert self.referee.game.clock.hand(side).remaining_ns >= 0

    @invariant()
    def the_moves_on_record_lead_to_the_position(self) -> None:
        game = self.referee.game
        board = chess.Board(game.pairing.start_fen or chess.STARTING_FEN) if game.pairing else None
        for ply in game.plies:
            assert board is not None
            board.push_san(ply.san)
            assert board.peek().uci() == ply.uci
        assert board is None or board.epd() == game.board.epd()

    @invariant()
    def a_press_waits_only_for_a_move_that_may_still_come(self) -> None:
        game = self.referee.game
        assert len(game.counted_presses) <= sum(game.presses)

    @invariant()
    def deadlines_come_to_an_end(self) -> None:
        """Left alone, the game falls silent: no deadline is named for ever."""
        game, last_ns = self.referee.game, self.referee.machine._last_ns
        for _ in range(MOST_DEADLINES):
            due_ns = next_deadline(game)
            if due_ns is None:
                return
            last_ns = max(last_ns, due_ns)
            facts = decide(game, TimePassed(last_ns))
            assert facts, f"the deadline {due_ns} has nothing to tell"
            game = replay(game, facts)
        raise AssertionError("deadlines without end")

    def teardown(self) -> None:
        """The written records rebuild the state, and today's rules agree with every one of them."""
        if not hasattr(self, "referee"):
            return
        state = Game()
        for record in self.referee.records:
            facts = facts_of(record.content)
            assert decide(state, cause_of(record.content)) == facts
            assert [encode(fact) for fact in facts] == record.content["facts"]
            state = replay(state, facts)
        assert state == self.referee.game


TestRefereeUnderFire = RefereeUnderFire.TestCase
TestRefereeUnderFire.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
