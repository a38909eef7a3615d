"""Who may speak for a table's number, and when a table counts as heard."""

import pytest

from clockd.hub.tables import GONE_NS, LIVE_NS, NumberHeld, Tables
from clockd.units import seconds

START_NS = seconds(100)


def test_a_free_number_is_anybodys() -> None:
    Tables(START_NS).check_claim("3", "aa", "", START_NS)


def test_a_holder_that_was_heard_lately_keeps_its_number() -> None:
    tables = Tables(START_NS)
    tables.hear("aa", None, {}, START_NS)
    with pytest.raises(NumberHeld):
        tables.check_claim("3", "bb", "aa", START_NS + GONE_NS - 1)
    tables.check_claim("3", "bb", "aa", START_NS + GONE_NS)


def test_after_a_restart_of_the_hub_the_holder_has_time_to_come_back() -> None:
    tables = Tables(START_NS)
    with pytest.raises(NumberHeld):
        tables.check_claim("3", "bb", "aa", START_NS + 1)


def test_a_holder_with_a_game_under_way_keeps_its_number_however_silent() -> None:
    """Its board may have lost the network only: the game goes on there."""
    tables = Tables(START_NS)
    ledger = tables.ledger("aa", "3")
    ledger.pairing = object()  # type: ignore[assignment]
    with pytest.raises(NumberHeld):
        tables.check_claim("3", "bb", "aa", START_NS + 100 * GONE_NS)
    ledger.result = "1-0"
    tables.check_claim("3", "bb", "aa", START_NS + 100 * GONE_NS)


def test_a_refused_claim_is_shown_until_it_is_settled() -> None:
    tables = Tables(START_NS)
    with pytest.raises(NumberHeld):
        tables.check_claim("3", "bb", "aa", START_NS)
    assert tables.watches({"3": "aa"}, START_NS)["3"].refused is not None
    assert tables.claimant("3") == "bb"
    assert tables.watches({"3": "aa"}, START_NS)["3"].refused is None
    assert tables.claimant("3") == ""


def test_three_missed_beats_are_silence() -> None:
    tables = Tables(START_NS)
    tables.hear("aa", None, {}, START_NS)
    links = [
        tables.watches({"3": "aa"}, START_NS + after_ns)["3"].link
        for after_ns in (0, LIVE_NS - 1, LIVE_NS)
    ]
    assert links == ["live", "live", "silent"]
