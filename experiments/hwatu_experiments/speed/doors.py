"""Speed of the PettingZoo environment, and of one of PettingZoo's own for comparison."""

from collections.abc import Callable, Mapping
from importlib import import_module
from time import perf_counter_ns
from typing import Any

import numpy as np

from hwatu_env import GameBatch
from hwatu_env.envs.aec import aec_env

_AEC_STEPS = 600

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
