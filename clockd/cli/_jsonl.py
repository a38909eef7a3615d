"""JSON lines in and out, as interfaces.md section 0 promises: flushed at once, errors with their line."""

import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from clockd.errors import BadInput

LONGEST_LINE = 1 << 20  # no honest line is a megabyte


def read_objects(source: TextIO, name: str = "<stdin>") -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, object) for each line that is not blank; BadInput names the line."""
    number = 0
    while line := _read_line(source, name, number + 1):
        number += 1
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:  # a number of 5,000 digits is one too
            raise BadInput(f"{name}:{number}: not JSON ({error}), expected an object") from None
        if not isinstance(value, dict):
            raise BadInput(f"{name}:{number}: {line.strip()[:60]}, expected a JSON object")
        yield number, value


def _read_line(source: TextIO, name: str, number: int) -> str:
    try:
        line = source.readline(LONGEST_LINE)
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}:{number}: not UTF-8 ({error.reason}), expected text") from None
    if len(line) >= LONGEST_LINE:
        raise BadInput(f"{name}:{number}: a line of over {LONGEST_LINE} characters")
    return line


def write_object(value: Any) -> None:
    """One line on stdout, compact, flushed as soon as it is known."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
