"""Which files a loop's digest covers."""

import importlib
import sys
from pathlib import Path

import pytest

import hwatu_env
from hwatu_env.compiled.identity import trace
from hwatu_env.compiled.sources import packages_of, python_files, short_hash, twin_files

PICK = """
import north.inner
from east import help_out

def pick(g):
    return north.inner.rate(g) + help_out(g)
"""


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Three packages and a module; a function of the first leads to all but one of them."""
    files = {
        "west/__init__.py": "",
        "west/pick.py": PICK,
        "north/__init__.py": "",
        "north/inner.py": "import north\nfrom south import last\n\ndef rate(g):\n    return last(g)",
        "east.py": "def help_out(g):\n    return 1",
        "south/__init__.py": "def last(g):\n    return 1",
        "elsewhere/__init__.py": "def never(g):\n    return 1",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("west", "west.pick", "north", "north.inner", "east", "south"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def test_packages_of_all_functions_that_are_reached(packages):
    pick = importlib.import_module("west.pick").pick

    expected = {packages / name for name in ("west", "north", "east.py", "south")}
    assert set(packages_of(trace(pick)[1])) == expected


def test_functions_of_hwatu_env_stand_for_their_file(packages):
    assert packages_of([short_hash]) == [Path(short_hash.__code__.co_filename)]


def test_function_that_was_typed_in_has_no_file():
    names = {}
    exec(compile("def typed(g):\n    return 1", "<notebook>", "exec"), {"__name__": "n"}, names)

    assert packages_of([names["typed"]]) == []


def test_twin_files_are_all_of_the_compiled_package():
    package = Path(hwatu_env.__file__).parent
    files = twin_files()

    assert set(files) == set((package / "compiled").rglob("*.py"))
    assert files == sorted(set(files))


def test_directories_give_their_python_files_and_files_are_taken_as_they_are(packages):
    table = packages / "table.json"
    table.write_text("{}")

    assert python_files([packages / "west", table, packages / "west" / "pick.py"]) == [
        table,
        packages / "west" / "__init__.py",
        packages / "west" / "pick.py",
    ]


def test_source_that_does_not_exist(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing"):
        python_files([tmp_path / "missing"])


def test_short_hash_tells_parts_apart():
    assert len({short_hash("ab"), short_hash("a", "b"), short_hash(b"ab"), short_hash()}) == 4
    assert short_hash("a", 1) == short_hash("a", 1)
