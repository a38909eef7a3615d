"""The decider at work, and the inbox that orders its inputs (design.md section 3: the reorder window)."""

import threading
import time
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.journal import Record
from clockd.machine import REORDER_NS, Decider, Inbox, Machine, Stamps
from clockd.units import milliseconds

STAMPS = Stamps("boot", lambda: "then")
LONG_AGO = 0  # as `until_ns`: do not wait


@dataclass(frozen=True, slots=True)
class Tick:
    """An input; an odd one is a fact."""

    at_ns: int
    number: int = 1


def decide(total: int, seen: Tick) -> list[Tick]:
    return [seen] if seen.number % 2 else []


COUNTER = Decider(decide, lambda total, fact: total + fact.number, lambda total: None)


def machine() -> tuple[Machine[int], list[Record]]:
    records: list[Record] = []
    return Machine(COUNTER, 0, 0, records.append, STAMPS), records


def test_a_record_holds_the_cause_the_facts_and_when() -> None:
    counter, records = machine()
    counter.feed(Tick(7, 3), {"seen": [[1, 2]]})
    assert records[0].seq == 1
    assert records[0].content == {
        "cause": {"type": "Tick", "at_ns": 7, "number": 3, "seen": [[1, 2]]},
        "facts": [{"type": "Tick", "at_ns": 7, "number": 3}],
        "mono_ns": 7,
        "wall": "then",
        "boot": "boot",
    }
    assert counter.state == 3


def test_an_input_that_changes_nothing_leaves_no_record() -> None:
    counter, records = machine()
    assert counter.feed(Tick(7, 2)) == []
    assert (counter.seq, records) == (0, [])


def test_an_input_older_than_the_last_fact_is_clamped_to_it_and_counted() -> None:
    counter, records = machine()
    counter.feed(Tick(10, 1))
    assert counter.feed(Tick(4, 1)) == [Tick(10, 1)]
    assert counter.feed(Tick(10, 1)) == [Tick(10, 1)]  # the very same instant is not old
    assert counter.clamped == 1
    assert [record.content["mono_ns"] for record in records] == [10, 10, 10]


def test_an_input_that_was_no_fact_holds_nothing_up() -> None:
    counter, _ = machine()
    counter.feed(Tick(10, 2))
    assert counter.feed(Tick(4, 1)) == [Tick(4, 1)]
    assert counter.clamped == 0


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 9))))
def test_the_state_is_the_fold_of_the_facts(ticks: list[tuple[int, int]]) -> None:
    counter, records = machine()
    facts = [fact for tick in ticks for fact in counter.feed(Tick(*tick))]
    assert counter.state == reduce(COUNTER.evolve, facts, 0)
    assert [fact.at_ns for fact in facts] == sorted(fact.at_ns for fact in facts)
    assert [record.seq for record in records] == list(range(1, len(records) + 1))


# -- the inbox ------------------------------------------------------------------------------------


def test_the_reorder_window_is_100_ms() -> None:
    """Design 3: callbacks up to 60 ms late were seen."""
    assert milliseconds(100) == REORDER_NS


@given(st.lists(st.integers(0, 20)))
def test_inputs_come_out_in_the_order_of_their_stamps(instants: list[int]) -> None:
    inbox: Inbox[Tick] = Inbox()
    for number, at_ns in enumerate(instants):
        inbox.put(Tick(at_ns, number))
    taken = [inbox.take(None, LONG_AGO) for _ in instants]
    expected = sorted((at_ns, number) for number, at_ns in enumerate(instants))
    assert [(tick.at_ns, tick.number) for tick in taken if tick] == expected
    assert inbox.take(None, LONG_AGO) is None


def test_what_is_stamped_before_the_deadline_wins_and_the_rest_waits() -> None:
    """The flag falls at 100: a press stamped 99 is in time, one at 100 is late, heard first or not."""
    inbox: Inbox[Tick] = Inbox()
    inbox.put(Tick(101))
    inbox.put(Tick(100))
    assert inbox.take(100, LONG_AGO) is None
    inbox.put(Tick(99))
    assert inbox.take(100, LONG_AGO) == Tick(99)
    assert inbox.take(100, LONG_AGO) is None
    assert inbox.take(None, LONG_AGO) == Tick(100)
    assert inbox.take(None, LONG_AGO) == Tick(101)


@pytest.mark.parametrize("late", [True, False])
def test_a_waiting_loop_is_woken_by_a_late_stamp(late: bool) -> None:
    inbox: Inbox[Any] = Inbox()
    inbox.put(Tick(200))
    threading.Timer(0.01, inbox.put, [Tick(50 if late else 150)]).start()
    until_ns = time.monotonic_ns() + milliseconds(200 if not late else 10_000)
    assert inbox.take(100, until_ns) == (Tick(50) if late else None)
