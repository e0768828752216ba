"""Lessons before the first game: a network learns to answer as a player does, and to value games.

Games are played by the player that is imitated, on every seat. Where a wide observation says little
about which card wins, as in Hachi-Nin Meri, this spares the learner the millions of decisions after
which reinforcement alone would get there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import Progress

from hwatu_env import Agent, GameBatch
from hwatu_experiments.rewards import ScaledRewards

LESSON_GAMES = 256
"""Games of a lesson, which are played and learned from at once."""
_BATCH = 1_024
_LEARNING_RATE = 1e-3
_VALUE_WEIGHT = 0.5
_SLIPS = 0.1
"""Share of actions that are random, so that lessons hold what comes of mistakes as well. The answer
that is learned is the teacher's all the same."""

Model = Any  # a MaskablePPO, whose methods are only partly typed


@dataclass(frozen=True)
class Lesson:
    """Decisions of some games, n of them."""

    observation: NDArray[np.uint8]
    """(n, D)."""
    action_mask: NDArray[np.bool_]
    """(n, A)."""
    action: NDArray[np.int64]
    """(n,) what the teacher does."""
    gain: NDArray[np.float32]
    """(n,) rewards of the seat from there to the end of the episode."""


def lessons(start: Callable[[int], GameBatch], teacher: Agent) -> Iterator[Lesson]:
    """Lessons without end.

    Args:
        start: Given the index of the first game, games that do not reset themselves.
        teacher: Plays every seat.
    """
    first = 0
    while True:
        batch = start(first)
        first += len(batch)
        yield _lesson(batch, teacher)


def _lesson(batch: GameBatch, teacher: Agent) -> Lesson:
    seen: list[tuple[NDArray[Any], ...]] = []
    paid = np.zeros(batch.rewards.shape)
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)
        decision = batch.decisions(rows)
        chosen = teacher.act(decision)
        seats = decision.seat
        seen.append(
            (decision.observation, decision.action_mask, chosen, rows, seats, paid[rows, seats])
        )
        actions = np.full(len(batch), -1, np.int64)
        actions[rows] = chosen
        slips = np.random.default_rng(decision.key[:1]).random(len(batch)) < _SLIPS
        actions = np.where(slips, batch.sample_actions(1), actions)
        batch.step(actions)
        paid += batch.rewards
    observation, action_mask, action, row, seat, before = map(
        np.concatenate, zip(*seen, strict=True)
    )
    gain = (paid[row, seat] - before).astype(np.float32)
    return Lesson(observation, action_mask, action, gain)


def imitate(
    model: Model,
    teacher: Agent,
    start: Callable[[int], GameBatch],
    *,
    decisions: int,
    scale: NDArray[np.float32],
    rewards: ScaledRewards | None,
    progress: bool = False,
) -> float:
    """Teach a model to answer as a player does.

    Args:
        model: A MaskablePPO.
        teacher: The player.
        start: As in `lessons`.
        decisions: How many to learn from.
        scale: (D,) factors that bring observation bytes into 0..1.
        rewards: How the learner's rewards are scaled.
        progress: Whether to show a progress bar.

    Returns:
        Mean chance that the model gave the teacher's answers in the last lesson.
    """
    for group in model.policy.optimizer.param_groups:  # the model sets its own before it learns
        group["lr"] = _LEARNING_RATE
    learned, agreement = 0, 0.0
    order = np.random.default_rng(model.seed)
    with Progress(disable=not progress, transient=True) as bar:
        task = bar.add_task(f"imitating {teacher!r}", total=decisions)
        for lesson in lessons(start, teacher):
            gain = lesson.gain if rewards is None else rewards.scaled(lesson.gain)
            parts = np.array_split(order.permutation(len(gain)), -(-len(gain) // _BATCH))
            agreement = float(np.mean([_learn(model, lesson, gain, scale, r) for r in parts]))
            learned += len(gain)
            bar.update(task, completed=learned)
            if learned >= decisions:
                break
    return agreement


def _learn(
    model: Model,
    lesson: Lesson,
    gain: NDArray[np.float32],
    scale: NDArray[np.float32],
    rows: NDArray[np.intp],
) -> float:
    """One step with some decisions of a lesson; returns the mean chance of the teacher's answers."""
    values, log_chance, _ = model.policy.evaluate_actions(
        torch.as_tensor(lesson.observation[rows] * scale),
        torch.as_tensor(lesson.action[rows]),
        action_masks=lesson.action_mask[rows],
    )
    missed = torch.nn.functional.mse_loss(values.flatten(), torch.as_tensor(gain[rows]))
    loss = _VALUE_WEIGHT * missed - log_chance.mean()
    model.policy.optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
    model.policy.optimizer.step()
    return float(log_chance.detach().exp().mean())
