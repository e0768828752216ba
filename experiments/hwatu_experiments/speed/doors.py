"""Speed of the environments that other libraries use, and of PettingZoo's own for comparison."""

from collections.abc import Callable, Mapping
from importlib import import_module
from time import perf_counter_ns
from typing import Any

import numpy as np

from hwatu_env import GameBatch
from hwatu_env.envs.aec import aec_env

_AEC_STEPS = 600
_LEARNED_STEPS = 2 * 256 * 64
"""Two rollouts of 256 games and 64 steps."""

Environment = Any  # a PettingZoo AEC environment; the library ships no types


def measurements(
    batch: GameBatch, notes: dict[str, str]
) -> list[Callable[[], Mapping[str, float]]]:
    """`aec_us` and, where its libraries are installed, `leduc_us`; else `notes` says why not."""
    ours = aec_env(batch.spec.game, rules=batch.spec.rules)
    found = [_stepping("aec_us", ours)]
    try:
        module = import_module("pettingzoo.classic.rlcard_envs.leduc_holdem")
    except ImportError as error:
        notes["leduc_us"] = f"leduc_holdem needs rlcard and pygame-ce: {error}"
        return found
    return [*found, _stepping("leduc_us", module.raw_env())]


def _stepping(name: str, env: Environment) -> Callable[[], Mapping[str, float]]:
    """Microseconds of `last` and `step` together; choosing the action is not counted."""
    generator = np.random.default_rng(0)
    env.reset(seed=0)

    def measure() -> Mapping[str, float]:
        spent = steps = 0
        while steps < _AEC_STEPS:
            started = perf_counter_ns()
            observation, _, terminated, truncated, _ = env.last()
            looked = perf_counter_ns()
            if terminated or truncated:
                env.reset()
                continue
            action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
            chosen = perf_counter_ns()
            env.step(action)
            spent += looked - started + perf_counter_ns() - chosen
            steps += 1
        return {name: spent / steps / 1e3}

    return measure


def training(batch: GameBatch, notes: dict[str, str]) -> dict[str, float]:
    """Env side of MaskablePPO: the share of the wall time that our VecEnv takes."""
    try:
        from hwatu_experiments.config import Config
        from hwatu_experiments.train import build_env, build_model
    except ImportError as error:
        notes["sb3_env_share"] = f"training needs the extra 'train': {error}"
        return {}
    config = Config(game=batch.spec.game, rules=batch.spec.rules, opponents="random=1", n_steps=64)
    env = build_env(config)
    clock = _Clock(env)
    model = build_model(config, env)
    model.learn(config.n_envs * config.n_steps)  # torch and the loops warm up
    clock.spent = 0
    started = perf_counter_ns()
    model.learn(_LEARNED_STEPS)
    wall = perf_counter_ns() - started
    return {"sb3_env_share": clock.spent / wall, "sb3_steps_per_s": _LEARNED_STEPS / wall * 1e9}


class _Clock:
    """Adds up the time spent in an environment's methods, put around them from outside."""

    def __init__(self, env: Environment) -> None:
        self.spent = 0
        for name in ("reset", "step_async", "step_wait", "env_method"):
            setattr(env, name, self._timed(getattr(env, name)))

    def _timed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            started = perf_counter_ns()
            result = method(*arguments, **options)
            self.spent += perf_counter_ns() - started
            return result

        return timed
