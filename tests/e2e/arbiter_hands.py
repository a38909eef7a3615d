"""An arbiter's hands at a browser: a keyboard alone, or fingers on a telephone. They do the same things.

`page` is playwright's; what it is asked for is found by ids and names, as a label finds its field. The keyboard gets
everywhere with the Tab key: what it does not reach, nobody reaches without a mouse.
"""

from pathlib import Path
from typing import Any, Protocol

# Boxes beside each other: a label or a cell that lies over its neighbour cannot be read.
SIDE_BY_SIDE = (".tab > span", ".pairs tbody tr > *")
OVERLAPS = """selector => {
  const boxes = [...document.querySelectorAll(selector)]
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const over = ([, a], [, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => over(a, b)).map((b) => [a[0], b[0]]));
}"""
TABS_MOST = 250  # from the top of the longest page to its end
OUTCOME = ".outcome"
LIVE = "html[data-news=live]"


class Hands(Protocol):
    """What both can do."""

    page: Any

    def use(self, selector: str) -> None:
        """Press this link, button or summary."""

    def write(self, selector: str, text: str) -> None:
        """Fill a field in, or choose from its list."""


class Keyboard:
    """Tab, letters, Enter."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def use(self, selector: str) -> None:
        self._reach(selector)
        self.page.keyboard.press("Enter")

    def write(self, selector: str, text: str) -> None:
        self._reach(selector)
        if not self._here("select"):
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)  # in a list the letters find the choice

    def _reach(self, selector: str) -> None:
        for _ in range(TABS_MOST):
            if self._here(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector}: not reached by {TABS_MOST} times Tab")

    def _here(self, selector: str) -> bool:
        found: bool = self.page.evaluate(
            "selector => document.activeElement?.matches(selector) ?? false", selector
        )
        return found


class Fingers:
    """Taps on a screen of 360 px."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def use(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def write(self, selector: str, text: str) -> None:
        field = self.page.locator(selector).first
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.tap()
            field.fill(text)


class Arbiter:
    """One who runs a round at the hub's pages, and keeps a picture of each."""

    def __init__(self, hands: Hands, url: str, pictures: Path) -> None:
        self.hands, self.page = hands, hands.page
        self._url, self._pictures, self._taken = url, pictures, 0
        self.given: list[tuple[str, str]] = []  # commands carried out, with their reasons
        pictures.mkdir(parents=True, exist_ok=True)

    def sign_up(self, code: str, name: str, password: str) -> None:
        """The first account, by the code from the terminal."""
        self.look("arbiter", live=False)
        self.picture("set-up")
        for field, text in (("code", code), ("name", name), ("password", password)):
            self.hands.write(f"[name={field}]", text)
        self.hands.use("main form button[type=submit]")
        self.page.wait_for_selector(".desk")

    def look(self, path: str = "arbiter", *, live: bool = True) -> None:
        """Go to a page of the hub."""
        self.page.goto(self._url + path)
        if live:
            self.page.wait_for_selector(LIVE)

    def give(self, form: str, reason: str = "", **fields: str) -> str:
        """A command of the desk with its fields; what came of it."""
        self.look()
        opener = f"details:has(#command-{form}) > summary"
        self.hands.use(opener)
        for name, text in {**fields, **({"reason": reason} if reason else {})}.items():
            self.hands.write(f"#command-{form} [name={name}]", text)
        self.hands.use(f"#command-{form} button[type=submit]")
        self.page.wait_for_selector(OUTCOME)
        outcome = self.page.locator(OUTCOME)
        assert "bad" not in outcome.get_attribute("class").split(), outcome.inner_text()
        self.given.append((fields.get("order", form), reason))
        return str(outcome.inner_text())

    def acknowledge(self, alert: str) -> None:
        """The button beside an alert of this title."""
        self.hands.use(f".desk-alerts button[aria-label*='{alert}']")
        self.page.wait_for_selector(OUTCOME)
        self.given.append(("acknowledge", ""))

    def picture(self, name: str) -> None:
        """Keep the page as it looks; nothing of it may be cut off at the side or lie over its neighbour."""
        self._taken += 1
        self.page.screenshot(path=self._pictures / f"{self._taken:02}-{name}.png", full_page=True)
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name}: {wide} px beyond the screen"
        for selector in SIDE_BY_SIDE:
            assert self.page.evaluate(OVERLAPS, selector) == [], f"{name}: {selector}"
