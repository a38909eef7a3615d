"""One hypothesis profile for all tests: how long an example takes says nothing on a small, busy machine."""

from hypothesis import settings

settings.register_profile("clockd", deadline=None, print_blob=True)
settings.load_profile("clockd")
