"""The catalogue of texts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import clockd.web
from clockd.errors import BadInput
from clockd.web.words import (
    ENGLISH,
    language,
    languages,
    said,
    say,
    script_words,
    speak,
    texts_of,
)
from tests.web.test_hub_app import ask

WEB = Path(clockd.web.__file__).parent


def _used_keys() -> set[str]:
    every = [*WEB.glob("*.py"), *WEB.glob("templates/*.html")]
    sources = [path for path in every if not path.name.startswith("hub")]  # a catalogue of its own
    found: set[str] = set()
    for source in sources:
        found |= set(re.findall(r"""\bsay\(\s*["']([\w.-]*[\w-])["']""", source.read_text("utf-8")))
    return found


def test_every_text_that_is_asked_for_exists() -> None:
    assert _used_keys() - set(ENGLISH) == set()
    assert len(_used_keys()) > 60


def test_places_are_filled_by_name_and_never_read_again() -> None:
    """A player may be called {number}: what is put in is not a pattern."""
    assert say("table", number="{0.__class__}") == "Table {0.__class__}"


def test_a_word_of_a_newer_table_is_shown_by_what_is_known() -> None:
    assert said("board_link", "warming-up", "unknown") == "Board unknown"


def test_an_unknown_key_is_our_own_mistake() -> None:
    with pytest.raises(KeyError):
        say("no.such.text")


def test_the_script_gets_its_texts_without_their_prefix() -> None:
    assert script_words()["no_news"] == "No news from the table since {time}"
    assert all(not key.startswith("js.") for key in script_words())


def test_no_text_shouts() -> None:
    """Screens 13: sentence case, no exclamation marks."""
    assert [text for text in ENGLISH.values() if "!" in text] == []


@pytest.fixture(params=[code for code in languages() if code != "en"])
def code(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each other language, spoken while a test lasts."""
    speak(request.param)
    yield request.param
    speak("en")


def _places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def test_another_language_is_complete_and_says_nothing_more(code: str) -> None:
    """Every key has its text with the same places, and a text is no longer than a page can bear."""
    texts = texts_of(code)
    assert set(texts) == set(ENGLISH)
    for key, text in ENGLISH.items():
        assert _places(texts[key]) == _places(text), key
        assert bool(texts[key]) == bool(text), key
        assert len(texts[key]) <= max(32, 2 * len(text)), key


def test_a_page_is_in_the_language_that_is_spoken(code: str) -> None:
    page = ask("/")
    assert f'<html lang="{code}"' in page.text
    assert say("wall.filter.all") in page.text and say("hub.tab.pairings") in page.text
    assert ENGLISH["hub.tab.pairings"] not in page.text


def test_a_language_that_is_none_is_one_line() -> None:
    with pytest.raises(BadInput, match="language 'xx', expected one of en, de"):
        speak("xx")
    assert language() == "en"
