"""What happens between the updates of a training: snapshots, checkpoints, evaluations, its end."""

import time
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from stable_baselines3.common.callbacks import BaseCallback

from hwatu_agents.learned import LearnedAgent
from hwatu_experiments.config import Config
from hwatu_experiments.evaluate import evaluate
from hwatu_experiments.opponents import Pool
from hwatu_experiments.runs import Run

if TYPE_CHECKING:
    from hwatu_env.clients.sb3 import HwatuVecEnv

_EVAL_SEED = 1_000_003
"""Seed of the deals of evaluations during a training: not those of `hwatu evaluate`."""


class Trainer(BaseCallback):
    """Takes snapshots into the pool, saves checkpoints, evaluates, and ends the training.

    Args:
        run: The run folder.
        config: What is trained.
        env: The games of the learner.
        pool: Its opponents.
        goal: Steps after which it ends, for the progress bar.
        progress: Whether to show one.
    """

    def __init__(
        self,
        run: Run,
        config: Config,
        env: "HwatuVecEnv",
        pool: Pool,
        *,
        goal: int,
        progress: bool,
    ) -> None:
        super().__init__()
        self._run = run
        self._config = config
        self._games = env
        self._spec = env.games.spec
        self._pool = pool
        self._goal = goal
        self._shown = progress
        self._stopped = False
        self._bar: Progress | None = None
        self._task: Any = None
        self._next: dict[str, int] = {}
        self._started = time.perf_counter()

    def stop(self) -> None:
        """End the training at its next step, with a checkpoint."""
        self._stopped = True

    def _on_training_start(self) -> None:
        self._started = time.perf_counter()
        steps = self.num_timesteps
        for name in ("snapshot_every", "checkpoint_every", "eval_every"):
            every = int(getattr(self._config, name))
            # a run that is resumed keeps to the same multiples
            self._next[name] = (steps // every + 1) * every if every > 0 else 2**62
        if self._shown:
            self._bar = Progress(
                TextColumn("training"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("{task.fields[news]}"),
            )
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total(), news="")

    def _total(self) -> int | None:
        return self._goal if self._config.steps or self._config.minutes is None else None

    def _on_step(self) -> bool:
        if self._bar is not None:
            self._bar.update(self._task, completed=self.num_timesteps)
        return not self._stopped and not self._time_is_up()

    def _time_is_up(self) -> bool:
        minutes = self._config.minutes
        return minutes is not None and time.perf_counter() - self._started >= 60 * minutes

    def _on_rollout_start(self) -> None:
        """Between two updates: the network is at rest."""
        if self._is_due("snapshot_every") and self._pool.wants_snapshots:
            self._pool.add(LearnedAgent.of_model(self.model, self._spec, greedy=False))
            self._games.set_opponents(self._pool.opponents())
        if self._is_due("checkpoint_every"):
            self._run.save(self.model, self._spec)
        if self._is_due("eval_every"):
            self._evaluate()

    def _is_due(self, name: str) -> bool:
        if self.num_timesteps < self._next[name]:
            return False
        every = int(getattr(self._config, name))
        self._next[name] = (self.num_timesteps // every + 1) * every
        return True

    def _evaluate(self) -> None:
        """Log points per deal, with their intervals, against the agents of the config."""
        spec = self._spec
        learner = LearnedAgent.of_model(self.model, spec)
        news: list[str] = []
        for name in self._config.eval_against:
            result = evaluate(
                {"learner": learner, name: name},
                spec.game,
                rules=spec.rules,
                deals=self._config.eval_deals,
                seed=_EVAL_SEED,
            )
            points = result.points("learner", name)
            for key in ("mean", "low", "high"):
                self.logger.record(f"eval/{name}/{key}", getattr(points, key))
            news.append(f"{points.mean:+.1f} against {name}")
        if self._bar is not None:
            self._bar.update(self._task, news=", ".join(news))

    def _on_rollout_end(self) -> None:
        self.logger.record("time/seconds", time.perf_counter() - self._started)

    def _on_training_end(self) -> None:
        self._run.save(self.model, self._spec)
        if self._bar is not None:
            self._bar.stop()
