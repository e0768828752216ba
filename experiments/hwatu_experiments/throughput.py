"""How fast a game runs here: every figure of `hwatu bench`, from one run.

Times vary from run to run on a shared machine, so the measurements take turns and the medians of
all turns are reported; ratios compare figures of the same run only. See `speed/` for the clocks.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from hwatu_env import GameBatch
from hwatu_experiments.defaults import defaults_of
from hwatu_experiments.speed import doors, kernel, learners, startup
from hwatu_experiments.speed.figures import FIGURES, Figure, goals_of
from hwatu_experiments.versions import versions

Measurement = Callable[[], Mapping[str, float]]


@dataclass(frozen=True, kw_only=True)
class Speeds:
    """Figures by the names that `FIGURES` explains."""

    game: str
    rules: str
    num_games: int
    figures: dict[str, float]
    notes: dict[str, str] = field(default_factory=dict[str, str])
    """Why a figure is missing."""

    def __getitem__(self, name: str) -> float:
        """A figure by its name."""
        return self.figures[name]

    def to_dict(self) -> dict[str, Any]:
        """Everything under plain keys, for JSON; figures that were not measured are None."""
        return {
            "game": self.game,
            "rules": self.rules,
            "num_games": self.num_games,
            **{figure.name: self.figures.get(figure.name) for figure in FIGURES},
            "notes": self.notes,
            "versions": versions(),
        }

    def save_json(self, path: str | Path) -> None:
        """Write `to_dict()` to a file."""
        Path(path).write_text(json.dumps(self.to_dict(), indent=2) + "\n")

    def table(self) -> Table:
        """The figures for people, each with what it should reach."""
        table = Table(title=f"{self.game}  {self.rules}, {self.num_games:,} games at a time")
        for title, justify in (("figure", "left"), ("value", "right"), ("goal", "right")):
            table.add_column(title, justify=justify)  # pyright: ignore[reportArgumentType]
        table.add_column("meaning")
        for figure in FIGURES:
            if figure.name in self.figures:
                value = self.figures[figure.name]
                table.add_row(
                    figure.name, figure.format(value), self._goal(figure, value), figure.text
                )
        return table

    def _goal(self, figure: Figure, value: float) -> str:
        goal = figure.goal(self.figures, goals_of(self.game))
        if goal is None:
            return ""
        reached = value >= goal if figure.more_is_better else value <= goal
        color = "green" if reached else "red"
        sign = "≥" if figure.more_is_better else "≤"
        return f"[{color}]{sign} {figure.format(goal)}[/]"

    def print(self) -> None:
        """Print the table, and why figures are missing."""
        console = Console()
        console.print(self.table())
        for name, note in self.notes.items():
            console.print(f"{name}: {note}", highlight=False)


def bench(
    game: str,
    *,
    rules: Any = None,  # noqa: ANN401 - a text, or the game's Rules
    num_players: int | None = None,
    num_games: int = 4_096,
    repeats: int = 7,
    quick: bool = False,
) -> Speeds:
    """Measure a game's speed, its doors, and how long it takes to start.

    Args:
        game: Name of the game.
        rules: House rules; None for those that the commands take.
        num_players: Seats, where the rules leave them open.
        num_games: Games that are stepped together.
        repeats: Turns of every measurement.
        quick: Leave out what takes longer than a few seconds: cold compilation and training.

    Raises:
        UnknownNameError: If the game is unknown.
        RulesError: If the rules are.
        ValueError: If `num_games` or `repeats` is less than 1.
    """
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1, got {repeats}")
    rules = rules or defaults_of(game).rules
    batch = GameBatch(game, num_games, rules=rules, num_players=num_players, seed=0)
    turns: list[Measurement] = [*kernel.measurements(batch)]
    notes = _busy()
    turns += doors.measurements(batch, notes)
    turns += learners.measurements(batch)
    figures = _take_turns(turns, repeats) | kernel.sizes(batch)
    figures |= startup.import_time()
    if not quick:
        figures |= startup.compile_and_load(batch) | learners.training(batch, notes)
    return Speeds(
        game=game,
        rules=batch.spec.rules,
        num_games=num_games,
        figures=_derived(figures),
        notes=notes,
    )


def _busy() -> dict[str, str]:
    """A note where other programs keep the machine from showing what it can do."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load < 0.5 * cores:
        return {}
    return {"load": f"the machine was busy (load {load:.1f} on {cores} cores): times are too long"}


def _take_turns(measurements: list[Measurement], repeats: int) -> dict[str, float]:
    """Medians of all figures, each measured once a turn; a turn before the first warms up."""
    seen: dict[str, list[float]] = {}
    for turn in range(repeats + 1):
        for measure in measurements:
            for name, value in measure().items():
                if turn > 0:
                    seen.setdefault(name, []).append(value)
    return {name: median(values) for name, values in seen.items()}


def _derived(figures: dict[str, float]) -> dict[str, float]:
    """Add the figures that follow from others of the same run."""
    step = figures["step_ns"]
    ratio = figures["playout_2_steps_per_s"] / figures["playout_steps_per_s"]
    return figures | {
        "rules_ns": step - figures["write_ns"],
        "ratio": figures["python_step_ns"] / step,
        "steps_per_s": 1e9 / step,
        "playout_threads_ratio": ratio,
    }
