"""Reads observations, of any game: where their pieces lie, and boards and numbers from bytes.

A policy is a rule over observation bytes. What it must know besides, the numbers of the house rules
and its own settings, comes in its parameters, so that one compiled policy serves all rules for the
same number of seats.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env.compiled.rule import rule
from hwatu_env.layout import Layout

Observation = NDArray[np.uint8]
"""(N, D) observations."""
Mask = NDArray[np.bool_]
"""(N, A) legal actions."""
Params = NDArray[np.float64]
"""(K,) parameters of a policy."""
Policy = Callable[[Observation, Mask, int, int, Params], int]
"""Rule (observation, action_mask, row, key, params) -> a legal action of a row."""


def columns(layout: Layout, names: Iterable[str]) -> dict[str, int]:
    """Columns of an observation at which pieces start; -1 for one that the layout lacks."""
    there = {piece.name for piece in layout.pieces}
    return {name: layout.slice(name).start if name in there else -1 for name in names}


@rule
def read_board(flags: NDArray[Any], row: int, at: int, width: int) -> int:
    """Board of `width` flags."""
    cards = 0
    for bit in range(width):
        if flags[row, at + bit]:
            cards |= 1 << bit
    return cards


@rule
def read_number(observation: Observation, row: int, at: int) -> int:
    """A single byte, as a signed number."""
    return int(observation[row, at])


@rule
def read_choice(observation: Observation, row: int, at: int, width: int) -> int:
    """Place of the first flag that is set among `width`, counted from 1; 0 if none is."""
    for which in range(width):
        if observation[row, at + which]:
            return which + 1
    return 0


@rule
def first_legal(action_mask: Mask, row: int) -> int:
    """The lowest legal action."""
    for action in range(action_mask.shape[1]):
        if action_mask[row, action]:
            return action
    return -1
