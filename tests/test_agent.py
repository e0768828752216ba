"""Agents: the random one, and how agents are found by name."""

from dataclasses import replace

import numpy as np
import pytest

from hwatu_env import GameBatch, list_agents, load_agent
from hwatu_env.agent import RandomAgent
from hwatu_env.errors import UnknownNameError


def decisions(num_games=5, **options):
    batch = GameBatch("gostop", num_games, rules="standard-2p", compiled=False, seed=1)
    return batch.decisions(**options)


def with_keys(decision, count):
    """One decision, asked with many keys."""
    return replace(
        decision,
        observation=np.repeat(decision.observation[:1], count, axis=0),
        action_mask=np.repeat(decision.action_mask[:1], count, axis=0),
        seat=np.repeat(decision.seat[:1], count),
        key=np.arange(count, dtype=np.int64) * 2**40 + 12345,
    )


def test_random_actions_are_legal():
    batch = GameBatch("gostop", 20, rules="standard-3p", compiled=False)
    agent = load_agent("random")

    for _ in range(60):
        actions = agent.act(batch.decisions())
        assert actions.dtype == np.int64
        batch.step(actions)  # illegal ones raise


def test_random_actions_are_uniform_over_the_legal_ones():
    decision = with_keys(decisions(), 20_000)
    legal = np.flatnonzero(decision.action_mask[0])

    actions = RandomAgent().act(decision)

    counts = np.bincount(actions, minlength=decision.action_mask.shape[1])
    assert counts[legal].sum() == 20_000
    expected = 20_000 / len(legal)
    assert np.abs(counts[legal] - expected).max() < 4.5 * np.sqrt(expected)


def test_the_same_decision_gets_the_same_answer_alone_and_in_company():
    decision = decisions(key=3)
    agent = RandomAgent()

    actions = agent.act(decision)

    np.testing.assert_array_equal(agent.act(decision), actions)
    np.testing.assert_array_equal(agent.act(decisions(key=3)), actions)
    for row in range(5):
        alone = replace(
            decision,
            observation=decision.observation[[row]],
            action_mask=decision.action_mask[[row]],
            seat=decision.seat[[row]],
            key=decision.key[[row]],
        )
        assert agent.act(alone)[0] == actions[row]


def test_no_decisions_get_no_answers():
    decision = decisions()
    none = replace(
        decision,
        observation=decision.observation[:0],
        action_mask=decision.action_mask[:0],
        seat=decision.seat[:0],
        key=decision.key[:0],
    )

    assert RandomAgent().act(none).tolist() == []


def test_pieces_of_a_decision_have_names():
    with pytest.raises(KeyError, match="no piece 'cards'; there are hand"):
        decisions()["cards"]


def test_agents_are_found_by_name():
    assert "random" in list_agents()
    assert "random" in list_agents("gostop")
    assert repr(load_agent("random")) == "random"
    assert load_agent("random") is load_agent("random", "gostop")


def test_an_agent_is_its_own_name():
    agent = RandomAgent()

    assert load_agent(agent) is agent


def test_an_unknown_agent_is_named_with_those_there_are():
    with pytest.raises(UnknownNameError, match="unknown agent 'oracle'") as refused:
        load_agent("oracle")
    assert "random" in str(refused.value)
    with pytest.raises(UnknownNameError, match="unknown agent 'oracle'"):
        load_agent("oracle", "gostop")


@pytest.mark.parametrize("thing", [7, None, object()])
def test_what_cannot_act_is_no_agent(thing):
    with pytest.raises(TypeError, match=r"an agent has a method act\(decision\), got"):
        load_agent(thing)
