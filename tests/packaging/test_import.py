"""`import hwatu_env` is cheap and brings no learning framework along."""

import json
import statistics
import subprocess
import sys
from pathlib import Path

BUDGET_S = 0.3
"""What `import hwatu_env` may cost once NumPy and Numba are there."""

ROUNDS = 7

HEAVY = {
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "tensorboard",
    "matplotlib",
    "pandas",
    "pyarrow",
    "scipy",
    "rich",
    "hwatu_agents",
    "hwatu_experiments",
}

# Processor time, not the clock on the wall: other tests run beside this one.
PROBE = """
import json, sys, time
import numpy, numba
before, loaded = time.process_time(), set(sys.modules)
import hwatu_env
after = time.process_time()
print(json.dumps({
    "seconds": after - before,
    "modules": sorted({name.partition(".")[0] for name in set(sys.modules) - loaded}),
}))
"""


def probe(folder: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=folder, capture_output=True, text=True, check=True
    )
    # nothing but the report: importing prints nothing
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_import_costs_little_beyond_numpy_and_numba(tmp_path: Path) -> None:
    # the first round may have to write .pyc files
    seconds = [probe(tmp_path)["seconds"] for _ in range(ROUNDS + 1)][1:]

    assert statistics.median(seconds) <= BUDGET_S, f"seconds of each round: {seconds}"


def test_import_brings_no_learning_framework(tmp_path: Path) -> None:
    loaded = set(probe(tmp_path)["modules"])

    assert "hwatu_env" in loaded
    assert loaded & HEAVY == set()
