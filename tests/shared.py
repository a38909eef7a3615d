"""The folder of real data beside the repository, and the reason to skip where it is absent."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[1].parent / "shared"


def shared_file(name: str) -> Path:
    """The path of a shared file; skips the calling test, saying why, on a machine that has none."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"real data is not part of the repository: {name} is absent")
    return path
