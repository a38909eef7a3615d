"""One hypothesis profile for all tests: how long an example takes says nothing on a small, busy machine.

A mutation run (tests/conformance/mutants.py) names here the one rule that is switched off.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("clockd", deadline=None, print_blob=True)
settings.load_profile("clockd")

if os.environ.get("CLOCKD_MUTANT"):
    from tests.conformance.mutants import apply

    apply(os.environ["CLOCKD_MUTANT"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests go first: two processes then end together, none with one long file behind."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
