"""The pages in a real browser: sizes, counting, staleness, reconnection, keys.

Needs the `e2e` extra and a Chromium; skipped, with the reason, where either is absent.
"""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from clockd.web.times import clock_words
from tests.web.fake_table import READY, RUNNING, SCENES, alert
from tests.web.live import LiveTable, WebProcess

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs the e2e extra")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]

WAIT_MS = 20_000  # a bound for a page that never gets there
LOOK_MS = 50
LIVE = "document.documentElement.dataset.news === 'live'"
STALE = "document.documentElement.dataset.news === 'stale'"
FACE_SIZES = [(1920, 1080), (800, 480), (1280, 720), (1024, 768), (1280, 1024), (1280, 800)]
DIGITS = """() => [...document.querySelectorAll('.time')].map((time) => [
    time.querySelector('.time-text').textContent,
    time.querySelector('.g').getBoundingClientRect().height / innerHeight,
    time.querySelector('.glyphs').getBoundingClientRect().width,
    time.closest('.half').clientWidth,
])"""


def until(page: Any, expression: str, arg: Any = None) -> None:
    """Wait for an expression to be true. The pages' own policy forbids playwright's way, which needs eval."""
    for _ in range(WAIT_MS // LOOK_MS):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"never came: {expression} ({arg!r})\n{page.inner_text('body')}")


class Stage:
    """A fake table, `clockd web` and a browser."""

    def __init__(self, folder: Path, browser: Any) -> None:
        self.table = LiveTable(folder)
        self.web = WebProcess(self.table)
        self._browser = browser
        self.complaints: list[str] = []

    def page(self, path: str, scene: Mapping[str, Any], size: tuple[int, int], **more: Any) -> Any:
        """A page at this size that shows this scene."""
        self.table.table.silent = False
        self.table.say(scene)
        width, height = size
        context = self._browser.new_context(viewport={"width": width, "height": height}, **more)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text))
        page.goto(self.web.url + path)
        return page

    def live_page(self, path: str, scene: Mapping[str, Any], size: tuple[int, int]) -> Any:
        """The same once it has the table's news."""
        page = self.page(path, scene, size)
        until(page, LIVE)
        return page


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with playwright_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        made = Stage(tmp_path_factory.mktemp("stage"), browser)
        yield made
        browser.close()
        made.web.stop()
        made.table.close()


@pytest.mark.parametrize("size", FACE_SIZES)
def test_the_digits_take_thirty_percent_of_the_screens_height(
    stage: Stage, size: tuple[int, int]
) -> None:
    """Issue 2, point 8; h:mm:ss, mm:ss, m:ss and tenths, and none wider than its half."""
    for white_ms, black_ms in ((4_356_000, 3_484_000), (258_000, 17_400)):
        clocks = {"white_ms": white_ms, "black_ms": black_ms, "running": None, "state": "paused"}
        page = stage.live_page("/clock", {**RUNNING, **clocks}, size)
        until(
            page,
            "text => document.querySelector('.time-text').textContent === text",
            arg=clock_words(white_ms),
        )
        for text, height, wide, half in page.evaluate(DIGITS):
            assert text in (clock_words(white_ms), clock_words(black_ms))
            assert height >= 0.30, (text, size)
            assert wide <= half, (text, size)
        page.context.close()


def test_the_script_writes_times_as_the_server_does(stage: Stage) -> None:
    page = stage.live_page("/clock", READY, (800, 480))
    times = [0, 99, 100, 9_999, 19_999, 20_000, 59_999, 60_000, 3_599_999, 3_600_000, 35_999_999]
    written = page.evaluate(
        "async times => { const { timeText } = await import('/static/clock.js');"
        " return times.map((time) => timeText(time, false)); }",
        [*times, None],
    )
    assert written == [clock_words(time) for time in [*times, None]]
    page.context.close()


@pytest.mark.parametrize(
    ("pace", "elapsed", "white", "delay", "black"),
    [
        ("plain", 700, 4300, 1300, 3000),
        ("delay", 700, 5000, 600, 3000),
        ("delay", 2000, 4300, 0, 3000),
        ("bronstein", 700, 4300, 600, 3000),
        ("hourglass", 700, 4300, 600, 3700),
        ("plain", 60_000, 0, 0, 3000),
    ],
)
def test_between_snapshots_the_running_side_counts_at_its_pace(
    stage: Stage, pace: str, elapsed: int, white: int, delay: int, black: int
) -> None:
    """5.000 s and 1.300 s of a delay left, 0.7 s after the snapshot; never below zero."""
    news = {
        "white_ms": 5000,
        "black_ms": 3000,
        "running": "white",
        "delay_ms": [2000 if pace == "plain" and elapsed == 700 else 1300, 0],
        "view": {"pace": {"white": pace, "black": pace}},
    }
    page = stage.live_page("/clock", READY, (800, 480))
    found = page.evaluate(
        "async ([news, elapsed]) => { const { reading } = await import('/static/clock.js');"
        " return [reading(news, 'white', elapsed), reading(news, 'black', elapsed)]; }",
        [news, elapsed],
    )
    assert (found[0]["time"], found[0]["delay"], found[1]["time"]) == (white, delay, black)
    page.context.close()


@pytest.mark.parametrize("path", ["/", "/clock"])
def test_without_news_the_page_says_so_stops_and_comes_back(stage: Stage, path: str) -> None:
    """Issue 2, point 8: nothing heard for 2 s is said, the clocks are muted and stop counting."""
    page = stage.live_page(path, RUNNING, (1280, 720))
    assert page.locator("[data-mode=running]").count() == 1
    stage.table.table.silent = True
    until(page, STALE)
    assert "No news from the table since " in page.inner_text("body")
    first = page.evaluate("[...document.querySelectorAll('.time-text')].map((t) => t.textContent)")
    assert first == ["1:05:47", "1:06:25"][:: 1 if path == "/" else -1]
    stage.table.say({**RUNNING, "white_ms": 60_000})
    page.wait_for_timeout(300)
    again = page.evaluate("[...document.querySelectorAll('.time-text')].map((t) => t.textContent)")
    assert again == first
    stage.table.table.silent = False
    stage.table.say({**RUNNING, "white_ms": 120_000})
    until(page, LIVE)
    until(page, "document.body.innerText.includes('2:00')")
    assert "No news from the table since " not in page.inner_text("body")
    page.context.close()


def test_a_page_finds_a_restarted_server_by_itself(stage: Stage) -> None:
    page = stage.live_page("/", RUNNING, (1280, 720))
    assert stage.web.stop()[0] == 0
    until(page, STALE)
    stage.web.start()
    until(page, LIVE)
    stage.table.say(SCENES["ended"])
    until(page, "document.body.innerText.includes('White wins by checkmate.')")
    page.context.close()


def test_a_name_is_text_in_the_browser_too(stage: Stage) -> None:
    evil = "<img src=x onerror=document.title='broken-in'>"
    hostile = {
        **SCENES["alerts"],
        "white": evil,
        "event": evil,
        "problems": [evil],
        "alerts": [alert("call", "white", evil)],
        "plies": [{**ply, "san": evil} for ply in RUNNING["plies"]],
    }
    page = stage.live_page("/", hostile, (1280, 720))
    until(page, "document.getElementById('white-name').textContent.startsWith('<img')")
    assert page.locator("img[src='x']").count() == 0
    assert "broken-in" not in page.title()
    page.context.close()


def test_swap_puts_black_at_the_left(stage: Stage) -> None:
    edges = "() => ['white', 'black'].map((s) => document.querySelector('.half.' + s).offsetLeft)"
    for path, white_first in (("/clock", True), ("/clock?swap=1", False)):
        page = stage.live_page(path, READY, (800, 480))
        white, black = page.evaluate(edges)
        assert (white < black) is white_first
        page.context.close()


def test_the_key_w_changes_the_theme_and_can_be_switched_off(stage: Stage) -> None:
    """WCAG 2.1.4: a single key can be turned off."""
    page = stage.live_page("/", READY, (1280, 720))
    theme = "() => document.documentElement.dataset.theme ?? null"
    assert page.evaluate(theme) is None
    page.keyboard.press("w")
    assert page.evaluate(theme) == "dark"
    page.keyboard.press("Control+w")
    page.click("#keys")
    page.keyboard.press("w")
    assert page.evaluate(theme) == "dark"
    page.reload()
    assert page.evaluate(theme) == "dark"
    page.context.close()


def test_a_new_alert_is_spoken_once_and_an_old_one_is_not(stage: Stage) -> None:
    page = stage.live_page("/", SCENES["flag"], (1280, 720))
    assert page.inner_text("#say-alert") == ""
    both = [*SCENES["flag"]["alerts"], alert("call", "white", "White asks for the arbiter.")]
    stage.table.say({**SCENES["flag"], "alerts": both})
    until(page, "document.getElementById('say-alert').textContent !== ''")
    assert page.evaluate("document.getElementById('say-alert').textContent") == (
        "Board 7: Arbiter called. White asks for the arbiter."
    )
    page.context.close()


@pytest.mark.parametrize("path", ["/", "/clock"])
def test_without_javascript_a_page_stands_still_and_says_so(stage: Stage, path: str) -> None:
    page = stage.page(path, RUNNING, (1280, 720), java_script_enabled=False)
    assert "JavaScript is off" in page.inner_text("body")
    block = page.locator("[data-mode=running]" + (" .block" if path == "/" else ""))
    fill = "(element) => getComputedStyle(element).borderStyle"
    assert block.evaluate(fill) == "dashed"
    page.context.close()


@pytest.mark.parametrize("width", [320, 360, 800, 1024, 1280, 1920])
def test_nothing_is_wider_than_the_screen(stage: Stage, width: int) -> None:
    page = stage.live_page("/", READY, (width, 800))
    for name, scene in SCENES.items():
        stage.table.say(scene)
        until(
            page,
            "word => document.querySelector('.chip').innerText.includes(word)",
            arg={"ready": "Ready", "running": "Running"}.get(name, ""),
        )
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0, name
    page.context.close()


def test_the_browser_had_nothing_to_complain_of(stage: Stage) -> None:
    """No script error and no refusal by the content security policy; a stopped server is expected."""
    ours = [text for text in stage.complaints if "ERR_" not in text]
    assert ours == []
