"""Signing in at a table: the set-up code, passwords, sessions, the limit on guessing, and what the browser is told."""

import asyncio
import stat
import time
from pathlib import Path

import httpx
import pytest

from clockd.errors import BadInput
from clockd.web.access import GUESSES, GUESSES_S, SESSION_S, Access, Accounts, Refused
from clockd.web.app import table_app
from clockd.web.link import TableLink
from clockd.web.sign_in import FIELDS_MOST
from tests.web.arbiters import NAME, PASSWORD, access_in


def test_the_first_account_needs_the_code_of_the_terminal(tmp_path: Path) -> None:
    access = access_in(tmp_path, account=False)
    code = str(access.code)
    assert len(code) == 8
    with pytest.raises(Refused, match="not the set-up code"):
        access.set_up("a", "00000000x", NAME, PASSWORD, 0)
    token = access.set_up("a", f"{code[:4]} {code[4:]}", NAME, PASSWORD, 0)
    session = access.session(token, 1)
    assert session is not None and session.name == NAME
    assert (access.code, access.first_start) == (None, False)
    with pytest.raises(Refused, match="not the set-up code"):
        access.set_up("a", "", "Mallory", PASSWORD, 0)  # once only


def test_the_file_holds_no_password_and_is_its_owners_alone(tmp_path: Path) -> None:
    access_in(tmp_path)
    kept = tmp_path / "arbiters.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert PASSWORD not in kept.read_text() and NAME in kept.read_text()
    assert Accounts(kept).knows(NAME, PASSWORD) and not Accounts(kept).knows(NAME, PASSWORD + "x")
    assert not Accounts(kept).knows("nobody", "")


def test_name_and_password_are_refused_in_the_same_words(tmp_path: Path) -> None:
    access = access_in(tmp_path)
    for name, password in ((NAME, "wrong password"), ("Nobody", PASSWORD)):
        with pytest.raises(Refused, match=r"^name or password is wrong$"):
            access.sign_in("a", name, password, 0)


def test_five_wrong_ones_and_the_address_waits_a_minute(tmp_path: Path) -> None:
    access = access_in(tmp_path)
    for second in range(GUESSES):
        with pytest.raises(Refused, match="is wrong"):
            access.sign_in("a", NAME, "wrong password", second)
    with pytest.raises(Refused, match="too many tries: wait 5"):
        access.sign_in("a", NAME, PASSWORD, GUESSES)  # the right one too
    assert access.sign_in("b", NAME, PASSWORD, GUESSES)  # another machine is not shut out
    assert access.sign_in("a", NAME, PASSWORD, GUESSES_S + 1)


def test_a_session_ends_by_itself_and_by_signing_out(tmp_path: Path) -> None:
    access = access_in(tmp_path)
    token = access.sign_in("a", NAME, PASSWORD, 0)
    assert access.session(token, SESSION_S - 1) is not None
    assert access.session(token, SESSION_S) is None
    access.sign_out(token)
    assert access.session(token, 1) is None
    assert access.session(None, 0) is None and access.session("", 0) is None


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a\nb", PASSWORD), (NAME, "short"), (NAME, "x" * 201)]
)
def test_no_account_without_a_name_and_a_password(tmp_path: Path, name: str, password: str) -> None:
    with pytest.raises(Refused):
        Accounts(tmp_path / "a.json").add(name, password)


@pytest.mark.parametrize("content", ["[]", "{", '{"a": 1}'])
def test_a_file_of_another_form_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(BadInput, match="expected the arbiters' accounts"):
        Accounts(tmp_path / "a.json")


# -- over HTTP ----------------------------------------------------------------------------------------


def post(access: Access, path: str, form: dict[str, str], origin: str | None) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(table_app(TableLink(Path("nowhere")), access))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            headers = {} if origin is None else {"origin": origin}
            return await client.post(path, data=form, headers=headers)

    return asyncio.run(ask())


def test_a_right_password_gives_a_cookie_that_no_script_and_no_other_site_gets(
    tmp_path: Path,
) -> None:
    access = access_in(tmp_path)
    form = {"name": NAME, "password": PASSWORD}
    answer = post(access, "/sign-in", form, "http://table")
    assert (answer.status_code, answer.headers["location"]) == (303, "/arbiter")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert access.session(answer.cookies["clockd"], time.monotonic()) is not None


@pytest.mark.parametrize("origin", [None, "http://elsewhere", "null", "http://[", "http://"])
def test_a_form_from_elsewhere_is_refused(tmp_path: Path, origin: str | None) -> None:
    form = {"name": NAME, "password": PASSWORD}
    answer = post(access_in(tmp_path), "/sign-in", form, origin)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers


def test_a_wrong_password_is_told_on_the_page_and_no_name_is_markup(tmp_path: Path) -> None:
    form = {"name": "<script>", "password": "wrong password"}
    answer = post(access_in(tmp_path), "/sign-in", form, "http://table")
    assert answer.status_code == 403
    assert "name or password is wrong" in answer.text and "<script>x" not in answer.text


@pytest.mark.parametrize("form", [{}, {"name": "x" * 100_000}, {"code": "\x00"}])
def test_hostile_forms_are_answered(tmp_path: Path, form: dict[str, str]) -> None:
    for account in (True, False):
        access = access_in(tmp_path / str(account), account=account)
        assert post(access, "/sign-in", form, "http://table").status_code == 403


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_an_origin_that_is_no_address_signs_nobody_out_or_in(tmp_path: Path, path: str) -> None:
    form = {"name": NAME, "password": PASSWORD}
    answer = post(access_in(tmp_path), path, form, "http://[")
    assert answer.status_code in (303, 403)
    assert "httponly" not in answer.headers.get("set-cookie", "").lower()


def test_a_form_of_too_many_fields_is_told_on_the_page(tmp_path: Path) -> None:
    form = {f"field{number}": "x" for number in range(FIELDS_MOST + 1)}
    answer = post(access_in(tmp_path), "/sign-in", form, "http://table")
    assert answer.status_code == 403 and "other fields" in answer.text
