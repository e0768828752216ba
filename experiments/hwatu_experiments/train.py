"""Train MaskablePPO on any game, against agents and its own earlier selves.

The opponents act inside the environment, in batches; the learner's seat rotates, and with it its
team, for whose every seat one policy decides; what it wins between two of its decisions is the
reward of the first. `train` is what `hwatu train` runs.
"""

import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeAlias, cast

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from stable_baselines3.common.vec_env import VecEnv

from hwatu_agents.learned import LearnedAgent, read_purpose
from hwatu_env import Agent, GameBatch, GameSpec, load_game
from hwatu_env.clients.sb3 import HwatuVecEnv
from hwatu_env.compiled.rng import mix
from hwatu_env.errors import CheckpointError
from hwatu_experiments.config import Config
from hwatu_experiments.defaults import NOBODY, defaults_of
from hwatu_experiments.imitation import LESSON_GAMES, imitate
from hwatu_experiments.opponents import Pool, default_opponents, parse_opponents
from hwatu_experiments.players import find_agent
from hwatu_experiments.plots import plot_learning_curve
from hwatu_experiments.rewards import ScaledRewards
from hwatu_experiments.runs import JsonLines, Run
from hwatu_experiments.training import Trainer

Model: TypeAlias = Any  # a MaskablePPO, whose methods are only partly typed
_PPO: Any = MaskablePPO
_DEFAULT_STEPS = 2_000_000
_LESSONS = 0x1E55
"""Sub-key of the deals of lessons."""
_SMALL_REWARDS = ("outcome", "symlog")
"""Reward modes whose numbers are of a good size as they are."""


def train(config: Config, *, progress: bool = False) -> Run:
    """Train from the beginning, in a new run folder.

    Ctrl-C ends the training at the next decision, with a checkpoint.

    Args:
        config: What to train.
        progress: Whether to show a progress bar.

    Returns:
        The run folder.

    Raises:
        UnknownNameError: If the game or an opponent is unknown.
        RulesError: If the rules are.
        ValueError: If the run folder exists, or a number is out of range.
    """
    config = _complete(config)
    pool = _pool(config)
    teacher = None
    if config.imitate != NOBODY:
        teacher = find_agent(cast("str", config.imitate), config.game)
    env = build_env(config, pool=pool)
    model = build_model(config, env)
    run = Run(config.runs / str(config.name))
    run.create(config)
    if teacher is not None:
        _imitate(run, config, model, env, teacher, progress)
    _start_pool(pool, model, env)
    return _learn(run, config, model, env, pool, progress)


def resume(
    folder: str | Path,
    *,
    steps: int | None = None,
    minutes: float | None = None,
    progress: bool = False,
) -> Run:
    """Go on from the last checkpoint of a run folder, with the counters where they were.

    Args:
        folder: The run folder.
        steps: Learner's decisions, counted from the beginning, after which to stop; None for what
            the run's config says.
        minutes: Time, counted from now, after which to stop.
        progress: Whether to show a progress bar.

    Raises:
        CheckpointError: If this is no run folder, holds no checkpoint, or was made under other
            rules or another observation version than the present ones.
    """
    run = Run(Path(folder))
    config = replace(_config_of(run), name=run.folder.name, runs=run.folder.parent)
    config = replace(config, steps=steps or config.steps, minutes=minutes or config.minutes)
    found = run.checkpoints()
    if not found:
        raise CheckpointError(f"there is no checkpoint in {run.folder / 'checkpoints'}")
    last = found[-1]
    read_purpose(last).check(_spec(config), last.name)
    done = run.steps_of(last)
    pool = _pool(config)
    env = build_env(config, pool=pool)
    _set_up_torch(config)
    model: Model = _PPO.load(last, env=_scaled(config, env), device="cpu")
    env.seed(mix(config.seed, done) >> 32)  # loading has seeded it as at the beginning
    if pool.wants_snapshots:
        for checkpoint in found[-config.snapshots :]:
            pool.add(LearnedAgent.load(checkpoint, greedy=False))
    env.set_opponents(pool.opponents())
    return _learn(run, config, model, env, pool, progress)


def build_env(config: Config, *, pool: Pool | None = None) -> HwatuVecEnv:
    """The games that the learner plays; where it meets itself, random play sits in until it can."""
    config = _complete(config)
    pool = pool or _pool(config)
    return HwatuVecEnv(
        config.game,
        config.n_envs,
        rules=config.rules,
        num_players=config.num_players,
        opponents="random" if pool.wants_snapshots else pool.opponents(),
        seed=config.seed,
        reward=cast("str", config.reward),
        whole_team=True,  # one policy for all seats of a team, where there are teams
        scale=True,
    )


def build_model(config: Config, env: HwatuVecEnv) -> Model:
    """A new MaskablePPO for these games."""
    config = _complete(config)
    _set_up_torch(config)
    return _PPO(
        "MlpPolicy",
        _scaled(config, env),
        learning_rate=config.learning_rate,
        n_steps=config.n_steps,
        batch_size=config.batch_size,
        n_epochs=config.n_epochs,
        gamma=config.gamma,
        gae_lambda=cast("float", config.gae_lambda),
        ent_coef=config.ent_coef,
        seed=config.seed,
        device="cpu",
        stats_window_size=2_000,  # deals: fewer tell little, so wide do points scatter
        policy_kwargs={"net_arch": list(config.hidden), "activation_fn": torch.nn.ReLU},
    )


def _scaled(config: Config, env: HwatuVecEnv) -> VecEnv:
    if config.reward in _SMALL_REWARDS:
        return env
    scale = cast("float", config.points_scale)
    return ScaledRewards(env, scale=scale, clip=config.points_clip)


def _set_up_torch(config: Config) -> None:
    torch.set_num_threads(config.threads)
    # its check of probabilities fails on rounding errors of masked ones, and takes its time
    torch.distributions.Distribution.set_default_validate_args(False)


def _imitate(
    run: Run, config: Config, model: Model, env: HwatuVecEnv, teacher: Agent, progress: bool
) -> None:
    """Learn a player's answers first; a checkpoint keeps what was learned."""
    spec = env.games.spec
    seed = mix(config.seed, _LESSONS) >> 2  # other deals than those of the training

    def start(first: int) -> GameBatch:
        return GameBatch(
            spec.game,
            LESSON_GAMES,
            rules=env.games.batch.rules,
            seed=seed,
            first_game=first,
            autoreset=False,
            reward=cast("str", config.reward),
        )

    games = model.get_env()
    agreement = imitate(
        model,
        teacher,
        start,
        decisions=config.imitate_decisions,
        scale=spec.observation.scale,
        rewards=games if isinstance(games, ScaledRewards) else None,
        progress=progress,
    )
    run.save(model, spec)
    run.write_imitation(
        teacher=config.imitate, decisions=config.imitate_decisions, agreement=agreement
    )


def _start_pool(pool: Pool, model: Model, env: HwatuVecEnv) -> None:
    """Seat the learner as it is before its first lesson, where it plays against itself."""
    if pool.wants_snapshots:
        pool.add(LearnedAgent.of_model(model, env.games.spec, greedy=False))
        env.set_opponents(pool.opponents())  # they sit down when `learn` resets the games


def _learn(
    run: Run,
    config: Config,
    model: Model,
    env: HwatuVecEnv,
    pool: Pool,
    progress: bool,
) -> Run:
    goal = config.steps or (_DEFAULT_STEPS if config.minutes is None else 10**9)
    left = goal - model.num_timesteps
    if left <= 0:
        raise ValueError(
            f"the run has {model.num_timesteps:,} steps already, which is not less than {goal:,}: "
            "give more steps"
        )
    writers: list[KVWriter] = [
        JsonLines(run.metrics_file),
        TensorBoardOutputFormat(str(run.folder / "tensorboard")),
    ]
    model.set_logger(Logger(None, writers))
    trainer = Trainer(run, config, env, pool, goal=goal, progress=progress)
    with _stopping_at_interrupt(trainer):
        model.learn(left, callback=trainer, log_interval=1, reset_num_timesteps=False)
    model.logger.close()
    env.close()
    plot_learning_curve(run.read_metrics(), run.plot_file)
    return run


@contextmanager
def _stopping_at_interrupt(trainer: Trainer) -> Generator[None]:
    """Ctrl-C stops the trainer at its next step; a second one stops at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(*_: object) -> None:
        trainer.stop()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _complete(config: Config) -> Config:
    """Fill in what depends on the game and the time, and check the rest."""
    for name in (
        *("n_envs", "n_steps", "batch_size", "n_epochs", "threads", "snapshot_every"),
        "imitate_decisions",
    ):
        if getattr(config, name) < 1:
            raise ValueError(f"{name} must be at least 1, got {getattr(config, name)}")
    defaults = defaults_of(config.game)
    name = config.name or time.strftime(f"{config.game}-%Y%m%d-%H%M%S")
    opponents = config.opponents or default_opponents(config.game)
    return replace(
        config,
        rules=config.rules or defaults.rules,
        name=name,
        opponents=opponents,
        reward=config.reward or defaults.reward,
        gae_lambda=defaults.gae_lambda if config.gae_lambda is None else config.gae_lambda,
        imitate=config.imitate or defaults.imitate,
        points_scale=defaults.points_scale if config.points_scale is None else config.points_scale,
    )


def _pool(config: Config) -> Pool:
    weights = parse_opponents(config.opponents or default_opponents(config.game))
    return Pool(weights, config.game, size=config.snapshots)


def _spec(config: Config) -> GameSpec:
    game = load_game(config.game)
    return game.spec(game.rules(config.rules, config.num_players))


def _config_of(run: Run) -> Config:
    read = run.read_config()
    known = {field.name for field in fields(Config)}
    if set(read) != known:
        raise CheckpointError(
            f"{run.folder / 'config.json'} is of another version: it differs in "
            f"{', '.join(sorted(set(read) ^ known))}"
        )
    values = {name: _from_json(value) for name, value in read.items()}
    values["runs"] = Path(read["runs"])
    return Config(**values)


def _from_json(value: Any) -> Any:  # noqa: ANN401
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value
