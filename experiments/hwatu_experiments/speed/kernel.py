"""Speed of the batch itself.

What one thread does is measured in its processor time, which other programs do not lengthen; what
two threads do, and what is compared with it, in real time.
"""

from collections.abc import Callable, Mapping
from itertools import count
from time import perf_counter_ns, thread_time_ns

import numpy as np

from hwatu_env import GameBatch
from hwatu_env.games.kernel import load_kernel

_STEPS = 60  # more than a deal, so that resets count as often as they come
_PYTHON_GAMES = 16
_PLAYOUT_GAMES = 65_536  # so many that starting a thread does not count


def measurements(batch: GameBatch) -> list[Callable[[], Mapping[str, float]]]:
    """The measurements of a compiled batch, to be called in turns."""
    return [
        _stepping("step_ns", batch, _STEPS),
        _writing(batch),
        _copying(batch),
        _stepping("python_step_ns", _in_python(batch), 25),
        _playouts("playout_steps_per_s", batch, threads=1),
        _playouts("playout_2_steps_per_s", batch, threads=2),
    ]


def sizes(batch: GameBatch) -> dict[str, float]:
    """Bytes of a game's record and of an observation."""
    return {
        "state_bytes": float(batch.state.dtype.itemsize),
        "observation_bytes": float(batch.spec.observation_size),
    }


def _in_python(batch: GameBatch) -> GameBatch:
    return GameBatch(batch.spec.game, _PYTHON_GAMES, rules=batch.rules, seed=0, compiled=False)


def _stepping(name: str, batch: GameBatch, steps: int) -> Callable[[], Mapping[str, float]]:
    """Nanoseconds a game and step; drawing the random actions is not counted."""
    keys = count()

    def measure() -> Mapping[str, float]:
        spent = 0
        for _ in range(steps):
            actions = batch.sample_actions(next(keys))
            started = thread_time_ns()
            batch.step(actions)
            spent += thread_time_ns() - started
        return {name: spent / steps / len(batch)}

    return measure


def _writing(batch: GameBatch) -> Callable[[], Mapping[str, float]]:
    """Nanoseconds a game to write observation, mask and seat to move of games as they stand."""
    refresh = load_kernel(batch.spec.game, batch.spec.num_players, "compiled").refresh
    observation, mask = batch.observation.copy(), batch.action_mask.copy()
    to_move, rules_of = batch.to_move.copy(), batch.rules.record

    def measure() -> Mapping[str, float]:
        states = batch.state
        started = thread_time_ns()
        for _ in range(_STEPS):
            refresh(states, rules_of, observation, mask, to_move)
        return {"write_ns": (thread_time_ns() - started) / _STEPS / len(batch)}

    return measure


def _copying(batch: GameBatch) -> Callable[[], Mapping[str, float]]:
    """Nanoseconds a game that NumPy takes to copy all outputs of a step."""
    outputs = (
        batch.observation,
        batch.action_mask,
        batch.to_move,
        batch.rewards,
        batch.terminated,
    )
    copies = [np.empty_like(output) for output in outputs]

    def measure() -> Mapping[str, float]:
        started = thread_time_ns()
        for _ in range(_STEPS):
            for output, copy in zip(outputs, copies, strict=True):
                np.copyto(copy, output)
        return {"copy_ns": (thread_time_ns() - started) / _STEPS / len(batch)}

    return measure


def _playouts(name: str, batch: GameBatch, *, threads: int) -> Callable[[], Mapping[str, float]]:
    """Steps a second of fused random playouts from the first decision to the end of the deal."""
    start = GameBatch(batch.spec.game, max(len(batch), _PLAYOUT_GAMES), rules=batch.rules, seed=1)
    keys = count()

    def measure() -> Mapping[str, float]:
        started = perf_counter_ns()
        start.playout(key=next(keys), threads=threads)
        return {name: start.last_playout_steps / (perf_counter_ns() - started) * 1e9}

    return measure
