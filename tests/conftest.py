"""Settings that all tests share."""

import os

from hypothesis import settings


def _is_ci() -> bool:
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}


# No deadline anywhere: the first example of a test may wait for Numba to compile.
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci", max_examples=200, deadline=None, derandomize=True, database=None, print_blob=True
)
settings.register_profile("nightly", max_examples=5000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if _is_ci() else "dev"))
