"""Does the wheel hold what it should, and does it play once installed?

The wheel goes into an environment of its own. Its dependencies come from the environment that runs
the tests, through a `.pth` file: such a folder is searched, but the `.pth` files inside it are not
read, so the editable install stays out of sight.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("hwatu_env", "hwatu_agents", "hwatu_experiments")

pytestmark = pytest.mark.slow

PLAY = """
import importlib, importlib.metadata, json
import numpy as np
import hwatu_env

batch = hwatu_env.GameBatch("gostop", 8, rules="standard-2p", seed=1)
first = batch.observation.copy()
for key in range(5):
    assert batch.action_mask.any(axis=1).all(), "a game that goes on has no legal action"
    batch.step(batch.sample_actions(key))
print(json.dumps({
    "origins": {name: importlib.import_module(name).__file__ for name in PACKAGES},
    "version": importlib.metadata.version("hwatu-env"),
    "rows": len(batch.observation),
    "changed": int((batch.observation != first).any(axis=1).sum()),
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; an error shows all that it said."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT),
        cwd=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; its folder of programs."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    programs = folder / "bin"
    python = programs / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python),
        *("install", "--quiet", "--no-index", "--no-deps", wheel),
        cwd=folder,
    )
    own = Path(
        run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
        ).strip()
    )
    ours = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (own / "dependencies.pth").write_text("\n".join(ours) + "\n")
    return programs


def test_wheel_holds_the_three_packages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}

    assert tops == set(PACKAGES)
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))]


def test_wheel_holds_every_source_file(wheel: Path) -> None:
    in_wheel = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}

    in_tree = {
        path.relative_to(parent).as_posix()
        for parent, package in zip(
            (ROOT, ROOT / "agents", ROOT / "experiments"), PACKAGES, strict=True
        )
        for path in (parent / package).rglob("*.py")
    }

    assert in_wheel == in_tree


def test_installed_wheel_plays_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    program = f"PACKAGES = {PACKAGES!r}\n{PLAY}"

    report = json.loads(run(installed / "python", "-c", program, cwd=tmp_path).splitlines()[-1])

    for package, origin in report["origins"].items():
        assert Path(origin).is_relative_to(installed.parent), f"{package} came from {origin}"
    assert report["rows"] == 8
    assert report["changed"] == 8
    assert report["version"] in (ROOT / "pyproject.toml").read_text()


def test_installed_wheel_brings_the_command(installed: Path, tmp_path: Path) -> None:
    shown = run(installed / "hwatu", "--help", cwd=tmp_path)

    assert "bench" in shown
