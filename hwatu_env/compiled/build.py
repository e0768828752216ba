"""Compiles a batch loop, or loads it if this machine has compiled it before.

Numba keys its cache on the file of the entry function alone: after an edit of `turn.py` it would
silently run the old rules, and loops that one factory makes for several games would share one
index file, which processes that start at the same time overwrite for each other. So the file name
of each loop holds a digest of all that may end up in its machine code: its code and constants and
those of every rule that it reaches, the files that these come from, and this package.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from numba import config, njit
from numba.extending import is_jitted

from hwatu_env.compiled.cache import LoopCache, renamed
from hwatu_env.compiled.identity import trace
from hwatu_env.compiled.sources import packages_of, python_files, short_hash, text_of, twin_files

P = ParamSpec("P")
R = TypeVar("R")
_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own


def entry(
    function: Callable[P, R],
    signature: object,
    *,
    game: str,
    name: str | None = None,
    sources: Iterable[str | Path] = (),
    boundscheck: bool = False,
    seconds: int | None = None,
) -> Callable[P, R]:
    """Compile a batch loop, or load it if this machine has compiled it before.

    Where the machine code can't be kept, the loop is compiled for this process alone. The first
    loop that a process really compiles is announced on stderr.

    Args:
        function: A closure made by a factory, over `@rule` functions and constants only.
        signature: Numba signature, compiled at once; None compiles at the first call instead,
            once for each kind of arguments.
        game: Name of the game, for the message and the file name.
        name: Name of the loop, for the file name; the function's own if None.
        sources: Further files and package directories that the loop depends on. The packages of
            the functions that it reaches are added by themselves.
        boundscheck: Raise IndexError for an index out of range, instead of reading what is there.
        seconds: How long the game takes to compile, as measured, for the message.

    Returns:
        The compiled function. Don't pickle it: the copy would compile everything again.

    Raises:
        TypeError: If the function is not a plain one, or closes over an `@njit` function, which
            would never hit the cache.
        ValueError: If a name can't be part of a file name.
        FileNotFoundError: If a source doesn't exist.
    """
    if not isinstance(function, FunctionType):
        raise TypeError(f"a loop is made of a plain Python function, got {function!r}")
    name = name or function.__name__
    _check_names(name, game)
    _check_closure(name, function)
    settings: _Numba = config
    if settings.DISABLE_JIT:
        return function
    made_of, reached = trace(function)
    checked = boundscheck if settings.BOUNDSCHECK is None else bool(settings.BOUNDSCHECK)
    other = python_files([*map(Path, sources), *packages_of(reached)])
    digest = short_hash(text_of([*twin_files(), *other]), made_of, checked)
    loop = renamed(function, f"{name}-{game}-{digest}")
    compiled: _Numba = njit(nogil=True, boundscheck=checked)(loop)
    compiled._cache = LoopCache(loop, game=game, seconds=seconds)
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return cast("Callable[P, R]", compiled)


def _check_names(*names: str) -> None:
    for name in names:
        if not re.fullmatch(r"[\w.+-]+", name, re.ASCII):
            raise ValueError(f"a name is made of letters, digits, and _ . + -, got {name!r}")


def _check_closure(name: str, function: FunctionType) -> None:
    for cell in function.__closure__ or ():
        constant = cell.cell_contents
        if is_jitted(constant):
            raise TypeError(f"{name} closes over {constant!r}, an @njit function: make it a @rule")
