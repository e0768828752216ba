"""What all doors must agree on: games, payment, secrets, and arrays that stay as they were."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from hwatu_env import aec_env, parallel_env
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from tests.envs.playing import (
    CASES,
    DEALS,
    Case,
    Lowest,
    Scripted,
    game_with_winner,
    lowest,
    play,
    same,
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_view = pytest.mark.parametrize("mask_in", ["obs", "info"])

# ---- each door as a loop that plays one game: it yields what it hands out, and ends with a return


def through_aec(case: Case, seed: int, script: Scripted, seat: int, mask_in: str) -> Iterator[Any]:
    env = aec_env(**case.settings, mask_in=mask_in)
    env.reset(seed=seed)
    total = 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        # the dead steps after the end, in which nothing happens, hand out the last infos again
        yield observation, env.state(), [] if over else [info, *env.infos.values()]
        total += reward if agent == f"player_{seat}" else 0
        env.step(None if over else script.next_of(env.seat_of[agent]))
    yield total


def through_parallel(
    case: Case, seed: int, script: Scripted, seat: int, mask_in: str
) -> Iterator[Any]:
    env = parallel_env(**case.settings, mask_in=mask_in)
    yield env.reset(seed=seed)
    total = 0.0
    while env.agents:
        actions = dict.fromkeys(env.agents, env.spec_of_game.noop)
        if env.mover is not None:
            actions[env.mover] = script.next_of(env.seat_of[env.mover])
        results = env.step(actions)
        yield (*results, env.state())
        total += results[1][f"player_{seat}"]
    yield total


def through_single(
    case: Case, seed: int, script: Scripted, seat: int, mask_in: str
) -> Iterator[Any]:
    env = HwatuEnv(**case.settings, mask_in=mask_in, opponents=script, learner_seat=seat)
    yield env.reset(seed=seed)
    total, terminated = 0.0, False
    while not terminated:
        observation, reward, terminated, _, info = env.step(script.next_of(seat))
        yield observation, reward, info, env.action_masks()
        total += reward
    yield total


def through_vector(
    case: Case, seed: int, script: Scripted, seat: int, mask_in: str
) -> Iterator[Any]:
    env = HwatuVectorEnv(
        1,
        **case.settings,
        mask_in=mask_in,
        opponents=script,
        learner_seat=seat,
        autoreset_mode="DISABLED",
    )
    yield env.reset(seed=seed)
    total, terminated = 0.0, np.zeros(1, bool)
    while not terminated[0]:
        results = env.step(np.array([script.next_of(seat)]))
        terminated = results[2]
        yield (*results, env.action_masks())
        total += results[1][0]
    yield total


DOORS = {
    "aec": through_aec,
    "parallel": through_parallel,
    "single": through_single,
    "vector": through_vector,
}
every_door = pytest.mark.parametrize("door", DOORS)


@every_case
@every_door
@every_view
def test_scripted_winner_is_paid(case: Case, door: str, mask_in: str) -> None:
    """The official tutorial's wrapper once paid agents what the next one got, and they lost."""
    played, winner = game_with_winner(case)
    for seat in range(case.num_players):
        script = Scripted(played.script)
        *_, total = DOORS[door](case, played.seed, script, seat, mask_in)
        assert total == pytest.approx(played.points[seat])
        assert (total > 0) == (played.points[seat] > 0)
    assert played.points[winner] > 0


@every_case
@every_door
@every_view
def test_nothing_handed_out_changes_later(case: Case, door: str, mask_in: str) -> None:
    played, _ = game_with_winner(case)
    stream = DOORS[door](case, played.seed, Scripted(played.script), 0, mask_in)
    kept = [(handed_out, deepcopy(handed_out)) for handed_out in stream]
    assert len(kept) > 3
    assert all(same(now, then) for now, then in kept)
    arrays = [list(arrays_in(now)) for now, _ in kept]
    assert all(arrays[:-1])
    assert not any(
        np.shares_memory(first, second)
        for before, after in pairwise(arrays)
        for first in before
        for second in after
    )


def arrays_in(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield value
    for part in value.values() if isinstance(value, dict) else ():
        yield from arrays_in(part)
    for part in value if isinstance(value, list | tuple) else ():
        yield from arrays_in(part)


@every_case
def test_arrays_may_be_written_to(case: Case) -> None:
    """Users scale observations and edit masks in place; the game goes on as it would have."""
    env = HwatuVectorEnv(3, **case.settings, opponents=Lowest())
    quiet = HwatuVectorEnv(3, **case.settings, opponents=Lowest())
    results, expected = env.reset(seed=4), quiet.reset(seed=4)
    for _ in range(12):
        assert same(results[0], expected[0])
        actions = quiet.action_masks().argmax(axis=1)
        for array in arrays_in(results):
            array[...] = 0
        results, expected = env.step(actions), quiet.step(actions)


@every_case
def test_same_seed_plays_the_same_games_through_every_door(case: Case) -> None:
    """Three episodes after one seed, everybody playing the lowest legal action."""
    batch = case.batch(seed=21, autoreset=False)
    aec, parallel = aec_env(**case.settings), parallel_env(**case.settings)
    for episode in range(3):
        expected: list[np.ndarray] = []
        while batch.to_move[0] >= 0:
            expected.append(batch.observation[0].copy())
            batch.step(lowest(batch))
        batch.reset()

        aec.reset(seed=None if episode else 21)
        shown: list[np.ndarray] = []
        for _ in aec.agent_iter():
            observation, _, terminated, _, _ = aec.last()
            if not terminated:
                shown.append(observation["observation"])
            aec.step(None if terminated else int(observation["action_mask"].argmax()))
        assert same(shown, expected)

        observations, _ = parallel.reset(seed=None if episode else 21)
        shown = []
        while parallel.agents:
            if parallel.mover is not None:
                shown.append(observations[parallel.mover]["observation"])
            masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
            actions = {agent: int(mask.argmax()) for agent, mask in masks.items()}
            observations, *_ = parallel.step(actions)
        assert same(shown, expected)


@every_case
def test_learners_meet_the_games_of_their_row(case: Case) -> None:
    """Whatever its seat, row i of a seed is game i of that seed."""
    env = HwatuVectorEnv(4, **case.settings, opponents=Lowest(), first_game=3)
    env.reset(seed=17)
    for row in range(4):
        alone = case.batch(seed=17, first_game=3 + row, autoreset=False)
        while alone.to_move[0] != env.games.seats[row]:
            alone.step(lowest(alone))
        assert np.array_equal(env.games.observations()[row], alone.observation[0])
    single = HwatuEnv(**case.settings, opponents=Lowest(), learner_seat=0)
    observation, _ = single.reset(seed=17)
    alone = case.batch(seed=17, autoreset=False)
    while alone.to_move[0] != 0:
        alone.step(lowest(alone))
    assert np.array_equal(observation, alone.observation[0])


@every_case
@every_view
def test_hidden_cards_do_not_show(case: Case, mask_in: str) -> None:
    """What a seat gets stays the same when all that it cannot know is drawn anew."""
    aec = aec_env(**case.settings, mask_in=mask_in)
    parallel = parallel_env(**case.settings, mask_in=mask_in)
    redrawn = 0
    for seed in range(4):
        aec.reset(seed=seed)
        observations, infos = parallel.reset(seed=seed)
        for _, action in play(case, seed, lowest).script[:25]:
            if parallel.mover is None:  # shows the game as it stood before; has tests of its own
                observations, _, _, _, infos = parallel.step({})
            real = aec.batch.copy()
            for seat, agent in enumerate(aec.possible_agents):
                world = real.determinize([0], seat, key=seed)
                before = aec.observe(agent), aec.infos[agent], real.history(0, seat).tolist()
                aec.batch.load(world.state)
                parallel.batch.load(world.state)
                redrawn += not np.array_equal(aec.state(), state_of(aec, real))
                assert same(aec.observe(agent), before[0])
                assert same(aec._new_infos()[agent], before[1])
                assert aec.batch.history(0, seat).tolist() == before[2]
                assert same(parallel._observations()[agent], observations[agent])
                assert same(parallel._infos()[agent], infos[agent])
                aec.batch.load(real.state)
                parallel.batch.load(real.state)
            aec.step(action)
            observations, _, _, _, infos = parallel.step({parallel.mover: action})
    assert redrawn > 50  # the others' hands did change


def state_of(env: Any, batch: Any) -> np.ndarray:
    seats = range(env.spec_of_game.num_players)
    return np.concatenate([batch.observe([seat])[0] for seat in seats])


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_a_leak_would_be_noticed(case: Case) -> None:
    """The test above, given a view that shows one hidden byte, fails: the state is such a view."""
    env = aec_env(**case.settings)
    env.reset(seed=0)
    before = env.state()
    env.batch.load(env.batch.determinize([0], 0, key=1).state)
    assert not same(env.state(), before)
