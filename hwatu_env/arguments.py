"""Arguments as the loops need them, or an error that says what was given and what is allowed."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hwatu_env.errors import UnknownNameError
from hwatu_env.layout import ActionLayout

IntArray = NDArray[np.int64]


def check_choice(name: str, value: object, allowed: Iterable[object]) -> None:
    """Raise UnknownNameError unless a setting is one of those allowed."""
    choices = list(allowed)
    if value not in choices:
        listed = ", ".join(map(repr, choices))
        raise UnknownNameError(f"{name} must be one of {listed}, got {value!r}")


def checked_seed(seed: int) -> int:
    """A seed or key, or ValueError."""
    if not 0 <= int(seed) < 2**63:
        raise ValueError(f"a seed or key is 0 to 2**63 - 1, got {seed}")
    return int(seed)


def row_mask(where: ArrayLike | None, count: int) -> NDArray[np.bool_]:
    """(N,) flags of rows, all for None, or ValueError."""
    if where is None:
        return np.ones(count, np.bool_)
    mask = np.asarray(where)
    if mask.shape != (count,) or mask.dtype != np.bool_:
        raise ValueError(f"where must be {count} booleans, got shape {mask.shape} of {mask.dtype}")
    return np.require(mask, requirements=["C", "W"])


def row_indices(rows: ArrayLike, count: int) -> IntArray:
    """(R,) indices of rows from indices or flags, or ValueError."""
    chosen = np.atleast_1d(np.asarray(rows))
    if chosen.dtype == np.bool_:
        chosen = np.flatnonzero(row_mask(chosen, count))
    chosen = chosen.astype(np.int64)
    if len(chosen) and not (chosen.min() >= 0 and chosen.max() < count):
        raise ValueError(f"rows are 0 to {count - 1}, got {chosen.tolist()}")
    return chosen


def seat_array(seat: ArrayLike, count: int, num_players: int) -> IntArray:
    """(count,) seats from one seat or as many, or ValueError."""
    seats = np.asarray(seat, np.int64)
    if seats.shape not in ((), (count,)):
        raise ValueError(f"seat is one seat or {count} of them, got shape {seats.shape}")
    if seats.size and not (seats.min() >= 0 and seats.max() < num_players):
        raise ValueError(f"seats are 0 to {num_players - 1}, got {np.unique(seats).tolist()}")
    return np.array(np.broadcast_to(seats, (count,)))


def passed_seats(passed: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Flags of seats by rows, of the shape (N, P), from those or (P,), or ValueError."""
    seats = np.asarray(passed)
    if seats.dtype != np.bool_ or seats.shape not in (shape, shape[1:]):
        raise ValueError(
            f"passed must be booleans of shape {shape} or {shape[1:]}, got {seats.shape} of "
            f"{seats.dtype}"
        )
    if seats.shape == shape and seats.flags.carray:
        return seats
    return np.array(np.broadcast_to(seats, shape), order="C")


def passed_table(passed: ArrayLike, seats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(P, P) flags of seats that leave one seat in every row, or ValueError."""
    table = np.array(passed, order="C")
    num_players = seats.shape[1]
    if table.dtype != np.bool_ or table.shape != (num_players, num_players):
        raise ValueError(
            f"passed_next must be booleans of shape {(num_players, num_players)}, got "
            f"{table.shape} of {table.dtype}"
        )
    if table.all(axis=1).any():
        raise ValueError("passed_next must leave a seat in every row, or games would never stop")
    return table


def action_array(actions: ArrayLike | str, count: int, layout: ActionLayout) -> IntArray:
    """(N,) action ids from as many, or one id or word for all, or ValueError.

    An array that will do is handed back as it is, since games of a single row feel the copy.
    """
    if isinstance(actions, str):
        actions = layout.id(actions)
    array = np.asarray(actions)
    if array.shape == (count,) and array.dtype == np.int64 and array.flags.carray:
        return array
    if array.shape not in ((), (count,)) or array.dtype.kind not in "iu":
        raise ValueError(
            f"actions must be {count} integers or one, got shape {array.shape} of {array.dtype}"
        )
    return np.array(np.broadcast_to(array, (count,)), np.int64)


def illegal_message(row: int, action: int, mask: NDArray[np.bool_], layout: ActionLayout) -> str:
    """What IllegalActionError says of a row, an action and the (A,) legal ones."""
    words = layout.words
    name = f" ({words[action]})" if 0 <= action < len(words) else ""
    legal = ", ".join(f"{a} ({words[a]})" for a in np.flatnonzero(mask))
    return f"row {row}: action {action}{name} is illegal; legal actions are {legal}"


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
