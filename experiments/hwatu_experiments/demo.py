"""`make demo`: train for a few minutes, then say honestly how well the result plays."""

import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from hwatu_agents.learned import LearnedAgent
from hwatu_env import list_agents
from hwatu_experiments.config import Config
from hwatu_experiments.evaluate import evaluate
from hwatu_experiments.opponents import default_opponents
from hwatu_experiments.result import Result
from hwatu_experiments.runs import Run
from hwatu_experiments.train import train

LEARNED = "learned"
"""Name of the trained agent in the tables."""


@dataclass(frozen=True)
class Demo:
    """What a demo made and found."""

    run: Run
    results: dict[str, Result]
    """By opponent: the trained agent against it."""
    seconds: float

    @property
    def beats_random(self) -> bool:
        """Whether it wins points from random play with the whole 95 % interval above zero."""
        return self.results["random"].points(LEARNED, "random").is_above_zero


def demo(config: Config, *, deals: int = 10_000, progress: bool = False) -> Demo:
    """Train, then play duplicate deals against random and every rule-based player of the game.

    Args:
        config: What to train, and for how long.
        deals: Duplicate deals against each opponent.
        progress: Whether to show progress bars.

    Raises:
        UnknownNameError, RulesError, ValueError: As `train` does.
    """
    started = time.perf_counter()
    run = train(config, progress=progress)
    learned = LearnedAgent.load(run.folder)
    results: dict[str, Result] = {}
    for name in sorted(list_agents(config.game), key=lambda name: name != "random"):
        results[name] = evaluate(
            {LEARNED: learned, name: name},
            config.game,
            rules=learned.purpose.rules,
            deals=deals,
            progress=progress,
        )
        file = Path(f"{name.replace('/', '-')}.json")
        results[name].save_json(run.folder / file)
    return Demo(run, results, time.perf_counter() - started)


def report(demo: Demo, config: Config) -> None:
    """Print what was found, the defeats as well."""
    console = Console()
    steps = demo.run.steps_of(demo.run.checkpoints()[-1])
    opponents = config.opponents or default_opponents(config.game)
    first = next(iter(demo.results.values()))
    console.print(
        f"\n{first.game} {first.rules}: {steps:,} decisions learned against {opponents}; "
        f"{first.deals:,} duplicate deals against each, 95 % intervals; "
        f"{demo.seconds / 60:.1f} minutes in all",
        highlight=False,
    )
    for name, result in demo.results.items():
        score = result.meeting(LEARNED, name).scores[LEARNED]
        other = result.meeting(LEARNED, name).scores[name]
        console.print(
            f"  {_verdict(result, name):<16} {name:<18} "
            f"points {score.points.text(2, sign=True)}, wins {score.win_rate.text(1, scale=100)} % "
            f"to {other.win_rate.mean:.1%}",
            highlight=False,
        )
    console.print(f"  run folder: {demo.run.folder}, curve: {demo.run.plot_file}", highlight=False)


def _verdict(result: Result, name: str) -> str:
    points = result.points(LEARNED, name)
    if points.is_above_zero:
        return "better than"
    return "no different from" if points.holds_zero else "worse than"
