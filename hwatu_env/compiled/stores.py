"""Machine code that stores bytes and flags at (row, column) of a byte array, for `planes.py`."""

from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own
_Generated: TypeAlias = tuple[_Numba, Callable[[_Numba, _Numba, _Numba, _Numba], _Numba]]

_IR: _Numba = ir
_TOOLS: _Numba = cgutils


def _address(context: _Numba, builder: _Numba, signature: _Numba, values: _Numba) -> _Numba:
    """Pointer to the byte (row, column) of an array whose rows are contiguous."""
    array = context.make_array(signature.args[0])(context, builder, values[0])
    strides = _TOOLS.unpack_tuple(builder, array.strides)
    offset = builder.add(builder.mul(values[1], strides[0]), values[2])
    data = builder.bitcast(array.data, _IR.IntType(8).as_pointer())
    return builder.gep(data, [offset])


def _generate_byte(
    typingctx: _Numba, out: _Numba, row: _Numba, at: _Numba, value: _Numba
) -> _Generated:
    def generate(context: _Numba, builder: _Numba, signature: _Numba, values: _Numba) -> None:
        address = _address(context, builder, signature, values)
        builder.store(builder.trunc(values[3], _IR.IntType(8)), address)

    return types.void(out, types.int64, types.int64, types.int64), generate


store_byte: _Numba = intrinsic(_generate_byte)
"""Intrinsic (out, row, at, value): store the lowest byte of a value."""


def _generate_word(
    typingctx: _Numba, out: _Numba, row: _Numba, at: _Numba, value: _Numba
) -> _Generated:
    def generate(context: _Numba, builder: _Numba, signature: _Numba, values: _Numba) -> None:
        address = _address(context, builder, signature, values)
        target = builder.bitcast(address, _IR.IntType(64).as_pointer())
        builder.store(values[3], target, align=1)

    return types.void(out, types.int64, types.int64, types.int64), generate


store_word: _Numba = intrinsic(_generate_word)
"""Intrinsic (out, row, at, value): store the eight bytes of a value, the lowest first."""


def store_flags(width: int) -> _Numba:
    """Intrinsic (out, row, at, bits) that stores `width` bits as bytes in a vector or two."""

    def generate_flags(
        typingctx: _Numba, out: _Numba, row: _Numba, at: _Numba, bits: _Numba
    ) -> _Generated:
        def generate(context: _Numba, builder: _Numba, signature: _Numba, values: _Numba) -> None:
            flags = _IR.VectorType(_IR.IntType(1), width)
            octets = _IR.VectorType(_IR.IntType(8), width)
            kept = builder.trunc(values[3], _IR.IntType(width))
            address = _address(context, builder, signature, values)
            target = builder.bitcast(address, octets.as_pointer())
            builder.store(builder.zext(builder.bitcast(kept, flags), octets), target, align=1)

        return types.void(out, types.int64, types.int64, types.int64), generate

    return intrinsic(generate_flags)
