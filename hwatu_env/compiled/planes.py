"""Writers of output bytes; each takes (array, row, column) and most return the next column.

Compiled, they store straight to memory: an observation has some 70 scattered bytes, and Numba's
wrap-around of negative indices costs more than the store. The boards go eight cards at a time.
Plain Python writes the same bytes through NumPy, which checks every index.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

from hwatu_env.compiled.rule import rule
from hwatu_env.compiled.stores import store_byte, store_flags, store_word

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own
Bytes: TypeAlias = NDArray[np.uint8] | NDArray[np.bool_]
"""(N, width) output bytes."""


def put(out: Bytes, row: int, at: int, value: int) -> None:
    """Write one byte."""
    out[row, at] = value


def put_word(out: Bytes, row: int, at: int, value: int) -> None:
    """Write eight bytes at once, the lowest of `value` first."""
    for place in range(8):
        out[row, at + place] = value >> (8 * place) & 255


def put_eight(out: Bytes, row: int, at: int, value: int) -> None:
    """Write the lowest 8 bits as flags, lowest first."""
    _put_bits(out, row, at, value, 8)


def put_sixteen(out: Bytes, row: int, at: int, value: int) -> None:
    """Write the lowest 16 bits as flags, lowest first."""
    _put_bits(out, row, at, value, 16)


def put_thirty_two(out: Bytes, row: int, at: int, value: int) -> None:
    """Write the lowest 32 bits as flags, lowest first."""
    _put_bits(out, row, at, value, 32)


def _put_bits(out: Bytes, row: int, at: int, value: int, width: int) -> None:
    for bit in range(width):
        out[row, at + bit] = value >> bit & 1


@rule
def write_board(out: Bytes, row: int, at: int, cards: int, width: int) -> int:
    """Write the lowest `width` bits of a board as flags."""
    for _ in range(width >> 5):
        put_thirty_two(out, row, at, cards)
        at += 32
        cards >>= 32
    if width & 16:
        put_sixteen(out, row, at, cards)
        at += 16
        cards >>= 16
    if width & 8:
        put_eight(out, row, at, cards)
        at += 8
        cards >>= 8
    for bit in range(width & 7):
        put(out, row, at + bit, cards >> bit & 1)
    return at + (width & 7)


@rule
def write_flags(out: Bytes, row: int, at: int, bits: int, width: int) -> int:
    """Write up to 16 flags at once; 16 bytes must be left, and what follows is written later."""
    put_sixteen(out, row, at, bits)
    return at + width


@rule
def write_nibbles(out: Bytes, row: int, at: int, nibbles: int, width: int) -> int:
    """Write up to 16 numbers of four bits each; what follows 16 bytes on is written later."""
    put_word(out, row, at, spread(nibbles))
    put_word(out, row, at + 8, spread(nibbles >> 32))
    return at + width


@rule
def spread(nibbles: int) -> int:
    """The lowest eight numbers of four bits, each in a byte."""
    word = nibbles & 0xFFFFFFFF
    word = (word | (word << 16)) & 0x0000FFFF0000FFFF
    word = (word | (word << 8)) & 0x00FF00FF00FF00FF
    return (word | (word << 4)) & 0x0F0F0F0F0F0F0F0F


@rule
def write_count(out: Bytes, row: int, at: int, count: int, high: int) -> int:
    """Write a count, which saturates at `high`."""
    put(out, row, at, min(count, high))
    return at + 1


@rule
def write_one_hot(out: Bytes, row: int, at: int, index: int, width: int) -> int:
    """Write a flag at `index`, and none if it is negative; see `write_flags`."""
    return write_flags(out, row, at, 1 << index if index >= 0 else 0, width)


@rule
def write_signed(out: Bytes, row: int, at: int, number: int) -> int:
    """Write a number from -32768 to 32767 as 32768 + number, high byte first; it saturates."""
    shifted = min(max(number, -32768), 32767) + 32768
    put(out, row, at, shifted >> 8)
    put(out, row, at + 1, shifted & 255)
    return at + 2


def _compile_as(function: Callable[..., None], store: _Numba) -> None:
    """Make an intrinsic the compiled twin of a writer."""

    @overload(function)
    def twin(out: _Numba, row: _Numba, at: _Numba, value: _Numba) -> _Numba:  # pyright: ignore[reportUnusedFunction]
        if not (isinstance(out, types.Array) and out.ndim == 2 and out.layout == "C"):
            return None

        def compiled(out: _Numba, row: _Numba, at: _Numba, value: _Numba) -> None:
            store(out, row, at, value)

        return compiled


_compile_as(put, store_byte)
_compile_as(put_word, store_word)
_compile_as(put_eight, store_flags(8))
_compile_as(put_sixteen, store_flags(16))
_compile_as(put_thirty_two, store_flags(32))
