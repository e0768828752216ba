"""A toy game in a folder of its own, around a copy of `hwatu_env.compiled`."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import hwatu_env

TOY = Path(__file__).parent / "toy"
PLACES = {
    "loops.py": "hwatu_env/compiled",
    "points.py": "hwatu_env/cards",
    "turn.py": "hwatu_env/games/toy",
    "layout.py": "hwatu_env",
    "pick.py": "policies",
    "constants.py": "house",
    "table.py": "tables",
    "play.py": ".",
}
COPIED = (
    "__init__.py",
    "bits.py",
    "build.py",
    "cache.py",
    "identity.py",
    "rng.py",
    "rule.py",
    "sources.py",
)


@dataclass(frozen=True)
class Outcome:
    """What one process of the toy game printed."""

    result: dict[str, Any]
    said: str  # on stderr

    def __getitem__(self, key: str) -> Any:
        return self.result[key]


@dataclass(frozen=True)
class Toy:
    """The toy game's folder, in which each command is a new process."""

    folder: Path

    @property
    def cache(self) -> Path:
        """Where Numba keeps the toy game's machine code."""
        return self.folder / "hwatu_env" / "compiled" / "__pycache__"

    def start(self, command: str, **environment: str) -> "subprocess.Popen[str]":
        """Start a process; `finish` waits for it."""
        inherited = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
        return subprocess.Popen(
            [sys.executable, "play.py", command],
            cwd=self.folder,
            # no .pyc: an edit within the second, to the same length, would run the old bytecode
            env={**inherited, "PYTHONDONTWRITEBYTECODE": "1", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, process: "subprocess.Popen[str]") -> Outcome:
        """Wait for a process and read what it printed."""
        output, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
        return Outcome(json.loads(output), said)

    def run(self, command: str, **environment: str) -> Outcome:
        """Run one command in a new process."""
        return self.finish(self.start(command, **environment))

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text that is in a file once."""
        path = self.folder / file
        text = path.read_text()
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new))

    def cache_files(self) -> list[str]:
        """Names of the files that Numba keeps."""
        return sorted(path.name for path in self.cache.glob("*.nb*"))


def lay_out_toy(folder: Path) -> Toy:
    """Lay the toy game's files out as those of the real games are."""
    for file, place in PLACES.items():
        (folder / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(TOY / file, folder / place)
    real = Path(hwatu_env.__file__).parent / "compiled"
    for file in COPIED:
        shutil.copy(real / file, folder / "hwatu_env" / "compiled")
    for place in {*PLACES.values(), "hwatu_env/games"} - {"."}:
        (folder / place / "__init__.py").touch()
    return Toy(folder)


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A toy game that has never been compiled."""
    return lay_out_toy(tmp_path)


@pytest.fixture(scope="session")
def compiled_toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy game whose loop is in the cache; tests leave its sources as they were."""
    toy = lay_out_toy(tmp_path_factory.mktemp("toy"))
    assert toy.run("play")["misses"] == 1
    return toy


@pytest.fixture(scope="session")
def games(compiled_toy: Toy) -> list[str]:
    """What the toy game's processes play as long as its sources are as they were."""
    return compiled_toy.run("play")["games"]
