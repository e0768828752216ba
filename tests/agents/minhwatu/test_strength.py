"""Min-Hwatu players are as strong as they claim, on duplicate deals with seats rotated."""

import numpy as np
import pytest

from tests.agents.duels import interval, mean_points

RULES = ["seed", "standard", "seed-extended", "seed(num_players=3)"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("heuristic", "greedy")])
def test_the_better_player_wins_points(better, worse, rules):
    low, _ = interval(mean_points(better, worse, "minhwatu", rules))
    assert low > 0


@pytest.mark.slow
def test_a_player_gains_nothing_on_itself():
    points = mean_points("heuristic", "heuristic", "minhwatu", "seed", deals=300)
    assert np.abs(points).max() == 0.0
