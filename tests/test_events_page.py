"""firmware_notes/events.md: its event file is read, and every command that it shows is one."""

import re
from pathlib import Path

from clockd.hub.arbiter import names
from clockd.hub.event_file import load_event

PAGE = (Path(__file__).parents[1] / "firmware_notes" / "events.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
LINE = "001 {n:4} m    {name:33} 2400 CRO {n:11} 1950/01/01  0.0 {n:4}\n"


def test_the_event_file_is_one(tmp_path: Path) -> None:
    """With twelve women (reg. 6), and a report of four men."""
    (text,) = [block for kind, block in BLOCKS if kind == "toml"]
    head, one = text.split("\n[[player]]\n")
    women = [one.replace("Agata", f"A{n}").replace('"1.2"', f'"1.{n % 4}"') for n in range(12)]
    path = tmp_path / "EVENT.toml"
    path.write_text("\n[[player]]\n".join([head, *women]))
    (tmp_path / "open.trf").write_text(
        "".join(LINE.format(n=n, name=f"Man {n}") for n in range(1, 5))
    )
    event = load_event(path)
    assert [(o.tournament, o.title, o.boards) for _, o in event.tournaments] == [
        ("open", "Open", (1, 2)),
        ("women", "Women", (3, 6)),
    ]


def test_every_command_is_one() -> None:
    shown = {line.split()[0] for kind, block in BLOCKS if not kind for line in block.splitlines()}
    assert len(shown) >= 10 and shown <= set(names())
