"""The parallel environment: only the mover counts, and all end together."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from hwatu_env import aec_env, parallel_env
from tests.envs.playing import CASES, DEALS, Case, at_random, partners, play, step_for

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
@pytest.mark.parametrize("junk", ["noop", "illegal", "nothing"])
def test_plays_the_same_game_whatever_the_waiting_agents_send(case: Case, junk: str) -> None:
    played = play(case, 5, at_random)
    env = parallel_env(**case.settings)
    env.reset(seed=5)
    other = {"noop": env.spec_of_game.noop, "illegal": 10_000, "nothing": None}[junk]
    paid = np.zeros(case.num_players)
    script = iter(played.script)
    while env.agents:
        actions = {} if junk == "nothing" else dict.fromkeys(env.agents, other)
        if env.mover is not None:
            seat, action = next(script)
            assert env.mover == f"player_{seat}"
            actions[env.mover] = action
        _, rewards, terminations, truncations, _ = env.step(actions)
        paid += list(rewards.values())
        assert len(set(terminations.values())) == 1
        assert not any(truncations.values())
    assert all(terminations.values())
    assert env.agents == []
    assert paid.tolist() == pytest.approx(played.points.tolist())
    with pytest.raises(ResetNeeded, match="reset"):
        env.step({})


@every_case
def test_waiting_agents_may_do_nothing_but_wait(case: Case) -> None:
    env = parallel_env(**case.settings)
    observations, _ = env.reset(seed=5)
    noop = env.spec_of_game.noop
    script = [action for _, action in play(case, 5, at_random).script]
    while env.agents:
        for agent, shown in observations.items():
            waits = np.flatnonzero(shown["action_mask"]).tolist() == [noop]
            assert waits == (agent != env.mover)
            assert waits or not shown["action_mask"][noop]
        action = script.pop(0) if env.mover is not None else 0
        observations, *_ = env.step(dict.fromkeys(env.agents, action))
    assert not script
    masks = [shown["action_mask"] for shown in observations.values()]
    assert all(np.flatnonzero(mask).tolist() == [noop] for mask in masks)


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_spaces_are_those_of_the_aec_environment(case: Case) -> None:
    aec, parallel = aec_env(**case.settings), parallel_env(**case.settings)

    assert aec.possible_agents == parallel.possible_agents
    for agent in aec.possible_agents:
        assert aec.action_space(agent) == parallel.action_space(agent)
        assert aec.observation_space(agent) == parallel.observation_space(agent)
    assert aec.state_space == parallel.state_space


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_illegal_action_of_the_mover(case: Case) -> None:
    env = parallel_env(**case.settings)
    env.reset(seed=2)
    offender = int(env.batch.to_move[0])

    _, rewards, terminations, _, _ = step_for(env, -1)

    assert all(terminations.values())
    losers = {env.possible_agents[seat] for seat in partners(case, offender)}
    assert {agent for agent, paid in rewards.items() if paid < 0} == losers
    assert all(paid == 0 for agent, paid in rewards.items() if agent not in losers)


def test_wrong_input() -> None:
    env = parallel_env(DEALS[0].game)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step({})
    env.reset(seed=2)
    mover = env.possible_agents[int(env.batch.to_move[0])]
    with pytest.raises(KeyError, match=f"{mover} is to move"):
        env.step({})
    with pytest.raises(TypeError, match="an action is an integer"):
        env.step({mover: 0.5})
