"""A journal read back: games one by one, and an audit under today's rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from clockd.errors import JournalError
from clockd.game.facts import GameEnded, MovePlayed
from clockd.game.record import facts_of
from clockd.journal import FILE_NAME, Journal, make_record
from clockd.table.history import audit, choose, games, open_history
from tests.table.journals import bent, folder_of, two_games


def test_each_game_of_the_journal_stands_by_itself(tmp_path: Path) -> None:
    table = two_games()
    first, second = games(open_history(folder_of(tmp_path / "s", table.records)))
    assert (first.game_id, second.game_id) == ("open-r1-b1", "open-r2-b1")
    assert (first.game.result, first.game.termination) == ("0-1", "checkmate")
    assert [ply.san for ply in second.game.plies] == ["d4", "d5", "c4"]
    assert second.game == table.game
    assert first.date == "2026.01.01"
    assert first.facts[-1][0] < second.facts[0][0]
    assert len(first.records) + len(second.records) == len(table.records)


def test_the_last_game_is_chosen_unless_one_is_named(tmp_path: Path) -> None:
    found = games(open_history(folder_of(tmp_path / "s", two_games().records)))
    assert choose(found, None) is found[1]
    assert choose(found, "open-r1-b1") is found[0]
    with pytest.raises(JournalError, match="no game 'x', expected one of open-r1-b1, open-r2-b1"):
        choose(found, "x")
    with pytest.raises(JournalError, match="holds no game yet"):
        choose([], None)


def test_an_audit_of_today_s_games_finds_nothing(tmp_path: Path) -> None:
    assert list(audit(open_history(folder_of(tmp_path / "s", two_games().records)))) == []


def test_an_audit_tells_what_stands_and_what_would(tmp_path: Path) -> None:
    """One difference does not hide the next: causes are decided over the recorded state."""
    records = two_games().records
    for number, record in enumerate(records):
        facts = facts_of(record.content)
        if isinstance(facts[-1], GameEnded):
            records[number] = bent(
                record, [*facts[:-1], replace(facts[-1], termination="stalemate")]
            )
        elif isinstance(facts[0], MovePlayed) and facts[0].san == "d5":
            records[number] = bent(record, [replace(facts[0], landed_ns=1), *facts[1:]])
    found = list(audit(open_history(folder_of(tmp_path / "s", records))))
    assert len(found) == 2
    assert found[0]["recorded"][-1]["termination"] == "stalemate"
    assert found[0]["today"][-1]["termination"] == "checkmate"
    assert found[0]["cause"]["type"] == "MoveSettled"
    assert found[0]["seq"] < found[1]["seq"]


def test_a_record_of_an_unknown_kind_is_told(tmp_path: Path) -> None:
    """A journal of a later version: nothing is dropped in silence."""
    odd = make_record(1, {"type": "TimePassed", "at_ns": 1}, [{"type": "MoonRose", "at_ns": 1}], {})
    folder = folder_of(tmp_path / "s", [odd])
    with pytest.raises(JournalError, match="'MoonRose'"):
        games(open_history(folder))


def test_an_empty_journal_has_no_games(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    Journal(tmp_path / "s" / FILE_NAME).close()
    assert games(open_history(tmp_path / "s")) == []


def test_a_folder_without_a_journal_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="expected a clockd journal"):
        open_history(tmp_path)
