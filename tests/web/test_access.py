"""Signing in: the set-up code, passwords, sessions, and what the browser is told."""

import asyncio
from pathlib import Path

import httpx
import pytest

from clockd.web.access import Access, Session
from clockd.web.accounts import Accounts, Refused
from clockd.web.app import table_app
from clockd.web.gate import FIELDS_MOST
from clockd.web.guesses import ADDRESS_S, ADDRESS_TRIES
from clockd.web.link import TableLink
from clockd.web.roles import Role
from clockd.web.sessions import SESSION_S, Sessions
from clockd.web.sign_in import WAITING_MOST
from tests.web.arbiters import NAME, PASSWORD, access_in


class Clock:
    """Seconds that stand until a test moves them."""

    def __init__(self) -> None:
        self.now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


def clocked(folder: Path, clock: Clock) -> Access:
    accounts = Accounts(folder / "arbiters.json")
    accounts.add(NAME, PASSWORD)
    return Access(accounts, Sessions(folder / "sessions.json"), clock, clock)


def test_the_first_account_needs_the_code_of_the_terminal(tmp_path: Path) -> None:
    access = access_in(tmp_path, account=False)
    code = access.accounts.new_code()
    assert access.first_start
    with pytest.raises(Refused, match="not the set-up code"):
        access.set_up("a", "00000000x", NAME, PASSWORD)
    token = access.set_up("a", f"{code[:4]} {code[4:]}", NAME, PASSWORD)
    session = access.session(token)
    assert session is not None and (session.name, session.role) == (NAME, Role.CHIEF)
    with pytest.raises(Refused, match="not the set-up code"):
        access.set_up("a", code, "Mallory", PASSWORD)  # once only


def test_a_lost_password_is_replaced_with_a_code_and_signs_the_old_one_out(tmp_path: Path) -> None:
    access = access_in(tmp_path)
    old = access.sign_in("a", NAME, PASSWORD)
    code = Accounts(tmp_path / "arbiters.json").new_code()  # clockd access code, beside the server
    new = access.set_up("a", code, NAME, "another password")
    assert access.session(old) is None and access.session(new) is not None
    with pytest.raises(Refused, match="is wrong"):
        access.sign_in("a", NAME, PASSWORD)


def test_name_and_password_are_refused_in_the_same_words(tmp_path: Path) -> None:
    access = access_in(tmp_path)
    for name, password in ((NAME, "wrong password"), ("Nobody", PASSWORD)):
        with pytest.raises(Refused, match=r"^name or password is wrong$"):
            access.sign_in("a", name, password)


def test_five_wrong_ones_and_the_address_waits_a_minute(tmp_path: Path) -> None:
    clock = Clock()
    access = clocked(tmp_path, clock)
    for _ in range(ADDRESS_TRIES):
        with pytest.raises(Refused, match="is wrong"):
            access.sign_in("a", NAME, "wrong password")
    with pytest.raises(Refused, match="too many tries: wait 6"):
        access.sign_in("a", NAME, PASSWORD)  # the right one too
    assert access.sign_in("b", NAME, PASSWORD)  # another machine is not shut out
    clock.now_s += ADDRESS_S + 1
    assert access.sign_in("a", NAME, PASSWORD)


def test_a_session_ends_by_itself_and_by_signing_out(tmp_path: Path) -> None:
    clock = Clock()
    access = clocked(tmp_path, clock)
    token = access.sign_in("a", NAME, PASSWORD)
    clock.now_s += SESSION_S - 1
    assert access.session(token) is not None
    clock.now_s -= SESSION_S + 3600  # a clock that is set back makes no session longer
    assert access.session(token) is None
    clock.now_s += SESSION_S + 3601
    assert access.session(token) is None
    token = access.sign_in("a", NAME, PASSWORD)
    access.sign_out(token)
    assert access.session(token) is None
    assert access.session(None) is None and access.session("") is None


def test_a_restart_signs_nobody_out_and_its_file_opens_no_door(tmp_path: Path) -> None:
    clock = Clock()
    token = clocked(tmp_path, clock).sign_in("a", NAME, PASSWORD)
    kept = (tmp_path / "sessions.json").read_text()
    session = clocked(tmp_path, clock).session(token)
    assert session is not None and token not in kept and session.csrf not in kept
    (tmp_path / "sessions.json").write_text("[1")
    assert clocked(tmp_path, clock).session(token) is None


def test_who_loses_the_account_is_signed_out(tmp_path: Path) -> None:
    access = access_in(tmp_path, role=Role.ARBITER)
    token = access.sign_in("a", NAME, PASSWORD)
    assert isinstance(access.session(token), Session)
    access.remove(NAME)
    assert access.session(token) is None
    access.add(NAME, PASSWORD, Role.ARBITER)
    assert access.session(token) is None  # an account of the same name is another account


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
    assert access.session(answer.cookies["clockd"]) is not None


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
@pytest.mark.parametrize("path", ["/sign-in", "/setup"])
def test_hostile_forms_are_answered(tmp_path: Path, path: str, form: dict[str, str]) -> None:
    for account in (True, False):
        access = access_in(tmp_path / str(account), account=account)
        assert post(access, path, form, "http://table").status_code in (403, 413)


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_an_origin_that_is_no_address_signs_nobody_out_or_in(tmp_path: Path, path: str) -> None:
    form = {"name": NAME, "password": PASSWORD}
    answer = post(access_in(tmp_path), path, form, "http://[")
    assert answer.status_code == 403
    assert "httponly" not in answer.headers.get("set-cookie", "").lower()


def test_a_form_of_too_many_fields_is_told_on_the_page(tmp_path: Path) -> None:
    form = {f"field{number}": "x" for number in range(FIELDS_MOST + 1)}
    answer = post(access_in(tmp_path), "/sign-in", form, "http://table")
    assert answer.status_code == 403 and "other fields" in answer.text


def test_the_code_of_the_terminal_is_typed_at_the_set_up_page(tmp_path: Path) -> None:
    access = access_in(tmp_path, account=False)
    code = access.accounts.new_code()
    form = {"code": code, "name": NAME, "password": PASSWORD}
    wrong = post(access, "/setup", {**form, "code": "00000000"}, "http://table")
    assert wrong.status_code == 403 and "not the set-up code" in wrong.text
    assert post(access, "/setup", form, "http://table").headers["location"] == "/arbiter"
    assert post(access, "/setup", form, "http://table").status_code == 403


def test_many_sign_ins_at_once_are_hashed_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """16 MiB a hash: forty at once would need 640 MiB. The rest is told to try again."""
    access = access_in(tmp_path)
    at_once, most = 0, 0

    def sign_in(address: str, name: str, password: str) -> str:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        for _ in range(1000):
            pass
        at_once -= 1
        raise Refused("name or password is wrong")

    monkeypatch.setattr(access, "sign_in", sign_in)

    async def many() -> list[str]:
        transport = httpx.ASGITransport(table_app(TableLink(Path("nowhere")), access))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            form, headers = {"name": "x", "password": "y" * 8}, {"origin": "http://table"}
            posts = (client.post("/sign-in", data=form, headers=headers) for _ in range(60))
            return [answer.text for answer in await asyncio.gather(*posts)]

    answers = asyncio.run(many())
    assert most == 1
    assert sum("is wrong" in text for text in answers) >= WAITING_MOST
    assert all("is wrong" in text or "Try again in a few" in text for text in answers)
