"""Random numbers without a state: each is a function of a key and a counter.

A game's key comes from `(seed, game, episode)` alone, so game 37 of a batch of 4096 is the same
game as game 37 alone, whatever the batch size, the number of threads or the sharding.

The generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014) read at any position: draw `c` of a key is the finaliser of `key + (c + 1) * G`.
Keys, counters and results are non-negative int64; the uint64 arithmetic, which plain Python and
Numba do differently, stays inside this module.
"""

from typing import Any, TypeAlias, TypeVar

import numpy as np
from numba import types
from numba.extending import overload, register_jitable
from numpy.typing import NDArray

from hwatu_env.compiled.rule import rule

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own

_Words = TypeVar("_Words", np.uint64, NDArray[np.uint64])

_WORD = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15  # 2**64 / golden ratio, odd: the step between two draws
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_SUBKEY = 0xD1B54A32D192ED03  # keeps the keys that a key makes apart from its draws
_ROOT = 0x2545F4914F6CDD1D  # the key from which `stream` starts


@rule
def stream(seed: int, game: int, episode: int) -> int:
    """Key of one episode of one game: whatever is drawn for it starts from here.

    Args:
        seed: The batch's seed, non-negative.
        game: Index of the game, counted from the batch's `first_game`.
        episode: How many episodes this game has had before.
    """
    return mix(mix(mix(_ROOT, seed), game), episode)


def mix(key: int, value: int) -> int:
    """Key derived from a key and a value; `mix(a, b)` and `mix(b, a)` have nothing in common.

    Args:
        key: A non-negative int64.
        value: What tells this key from its sisters: a ply, a copy, a purpose.

    Returns:
        A non-negative int64, as good as random.
    """
    base = _finalise(key ^ _SUBKEY)
    return _finalise((base + (value + 1) * _GAMMA) & _WORD) >> 1


def below(key: int, counter: int, n: int) -> int:
    """Random integer in 0..n-1.

    The upper 32 bits of the draw are multiplied by n, and the upper half kept: no loop, and a
    probability that is off by less than `2**-32`, that is `n / 2**32` of `1 / n`.

    Args:
        key: A key from `stream` or `mix`.
        counter: Which draw of this key; the caller counts.
        n: How many outcomes, 1 to 2**31.
    """
    return ((_finalise((key + (counter + 1) * _GAMMA) & _WORD) >> 32) * n) >> 32


def _finalise(word: int) -> int:
    word = ((word ^ (word >> 30)) * _FIRST) & _WORD
    word = ((word ^ (word >> 27)) * _SECOND) & _WORD
    return word ^ (word >> 31)


# The compiled twins. Numba makes a float of an int64 and a uint64, so every constant is typed.
_U1, _U27, _U30, _U31, _U32 = (np.uint64(bits) for bits in (1, 27, 30, 31, 32))
_U_GAMMA, _U_FIRST, _U_SECOND, _U_SUBKEY = (
    np.uint64(constant) for constant in (_GAMMA, _FIRST, _SECOND, _SUBKEY)
)


@register_jitable
def _u_finalise(word: _Words) -> _Words:
    word = (word ^ (word >> _U30)) * _U_FIRST
    word = (word ^ (word >> _U27)) * _U_SECOND
    return word ^ (word >> _U31)


@overload(mix)
def _overload_mix(key: _Numba, value: _Numba) -> _Numba:
    if not _are_integers(key, value):
        return None

    def compiled(key: _Numba, value: _Numba) -> np.int64:
        base = _u_finalise(np.uint64(key) ^ _U_SUBKEY)
        return np.int64(_u_finalise(base + (np.uint64(value) + _U1) * _U_GAMMA) >> _U1)

    return compiled


@overload(below)
def _overload_below(key: _Numba, counter: _Numba, n: _Numba) -> _Numba:
    if not _are_integers(key, counter, n):
        return None

    def compiled(key: _Numba, counter: _Numba, n: _Numba) -> np.int64:
        word = _u_finalise(np.uint64(key) + (np.uint64(counter) + _U1) * _U_GAMMA)
        return np.int64(((word >> _U32) * np.uint64(n)) >> _U32)

    return compiled


def _are_integers(*arguments: _Numba) -> bool:
    return all(isinstance(argument, types.Integer) for argument in arguments)


def below_each(keys: NDArray[np.int64], counter: int, n: NDArray[np.int64]) -> NDArray[np.int64]:
    """`below` for arrays: draw `counter` of each of (N,) keys, in 0..n-1 of its own (N,) n."""
    step = np.uint64((counter + 1) * _GAMMA & _WORD)
    words = _u_finalise(keys.astype(np.uint64) + step)
    drawn: NDArray[np.int64] = (((words >> _U32) * n.astype(np.uint64)) >> _U32).astype(np.int64)
    return drawn
