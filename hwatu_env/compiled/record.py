"""A game's record: one typed field list gives the dtype, the plain Python state and the type of `g`.

A game declares its state once, as a dataclass whose fields say how many words they take:

    @dataclass(slots=True, eq=False)
    class State:
        to_move: int = word()           # one int64
        hand: list[int] = per_seat()    # one int64 a seat
        deck: list[int] = octets(54)    # bytes, which rules read through int() only

A batch is a structured array of shape (N,). With `compiled=False` the same loops run over a list of
plain state objects instead: Python integers, so debuggers and coverage see what happens.
"""

from collections.abc import Iterable
from dataclasses import field, fields
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

_Numba: TypeAlias = Any  # whatever Numba hands over: it ships no types of its own

_SEATS = -1
"""Length of a field that has one word a seat."""

Records = NDArray[np.void]
"""(N,) structured array of records."""


def word() -> Any:  # noqa: ANN401 - the field's own annotation is its type
    """Declare a field of one int64."""
    return field(metadata={"kind": np.int64, "length": 0})


def words(length: int) -> Any:  # noqa: ANN401
    """Declare a field of `length` int64."""
    return field(metadata={"kind": np.int64, "length": length})


def per_seat() -> Any:  # noqa: ANN401
    """Declare a field of one int64 a seat."""
    return field(metadata={"kind": np.int64, "length": _SEATS})


def octets(length: int) -> Any:  # noqa: ANN401
    """Declare a field of `length` bytes; rules read one as `int(g.field[i])`."""
    return field(metadata={"kind": np.uint8, "length": length})


def state_dtype(state: type, seats: int) -> np.dtype[np.void]:
    """The dtype of one record of the state class `state` for `seats` seats."""
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    for column in fields(state):
        length = column.metadata["length"]
        shape = () if length == 0 else (seats if length == _SEATS else length,)
        columns.append((column.name, column.metadata["kind"], shape))
    return np.dtype((np.record, np.dtype(columns, align=True)))


def to_plain(state: type, records: Records) -> list[Any]:
    """Plain Python states of (N,) records."""
    names = [column.name for column in fields(state)]
    return [state(**{name: record[name].tolist() for name in names}) for record in records]


def to_records(states: Iterable[Any], dtype: np.dtype[np.void]) -> Records:
    """(N,) records of plain Python states."""
    states = list(states)
    records = np.zeros(len(states), dtype)
    for record, state in zip(records, states, strict=True):
        for name in dtype.names or ():
            record[name] = getattr(state, name)
    return records


def options_record(options: object, names: Iterable[str]) -> Records:
    """(1,) record that holds the named integers, and tuples of integers, of an object."""
    values = {name: getattr(options, name) for name in names}
    columns = [(name, np.int64, np.shape(value)) for name, value in values.items()]
    record = np.zeros(1, np.dtype((np.record, np.dtype(columns, align=True))))
    for name, value in values.items():
        record[0][name] = value
    return record


def take(records: Records, rows: NDArray[np.int64]) -> Records:
    """A copy of some rows; whole records move as opaque bytes, which is several times faster."""
    raw = records.view(f"V{records.dtype.itemsize}")[rows]
    return raw.view(records.dtype)


def copy_record(target: Any, k: int, source: Any, i: int) -> None:  # noqa: ANN401
    """Copy game i of `source` to place k of `target`, in a compiled loop or in plain Python."""
    state = source[i]
    target[k] = type(state)(
        **{
            column.name: value.copy() if isinstance(value, list) else value
            for column in fields(state)
            for value in (getattr(state, column.name),)
        }
    )


@overload(copy_record)
def _overload_copy_record(target: _Numba, k: _Numba, source: _Numba, i: _Numba) -> _Numba:
    def compiled(target: _Numba, k: _Numba, source: _Numba, i: _Numba) -> None:
        target[k] = source[i]

    return compiled if isinstance(target, types.Array) else None
