"""Bits of a board are the same in plain Python and in compiled loops."""

import numba
from hypothesis import given
from hypothesis import strategies as st

from hwatu_env.compiled.bits import lowest_bit, popcount

BOARDS = st.integers(0, 2**62 - 1)


@numba.njit
def compiled(word):
    return popcount(word), lowest_bit(word)


def counted_one_by_one(word):
    places = [place for place in range(62) if word >> place & 1]
    return len(places), places[0] if places else 64


@given(BOARDS)
def test_both_builds_count_bits_one_by_one(word):
    assert (popcount(word), lowest_bit(word)) == counted_one_by_one(word)
    assert compiled(word) == counted_one_by_one(word)


def test_every_single_card():
    for place in range(62):
        assert (popcount(1 << place), lowest_bit(1 << place)) == (1, place)
        assert compiled(1 << place) == (1, place)


def test_full_board():
    assert (popcount(2**62 - 1), lowest_bit(2**62 - 1)) == (62, 0)
    assert compiled(2**62 - 1) == (62, 0)


def test_empty_board_has_no_lowest_card_on_any_board():
    assert (popcount(0), lowest_bit(0)) == (0, 64)
    assert compiled(0) == (0, 64)


def test_compiled_constants_are_counted_too():
    @numba.njit
    def of_constants():
        return popcount(7), lowest_bit(8)

    assert of_constants() == (3, 3)
