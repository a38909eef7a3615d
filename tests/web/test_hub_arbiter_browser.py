"""The hub's arbiter page in a real browser over a real hub: set up, pair, a result, a correction, and who did what.

Needs the `e2e` extra and a Chromium; skipped, with the reason, where either is absent.
"""

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.cli._hub_server import address, serving
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.web.access import Access, access_in
from tests.hub.events import write_event
from tests.web.arbiters import NAME, PASSWORD

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs the e2e extra")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[tuple[Hub, Access, str]]:
    opened = Hub(tmp_path / "hub", load_event(write_event(tmp_path)), manual=True)
    access = access_in(tmp_path / "hub")
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        serving(opened, listening, access, Desk(opened)),
    ):
        yield opened, access, address(listening)
    opened.close()


@pytest.fixture
def page() -> Iterator[Any]:
    with playwright_api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 360, "height": 780})
        browser.close()


def give(page: Any, form: str, **fields: str) -> str:
    """Open a command by the keyboard, fill it in, give it; what came of it."""
    page.locator(f"details:has(#command-{form}) summary").focus()
    page.keyboard.press("Enter")
    for name, value in fields.items():
        field = page.locator(f"#command-{form} [name={name}]")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator(f"#command-{form} button[type=submit]").press("Enter")
    page.wait_for_selector(".outcome")
    return str(page.inner_text(".outcome"))


def test_an_arbiter_runs_a_round_from_a_telephone(
    hub: tuple[Hub, Access, str], page: Any, tmp_path: Path
) -> None:
    opened, access, url = hub
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{url}arbiter")
    assert page.url == f"{url}setup"
    page.fill("[name=code]", access.accounts.new_code())
    page.fill("[name=name]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{url}arbiter")
    assert "round 1 is paired and published" in give(page, "pair", publish="yes", reason="all here")
    assert "round 1 board 1: 1-0" in give(page, "result", board="1", result="1-0")
    assert "expected" in give(page, "result", board="99", result="1-0")
    assert page.locator(".outcome.bad").count() == 1
    assert "0-1 by ruling" in give(page, "rule", board="1", result="0-1", reason="wrong way round")
    page.wait_for_selector("html[data-news=live]")
    assert page.inner_text(".desk-round tbody tr:first-child .result") == "0-1"
    assert "wrong way round" in page.inner_text(".desk-trail li:first-child")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.screenshot(path=str(tmp_path / "desk.png"), full_page=True)
    assert [each.author for each in opened.event.actions] == [NAME] * 3
    page.click(".desk-head form button")
    page.goto(f"{url}arbiter")
    assert page.url == f"{url}sign-in" and errors == []
