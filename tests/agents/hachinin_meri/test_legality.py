"""Hachi-Nin Meri players act legally at every decision, under any rules, alone or in company."""

import random

import numpy as np
import pytest

from hwatu_agents.hachinin_meri.agent import HachininMeriAgent
from hwatu_env import GameBatch, list_agents, load_agent
from hwatu_env.errors import UnknownNameError
from hwatu_env.games.hachinin_meri import Rules
from tests.agents import duels
from tests.oracles.hachinin_meri_oracle import random_options

GAME = "hachinin_meri"
CARDS = ["greedy", "heuristic"]
DECLARATIONS = ["always_declare", "always_hide", "by_score"]


def play(agent, rules, **options):
    return duels.play(agent, GAME, rules, **options)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("rules", Rules.PRESETS)
def test_every_preset_is_played_to_the_end(card, rules):
    for declaration in DECLARATIONS:
        batch, _ = play(HachininMeriAgent(card, declaration, compiled=False), rules, games=2)
        assert batch.audit() == []


@pytest.mark.parametrize("chunk", range(8))
def test_random_options(chunk):
    rng = random.Random(chunk)
    for number in range(4):
        rules = Rules(**random_options(rng))
        agent = HachininMeriAgent(CARDS[number % 2], rng.choice(DECLARATIONS), compiled=False)
        play(agent, rules, games=2, seed=rng.randrange(1000))


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("episode", ["set", "match"])
def test_sets_and_matches(card, episode):
    play(HachininMeriAgent(card), "tournament", games=2, episode=episode, compiled=True)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    "rules", ["tournament", "boardoor(top=un_sun)", "first-draft(r2=game_any)"]
)
def test_plain_python_and_compiled_play_the_same_games(card, rules):
    plain, plainly = play(HachininMeriAgent(card, compiled=False), rules, games=15)
    fast, quickly = play(HachininMeriAgent(card), rules, compiled=True, games=15)

    assert plainly == quickly
    assert plain.state["score"].tolist() == fast.state["score"].tolist()


@pytest.mark.parametrize("card", CARDS)
def test_plain_python_and_compiled_take_the_same_decisions_after_any_play(card):
    batch = GameBatch(GAME, 60, rules="tournament", seed=11, autoreset=False, compiled=False)
    plain, fast = HachininMeriAgent(card, compiled=False), HachininMeriAgent(card)
    while (batch.to_move >= 0).any():
        decisions = batch.decisions(range(int(batch.state["ply"][0]) % 7, 60, 7))
        assert plain.act(decisions).tolist() == fast.act(decisions).tolist()
        batch.step(batch.sample_actions(3))


@pytest.mark.parametrize("card", CARDS)
def test_a_decision_does_not_depend_on_its_company(card):
    batch = GameBatch(GAME, 30, rules="seed", seed=9, compiled=False)
    agent = HachininMeriAgent(card, compiled=False)
    for _ in range(6):
        together = agent.act(batch.decisions())
        alone = [int(agent.act(batch.decisions([row]))[0]) for row in range(0, 30, 7)]
        backwards = agent.act(batch.decisions(np.arange(30)[::-1]))
        assert together[::7].tolist() == alone
        assert together[::-1].tolist() == backwards.tolist()
        batch.step(together)


@pytest.mark.parametrize("card", CARDS)
def test_the_policy_serves_as_a_playout(card):
    batch = GameBatch(GAME, 10, rules="seed", seed=4, compiled=False, autoreset=False)
    agent = HachininMeriAgent(card, compiled=False)
    fused = batch.playout(agent.policy(batch.spec), params=agent.params(batch.spec))

    score = np.zeros((10, 8))
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)
        actions = np.full(10, -1)
        actions[rows] = agent.act(batch.decisions(rows))
        batch.step(actions)
        score += batch.rewards
    assert fused.tolist() == score.tolist()


def test_both_players_are_found_by_name():
    assert {f"{GAME}/greedy", f"{GAME}/heuristic"} <= set(list_agents(GAME))
    for card, declaration in (("greedy", "always_declare"), ("heuristic", "by_score")):
        expected = f"HachininMeriAgent(card='{card}', declaration='{declaration}')"
        assert repr(load_agent(f"{GAME}/{card}")) == expected


def test_the_declaration_may_be_swapped_in_the_name():
    agent = load_agent("heuristic(declaration=always_hide)", GAME)
    assert repr(agent) == "HachininMeriAgent(card='heuristic', declaration='always_hide')"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("heuristic(card=clever)", "'clever'; card policies are greedy, heuristic"),
        ("greedy(declaration=loudly)", "declaration policies are always_declare, always_hide"),
        ("greedy(declaration=by_score(3))", r"'by_score\(3\)': .*takes 0 positional arguments"),
    ],
)
def test_policies_that_do_not_exist_are_refused(name, message):
    with pytest.raises(UnknownNameError, match=message):
        load_agent(name, GAME)


def test_other_games_are_refused():
    decision = GameBatch("gostop", 1, compiled=False).decisions()
    with pytest.raises(UnknownNameError, match="plays hachinin_meri, not gostop"):
        HachininMeriAgent("greedy", compiled=False).act(decision)
