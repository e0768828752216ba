"""Duplicate deals between two players, and games that one player plays with itself."""

import numpy as np

from hwatu_env import GameBatch, load_agent

SEED = 0
"""Never used in tuning, which drew its deals from seeds of 1,000 and more."""


def mean_points(agent, other, game, rules, deals=2000, *, episode="deal"):
    """(deals,) points of an agent that plays the seats of each team in turn, all others by another.

    Where there are no teams, every seat is one. A deal with all its rotations is one observation:
    the agent's mean points over the teams.
    """
    players = [load_agent(agent, game), load_agent(other, game)]
    teams = np.array(GameBatch(game, rules=rules, compiled=False).spec.teams)
    points = np.zeros(deals)
    for team in np.unique(teams):
        batch = GameBatch(game, deals, rules=rules, seed=SEED, autoreset=False, episode=episode)
        while (batch.to_move >= 0).any():
            actions = np.full(deals, -1)
            going = batch.to_move >= 0
            at_turn = going & (teams[batch.to_move] == team)
            for player, rows in zip(players, (at_turn, going & ~at_turn), strict=True):
                rows = np.flatnonzero(rows)
                if len(rows):
                    actions[rows] = player.act(batch.decisions(rows))
            batch.step(actions)
            points += batch.rewards[:, np.flatnonzero(teams == team)[0]]
    return points / len(np.unique(teams))


def interval(points):
    """Normal 95 % confidence interval of a mean."""
    half = 1.96 * points.std(ddof=1) / np.sqrt(len(points))
    return points.mean() - half, points.mean() + half


def play(agent, game, rules, *, games=6, seed=5, episode="deal", compiled=False, **options):
    """Play to the end, every action checked by the batch; returns it and the actions taken."""
    batch = GameBatch(
        game,
        games,
        rules=rules,
        seed=seed,
        episode=episode,
        autoreset=False,
        compiled=compiled,
        **options,
    )
    taken = []
    for _ in range(60 * batch.spec.max_steps):
        if (batch.to_move < 0).all():
            return batch, taken
        rows = np.flatnonzero(batch.to_move >= 0)
        actions = np.full(games, -1)
        actions[rows] = agent.act(batch.decisions(rows))
        taken += actions[rows].tolist()
        batch.step(actions)
    raise AssertionError("the games do not end")
