"""A text for standard output, or for the file of -o."""

import sys
from pathlib import Path

from clockd.errors import BadInput


def write_text(text: str, output: Path | None) -> None:
    """Write it as UTF-8 with the line ends it has; BadInput for a file that cannot be written."""
    data = text.encode()
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise BadInput(f"{output}: {error.strerror}, expected a file to write") from None
