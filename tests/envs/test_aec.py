"""The AEC environment: who is paid, how games end, and what wrong input does."""

from itertools import pairwise

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from hwatu_env import aec_env
from hwatu_env.envs.aec import HwatuAECEnv
from hwatu_env.errors import IllegalActionError, UnknownNameError
from tests.envs.playing import CASES, DEALS, Case, at_random, partners, play

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_deal = pytest.mark.parametrize("case", DEALS, ids=str)


def play_out(env: HwatuAECEnv, actions: list[int]) -> dict[str, float]:
    """Play recorded actions; what each agent saw through `last`, all told."""
    seen = dict.fromkeys(env.possible_agents, 0.0)
    script = iter(actions)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert type(reward) is float
        seen[agent] += reward
        env.step(None if terminated or truncated else next(script))
    return seen


@every_case
@pytest.mark.parametrize("reward", ["points", "outcome", "symlog"])
def test_what_agents_see_adds_up_to_what_they_win(case: Case, reward: str) -> None:
    env = aec_env(**case.settings, reward=reward)
    for seed in range(5):
        played = play(case, seed, at_random, reward=reward)
        env.reset(seed=seed)
        seen = play_out(env, [action for _, action in played.script])

        assert list(seen.values()) == pytest.approx(played.points.tolist())
        if reward == "points":  # the others shape a win and its losses differently
            assert sum(seen.values()) == pytest.approx(0)


@every_case
def test_masks_and_turns_are_those_of_the_batch(case: Case) -> None:
    played = play(case, 7, at_random)
    batch = case.batch(seed=7, autoreset=False)
    env = aec_env(**case.settings)
    env.reset(seed=7)
    for seat, action in played.script:
        assert env.agent_selection == f"player_{seat}"
        for other, agent in enumerate(env.possible_agents):
            shown = env.observe(agent)
            assert np.array_equal(
                shown["action_mask"],
                batch.action_mask[0] if other == seat else 0 * shown["action_mask"],
            )
            assert shown["observation"].tolist() == batch.observe([other])[0].tolist()
        env.step(action)
        batch.step([action])
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


@every_deal
@pytest.mark.parametrize("action", ["noop", -1, 10_000])
def test_illegal_action_ends_the_game_and_only_the_offenders_team_pays(
    case: Case, action: str | int
) -> None:
    env = aec_env(**case.settings)
    env.reset(seed=2)
    offender = env.agent_selection
    env.step(env.spec_of_game.noop if action == "noop" else action)

    assert all(env.terminations.values())
    losers = {env.possible_agents[seat] for seat in partners(case, env.seat_of[offender])}
    assert {agent for agent, paid in env.rewards.items() if paid < 0} == losers
    assert all(paid == 0 for agent, paid in env.rewards.items() if agent not in losers)
    env.reset()
    assert not any(env.terminations.values())


@every_deal
def test_illegal_action_raises_on_request_and_changes_nothing(case: Case) -> None:
    env = aec_env(**case.settings, illegal="raise")
    env.reset(seed=2)
    before, agent = env.state(), env.agent_selection

    with pytest.raises(IllegalActionError, match="legal actions are"):
        env.step(env.spec_of_game.noop)

    assert env.agent_selection == agent
    assert np.array_equal(env.state(), before)


@every_deal
def test_seeds(case: Case) -> None:
    env = aec_env(**case.settings)
    env.reset(seed=1)
    first = env.state()
    env.reset()
    second = env.state()  # the next episode of seed 1
    env.reset(seed=1)
    assert np.array_equal(env.state(), first)
    env.reset()
    assert np.array_equal(env.state(), second)
    assert not np.array_equal(first, second)

    unseeded = [aec_env(**case.settings) for _ in range(2)]
    for other in unseeded:
        other.reset()
    assert not np.array_equal(unseeded[0].state(), unseeded[1].state())


@every_deal
def test_infos_have_fixed_keys_and_are_new_every_time(case: Case) -> None:
    for mask_in, keys in (("obs", set()), ("info", {"action_mask"})):
        env = aec_env(**case.settings, mask_in=mask_in)
        env.reset(seed=1)
        kept = []
        for _ in range(4):
            assert all(info.keys() == keys for info in env.infos.values())
            kept.append(env.infos)
            env.step(int(env.batch.action_mask[0].argmax()))
        assert len({id(info) for infos in kept for info in infos.values()}) == 4 * case.num_players
    for infos, following in pairwise(kept):
        assert sum(info["action_mask"].any() for info in infos.values()) == 1
        assert not any(
            np.shares_memory(a["action_mask"], b["action_mask"])
            for a, b in zip(infos.values(), following.values(), strict=True)
        )


def test_order_of_calls() -> None:
    env = aec_env(DEALS[0].game)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    env.reset(seed=0)
    for action in (1.5, None, "play"):
        with pytest.raises(TypeError, match="an action is an integer"):
            env.step(action)
    with pytest.raises(ValueError, match="render_mode"):
        env.render()


@pytest.mark.parametrize(
    "wrong",
    [
        {"mask_in": "both"},
        {"render_mode": "rgb_array"},
        {"reward": "money"},
        {"episode": "year"},
        {"illegal": "shrug"},
        {"game": "poker"},
    ],
)
def test_unknown_settings(wrong: dict[str, str]) -> None:
    with pytest.raises(UnknownNameError, match=next(iter(wrong.values()))):
        aec_env(**{"game": DEALS[0].game} | wrong)
