"""Compiles a batch loop, and keeps the machine code for the next process.

Numba keys its cache on the file of the entry function alone: after an edit of `turn.py` it would
silently run the old rules, and loops that one factory makes for several games would share one
index file, which processes that start at the same time overwrite for each other. So the file name
of each loop holds a digest of every source that may end up in its machine code, and of whatever
else tells two loops apart.
"""

import contextlib
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from numba import config, njit
from numba.core.caching import FunctionCache, NullCache
from numba.extending import is_jitted

from hwatu_env.compiled.identity import trace
from hwatu_env.compiled.sources import (
    compiler_was_edited,
    packages_of,
    python_files,
    rule_files,
    short_hash,
    text_of,
)

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
    loop that a process really compiles is announced on stderr. Files of older rules are removed;
    those of an older policy stay until the rules change, too.

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
    digest = short_hash(text_of(rule_files())) + short_hash(text_of(other), made_of, checked)
    renamed = _renamed(function, f"{name}-{game}-{digest}")
    compiled: _Numba = njit(nogil=True, boundscheck=checked)(renamed)
    compiled._cache = _EntryCache(renamed, game=game, seconds=seconds)
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return cast("Callable[P, R]", compiled)


class _Files(FunctionCache):
    """The index file and the data file of one signature of a loop."""

    def _index_key(self, sig: _Numba, codegen: _Numba) -> _Numba:
        """Key in the index: the file's name tells all else, and better than Numba's pickles."""
        return sig, codegen.magic_tuple()


class _EntryCache(NullCache):
    """Numba's cache with one index file a signature; trouble with a file never stops a game."""

    announced = False
    """Whether this process has said that it compiles."""

    def __init__(self, function: FunctionType, *, game: str, seconds: int | None) -> None:
        self._function = function
        self._game = game
        self._seconds = seconds
        self._files: _Numba = None  # _Files where the machine code can be kept

    @property
    def cache_path(self) -> _Numba:
        """Directory of the signature that was compiled last, None if it isn't kept."""
        return None if self._files is None else self._files.cache_path

    def load_overload(self, sig: _Numba, target_context: _Numba) -> _Numba:
        """Machine code of a signature; None if it must be compiled now, which is announced."""
        trouble = self._open(sig, target_context)
        found = self._load(sig, target_context)
        if found is None and not _EntryCache.announced:
            _EntryCache.announced = True
            about = "" if self._seconds is None else f", about {self._seconds} s"
            kept = f"not cached: {trouble}" if trouble else "cached for next time"
            _say(f"compiling {self._game} for this machine{about}, {kept}")
        return found

    def save_overload(self, sig: _Numba, cres: _Numba) -> None:
        """Keep the machine code of a signature, where that can be done."""
        if self._files is None:
            return
        try:
            self._files.save_overload(sig, cres)
        except OSError as error:
            _say(f"{self._game} could not be cached: {error}")
            return
        self._remove_stale()

    def _open(self, sig: _Numba, target_context: _Numba) -> str:
        """Choose the files of a signature; the answer says why there are none, or is empty."""
        self._files = None
        if compiler_was_edited():
            return "hwatu_env was edited after this process had started"
        machine = short_hash(sig, target_context.codegen().magic_tuple())
        qualname = f"{self._function.__qualname__}{machine}"
        try:
            self._files = _Files(_renamed(self._function, qualname))
        except (RuntimeError, ValueError, OSError):  # Numba found no place, each in its own way
            return "no cache directory can be written; NUMBA_CACHE_DIR may name another"
        return ""

    def _load(self, sig: _Numba, target_context: _Numba) -> _Numba:
        if self._files is None:
            return None
        try:
            return self._files.load_overload(sig, target_context)
        except Exception:  # a file that was cut short may raise anything: start it afresh
            with contextlib.suppress(OSError):
                self._files.flush()
            return None

    def _remove_stale(self) -> None:
        """Remove the files of older rules: whoever still wanted one compiles, no more."""
        module = Path(self._function.__code__.co_filename).stem
        name, _, digest = self._function.__qualname__.rpartition("-")
        older_digest = f"(?!{digest[:12]})[0-9a-f]{{36}}"  # its first part is of the rules
        older = re.compile(rf"{re.escape(f'{module}.{name}')}-{older_digest}-\d+\.py.*\.nb[ic].*")
        with contextlib.suppress(OSError):
            for path in Path(self._files.cache_path).iterdir():
                if older.fullmatch(path.name):
                    path.unlink(missing_ok=True)


def _check_names(*names: str) -> None:
    for name in names:
        if not re.fullmatch(r"[\w.+-]+", name, re.ASCII):
            raise ValueError(f"a name is made of letters, digits, and _ . + -, got {name!r}")


def _check_closure(name: str, function: FunctionType) -> None:
    for cell in function.__closure__ or ():
        constant = cell.cell_contents
        if is_jitted(constant):
            raise TypeError(f"{name} closes over {constant!r}, an @njit function: make it a @rule")


def _renamed(function: FunctionType, qualname: str) -> FunctionType:
    """Copy of a function under another name, which Numba gives to its files and symbols."""
    copy = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__doc__ = function.__doc__
    copy.__qualname__ = qualname
    return copy


def _say(message: str) -> None:
    if sys.stderr is not None:  # as it is under pythonw
        sys.stderr.write(f"hwatu_env: {message}\n")
        sys.stderr.flush()
