"""The hub's pages in a real browser: they stay right, they do not grow, and silence is seen.

Chromium as the system has it, driven by playwright; without either of them these tests are skipped.
"""

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from clockd.web.hub_app import make_hub_app
from clockd.web.hub_source import GAP_S
from tests.web.fake_hub import FakeHub, alert, board_of, event, live_of, ticked

pytestmark = pytest.mark.slow

UPDATES = 600
# Counts the messages that the page's stream has delivered.
COUNT_EVENTS = """
window.seen = 0;
const Source = window.EventSource;
window.EventSource = class extends Source {
  constructor(address) {
    super(address);
    this.addEventListener("message", () => (window.seen += 1));
  }
};
"""
FULL_HD = {"width": 1920, "height": 1080}
WAIT_MS = 8000


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Served:
    """A fake hub's pages on a port of this machine, in a thread; may be stopped and started again."""

    def __init__(self, hub: FakeHub, gap_s: float = GAP_S) -> None:
        self.hub = hub
        self._gap_s = gap_s
        self.port = 0
        self.start()

    def start(self) -> None:
        """Listen before anybody is told the port: a browser that is refused comes back with a page of its own."""
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        app = make_hub_app(self.hub, self._gap_s)
        self._feed = app.state.feed
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._feed.close()
        self._server.should_exit = True
        self._thread.join(10)

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@pytest.fixture
def served() -> Iterator[Served]:
    site = Served(FakeHub(event(20)))
    yield site
    site.hub.silent = False
    site.stop()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport=FULL_HD)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert errors == []


def _until(page: Any, condition: str) -> None:
    """Wait until a condition holds in the page; asked from here, since its CSP forbids a waiting `eval`."""
    end_s = time.monotonic() + WAIT_MS / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < end_s, f"{condition} did not come to be"
        page.wait_for_timeout(50)


def _open(page: Any, site: Served, path: str) -> None:
    page.goto(site.address(path))
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)


def _nodes(page: Any) -> int:
    counted: int = page.evaluate("document.querySelectorAll('*').length")
    return counted


def _seen(page: Any) -> int:
    seen: int = page.evaluate("window.seen")
    return seen


def test_an_evening_of_updates_makes_no_more_elements(page: Any) -> None:
    """Cards, digits and alert rows are changed in place: the same count after hundreds of snapshots that were seen."""
    start = event(20)
    site = Served(FakeHub(start), gap_s=0.0)
    page.add_init_script(COUNT_EVENTS)
    _open(page, site, "/")
    page.evaluate("window.kept = document.querySelector('[data-board=\"7\"]')")
    before = _nodes(page)
    number = 0
    while _seen(page) < UPDATES:
        for _ in range(10):
            number += 1
            shown = ticked(start, number * 1000 % 600_000)
            # Alerts come and go, a table falls silent and speaks again.
            shown["alerts"] = start["alerts"][number % 5 :]
            shown["boards"][0] = board_of(1, link="silent" if number % 2 else "live")
            site.hub.say(shown)
            time.sleep(0.02)
    site.hub.say(start)
    _until(page, "document.querySelectorAll('.row').length === 9")
    time.sleep(0.5)
    after = _nodes(page)
    assert page.evaluate("window.kept === document.querySelector('[data-board=\"7\"]')")
    site.stop()
    assert abs(after - before) <= 60  # a time that has lost its hours has two drawings less


def test_twenty_boards_fit_a_full_hd_screen_without_scrolling(page: Any, served: Served) -> None:
    """Screens 3: 4 x 5 with small boards at 1920 x 1080."""
    _open(page, served, "/")
    fits = "document.querySelector('.boards').scrollHeight <= document.querySelector('.boards').clientHeight"
    assert page.evaluate(fits)
    assert page.evaluate("document.documentElement.scrollHeight") == 1080
    cards = "getComputedStyle(document.getElementById('cards'))"
    assert page.evaluate(f"{cards}.gridTemplateColumns.split(' ').length") == 4
    assert page.evaluate("document.getElementById('cards').dataset.form") == "board"


@pytest.mark.parametrize("path", ["/", "/board/3", "/pairings", "/standings", "/crosstable"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_page_is_wider_than_its_screen(page: Any, served: Served, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 780})
    _open(page, served, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_clocks_count_between_two_snapshots_and_faster_in_a_demo(
    page: Any, served: Served
) -> None:
    """At a rate of 60 a second of ours takes a minute off the running clock."""
    live = {**live_of(1), "running": "white", "to_move": "white", "white_ms": 5_400_000}
    served.hub.say(event(1, quiet=True, rate=60.0, boards=[board_of(1, live=live, age_ms=0)]))
    _open(page, served, "/")
    text = "document.querySelector('[data-clock=\"white\"] .time-text').textContent"
    _until(page, f"{text} < '1:29:40' && {text} > '1:20:00'")


def test_a_hub_that_says_nothing_for_two_seconds_mutes_the_clocks(
    page: Any, served: Served
) -> None:
    _open(page, served, "/")
    served.hub.silent = True
    page.wait_for_selector('html[data-news="stale"]', timeout=WAIT_MS)
    assert page.is_visible("#stale")
    assert "Showing the state of" in page.inner_text("#no-news")
    assert page.inner_text('[data-board="1"] .seen').startswith("as at ")
    muted = 'getComputedStyle(document.querySelector(\'[data-board="1"] [data-mode="running"] .block\'))'
    assert page.evaluate(f"{muted}.backgroundColor") == "rgba(0, 0, 0, 0)"
    served.hub.silent = False
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)
    assert not page.is_visible("#stale")


def test_a_reconnect_puts_everything_right(page: Any, served: Served) -> None:
    """The hub is away, a round ends and another begins meanwhile: the page knows without a reload."""
    _open(page, served, "/")
    served.stop()
    page.wait_for_selector('html[data-news="stale"]', timeout=WAIT_MS)
    served.hub.say(event(5, quiet=True, round=5))
    served.start()
    page.wait_for_selector('html[data-news="live"]', timeout=3 * WAIT_MS)
    _until(page, "document.querySelectorAll('#cards .card').length === 5")
    assert page.inner_text('[data-text="head.round"]') == "Round 5 of 9"
    assert page.locator(".row").count() == 0


def test_a_result_reaches_the_open_standings_and_the_chosen_row_stays(
    page: Any, served: Served
) -> None:
    _open(page, served, "/standings")
    page.click('.choose[href="#chain-9"]')
    assert page.is_visible("#chain-9")
    shown = event(20)
    rows = [dict(row) for row in shown["standings"]]
    rows[2] |= {"rank": 1, "points": "7"}
    shown["standings"] = [rows[2], *rows[:2], *rows[3:]]
    served.hub.say(shown)
    first = "document.querySelector('.order tbody tr .choose').textContent"
    _until(page, f"{first} === 'Player Nine'")
    assert page.is_visible("#chain-9")
    assert page.get_attribute('.choose[href="#chain-9"]', "aria-current") == "true"


def test_a_new_alert_rings_once_and_only_where_sound_is_on(page: Any, served: Served) -> None:
    """Off until somebody switches it on; the switch lets it be heard; what was there before is silent."""
    _open(page, served, "/")
    rung = "Number(document.getElementById('sound').dataset.rung ?? 0)"
    calm = event(20)
    served.hub.say({**calm, "alerts": calm["alerts"][1:]})
    served.hub.say(calm)
    page.wait_for_selector("[data-id='20:notation-behind']", timeout=WAIT_MS)
    assert page.evaluate(rung) == 0
    page.keyboard.press("m")
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    _until(page, f"{rung} === 1")  # what it will sound like
    page.wait_for_timeout(3_100)
    served.hub.say({**calm, "alerts": [*calm["alerts"], alert("now", 5, "flag", "white", 0)]})
    _until(page, f"{rung} === 2")
    served.hub.say({**calm, "alerts": [*calm["alerts"], alert("now", 5, "flag", "white", 900)]})
    page.reload()
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)
    assert page.get_attribute("#sound", "aria-pressed") == "true", "remembered on this browser"
    assert page.evaluate(rung) == 0


def test_keys_lead_everywhere(page: Any, served: Served) -> None:
    """Screens 8, as far as they make sense for a reader."""
    _open(page, served, "/")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/board/3"
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    assert page.evaluate("document.querySelector('#cards .card').dataset.level") == "now"
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert page.inner_text("#typed") == "12"
    page.keyboard.press("Enter")
    page.wait_for_url("**/board/12", timeout=WAIT_MS)
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)
    page.keyboard.press("j")
    page.wait_for_url("**/board/13", timeout=WAIT_MS)
    page.wait_for_load_state()
    page.keyboard.press("Escape")
    page.wait_for_url(served.address("/"), timeout=WAIT_MS)
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)
    page.keyboard.press(".")
    page.keyboard.press("3")
    page.wait_for_url("**/standings", timeout=WAIT_MS)
    page.wait_for_selector('html[data-news="live"]', timeout=WAIT_MS)
    page.keyboard.press("/")
    page.keyboard.type("thirty-one")
    page.keyboard.press("Enter")
    page.wait_for_url("**/board/16", timeout=WAIT_MS)
