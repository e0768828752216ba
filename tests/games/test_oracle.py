"""Kernels against their oracles: random deals under presets and random rules, plain and compiled.

How the two are compared, and how a deal that differs is played again: `tests/games/comparing.py`.
"""

import os
import random
from dataclasses import replace

import pytest

from hwatu_env.testing import perft
from tests.games.comparing import (
    DifferenceError,
    comparisons,
    play_batch,
    play_random_deals,
    replay_deal,
)
from tests.games.fishing import fishing_comparisons

PLAIN_DEALS, PARTS = 2000, 8
"""Deals of each game in `make test`, in so many tests, so that several workers share them."""
FIDELITY_DEALS = int(os.environ.get("HWATU_FIDELITY_DEALS", "20000"))
FIDELITY_PARTS = 16
COMPILED_DEALS = 60
"""Deals of each rule set that are played through `GameBatch`, compiled."""

COMPARISONS = comparisons()
PRESETS = [(each, preset) for each in COMPARISONS for preset in each.oracle.PRESETS]
BATCHES = [(each, *batch) for each in COMPARISONS for batch in each.batches]
PERFT = [(each, *counted) for each in fishing_comparisons() for counted in each.perft]
REDUCED = [(each, rules) for each in fishing_comparisons() for rules in each.reduced_decks]

every_game = pytest.mark.parametrize("comparison", COMPARISONS, ids=str)
every_preset = pytest.mark.parametrize(("comparison", "preset"), PRESETS, ids=str)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@every_game
def test_random_deals_agree_with_the_oracle(comparison, part):
    deals = PLAIN_DEALS // PARTS

    assert play_random_deals(comparison, f"deals {part}", deals) > deals * comparison.stands


@every_game
def test_presets_are_named_as_those_of_the_oracle(comparison):
    assert list(comparison.provider.rules_type.PRESETS) == list(comparison.oracle.PRESETS)


@every_preset
def test_presets_are_the_ones_of_the_oracle(comparison, preset):
    told = comparison.provider.rules_type(**comparison.oracle.preset(preset))

    assert comparison.provider.rules(preset) == told


@pytest.mark.fidelity
@pytest.mark.parametrize("part", range(FIDELITY_PARTS))
@every_game
def test_very_many_random_deals_agree_with_the_oracle(comparison, part):
    deals = -(-FIDELITY_DEALS // FIDELITY_PARTS)

    assert play_random_deals(comparison, f"fidelity {part}", deals) > deals * comparison.stands


@pytest.mark.fidelity
@every_preset
def test_very_many_deals_of_each_preset_agree_with_the_oracle(comparison, preset):
    deals = -(-FIDELITY_DEALS // len(comparison.oracle.PRESETS))
    rules = comparison.provider.rules(preset)

    played = play_random_deals(comparison, f"preset {preset}", deals, rules)

    assert played > deals * comparison.stands_under_presets


@every_game
def test_a_difference_is_told_in_one_line_that_plays_the_deal_again(comparison, monkeypatch):
    """The oracle is made to count wrongly; the line of the failure shows it again."""
    different = comparison.spoil(monkeypatch)
    with pytest.raises(DifferenceError, match=different) as failure:
        play_random_deals(comparison, "spoilt", 50, comparison.provider.rules(None))
    story, line = str(failure.value).splitlines()

    with pytest.raises(DifferenceError) as again:
        eval(line, {"replay_deal": replay_deal})

    assert str(again.value).splitlines() == [story, line]


@pytest.mark.slow
@pytest.mark.parametrize(("comparison", "text", "given"), BATCHES, ids=str)
def test_compiled_batches_agree_with_the_oracle(comparison, text, given):
    rng = random.Random(f"{text} {given}")
    rules = comparison.provider.rules(text)
    drawn = [comparison.random_case(rng, rules) for _ in range(COMPILED_DEALS)]

    play_batch(comparison, [replace(case, **given) for case in drawn], rules, rng)


# ---- perft: counts of the oracle (see `FishingComparison.count_lines`), one integer each


@pytest.mark.parametrize(("comparison", "rules", "seed", "depth", "count"), PERFT, ids=str)
def test_perft_counts_are_those_of_the_oracle(comparison, rules, seed, depth, count):
    assert perft(comparison.perft_batch(rules, seed), depth) == count


@pytest.mark.parametrize(("comparison", "rules"), REDUCED, ids=str)
def test_perft_counts_can_be_counted_again(comparison, rules):
    counted = comparison.count_lines(rules, 7, 3)

    assert perft(comparison.perft_batch(rules, 7), 3) == counted
