"""What tells two loops apart, and what doesn't."""

import math
import types
from enum import Enum

import numba
import numpy as np
import pytest

from hwatu_env.compiled.identity import trace


class Kind(Enum):
    BRIGHT = 20


def text(source, **names):
    """Identity of the function `loop` of a source text, as if it were typed in."""
    exec(compile(source, "<typed in>", "exec"), names)
    return trace(names["loop"])[0]


def make_loop(constant):
    def loop(g):
        return g + constant

    return loop


CONSTANTS = [
    1,
    1.0,
    True,
    None,
    "1",
    b"1",
    (1, 2),
    (1, (2,)),
    frozenset({1, 2}),
    np.int64(1),
    np.uint64(1),
    np.array([1, 2]),
    np.array([[1, 2]]),
    np.array([1, 2], np.uint8),
    np.dtype("i4"),
    Kind.BRIGHT,
    Kind,
]


def test_equal_functions_are_one():
    assert trace(make_loop(1))[0] == trace(make_loop(1))[0]
    assert trace(make_loop(np.arange(3)))[0] == trace(make_loop(np.arange(3)))[0]
    assert trace(make_loop(frozenset("ab")))[0] == trace(make_loop(frozenset("ba")))[0]


def test_constants_tell_closures_apart():
    assert len({trace(make_loop(constant))[0] for constant in CONSTANTS}) == len(CONSTANTS)


@pytest.mark.parametrize("constant", CONSTANTS, ids=repr)
def test_constants_tell_globals_apart(constant):
    source = "def loop(g): return g + C"

    assert text(source, C=constant) == text(source, C=constant)
    assert text(source, C=constant) != text(source, C=2)


@pytest.mark.parametrize(
    "source",
    [
        "def loop(g): return g + 2",
        "def loop(g): return g - 1",
        "def loop(h): return h + 1",
        "def loop(g, n=1): return g + n",
        "def loop(g, n=2): return g + n",
        "def loop(g, *, n=1): return g + n",
        "def loop(g, *, n=2): return g + n",
        "def loop(g): return len([x for x in (1, 2)])",
        "def loop(g): return len([x for x in (1, 3)])",
        "def other(g): return g + 1\nloop = other",
    ],
)
def test_code_tells_functions_apart(source):
    assert text(source) == text(source)
    assert text(source) != text("def loop(g): return g + 1")


@pytest.mark.parametrize("places", ["inner(g)", "[inner(x) for x in g]", "module.inner(g)"])
def test_functions_that_are_called_count(places):
    def one(g):
        return 1

    def two(g):
        return 2

    source = f"def loop(g): return {places}"
    texts = []
    for inner in (one, two, numba.njit(one)):
        module = types.ModuleType("module")
        vars(module)["inner"] = inner
        texts.append(text(source, inner=inner, module=module))

    assert texts[0] != texts[1]
    assert texts[0] == texts[2]


def test_members_of_classes_count():
    source = "def loop(g): return g + Kind.BRIGHT.value"
    other = Enum("Kind", {"BRIGHT": 10}, module=Kind.__module__, qualname="Kind")

    assert text(source, Kind=Kind) != text(source, Kind=other)


def test_functions_that_are_reached():
    loop = make_loop(make_loop(1))

    assert trace(loop)[1] == [loop, loop.__closure__[0].cell_contents]


def test_functions_that_call_each_other_end():
    source = "def loop(g): return other(g)\ndef other(g): return loop(g)"

    assert text(source) == text(source)


def test_what_no_machine_code_holds_is_told_apart_by_its_kind_alone():
    """Its text may hold an address, which would be new in each process."""
    assert trace(make_loop(object()))[0] == trace(make_loop(object()))[0]
    assert trace(make_loop(object()))[0] != trace(make_loop({}))[0]


def test_numbers_that_are_equal_but_compile_differently():
    assert trace(make_loop(0.0))[0] != trace(make_loop(-0.0))[0]
    assert trace(make_loop(math.nan))[0] == trace(make_loop(math.nan))[0]
