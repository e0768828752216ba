"""The mark of a rule: a function that is plain Python and can be compiled into a batch loop."""

import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba.core.targetconfig import ConfigStack
from numba.extending import register_jitable

_Function = TypeVar("_Function", bound=Callable[..., object])

IMPORTED = time.time()
"""When this process imported its first rule: a source file that is newer may differ from it."""


class _AsCaller:
    """A compiler option that is on where it is on for the caller: Numba asks when it compiles.

    Of itself Numba checks indices in the entry function alone, and not in the rules it calls.
    """

    def __bool__(self) -> bool:
        caller = cast("Any", ConfigStack.top_or_none())
        return caller is not None and bool(caller.boundscheck)


def rule(function: _Function) -> _Function:
    """Mark a rule function.

    Called from Python it stays the plain function that it is, for debugging and coverage; called
    from a compiled loop it is compiled into that loop. So a rule uses integers, records, indexing
    and other rules: no NumPy calls, no allocation, no exceptions, no strings, and no recursion,
    neither direct nor mutual, since Numba refuses it.

    Args:
        function: A function over a game's record, its house rules and integers.

    Returns:
        The same function.
    """
    # inlined always: a call hands arrays over word by word, which made steps a quarter slower
    register_jitable(boundscheck=_AsCaller(), forceinline=True)(function)
    return function
