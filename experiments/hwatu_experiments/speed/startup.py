"""How long a new process takes: to import, to compile, and to load what was compiled."""

import json
import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

from hwatu_env import GameBatch

_IMPORT = """
import json, time
import numba, numpy
start = time.perf_counter()
import hwatu_env
print(json.dumps(time.perf_counter() - start))
"""

_FIRST_STEP = """
import json, sys, time
import hwatu_env
game, rules = sys.argv[1:]
start = time.perf_counter()
batch = hwatu_env.GameBatch(game, 1, rules=rules)
batch.step(batch.sample_actions())
print(json.dumps(time.perf_counter() - start))
"""


def import_time() -> dict[str, float]:
    """`import_s`, the median of three processes."""
    return {"import_s": median(_seconds(_IMPORT) for _ in range(3))}


def compile_and_load(batch: GameBatch) -> dict[str, float]:
    """`compile_s` with an empty cache of compiled rules, and `load_s` once it is full."""
    arguments = (batch.spec.game, batch.spec.rules)
    with TemporaryDirectory() as cache:
        cold = _seconds(_FIRST_STEP, *arguments, cache=cache)
        warm = median(_seconds(_FIRST_STEP, *arguments, cache=cache) for _ in range(3))
    return {"compile_s": cold, "load_s": warm}


def _seconds(program: str, *arguments: str, cache: str | None = None) -> float:
    """What a program run by itself reports."""
    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = cache
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds: float = json.loads(done.stdout)
    return seconds
