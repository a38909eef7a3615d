"""firmware_notes/alerts.md has a section for every alert, and every command that it shows exists."""

import re
from pathlib import Path

from clockd.game.rulings import command_names
from clockd.web.alert_words import KINDS

PAGE = (Path(__file__).parents[1] / "firmware_notes" / "alerts.md").read_text(encoding="utf-8")


def test_every_alert_of_a_table_has_its_section() -> None:
    assert set(re.findall(r"^### (.+)$", PAGE, re.MULTILINE)) >= set(KINDS)


def test_every_command_shown_is_one() -> None:
    alerts = set(re.findall(r"^### (.+)$", PAGE, re.MULTILINE))
    shown = {words.split()[0] for words in re.findall(r"`([a-z][^`]*)`", PAGE)}
    shown -= {word for word in shown if "=" in word}  # an argument by itself
    assert shown - alerts - {"clockd", "sh"} <= set(command_names())
