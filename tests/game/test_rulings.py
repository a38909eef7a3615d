"""The arbiter's commands (interfaces.md section 6): what each does, what it refuses, and that it is done once."""

from dataclasses import replace
from typing import Any

import pytest

from clockd.game.decide import decide
from clockd.game.facts import ClockEdited, CommandAccepted, CommandRefused, GameEnded, PlayerCame
from clockd.game.inputs import CommandGiven, DeviceTrouble, PairingLoaded
from clockd.game.rulings import TERMINATIONS, command_names
from clockd.game.state import Game
from clockd.ports import BLACK, WHITE, ArbiterCalled, ArbiterPressed, ButtonFault
from clockd.units import minutes, seconds
from tests.game.referee import Referee, pairing, refused


def paused(control: str = "5400+30", **others: Any) -> Referee:
    referee = Referee(control, **others)
    referee.play("e4 e5", seconds(30))
    referee.command("pause")
    return referee


# -- start, pause, resume -----------------------------------------------------------------------------


def test_start_runs_white_s_clock() -> None:
    """6.6: at the start White's clock is started."""
    referee = Referee(start=False)
    facts = referee.command("start", "round 1")
    assert [type(fact).__name__ for fact in facts] == ["ClockStarted", "CommandAccepted"]
    assert referee.game.clock.running is WHITE
    assert referee.of(CommandAccepted)[0].reason == "round 1"


def test_black_to_move_in_the_start_position_has_his_clock_started() -> None:
    referee = Referee(start=False, start_fen="4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    referee.command("start")
    assert referee.game.clock.running is BLACK


def test_pause_and_resume_keep_every_nanosecond() -> None:
    referee = Referee()
    referee.wait(seconds(7) + 1)
    referee.command("pause")
    assert (referee.game.phase, referee.game.stopped_why) == ("paused", "Stopped by the arbiter")
    referee.wait(minutes(55))
    referee.command("resume")
    assert (referee.game.phase, referee.game.stopped_why) == ("running", None)
    assert referee.game.clock.white.remaining_ns == minutes(90) + seconds(23) - 1
    referee.press(WHITE)
    referee.settle("e4")
    assert referee.game.plies[0].spent_ns == seconds(7) + 1  # the pause is nobody's time


def test_a_pause_during_a_delay_keeps_the_part_already_used() -> None:
    """D5: 1.2 s of 2 s used, paused, 0.8 s left."""
    referee = Referee("600d2")
    referee.wait(seconds(1) + 200_000_000)
    referee.command("pause")
    referee.wait(minutes(5))
    referee.command("resume")
    referee.press(WHITE, 900_000_000)
    assert referee.game.clock.white.remaining_ns == minutes(10) - 100_000_000


@pytest.mark.parametrize(
    ("what", "phases"),
    [("toggle", ["running", "paused", "running"]), ("pause", ["waiting"] * 3)],
)
def test_the_arbiter_s_button(what: Any, phases: list[str]) -> None:
    """A single button does what fits; one that does not fit changes nothing."""
    referee = Referee(start=False)
    seen = []
    for _ in range(3):
        referee.feed(ArbiterPressed(referee.now_ns + seconds(1), what))
        seen.append(referee.game.phase)
    assert seen == phases


REFUSALS: list[tuple[str, dict[str, str], str]] = [
    ("start", {}, "the clock runs already"),
    ("resume", {}, "the clock is not paused"),
    ("set-time", {"side": "white", "time": "1:00"}, "the clock runs: pause it first"),
    ("set-period", {"side": "white", "period": "2"}, "the clock runs: pause it first"),
    ("set-count", {"side": "white", "moves": "2"}, "the clock runs: pause it first"),
    ("result", {"result": "2-0"}, "result=2-0, expected one of 1-0"),
    ("result", {"result": "*"}, "result=*, expected one of"),
    ("result", {}, "result=, expected one of"),
    ("result", {"result": "1-0", "termination": "boredom"}, "termination=boredom, expected one of"),
    ("forfeit", {"side": "green"}, "side=green, expected side=white or side=black"),
    ("device", {}, "side=None, expected side=white or side=black"),
    ("set-aside", {}, "the game has not ended"),
    ("arrived", {"side": "all"}, "side=all, expected"),
    ("note", {}, "an empty note"),
    ("acknowledge", {"id": "7"}, "no such alert is open"),
    ("explode", {}, "no command 'explode'; there are"),
]


@pytest.mark.parametrize(("name", "arguments", "why"), REFUSALS)
def test_a_command_that_does_not_fit_is_refused_with_a_sentence(
    name: str, arguments: dict[str, str], why: str
) -> None:
    referee = Referee()
    before = referee.game
    facts = referee.command(name, **arguments)
    assert [type(fact) for fact in facts] == [CommandRefused]
    assert why in refused(facts)
    assert "\n" not in refused(facts)
    assert replace(referee.game, commands=()) == before


@pytest.mark.parametrize(
    "name", [name for name in command_names() if name not in ("note", "call-answered")]
)
def test_without_a_pairing_there_is_nothing_to_rule(name: str) -> None:
    arguments = (
        ("side", "white"),
        ("result", "1-0"),
        ("time", "1:00"),
        ("period", "1"),
        ("moves", "1"),
    )
    given = CommandGiven(1, "c1", name, "arbiter", arguments)
    facts = decide(Game(), given)
    assert [type(fact) for fact in facts] == [CommandRefused]


# -- done once, in time -------------------------------------------------------------------------------


def test_a_resend_of_the_same_id_changes_nothing() -> None:
    """Design 2: commands carry an id; a resend is answered, not carried out again."""
    referee = paused()
    given = CommandGiven(
        referee.now_ns, "id-1", "set-time", "arbiter", (("side", "white"), ("add", "2:00"))
    )
    assert len(referee.feed(given)) == 2
    left_ns = referee.left_ns(WHITE)
    assert referee.feed(replace(given, at_ns=referee.now_ns + seconds(1))) == []
    assert referee.left_ns(WHITE) == left_ns


def test_a_refused_command_is_not_tried_again_by_its_resend() -> None:
    referee = Referee()
    given = CommandGiven(referee.now_ns, "id-1", "resume", "arbiter")
    referee.feed(given)
    referee.command("pause")
    assert referee.feed(replace(given, at_ns=referee.now_ns)) == []
    assert referee.game.phase == "paused"


def test_an_expired_command_is_refused_never_carried_out_late() -> None:
    referee = Referee(start=False)
    facts = referee.feed(CommandGiven(referee.now_ns, "c", "start", "hub", expired=True))
    assert refused(facts) == "it came after its expiry"
    assert referee.game.phase == "waiting"


def test_an_id_is_remembered_over_a_restart() -> None:
    referee = paused()
    given = CommandGiven(referee.now_ns, "id-1", "result", "arbiter", (("result", "1-0"),))
    referee.feed(given)
    referee.restart()
    assert referee.feed(replace(given, at_ns=referee.now_ns)) == []


# -- times, periods, counts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "text", "left_ns"),
    [
        ("time", "1:02:14", seconds(3734)),
        ("time", "4:30", seconds(270)),
        ("time", "90s", seconds(90)),
        ("time", "1h30m", minutes(90)),
        ("time", "120:00", minutes(120)),
        ("add", "2:00", minutes(92)),
        ("add", "+2:00", minutes(92)),
        ("add", "-2:00", minutes(88)),
    ],
)
def test_set_time_sets_adds_and_takes_away(argument: str, text: str, left_ns: int) -> None:
    """6.10.2, 7.5.5: after 30 s of move one White has 90:00 + 30 again."""
    referee = paused()
    base_ns = referee.left_ns(WHITE)
    assert base_ns == minutes(90) + seconds(30)
    referee.command("set-time", side="white", **{argument: text})
    expected = left_ns + (seconds(30) if argument == "add" else 0)
    assert referee.left_ns(WHITE) == expected
    assert referee.game.phase == "paused"
    assert len(referee.of(ClockEdited)) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"time": "0:00"},
        {"time": "1:75:00"},
        {"time": "1:2:3:4"},
        {"time": "-1:00"},
        {"time": "101h"},
        {"time": "soon"},
        {"time": ""},
        {"add": "-2:00:00"},
        {"add": ""},
        {"time": "1:00", "add": "1:00"},
        {},
    ],
)
def test_a_time_that_is_none_is_refused(arguments: dict[str, str]) -> None:
    referee = paused()
    clock = referee.game.clock
    assert refused(referee.command("set-time", side="black", **arguments))
    assert referee.game.clock == clock


def test_the_delay_is_honoured_on_top_of_a_set_time() -> None:
    """Field scenario 4: one second set; 2 s of delay and that second are left."""
    referee = Referee("600d2")
    referee.command("pause")
    referee.command("set-time", side="white", time="1s")
    referee.command("resume")
    referee.wait(seconds(3) - 1)
    assert referee.game.clock.flag is None
    referee.wait(1)
    assert referee.game.clock.flag is WHITE


def test_set_period_and_set_count() -> None:
    """6.10.2: wrong settings are corrected at once, the move counter included."""
    referee = paused("40/5400+30:1800+30")
    referee.command("set-count", side="white", moves="39")
    referee.command("set-period", side="black", period="2")
    assert (referee.game.completed(WHITE), referee.game.clock.black.period) == (39, 1)
    left_ns = referee.left_ns(WHITE)
    referee.command("resume")
    referee.play("Nf3", 0)
    assert referee.game.clock.white.period == 1
    assert referee.left_ns(WHITE) == left_ns + seconds(30) + minutes(30)
    for period in ("0", "3", "x"):
        referee.command("pause")
        assert refused(referee.command("set-period", side="white", period=period))


# -- results ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"])
def test_every_result_can_be_ruled(result: str) -> None:
    """Laws 12.9: results need not sum to 1."""
    referee = Referee()
    referee.play("e4")
    referee.command("result", "both left", result=result)
    assert (referee.game.result, referee.game.termination, referee.game.phase) == (
        result,
        "ruling",
        "ended",
    )
    assert referee.of(GameEnded)[0].detail == "both left"
    assert not referee.game.forfeit


@pytest.mark.parametrize("word", TERMINATIONS)
def test_every_promised_termination_can_be_named(word: str) -> None:
    """Interfaces 0."""
    referee = Referee()
    referee.command("result", result="0-1", termination=word)
    assert referee.game.termination == word


@pytest.mark.parametrize(("side", "result"), [("white", "0-1"), ("black", "1-0"), ("both", "0-0")])
def test_a_forfeit_before_the_first_move_is_the_default_time_s(side: str, result: str) -> None:
    """6.7.1; 2019 U.S. Senior, reg. 1; both absent 0-0."""
    referee = Referee()
    referee.command("forfeit", side=side)
    game = referee.game
    assert (game.result, game.termination, game.forfeit) == (result, "default-time", True)


def test_a_forfeit_of_a_game_in_play_is_a_ruling_and_was_played() -> None:
    referee = Referee()
    referee.play("e4")
    referee.command("forfeit", side="white")
    assert (referee.game.result, referee.game.termination, referee.game.forfeit) == (
        "0-1",
        "ruling",
        False,
    )


def test_a_device_that_sounds_forfeits_the_game() -> None:
    """2019 U.S. Senior, reg. 3."""
    referee = Referee()
    referee.play("e4")
    referee.command("device", "it rang", side="black")
    assert (referee.game.result, referee.game.termination) == ("1-0", "device")
    assert refused(referee.command("device", side="white")) == "no game is open at this table"


def test_a_result_set_aside_leaves_the_game_paused_with_its_clocks() -> None:
    referee = Referee()
    referee.play("e4 e5", seconds(10))
    referee.resign(WHITE)
    clock = referee.game.clock
    referee.command("set-aside", "it was the neighbour's button")
    game = referee.game
    assert (game.phase, game.result, game.termination, game.forfeit) == ("paused", "*", None, False)
    assert (game.clock, game.stopped_why) == (clock, "Result set aside by the arbiter")
    referee.command("resume")
    referee.play("Nf3", seconds(10))
    assert referee.game.clock.white.remaining_ns == minutes(90) + seconds(30) + seconds(20) * 2


def test_a_flag_set_aside_needs_a_time_before_the_game_goes_on() -> None:
    """6.10: the arbiter corrects; without time the flag would only fall again."""
    referee = Referee("300")
    referee.wait(minutes(6))
    assert referee.game.termination == "time-forfeit"
    referee.command("set-aside", "the clock was set wrongly")
    assert "no time left" in refused(referee.command("resume"))
    referee.command("set-time", side="white", time="1:00")
    referee.command("resume")
    assert (referee.game.phase, referee.game.clock.flag) == ("running", None)
    referee.wait(minutes(1) + seconds(1))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


def test_a_flag_whose_result_was_left_open_can_be_lifted_by_giving_time() -> None:
    referee = Referee("300")
    referee.play("f3 e5 g4")
    left_ns = referee.game.clock.black.remaining_ns
    referee.wait(left_ns + 900_000_000)
    referee.settle("Qh4#", pressed=False, landed_ns=referee.now_ns - 800_000_000)
    assert referee.game.result_left_open
    assert "flag is down" in refused(referee.command("resume"))
    referee.command("set-time", side="white", add="2:00")  # the other side's time lifts nothing
    assert referee.game.clock.flag is BLACK
    referee.command("set-time", side="black", time="0:30")
    lifted = referee.game
    assert (lifted.phase, lifted.clock.flag) == ("paused", None)
    referee.command("resume")
    referee.wait(seconds(31))
    assert (referee.game.result, referee.game.termination) == ("1-0", "time-forfeit")


def test_a_flag_whose_result_was_left_open_can_be_ruled_on() -> None:
    referee = Referee("300")
    referee.play("f3 e5 g4")
    referee.wait(referee.game.clock.black.remaining_ns + 900_000_000)
    referee.settle("Qh4#", pressed=False, landed_ns=referee.now_ns - 900_000_000)
    referee.command("result", "mate was on the board", result="0-1", termination="checkmate")
    assert (referee.game.phase, referee.game.result, referee.game.termination) == (
        "ended",
        "0-1",
        "checkmate",
    )


def test_the_clock_of_an_ended_game_is_not_edited() -> None:
    referee = Referee()
    referee.resign(WHITE)
    assert "set its result aside first" in refused(
        referee.command("set-time", side="white", time="1:00")
    )


# -- alerts, arrival, notes ---------------------------------------------------------------------------


def test_alerts_stay_until_they_are_acknowledged() -> None:
    referee = Referee()
    referee.doubt("ambiguous", WHITE, "one")
    referee.doubt("ambiguous", WHITE, "two")
    referee.doubt("illegal-move", BLACK, "three")
    referee.wait(minutes(10))
    assert len(referee.game.alerts) == 3
    referee.command("acknowledge", id=str(referee.game.alerts[0].id))
    assert [alert.detail for alert in referee.game.alerts] == ["two", "three"]
    referee.command("acknowledge", alert="illegal-move")
    assert referee.alerts() == ["ambiguous"]
    referee.doubt("ambiguous", WHITE, "four")
    referee.command("acknowledge")
    assert referee.alerts() == []


def test_an_alert_says_at_which_ply_it_came() -> None:
    """Interfaces 6: {"alert", "side", "ply", "detail"}."""
    referee = Referee()
    referee.play("e4 e5 Nf3")
    referee.doubt("ambiguous", WHITE)
    assert (referee.game.alerts[0].ply, referee.game.alerts[0].side) == (3, WHITE)


def test_a_call_is_answered() -> None:
    referee = Referee()
    referee.feed(ArbiterCalled(referee.now_ns, BLACK))
    referee.feed(ArbiterCalled(referee.now_ns, BLACK))
    assert [alert.detail for alert in referee.game.alerts] == ["Black calls the arbiter"]
    referee.command("call-answered")
    assert referee.alerts() == []


def test_arrived_marks_a_player_once() -> None:
    referee = Referee(start=False)
    referee.command("arrived", side="white")
    referee.command("arrived", side="white")
    assert (set(referee.game.arrived), len(referee.of(PlayerCame))) == ({WHITE}, 1)


def test_a_note_is_kept_with_its_author() -> None:
    referee = Referee()
    facts = referee.command("note", "White asked for a new pen")
    assert [(fact.author, fact.reason) for fact in facts] == [
        ("arbiter", "White asked for a new pen")
    ]


# -- pairings -----------------------------------------------------------------------------------------


def loaded(referee: Referee, round_: int, number: str, **others: Any) -> list[Any]:
    paired = pairing("300", round=round_, event="E", **others)
    return referee.feed(PairingLoaded(referee.now_ns, paired, number, "hub"))


def test_a_pairing_waits_until_the_open_game_has_ended() -> None:
    referee = Referee("300", event="E", round=1)
    referee.play("e4")
    assert "a game is open" in refused(loaded(referee, 2, "p1"))
    referee.resign(WHITE)
    loaded(referee, 2, "p2")
    game = referee.game
    assert (game.phase, game.plies, game.clock.white.remaining_ns) == ("waiting", (), minutes(5))
    assert game.game_id == "e-r2-b1"


def test_alerts_of_the_game_before_wait_for_the_arbiter() -> None:
    """Interfaces 6: alerts stay in the list until he acknowledges them."""
    referee = Referee("300", event="E", round=1)
    referee.kings("1-0")
    loaded(referee, 2, "p2")
    assert referee.alerts() == ["result-by-kings"]
    referee.doubt("ambiguous", WHITE)  # nothing is played yet
    referee.command("start")
    referee.doubt("ambiguous", WHITE)
    assert [alert.id for alert in referee.game.alerts] == [1, 2]


def test_a_game_that_ended_here_is_not_played_again() -> None:
    """Interfaces 6: a pairing whose game has ended there shows its result and starts nothing."""
    referee = Referee("300", event="E", round=1)
    referee.resign(WHITE)
    assert "0-1" in refused(loaded(referee, 1, "p1"))
    loaded(referee, 2, "p2")
    referee.resign(WHITE)  # not started: nothing to resign
    referee.command("forfeit", side="black")
    assert "was played at this table" in refused(loaded(referee, 1, "p3"))
    assert "was played at this table" in refused(loaded(referee, 2, "p4"))


def test_a_pairing_that_was_replaced_before_its_start_was_not_played() -> None:
    referee = Referee("300", event="E", round=1, start=False)
    loaded(referee, 2, "p1")
    assert [type(fact).__name__ for fact in loaded(referee, 1, "p2")] == [
        "GamePaired",
        "CommandAccepted",
    ]


def test_the_second_game_of_a_match_is_another_game() -> None:
    referee = Referee("300", event="E", round=1, stage="rapid-match", game=1)
    referee.resign(WHITE)
    loaded(referee, 1, "p1", stage="rapid-match", game=2)
    assert referee.game.game_id == "e-r1-b1-rapid-match-g2"


def test_the_same_pairing_again_changes_nothing() -> None:
    referee = Referee("300", event="E", round=1)
    referee.play("e4")
    facts = loaded(referee, 1, "p1")
    assert [type(fact) for fact in facts] == [CommandAccepted]
    assert len(referee.game.plies) == 1
    assert loaded(referee, 1, "p1") == []


def test_an_expired_pairing_is_refused() -> None:
    referee = Referee("300", event="E", round=1, start=False)
    late = PairingLoaded(referee.now_ns, pairing("300", round=2), "p", "hub", expired=True)
    assert refused(referee.feed(late)) == "it came after its expiry"


def test_times_can_be_set_before_the_start() -> None:
    """A late clock is set up by the arbiter; the game still waits for its start."""
    referee = Referee("300", start=False)
    referee.command("set-time", side="black", time="4:00")
    assert (referee.game.phase, referee.left_ns(BLACK)) == ("waiting", minutes(4))
    referee.command("start")
    assert referee.game.clock.running is WHITE


def test_a_button_that_chatters_and_a_sick_disk_are_told() -> None:
    """Interfaces 6: the alerts button-chatter and disk; the disk's goes when it is well again."""
    referee = Referee()
    referee.feed(ButtonFault(referee.now_ns, WHITE, "stuck for 20 s"))
    referee.feed(DeviceTrouble(referee.now_ns, "disk", "The disk is 0.3 s behind"))
    assert [(each.alert, each.side, each.detail) for each in referee.game.alerts] == [
        ("button-chatter", WHITE, "stuck for 20 s"),
        ("disk", None, "The disk is 0.3 s behind"),
    ]
    referee.feed(DeviceTrouble(referee.now_ns, "disk", "", over=True))
    assert referee.alerts() == ["button-chatter"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("set-time", {"sied": "white", "time": "1:00"}, "no argument 'sied', expected side, time"),
        ("pause", {"side": "white"}, "pause: no argument 'side', it takes none"),
        (
            "result",
            {"result": "1-0", "why": "x"},
            "no argument 'why', expected result, termination",
        ),
    ],
)
def test_an_argument_that_means_nothing_is_refused(
    name: str, arguments: dict[str, str], said: str
) -> None:
    referee = Referee()
    before = referee.game
    assert said in refused(referee.command(name, **arguments))
    assert referee.game.clock == before.clock and referee.game.phase == before.phase
