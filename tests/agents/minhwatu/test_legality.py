"""Min-Hwatu players act legally at every decision, under any rules, alone or in company."""

import random

import numpy as np
import pytest

from hwatu_agents.minhwatu.agent import MinHwatuAgent
from hwatu_env import GameBatch, list_agents, load_agent
from hwatu_env.errors import UnknownNameError
from hwatu_env.games.minhwatu import Rules
from tests.agents import duels
from tests.oracles.minhwatu_oracle_options import random_options

CARDS = ["greedy", "heuristic"]


def play(agent, rules, **options):
    return duels.play(agent, "minhwatu", rules, **options)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("rules", Rules.PRESETS)
def test_every_preset_is_played_to_the_end(card, rules):
    batch, _ = play(MinHwatuAgent(card, compiled=False), rules)
    assert batch.audit() == []


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("card", CARDS)
def test_two_to_seven_seats(card, seats):
    agent = MinHwatuAgent(card, compiled=False)
    play(agent, "seed", num_players=seats)
    play(agent, f"standard(num_players={seats}, optional_capture=True, godori=50)")


@pytest.mark.parametrize("chunk", range(4))
def test_random_options(chunk):
    rng = random.Random(chunk)
    for number in range(8):
        rules = Rules(**random_options(rng))
        agent = MinHwatuAgent(CARDS[number % 2], compiled=False)
        play(agent, rules, games=3, seed=rng.randrange(1000))


@pytest.mark.parametrize("card", CARDS)
def test_matches(card):
    play(MinHwatuAgent(card, compiled=False), "seed(target=300)", games=4, episode="match")


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_plain_python_and_compiled_play_the_same_games(card, seats):
    options = {"games": 40, "num_players": seats}
    plain, plainly = play(MinHwatuAgent(card, compiled=False), "seed-extended", **options)
    fast, quickly = play(MinHwatuAgent(card), "seed-extended", compiled=True, **options)

    assert plainly == quickly
    assert plain.state["score"].tolist() == fast.state["score"].tolist()


@pytest.mark.parametrize("card", CARDS)
def test_a_decision_does_not_depend_on_its_company(card):
    batch = GameBatch("minhwatu", 50, rules="seed", seed=9, compiled=False)
    agent = MinHwatuAgent(card, compiled=False)
    for _ in range(6):
        together = agent.act(batch.decisions())
        alone = [int(agent.act(batch.decisions([row]))[0]) for row in range(0, 50, 7)]
        backwards = agent.act(batch.decisions(np.arange(50)[::-1]))
        assert together[::7].tolist() == alone
        assert together[::-1].tolist() == backwards.tolist()
        batch.step(together)


@pytest.mark.parametrize("card", CARDS)
def test_the_policy_serves_as_a_playout(card):
    batch = GameBatch("minhwatu", 30, rules="standard", seed=4, compiled=False, autoreset=False)
    agent = MinHwatuAgent(card, compiled=False)
    fused = batch.playout(agent.policy(batch.spec), params=agent.params(batch.spec))

    score = np.zeros((30, 2))
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)
        actions = np.full(30, -1)
        actions[rows] = agent.act(batch.decisions(rows))
        batch.step(actions)
        score += batch.rewards
    assert fused.tolist() == score.tolist()


def test_both_players_are_found_by_name():
    assert {"minhwatu/greedy", "minhwatu/heuristic"} <= set(list_agents("minhwatu"))
    for card in CARDS:
        assert repr(load_agent(f"minhwatu/{card}")) == f"MinHwatuAgent(card='{card}')"


def test_other_games_and_policies_are_refused():
    decision = GameBatch("gostop", 1, compiled=False).decisions()
    with pytest.raises(UnknownNameError, match="plays minhwatu, not gostop"):
        MinHwatuAgent("greedy", compiled=False).act(decision)
    with pytest.raises(UnknownNameError, match="'clever'; card policies are greedy, heuristic"):
        MinHwatuAgent("clever")
