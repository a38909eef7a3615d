"""The arbiters' accounts: one file of hashes for its owner alone, roles, and the code that makes a chief arbiter."""

import json
import stat
from pathlib import Path

import pytest

from clockd.errors import BadInput
from clockd.web.accounts import Accounts, Refused
from clockd.web.passwords import hashed
from clockd.web.roles import Role, may
from tests.web.arbiters import NAME, PASSWORD, access_in


def test_each_role_may_what_the_ones_before_it_may_and_a_table_only_its_own() -> None:
    """Design 2: a table reports; no person may do that, and a table may do nothing else."""
    people = (Role.VIEWER, Role.ARBITER, Role.CHIEF)
    for place, held in enumerate(people):
        assert [may(held, needed) for needed in people] == [each <= place for each in range(3)]
        assert not may(held, Role.TABLE) and not may(Role.TABLE, held)
    assert may(Role.TABLE, Role.TABLE)


def test_the_file_holds_no_password_and_is_its_owners_alone(tmp_path: Path) -> None:
    access_in(tmp_path)
    kept = tmp_path / "arbiters.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert PASSWORD not in kept.read_text() and NAME in kept.read_text()
    assert Accounts(kept).knows(NAME, PASSWORD) and not Accounts(kept).knows(NAME, PASSWORD + "x")
    assert not Accounts(kept).knows("nobody", "")


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a\nb", PASSWORD), (NAME, "short"), (NAME, "x" * 201)]
)
def test_no_account_without_a_name_and_a_password(tmp_path: Path, name: str, password: str) -> None:
    with pytest.raises(Refused):
        Accounts(tmp_path / "a.json").add(name, password)


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{",
        '{"a": 1}',
        '{"a": "no hash"}',
        '{"form": 2, "accounts": {"a": {"role": "king", "password": "00:00"}}}',
        '{"form": 2, "accounts": {"a": {"role": "viewer", "password": "00:00"}}}',
        '{"form": 2, "accounts": {"a": 7}}',
        '{"form": 2, "accounts": {}, "code": 12345678}',
    ],
)
def test_a_file_of_another_form_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(BadInput, match="expected the arbiters' accounts") as told:
        Accounts(tmp_path / "a.json")
    assert "\n" not in str(told.value)


def test_an_older_file_of_names_and_hashes_is_read_as_chief_arbiters(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({NAME: hashed(PASSWORD)}))
    accounts = Accounts(tmp_path / "a.json")
    assert accounts.knows(NAME, PASSWORD) and accounts.roles() == {NAME: Role.CHIEF}
    accounts.add("Bob", PASSWORD, Role.ARBITER)
    assert Accounts(tmp_path / "a.json").roles() == {NAME: Role.CHIEF, "Bob": Role.ARBITER}


def test_the_last_chief_arbiter_stays(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.json")
    with pytest.raises(Refused, match="one chief arbiter must stay"):
        accounts.add("Bob", PASSWORD, Role.ARBITER)
    accounts.add(NAME, PASSWORD)
    for change in (
        lambda: accounts.remove(NAME),
        lambda: accounts.add(NAME, PASSWORD, Role.ARBITER),
    ):
        with pytest.raises(Refused, match="one chief arbiter must stay"):
            change()
    assert accounts.roles() == {NAME: Role.CHIEF}
    with pytest.raises(Refused, match="no account of the name 'Eve'"):
        accounts.remove("Eve")


def test_what_another_program_changed_counts_at_once(tmp_path: Path) -> None:
    """`clockd access remove` beside a running server: the account is gone with the next request."""
    server, shell = Accounts(tmp_path / "a.json"), Accounts(tmp_path / "a.json")
    shell.add(NAME, PASSWORD)
    assert server.role_of(NAME) is Role.CHIEF and not server.empty
    shell.add("Bob", PASSWORD, Role.ARBITER)
    server.add("Cleo", PASSWORD, Role.ARBITER)  # written over no change of the other
    shell.remove("Bob")
    assert list(server.roles()) == [NAME, "Cleo"]


def test_a_code_is_kept_as_a_hash_and_works_once(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.json")
    old, code = accounts.new_code(), accounts.new_code()
    assert len(code) == 8 and code not in (tmp_path / "a.json").read_text()
    assert accounts.takes_code(f" {code[:4]} {code[4:]}")
    assert not accounts.takes_code(old) or old == code
    assert not accounts.takes_code("") and not accounts.takes_code(code + "0")
    accounts.use_code(NAME, PASSWORD)
    assert not accounts.takes_code(code) and not accounts.has_code
    assert accounts.roles() == {NAME: Role.CHIEF}
