"""Players are as strong as they claim, on duplicate deals with seats or teams rotated.

A deal with all its rotations is one observation: the player's mean points over the teams.
"""

import numpy as np
import pytest

from hwatu_env import list_games
from hwatu_env.games.hachinin_meri import Rules
from tests.agents.duels import interval, mean_points

GOSTOP = ["standard-2p", "standard-3p"]
MINHWATU = ["seed", "standard", "seed-extended", "seed(num_players=3)"]
PAIRS = [("greedy", "random"), ("heuristic", "greedy")]
LEAST = [
    ("gostop", GOSTOP, (0.0, 0.0), 2000),
    ("minhwatu", MINHWATU, (0.0, 0.0), 2000),
    ("hachinin_meri", list(Rules.PRESETS), (2.0, 1.0), 1000),
]
"""Game and rules, points that each of the pairs wins at least, and deals."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rules", "better", "worse", "least", "deals"),
    [
        (game, rules, *pair, least, deals)
        for game, texts, points, deals in LEAST
        for rules in texts
        for pair, least in zip(PAIRS, points, strict=True)
    ],
)
def test_the_better_player_wins_points(game, rules, better, worse, least, deals):
    low, _ = interval(mean_points(better, worse, game, rules, deals))
    assert low > least


@pytest.mark.slow
@pytest.mark.parametrize("game", list_games())
def test_a_player_gains_nothing_on_itself(game):
    points = mean_points("heuristic", "heuristic", game, None, deals=300)
    assert np.abs(points).max() == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("rules", GOSTOP)
def test_each_part_of_the_heuristic_is_better_than_that_of_greedy(rules):
    stops = "greedy(go=always_stop)"
    cards = mean_points("heuristic(go=always_stop)", stops, "gostop", rules)
    go = mean_points("greedy(go=risk_aware)", stops, "gostop", rules)
    assert interval(cards)[0] > 0
    assert interval(go)[0] > 0


@pytest.mark.slow
def test_by_score_loses_nothing_to_always_declare_in_sets():
    always = "heuristic(declaration=always_declare)"
    points = mean_points("heuristic", always, "hachinin_meri", "seed", deals=400, episode="set")
    assert interval(points)[0] > -0.1
