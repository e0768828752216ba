"""Gymnasium's own checks, and the vector environment in each autoreset mode, step by step."""

import warnings
from itertools import count

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import hwatu_env
from hwatu_env.envs.learner import LearnerGames
from hwatu_env.envs.registration import gymnasium_id, register_envs
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from hwatu_env.errors import IllegalActionError, UnknownNameError
from tests.envs.playing import CASES, DEALS, Case, Lowest, same

MODES = list(AutoresetMode)
every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_deal = pytest.mark.parametrize("case", DEALS, ids=str)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
every_view = pytest.mark.parametrize(
    "view", [{}, {"mask_in": "obs"}, {"scale": True}], ids=["box", "dict", "scaled"]
)


@every_case
@every_view
def test_check_env(case: Case, view: dict) -> None:
    settings = {"rules": case.rules, "episode": case.episode, **view}
    check_env(gym.make(gymnasium_id(case.game), render_mode="ansi", **settings).unwrapped)


@every_deal
def test_passive_checker_and_order(case: Case) -> None:
    env = gym.make(gymnasium_id(case.game), rules=case.rules, render_mode="ansi")
    assert isinstance(env.unwrapped, HwatuEnv)
    with pytest.raises(ResetNeeded):
        env.step(0)
    for episode in range(3):
        _, info = env.reset(seed=None if episode else 5)
        for _ in count():
            assert info["action_mask"].tolist() == env.unwrapped.action_masks().tolist()
            observation, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
            assert observation in env.observation_space
            assert isinstance(env.render(), str)
            assert truncated is False
            if terminated:
                break
        assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(0)


@every_deal
def test_illegal_action_of_the_learner(case: Case) -> None:
    env = HwatuEnv(case.game, rules=case.rules)
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(env.games.spec.noop)
    assert reward < 0
    assert terminated is True
    assert truncated is False

    strict = HwatuEnv(case.game, rules=case.rules, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match="legal actions are"):
        strict.step(strict.games.spec.noop)
    strict.step(int(strict.action_masks().argmax()))


def test_ids_of_every_game_are_registered_once() -> None:
    register_envs()
    for game in hwatu_env.list_games():
        spec = gym.spec(gymnasium_id(game))
        assert spec.kwargs == {"game": game}
        assert spec.to_json()  # which fails where entry points are not strings
        assert isinstance(gym.make(spec).unwrapped, HwatuEnv)
    assert gymnasium_id("gostop") == "hwatu/GoStop-v0"


@every_deal
@every_mode
def test_make_vec(case: Case, mode: AutoresetMode) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make_vec(
            gymnasium_id(case.game), num_envs=3, rules=case.rules, autoreset_mode=mode
        )
    assert isinstance(env, HwatuVectorEnv)
    assert env.metadata["autoreset_mode"] is mode
    assert env.reset(seed=1)[0] in env.observation_space


class Reference:
    """Row i, played by a single environment whose games are made the same as the row's."""

    def __init__(self, case: Case, row: int, seed: int, **view) -> None:
        settings = case.settings
        self.env = HwatuEnv(settings.pop("game"), **settings, **view, opponents=Lowest())
        self.env.games = LearnerGames(**case.settings, opponents=Lowest(), first_game=row)
        self.seed = seed

    def reset(self, seed: int | None = None):
        return self.env.reset(seed=seed)

    def step(self, action):
        return self.env.step(action)


@every_case
@every_mode
@every_view
def test_autoreset_step_by_step(case: Case, mode: AutoresetMode, view: dict) -> None:
    """Every row against a single environment that is reset by hand, as each mode says."""
    settings = case.settings
    env = HwatuVectorEnv(
        4, **settings, **view, opponents=Lowest(), autoreset_mode=mode, first_game=2
    )
    references = [Reference(case, 2 + row, 8, **view) for row in range(4)]
    observation, infos = env.reset(seed=8)
    current = [reference.reset(seed=8) for reference in references]
    over = np.zeros(4, bool)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(200 if case.episode == "deal" else 60):
        check_rows(observation, infos, current, np.ones(4, bool), view)
        masks = env.action_masks()
        # now and then an illegal action, so that matches end too
        actions = np.where(rng.random(4) < 0.05, env.games.spec.noop, masks.argmax(axis=1))
        observation, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.dtype == np.float64
        assert not truncations.any()
        for row, reference in enumerate(references):
            if over[row] and mode is AutoresetMode.NEXT_STEP:
                current[row] = reference.reset()
                assert (rewards[row], terminations[row]) == (0, False)
                over[row] = False
                continue
            shown, reward, over[row], _, info = reference.step(int(actions[row]))
            assert (rewards[row], terminations[row]) == (reward, over[row])
            if over[row] and mode is AutoresetMode.SAME_STEP:
                assert same(infos["final_obs"][row], shown)
                assert same(part_of(infos["final_info"], row), info)
                shown, info = reference.reset()
                over[row] = False
            elif mode is AutoresetMode.SAME_STEP and "final_obs" in infos:
                assert infos["final_obs"][row] is None
            current[row] = shown, info
        ends += terminations.sum()
        if mode is AutoresetMode.SAME_STEP:
            assert ("final_obs" in infos) == terminations.any()
            if terminations.any():
                assert np.array_equal(infos["_final_obs"], terminations)
                assert np.array_equal(infos["_final_info"], terminations)
        if mode is AutoresetMode.DISABLED and terminations.any():
            with pytest.raises(ResetNeeded, match="wait"):
                env.step(actions)
            check_rows(observation, infos, current, np.ones(4, bool), view)
            observation, infos = env.reset(options={"reset_mask": terminations})
            for row in np.flatnonzero(terminations):
                current[row] = references[row].reset()
                over[row] = False
    assert ends > 8


def part_of(infos: dict, row: int) -> dict:
    return {name: array[row] for name, array in infos.items() if not name.startswith("_")}


def check_rows(observation, infos, current, rows, view) -> None:
    for row in np.flatnonzero(rows):
        shown, info = current[row]
        if "mask_in" in view:
            assert same({name: array[row] for name, array in observation.items()}, shown)
        else:
            assert same(observation[row], shown)
        assert same(
            {"action_mask": infos["action_mask"][row]} if "action_mask" in infos else {}, info
        )


@every_case
@every_mode
def test_record_episode_statistics(case: Case, mode: AutoresetMode) -> None:
    if mode is AutoresetMode.SAME_STEP and gym.__version__ < "1.4":
        pytest.skip("the wrapper itself miscounts lengths of SAME_STEP episodes before 1.4")
    env = RecordEpisodeStatistics(
        HwatuVectorEnv(5, **case.settings, opponents=Lowest(), autoreset_mode=mode)
    )
    env.reset(seed=1)
    returns, lengths, recorded = np.zeros(5), np.zeros(5, int), 0
    rng = np.random.default_rng(1)
    waiting = np.zeros(5, bool)
    for _ in range(150):
        masks = env.unwrapped.action_masks()
        actions = np.where(rng.random(5) < 0.1, env.unwrapped.games.spec.noop, masks.argmax(axis=1))
        _, rewards, terminations, _, infos = env.step(actions)
        returns, lengths = returns + rewards, lengths + ~waiting
        waiting = terminations & (mode is AutoresetMode.NEXT_STEP)
        if terminations.any():
            assert np.array_equal(infos["_episode"], terminations)
            assert infos["episode"]["r"][terminations].tolist() == pytest.approx(
                returns[terminations].tolist()
            )
            assert infos["episode"]["l"][terminations].tolist() == lengths[terminations].tolist()
            recorded += terminations.sum()
            returns[terminations], lengths[terminations] = 0, 0
            if mode is AutoresetMode.DISABLED:
                env.reset(options={"reset_mask": terminations.copy()})
    assert recorded > 20


@every_deal
def test_vector_wrong_input(case: Case) -> None:
    env = HwatuVectorEnv(3, **case.settings, autoreset_mode="DISABLED")
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(3, int))
    env.reset(seed=1)
    for mask in (np.zeros(3, bool), np.ones(2, bool), np.ones(3)):
        with pytest.raises(ValueError, match="reset_mask must be 3 booleans"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="actions must be 3 integers"):
        env.step(np.zeros(2, int))
    with pytest.raises(UnknownNameError, match="autoreset_mode"):
        HwatuVectorEnv(3, **case.settings, autoreset_mode="LATER")
    with pytest.raises(UnknownNameError, match="render_mode"):
        HwatuVectorEnv(3, **case.settings, render_mode="human")
