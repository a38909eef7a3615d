"""Fact sheet "DGT e-board and clock", sections 2 and 12: a board found again by its number, in whatever socket."""

from pathlib import Path

from clockd.units import seconds
from drivers.dgt_search import ASK_OTHERS_AGAIN_NS, NONE_FOUND, Finding, Search

A, B = "/dev/ttyACM0", "/dev/ttyUSB0"
OTHER = Finding("wrong-device", f"{A} is board 00042, expected serial 13116", other_number=True)
BUSY = Finding("lost", f"{A}: busy: another program has it open", busy=True)
GONE = Finding("lost", f"{B} was unplugged or switched off")


def test_a_named_port_is_the_only_one() -> None:
    search = Search("/dev/board", lambda: [B])
    assert [search.next(0), search.next(0)] == ["/dev/board"] * 2
    assert search.size == 1


def test_a_named_port_and_a_number_look_elsewhere_too() -> None:
    """interfaces.md section 6: `serial` picks the board, in whatever socket; the named port is tried first."""
    search = Search("/dev/board", lambda: [A, B], "13116")
    assert [search.next(0) for _ in range(4)] == ["/dev/board", A, B, "/dev/board"]


def test_auto_takes_turns_and_begins_with_the_proven_one() -> None:
    """After a loss the port where the board was is tried first, once, then the others in turn."""
    search = Search("auto", lambda: [A, B])
    assert [search.next(0), search.next(0)] == [A, B]
    search.prove(B)
    assert [search.next(0), search.next(0), search.next(0)] == [B, A, B]
    search.prove("/dev/ttyUSB7")  # it comes back under another name, or not at all
    assert search.next(0) == A


def test_auto_without_a_board_says_so() -> None:
    search = Search("auto", list)
    assert search.next(0) is None
    assert search.verdict() == Finding("lost", NONE_FOUND, gone=True)


def test_a_pattern_names_several_ports(tmp_path: Path) -> None:
    """Wireless boards have no USB identity: `port = "/dev/rfcomm*"`."""
    search = Search(str(tmp_path / "rfcomm*"), lambda: [A])
    assert search.next(0) is None
    verdict = search.verdict()
    assert verdict and verdict.detail == f"{tmp_path}/rfcomm*: no such port"
    for name in ("rfcomm1", "rfcomm0", "ttyS0"):
        (tmp_path / name).touch()
    assert search.news()
    assert [search.next(0), search.next(0)] == [f"{tmp_path}/rfcomm0", f"{tmp_path}/rfcomm1"]
    assert not search.news()


def test_nothing_is_said_before_every_port_was_tried() -> None:
    search = Search("auto", lambda: [A, B], "13116")
    search.found(A, OTHER, 0)
    assert search.verdict() is None
    search.found(B, GONE, 0)
    assert search.verdict() == Finding(
        "wrong-device",
        f"board 13116 is nowhere to be found: {OTHER.detail}; {GONE.detail}",
    )


def test_of_a_single_port_its_own_finding_is_said() -> None:
    search = Search("auto", lambda: [A], "13116")
    search.found(A, OTHER, 0)
    assert search.verdict() == OTHER


def test_a_busy_port_that_is_not_ours_by_name_does_not_speak_for_the_board() -> None:
    named, auto = Search(A, list), Search("auto", lambda: [A], "13116")
    for search in (named, auto):
        search.found(A, BUSY, 0)
        search.found(A, BUSY, 0)
    assert named.verdict() == BUSY
    assert auto.verdict() == Finding("lost", f"board 13116 is nowhere to be found: {BUSY.detail}")


def test_another_tables_board_is_left_alone_for_half_a_minute() -> None:
    search = Search("auto", lambda: [A, B], "13116")
    search.found(A, OTHER, 0)
    assert [search.next(seconds(1)), search.next(seconds(2))] == [B, B]
    assert search.next(ASK_OTHERS_AGAIN_NS) == A


def test_a_port_that_is_busy_once_may_be_another_table_that_asks() -> None:
    """Two tables that start together look at each other's ports for a second: no reason to call anybody."""
    search = Search("auto", lambda: [A, B], "13116")
    search.found(A, BUSY, 0)
    search.found(B, OTHER, 0)
    assert search.verdict() is None
    for _ in range(3):
        search.found(A, BUSY, 0)
        verdict = search.verdict()
        assert verdict and BUSY.detail in verdict.detail


def test_the_verdict_does_not_change_when_the_other_table_opens_its_board(tmp_path: Path) -> None:
    """Before: lost and wrong-device by turns, as the other table had its port open or not."""
    port = tmp_path / "ttyACM0"
    port.touch()
    search = Search("auto", lambda: [str(port)], "13116")
    search.found(str(port), OTHER, 0)
    search.found(str(port), BUSY, ASK_OTHERS_AGAIN_NS)
    assert search.verdict() == OTHER
    assert search.next(ASK_OTHERS_AGAIN_NS + 1) is None
    port.unlink()
    search.found(str(port), GONE, 2 * ASK_OTHERS_AGAIN_NS)
    assert search.verdict() == GONE


def test_a_port_that_went_is_asked_afresh_when_it_is_back() -> None:
    ports = [A]
    search = Search("auto", lambda: ports, "13116")
    search.found(A, OTHER, 0)
    assert search.next(1) is None
    ports.clear()
    assert search.next(2) is None
    ports.append(A)
    assert search.next(3) == A


def test_many_ports_are_one_short_sentence() -> None:
    ports = [f"/dev/ttyUSB{number}" for number in range(40)]
    search = Search("auto", lambda: ports)
    for port in ports:
        search.found(port, Finding("lost", f"{port}: busy"), 0)
    verdict = search.verdict()
    assert verdict and verdict.detail.endswith("/dev/ttyUSB3: busy; and 12 more")
    assert verdict.detail.startswith("the board is nowhere to be found: /dev/ttyUSB0: busy; ")


def test_the_other_boards_of_a_board_that_was_here_are_neighbours() -> None:
    """Its cable was pulled, and that was told: the board next to it is no wrong device, and no news."""
    paths = ["a", "b"]
    search = Search("auto", lambda: paths, "13116")
    other = Finding("wrong-device", "a is board 00042, expected serial 13116", other_number=True)
    none = Finding("lost", "b: no such port", gone=True)
    for path, finding in (("a", other), ("b", none)):
        search.found(path, finding, 0)
    before = search.verdict()
    search.prove("b")
    search.found("b", none, 0)
    after = search.verdict()
    assert before and (before.state, before.gone) == ("wrong-device", False)
    assert after and (after.state, after.gone) == ("lost", True)
    paths.remove("b")  # as a pulled port goes from the list
    assert (alone := search.verdict()) and (alone.state, alone.gone) == ("lost", True)
    paths.append("b")
    search.found("b", Finding("wrong-device", "b opens, but nothing on it answers"), 0)
    assert (verdict := search.verdict()) and verdict.state == "wrong-device"
