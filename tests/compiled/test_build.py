"""What `entry` refuses, and what it leaves alone."""

import numba
import pytest

from hwatu_env.compiled.build import entry
from hwatu_env.compiled.rule import rule


@rule
def twice(number):
    return number + number


def make_loop(double):
    def loop(number):
        """Twice a number."""
        return double(number)

    return loop


def test_entry_is_the_loop_compiled():
    compiled = entry(make_loop(twice), numba.int64(numba.int64), game="toy")

    assert compiled(21) == 42
    assert compiled.__doc__ == "Twice a number."
    assert compiled.__name__ == "loop"
    assert compiled.__qualname__.startswith("loop-toy-")
    assert compiled.nopython_signatures == [numba.int64(numba.int64)]


def test_entry_leaves_the_plain_function_as_it_was():
    loop = make_loop(twice)
    name = loop.__qualname__

    entry(loop, None, game="toy", name="other")

    assert loop.__qualname__ == name
    assert loop(21) == 42


def test_fixed_signature_is_the_only_one():
    compiled = entry(make_loop(twice), numba.int64(numba.int64), game="toy")

    with pytest.raises(TypeError, match="No matching definition"):
        compiled("21")


def test_no_signature_compiles_each_kind_of_arguments():
    compiled = entry(make_loop(twice), None, game="toy")

    assert compiled(21) == 42
    assert compiled(1.5) == 3.0


@pytest.mark.parametrize("word", ["go/stop", "go stop", "", "<lambda>", "화투"])
def test_names_that_are_no_file_names(word):
    with pytest.raises(ValueError, match="letters, digits"):
        entry(make_loop(twice), None, game=word)
    if word:
        with pytest.raises(ValueError, match="letters, digits"):
            entry(make_loop(twice), None, game="toy", name=word)


def test_compiled_function_inside_a_loop():
    with pytest.raises(TypeError, match="make it a @rule"):
        entry(make_loop(numba.njit(twice)), None, game="toy")


def test_compiled_function_as_a_loop():
    with pytest.raises(TypeError, match="plain Python function"):
        entry(numba.njit(twice), None, game="toy")


def test_source_that_does_not_exist(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing"):
        entry(make_loop(twice), None, game="toy", sources=[tmp_path / "missing"])


def test_numba_switched_off(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    loop = make_loop(twice)

    assert entry(loop, numba.int64(numba.int64), game="toy") is loop
