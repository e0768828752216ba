"""A rule is a plain function that compiled loops can use as well."""

import inspect

import numba
import numpy as np
import pytest

from hwatu_env.compiled.rule import rule

STATE = np.dtype((np.record, np.dtype([("points", np.int64), ("hand", np.uint8, (4,))])))


@rule
def add(g, points, times=2):
    """Add points to a state."""
    g.points += points * times
    return g.points


@rule
def card(g, place):
    return int(g.hand[place])


def test_rule_is_the_plain_function():
    assert inspect.isfunction(add)
    assert add.__doc__ == "Add points to a state."
    assert list(inspect.signature(add).parameters) == ["g", "points", "times"]


def test_compiled_rule_takes_defaults_and_keywords():
    @numba.njit
    def loop(states):
        for row in range(len(states)):
            add(states[row], 1)
            add(states[row], 1, 10)
            add(states[row], points=1, times=100)

    states = np.zeros(2, STATE)
    loop(states)

    assert states["points"].tolist() == [112, 112]


def test_only_the_caller_decides_whether_indices_are_checked():
    def first_card(states, place):
        return card(states[0], place)

    unchecked = numba.njit(first_card)
    checked = numba.njit(boundscheck=True)(first_card)
    states = np.zeros(2, STATE)
    states["points"] = 7  # the field that lies behind the first state's hand

    assert unchecked(states, 4) == 7
    with pytest.raises(IndexError):
        checked(states, 4)
    assert numba.njit(lambda states, place: card(states[0], place) + 1)(states, 4) == 8
