"""The shape of the code, enforced: who imports whom (design.md section 6) and how large things grow (style.md 11)."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
LONGEST_FUNCTION = 70
LONGEST_MODULE = 450
SHORT, MEDIUM = 10, 30  # half of all functions are shorter than the one, nine in ten than the other

# What each part may import of clockd and drivers, beside itself, ports, units and errors.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "clockd.ports": (),
    "clockd.units": (),
    "clockd.errors": (),
    "clockd.codec": (),
    "clockd.journal": (),
    "clockd.machine": ("clockd.codec", "clockd.journal"),
    "clockd.writer": ("clockd.journal",),
    "clockd.line_socket": (),
    "clockd.private_file": (),
    "clockd.key_agreement": (),
    "clockd.signing": (),
    "clockd.state_lock": (),
    "clockd.service_manager": (),
    "clockd.toml_lines": (),
    "clockd.toml_values": (),
    "clockd.strict_toml": ("clockd.toml_lines", "clockd.toml_values"),
    "clockd.config": ("clockd.strict_toml", "clockd.rulebooks", "clockd.game"),
    "clockd.rulebooks": ("clockd.strict_toml", "clockd.game", "clockd.tournament"),
    "clockd.game": ("clockd.codec", "clockd.machine"),  # the decider's form, in game/record.py only
    "clockd.tournament": (),
    "clockd.reports": ("clockd.strict_toml", "clockd.rulebooks", "clockd.tournament"),
    "clockd.table": (
        "clockd.codec", "clockd.journal", "clockd.machine", "clockd.writer", "clockd.line_socket",
        "clockd.private_file", "clockd.key_agreement", "clockd.signing",
        "clockd.state_lock", "clockd.service_manager", "clockd.rulebooks", "clockd.game",
    ),
    "clockd.hub": (
        "clockd.codec", "clockd.journal", "clockd.machine", "clockd.writer", "clockd.line_socket",
        "clockd.private_file", "clockd.key_agreement", "clockd.signing",
        "clockd.state_lock", "clockd.strict_toml", "clockd.rulebooks", "clockd.game",
        "clockd.tournament", "clockd.reports", "clockd.feeds",
    ),
    "clockd.feeds": ("clockd.game",),
    "clockd.doctor": ("clockd.config", "clockd.journal", "clockd.table"),
    "clockd.web": (
        "clockd.feeds", "clockd.game", "clockd.journal", "clockd.line_socket",
        "clockd.private_file", "clockd.signing", "clockd.doctor",
    ),
    "drivers": (),
}  # fmt: skip
FREE = ("clockd.sim", "clockd.cli", "clockd.__main__")  # these may import everything
EVERYBODY = ("clockd.ports", "clockd.units", "clockd.errors")
WAITS = {  # a pure part has none of these: no time, no thread, no file, no dice
    "time", "datetime", "threading", "asyncio", "socket", "sqlite3", "serial", "gpiozero", "logging",
    "random", "secrets", "os", "io", "pathlib", "subprocess", "multiprocessing", "queue", "select",
    "tempfile", "shutil", "http", "urllib", "uvicorn", "starlette",
}  # fmt: skip
PURE = ("clockd.game", "clockd.tournament")
NEVER_OUTSIDE: dict[str, set[str]] = {
    "clockd.journal": {"chess", "serial", "gpiozero"},
    "clockd.machine": {"chess", "serial", "gpiozero", "sqlite3"},
    "clockd.rulebooks": {"time", "threading", "asyncio", "socket", "sqlite3", "serial", "random"},
    "clockd.web": {"sqlite3", "serial", "gpiozero", "chess.engine"},
    "clockd.feeds": {"sqlite3", "serial", "gpiozero"},
    "drivers": {"chess", "sqlite3", "starlette", "uvicorn", "jinja2"},
}


@dataclass(frozen=True)
class Source:
    """One module of ours."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return ".".join(self.path.relative_to(ROOT).with_suffix("").parts)

    @property
    def part(self) -> str:
        parts = self.name.split(".")
        return "drivers" if parts[0] == "drivers" else ".".join(parts[:2])

    @property
    def place(self) -> str:
        return str(self.path.relative_to(ROOT))


@cache
def sources() -> list[Source]:
    paths = sorted([*(ROOT / "clockd").rglob("*.py"), *(ROOT / "drivers").rglob("*.py")])
    texts = [(path, path.read_text(encoding="utf-8")) for path in paths]
    return [Source(path, text, ast.parse(text)) for path, text in texts]


def imports(source: Source) -> Iterator[str]:
    """Every module that this one imports, wherever the statement stands."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source.place}: relative imports hide who needs whom"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def within(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def ours(name: str) -> bool:
    return within(name, "clockd") or within(name, "drivers")


def test_every_part_is_known_to_this_test() -> None:
    known = {*MAY_IMPORT, *FREE, "clockd.__init__"}
    assert {source.part for source in sources()} <= known


def test_each_part_imports_only_what_it_may() -> None:
    wrong = [
        f"{source.place} imports {name}"
        for source in sources()
        if source.part in MAY_IMPORT
        for name in imports(source)
        if ours(name)
        and name != "clockd.__version__"
        and not any(
            within(name, part) for part in (source.part, *EVERYBODY, *MAY_IMPORT[source.part])
        )
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("part", "never"),
    [("clockd.table", "clockd.hub"), ("clockd.hub", "clockd.table"), ("clockd.web", "clockd.table"),
     ("clockd.web", "drivers"), ("clockd.feeds", "drivers"), ("clockd.table", "drivers"),
     ("clockd.hub", "drivers")],
)  # fmt: skip
def test_these_never_meet(part: str, never: str) -> None:
    assert not any(within(each, never) for each in MAY_IMPORT[part])


def test_the_pure_parts_have_no_clock_no_disk_and_no_dice() -> None:
    """Design 6: game and tournament never import what waits, reads, writes or rolls."""
    wrong = []
    for source in sources():
        if source.part not in PURE:
            continue
        for name in imports(source):
            root = name.split(".")[0]
            dates = root == "datetime" and name in ("datetime.date", "datetime.timedelta")
            if root in WAITS and not dates:
                wrong.append(f"{source.place} imports {name}")
    assert wrong == []


def test_the_pure_parts_open_nothing_and_print_nothing() -> None:
    wrong = [
        f"{source.place}:{node.lineno} calls {node.func.id}"
        for source in sources()
        if source.part in PURE
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("open", "print", "input", "exec", "eval")
    ]
    assert wrong == []


def test_only_the_record_knows_the_machine() -> None:
    """The rest of the game is plain values and functions."""
    users = {
        source.place
        for source in sources()
        if source.part == "clockd.game"
        for name in imports(source)
        if within(name, "clockd.machine") or within(name, "clockd.codec")
    }
    assert users == {"clockd/game/record.py"}


def test_one_module_pairs_by_the_matching_library_and_only_when_asked() -> None:
    """A table's Pi must not pay for it: the import stands inside the one function that needs it."""
    users = [source for source in sources() if any(within(n, "networkx") for n in imports(source))]
    assert [source.place for source in users] == ["clockd/tournament/swiss/matching.py"]
    at_once = (node for node in users[0].tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    assert not any("networkx" in ast.unparse(node) for node in at_once)


def test_what_is_not_ours_stays_where_it_belongs() -> None:
    wrong = [
        f"{source.place} imports {name}"
        for source in sources()
        for name in imports(source)
        if any(within(name, each) for each in NEVER_OUTSIDE.get(source.part, set()))
    ]
    assert wrong == []


# -- sizes (style.md section 11) --------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions() -> list[tuple[str, int]]:
    """(place, lines) of every function, its decorators and docstring included."""
    return [
        (f"{source.place}:{node.lineno} {node.name}", length(node))
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, Function)
    ]


def length(node: Function) -> int:
    begin = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return (node.end_lineno or begin) - begin + 1


def test_no_function_is_past_70_lines() -> None:
    assert [place for place, lines in functions() if lines > LONGEST_FUNCTION] == []


def test_half_of_the_functions_are_under_10_lines_and_nine_in_ten_under_30() -> None:
    lengths = sorted(lines for _, lines in functions())
    assert median(lengths) < SHORT
    assert sum(lines < MEDIUM for lines in lengths) / len(lengths) >= 0.9


def test_no_module_is_past_450_lines() -> None:
    """At 500 there is a second noun in the docstring: split there."""
    long = {source.place: source.text.count("\n") for source in sources()}
    assert {place: lines for place, lines in long.items() if lines > LONGEST_MODULE} == {}


# -- words ------------------------------------------------------------------------------------------


def test_every_module_says_what_it_decides() -> None:
    """A package without code of its own needs no words."""
    silent = [
        source.place
        for source in sources()
        if source.text.strip() and not (ast.get_docstring(source.tree) or "").strip()
    ]
    assert silent == []


def test_nothing_is_left_undone_and_no_error_is_swallowed() -> None:
    wrong = [
        f"{source.place}: {word}"
        for source in sources()
        for word in ("TODO", "FIXME", "XXX:", "NotImplementedError", "except Exception: pass")
        if word in source.text
    ]
    for source in sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ExceptHandler) and node.type is None:
                wrong.append(f"{source.place}:{node.lineno}: a bare except")
            if isinstance(node, ast.ExceptHandler) and _swallows_everything(node):
                wrong.append(f"{source.place}:{node.lineno}: swallows every exception")
    assert wrong == []


def _swallows_everything(node: ast.ExceptHandler) -> bool:
    everything = isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException")
    return everything and all(isinstance(each, ast.Pass | ast.Continue) for each in node.body)


def test_durations_and_instants_are_integers_of_nanoseconds() -> None:
    """Design 3: names end in _ns; a float of nanoseconds is a lost one."""
    wrong = [
        f"{source.place}:{node.lineno} {node.target.id}"
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id.endswith("_ns")
        and isinstance(node.annotation, ast.Name)
        and node.annotation.id == "float"
    ]
    assert wrong == []
