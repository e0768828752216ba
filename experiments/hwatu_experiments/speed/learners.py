"""Speed of the environments that learners use: the vector environment, and SB3's with MaskablePPO."""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter_ns, thread_time_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env import GameBatch
from hwatu_env.envs.vector import HwatuVectorEnv

_VECTOR_GAMES = 1_024
_VECTOR_STEPS = 60
_LEARNED_STEPS = 2 * 64 * 32
"""Two rollouts of the script in the README: 64 games and 32 steps."""
_TURNS = 3

_Model = Any  # a MaskablePPO
_Env = Any  # a VecEnv


def measurements(batch: GameBatch) -> list[Callable[[], Mapping[str, float]]]:
    """Times of the vector environment's step and of what it is made of, at 1,024 games."""
    env = HwatuVectorEnv(_VECTOR_GAMES, game=batch.spec.game, rules=batch.rules, opponents="random")
    env.reset(seed=0)
    games = GameBatch(batch.spec.game, _VECTOR_GAMES, rules=batch.rules, seed=0)

    def measure() -> Mapping[str, float]:
        clock = _Inside(env.games.batch)
        whole = sum(_timed(env.step, _choices(env.action_masks(), k)) for k in range(_VECTOR_STEPS))
        clock.stop()
        step = sum(_timed(games.step, games.sample_actions(k)) for k in range(_VECTOR_STEPS))
        copy = sum(_timed(_copy, games) for _ in range(_VECTOR_STEPS))
        spent = {"vector": whole, "vector_moves": clock.spent, "kernel_1024": step, "copy": copy}
        each = {name: time / _VECTOR_STEPS / 1e3 for name, time in spent.items()}
        return {
            "vector_us": each["vector"],
            "vector_moves_us": each["vector_moves"],
            "vector_ratio": each["vector"] / (each["vector_moves"] + each["copy"]),
            "vector_step_ratio": each["vector"] / (each["kernel_1024"] + each["copy"]),
        }

    return [measure]


class _Inside:
    """Adds up the time that a batch spends in `step_past`: the moves of learners and opponents."""

    def __init__(self, batch: GameBatch) -> None:
        self.spent = 0
        self._batch = batch
        step_past = batch.step_past

        def timed(*arguments: Any, **options: Any) -> None:  # noqa: ANN401
            started = thread_time_ns()
            step_past(*arguments, **options)
            self.spent += thread_time_ns() - started

        batch.__dict__["step_past"] = timed

    def stop(self) -> None:
        """Take the clock out of the batch."""
        del self._batch.__dict__["step_past"]


def _timed(call: Callable[..., Any], argument: Any) -> int:  # noqa: ANN401
    started = thread_time_ns()
    call(argument)
    return thread_time_ns() - started


def _choices(masks: NDArray[np.bool_], key: int) -> NDArray[np.int64]:
    """A random legal action for each row."""
    drawn = np.random.default_rng(key).random(masks.shape)
    chosen: NDArray[np.int64] = (drawn * masks).argmax(axis=1)
    return chosen


def _copy(games: GameBatch) -> None:
    for output in (games.observation, games.action_mask, games.to_move, games.rewards):
        output.copy()
    games.terminated.copy()


def training(batch: GameBatch, notes: dict[str, str]) -> dict[str, float]:
    """MaskablePPO's decisions a second, on the game and where the environment costs nothing.

    Both train the script of the README, in turns; the ratio is that of the medians.
    """
    try:
        from hwatu_env.clients.sb3 import HwatuVecEnv
        from hwatu_experiments.speed.motionless import Motionless
    except ImportError as error:
        notes["sb3_ratio"] = f"training needs the extra 'train': {error}"
        return {}
    env = HwatuVecEnv(batch.spec.game, 64, rules=batch.rules, opponents="random", scale=True)
    models = {"real": _script(env), "free": _script(Motionless(env))}
    speeds: dict[str, list[float]] = {name: [] for name in models}
    for turn in range(_TURNS + 1):
        for name, model in models.items():
            started = perf_counter_ns()
            model.learn(_LEARNED_STEPS)
            if turn > 0:  # torch and the loops have warmed up
                speeds[name].append(_LEARNED_STEPS / (perf_counter_ns() - started) * 1e9)
    real, free = median(speeds["real"]), median(speeds["free"])
    return {"sb3_steps_per_s": real, "sb3_free_steps_per_s": free, "sb3_ratio": real / free}


def _script(env: _Env) -> _Model:
    from sb3_contrib import MaskablePPO

    return MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, device="cpu")
