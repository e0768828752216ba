"""The dealer: what it deals by chance has the chances that combinatorics gives (§2.2, §2.3)."""

from collections import Counter
from itertools import product
from math import comb, sqrt
from operator import add, le

import numpy as np
import pytest

from hwatu_env import GameBatch

SHARDS, SHARD = 4, 25_000
SIGMAS = 4.5
"""A sound dealer fails one of these tests with a chance below 1 in 100,000; the seeds are fixed."""
UNIFORM = "table_quad=dead, hand_quad=play, shake=off"
"""Rules under which no deal is dealt again or decided, so that all deals are equally likely."""
SIZES = {2: (10, 8), 3: (7, 6)}


def deals(rules, seats, seed):
    """Fields of the states of many fresh deals, (SHARDS * SHARD, …) each."""
    fields = ("hand", "table", "dealer", "deck", "redeals")
    shards = []
    for shard in range(SHARDS):
        batch = GameBatch(
            "gostop", SHARD, rules=rules, num_players=seats, seed=seed, first_game=shard * SHARD
        )
        shards.append({name: batch.state[name].copy() for name in fields})
    return {name: np.concatenate([shard[name] for shard in shards]) for name in fields}


def has_quad(boards):
    return np.any([(boards >> 4 * month) & 15 == 15 for month in range(12)], axis=0)


def quad_chance(*sizes):
    """Chance that one of some disjoint sets of so many random cards holds four of a month.

    Counted month by month: its four cards go to the sets in some numbers, never all to one.
    """
    shares = [split for split in product(range(4), repeat=len(sizes)) if sum(split) <= 4]
    ways = {(0,) * len(sizes): 1}
    for _ in range(12):
        grown = Counter()
        for filled, count in ways.items():
            for split in shares:
                more = tuple(map(add, filled, split))
                if all(map(le, more, sizes)):
                    grown[more] += count * arrangements(4, split)
        ways = grown
    return 1 - ways[sizes] / arrangements(48, sizes)


def arrangements(cards, sizes):
    """In how many ways so many cards can be given to sets of these sizes."""
    total = 1
    for size in sizes:
        total *= comb(cards, size)
        cards -= size
    return total


def expect_share(happened, chance):
    error = sqrt(chance * (1 - chance) / len(happened))
    assert abs(happened.mean() - chance) < SIGMAS * error, (
        f"{happened.mean():.5f} of {len(happened)} deals, {chance:.5f} ± {error:.5f} expected"
    )


@pytest.mark.parametrize(("seats", "printed"), [(2, (0.0043, 0.026)), (3, (0.0009, 0.007))])
def test_chances_on_the_rule_page_are_those_of_combinatorics(seats, printed):
    hand, table = SIZES[seats]

    assert quad_chance(table) == pytest.approx(printed[0], rel=0.1)
    assert quad_chance(*[hand] * seats) == pytest.approx(printed[1], rel=0.1)


@pytest.mark.parametrize("seats", [2, 3])
def test_quads_are_dealt_as_often_as_they_should(seats):
    hand, table = SIZES[seats]
    dealt = deals(f"seed({UNIFORM})", seats, seed=seats)

    expect_share(has_quad(dealt["table"]), quad_chance(table))
    expect_share(has_quad(dealt["hand"]).any(axis=1), quad_chance(*[hand] * seats))


@pytest.mark.parametrize("seats", [2, 3])
def test_deals_are_dealt_again_as_often_as_they_should(seats):
    hand, table = SIZES[seats]
    dealt = deals("seed(shake=off)", seats, seed=10 + seats)

    expect_share(dealt["redeals"] > 0, quad_chance(table, *[hand] * seats))
    assert not has_quad(dealt["table"]).any()
    assert not has_quad(dealt["hand"]).any()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_dealer_is_any_seat(seats):
    dealer = deals(f"seed({UNIFORM})", seats, seed=20 + seats)["dealer"]

    assert set(dealer) == set(range(seats))
    for seat in range(seats):
        expect_share(dealer == seat, 1 / seats)


def test_every_card_is_dealt_everywhere():
    deck = deals(f"standard-2p({UNIFORM})", 2, seed=30)["deck"][:, :50].astype(np.int64)

    counts = np.zeros((50, 54), np.int64)
    for place in range(50):
        counts[place] = np.bincount(deck[:, place], minlength=54)
    expected = len(deck) / 50
    chosen = counts[:, sorted({*range(48), 48, 50})]
    chi_square = ((chosen - expected) ** 2 / expected).sum()
    freedom = 49 * 49
    assert counts.sum() == chosen.sum()
    assert abs(chi_square - freedom) < SIGMAS * sqrt(2 * freedom)


def test_neighbouring_games_episodes_and_seeds_are_dealt_independently():
    """The first card of one deal says nothing about the first card of the next."""
    first = deals(f"seed({UNIFORM})", 2, seed=40)["deck"][:, 0].astype(np.int64)
    other_seed = deals(f"seed({UNIFORM})", 2, seed=41)["deck"][:, 0].astype(np.int64)
    batch = GameBatch("gostop", SHARD, rules=f"seed({UNIFORM})", seed=40)
    batch.reset()
    next_episode = batch.state["deck"][:, 0].astype(np.int64)

    for one, other in ((first[:-1], first[1:]), (first, other_seed), (first[:SHARD], next_episode)):
        pairs = np.bincount(one * 48 + other, minlength=48 * 48)
        expected = len(one) / 48**2
        chi_square = ((pairs - expected) ** 2 / expected).sum()
        assert abs(chi_square - 48**2) < SIGMAS * sqrt(2 * 48**2)
