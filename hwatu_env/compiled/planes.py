"""Writers of output bytes; each takes (array, row, column) and most return the next column.

Compiled, they store straight to memory: an observation has some 70 scattered bytes, and Numba's
wrap-around of negative indices costs more than the store. The boards go eight cards at a time.
Plain Python writes the same bytes through NumPy, which checks every index.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from hwatu_env.compiled.rule import rule


def put(out: NDArray[np.uint8], row: int, at: int, value: int) -> None:
    """Write one byte."""
    out[row, at] = value


def put_eight(out: NDArray[np.uint8], row: int, at: int, bits: int) -> None:
    """Write the lowest eight bits as flags, lowest first."""
    for bit in range(8):
        out[row, at + bit] = bits >> bit & 1


def put_sixteen(out: NDArray[np.uint8], row: int, at: int, bits: int) -> None:
    """Write the lowest sixteen bits as flags, lowest first."""
    for bit in range(16):
        out[row, at + bit] = bits >> bit & 1


@rule
def write_board(out: NDArray[np.uint8], row: int, at: int, cards: int, width: int) -> int:
    """Write the lowest `width` bits of a board as flags."""
    for _ in range(width >> 4):
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
def write_count(out: NDArray[np.uint8], row: int, at: int, count: int, high: int) -> int:
    """Write a count, which saturates at `high`."""
    put(out, row, at, min(count, high))
    return at + 1


@rule
def write_one_hot(out: NDArray[np.uint8], row: int, at: int, index: int, width: int) -> int:
    """Write a flag at `index` of `width` bytes, up to 60, and none if it is negative."""
    return write_board(out, row, at, 1 << index if index >= 0 else 0, width)


@rule
def write_signed(out: NDArray[np.uint8], row: int, at: int, number: int) -> int:
    """Write a number from -32768 to 32767 as 32768 + number, high byte first; it saturates."""
    shifted = min(max(number, -32768), 32767) + 32768
    put(out, row, at, shifted >> 8)
    put(out, row, at + 1, shifted & 255)
    return at + 2


def _address(context, builder, signature, arguments):  # noqa: ANN001, ANN202
    """Pointer to the byte (row, column) of an array whose rows are contiguous."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    strides = cgutils.unpack_tuple(builder, array.strides)
    offset = builder.add(builder.mul(arguments[1], strides[0]), arguments[2])
    data = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    return builder.gep(data, [offset])


@intrinsic
def _store_byte(typingctx, out, row, at, value):  # noqa: ANN001, ANN202
    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202
        address = _address(context, builder, signature, arguments)
        builder.store(builder.trunc(arguments[3], ir.IntType(8)), address)

    return types.void(out, types.int64, types.int64, types.int64), generate


def _store_flags(width):  # noqa: ANN001, ANN202
    """Intrinsic that stores `width` bits as bytes: one or two vector instructions."""

    @intrinsic
    def store(typingctx, out, row, at, bits):  # noqa: ANN001, ANN202
        def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202
            flags = ir.VectorType(ir.IntType(1), width)
            octets = ir.VectorType(ir.IntType(8), width)
            kept = builder.trunc(arguments[3], ir.IntType(width))
            address = _address(context, builder, signature, arguments)
            target = builder.bitcast(address, octets.as_pointer())
            builder.store(builder.zext(builder.bitcast(kept, flags), octets), target, align=1)

        return types.void(out, types.int64, types.int64, types.int64), generate

    return store


_store_eight = _store_flags(8)
_store_sixteen = _store_flags(16)


def _is_bytes(out) -> bool:  # noqa: ANN001
    return isinstance(out, types.Array) and out.ndim == 2 and out.layout == "C"


@overload(put)
def _compiled_put(out, row, at, value):  # noqa: ANN001, ANN202
    if not _is_bytes(out):
        return None
    return lambda out, row, at, value: _store_byte(out, row, at, value)


@overload(put_eight)
def _compiled_put_eight(out, row, at, bits):  # noqa: ANN001, ANN202
    if not _is_bytes(out):
        return None
    return lambda out, row, at, bits: _store_eight(out, row, at, bits)


@overload(put_sixteen)
def _compiled_put_sixteen(out, row, at, bits):  # noqa: ANN001, ANN202
    if not _is_bytes(out):
        return None
    return lambda out, row, at, bits: _store_sixteen(out, row, at, bits)
