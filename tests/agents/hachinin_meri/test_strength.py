"""Hachi-Nin Meri players are as strong as they claim, on duplicate deals with the teams changed."""

import numpy as np
import pytest

from hwatu_env.games.hachinin_meri import Rules
from tests.agents.duels import interval, mean_points


@pytest.mark.slow
@pytest.mark.parametrize("rules", Rules.PRESETS)
@pytest.mark.parametrize(
    ("better", "worse", "least"), [("greedy", "random", 2.0), ("heuristic", "greedy", 1.0)]
)
def test_the_better_team_wins_points(better, worse, least, rules):
    low, _ = interval(mean_points(better, worse, "hachinin_meri", rules, deals=1000))
    assert low > least


@pytest.mark.slow
def test_by_score_loses_nothing_to_always_declare_in_sets():
    always = "heuristic(declaration=always_declare)"
    points = mean_points("heuristic", always, "hachinin_meri", "seed", deals=400, episode="set")
    assert interval(points)[0] > -0.1


@pytest.mark.slow
def test_a_team_gains_nothing_on_itself():
    points = mean_points("heuristic", "heuristic", "hachinin_meri", "seed", deals=300)
    assert np.abs(points).max() == 0.0
