"""The arbiter's page in a real browser over a real table and board: keys, confirmation, and the men put back.

Needs the `e2e` extra and a Chromium; skipped, with the reason, where either is absent.
"""

import contextlib
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from clockd.web.app import table_app
from clockd.web.link import TableLink
from tests.e2e.hall import Hall, eventually, hall
from tests.e2e.scenes import after_e4_e5, knight_on_g3
from tests.web.arbiters import NAME, PASSWORD, access_in
from tests.web.live import STOPS_WITHIN_S, free_port

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs the e2e extra")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]

CONFIRM_MS = 450  # a dialog takes Enter 400 ms after it opened


@contextlib.contextmanager
def pages(table: Hall) -> Iterator[str]:
    """The table's pages with an arbiter signed in; their address."""
    port = free_port()
    app = table_app(TableLink(table.folder / "state" / "table.sock"), access_in(table.folder))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    eventually("the pages", lambda: server.started)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = server.force_exit = True
    thread.join(STOPS_WITHIN_S)


@contextlib.contextmanager
def arbiter(url: str, width: int, height: int) -> Iterator[Any]:
    with playwright_api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{url}/arbiter")
        page.fill("[name=name]", NAME)
        page.fill("[name=password]", PASSWORD)
        page.click("button[type=submit]")
        page.wait_for_url(f"{url}/arbiter")
        yield page
        browser.close()


def reads(page: Any, selector: str, text: str) -> None:
    """Wait until this part of the page says so."""

    def now() -> bool:
        page.wait_for_timeout(50)
        return text in page.inner_text(selector)

    eventually(f"{selector}: {text}", now)


def confirm(page: Any) -> None:
    page.wait_for_timeout(CONFIRM_MS)
    page.keyboard.press("Enter")


def test_an_illegal_move_is_ruled_by_keys_and_the_page_counts_the_men_back(tmp_path: Path) -> None:
    with hall(tmp_path) as table:
        after_e4_e5(table)
        knight_on_g3(table)
        with pages(table) as url, arbiter(url, 360, 780) as page:
            reads(page, "#alerts", "Illegal move")
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            page.keyboard.press("i")
            assert page.input_value("#ruling-illegal [name=side]") == "white"
            page.keyboard.press("Enter")  # too soon: nobody has read the dialog yet
            assert table.status()["illegal_moves"] == [0, 0]
            confirm(page)
            reads(page, "#outcome", "Illegal move. Done: record")
            reads(page, ".verdict", "Put the men back: 2 to go. Board matches 62 of 64.")
            assert page.locator("[data-square=g3].extra").count() == 1
            assert page.locator("[data-square=g1].missing").count() == 1
            page.keyboard.press("s")
            confirm(page)
            reads(page, "#ruling-start .refusal", "put it right, or give a reason")
            page.keyboard.press("Escape")
            table.say("lift g3")
            reads(page, ".verdict", "1 to go")
            table.say("put g1 N")
            reads(page, ".verdict", "Board is right")
            assert page.inner_text("#diff") == ""
            page.keyboard.press("s")
            confirm(page)
            reads(page, ".state", "Running")
            assert table.status()["illegal_moves"] == [1, 0]


def test_after_the_game_a_sheet_is_compared_and_signed_by_keys(tmp_path: Path) -> None:
    with hall(tmp_path) as table:
        after_e4_e5(table)
        table.run("command", "--config", table.config, "result", "result=0-1")
        with pages(table) as url, arbiter(url, 800, 900) as page:
            reads(page, "body", "White not compared, not signed; Black not compared, not signed")
            page.keyboard.press("u")
            page.fill("#ruling-after [name=text]", "1. e4\n   e6")
            page.focus("#ruling-after [name=reason]")
            confirm(page)
            reads(page, "#outcome", "White's sheet: 1... wrong, written e6, played e5")
            page.keyboard.press("u")
            page.select_option("#ruling-after [name=command]", "signed")
            confirm(page)
            reads(page, "body", "White differs in 1, signed; Black not compared, not signed")
