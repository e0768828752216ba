"""Where the machine code of loops is kept: Numba's cache, but it never stops a game.

One index file and one data file hold one signature of one loop, so that processes which start at
the same time write nothing but the same. Each is named after the digest of what the loop is made
of; those that were used last are kept.
"""

import contextlib
import os
import re
import sys
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

from numba.core.caching import FunctionCache, NullCache

from hwatu_env.compiled.sources import HEX, compiler_was_edited, short_hash

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own

KEPT = 8
"""Versions of a loop that are kept: its edits, its checked build, policies of one name."""


class LoopCache(NullCache):
    """Numba's interface to the files of one loop.

    Args:
        function: The loop, whose qualified name is its file name: loop, game and digest.
        game: Name of the game, for the message.
        seconds: How long the game takes to compile, for the message.
    """

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
        if found is None and not LoopCache.announced:
            LoopCache.announced = True
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
        with contextlib.suppress(OSError):
            self._remove_least_used()

    def _open(self, sig: _Numba, target_context: _Numba) -> str:
        """Choose the files of a signature; the answer says why there are none, or is empty."""
        self._files = None
        if compiler_was_edited():
            return "hwatu_env was edited after this process had started"
        machine = short_hash(sig, target_context.codegen().magic_tuple())
        qualname = f"{self._function.__qualname__}{machine}"
        try:
            self._files = _Files(renamed(self._function, qualname))
        except (RuntimeError, ValueError, OSError):  # Numba found no place, each in its own way
            return "no cache directory can be written; NUMBA_CACHE_DIR may name another"
        return ""

    def _load(self, sig: _Numba, target_context: _Numba) -> _Numba:
        if self._files is None:
            return None
        try:
            found = self._files.load_overload(sig, target_context)
        except Exception:  # a file that was cut short may raise anything: start it afresh
            with contextlib.suppress(OSError):
                self._files.flush()
            return None
        if found is not None:
            with contextlib.suppress(OSError):
                os.utime(self._index_path())  # its time tells when it was last used
        return found

    def _index_path(self) -> str:
        return f"{self._files.cache_path}/{self._files._impl.filename_base}.nbi"

    def _remove_least_used(self) -> None:
        """Keep the versions used last; a process that still wanted another compiles, no more."""
        module = Path(self._function.__code__.co_filename).stem
        name, _, _ = self._function.__qualname__.rpartition("-")
        file = re.compile(
            rf"{re.escape(f'{module}.{name}')}-([0-9a-f]{{{HEX}}})[0-9a-f]{{{HEX}}}"
            r"-\d+\.py.*\.nb[ic].*"
        )
        versions: dict[str, list[Path]] = {}
        for path in Path(self._files.cache_path).iterdir():
            if match := file.fullmatch(path.name):
                versions.setdefault(match[1], []).append(path)
        last_used = sorted(versions.values(), key=_last_used)
        for path in (path for paths in last_used[:-KEPT] for path in paths):
            path.unlink(missing_ok=True)


class _Files(FunctionCache):
    """The index file and the data file of one signature of a loop."""

    def _index_key(self, sig: _Numba, codegen: _Numba) -> _Numba:
        """Key in the index: the file's name tells all else, and better than Numba's pickles."""
        return sig, codegen.magic_tuple()


def renamed(function: FunctionType, qualname: str) -> FunctionType:
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


def _last_used(paths: list[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)


def _say(message: str) -> None:
    if sys.stderr is not None:  # as it is under pythonw
        sys.stderr.write(f"hwatu_env: {message}\n")
        sys.stderr.flush()
