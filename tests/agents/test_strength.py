"""Players are as strong as they claim, on duplicate deals with seats rotated.

A deal with all its rotations is one observation: the player's mean points over the seats.
"""

import numpy as np
import pytest

from tests.agents import duels
from tests.agents.duels import interval


def mean_points(agent, other, rules, deals=2000):
    return duels.mean_points(agent, other, "gostop", rules, deals)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("heuristic", "greedy")])
def test_the_better_player_wins_points(better, worse, rules):
    low, _ = interval(mean_points(better, worse, rules))
    assert low > 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
def test_each_part_of_the_heuristic_is_better_than_that_of_greedy(rules):
    cards = mean_points("heuristic(go=always_stop)", "greedy(go=always_stop)", rules)
    go = mean_points("greedy(go=risk_aware)", "greedy(go=always_stop)", rules)
    assert interval(cards)[0] > 0
    assert interval(go)[0] > 0


@pytest.mark.slow
def test_a_player_gains_nothing_on_itself():
    points = mean_points("heuristic", "heuristic", "standard-2p", deals=300)
    assert np.abs(points).max() == 0.0
