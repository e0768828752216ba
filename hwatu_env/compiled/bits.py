"""Bits of a board: card `i` of an int64 word is bit `i`, at most 62 of them, so never negative."""

from collections.abc import Callable
from typing import Any, TypeAlias

from numba import types
from numba.extending import intrinsic, overload

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own
_Generated: TypeAlias = tuple[_Numba, Callable[[_Numba, _Numba, _Numba, _Numba], _Numba]]

_NO_BIT = 64
"""What `lowest_bit` says of an empty word: out of range of every board, in both builds."""


def popcount(word: int) -> int:
    """Number of cards in a word.

    Args:
        word: A non-negative word.
    """
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """Index of the lowest card in a word.

    Args:
        word: A positive word; an empty one has no lowest card, and 64 comes back for it.
    """
    return (word & -word).bit_length() - 1 if word else _NO_BIT


def _generate_popcount(typing: _Numba, word: _Numba) -> _Generated:
    def generate(context: _Numba, builder: _Numba, signature: _Numba, words: _Numba) -> _Numba:
        return builder.ctpop(words[0])

    return types.int64(types.int64), generate


def _generate_lowest_bit(typing: _Numba, word: _Numba) -> _Generated:
    def generate(context: _Numba, builder: _Numba, signature: _Numba, words: _Numba) -> _Numba:
        return builder.cttz(words[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


_count_ones: _Numba = intrinsic(_generate_popcount)
_count_trailing_zeros: _Numba = intrinsic(_generate_lowest_bit)


@overload(popcount)
def _overload_popcount(word: _Numba) -> _Numba:
    def compiled(word: _Numba) -> int:
        return _count_ones(word)

    return compiled if isinstance(word, types.Integer) else None


@overload(lowest_bit)
def _overload_lowest_bit(word: _Numba) -> _Numba:
    def compiled(word: _Numba) -> int:
        return _count_trailing_zeros(word)

    return compiled if isinstance(word, types.Integer) else None
