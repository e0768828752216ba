"""stable-baselines3 and sb3-contrib over the native vector environment and the single one."""

import warnings
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_maskable
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecCheckNan, VecMonitor, VecNormalize

from hwatu_env import load_game
from hwatu_env.clients.sb3 import HwatuVecEnv
from hwatu_env.envs.learner import LearnerGames
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.errors import DeckError
from tests.envs.playing import CASES, DEALS, Case, Lowest, same

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_deal = pytest.mark.parametrize("case", DEALS, ids=str)
every_view = pytest.mark.parametrize(
    "view", [{}, {"mask_in": "obs"}, {"scale": True}], ids=["box", "dict", "scaled"]
)
SMALL = {"n_steps": 16, "batch_size": 16, "n_epochs": 2, "policy_kwargs": {"net_arch": [16]}}


def make(case: Case, num_envs: int = 4, **options) -> HwatuVecEnv:
    return HwatuVecEnv(num_envs=num_envs, **case.settings, **options)


def policy_of(view: dict) -> str:
    return "MultiInputPolicy" if "mask_in" in view else "MlpPolicy"


# ---- the environment itself


@every_case
@every_view
def test_rows_play_as_single_environments_do(case: Case, view: dict) -> None:
    env = make(case, opponents=Lowest(), seed=8, **view)
    singles = []
    for row in range(4):
        single = HwatuEnv(**case.settings, opponents=Lowest(), **view)
        single.games = LearnerGames(**case.settings, opponents=Lowest(), first_game=row)
        singles.append(single)
    observation = env.reset()
    current = [single.reset(seed=8) for single in singles]
    returns, lengths, ends = np.zeros(4), np.zeros(4, int), 0
    rng = np.random.default_rng(0)
    for _ in range(150 if case.episode == "deal" else 60):
        masks = env.action_masks()
        for row, (shown, _) in enumerate(current):
            assert same(part(observation, row), shown)
            assert np.array_equal(masks[row], singles[row].action_masks())
        actions = np.where(rng.random(4) < 0.05, env.games.spec.noop, masks.argmax(axis=1))
        observation, rewards, dones, infos = env.step(actions)
        assert rewards.dtype == np.float32
        for row, single in enumerate(singles):
            shown, reward, terminated, _, info = single.step(int(actions[row]))
            returns[row] += reward
            lengths[row] += 1
            assert (rewards[row], dones[row]) == (np.float32(reward), terminated)
            assert infos[row]["TimeLimit.truncated"] is False
            assert ("terminal_observation" in infos[row]) == terminated
            assert ("episode" in infos[row]) == terminated
            if terminated:
                assert same(infos[row]["terminal_observation"], shown)
                assert infos[row]["episode"]["r"] == pytest.approx(returns[row])
                assert infos[row]["episode"]["l"] == lengths[row]
                assert infos[row]["episode"]["t"] >= 0
                returns[row], lengths[row] = 0, 0
                shown, info = single.reset()
                ends += 1
            if "mask_in" not in view:
                assert np.array_equal(infos[row]["action_mask"], info["action_mask"])
            current[row] = shown, info
    assert ends > 6


def part(observation, row: int):
    if isinstance(observation, dict):
        return {name: array[row] for name, array in observation.items()}
    return observation[row]


@every_deal
def test_seeds(case: Case) -> None:
    env = make(case, seed=5)
    first = env.reset()
    second = env.reset()  # the next episodes of the seed
    assert not np.array_equal(first, second)
    for seed in (5, 6):
        env.seed(seed)
        assert np.array_equal(env.reset(), make(case, seed=seed).reset())
    env.seed(5)
    env.reset()
    assert np.array_equal(env.reset(), second)


@every_deal
def test_options_are_of_each_row_and_of_one_reset(case: Case) -> None:
    env = make(case, 3, opponents=Lowest())
    rules = load_game(case.game).rules(case.rules)
    deck = case.batch(seed=40).state["deck"][0][: rules.deck_size].tolist()
    env.set_options([{}, {"deck": deck}, {"anything": 1}])
    env.reset()
    decks = env.games.batch.state["deck"][:, : rules.deck_size].tolist()
    assert [row == deck for row in decks] == [False, True, False]
    env.reset()
    assert deck not in env.games.batch.state["deck"][:, : rules.deck_size].tolist()
    env.set_options({"deck": deck[:-1]})
    with pytest.raises(DeckError):
        env.reset()


@every_deal
def test_what_libraries_ask_of_rows(case: Case) -> None:
    env = make(case, 3)
    env.reset()
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), env.action_masks())
    assert np.array_equal(
        env.env_method("action_masks", indices=[2, 0]), env.action_masks()[[2, 0]]
    )
    assert env.env_method("position", indices=1)[0] == env.position(1)
    assert "seen by seat" in env.env_method("view_text")[2]
    assert not env.has_attr("no_such_thing")
    with pytest.raises(AttributeError, match="rows have no method 'fly'"):
        env.env_method("fly")
    assert env.get_attr("render_mode") == [None, None, None]
    env.set_attr("label", "mine")
    assert env.get_attr("label", indices=[0]) == ["mine"]
    with pytest.raises(ValueError, match="for all 3 rows"):
        env.set_attr("label", "yours", indices=0)
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    with pytest.raises(ValueError, match="actions must be 3 integers"):
        env.step(np.zeros(2, int))
    env.close()


@every_deal
def test_nothing_handed_out_changes_later(case: Case) -> None:
    env = make(case, 8)
    kept = [(env.reset(), [])]
    copies = [kept[0][0].copy()]
    masks, mask_copies = [env.action_masks()], [env.action_masks()]
    for _ in range(30):
        observation, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        kept.append((observation, [rewards, dones, infos]))
        copies.append(observation.copy())
        masks.append(env.action_masks())
        mask_copies.append(masks[-1].copy())
    for (observation, _), copy in zip(kept, copies, strict=True):
        assert np.array_equal(observation, copy)
    for mask, copy in zip(masks, mask_copies, strict=True):
        assert np.array_equal(mask, copy)
    rewards = [step[0] for _, step in kept[1:]]
    assert len({id(array) for array in rewards}) == len(rewards)
    assert any(array.any() for array in rewards)


@every_deal
@every_view
def test_new_opponents(case: Case, view: dict) -> None:
    class Noted(Lowest):
        asked = 0

        def act(self, decision):
            self.asked += len(decision)
            return super().act(decision)

    env = make(case, 4, **view)
    env.reset()
    noted = Noted()
    env.set_opponents([(noted, 1.0)])
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    assert noted.asked > 0


# ---- learning


@every_deal
@every_view
def test_maskable_ppo_learns_saves_and_goes_on(case: Case, view: dict, tmp_path: Path) -> None:
    env = make(case, 8, opponents={"random": 1.0}, reward="symlog", **view)
    model = MaskablePPO(policy_of(view), env, seed=1, **SMALL)
    model.learn(8 * 16 * 2)
    assert len(model.ep_info_buffer) > 0  # episodes are recorded without a VecMonitor
    model.save(tmp_path / "model")

    again = MaskablePPO.load(tmp_path / "model", env=env)
    observation = env.reset()
    masks = env.action_masks()
    for deterministic in (True, False):
        actions, _ = again.predict(observation, action_masks=masks, deterministic=deterministic)
        assert masks[np.arange(8), actions].all()
    expected, _ = model.predict(observation, action_masks=masks, deterministic=True)
    found, _ = again.predict(observation, action_masks=masks, deterministic=True)
    assert np.array_equal(expected, found)
    again.learn(8 * 16, reset_num_timesteps=False)
    assert again.num_timesteps == 8 * 16 * 3


@every_deal
def test_rollout_buffer_holds_what_was_seen(case: Case) -> None:
    """SB3 stores an observation after the next step: a reused array would be another by then.

    A card that a stored mask allows to be played must be in the stored hand.
    """
    env = make(case, 8)
    model = MaskablePPO("MlpPolicy", env, seed=1, **SMALL)
    model.learn(8 * 16)
    spec = env.games.spec
    first = spec.actions.id(next(w for w in spec.actions.words if w.startswith("play ")))
    hand = spec.observation.read(model.rollout_buffer.observations, "hand")
    cards = hand.shape[-1]
    masks = model.rollout_buffer.action_masks.reshape(*hand.shape[:-1], -1)
    playable = masks[..., first : first + cards] > 0
    assert playable.any(axis=-1).mean() > 0.5
    assert not (playable & (hand == 0)).any()


@every_deal
def test_wrappers_and_evaluation(case: Case, tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="overwritten by the `VecMonitor` ones"):
        monitored = VecMonitor(VecCheckNan(make(case, 4), raise_exception=True))
    MaskablePPO("MlpPolicy", monitored, seed=1, **SMALL).learn(4 * 16 * 2)
    assert monitored.episode_count > 0

    normalised = VecNormalize(make(case, 4))
    model = MaskablePPO("MlpPolicy", normalised, seed=1, **SMALL)
    evaluations = VecNormalize(make(case, 2, seed=9), training=False, norm_reward=False)
    callback = MaskableEvalCallback(
        evaluations, n_eval_episodes=3, eval_freq=16, verbose=0, best_model_save_path=str(tmp_path)
    )
    model.learn(4 * 16 * 2, callback=callback)
    assert callback.n_calls > 0
    assert np.isfinite(callback.last_mean_reward)
    assert (tmp_path / "best_model.zip").exists()
    normalised.save(str(tmp_path / "normalize.pkl"))
    loaded = VecNormalize.load(str(tmp_path / "normalize.pkl"), make(case, 4))
    assert np.allclose(loaded.obs_rms.mean, normalised.obs_rms.mean)

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it counts as monitored
        rewards, lengths = evaluate_maskable(
            model, make(case, 2, seed=3), n_eval_episodes=4, return_episode_rewards=True
        )
    assert len(rewards) == len(lengths) == 4
    assert min(lengths) > 0


@every_deal
def test_plain_ppo_with_eval_callback(case: Case) -> None:
    """Without masks games end by illegal actions, as documented, and never by an exception."""
    env = make(case, 4)
    model = PPO("MlpPolicy", env, seed=1, **SMALL)
    callback = EvalCallback(make(case, 2, seed=4), n_eval_episodes=2, eval_freq=16, verbose=0)
    model.learn(4 * 16 * 2, callback=callback)
    assert np.isfinite(callback.last_mean_reward)
    mean, _ = evaluate_policy(model, make(case, 2), n_eval_episodes=4)
    assert mean < 0


# ---- the single environment


@every_deal
@every_view
def test_check_env(case: Case, view: dict) -> None:
    check_env(HwatuEnv(**case.settings, **view))


@every_deal
@pytest.mark.parametrize("algorithm", [PPO, DQN, MaskablePPO])
def test_algorithms_on_the_single_environment(case: Case, algorithm: type) -> None:
    options = {"learning_starts": 8, "buffer_size": 100} if algorithm is DQN else SMALL
    model = algorithm("MlpPolicy", HwatuEnv(**case.settings, scale=True), seed=1, **options)
    model.learn(48)
    assert model.num_timesteps >= 48
    assert len(model.ep_info_buffer) > 0


@every_deal
def test_masks_of_the_single_environment_reach_the_model(case: Case) -> None:
    env = HwatuEnv(**case.settings, illegal="raise")
    model = MaskablePPO("MlpPolicy", env, seed=1, **SMALL)
    model.learn(64)  # an illegal action would raise
    observation, _ = env.reset(seed=3)
    for _ in count():
        action, _ = model.predict(observation, action_masks=env.action_masks())
        observation, _, terminated, _, _ = env.step(action)
        if terminated:
            return
