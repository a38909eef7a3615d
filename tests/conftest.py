"""One hypothesis profile for all tests: how long an example takes says nothing on a small, busy machine.

A mutation run (tests/conformance/mutants.py) names here the one rule that is switched off.
"""

import os

from hypothesis import settings

settings.register_profile("clockd", deadline=None, print_blob=True)
settings.load_profile("clockd")

if os.environ.get("CLOCKD_MUTANT"):
    from tests.conformance.mutants import apply

    apply(os.environ["CLOCKD_MUTANT"])
