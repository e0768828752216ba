"""Which source files a compiled loop depends on, and a short digest of them."""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType

from hwatu_env.compiled.rule import IMPORTED

HEX = 16
"""Hexadecimal digits of a short hash."""
_COMPILED = Path(__file__).parent


def twin_files() -> list[Path]:
    """The sources of this package: a compiled twin is no function that a loop's code leads to.

    All else that ends up in machine code, rules and constants, is described from memory
    (`identity.trace`), so that an edit of a game's position or page compiles nothing again.
    """
    return python_files([_COMPILED])


def python_files(paths: Iterable[Path]) -> list[Path]:
    """The Python files of directories, and the single files, each once and in a fixed order.

    Raises:
        FileNotFoundError: If a path doesn't exist.
    """
    found: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"a source of a compiled loop does not exist: {path}")
        found.update(path.rglob("*.py") if path.is_dir() else [path])
    return sorted(found)


def packages_of(functions: Iterable[FunctionType]) -> list[Path]:
    """Where functions come from: their top packages, or single files where there is no package.

    Functions of hwatu_env stand for their own file, as most of it has no part in a loop.
    """
    own = __name__.partition(".")[0]
    found: list[Path] = []
    for function in functions:
        top = function.__module__.partition(".")[0]
        package = [] if top == own else getattr(sys.modules.get(top), "__path__", [])
        places = [place for place in map(Path, package) if place.exists()]
        file = Path(function.__code__.co_filename).absolute()  # there is none for a typed-in one
        found += places or ([file] if file.exists() else [])
    return found


def compiler_was_edited() -> bool:
    """Whether a file of this package is newer than the first rule that this process imported.

    What a loop is made of is read from memory, but for the compiled twins in `bits`, `rng` and
    `record`: those of memory may then be older than their file, whose digest they would go by.
    """
    stats = [path.stat() for path in twin_files()]
    return any(max(stat.st_mtime, stat.st_ctime) > IMPORTED for stat in stats)


def text_of(files: Iterable[Path]) -> list[tuple[str, bytes]]:
    """Name and content of files."""
    return [(str(path), path.read_bytes()) for path in files]


def short_hash(*parts: object) -> str:
    """Hexadecimal digits that tell apart whatever prints differently."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:HEX]
