"""Which libraries made a number."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

_PACKAGES = (
    "hwatu-env",
    "numpy",
    "numba",
    "scipy",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)


def versions() -> dict[str, str | None]:
    """Versions by package, None where one is not installed; and Python, system and cores."""
    found: dict[str, str | None] = {name: _version(name) for name in _PACKAGES}
    return found | {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
