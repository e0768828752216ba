"""PettingZoo's own conformance tests.

Left out: `max_cycles_test` wants modules with `max_cycles`, which card games have no use for;
`bombardment_test` compares what `step` returns, None, with an observation space, and so fails for
every environment; `test_save_obs` and the manual control test are about pictures.
"""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

import hwatu_env
from hwatu_env.envs.aec import HwatuAECEnv
from hwatu_env.envs.parallel import HwatuParallelEnv
from hwatu_env.envs.registration import pettingzoo_id
from tests.envs.playing import CASES, DEALS, Case, same

MASKS = ("obs", "info")
every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_mask = pytest.mark.parametrize("mask_in", MASKS)


def make_aec(case: Case, **options: Any) -> Callable[..., HwatuAECEnv]:
    return lambda **more: hwatu_env.aec_env(**case.settings, **options, **more)


def make_parallel(case: Case, **options: Any) -> Callable[..., HwatuParallelEnv]:
    return lambda **more: hwatu_env.parallel_env(**case.settings, **options, **more)


@every_case
@every_mask
def test_api(case: Case, mask_in: str) -> None:
    api_test(make_aec(case, mask_in=mask_in)(), num_cycles=150)


@every_case
@every_mask
def test_parallel_api(case: Case, mask_in: str) -> None:
    parallel_api_test(make_parallel(case, mask_in=mask_in)(), num_cycles=150)


@every_case
@every_mask
def test_seeds(case: Case, mask_in: str) -> None:
    seed_test(make_aec(case, mask_in=mask_in), num_cycles=60)
    parallel_seed_test(make_parallel(case, mask_in=mask_in), num_cycles=60)


@every_case
@every_mask
def test_parallel_seeds_beyond_the_first_step(case: Case, mask_in: str) -> None:
    """Upstream's test stops after one step: it asks `any` of a dict of agents' names."""
    first, second = (make_parallel(case, mask_in=mask_in)() for _ in range(2))
    shown = first.reset(seed=11)
    assert same(shown, second.reset(seed=11))

    steps = 0
    while first.agents:
        mover = first.possible_agents[int(first.batch.to_move[0])]
        action = int(np.flatnonzero(first.batch.action_mask[0])[-1])
        actions = {agent: action if agent == mover else steps for agent in first.agents}
        assert same(first.step(actions), second.step(actions))
        steps += 1
    assert steps > 5


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_render(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(make_aec(case))

    assert "seen by seat" in capsys.readouterr().out  # of mode "human"


@every_case
def test_states(case: Case) -> None:
    state_test(make_aec(case)(), make_parallel(case)(), num_cycles=10)


@pytest.mark.parametrize("game", hwatu_env.list_games())
@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="no registry before 1.27")
def test_registry(game: str) -> None:
    aec = pettingzoo.make("aec", pettingzoo_id(game))
    parallel = pettingzoo.make("parallel", pettingzoo_id(game), mask_in="info")

    assert aec.unwrapped.spec_of_game.game == parallel.unwrapped.spec_of_game.game == game
    assert (
        pettingzoo.spec("aec", f"hwatu/{game}").id == pettingzoo.spec("aec", pettingzoo_id(game)).id
    )  # the id without a version is the newest
    api_test(aec, num_cycles=50)
    parallel_api_test(parallel, num_cycles=50)


@every_case
@every_mask
def test_terminate_illegal_wrapper(case: Case, mask_in: str) -> None:
    env = TerminateIllegalWrapper(make_aec(case, mask_in=mask_in)(), illegal_reward=-5)
    env.reset(seed=3)
    offender = env.agent_selection
    env.step(env.unwrapped.spec_of_game.noop)

    seen = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        seen[agent] = reward
        assert terminated
        env.step(None)
    assert seen == {agent: -5 if agent == offender else 0 for agent in env.possible_agents}

    env.reset(seed=4)  # whatever the wrapper wrote into the environment is gone
    assert not any(env.terminations.values())
    api_test(env, num_cycles=60)


@every_case
def test_order_enforcing_wrapper(case: Case) -> None:
    env = OrderEnforcingWrapper(make_aec(case)())
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)

    api_test(env, num_cycles=60)


@every_case
@pytest.mark.parametrize("make", [make_aec, make_parallel])
def test_pickle_and_deepcopy_make_the_same_environment(
    case: Case, make: Callable[..., Any]
) -> None:
    env = make(case, mask_in="info")()
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        env.reset(seed=5)
        twin.reset(seed=5)
        assert same(env.state(), twin.state())
        assert twin.possible_agents == env.possible_agents
        assert twin.observation_space("player_0") == env.observation_space("player_0")
