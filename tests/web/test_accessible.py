"""WCAG 2.2 AA by axe-core: nothing found on any page in any state, in a dark and in a bright hall, wide and narrow.

Needs the `e2e` extra and a Chromium; skipped, with the reason, where either is absent.
"""

import shutil
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from clockd.cli._hub_server import address, serving
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.web.access import access_in
from tests.hub.events import write_event
from tests.web.arbiters import NAME, PASSWORD
from tests.web.fake_hub import FakeHub, event
from tests.web.fake_table import SCENES
from tests.web.live import LiveTable, WebProcess
from tests.web.test_hub_browser import Served

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs the e2e extra")
axe_api = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the e2e extra")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PAGES = (
    "/",
    "/board/3",
    "/pairings",
    "/standings",
    "/crosstable",
    "/print/pairings/4",
    "/print/scoresheets/4",
    "/print/standings",
)
Look = tuple[str, int]  # the hall's light, the screen's width
NARROW_DARK, WIDE_BRIGHT = ("dark", 360), ("light", 1280)
LOOKS = (NARROW_DARK, WIDE_BRIGHT)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright_api.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


def faults(page: Any) -> list[str]:
    """What axe finds, one line a rule and place."""
    found = axe_api.Axe().run(page, options=WCAG).response["violations"]
    return [
        f"{page.url} {rule['id']}: {' '.join(node['target'])}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"][:3]
    ]


def look(
    browser: Any, looks: Sequence[Look], addresses: Sequence[str], *, sign_in: bool = False
) -> list[str]:
    """What axe finds at every address in every look; the first of an arbiter's asks for the sign-in."""
    found: list[str] = []
    for scheme, width in looks:
        viewport = {"width": width, "height": 900}
        context = browser.new_context(
            color_scheme=scheme, reduced_motion="reduce", viewport=viewport
        )
        page = context.new_page()
        for wanted in addresses:
            page.goto(wanted)
            if sign_in and page.url.endswith("/sign-in"):
                found += faults(page)
                page.fill("[name=name]", NAME)
                page.fill("[name=password]", PASSWORD)
                page.click("button[type=submit]")
                page.wait_for_url(wanted)
            found += faults(page)
        context.close()
    return found


def test_the_hubs_pages(browser: Any) -> None:
    site = Served(FakeHub(event(20)))
    try:
        assert look(browser, LOOKS, [site.address(path) for path in PAGES]) == []
    finally:
        site.stop()


@pytest.mark.parametrize("phase", ["finished", "playoff"])
def test_the_hubs_pages_in_every_phase(browser: Any, phase: str) -> None:
    site = Served(FakeHub(event(20, phase=phase)))
    try:
        addresses = [site.address(path) for path in PAGES[:5]]
        assert look(browser, [NARROW_DARK], addresses) == []
    finally:
        site.stop()


def test_the_hubs_desk(browser: Any, tmp_path: Path) -> None:
    """The sign-in, the arbiters' desk, the accounts."""
    hub = Hub(tmp_path / "hub", load_event(write_event(tmp_path)), manual=True)
    access = access_in(tmp_path / "hub")
    access.accounts.add(NAME, PASSWORD)
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        serving(hub, listening, access, Desk(hub)),
    ):
        site = address(listening)
        assert (
            look(
                browser,
                LOOKS,
                [f"{site}arbiter", f"{site}arbiters"],
                sign_in=True,
            )
            == []
        )
    hub.close()


def test_a_tables_pages_in_every_state(browser: Any, tmp_path: Path) -> None:
    """Dashboard and clock face; the arbiter's page, the accounts, and what the doctor says."""
    table = LiveTable(tmp_path)
    access_in(tmp_path / "state").accounts.add(NAME, PASSWORD)
    process = WebProcess(table)
    site, found = process.url, list[str]()
    try:
        for number, scene in enumerate(SCENES.values()):
            table.say(scene)
            here = [LOOKS[number % 2]]
            found += look(browser, here, [f"{site}/", f"{site}/clock"])
            if scene.get("alerts"):
                found += look(browser, here, [f"{site}/arbiter"], sign_in=True)
        addresses = [f"{site}/arbiter", f"{site}/arbiters", f"{site}/doctor"]
        found += look(browser, LOOKS, addresses, sign_in=True)
    finally:
        process.stop()
        table.close()
    assert found == []
