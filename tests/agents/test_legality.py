"""Players act legally at every decision, under any rules, alone or in company."""

import random

import numpy as np
import pytest

from hwatu_agents.gostop.agent import GoStopAgent
from hwatu_env import GameBatch
from hwatu_env.games.gostop.rules import Rules
from tests.agents import duels
from tests.oracles.gostop_oracle_options import random_options

CARDS = ["greedy", "heuristic"]
GO = ["always_stop", "always_go", "threshold(8)", "cautious", "risk_aware"]
PRESETS = [*Rules.PRESETS]


def play(agent, rules, **options):
    return duels.play(agent, "gostop", rules, **options)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("rules", PRESETS)
def test_every_preset_is_played_to_the_end(card, rules):
    go = GO[PRESETS.index(rules) % len(GO)]
    batch, _ = play(GoStopAgent(card, go, compiled=False), rules)
    assert batch.audit() == []


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("card", CARDS)
def test_two_to_seven_seats(card, seats):
    agent = GoStopAgent(card, "risk_aware", compiled=False)
    play(agent, "seed", num_players=seats)
    play(agent, f"seed(num_players={seats}, jokers=[2, 3, 3], bomb=True, shake=play)")


@pytest.mark.parametrize("chunk", range(8))
def test_random_options(chunk):
    rng = random.Random(chunk)
    for number in range(6):
        options = random_options(rng)
        rules = Rules(**options)
        agent = GoStopAgent(CARDS[number % 2], GO[rng.randrange(len(GO))], compiled=False)
        play(agent, rules, games=3, seed=rng.randrange(1000))


@pytest.mark.parametrize("rules", ["hangame(match_length=3)", "netmarble(match_length=3)"])
def test_matches_with_pushes_quads_and_carries(rules):
    for card in CARDS:
        play(GoStopAgent(card, compiled=False), rules, games=8, episode="match")


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    ("rules", "seats"), [("standard-2p", 2), ("seed", 2), ("standard-3p", 3), ("seed", 3)]
)
def test_plain_python_and_compiled_play_the_same_games(card, rules, seats):
    options = {"games": 40, "num_players": seats}
    plain, plainly = play(GoStopAgent(card, compiled=False), rules, **options)
    fast, quickly = play(GoStopAgent(card), rules, compiled=True, **options)

    assert plainly == quickly
    assert plain.state["score"].tolist() == fast.state["score"].tolist()


@pytest.mark.parametrize("card", CARDS)
def test_a_decision_does_not_depend_on_its_company(card):
    batch = GameBatch("gostop", 50, rules="standard-2p", seed=9, compiled=False)
    agent = GoStopAgent(card, compiled=False)
    for _ in range(6):
        together = agent.act(batch.decisions())
        alone = [int(agent.act(batch.decisions([row]))[0]) for row in range(0, 50, 7)]
        backwards = agent.act(batch.decisions(np.arange(50)[::-1]))
        assert together[::7].tolist() == alone
        assert together[::-1].tolist() == backwards.tolist()
        batch.step(together)


@pytest.mark.parametrize("card", CARDS)
def test_the_policy_serves_as_a_playout(card):
    batch = GameBatch("gostop", 30, rules="standard-2p", seed=4, compiled=False, autoreset=False)
    agent = GoStopAgent(card, "risk_aware", compiled=False)
    fused = batch.playout(agent.policy(batch.spec), params=agent.params(batch.spec))

    score = np.zeros((30, 2))
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)
        actions = np.full(30, -1)
        actions[rows] = agent.act(batch.decisions(rows))
        batch.step(actions)
        score += batch.rewards
    assert fused.tolist() == score.tolist()


def test_another_game_is_refused():
    batch = GameBatch("gostop", 1, compiled=False)
    decision = batch.decisions()
    object.__setattr__(decision.spec, "game", "minhwatu")
    with pytest.raises(ValueError, match="plays gostop, not minhwatu"):
        GoStopAgent("greedy", compiled=False).act(decision)
