"""What several end-to-end tests begin with."""

from tests.e2e.hall import Hall, eventually
from tests.e2e.test_one_game import play, set_up


def after_e4_e5(table: Hall) -> None:
    """A game under way, one move by each side."""
    set_up(table)
    table.push(arbiter="start")
    eventually("a running clock", lambda: table.status()["running"] == "white")
    play(table, ["e4", "e5"])


def knight_on_g3(table: Hall) -> None:
    """White's knight goes where no knight goes, and White presses (7.5.1)."""
    table.say("lift g1")
    table.say("put g3 N")
    eventually("the squares", lambda: len(table.status()["board_diff"]) == 2)
    table.push(press="white")
